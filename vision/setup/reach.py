"""How exact is the pane where no board was?  What the fit leaves open, as millimetres at the opening's corners."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.errors import PaneError
from vision.geometry.pane import Pane, Points
from vision.setup.lens import FREE, Fit
from vision.setup.upright import upright

CORNERS = ("upper left", "upper right", "lower right", "lower left")
HONEST = 2.0
"""The fit's own spread is for pure noise; what was measured in eleven sets is up to twice as much."""
NOTED_MM, REFUSED_MM = 1.0, 4.0
"""A wand's notch is 2.5 to 4 mm wide: beyond the first its place is told badly, beyond the second not at all."""
PLACES = np.array([[x, y] for x in (-0.6, 0.0, 0.6) for y in (-0.6, 0.0, 0.6)])
"""Where the pane counts as well known, as shares of half the opening; turns and shifts of it all are no errors."""


def corner_errors(pane: Pane, fit: Fit) -> NDArray[np.float64]:
    """Expected error (mm) of places at each corner of the opening: (4,), in the order of `CORNERS`."""
    middle, half = pane.opening.mean(axis=0), np.ptp(pane.opening, axis=0) / 2
    order = _order(pane.opening - middle)
    places = np.vstack([pane.opening[order], middle + PLACES * half])
    pixels = pane.to_px(places)
    known = np.concatenate([fit.lens[:FREE], fit.poses[fit.flat]])

    def found(x: NDArray[np.float64]) -> Points:
        lens = np.concatenate([x[:FREE], np.zeros(3)])
        moved = upright(pane.size, lens, x[FREE:], (pane.thickness, pane.index), 0.0).to_mm(pixels)
        return _laid_on(moved, places)[:4]

    steps = 0.1 * np.sqrt(np.diag(fit.spread)) + 1e-9
    slopes = np.stack([(found(known + s * e) - places[:4]) / s for s, e in zip(steps, np.eye(len(known)), strict=True)])
    spread = np.einsum("iab,ij,jab->a", slopes, fit.spread, slopes)
    return np.asarray(HONEST * np.sqrt(np.maximum(spread, 0)))


def _order(corners: Points) -> list[int]:
    """Which corner is the upper left, upper right, lower right, lower left one."""
    return [int(np.argmax(corners @ way)) for way in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def _laid_on(places: Points, true: Points) -> Points:
    """Turned and shifted so that all but the first four (the corners) fit best."""
    a, b = places[4:].mean(axis=0), true[4:].mean(axis=0)
    left, _, right = np.linalg.svd((places[4:] - a).T @ (true[4:] - b))
    return np.asarray((places - a) @ (left @ right) + b)


def told(errors: NDArray[np.float64]) -> list[str]:
    """A line that asks for more pictures, or none.  Raises PaneError when the pane would be useless there."""
    worst = int(np.argmax(errors))
    if errors.max() <= NOTED_MM:
        return []
    names = " and the ".join(c for c, e in zip(CORNERS, errors, strict=True) if e > max(NOTED_MM, 0.6 * errors[worst]))
    advice = (
        f"no board near the {names} corner: places there may be {errors[worst]:.1f} mm off; add a picture with it there"
    )
    if errors[worst] > REFUSED_MM:
        raise PaneError(advice)
    return [advice]

"""The square of the opening brought into line: all four sides turn together, and each is moved a little.

A side that hardly shows, or that a beam or a shadow runs along, is told by the others: they are turned as it is, they
make a square with it, and the lower edge of the wood runs beside each at the distance that its thickness makes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.geometry.pane import Pane, Points
from vision.setup.above import ENDS, Relief, outwards_of, plainly, steps_near
from vision.setup.ledge import Rim, lower
from vision.setup.squares import SCALE, UNEVEN_COST, corners_of, turn_of

ALONG = np.linspace(0.03, 0.97, 60)
"""Places along a side (shares), off its corners."""
MOVED = np.arange(-3.0, 3.1, 0.5)
"""Cells by which a side may be off the place where it was first seen: a square turned by 1.2 degrees too much has its
ends 3 cells off."""
TURNED = np.arange(-1.2, 1.3, 0.2)
"""Degrees by which the square may be turned, as in the fine search for it (`vision.setup.opening`)."""
UNMOVED = 1e-3
"""What shows as much elsewhere is left where it was; so much a cell or degree."""
SHARP = np.arange(-0.5, 0.6, 0.5)
"""Cells within which a side shows."""


class Eye(NamedTuple):
    """Where the camera's foot is (turned cells) and how deep (cells) below the pane the camera."""

    foot: tuple[float, float]
    depth: float


def eye_of(pane: Pane, relief: Relief, angle: float) -> Eye:
    """The camera in cells that are turned by an angle (degrees)."""
    turn = turn_of(relief.values.shape, angle)
    x, y = (np.append(relief.grid.to_cells(pane.eye[None, :2]), 1.0) @ turn.T).tolist()
    return Eye((x, y), abs(float(pane.eye[2])) * SCALE)


def aligned(pane: Pane, relief: Relief, angle: float, rim: Rim) -> tuple[float, tuple[float, float, float, float]]:
    """Angle and sides (as in `squares.Square`) at which the inner border and the lower edge of a rim show sharpest."""
    found = [(*_moved(relief, a, rim, eye_of(pane, relief, a)), float(a)) for a in angle + TURNED]
    _, sides, best = max(found, key=lambda f: f[0] - UNMOVED * abs(f[2] - angle))
    return best, sides


def _moved(relief: Relief, angle: float, rim: Rim, eye: Eye) -> tuple[float, tuple[float, float, float, float]]:
    """How much of a rim shows at one angle where its sides are moved to show best together, and these sides."""
    left, right, top, bottom = (_shown(relief, angle, rim, side, eye) for side in range(4))
    across, down = np.add.outer(left, right), np.add.outer(top, bottom)
    width, height = (rim.sides[i + 1] - rim.sides[i] + np.subtract.outer(MOVED, MOVED).T for i in (0, 2))
    uneven = np.abs(width.ravel()[:, None] - height.ravel()) / SCALE
    total = across.ravel()[:, None] + down.ravel() - UNEVEN_COST * uneven
    best = np.unravel_index(int(total.argmax()), total.shape)
    places = [*np.unravel_index(best[0], across.shape), *np.unravel_index(best[1], down.shape)]
    a, b, c, d = (float(side + MOVED[i]) for side, i in zip(rim.sides, places, strict=True))
    return float(total[best]), (a, b, c, d)


def _shown(relief: Relief, angle: float, rim: Rim, side: int, eye: Eye) -> NDArray[np.float64]:
    """How much of a side, and of its lower edge, shows where it is moved by each of `MOVED`."""
    places = [rim.sides[side] + MOVED]
    if rim.wood > 0:
        places.append(np.array([lower(place, eye.foot[side // 2], rim.wood, eye.depth) for place in places[0]]))
    shown = np.array([[_line(relief.values, angle, rim.sides, side, p) for p in each] for each in places])
    return np.asarray(shown.sum(axis=0) - UNMOVED * np.abs(MOVED), dtype=np.float64)


def _line(relief: NDArray[np.float32], angle: float, sides: tuple[float, ...], side: int, place: float) -> float:
    """How much shows along one side of a square, were that side at a place."""
    return line_shown(relief, *side_at(relief.shape, angle, sides, side, place))


def side_at(
    shape: tuple[int, ...], angle: float, sides: tuple[float, ...], side: int, place: float
) -> tuple[Points, Points]:
    """Both ends (cells) of one side of a square, were that side at a place."""
    corners = corners_of(shape, angle, tuple(place if i == side else s for i, s in enumerate(sides)))
    start, end = ENDS[side]
    return corners[start], corners[end]


def line_shown(relief: NDArray[np.float32], start: Points, end: Points) -> float:
    """How much of a sharp step shows along a line, in the mean of its places."""
    steps = steps_near(relief, start + ALONG[:, None] * (end - start), SHARP, outwards_of(start, end)).max(axis=1)
    return float(plainly(steps).mean())

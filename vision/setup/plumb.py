"""The opening's sides are straight: how they bow in the picture tells what the lens does where no board was.

The boards lie near the middle, the sides run through the corners.  Wood is not as exact as print, so a side counts as a
few places only.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.geometry.pane import Pane, Points
from vision.numeric.robust import polynomial
from vision.setup.above import ENDS, Relief, crossing, outwards_of, steps_across
from vision.setup.opening import Opening
from vision.setup.squares import VISIBLE

PLACES = np.linspace(0.02, 0.98, 96)
REACH = 4.0
"""Cells on both sides of the straight side within which the true, bowed side is looked for."""
FINE = 0.25
BOW = 2
"""Order of the curve that a bowed side makes."""
ENDS_OFF, BOWS = np.arange(-2.0, 2.1, 0.5), np.arange(-3.0, 3.1, 0.5)
"""Cells by which both ends and the middle of a bowed side are tried off the straight one."""
PLAIN, APART = 0.12, 0.15
"""A step of so much is as good as a stronger one; a curve loses so much a cell that it is off in the mean, for the
straight side was chosen with both borders in view: the wood's other border, 4 cells on, must not win though it shows
all along and this one by half (at 0.1 it did on one table of 28, at 0.15 and 0.2 on none; no other moved by 0.2 mm)."""
NEAR = 0.8
"""A place farther from that curve (cells) is a scratch, a hand or a shadow."""
LEAST_PLACES = 40
"""Fewer places of a side tell nothing of its bow."""
WOOD_MM, INDEPENDENT = 0.2, 8.0
"""How exact a place of a good side is, and how many of them may err each in its own way."""
RUNS_OFF, UNSURE = 2.0, 4.0
"""A curve of which an end lies so far (cells) off the side is another line's: a lens bows a side in its middle.  Then
the side is taken as it was found, which may be off by so much."""
HALF = 0.5
"""The side is looked for so far (shares) towards the lower edge of the wood."""
WAVE, WAVE_ORDER = 3.0, 6
"""A side that waves (a curve of this order against its bow) is less exact by so many times as much as it waves."""
ROUNDS = 12


def _curves() -> Points:
    """Every curve that is tried: (curves, places)."""
    start, end, bow = (grid.reshape(-1, 1) for grid in np.meshgrid(ENDS_OFF, ENDS_OFF, BOWS))
    return np.asarray(start * (1 - PLACES) + end * PLACES + bow * 4 * PLACES * (1 - PLACES))


CURVES = _curves()


class Line(NamedTuple):
    """Places (n, 2) px along a side, and how far (px) one of them may lie off."""

    places: Points
    loose: float


def plumb_lines(found: Opening, relief: Relief) -> list[Line]:
    """The sides; those that do not show well are as straight as they were found, and far from exact."""
    pane = found.pane
    corners = relief.grid.to_cells(pane.opening)
    sides = [(corners[a], corners[b]) for a, b in ENDS]
    lines = [_side(relief, *side, _gap(found, relief, *side)) or _plain(*side) for side in sides]
    return [
        Line(pane.to_px(relief.grid.to_mm(line.places)), line.loose / relief.grid.scale * pane.scale) for line in lines
    ]


def _gap(found: Opening, relief: Relief, start: Points, end: Points) -> float:
    """How far (cells) beyond a side the lower edge of the wood is seen; without end where it does not show."""
    foot, depth = relief.grid.to_cells(found.pane.eye[None, :2])[0], abs(float(found.pane.eye[2]))
    away = float((start - foot) @ outwards_of(start, end))
    return max(away, 0.0) * found.wood / (depth - found.wood) if found.wood > 0 else np.inf


def _plain(start: Points, end: Points) -> Line:
    """A side as it was found, which hardly tells anything of the lens."""
    return Line(start + PLACES[:, None] * (end - start), UNSURE)


def _side(relief: Relief, start: Points, end: Points, gap: float) -> Line | None:
    """Cells along a side, each where the step is steepest near the curve through most of them; None where too few show,
    or it runs off.
    """
    reach = np.arange(-REACH, min(REACH, HALF * gap) + 0.01, FINE)
    places, outwards, steps = steps_across(relief, start, end, PLACES, reach)
    curve: Points = _clearest(steps)
    for width in (2.0, NEAR):
        off, shown = _tops(np.where(np.abs(reach - curve[:, None]) <= width, steps, 0.0), reach)
        if shown.sum() < LEAST_PLACES:
            return None
        curve = np.asarray(np.polyval(polynomial(PLACES[shown] - 0.5, off[shown], BOW), PLACES - 0.5), dtype=np.float64)
        shown &= np.abs(off - curve) < NEAR
    if shown.sum() < LEAST_PLACES or np.abs(curve[[0, -1]]).max() > RUNS_OFF:
        return None
    bow, wave = (np.polyval(np.polyfit(PLACES[shown], off[shown], n), PLACES[shown]) for n in (BOW, WAVE_ORDER))
    loose = np.hypot(WOOD_MM * relief.grid.scale, WAVE * float(np.std(wave - bow)))
    return Line(places[shown] + off[shown, None] * outwards, float(loose))


def _clearest(steps: NDArray[np.float64]) -> Points:
    """The curve (offset at each place) along which a step is seen at most places, however strong: the outer border of
    the wood goes beside the inner one, and may be the stronger of both.
    """
    index = np.clip(np.rint((CURVES + REACH) / FINE), 0, steps.shape[1] - 1).astype(np.intp)
    seen = np.minimum(steps, PLAIN) / PLAIN
    shown = seen[np.arange(len(steps)), index].mean(axis=1)
    return np.asarray(CURVES[np.argmax(shown - APART * np.abs(CURVES).mean(axis=1))])


def _tops(steps: NDArray[np.float64], reach: Points) -> tuple[Points, NDArray[np.bool_]]:
    """Where each row is highest, between its samples, and whether that is a step that is seen."""
    top = np.clip(np.argmax(steps, axis=1), 1, len(reach) - 2)
    row = np.arange(len(steps))
    a, b, c = (steps[row, top + i] for i in (-1, 0, 1))
    bend = np.maximum(2 * b - a - c, 1e-6)
    return reach[top] + FINE * np.clip((c - a) / (2 * bend), -1, 1), b > VISIBLE


def enclosed(pane: Pane, lines: list[Line]) -> Points:
    """Corners (4, 2) mm between four sides in the order of `ENDS`, clockwise from the upper left."""
    left, right, upper, lower = (_straight(pane.to_mm(line.places)) for line in lines)
    return np.array([crossing(a, b) for a, b in ((left, upper), (upper, right), (right, lower), (lower, left))])


def _straight(places: Points) -> tuple[Points, Points]:
    """Two points on the straight line through most places."""
    middle = places.mean(axis=0)
    along, across = np.linalg.svd(places - middle, full_matrices=False)[2]
    slope, shift = polynomial((places - middle) @ along, (places - middle) @ across, 1)
    return middle + shift * across, middle + shift * across + 100 * (along + slope * across)


def straightness(lines: list[Line], lens: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far each place lies from a straight line once the lens (as `Pane.lens`) is taken out, as residuals.

    One is 1 when a place is off as usual; along a line only `INDEPENDENT` places count.
    """
    off = [np.zeros(0)]
    for line in lines:
        rays = undistorted(line.places, lens)
        rays = rays - rays.mean(axis=0)
        across = np.linalg.svd(rays, full_matrices=False)[2][1]
        off.append(rays @ across * (lens[0] / line.loose * np.sqrt(INDEPENDENT / len(rays))))
    return np.concatenate(off)


def undistorted(pixels: Points, lens: NDArray[np.float64]) -> Points:
    """Pixels (n, 2) as a lens without errors and focal length 1 would see them; k1 and k2 only."""
    bent = (pixels - lens[1:3]) / lens[0]
    rays = bent
    for _ in range(ROUNDS):
        r2 = (rays**2).sum(axis=1, keepdims=True)
        rays = bent / np.maximum(1 + r2 * (lens[3] + r2 * lens[4]), 0.3)
    return np.asarray(rays, dtype=np.float64)

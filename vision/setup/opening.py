"""What is visible of the pane: the square hole in the table, found by its four straight edges."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import PaneError
from vision.geometry.grid import Grid
from vision.geometry.pane import Pane, Points
from vision.picture import Picture
from vision.setup.ledge import REACH, STEP, inner_border
from vision.setup.squares import (
    SCALE,
    STRONG,
    UNEVEN_COST,
    UNEVEN_MM,
    VISIBLE,
    Square,
    Ways,
    around_of,
    corners_of,
    pairs,
    singles,
    squares,
    turn_of,
)

REACH_MM = 60.0
"""How far around the board's place the picture from above reaches."""
DARK = 8.0
"""Grey levels added before logarithms, as at the border's stations (`vision.scene.border`)."""
SEARCH = 3.0
"""Cells by which a side may be off the square's."""
MOST = 60
"""The squares that are looked at closely."""
TURNED, COARSE_STEP, FINE, FINE_STEP = 20.0, 1.0, 1.2, 0.2
"""Degrees by which the opening may be turned against the board's, first and then about the best of these, in steps."""
ALONG = np.linspace(0.03, 0.97, 60)
"""Places along a side (shares), off its corners."""
NEAR = np.arange(2.5, 10.0, 0.75)
"""Cells from a corner, inside and beyond, where a side must show and must not."""
CORNERS = 1.0
"""What a side shows near its corners, less what goes on beyond them, counts as much as what shows of all of it."""
ASKEW = UNEVEN_COST
"""A side costs so much of a step for each cell that its ends lie apart across it: the wood's other border is steeper
and runs off at one end, where light falls on its wall."""
LEAST_SEEN = 0.35
"""Share of a side's places where it must be seen: a head or the board may hide half of it, a guess shows a tenth."""
LEAST_PLACES = 30
"""Of the places of a side, so many must lie in the picture."""
AROUND = 5.0
"""Cells to both sides of a place that tell what shows there anyway; a border is 2 wide."""
CLUTTER, STANDS = 0.15, 0.02
"""A side that shows less than the first, and less than the second more than its surroundings, is a place between
stripes; true sides of 17 tables show by 0.15 and more, or stand out by 0.04 and more."""
PLACES = 80
"""Places along a side at which the wood's two borders are looked for."""
SIDES = ("left", "right", "upper", "lower")
ENDS = ((3, 0), (1, 2), (0, 1), (2, 3))
"""First and last corner of each of `SIDES`, clockwise."""


@dataclass(frozen=True)
class Relief:
    """The picture from above as logarithms (rows, columns, 3), and 1 where the camera sees at all."""

    values: NDArray[np.float32]
    seen: NDArray[np.float32]
    grid: Grid


def uncovered(grid: Grid, pictures: list[Picture], covered: list[Picture]) -> Picture:
    """What is behind the board, from above: the median of some pictures in which it lies elsewhere each time; where not
    all of them are ``covered`` (1, else 0, as large as they are) by it, of those that are not.
    """
    flats = np.array([grid.rectify(p) for p in pictures], dtype=np.float32)
    hidden = np.array([grid.rectify(c) for c in covered]) > 0
    flats[hidden & ~hidden.all(axis=0)] = np.nan
    return np.asarray(np.nanmedian(flats, axis=0).round(), dtype=np.uint8)


def relief_of(pane: Pane, pictures: list[Picture], covered: list[Picture]) -> Relief:
    """The relief of what is `uncovered` behind the boards in some pictures."""
    grid = Grid(pane, SCALE, margin=REACH_MM)
    flat = cv2.GaussianBlur(uncovered(grid, pictures, covered), (3, 3), 0).astype(np.float32)
    values = np.log(flat + np.float32(DARK))
    seen = (grid.rectify(np.full((*pane.size[::-1], 3), 255, np.uint8))[..., 0] == 255).astype(np.uint8)
    within = cv2.erode(seen, np.ones((5, 5), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    # What is next to the picture's end is blurred with the dark beyond it.
    return Relief(_continued(values, within > 0), within.astype(np.float32), grid)


def _continued(values: NDArray[np.float32], seen: NDArray[np.bool_]) -> NDArray[np.float32]:
    """What lies beyond the picture is as what is nearest in it: the picture's end is no border."""
    if seen.all():
        return values
    beyond = (~seen).astype(np.uint8)
    _, labels = cv2.distanceTransformWithLabels(beyond, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    nearest = np.zeros(int(labels.max()) + 1, np.intp)
    nearest[labels[seen]] = np.flatnonzero(seen.ravel())
    return np.asarray(values.reshape(-1, 3)[nearest[labels]], dtype=np.float32)


def find_opening(pane: Pane, relief: Relief, on_pane: Points) -> Pane:
    """Return the pane with its opening.  Raises PaneError when its edges do not show.

    Each side must be a straight step of brightness; pairs of sides must make a square, so that a beam of the ceiling
    beside an edge does not count; and the sides must end at its corners.  Of one side a part is enough where the three
    others tell its place.  Of the two borders of the wood the inner one counts (`vision.setup.ledge`).  ``on_pane``
    (n, 2) are places in mm that are known to lie in it.
    """
    inner = relief.grid.to_cells(on_pane)
    square = _square_of(relief, inner, pairs, pairs)
    if square is not None:
        return _placed(pane, relief, square, inner)
    found = _by_three_sides(pane, relief, inner)
    if found is None:
        raise PaneError(UNSEEN.format("border"))
    return found


def _by_three_sides(pane: Pane, relief: Relief, inner: Points) -> Pane | None:
    """Of a beam beside the wood, or in its shadow, one side may hardly show; the others tell where it must be."""
    ways = (pairs, singles), (singles, pairs)
    guesses = [guess for across, down in ways if (guess := _square_of(relief, inner, across, down))]
    if not guesses:
        return None
    try:
        found = _placed(pane, relief, max(guesses, key=lambda s: _plainness(relief.values, s)), inner)
    except PaneError:
        # Which side is missing is a guess as well: none is named.
        return None
    return found if _uneven(found.opening) < UNEVEN_MM else None


def _placed(pane: Pane, relief: Relief, square: Square, inner: Points) -> Pane:
    """The pane with the opening that such a square stands for."""
    chosen = _inner(pane, relief, square, inner)
    return refined(pane, relief, corners_of(relief.values.shape, chosen.angle, chosen.sides))


def _uneven(opening: Points) -> float:
    """By how much (mm) the sides of an opening (4, 2) differ one way and the other."""
    sides = np.linalg.norm(np.roll(opening, -1, axis=0) - opening, axis=1)
    return float(abs(sides[::2].mean() - sides[1::2].mean()))


def _square_of(relief: Relief, inner: Points, across: Ways, down: Ways) -> Square | None:
    """The plainest square around some cells (n, 2), at any angle; None where there is none."""

    def plainest(found: list[Square]) -> Square | None:
        best = sorted(found, reverse=True)[:MOST]
        return max(best, key=lambda s: _plainness(relief.values, s), default=None)

    def at(angles: Points) -> Square | None:
        return plainest([s for a in angles for s in squares(relief.values, a, inner, across, down)])

    coarse = at(_angles(0.0, TURNED, COARSE_STEP))
    return coarse and (at(_angles(coarse.angle, FINE, FINE_STEP)) or coarse)


def _angles(middle: float, reach: float, step: float) -> Points:
    return np.asarray(np.arange(middle - reach, middle + reach + step / 10, step), dtype=np.float64)


UNSEEN = (
    "the pane's {} is not to be seen; light the wood around the pane (or lay white paper against its edge), "
    "or mark the pane's corners by --corners"
)


def refined(pane: Pane, relief: Relief, corners: Points) -> Pane:
    """Each side by itself: the line near the square's side (cells) along which the step is steepest.

    Raises PaneError for a side that is not seen.
    """
    lines = [_steepest(relief.values, a, b) for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    found = np.array([crossing(lines[i - 1], lines[i]) for i in range(4)])
    for side, (a, b) in zip(SIDES, ENDS, strict=True):
        if _seen_share(relief, found[a], found[b]) < LEAST_SEEN:
            raise PaneError(UNSEEN.format(f"{side} border"))
    return replace(pane, opening=relief.grid.to_mm(found))


def _seen_share(relief: Relief, start: Points, end: Points) -> float:
    steps = _steps_along(relief.values, start, end, ALONG)
    return float((steps > VISIBLE).mean())


def _inner(pane: Pane, relief: Relief, square: Square, inner: Points) -> Square:
    """The square of the inner border near one that may be mixed from both, around the cells ``inner`` (n, 2)."""
    turn = turn_of(relief.values.shape, square.angle)
    foot = np.append(relief.grid.to_cells(pane.eye[None, :2]), 1.0) @ turn.T
    starts = np.array(square.sides) - REACH
    least = around_of(square.angle, relief.values.shape, inner)
    profiles = [_outside(_profile(relief, square, side), starts[side], least[side], side) for side in range(4)]
    eye = (float(foot[0]), float(foot[1])), abs(float(pane.eye[2])) * SCALE
    rims = [inner_border(profiles, starts, *eye, UNEVEN_MM)]
    if _cluttered(profiles, starts, rims[0].sides):
        rims.append(inner_border([_standing(p) for p in profiles], starts, *eye, UNEVEN_MM))
    shown = [square._replace(sides=rim.sides) for rim in rims if rim.score > 0]
    return max(shown, key=lambda s: _plainness(relief.values, s), default=square)


def _outside(profile: Points, start: float, least: float, side: int) -> Points:
    """A side's profile, from ``start`` on, without the places where it would cut off what lies within ``least``: a
    board that fills a small opening has borders of its own.
    """
    places = start + STEP * np.arange(len(profile))
    beyond = places < least if side % 2 == 0 else places > least
    return np.where(beyond, profile, np.nan)


def _cluttered(profiles: list[Points], starts: Points, sides: tuple[float, ...]) -> bool:
    """Whether a side was found where no more shows than all around, and that is little."""
    for profile, start, side in zip(profiles, starts, sides, strict=True):
        at = round((side - start) / STEP)
        near = slice(max(0, at - 2), at + 3)
        shown, stands = (np.nan_to_num(p[near]).max(initial=0.0) for p in (profile, _standing(profile)))
        if shown < CLUTTER and stands < STANDS:
            return True
    return False


def _standing(profile: Points) -> Points:
    """How much a profile stands out from what shows all around: stripes of the ceiling show a little everywhere."""
    half = round(AROUND / STEP)
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(profile, half, mode="edge"), 2 * half + 1)
    usual = np.nanmedian(np.where(np.isfinite(windows).any(axis=1, keepdims=True), windows, 0.0), axis=1)
    return np.asarray(np.maximum(profile - usual, 0.0))


def _profile(relief: Relief, square: Square, side: int) -> Points:
    """How much of a side shows when it is moved by -REACH..REACH cells; nan outside the picture."""
    shown = []
    for shift in np.arange(-REACH, REACH + 0.01, STEP):
        sides = [s + shift * (i == side) for i, s in enumerate(square.sides)]
        corners = corners_of(relief.values.shape, square.angle, tuple(sides))
        start, end = corners[ENDS[side][0]], corners[ENDS[side][1]]
        places = start + np.linspace(0.06, 0.94, PLACES)[:, None] * (end - start)
        steps = _steps_near(relief.values, places, np.arange(-1.0, 1.1, 0.5), _outwards(start, end)).max(axis=1)
        within = steps[_values(relief.seen, places[:, None])[:, 0] > 0.99]
        shown.append(float(np.minimum(within, STRONG).mean()) if len(within) >= LEAST_PLACES else np.nan)
    return np.array(shown)


def _plainness(relief: NDArray[np.float32], square: Square) -> float:
    """How much of its four sides shows, and whether they end at its corners: a beam of the ceiling goes on, and where
    it is taken for a side, the sides that it crosses do.
    """
    corners = corners_of(relief.shape, square.angle, square.sides)
    total = 0.0
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        size = float(np.linalg.norm(b - a))
        steps = _steps_along(relief, a, b, np.concatenate([ALONG, NEAR / size, 1 - NEAR / size]))
        beyond = _steps_along(relief, a, b, np.concatenate([-NEAR / size, 1 + NEAR / size]))
        shown, near = steps[: len(ALONG)].mean(), steps[len(ALONG) :]
        total += float(shown + CORNERS * (near.mean() - beyond.mean()))
    return total


def _steps_along(relief: NDArray[np.float32], start: Points, end: Points, shares: NDArray[np.float64]) -> Points:
    """The strongest sharp step (at most STRONG) within a cell or so of places along a line."""
    outwards = _outwards(start, end)
    places = start + shares[:, None] * (end - start)
    steps = _steps_near(relief, places, np.arange(-1.5, 1.6, 0.5), outwards)
    return np.asarray(np.minimum(steps.max(axis=1), STRONG), dtype=np.float64)


def _outwards(start: Points, end: Points) -> Points:
    """Across a side, away from the middle of the square; length 1."""
    along = (end - start) / np.linalg.norm(end - start)
    return np.array([along[1], -along[0]])


def steps_across(
    relief: Relief, start: Points, end: Points, shares: Points, reach: Points
) -> tuple[Points, Points, NDArray[np.float64]]:
    """Places (n, 2) along a side, the unit vector outwards, and the step at each place moved outwards by each of
    ``reach`` cells (n, len(reach)).
    """
    places, outwards = start + shares[:, None] * (end - start), _outwards(start, end)
    return places, outwards, _steps_near(relief.values, places, reach, outwards).astype(np.float64)


def _steps_near(relief: NDArray[np.float32], places: Points, reach: Points, outwards: Points) -> NDArray[np.float32]:
    """The step of brightness (of the channel in which it is largest) across each place (n, 2) moved outwards by each of
    ``reach``: (n, len(reach)).
    """
    cells = places[:, None] + reach[None, :, None] * outwards
    return np.asarray(np.abs(_values(relief, cells + outwards) - _values(relief, cells - outwards)).max(axis=-1))


def _steepest(relief: NDArray[np.float32], start: Points, end: Points) -> tuple[Points, Points]:
    """A line (two points) from near ``start`` to near ``end``."""
    outwards = _outwards(start, end)
    reach = np.arange(-SEARCH, SEARCH + 0.01, 0.25)
    share = np.linspace(0.08, 0.92, 60)
    steps = np.minimum(_steps_near(relief, start + share[:, None] * (end - start), reach, outwards), STRONG)
    ends = [(a, b) for a in reach for b in reach if abs(a - b) <= SEARCH]
    index = [np.rint((a + (b - a) * share - reach[0]) / 0.25).astype(int) for a, b in ends]
    shown = [steps[np.arange(len(share)), i].mean() - ASKEW * abs(b - a) for i, (a, b) in zip(index, ends, strict=True)]
    a, b = ends[int(np.argmax(shown))]
    return start + a * outwards, end + b * outwards


def _values(relief: NDArray[np.float32], cells: Points) -> NDArray[np.float32]:
    columns, rows = (np.ascontiguousarray(cells[..., i], dtype=np.float32) for i in (0, 1))
    return np.asarray(
        cv2.remap(relief, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), dtype=np.float32
    )


def crossing(one: tuple[Points, Points], two: tuple[Points, Points]) -> Points:
    """Where two lines meet."""
    (a, b), (c, d) = one, two
    shift = np.linalg.solve(np.column_stack([b - a, c - d]), c - a)
    return np.asarray(a + shift[0] * (b - a), dtype=np.float64)

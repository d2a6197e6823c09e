"""What is visible of the pane: the square hole in the table, found by its four straight edges."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.errors import PaneError
from vision.geometry.pane import Pane, Points
from vision.setup.above import ENDS, Relief, crossing, outwards_of, plainly, steps_near, values_at
from vision.setup.alignment import ALONG, Eye, aligned, eye_of, side_at
from vision.setup.ledge import REACH, STEP, Rim, inner_border, lower
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
)

SEARCH = 1.5
"""Cells by which a side may be off the aligned square's; the wood's other border is 3 and more away."""
MOST = 60
"""The squares that are looked at closely."""
TURNED, COARSE_STEP, FINE, FINE_STEP = 20.0, 1.0, 1.2, 0.2
"""Degrees by which the opening may be turned against the board's, first and then about the best of these, in steps."""
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
FLANKS = 3.0
"""A border is so much steeper than its flanks, 5 times and more where they pass for two borders; between the borders of
a thin wall it is 1.4 times as steep as they are at most."""
WALL = 0.5
"""The middle of the wall, in shares of the distance between a side and its lower edge; and as far within the side."""
UNEVEN, UNEVEN_WALL = 0.1, 0.7
"""A ceiling that is more uneven along a side than the first (logarithm) has stripes; true walls of 17 tables were less
uneven than 0.15 anywhere, and half as uneven as such a ceiling; a stripe taken for a border had the ceiling's 0.2."""
SIDES = ("left", "right", "upper", "lower")


class Opening(NamedTuple):
    """A pane with its opening, and how thick (mm) the wood is whose lower edge shows as well; 0 where none does."""

    pane: Pane
    wood: float


def find_opening(pane: Pane, relief: Relief, on_pane: Points) -> Opening:
    """The pane with its opening.  Raises PaneError when its edges do not show.

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


def _by_three_sides(pane: Pane, relief: Relief, inner: Points) -> Opening | None:
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
    return found if _uneven(found.pane.opening) < UNEVEN_MM else None


def _placed(pane: Pane, relief: Relief, square: Square, inner: Points) -> Opening:
    """The opening that such a square stands for."""
    rim = _inner(pane, relief, square, inner)
    angle, sides = aligned(pane, relief, square.angle, rim)
    return Opening(refined(pane, relief, corners_of(relief.values.shape, angle, sides)), rim.wood / SCALE)


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


def _inner(pane: Pane, relief: Relief, square: Square, inner: Points) -> Rim:
    """The inner border near a square that may be mixed from both, around the cells ``inner`` (n, 2)."""
    eye = eye_of(pane, relief, square.angle)
    starts = np.array(square.sides) - REACH
    least = around_of(square.angle, relief.values.shape, inner)
    profiles = [_outside(_profile(relief, square, side), starts[side], least[side], side) for side in range(4)]
    first = _single(relief, square, inner_border(profiles, starts, *eye, UNEVEN_MM), eye)
    rims = [first]
    doubtful = _cluttered(profiles, starts, first.sides) if first.wood == 0 else _unseen(relief, square, first)
    if doubtful or _striped(relief, square, first, eye):
        rims.append(inner_border([_standing(p) for p in profiles], starts, *eye, UNEVEN_MM))
    shown = [rim for rim in rims if rim.score > 0]
    plain = Rim(square.sides, 0.0, 0.0)
    return max(shown, key=lambda r: _plainness(relief.values, square._replace(sides=r.sides)), default=plain)


def _single(relief: Relief, square: Square, rim: Rim, eye: Eye) -> Rim:
    """The same rim, but for one whose side and lower edge are both flanks of one strong, blurred border: that is much
    steeper half-way between them, where a wall is plain.
    """
    lowers = [lower(place, eye.foot[side // 2], rim.wood, eye.depth) for side, place in enumerate(rim.sides)]
    middles = [(a + b) / 2 for a, b in zip(rim.sides, lowers, strict=True)]
    steep = np.array(
        [
            [_steepness(relief, square, rim, side, places[side]) for places in (rim.sides, lowers, middles)]
            for side in range(4)
        ]
    )
    doubled = rim.wood > 0 and (steep[:, 2] > FLANKS * steep[:, :2].max(axis=1)).sum() > 2
    return Rim((middles[0], middles[1], middles[2], middles[3]), 0.0, rim.score) if doubled else rim


def _steepness(relief: Relief, square: Square, rim: Rim, side: int, place: float) -> float:
    """The mean step along a side, were it at a place; however strong."""
    start, end = side_at(relief.values.shape, square.angle, rim.sides, side, place)
    places = start + ALONG[:, None] * (end - start)
    return float(steps_near(relief.values, places, np.zeros(1), outwards_of(start, end)).mean())


def _unseen(relief: Relief, square: Square, rim: Rim) -> bool:
    """Whether of two sides or more only what must be their lower edge shows: that may be the border itself."""
    steps = [_steepness(relief, square, rim, side, place) for side, place in enumerate(rim.sides)]
    return sum(step < VISIBLE / 2 for step in steps) >= 2


def _striped(relief: Relief, square: Square, rim: Rim, eye: Eye) -> bool:
    """Whether what must be the wood's wall, between a side and its lower edge, is as uneven along one side as the
    ceiling beside it: then that border is one of the ceiling's stripes.
    """
    if rim.wood == 0:
        return False
    for side, place in enumerate(rim.sides):
        gap = lower(place, eye.foot[side // 2], rim.wood, eye.depth) - place
        ceiling, wall = (_uneven_along(relief, square, rim, side, place + share * gap) for share in (-WALL, WALL))
        if ceiling > UNEVEN and wall > ceiling * UNEVEN_WALL:
            return True
    return False


def _uneven_along(relief: Relief, square: Square, rim: Rim, side: int, place: float) -> float:
    """By how much (logarithm, standard deviation) it is brighter here than there along a line beside a side."""
    start, end = side_at(relief.values.shape, square.angle, rim.sides, side, place)
    values = values_at(relief.values, start + ALONG[:, None] * (end - start)[None])
    return float(values.mean(axis=-1).std())


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
        start, end = side_at(relief.values.shape, square.angle, square.sides, side, square.sides[side] + shift)
        places = start + np.linspace(0.06, 0.94, PLACES)[:, None] * (end - start)
        steps = steps_near(relief.values, places, np.arange(-1.0, 1.1, 0.5), outwards_of(start, end)).max(axis=1)
        within = steps[values_at(relief.seen, places[:, None])[:, 0] > 0.99]
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
    outwards = outwards_of(start, end)
    places = start + shares[:, None] * (end - start)
    steps = steps_near(relief, places, np.arange(-1.5, 1.6, 0.5), outwards)
    return np.asarray(np.minimum(steps.max(axis=1), STRONG), dtype=np.float64)


def _steepest(relief: NDArray[np.float32], start: Points, end: Points) -> tuple[Points, Points]:
    """A line (two points) from near ``start`` to near ``end``."""
    outwards = outwards_of(start, end)
    reach = np.arange(-SEARCH, SEARCH + 0.01, 0.25)
    share = np.linspace(0.08, 0.92, 60)
    steps = plainly(steps_near(relief, start + share[:, None] * (end - start), reach, outwards))
    ends = [(a, b) for a in reach for b in reach if abs(a - b) <= SEARCH]
    index = [np.rint((a + (b - a) * share - reach[0]) / 0.25).astype(int) for a, b in ends]
    shown = [steps[np.arange(len(share)), i].mean() - ASKEW * abs(b - a) for i, (a, b) in zip(index, ends, strict=True)]
    a, b = ends[int(np.argmax(shown))]
    return start + a * outwards, end + b * outwards

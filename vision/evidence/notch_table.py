"""Where a wand's notches are, learnt from its three faces.

The three edges of a wand carry 0, 1 and 2 notches, and each edge shows on two faces.  So three pictures of one wand
tell twice where every notch is; only together they are believed.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.bites import APART_MM, SLIDE_MM, STEP_MM, Bites
from vision.evidence.edges import CALM, CLEAR, Edges, middle

Array = NDArray[np.float64]

LEAST_SPACING_MM = 10.0
"""The two notches of an edge are 12 to 25 mm apart on known wands; nearer ones would run together under a thumb."""
DARKEST = 4.0
"""Wood is taken for at least so bright (grey levels) when a cut is compared with it."""

BOTH = 0.5
"""Weight of the view that shows a notch less, beside the mean of both: of 336 wands of 112 harsh tables 8 were taught
another place by the mean alone (a star's tip, a lamp at one view's edge), 5 with this or 0.7, 6 by the lower one alone.
Whether values are named right is told by the mean: a notch may hardly show in one of its views.
"""


@dataclass(frozen=True)
class NotchTable:
    """Where one wand's notches are, for each face in the direction it was taught; ``cut`` (3,) is the colour of
    their walls as a share of the face's, ``through`` the share of their outer strip that the background fills.
    """

    bites: tuple[Bites, ...]
    cut: Array
    through: float


def learn_notches(tops: list[int], faces: list[Edges]) -> NotchTable:
    """Find the notches that all three faces agree on.

    ``faces`` are the edges of the faces with the values ``tops``.  Seen in one direction along the wand, the face
    opposite edge a shows edges b and c in a fixed cyclic order; which way round each face was taught is tried out.
    """
    chosen = _best(tops, faces, BOTH)[1]
    views = [
        (look, face, edge, u)
        for bites, face in zip(chosen, faces, strict=True)
        for edge in (0, 1)
        for u in bites.edge(edge)
        if (look := face.look_at(edge, u)) is not None
    ]
    if not views:
        return NotchTable(chosen, np.ones(3), 0.0)
    cuts = [1 + look[3:] / np.maximum(face.wood[edge], DARKEST) for look, face, edge, _ in views]
    through = [
        _through(look[:3], face.beside[edge, int(np.argmin(np.abs(face.u - u)))]) for look, face, edge, u in views
    ]
    return NotchTable(chosen, np.maximum(np.median(cuts, axis=0), 0.0), float(np.median(through)))


def agreement(tops: list[int], faces: list[Edges]) -> float:
    """How clearly three faces with these values show the notches of one table, less what shows beside them."""
    return _best(tops, faces, 0.0)[0]


def _best(tops: list[int], faces: list[Edges], both: float) -> tuple[float, tuple[Bites, ...]]:
    """The same and that table, seen in those directions along the wand in which they agree best; the view that shows a
    notch less counts ``both`` beside the mean.
    """
    best: tuple[float, tuple[Bites, ...]] = (-np.inf, (Bites((), ()),) * 3)
    for flips in product((False, True), repeat=3):
        aligned = [f.turned() if flip else f for f, flip in zip(faces, flips, strict=True)]
        best = max(best, _agreed(tops, aligned, flips, both), key=lambda b: b[0])
    return best


def _through(look: Array, beside: Array) -> float:
    """Share of the background in what the outer strip of a notch shows."""
    return float(np.clip((look @ beside) / (beside @ beside + 1.0), 0.0, 1.0))


def _agreed(
    tops: list[int], faces: list[Edges], flips: tuple[bool, ...], both: float
) -> tuple[float, tuple[Bites, ...]]:
    """How well the faces agree when seen like this, and the notches of each in its own direction."""
    views: dict[int, list[tuple[int, int]]] = {0: [], 1: [], 2: []}
    for number, top in enumerate(tops):
        views[(top + 1) % 3].append((number, 0))
        views[(top + 2) % 3].append((number, 1))
    rows = {count: [_clipped(faces[n].deviation[edge]) for n, edge in seen] for count, seen in views.items()}
    u = faces[0].u
    one, worth_one = _places(u, rows[1], 1, both)
    two, worth_two = _places(u, rows[2], 2, both)
    none = -np.mean([_tallest(u, row, ()) for row in rows[0]])
    total = worth_one + worth_two + float(none)
    placed = _aligned(u, rows, views, {0: (), 1: one, 2: two})
    bites = [b.turned() if flip else b for b, flip in zip(placed, flips, strict=True)]
    return total, tuple(bites)


def _aligned(
    u: Array,
    rows: dict[int, list[Array]],
    views: dict[int, list[tuple[int, int]]],
    notches: dict[int, tuple[float, ...]],
) -> list[Bites]:
    """The notches as each face shows them: one common table, and for each face how far its middle was off."""
    slides = np.arange(-2 * SLIDE_MM, 2 * SLIDE_MM + 0.01, 0.25)
    offs = [0.0, 0.0, 0.0]
    seen = [(count, rows[count][i], *view) for count in (1, 2) for i, view in enumerate(views[count])]
    table = dict(notches)
    for _ in range(4):
        for number in range(3):
            own = [(c, np.nan_to_num(row, nan=0.3)) for c, row, n, _ in seen if n == number]
            worth = sum(np.interp(p + slides, u, row) for c, row in own for p in table[c]) - 0.03 * np.abs(slides)
            offs[number] = float(slides[int(np.argmax(worth))])
        middle = float(np.mean(offs))
        offs = [o - middle for o in offs]
        table = {
            c: tuple(_gravity(u, [(row, offs[n]) for k, row, n, _ in seen if k == c], p + middle) for p in table[c])
            for c in table
        }
    places = {(n, edge): tuple(p + offs[n] for p in table[c]) for c, _, n, edge in seen}
    return [Bites(places.get((n, 0), ()), places.get((n, 1), ())) for n in range(3)]


def _gravity(u: Array, views: list[tuple[Array, float]], place: float) -> float:
    """Centre of gravity of a notch over its views, each moved by its face's offset."""
    grid = place + np.arange(-2.0, 2.01, 0.25)
    height = np.sum([np.interp(grid + off, u, np.nan_to_num(row)) for row, off in views], axis=0)
    return place if height.sum() < 0.5 else float((grid * height).sum() / height.sum())


def _clipped(row: Array) -> Array:
    return np.clip((row - CALM) / (CLEAR - CALM), 0, 1.5)


def _places(u: Array, rows: list[Array], count: int, both: float) -> tuple[tuple[float, ...], float]:
    """The places that both views of an edge show best, and their worth less that of stray deviations."""
    shared = _spread(rows, both)
    allowed = middle(u)
    chosen: list[float] = []
    for _ in range(count):
        free = allowed & np.all([np.abs(u - c) > LEAST_SPACING_MM for c in chosen], axis=0)
        level = np.where(free, shared, -1.0)
        top = int(np.argmax(level))
        near = (np.abs(u - u[top]) <= 1.5) & free
        weight = np.maximum(shared[near], 1e-3)
        chosen.append(float((u[near] * weight).sum() / weight.sum()))
    worth = sum(float(np.interp(c, u, shared)) for c in chosen) / count
    stray = np.mean([_tallest(u, row, tuple(chosen)) for row in rows])
    return tuple(sorted(chosen)), 2 * worth - float(stray)


def _spread(rows: list[Array], both: float) -> Array:
    """How much each place looks like a notch in both views of an edge, each widened by 1 mm (their middles differ a
    little): their mean and, for the share ``both``, the lower one where none is hidden; a hidden view counts 0.4.
    """
    wide = 2 * round(1.0 / STEP_MM) + 1
    views = []
    for row in rows:
        known = np.nan_to_num(row, nan=0.4)
        views.append(cv2.dilate(known[None].astype(np.float32), np.ones((1, wide), np.uint8))[0])
    mean = np.mean(views, axis=0)
    lower = np.where(np.isfinite(rows).all(axis=0), np.min(views, axis=0), mean)
    return np.asarray((1 - both) * mean + both * lower + 0.2 * np.nan_to_num(np.mean(rows, axis=0)), dtype=np.float64)


def _tallest(u: Array, row: Array, own: tuple[float, ...]) -> float:
    free = middle(u) & np.isfinite(row)
    for place in own:
        free &= np.abs(u - place) > APART_MM
    return float(row[free].max()) if free.any() else 0.0

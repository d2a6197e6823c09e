"""Where a wand's notches are, learnt from its three faces.

The three edges of a wand carry 0, 1 and 2 notches, and each edge shows on two faces.  So three pictures of one wand
tell twice where every notch is; only together they are believed.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.bites import SLIDE_MM, STEP_MM, Bites
from vision.evidence.edges import Edges

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

LEAST_SPACING_MM = 10.0
"""The two notches of an edge are 12 to 25 mm apart on known wands; nearer ones would run together under a thumb."""
PLAY_MM = 1.0
"""The middles of two views of an edge are off by so much at most."""
MOST = 6.0
"""No single place of one view counts more (logarithm of odds)."""
AWAY = 0.1
"""Odds are smaller by so much for each mm that a face's middle is off along the wand."""
OFFS = np.arange(-2 * SLIDE_MM, 2 * SLIDE_MM + 0.01, 0.25)
MIDDLE = 0.01
"""Among places that are as likely the one right between both views counts by so much more."""
ROUNDS = 4

Views = dict[int, list[tuple[int, int]]]
"""Number of notches -> the face and the side of it (0 left, 1 right) on which that edge shows."""


class Agreed(NamedTuple):
    """How much three faces speak for one table of notches (logarithm of odds), and those of each face in the direction
    in which it was taught.
    """

    odds: float
    bites: tuple[Bites, ...]


def learn_notches(tops: list[int] | tuple[int, ...], faces: list[Edges]) -> Agreed:
    """Find the notches that three faces with the values ``tops`` agree on.

    Seen in one direction along the wand, the face opposite edge a shows edges b and c in a fixed cyclic order; which
    way round each face was taught is tried out.
    """
    return max((_agreed(tops, faces, flips) for flips in product((False, True), repeat=3)), key=lambda a: a.odds)


def _agreed(tops: list[int] | tuple[int, ...], faces: list[Edges], flips: tuple[bool, ...]) -> Agreed:
    """The same with each face in one direction."""
    aligned = [f.turned() if flip else f for f, flip in zip(faces, flips, strict=True)]
    rows = [np.clip(np.nan_to_num(f.odds), -MOST, MOST) for f in aligned]
    # The edge with so many notches shows on the left of one face and on the right of another.
    views: Views = {0: [], 1: [], 2: []}
    for number, top in enumerate(tops):
        for side in (0, 1):
            views[(top + side + 1) % 3].append((number, side))
    u, where = faces[0].u, faces[0].where
    edges = {count: _places(u, [rows[n][side] for n, side in seen], count, where) for count, seen in views.items()}
    placed = _aligned(u, rows, views, {count: places for count, (places, _) in edges.items()})
    bites = tuple(b.turned() if flip else b for b, flip in zip(placed, flips, strict=True))
    return Agreed(sum(odds for _, odds in edges.values()), bites)


def _places(u: Array, rows: list[Array], count: int, where: Mask) -> tuple[tuple[float, ...], float]:
    """The places at which both views of an edge show so many notches best, and the odds of these less those of one
    more.
    """
    shared = np.sum([_widened(row) for row in rows], axis=0)
    level = np.where(where, shared + MIDDLE * np.sum(rows, axis=0), -np.inf)
    tops: list[int] = []
    for _ in range(count + 1):
        tops.append(int(np.argmax(level)))
        level[np.abs(u - u[tops[-1]]) <= LEAST_SPACING_MM] = -np.inf
    odds = float(shared[tops[:count]].sum()) - max(float(shared[tops[count]]), 0.0)
    return tuple(sorted(float(u[top]) for top in tops[:count])), odds


def _aligned(u: Array, rows: list[Array], views: Views, notches: dict[int, tuple[float, ...]]) -> list[Bites]:
    """The notches as each face shows them: one common table, and for each face how far its middle was off."""
    seen = [(count, number, side) for count in (1, 2) for number, side in views[count]]
    table, offs = dict(notches), np.zeros(3)
    for _ in range(ROUNDS):
        offs = np.array([_off(u, [(rows[n][side], table[c]) for c, n, side in seen if n == face]) for face in range(3)])
        offs -= offs.mean()
        shown = {c: [(rows[n][side], offs[n]) for k, n, side in seen if k == c] for c in table}
        table = {c: tuple(_gravity(u, shown[c], place) for place in table[c]) for c in table}
    places = {(n, side): tuple(place + offs[n] for place in table[c]) for c, n, side in seen}
    return [Bites(places.get((n, 0), ()), places.get((n, 1), ())) for n in range(3)]


def _off(u: Array, views: list[tuple[Array, tuple[float, ...]]]) -> float:
    """How far along the wand these views (odds and places of notches) show them, beside the table."""
    worth = sum(np.interp(place + OFFS, u, row) for row, places in views for place in places) - AWAY * np.abs(OFFS)
    return float(OFFS[int(np.argmax(worth))])


def _gravity(u: Array, views: list[tuple[Array, float]], place: float) -> float:
    """Centre of gravity of a notch over its views, each moved by its face's offset."""
    grid = place + np.arange(-2.0, 2.01, 0.25)
    height = np.sum([1 / (1 + np.exp(-np.interp(grid + off, u, row))) for row, off in views], axis=0)
    return place if height.sum() < 0.5 else float((grid * height).sum() / height.sum())


def _widened(row: Array) -> Array:
    """The best of each place's surroundings: middles differ a little."""
    wide = 2 * round(PLAY_MM / STEP_MM) + 1
    return np.asarray(cv2.dilate(row[None].astype(np.float32), np.ones((1, wide), np.uint8))[0], dtype=np.float64)

"""What surrounds an end of a wand?  A hand lies on both its sides, and is neither the empty pane nor a shadow."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.geometry.pane import Pane
from vision.geometry.pose import Pose
from vision.locate.outline import Outline
from vision.scene.view import View

Array = NDArray[np.float64]

REACH_MM, BEYOND_MM = 25.0, 4.0
"""Looked at from so far inwards of an end to so far beyond it."""
AWAY_MM = (2.5, 4.0, 6.0, 9.0)
"""Distances from the long sides."""
AHEAD_MM = (2.5, 5.0, 8.0, 12.0)
"""Distances from the end."""
DIFFERENT, TINTED, LITTLE = 25.0, 0.12, 8.0
"""Grey levels, and hue (logarithm, so many levels added), by which a thing is no empty pane and no shadow on it."""
FEWEST = 10
"""Places of a side or ahead, of 48, that must be on the pane and off other wands."""
NEAR_MM, FAR_MM, OFF_MM, CELL_MM = 16.0, (24.0, 40.0), 2.0, 2.0
"""A hand that holds an end is around it within the first, one that hovers farther out as well; places so far apart, and
so far off the wand.
"""
RIM_MM = 1.0
BESIDE_MM = 2.0


@dataclass(frozen=True)
class Beside:
    """What surrounds an end: shares of the places on its left and right that differ from the empty pane, and that
    differ in hue (2,); the brightest channel of what differs (grey levels); and both shares of what is ahead of it.
    """

    different: Array
    tinted: Array
    brightness: float
    ahead: tuple[float, float] = (0.0, 0.0)


def beside(view: View, pane: Pane, outline: Outline, others: list[Outline]) -> tuple[Beside, Beside]:
    """Look around both ends of a wand, off the ``others``."""
    lattice = _lattice(outline.length, outline.side)
    places = outline.centred.places(lattice.reshape(-1, 2))
    strange = _strange(view, places).reshape(len(lattice), -1, 3)
    free = _free(pane, outline, others, places).reshape(len(lattice), -1)
    parts = [_shares(part, own) for part, own in zip(strange, free, strict=True)]
    return _of(parts[:3]), _of(parts[3:])


def spread(view: View, outline: Outline) -> Array:
    """How far what surrounds both ends goes: which shares of the places near and far differ from the empty pane, how
    much brighter than it they are (logarithm), near and far, and how unlike each other in that the near ones are:
    (2, 5).
    """
    near, far = _rings(outline.length, outline.side)
    places = outline.centred.places(np.concatenate([near, far, -near, -far]))
    now, bare = view.at(places)
    levels = np.abs(now - bare).max(axis=1) > DIFFERENT
    light = np.log((now + LITTLE) / (bare + LITTLE)).mean(axis=1)
    ends = zip(levels.reshape(2, -1)[::-1], light.reshape(2, -1)[::-1], strict=True)
    told = [(d[: len(near)], d[len(near) :], x[: len(near)], x[len(near) :]) for d, x in ends]
    return np.array([(d.mean(), e.mean(), x.mean(), y.mean(), x.std()) for d, e, x, y in told])


@lru_cache(maxsize=16)
def _rings(length: float, side: float) -> tuple[Array, Array]:
    """Places (u, v) off a wand near its right end, and far from it: (n, 2) each."""
    reach = np.arange(-FAR_MM[1], FAR_MM[1] + CELL_MM / 2, CELL_MM)
    every = np.stack(np.meshgrid(reach, reach), axis=-1).reshape(-1, 2)
    off = every[(every[:, 0] > OFF_MM) | (np.abs(every[:, 1]) > side / 2 + OFF_MM)]
    away = np.hypot(*off.T)
    at_end = off + np.array([length / 2, 0.0])
    return at_end[away < NEAR_MM], at_end[(away >= FAR_MM[0]) & (away <= FAR_MM[1])]


def _of(parts: list[tuple[float, float, float]]) -> Beside:
    """What is on the left, on the right and ahead of an end."""
    different, tinted, bright = np.array(parts[:2]).T
    return Beside(different, tinted, float(bright.max()), parts[2][:2])


def _free(pane: Pane, outline: Outline, others: list[Outline], places: Array) -> NDArray[np.bool_]:
    """Which places (n, 2) are on the pane and no other wand's."""
    keep = pane.beyond(places) < -RIM_MM
    for other in others:
        keep &= ~covers(other.centred, other.length + 2 * BESIDE_MM, other.side + 2 * BESIDE_MM, places)
    return keep


def covers(pose: Pose, length: float, side: float, places: Array) -> NDArray[np.bool_]:
    """Which places (..., 2) lie in a footprint."""
    away = np.abs((places - pose.middle) @ np.stack([pose.along, pose.right], axis=1))
    return np.asarray((away <= np.array([length, side]) / 2).all(axis=-1))


@lru_cache(maxsize=16)
def _lattice(length: float, side: float) -> Array:
    """Places (u, v) on the left and on the right of either end and ahead of it: (6, 48, 2)."""
    us = np.linspace(length / 2 - REACH_MM, length / 2 + BEYOND_MM, 12)
    right = np.array([(u, side / 2 + v) for u in us for v in AWAY_MM])
    ahead = np.array([(length / 2 + u, v * side) for u in AHEAD_MM for v in np.linspace(-0.5, 0.5, 12)])
    end = np.stack([right * [1, -1], right, ahead])
    return np.concatenate([end * [-1, 1], end])


def _strange(view: View, places: Array) -> Array:
    """By how many grey levels places differ from the empty pane, how much in hue, and how bright they are: (n, 3)."""
    now, bare = view.around(places)
    ratio = np.log((now + LITTLE) / (bare + LITTLE))
    hue = np.abs(ratio - ratio.mean(axis=1, keepdims=True)).max(axis=1)
    return np.column_stack([np.abs(now - bare).max(axis=1), hue, now.max(axis=1)])


def _shares(strange: Array, free: NDArray[np.bool_]) -> tuple[float, float, float]:
    """Share of the free places that differ from the empty pane, share that differ in hue, and how bright the former are
    usually.
    """
    if free.sum() < FEWEST:
        return 0.0, 0.0, 0.0
    levels, hue, bright = strange[free].T
    different = levels > DIFFERENT
    usual = float(np.median(bright[different])) if different.any() else 0.0
    return float(different.mean()), float((hue > TINTED).mean()), usual

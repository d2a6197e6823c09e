"""Light: how bright the room is now, and the empty pane as it would look in the light of another picture."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.numeric.colour import brightest
from vision.numeric.medians import median
from vision.numeric.robust import fitted
from vision.picture import Picture
from vision.scene.glare import WASHED_OUT

COARSE = 9
LITTLE = 4.0
"""Grey levels added before light is compared as a ratio."""

DIM = 0.7
"""In less light than this share of the taught one a picture is brightened first: grey levels that were counted in the
light of the teaching then mean the same."""
EVEN, LEVELS = 5, 8
"""Cells over which noise is evened out before light is compared (a wand is twice as wide), and equal shares of the
pane, darkest to brightest, whose tone is compared."""
DARKER, DARKEST = 0.85, 0.005
"""What is darker than this share of the bare pane in this light is a thing; this share of the pane is as dark as the
darkest wood, if so much is a thing at all (one wand is 2 of 100 of the pane)."""
CAST = 0.3
"""So much (logarithm, between two channels) light of another colour changes the pane before it is taken out of a dim
picture: a white wand and a window would both become white, and a strip of the window pass for the wand.  113 dim throws
of 42 harsh tables have 0.18 at most; blue brighter by 1.6 and red darker by as much make 0.43.
"""
WIDELY, HALF = 0.8, 0.5
"""Such a share of the pane must show at least half of the cast: a hand shades and colours (0.37) a part of it only.
"""
WINDOW = 5
"""Pixels over which the noise of a dim picture is evened out: of 20 dim throws of twelve tables 7 were right with 5 or
7, 5 with 3."""


def tint(flat: Picture, empty: Picture, inside: NDArray[np.bool_]) -> NDArray[np.float64] | None:
    """By how much (logarithm) each channel of the bare pane is brighter than it was, beside all; None where they hardly
    differ, or on a part of it only.
    """
    part = inside[::COARSE, ::COARSE]
    was, now = (_evened(p)[part].astype(np.float64) + LITTLE for p in (empty, flat))
    ratio = np.log(now / was)
    cast = np.asarray(np.median(ratio, axis=0) - np.median(ratio, axis=0).mean())
    if np.ptp(cast) < CAST:
        return None
    along = ratio @ cast / (cast @ cast)
    return cast if np.quantile(along, 1 - WIDELY) > HALF else None


def untinted(picture: Picture, cast: NDArray[np.float64]) -> Picture:
    """A picture without such a cast."""
    table = np.clip(np.rint(np.arange(256.0)[:, None, None] * np.exp(-cast)), 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, table), dtype=np.uint8)


def tone(flat: Picture, empty: Picture, inside: NDArray[np.bool_], black: float) -> NDArray[np.uint8]:
    """What each grey level of a dim picture would be in the light of the teaching (256 levels).

    Noise cannot go below black, and so lifts what is dark: the levels that the bare pane had and has now tell how they
    correspond, and for what is darker, that the darkest thing is as dark as the darkest wood (``black``),
    unless it is darker still (a wand in shadow).
    """
    part = inside[::COARSE, ::COARSE]
    was, seen = (_evened(p)[part].ravel() for p in (empty, flat))
    parts = np.array_split(np.argsort(was, kind="stable"), LEVELS)
    levels = np.array([(median(seen[part]), median(was[part])) for part in parts if len(part)])
    things = np.sort(seen[seen < DARKER * np.interp(was, levels[:, 1], levels[:, 0])])
    number = round(DARKEST * len(seen))
    if len(things) > number and things[number] < levels[0, 0]:
        now, (least, then) = things[number], levels[0]
        levels = np.vstack([(now, min(black, then * now / least)), levels])
    return _curve(levels)


def _evened(picture: Picture) -> Picture:
    """Every `COARSE` cell of a top-down picture with its surroundings."""
    return np.asarray(cv2.blur(picture, (EVEN, EVEN))[::COARSE, ::COARSE], dtype=np.uint8)


def _curve(levels: NDArray[np.float64]) -> NDArray[np.uint8]:
    """A table through levels (now, then), rising, from black on and straight on beyond the brightest."""
    now, then = np.maximum.accumulate(np.vstack([(0.0, 0.0), levels]), axis=0).T
    keep = np.append(True, np.diff(now) > 0.5)
    now, then = now[keep], then[keep]
    if len(now) < 2:
        return np.arange(256, dtype=np.uint8)
    grey = np.arange(256.0)
    table = np.where(grey > now[-1], then[-1] * grey / max(now[-1], 1.0), np.interp(grey, now, then))
    return np.asarray(np.clip(np.rint(table), 0, 255), dtype=np.uint8)


def brightened(picture: Picture, table: NDArray[np.uint8], window: int = WINDOW) -> Picture:
    """A picture in the light of the teaching; its noise, which grows as well, is evened out first."""
    return np.asarray(cv2.LUT(cv2.blur(picture, (window, window)), table), dtype=np.uint8)


class LitPane:
    """The empty pane (top-down), made ready to be compared with the light of other pictures of its size; ``inside`` is
    where it is.
    """

    def __init__(self, empty: Picture, inside: NDArray[np.bool_]) -> None:
        self.empty, self.part = empty, inside[::COARSE, ::COARSE]
        rows, columns = np.nonzero(self.part)
        down, right = rows / self.part.shape[0] - 0.5, columns / self.part.shape[1] - 0.5
        self.terms = np.stack([np.ones(len(rows)), down, right])
        then = _evened(empty)[self.part].astype(np.float64)
        self.levels, self.plain = then + LITTLE, np.asarray(then.max(axis=1) < 250)
        usual = _coarsely(empty)
        self.sample = np.asarray(inside[::3, ::3] & (usual < 245))
        self.least = 0.05 * np.count_nonzero(inside[::3, ::3])
        self.usual = usual + np.float32(2)
        self.white = np.asarray((empty >= WASHED_OUT) * np.uint8(255))

    def brightness(self, flat: Picture) -> float:
        """How bright the room is, compared with the empty picture."""
        now = _coarsely(flat)
        usable = self.sample & (now < 250)
        if np.count_nonzero(usable) < self.least:
            return 1.5
        ratios = (now[usable] + np.float32(2)) / self.usual[usable]
        return min(max(median(ratios), 0.05), 4.0)

    def relit(self, now: Picture) -> Picture:
        """The empty picture in the light of another: each channel brighter or darker by what fits most of it, more so
        on one side than on the other.  Of what was white nobody knows how bright it was: it may be as white now.
        """
        seen = _evened(now)[self.part]
        usable = self.plain & (seen.max(axis=1) < 252)
        if usable.sum() < 0.05 * len(usable):
            return self.empty
        ratio = np.log((seen[usable].astype(np.float64) + LITTLE) / self.levels[usable])
        # A plane; wands and heads are what stands out.
        planes = fitted(self.terms[:, usable], np.ascontiguousarray(ratio.T), 4, 1.5, 0.01).T
        corners = np.array([[1, a, b] for a in (-0.5, 0.5) for b in (-0.5, 0.5)]) @ planes
        gain = cv2.resize(np.exp(corners).reshape(2, 2, 3).astype(np.float32), (32, 32))
        full = cv2.resize(gain, self.empty.shape[1::-1])
        lit = cv2.multiply(self.empty, full, dtype=cv2.CV_8U)
        return np.asarray(cv2.max(lit, cv2.bitwise_and(now, self.white)), dtype=np.uint8)


def _coarsely(flat: Picture) -> NDArray[np.uint8]:
    """The brightest channel of every third cell."""
    return np.asarray(brightest(np.ascontiguousarray(flat[::3, ::3])), dtype=np.uint8)

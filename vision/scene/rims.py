"""The rim of a small disc at a wand: whole, on the wand and beside it, and of one colour within."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.patches import Patch

Size = tuple[float, float]

RADII_MM = tuple(np.arange(7.5, 13.6, 1.0).tolist())
"""Coins are 16 to 26 mm wide, the bases of pawns 15 to 28."""
FINER_MM = (-0.5, 0.0, 0.5)
WIDE_MM = 0.8
"""A rim is looked for over so much (standard deviation)."""
UNDER_MM = 2.1
"""Of what reaches less under a wand the rim there cannot be told from the wand's border."""
GRAZES_MM, HOLDS_MM = 0.8, 2.6
"""One whose rim shows beside the wand nearly whole is a disc also where it reaches so little under it: nothing else
that is round lies so near by chance.  Deeper its rim must show on the wand as well.  With 1.4 two of 147 wands that
discs held were passed over; with either none of 309 flat ones was taken for held."""
REACH_MM = 2 * RADII_MM[-1] - GRAZES_MM + 1.0
"""Looked at so far around a wand."""
SPOTS, SHOWN, MOST = 3, 0.45, 9
"""Of each size so many likely places are considered, where that share of a rim shows at least, and so many of all sizes
looked at."""
ANGLES = np.radians(np.arange(0, 360, 5))
ON_MM, BESIDE_MM = 1.2, 1.8
"""A rim that is nearer to a wand's border, within it or beside it, may be that border."""
ALIGNED, ROUND_ON, ROUND = 0.35, 0.7, 0.85
"""A place of a rim shows it where its border is by so much along the rim; a disc's rim is shown by such shares of its
places on the wand, where marks may cross it, and beside it.  With all that is asked here 748 of 789 discs that hold
wands of a hundred tables are found, and 2 at 9,266 wands which nothing holds, both under smears; from more than half of
these tables the figures were chosen."""
FEWEST_DEEP, FEWEST_BESIDE = 4, 15
"""So many places of a rim must be seen on the wand, deeper than `UNDER_MM`, and beside it."""
MOSTLY_DEEP, HARDLY_BESIDE, ROUNDER = 20, 6, 0.98
"""Of one that lies nearly all under a wand fewer places are seen beside it; with so many deep ones so few will do, if
that share of them shows it: no mark on a wand goes on beyond its border."""
WHOLE, MOSTLY, STANDS_OUT = 0.98, 40, 12.0
"""The rim of a disc that only grazes a wand is shown by that share of its places beside it, at least so many; and the
disc differs by so many grey levels from the empty pane."""
NEAR_MM, ROUNDS, SETTLED_MM = 2.0, 10, 0.05
"""The borders of a rim lie so near to where it seemed to be; each round brings a circle about half way to them."""
WITHIN_MM, ALIKE, CORE = 2.0, 0.25, 0.7
"""So far within its rim a disc's colour on the wand and beside it differs by no more than a share of how much it
differs from what is around it (of 149 discs 95 of 100 by 0.23 and less); from half way to its middle, where coins are
stamped, by some more (that counts so much less)."""
LAMP = 225.0
"""What is brighter in all channels is a lamp's image."""


class Surroundings:
    """A wand and what is around it, straightened, a cell a millimetre (rows, columns, 3), and the empty pane there;
    ``clear`` is 1 where the pane is seen and no lamp is mirrored in it.
    """

    def __init__(self, picture: Patch, bare: Patch, clear: Patch, size: Size) -> None:
        self.picture, self.bare, self.clear = picture, bare, clear
        self.depth = _depth(picture.shape[1], picture.shape[0], size)
        self.across, self.turned = (part * clear for part in _borders(picture))

    def spots(self) -> list[tuple[float, float, float]]:
        """Where rims may be (column, row, radius), the likeliest first."""
        found = [(shown, *spot) for radius in RADII_MM for shown, *spot in self._likely(radius)]
        return [(x, y, radius) for _, x, y, radius in sorted(found, reverse=True)[:MOST]]

    def _likely(self, radius: float) -> list[tuple[float, float, float, float]]:
        cosines, sines = _rim(radius)
        across = cv2.filter2D(self.across, -1, cosines, borderType=cv2.BORDER_CONSTANT)
        shown = cv2.add(across, cv2.filter2D(self.turned, -1, sines, borderType=cv2.BORDER_CONSTANT))
        shown[(self.depth < GRAZES_MM - radius) | (self.depth > radius - UNDER_MM)] = 0.0
        found = []
        for _ in range(SPOTS):
            _, most, _, (x, y) = cv2.minMaxLoc(shown)
            if most < SHOWN:
                break
            found.append((most, float(x), float(y), radius))
            cv2.circle(shown, (x, y), 3, (0.0,), -1)
        return found

    def is_disc(self, x: float, y: float, radius: float) -> bool:
        """Whether the rim of a disc is there, whole and of one colour within."""
        return any(self._holds(x, y, radius + finer) for finer in FINER_MM) or self._grazes(x, y, radius)

    def _holds(self, x: float, y: float, radius: float) -> bool:
        depth, along, clear = self._along(x, y, radius)
        on, beside = (depth > ON_MM) & clear, (depth < -BESIDE_MM) & clear
        deep, out = int((on & (depth > UNDER_MM)).sum()), int(beside.sum())
        usual, under = deep >= FEWEST_DEEP and out >= FEWEST_BESIDE, deep >= MOSTLY_DEEP and out >= HARDLY_BESIDE
        rim, least = along > ALIGNED, ROUND if usual else ROUNDER
        is_round = (usual or under) and rim[on].mean() >= ROUND_ON and rim[beside].mean() >= least
        return bool(is_round) and self._is_one(x, y, radius)

    def _grazes(self, x: float, y: float, radius: float) -> bool:
        if not -NEAR_MM <= self._along(x, y, radius)[0].max() - GRAZES_MM <= 2 * NEAR_MM:
            return False
        x, y, radius = self._fitted(x, y, radius)
        depth, along, clear = self._along(x, y, radius)
        beside = (depth < -BESIDE_MM) & clear
        grazes = GRAZES_MM <= depth.max() <= HOLDS_MM
        whole = grazes and beside.sum() >= MOSTLY and (along > ALIGNED)[beside].mean() >= WHOLE
        return bool(whole) and self._stands_out(x, y, radius)

    def _fitted(self, x: float, y: float, radius: float) -> tuple[float, float, float]:
        """The circle through the borders beside the wand, near a spot (least squares, by how clearly they show)."""
        off = np.arange(-NEAR_MM, NEAR_MM + 0.25, 0.5)
        for _ in range(ROUNDS):
            rings = [self._along(x, y, radius + away) for away in off]
            told = np.all([(depth < -BESIDE_MM) & clear for depth, _, clear in rings], axis=0)
            shown = np.array([np.maximum(along, 0) * told for _, along, _ in rings])
            found = (shown * off[:, None]).sum(axis=0) / np.maximum(shown.sum(axis=0), 1e-6)
            terms = np.stack([np.cos(ANGLES), np.sin(ANGLES), np.ones(len(ANGLES))]) * (weight := shown.max(axis=0))
            dx, dy, wider = np.linalg.lstsq(terms.T, found * weight, rcond=None)[0].tolist()
            x, y, radius = x + dx, y + dy, radius + wider
            if max(abs(dx), abs(dy), abs(wider)) < SETTLED_MM:
                break
        return x, y, radius

    def _along(self, x: float, y: float, radius: float) -> tuple[Patch, Patch, NDArray[np.bool_]]:
        """How deep each place of a rim lies in the footprint, by how much its border runs along it, is it clear?"""
        depth, clear, across, turned = (
            _around(layer, x, y, radius) for layer in (self.depth, self.clear, self.across, self.turned)
        )
        return depth, across * np.cos(2 * ANGLES) + turned * np.sin(2 * ANGLES), clear > 0.5

    def _stands_out(self, x: float, y: float, radius: float) -> bool:
        """Whether what is within a rim that hardly touches the wand is no empty pane, nor a lamp, and of one colour."""
        beside = _around(self.depth, x, y, radius) < -ON_MM
        within, bare = (_around(layer, x, y, radius - WITHIN_MM)[beside] for layer in (self.picture, self.bare))
        colour, half = np.median(within, axis=0), _around(self.picture, x, y, radius / 2)
        off = float(np.abs(colour - np.median(bare, axis=0)).max())
        apart = CORE * float(np.abs(np.median(half, axis=0) - colour).max())
        return float(colour.min()) <= LAMP and off >= STANDS_OUT and apart <= ALIKE * off

    def _is_one(self, x: float, y: float, radius: float) -> bool:
        depth = _around(self.depth, x, y, radius)
        within, without = (_around(self.picture, x, y, radius + away) for away in (-WITHIN_MM, WITHIN_MM))
        # By the depth of the rim: within it a disc that reaches 2 to 3 mm under a wand is beside that already.
        parts = depth > ON_MM, depth < -ON_MM
        own, other = (np.array([np.median(ring[part], axis=0) for part in parts]) for ring in (within, without))
        middle = np.median(_around(self.picture, x, y, radius / 2), axis=0)
        lamp = max(float(colour.min()) for colour in (*own, middle)) > LAMP
        apart = max(float(np.abs(own[0] - own[1]).max()), CORE * float(np.abs(own.mean(axis=0) - middle).max()))
        return not lamp and apart <= ALIKE * float(np.abs(own - other).max())


def _depth(columns: int, rows: int, size: Size) -> Patch:
    """How deep in the footprint each cell lies (mm), below 0 outside."""
    u = size[0] / 2 - np.abs(np.arange(columns) - columns // 2)
    v = size[1] / 2 - np.abs(np.arange(rows) - rows // 2)[:, None]
    outside = np.hypot(np.minimum(u, 0), np.minimum(v, 0))
    return np.asarray(np.where(outside > 0, -outside, np.minimum(u, v)), np.float32)


def _borders(picture: Patch) -> tuple[Patch, Patch]:
    """The direction of the strongest border at each cell, doubled, so that bright to dark is as dark to bright (cosine,
    sine), by how clearly it shows, 0 to 1.
    """
    smooth = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.6), np.float32)
    dx, dy = (np.asarray(cv2.Scharr(smooth, -1, *way), np.float32) / 32 for way in ((1, 0), (0, 1)))
    energy = dx * dx + dy * dy
    strongest = energy.argmax(axis=2)[..., None]
    dx, dy, energy = (np.take_along_axis(layer, strongest, 2)[..., 0] for layer in (dx, dy, energy))
    soft = 1.5 * np.sqrt(np.median(energy)) + 1.0
    share = energy / (energy + soft * soft) / np.maximum(energy, 1e-6)
    return np.asarray((dx * dx - dy * dy) * share), np.asarray(2 * dx * dy * share)


@cache
def _rim(radius: float) -> tuple[Patch, Patch]:
    """What takes the share of a rim of that radius (cells) that shows, from the two parts of `_borders`."""
    reach = int(np.ceil(radius + 2))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float64)
    rim = np.exp(-(((np.hypot(x, y) - radius) / WIDE_MM) ** 2))
    rim, turn = rim / rim.sum(), 2 * np.arctan2(y, x)
    return np.asarray(rim * np.cos(turn), np.float32), np.asarray(rim * np.sin(turn), np.float32)


def _around(layer: Patch, x: float, y: float, radius: float) -> Patch:
    """A layer along a circle."""
    places = np.array([x + radius * np.cos(ANGLES), y + radius * np.sin(ANGLES)], np.float32)[:, None]
    found = cv2.remap(layer, places[0], places[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found[0], np.float32)

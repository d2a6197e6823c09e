"""Things that cross a long side of a wand: a coin or a base under it, a wand above or below it, a thumb.

Where a thing lies between wand and pane, it is seen on both sides of the wand's border: beside the wand, instead of the
empty pane, and just inside the border, instead of wood.  So what is new beside a side is compared with the two strips
inside: do they look like the wood, or the wood in that shadow (a head, a hand far above, light), or like the thing?
What all of a side has in common, light or a veil, is taken out of both before.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.pane import Pane
from vision.geometry.patches import Patch, Sampler
from vision.geometry.pose import Pose
from vision.numeric.robust import fitted
from vision.scene.glare import unwashed
from vision.scene.view import EmptyPane, View

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

STEP_MM, DENSITY = 2.0, 3.0
"""Length of the stretches that are compared, and samples a millimetre of the strips."""
INSIDE_MM, OUTSIDE_MM = ((0.4, 1.3), (1.3, 2.6)), (1.0, 2.6)
"""The strips inwards and outwards of the side."""
ENDS_MM = 4.0
"""So much at both ends is left out: the end faces show there."""
NEW = 8.0
"""Grey levels by which a thing differs from the empty pane at least, as it is and as it looks along this side."""
BRIGHTER = 60.0
"""Where both inner strips are so much brighter than the wood no shadow explains it: a thing is there even if it looks
like the empty pane.  Lamps do that as well where they are mirrored; darker is what a shadow of the frame makes."""
SCATTER, SHARE = 6.0, 0.04
"""A strip differs from what it shows by about so many of the camera's grey levels, and so much of its brightness."""
FOR, AGAINST = 4.0, (4.0, 1.0)
"""Neither a strip nor a stretch tells more than this for a thing, or a strip against one (the outer, the inner one: a
thing may end between)."""
DOUBT, UNSEEN = 0.5, 1.0
"""What each stretch must tell before it counts, and what speaks against a thing where light hides the side."""
CLOSE = 12.0
"""Grey levels by which light along the side may make wood look less like itself than like a thing."""
FEWEST = 3
"""A thing covers so many stretches, or two that tell most and the rest of a third; a glint covers fewer."""
DARKEST, BRIGHTEST, LITTLE = 0.3, 1.3, 8.0
"""A shadow or light changes colours by a factor between these (so many levels added)."""
ROUNDS, SPREAD, FLOOR = 5, 2.0, 0.03
"""The light along a side (logarithm) is a line through most of its stretches."""
DARK = 60.0
"""Of darker wood a veil tells more than light does: it may look as it was taught, too."""
IN_VIEW = 0.9
"""Share of a stretch that no light hides."""
WHITE = 245.0
"""Brighter strips are light upon the pane or the wand."""
CUT_MM = 4.0
"""So near to a notch the background shows through: nothing is learnt there of the light."""


@dataclass(frozen=True)
class Crossing:
    """What each stretch of the left and the right side tells of a thing that crosses it (2, n; more than 0 for it), and
    where (mm on the pane, (2, n, 2)) it is.
    """

    told: Array
    places: Array

    @property
    def tells(self) -> bool:
        """Whether any stretch tells of a thing."""
        return bool(self.told.max() > 0)

    def weight(self, beside: Mask) -> float:
        """The most that neighbouring stretches tell together that are not ``beside`` (2, n) another wand."""
        if not self.tells:
            return 0.0
        sums = np.zeros((len(beside), beside.shape[1] + 1))
        np.where(beside, -FOR, self.told).cumsum(axis=1, out=sums[:, 1:])
        return max(0.0, float((sums[:, FEWEST:] - np.minimum.accumulate(sums[:, :-FEWEST], axis=1)).max()))


@lru_cache(maxsize=16)
def stretches(length: float) -> Array:
    """The middle u of each stretch (n,)."""
    count = int((length - 2 * ENDS_MM) // STEP_MM)
    return np.asarray((np.arange(count) - (count - 1) / 2) * STEP_MM, dtype=np.float64)


@lru_cache(maxsize=16)
def _outwards(length: float, side: float) -> Array:
    """Places (u, v) in the middle of what is beside each stretch, of the left and then the right side: (2 * n, 2)."""
    us, away = stretches(length), side / 2 + sum(OUTSIDE_MM) / 2
    return np.concatenate([np.column_stack([us, np.full(len(us), s * away)]) for s in (-1, 1)])


def strip(patch: NDArray[Any], density: float, length: float, side: float, depth: tuple[float, float]) -> Array:
    """Mean colours of each stretch of a strip along both sides, ``depth`` mm inwards (negative: outwards): (2, n, c).

    ``patch`` (rows, columns, c) has its middle in the wand's middle.
    """
    count = len(stretches(length))
    bands = [np.ascontiguousarray(patch[b], np.float32) for b in _bands(patch.shape[:2], density, length, side, depth)]
    means = [cv2.resize(b, (count, 1), interpolation=cv2.INTER_AREA).reshape(count, -1) for b in bands]
    return np.array(means, dtype=np.float64)


@lru_cache(maxsize=64)
def _bands(
    shape: tuple[int, int], density: float, length: float, side: float, depth: tuple[float, float]
) -> list[tuple[slice, slice]]:
    """The rows and columns of a strip in a patch of that shape, at the left and the right side."""
    rows, columns, half = shape[0] // 2, shape[1] // 2, len(stretches(length)) * STEP_MM / 2
    along = slice(round(columns - half * density), round(columns + half * density) + 1)
    ends = [sorted(round(sign * (side / 2 - d) * density) for d in depth) for sign in (-1, 1)]
    return [(slice(rows + near, rows + far + 1), along) for near, far in ends]


def inner_strips(patch: NDArray[Any], density: float, length: float, side: float) -> Array:
    """The strips inwards of both sides: (strips, 2, n, c)."""
    return np.stack([strip(patch, density, length, side, depth) for depth in INSIDE_MM])


def crossing_of(
    pane: Pane,
    view: View,
    empty: EmptyPane,
    pose: Pose,
    size: tuple[float, float],
    inner: Array,
    wood: Array,
    cut: Mask,
) -> Crossing:
    """Look along both sides of a wand of ``size`` (mm): ``inner`` (strips, 2, n, 3) is how its inner strips look,
    ``wood`` how they should, ``cut`` (2, n) where a notch may be.
    """
    length, side = size
    places = pose.places(_outwards(length, side))
    now, bare = (colours.reshape(2, -1, 3) for colours in view.at(places))
    places = places.reshape(2, -1, 2)
    if not _may_be(inner, wood, now, bare):
        return Crossing(np.full(cut.shape, -FOR), places)
    wide = Sampler(pane, view.picture, DENSITY)
    half = length / 2, side / 2 + OUTSIDE_MM[1] + 1 / DENSITY
    patch = wide.cut(pose, *half)
    clear = unwashed(patch, DENSITY) & (wide.layer(empty.mirrors, empty.grid, pose, *half) == 0)
    seen = _in_view(clear.astype(np.float32)[..., None], size)
    outer = strip(patch, DENSITY, length, side, (-OUTSIDE_MM[0], -OUTSIDE_MM[1]))
    return Crossing(_told(inner, outer, wood, bare, seen, cut, view.grain), places)


def _brighter(inner: Array, wood: Array) -> Mask:
    """Which stretches (2, n) are brighter in both strips than a shadow explains."""
    return np.asarray((inner - wood).min(axis=(0, 3)) > BRIGHTER)


def _may_be(inner: Array, wood: Array, now: Array, bare: Array) -> bool:
    """Whether a closer look may find a thing: enough neighbours where something is new, or shines through the wood, and
    the inner strip does not look far more like wood than like what is ``now`` beside it (2, n, 3).
    """
    new = (np.abs(now - bare).max(axis=2) > NEW) | _brighter(inner, wood)
    like = np.abs(inner[0] - now).max(axis=2) < np.abs(inner[0] - wood[0]).max(axis=2) + CLOSE
    may = new & like
    return bool((may[:, 2:] & may[:, 1:-1] & may[:, :-2]).any())


def _in_view(clear: Patch, size: tuple[float, float]) -> Mask:
    """Which stretches (2, n) no light hides, inside and outside the side."""
    depths = (*INSIDE_MM, (-OUTSIDE_MM[0], -OUTSIDE_MM[1]))
    shares = [strip(clear, DENSITY, *size, depth)[..., 0] for depth in depths]
    return np.asarray(np.min(shares, axis=0) >= IN_VIEW)


def _told(inner: Array, outer: Array, wood: Array, bare: Array, seen: Mask, cut: Mask, grain: float) -> Array:
    """What each stretch tells of a thing: (2, n)."""
    # A veil or a shadow that was taught with a part of the side is not there now: plain wood is no thing either.
    even = np.broadcast_to(np.median(wood, axis=2, keepdims=True), wood.shape)
    known = np.concatenate([wood, even, bare[None]])
    usual = _in_light(np.concatenate([inner, inner, outer[None]]), known, seen, cut)
    dark, lit, plain, around = wood.max(axis=3, keepdims=True) < DARK, usual[:2], usual[2:4], usual[4]
    shade = np.clip(((outer + LITTLE) / (around + LITTLE)).mean(axis=2), DARKEST, BRIGHTEST)[..., None]
    likes = (np.where(dark, wood, lit), lit, lit * shade, plain, outer[None])
    unlike = np.stack([((inner - like) ** 2).max(axis=3) for like in likes])
    scatter = (SCATTER * grain) ** 2 + (SHARE * np.maximum(lit, outer).max(axis=3)) ** 2
    more = (unlike[:-1].min(axis=0) - unlike[-1]) / (2 * scatter)
    told = np.minimum(np.clip(more, -np.array(AGAINST)[:, None, None], FOR).sum(axis=0), FOR) - DOUBT
    new = np.minimum(np.abs(outer - around).max(axis=2), np.abs(outer - bare).max(axis=2))
    white = (inner[0].min(axis=2) > WHITE) | (outer.min(axis=2) > WHITE)
    thing = (new > NEW * grain) | (_brighter(inner, lit) & ~cut)
    # Through a notch one sees what is behind it: a head far above looks there as if it crossed the side.
    told = np.where(cut, np.minimum(told, 0.0), told)
    return np.where(seen & ~white, np.where(thing, told, -FOR), -UNSEEN)


def _in_light(seen: Array, known: Array, clear: Mask, cut: Mask) -> Array:
    """What is ``known`` of each strip (strips, 2, n, 3) in the light that most of its stretches are ``seen`` in; the
    last strip has no notches.
    """
    count, sides, stretch, channels = seen.shape
    ratio = np.log((seen + LITTLE) / (known + LITTLE)).swapaxes(2, 3).reshape(-1, stretch)
    terms = np.stack([np.ones(stretch), np.linspace(-1, 1, stretch)])
    use = np.stack([clear & ~cut] * (count - 1) + [clear])
    use = np.broadcast_to(use[:, :, None], (count, sides, channels, stretch)).reshape(-1, stretch)
    light = (fitted(terms, ratio, ROUNDS, SPREAD, FLOOR, use) @ terms).reshape(count, sides, channels, stretch)
    return np.asarray((known + LITTLE) * np.exp(light.swapaxes(2, 3)) - LITTLE)

"""Light that a glossy face mirrors from around a lamp: it adds to the wood's own, alike in all channels.

A shadow or a lamp that shines more or less changes all channels by one factor; what a face mirrors adds the same to
each, seen in linear light.  So where a coloured face is paler in one part, by as much in each channel, the other part
tells its wood.  Of grey wood nothing is known of that, nor is it needed: its hue stays.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.numeric.colour import distance, shade_and_hue
from vision.numeric.medians import colour_median, row_medians

Array = NDArray[np.float64]

GAMMA = 2.2
"""Cameras store light to the power of 1 over this, about."""
STRETCHES, IN_VIEW = 6, 0.5
"""A face is compared with itself in so many stretches along it; of each so much must be known."""
SEEN = 12.0
"""Where no stretch is brighter than another by so many grey levels there is no veil that matters."""
PALER, EVEN = 0.08, 0.4
"""A veil changes the hue (logarithm) by so much at least, and adds to no channel less than this share of what it adds
to another: lamps are nearly white."""
HEAVY = 0.35
"""A wood that is so unlike itself (`distance`) is seen through as much mirrored light as it has of its own."""


def unveiled(face: NDArray[np.uint8], known: NDArray[np.uint8] | None = None) -> Array:
    """The usual colour (3,) of the part of a face (rows, columns along it, 3) that mirrors least, of the cells that are
    ``known`` (not 0).
    """
    usual = colour_median(face, known)
    means = cv2.resize(face, (STRETCHES, 1), interpolation=cv2.INTER_AREA)
    if float(np.ptp(means, axis=1).max()) < SEEN:
        return usual
    parts = _stretches(face, known)
    plainer = parts[paler(usual, parts)]
    return np.asarray(plainer[plainer.sum(axis=1).argmin()]) if len(plainer) else usual


def veiled_share(face: NDArray[np.uint8], known: NDArray[np.uint8], wood: Array) -> float:
    """Of how much of a face's length the usual colour is its ``wood`` (3,) under a veil that makes it unlike it by
    `HEAVY` or more, of the stretches that are ``known``.
    """
    parts = _stretches(face, known)
    veils = [bool(paler(part, wood)) and distance(part, wood) >= HEAVY for part in parts]
    return float(np.mean(veils)) if veils else 0.0


def _stretches(face: NDArray[np.uint8], known: NDArray[np.uint8] | None) -> Array:
    """The usual colour of each stretch of which enough is known: (stretches, 3)."""
    rows, wide = face.shape[0], face.shape[1] // STRETCHES
    cut = face[:, : wide * STRETCHES].astype(np.float32).reshape(rows, STRETCHES, wide, 3).transpose(1, 3, 0, 2)
    if known is None:
        return row_medians(cut.reshape(3 * STRETCHES, rows * wide)).reshape(STRETCHES, 3)
    masks = known[:, : wide * STRETCHES].reshape(rows, STRETCHES, wide).swapaxes(0, 1) > 0
    shown = [(part, mask) for part, mask in zip(cut, masks, strict=True) if mask.mean() >= IN_VIEW]
    return np.array([row_medians(part[:, mask]) for part, mask in shown]).reshape(-1, 3)


def paler(colour: Array, plain: Array) -> NDArray[np.bool_]:
    """Whether a colour is one of some plain ones under a veil; (..., 3) both or either: (...)."""
    added = _linear(colour) - _linear(plain)
    even = added.min(axis=-1) > EVEN * added.max(axis=-1)
    return np.asarray(even & (shade_and_hue(colour, plain)[1] >= PALER))


def _linear(colour: Array) -> Any:
    return (colour / 255) ** GAMMA

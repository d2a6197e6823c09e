"""A wand's marks, learnt from its three faces: the colour direction in which they differ from wood, and each guess's
deviation along it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.levels import levelled, without_grain
from vision.geometry.patches import Patch

T = TypeVar("T", bound=np.generic)

SLIDE_MM, DRIFT_MM = 1.5, 0.4
"""How far a wand's middle may be off along and across it."""
PLAIN = 0.3
"""Only a mark of more than this share of the strongest one's energy can be seen to be covered, and only one of whose
energy the faintest face of its wand has no more than this share: that face is blank, and what it has is grain or noise.
"""
FAINT = 0.1
"""A pattern with less than this share of the strongest pattern's energy is no mark."""
LEAST_SHOWN = 0.5
"""Of a mark of which a lamp's image hid more than this the rest may be grain."""


@dataclass(frozen=True)
class MarkTable:
    """For each guess its ``patterns`` (deviation from wood along ``direction``), where they are known (``weights``, 1
    or 0), the level of their wood (``grounds``), their ``energies``, and what share of the places of this wand's marks
    was ``shown`` when they were taught.

    ``apart`` is the energy of what tells two guesses apart, and ``energy`` that of the strongest mark in the light of
    the teaching, beside which others are faint.  ``play`` are the cells by which a mark may be off along and across the
    wand, and ``lines`` the patterns row by row, each row but the last with as much of nothing after it as that needs.
    """

    direction: NDArray[np.float64]
    patterns: list[Patch]
    grounds: list[float]
    weights: list[Patch]
    lines: Patch
    energies: list[float]
    energy: float
    shown: list[float]
    apart: NDArray[np.float64]
    play: tuple[int, int]

    @cached_property
    def marked(self) -> list[bool]:
        """Whether each guess has a mark at all."""
        return _marked(self.energies, self.energy, self.shown)

    def stands_out(self, guess: int) -> bool:
        """Whether it could be seen that something covers a guess's mark."""
        return self.energies[guess] > PLAIN * self.energy and min(self.energies) <= PLAIN * self.energies[guess]

    def within(self, taught: MarkTable, light: float) -> MarkTable:
        """The same table of a light so much brighter, beside the one of the teaching: what has become faint counts as
        little, though noise is as much less there.
        """
        energy = taught.energy / light**2
        return replace(self, energy=energy)


def learn_marks(faces: list[tuple[Patch, NDArray[np.bool_]]], density: float) -> MarkTable:
    """Learn from the middles of faces and where they are clear."""
    weights = [clear.astype(np.float32) for _, clear in faces]
    offs = [
        np.dstack([_even(np.ascontiguousarray(c), w, density) for c in cv2.split(picture)])
        for (picture, _), w in zip(faces, weights, strict=True)
    ]
    stacked = np.concatenate([d.reshape(-1, 3) for d in offs]).astype(np.float64)
    direction = np.linalg.eigh(stacked.T @ stacked)[1][:, -1]
    flats = [np.asarray(off @ direction.astype(np.float32), dtype=np.float32) for off in offs]
    levels = [float((f * w).sum() / (w.sum() + 1)) for f, w in zip(flats, weights, strict=True)]
    own = [(f - level) * w for f, level, w in zip(flats, levels, weights, strict=True)]
    play = round(SLIDE_MM * density), max(1, round(DRIFT_MM * density))
    return _table(direction, both_ways(own), [-level for level in levels for _ in range(2)], both_ways(weights), play)


def _even(channel: Patch, weight: Patch, density: float) -> Patch:
    return without_grain(levelled(channel, weight, density), weight, density)


def _table(
    direction: NDArray[np.float64],
    patterns: list[Patch],
    grounds: list[float],
    weights: list[Patch],
    play: tuple[int, int],
) -> MarkTable:
    energies = [float((p**2).sum()) for p in patterns]
    energy = max(energies)
    shown = _shown(patterns, weights)
    marked = _marked(energies, energy, shown)
    if marked.count(False) == 2:
        # The one face without a mark has none either where a lamp's image hid it while it was taught.
        weights = [w if m else np.ones_like(w) for w, m in zip(weights, marked, strict=True)]
    known = list(zip(patterns, weights, strict=True))
    apart = np.array([[float(((a - b) ** 2 * w * x).sum()) for b, x in known] for a, w in known])
    wide = np.pad(patterns, ((0, 0), (0, 0), (0, 2 * play[0]))).reshape(len(patterns), -1)
    lines = np.ascontiguousarray(wide[:, : wide.shape[1] - 2 * play[0]])
    return MarkTable(direction, patterns, grounds, weights, lines, energies, energy, shown, apart, play)


def _marked(energies: list[float], energy: float, shown: list[float]) -> list[bool]:
    """Which guesses have a mark; where two faces seem to be blank, of one that a lamp's image hid in part the rest
    counts: a wand has one blank face at most, and what is left beside a lamp on that one may be its glow.
    """
    plain = [e > FAINT * energy for e in energies]
    if plain.count(False) <= 2:
        return plain
    return [e > FAINT * energy * s for e, s in zip(energies, shown, strict=True)]


def _shown(patterns: list[Patch], weights: list[Patch]) -> list[float]:
    """What share of where any guess has its mark each one shows, `LEAST_SHOWN` at least."""
    places = np.max([p**2 for p in patterns], axis=0)
    return [max(LEAST_SHOWN, float((places * w).sum() / (places.sum() + 1e-6))) for w in weights]


def both_ways(faces: list[NDArray[T]]) -> list[NDArray[T]]:
    """Each face as it was taught and turned round."""
    return [way for face in faces for way in (face, turned(face))]


def turned(patch: NDArray[T]) -> NDArray[T]:
    """The patch seen in the other direction."""
    return np.ascontiguousarray(patch[::-1, ::-1])

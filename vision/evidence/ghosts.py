"""Marks that blur and haze have left of: no face is blank on which one of them may be.

A mark that is blurred is wider and fainter, and one under a film on the glass is fainter still; neither looks like its
taught self, so that "no mark" fits better.  But it looks like its taught self blurred.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.levels import levelled
from vision.geometry.patches import Patch

Array = NDArray[np.float64]

DENSITY = 2.0
"""Samples a millimetre: a blurred mark has no finer detail."""
BLURS_MM = (0.8, 2.8)
"""Blurs (sigma) that are tried; five instead of two noticed one more of 147.  Under more of it the wand's sides are
blurred as well, which is seen."""
ALONG, ACROSS = 3, 1
"""Samples by which a mark may be off."""
FULL = 0.99
"""Share of a coarse cell that light leaves in view, from which on it counts."""
RIDGE = 0.01
"""Keeps rows that are alike from being told apart."""
HIDDEN = 0.7
"""Share of a mark (energy) that must lie where the face is not plain, else the rest of it would show."""
STRENGTH, LIKENESS, LIKE_ALONE = 0.25, 0.2, 0.45
"""A ghost has so much of its mark's strength and so much likeness (correlation), or more likeness alone.  Of 282 blank
faces on plain photoreal pictures none did.  Of 147 marks that smears, haze and defocus had made pass for blank faces 9
did not, and the sides of all these were blurred."""


@dataclass(frozen=True)
class Ghosts:
    """Each mark of a wand in either direction, blurred by each of `BLURS_MM`, with its energy; and the faces without a
    mark, each row by row on its own, one up and one down (3, n): their grain is no ghost.
    """

    marks: Patch
    """Row by row all cells of each."""
    energies: Array
    woods: list[Patch]

    def haunt(self, face: Patch, weight: Patch, density: float, plain: NDArray[np.bool_]) -> bool:
        """Whether one of them may be on a face, given as its deviation along the marks' colour direction and the cells
        in view (1, 0).  In the columns that are ``plain`` nothing is blurred: a mark would show there, and none does.
        """
        known = (_coarse(weight, density) > FULL).astype(np.float32)
        coarse = _coarse(face, density)
        if not self._shows(coarse, known, np.ones_like(known)):
            return False
        unsure = 1 - _coarse(np.broadcast_to(plain.astype(np.float32), face.shape), density).round()
        return not plain.any() or self._shows(coarse, known, unsure)

    def _shows(self, face: Patch, known: Patch, unsure: Patch) -> bool:
        """The same on coarse cells, of those that are ``unsure`` (1, 0)."""
        own = self.marks * unsure.ravel()
        energies = (own**2).sum(axis=1)
        hidden = energies >= HIDDEN * self.energies
        known = known * unsure
        rest = levelled(face, known, DENSITY)
        left = min([rest, *(_without(rest, known, wood) for wood in self.woods)], key=_energy)
        wide = cv2.copyMakeBorder(left, ACROSS, ACROSS, ALONG, ALONG, cv2.BORDER_CONSTANT, value=0)
        windows = np.lib.stride_tricks.sliding_window_view(np.asarray(wide, dtype=np.float32), left.shape)
        match = (windows.reshape(-1, left.size) @ own.T).max(axis=0)
        likeness = match / (np.sqrt(energies * _energy(left)) + 1e-6)
        strong = match / (energies + 1e-6) >= STRENGTH
        return bool((hidden & (strong & (likeness >= LIKENESS) | (likeness >= LIKE_ALONE))).any())


def ghosts_of(patterns: list[Patch], marked: list[bool], density: float) -> Ghosts:
    """The ghosts of faces that are given as their deviation from wood."""
    coarse = [_coarse(pattern, density) for pattern in patterns]
    marks = [_blurred(c, blur) for c, shows in zip(coarse, marked, strict=True) if shows for blur in BLURS_MM]
    woods = [_shifted(c) for c, shows in zip(coarse, marked, strict=True) if not shows]
    return Ghosts(
        np.array([mark.ravel() for mark in marks]).reshape(len(marks), coarse[0].size),
        np.array([_energy(mark) for mark in marks]),
        woods,
    )


def _energy(layer: Patch) -> float:
    return float((layer**2).sum())


def _shifted(wood: Patch) -> Patch:
    """As it is, one row up and one row down: (3, cells)."""
    return np.stack([np.roll(wood, rows, axis=0).ravel() for rows in (0, -1, 1)])


def _without(rest: Patch, known: Patch, wood: Patch) -> Patch:
    """What is left of a face when as much as fits of a taught face's grain is taken out."""
    grain = wood * known.ravel()
    normal = grain @ grain.T
    share = np.linalg.solve(normal + RIDGE * np.trace(normal) * np.eye(3) + 1e-3 * np.eye(3), grain @ rest.ravel())
    return np.asarray(rest - (share @ grain).reshape(rest.shape), dtype=np.float32)


def _blurred(mark: Patch, blur: float) -> Patch:
    soft = np.asarray(cv2.GaussianBlur(mark, (0, 0), blur * DENSITY, borderType=cv2.BORDER_CONSTANT), dtype=np.float32)
    return levelled(soft, np.ones_like(soft), DENSITY)


def _coarse(layer: Patch, density: float) -> Patch:
    """On `DENSITY` samples a millimetre."""
    size = [max(1, round(n * DENSITY / density)) for n in layer.shape[::-1]]
    return np.asarray(cv2.resize(layer, size, interpolation=cv2.INTER_AREA), dtype=np.float32)

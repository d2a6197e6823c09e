"""How unlike a face looks to one that was taught, cell by cell: wood, grain, ink and the mark's place, in any light."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.evidence.model import WandModel
from vision.evidence.strange import coarse
from vision.geometry.patches import Patch
from vision.numeric.colour import DARK

KNOWN = 0.9
"""Share of a cell that no light hides, at least."""
MOST = 0.5
"""A cell that differs by more (logarithm) counts no more: a shadow's border, a speck."""
NOTHING = 2 * MOST
"""Where no cell is known: as unlike as can be."""


def unlikeness(model: WandModel, guess: int, patch: Patch, clear: NDArray[np.bool_]) -> float:
    """Mean difference of the cells of 1 mm between the notches' reach, in brightness and in hue (logarithms, 0 to 1),
    of a straightened face (rows, columns, 3) to that of a guess, where light leaves both ``clear``; one light more or
    less on the whole face is none.

    Of 75 pairs of wands of nearly one colour, plain pictures of five tables of woods, the mean of two wands in their
    own places was 0.03 to 0.18, and exchanged it was two to five times as much.
    """
    taught, shown = model.pictures[guess], clear & model.clears[guess]
    seen, known, whole = (coarse(model.middle(p), model.density) for p in (patch, taught, shown.astype(np.float32)))
    ratio = np.log((seen + DARK) / (known + DARK))[whole > KNOWN]
    if not len(ratio):
        return NOTHING
    shade = ratio.mean(axis=1)
    hue = np.abs(ratio - shade[:, None]).max(axis=1)
    shade = np.abs(shade - np.median(shade))
    return float(np.minimum(hue, MOST).mean() + np.minimum(shade, MOST).mean())

"""How unlike a face looks to one that was taught, cell by cell: wood, grain, ink and the mark's place, in any light."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.evidence.model import WandModel
from vision.evidence.strange import coarse
from vision.geometry.patches import Patch
from vision.numeric.colour import DARK

Array = NDArray[np.float64]

KNOWN = 0.9
"""Share of a cell that no light hides, at least."""
MOST = 0.5
"""A cell that differs by more (logarithm) counts no more: a shadow's border, a speck."""
NOTHING = 2 * MOST
"""Where no cell is known: as unlike as can be."""
ALIKE, CLEARER = 0.15, 1.8
"""A face is recognised that differs by less, and from those of every other value by so many times as much.  Of 2,100
faces of 61 tables (every kind of light, blur, haze and smears upon a third of them) for which that and the mark spoke
none was another one; the nearest had 1.63.
"""


def unlikeness(model: WandModel, guess: int, patch: Patch, clear: NDArray[np.bool_]) -> float:
    """Mean difference of the cells of 1 mm between the notches' reach, in brightness and in hue (logarithms, 0 to 1),
    of a straightened face (rows, columns, 3) to that of a guess, where light leaves both ``clear``; one light more or
    less on the whole face is none.

    Of 75 pairs of wands of nearly one colour, plain pictures of five tables of woods, the mean of two wands in their
    own places was 0.03 to 0.18, and exchanged it was two to five times as much.
    """
    return _unlike(model, guess, coarse(model.middle(patch), model.density), clear)


def _unlike(model: WandModel, guess: int, seen: Patch, clear: NDArray[np.bool_]) -> float:
    """The same of a face on cells of 1 mm."""
    shown = (clear & model.clears[guess]).astype(np.float32)
    known, whole = (coarse(model.middle(p), model.density) for p in (model.pictures[guess], shown))
    ratio = np.log((seen + DARK) / (known + DARK))[whole > KNOWN]
    if not len(ratio):
        return NOTHING
    shade = ratio.mean(axis=1)
    hue = np.abs(ratio - shade[:, None]).max(axis=1)
    shade = np.abs(shade - np.median(shade))
    return float(np.minimum(hue, MOST).mean() + np.minimum(shade, MOST).mean())


def recognised(model: WandModel, patch: Patch, clear: NDArray[np.bool_], bare: Patch) -> int | None:
    """The value of the face that a straightened one plainly is, as a whole; None where none is, or the ``bare`` pane in
    its place (colours at `cells_of`) would pass for it, too.
    """
    each = [unlikeness(model, guess, patch, clear) for guess in range(len(model.pictures))]
    best = int(np.argmin(each))
    others = [u for u, top in zip(each, model.tops, strict=True) if top != model.tops[best]]
    if each[best] > ALIKE or min(others) <= CLEARER * each[best]:
        return None
    return model.tops[best] if _unlike(model, best, bare, clear) > CLEARER * each[best] else None


def cells_of(model: WandModel) -> Array:
    """Middles of the cells on which faces are compared, mm along and across the wand: (rows, columns, 2)."""
    rows, columns = coarse(model.middle(model.clears[0].astype(np.float32)), model.density).shape
    us, vs = (_middles(at, n) for at, n in ((model.us[model.columns], columns), (model.vs[model.zone], rows)))
    return np.stack(np.meshgrid(us, vs), axis=-1)


def _middles(at: Array, count: int) -> Array:
    edges = np.linspace(at[0], at[-1], count + 1)
    return np.asarray((edges[1:] + edges[:-1]) / 2)

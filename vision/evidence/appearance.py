"""How unlike a face looks to one that was taught, cell by cell: wood, grain, ink and the mark's place, in any light."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.evidence.model import WandModel
from vision.evidence.strange import coarse
from vision.geometry.patches import Patch
from vision.numeric.colour import DARK
from vision.numeric.veil import paler

Array = NDArray[np.float64]

KNOWN = 0.9
"""Share of a cell that no light hides, at least."""
MOST = 0.5
"""A cell that differs by more (logarithm) counts no more: a shadow's border, a speck."""
UNVEILED = 0.25
"""A quarter of a face at least is neither under a lamp's light nor a pale mark: so bright its wood is."""
FEWEST = 0.4
"""Where less of a face is seen it is not recognised."""
NOTHING = 2 * MOST
"""Where too few cells are known: as unlike as can be."""
ALIKE, CLEARER = 0.15, 1.8
"""A face is recognised that differs by less, and from those of every other value by so many times as much; and so much
more than the bare pane, for three places beside a black or a cream wand passed for its blank face.  Of 2,044 faces in
their places on 61 tables (every kind of light, blur, haze and smears upon a third of them) for which that and the mark
spoke none was another one; the nearest had 1.63.
"""


def unlikeness(model: WandModel, guess: int, patch: Patch, clear: NDArray[np.bool_]) -> float:
    """Mean difference of the cells of 1 mm between the notches' reach, in brightness and in hue (logarithms, 0 to 1),
    of a straightened face (rows, columns, 3) to that of a guess, where light leaves both ``clear``; one light more or
    less on the whole face is none.

    Of 56 pairs of wands of nearly one colour, plain pictures of five tables of woods, the mean of two wands in their
    own places was 0.04 to 0.18, and exchanged it was 1.4 to 5 times as much.
    """
    return _unlike(model, guess, _cells(model, patch), _shown(model, clear))


def _cells(model: WandModel, layer: Patch) -> Patch:
    """The part between the notches' reach on cells of 1 mm."""
    return coarse(model.middle(layer), model.density)


def _shown(model: WandModel, clear: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of these cells are in view."""
    return np.asarray(_cells(model, clear.astype(np.float32)) > KNOWN)


def _unlike(model: WandModel, guess: int, seen: Patch, shown: NDArray[np.bool_]) -> float:
    """The same of a face's cells, of those that are ``shown``."""
    ratio = np.log((seen + DARK) / (_cells(model, model.pictures[guess]) + DARK))
    ratio = ratio[shown & _shown(model, model.clears[guess])]
    if len(ratio) < FEWEST * shown.size:
        return NOTHING
    shade = ratio.mean(axis=1)
    hue = np.abs(ratio - shade[:, None]).max(axis=1)
    shade = np.abs(shade - np.median(shade))
    return float(np.minimum(hue, MOST).mean() + np.minimum(shade, MOST).mean())


def recognised(model: WandModel, patch: Patch, clear: NDArray[np.bool_], bare: Patch) -> int | None:
    """The value of the face that a straightened one plainly is, as a whole or where no lamp's light veils it; None
    where none is, or the ``bare`` pane in its place (colours at `cells_of`) would pass for it, too.
    """
    seen, shown = _cells(model, patch), _shown(model, clear)
    whole = _plainly(model, seen, shown, bare)
    if whole is not None:
        return whole
    light = np.log((seen + DARK) / (model.base + DARK)).mean(axis=2)[shown]
    wood = model.base * float(np.exp(np.quantile(light, UNVEILED))) if len(light) else model.base
    return _plainly(model, seen, shown & ~paler(seen.astype(np.float64), wood), bare)


def _plainly(model: WandModel, seen: Patch, shown: NDArray[np.bool_], bare: Patch) -> int | None:
    """The value of the face that some cells plainly are."""
    each = [_unlike(model, guess, seen, shown) for guess in range(len(model.pictures))]
    best = int(np.argmin(each))
    others = [u for u, top in zip(each, model.tops, strict=True) if top != model.tops[best]]
    if each[best] > ALIKE or min(others) <= CLEARER * each[best]:
        return None
    return model.tops[best] if _unlike(model, best, bare, shown) > CLEARER * each[best] else None


def cells_of(model: WandModel) -> Array:
    """Middles of the cells on which faces are compared, mm along and across the wand: (rows, columns, 2)."""
    rows, columns = coarse(model.middle(model.clears[0].astype(np.float32)), model.density).shape
    us, vs = (_middles(at, n) for at, n in ((model.us[model.columns], columns), (model.vs[model.zone], rows)))
    return np.stack(np.meshgrid(us, vs), axis=-1)


def _middles(at: Array, count: int) -> Array:
    edges = np.linspace(at[0], at[-1], count + 1)
    return np.asarray((edges[1:] + edges[:-1]) / 2)

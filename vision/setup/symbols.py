"""Do the other wands vouch for the names of a wand's faces?  Wands of one table carry the same marks."""

from __future__ import annotations

import cv2
import numpy as np

from vision.evidence.model import WandModel
from vision.geometry.patches import Patch
from vision.taught.wandset import FACES

SHAPE = 160, 16
"""Marks are compared on so many columns and rows, whatever the wands' sizes."""
SOFT_CELLS = 1.5
"""Marks lie up to a millimetre off one another on two wands."""
CLEARER = 0.15
"""Sum of two correlations (2 at most) by which marks must be more alike under the same names than exchanged: in
thirty pairs of wands of ten photoreal tables it was 0.35 to 1.24."""
MARKED = tuple(f for f in FACES if f != "fate")


def vouched(models: dict[str, WandModel]) -> set[str]:
    """The wands whose marks are those of every other wand's faces of the same names, and whose fate shows least."""
    marks = {c: [_mark(m, FACES.index(f)) for f in MARKED] for c, m in models.items()}
    if len(marks) < 2:
        return set()
    named = {c for c in marks if all(_clearer(marks[c], marks[o]) >= CLEARER for o in marks if o != c)}
    return {c for c in named if int(np.argmin(models[c].marks.energies[::2])) == FACES.index("fate")}


def _mark(model: WandModel, number: int) -> Patch:
    """A face's deviation from its wood, light or dark, of one size and length 1."""
    mark = np.abs(model.marks.patterns[2 * number])
    small = cv2.GaussianBlur(cv2.resize(mark, SHAPE, interpolation=cv2.INTER_AREA), (0, 0), SOFT_CELLS)
    small = small - small.mean()
    return np.asarray(small / (np.linalg.norm(small) + 1e-6), dtype=np.float32)


def _clearer(one: list[Patch], two: list[Patch]) -> float:
    """How much more alike the marks of two wands are under the same names than under each other's."""
    crossed = _alike(one[0], two[1]) + _alike(one[1], two[0])
    return _alike(one[0], two[0]) + _alike(one[1], two[1]) - crossed


def _alike(one: Patch, two: Patch) -> float:
    """Correlation of two marks, in the better of both directions."""
    return max(float((one * two).sum()), float((one * two[::-1, ::-1]).sum()))

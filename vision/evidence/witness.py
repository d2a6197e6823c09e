"""Witnesses: what each says of the six ways in which a wand may lie (three faces, two directions).

Both compare what lies there with every taught face in both directions (six guesses a wand) and answer with *misfits*:
about 0 for the guess that is true, about 1 for one that differs by a whole mark or a whole notch.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from companion.protocol import Face
from vision.evidence.bites import SPOT
from vision.evidence.stretch import Stretch

Array = NDArray[np.float64]

FITS = 0.5
"""Half a notch: where the best guess lacks more, or has too many, notches are hidden or what is seen is no wand."""


ALL, CERTAIN = 0.99, 0.8
"""Of 350 wands on harsh pictures of which all notches were in view and spoke against every other value by CERTAIN, none
spoke for a wrong one, covered and lifted ones among them."""


ATTESTED = SPOT**2
"""Heights are compared by their squares; from this one on a place looks like a notch."""


@dataclass(frozen=True)
class Guess:
    """A face on the pane, and whether the wand lies as taught (False: turned round)."""

    face: Face
    top: int
    forward: bool


@dataclass(frozen=True)
class Witness:
    """Misfit of each guess (same order as the model's), and the share of the evidence that could be seen at all."""

    misfits: Array
    seen: float
    missing: Callable[[int], float] = lambda _: 0.0
    """Of marks: the share of a guess's mark that is not there, though nothing white hides its place."""
    stretch: Callable[[int], Stretch | None] = lambda _: None
    """Of marks: whether a guess's mark is as long as it was taught."""
    beyond: Array | None = None
    """Of notches: about 1 for each edge that shows one which a guess does not have."""

    @cached_property
    def best(self) -> int:
        """Number of the best guess."""
        return int(np.argmin(self.misfits))

    @cached_property
    def fits(self) -> bool:
        """Whether what is seen is, to within `FITS`, as some guess has it."""
        return float(self.misfits.min()) < FITS

    def certain(self, tops: list[int]) -> bool:
        """Whether all that was looked for is seen, as one guess has it and far from every other value."""
        return self.fits and self.seen >= ALL and self.margin(tops) >= CERTAIN

    def attests(self, tops: list[int], top: int) -> bool:
        """Whether a notch that is there, not one that is lacking, speaks against each other value: nothing that blurs
        or washes a face draws notches where only this value has them.
        """
        if self.beyond is None or not self.fits or tops[self.best] != top:
            return False
        others = [b for b, t in zip(self.beyond, tops, strict=True) if t != top]
        return bool(min(others) >= ATTESTED and self.beyond[self.best] < FITS)

    def of_top(self, tops: list[int], top: int) -> float:
        """Misfit of the best guess with that value."""
        return float(min(m for m, t in zip(self.misfits, tops, strict=True) if t == top))

    def margin(self, tops: list[int]) -> float:
        """How much worse the best guess of another value fits than the best guess."""
        others = [m for m, t in zip(self.misfits, tops, strict=True) if t != tops[self.best]]
        return float(min(others) - self.misfits[self.best])


def favoured(mark: Witness, notch: Witness) -> int:
    """Number of the guess that both witnesses together favour."""
    return int(np.argmin(mark.misfits + notch.misfits))

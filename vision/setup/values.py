"""Do the values that the pictures' names say fit the notches?  All six ways to give them are compared.

A wand's edges carry 0, 1 and 2 notches, and each edge shows on two faces: the edge opposite the first face on the
second and the third.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

from vision.evidence.model import WandModel
from vision.evidence.notch_table import learn_notches

Tops = tuple[int, ...]

TIE, VOUCHED_TIE = 2.0, 4.0
"""Another way must fit better by more (logarithm of odds) to be believed; by more still where marks vouch for the
names.  Of 93 wands of 31 tables that were not learnt from none fitted its true values worse than another way, the
nearest was 5.8 away; so none of the 465 wrong ways would have been taken."""
CLEAR, VOUCHED_CLEAR = 6.0, 8.0
"""Another way that fits better by less may do so for the light."""


@dataclass(frozen=True)
class Values:
    """How much the notches of a wand speak for each way to give the values to its faces in their order (logarithms of
    odds).
    """

    said: Tops
    odds: dict[Tops, float]

    def best(self, vouched: bool) -> Tops:
        """The way that fits best; the one that was said when none fits clearly better."""
        return self._likely if self._gain > (VOUCHED_TIE if vouched else TIE) else self.said

    def clear(self, vouched: bool) -> bool:
        """Whether what fits best does so by more than chance."""
        return self._gain >= (VOUCHED_CLEAR if vouched else CLEAR)

    @property
    def _likely(self) -> Tops:
        return max(self.odds, key=lambda tops: self.odds[tops])

    @property
    def _gain(self) -> float:
        return self.odds[self._likely] - self.odds[self.said]


def values_of(model: WandModel) -> Values:
    """Compare what was said with all other ways."""
    edges = [model.gauge.measure(f.picture, f.clear) for f in model.wand.faces]
    ways = permutations((0, 1, 2))
    return Values(tuple(f.top for f in model.wand.faces), {tops: learn_notches(tops, edges).odds for tops in ways})

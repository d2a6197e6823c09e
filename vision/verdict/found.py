"""One wand with its verdict: the value, whether it is sure, what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from companion.protocol import Kind, WandReading
from vision.evidence.exhibit import Exhibit
from vision.evidence.facts import Facts
from vision.evidence.model import WandModel
from vision.evidence.registration import Registered
from vision.evidence.resemblance import DENIED, OTHER, SAME, THERE, margin
from vision.evidence.witness import CERTAIN
from vision.geometry.pane import Pane
from vision.locate.outline import Outline
from vision.verdict.faults import fault_of
from vision.verdict.weighing import HALF, both_saw, decided, denied, doubtful, in_clear_view, vouched_by, well_placed

FAINT = 0.6
"""Where an outline shows less than this the network must see that wand (`OTHER`), whatever mark and notches say: of 58
such sure wands of 55 tables that were not learnt from one had less, and so had both places, beside a wand and under a
lamp's image, that had passed for one.  Where less than `HALF` a mark tells it must see the value rather than another: a
smear had made half of a black wand and its sign grey.  What neither says for certain must at least rather be that wand
than none (of 55 tables one such right reading was not; an orange wand that a tone curve bleached passed for a yellow
one).
"""

MOST = 0.8
"""Where less of the place of a mark is in view, what it says is not certain by itself: of 1,705 sure wands of eleven
harsh tables 18 had less and no notches that vouched; 17 were right and by 5.9 to 20 so to the network (logarithm), the
other one, half of it white with light, was wrong and denied by 7.3.
"""

Array = NDArray[np.float64]
Odds = Callable[[], Array]
"""The network's odds of each value; it is asked once, and only where they are wanted."""


@dataclass(frozen=True)
class Found:
    """One wand, found and looked at; kept for explaining."""

    exhibit: Exhibit
    reading: WandReading
    fault: Kind | None

    @property
    def colour(self) -> str:
        """Which wand it is."""
        return self.exhibit.colour

    @property
    def outline(self) -> Outline:
        """Where it lies."""
        return self.exhibit.outline

    @property
    def facts(self) -> Facts:
        """What was measured of it."""
        return self.exhibit.facts


def found_of(pane: Pane, model: WandModel, exhibit: Exhibit) -> Found:
    """Weigh what is known of one wand."""
    mark, notch, facts = exhibit.mark, exhibit.notch, exhibit.facts
    reading = decided(model, mark, notch, _corners(pane, exhibit.outline))
    vouched = vouched_by(notch, model.tops, reading)
    plain = well_placed(facts, mark, model.tops, vouched)
    clear = both_saw(mark, notch, model.tops) or (
        not facts.veiled and (vouched or in_clear_view(facts, model, exhibit.best))
    )
    if reading.sure and not (plain and clear):
        reading = doubtful(reading, mark, notch, model.tops)
    odds = cache(partial(model.taught.odds, exhibit.patch, exhibit.clear))
    reading = _overall(model, exhibit, reading, odds)
    return Found(exhibit, reading, _fault(exhibit, reading, odds))


def _fault(exhibit: Exhibit, reading: WandReading, odds: Odds) -> Kind | None:
    """What covers the wand or cuts it off; a part of a mark that is not there is no sign of that by itself where the
    whole face is that value's, to the network, too: a lamp's image or a shadow was taught with the mark.
    """
    fault = fault_of(exhibit.facts, exhibit.clear)
    if fault is None or not reading.sure or reading.top is None:
        return fault
    bare = fault_of(replace(exhibit.facts, missing=0.0), exhibit.clear)
    return None if bare is None and _known(odds(), reading.top) else fault


def _overall(model: WandModel, exhibit: Exhibit, reading: WandReading, odds: Odds) -> WandReading:
    """What the look of the whole face makes of a reading: a doubt is settled, or made where neither mark nor notches
    are certain by themselves, or one of them speaks for another value: of 47 such sure readings 46 were right, and were
    so to the network, too, the other one was neither.
    """
    mark, notch, tops = exhibit.mark, exhibit.notch, model.tops
    faint = exhibit.facts.held < FAINT
    certain = (mark.margin(tops) >= CERTAIN and mark.seen >= MOST) or notch.certain(tops)
    if reading.top is None:
        return reading
    against = denied(mark, notch, tops, reading.top)
    if reading.sure and certain and not faint and not against:
        return reading
    apart, there = margin(odds(), reading.top), float(odds()[reading.top])
    if reading.sure:
        least = THERE if mark.margin(tops) < HALF else -OTHER
        there_least = OTHER if faint else 0.0
        return reading if apart > least and there > there_least else doubtful(reading, mark, notch, tops)
    same = DENIED if against else SAME
    settled = apart >= same and there >= (OTHER if faint else THERE)
    return structs.replace(reading, sure=True, options=[reading.top]) if settled else reading


def told(model: WandModel, place: Registered, found: Found) -> bool:
    """Whether what was found where a face was registered is that face for certain, to the network, too, and bare."""
    top = model.tops[place.guess]
    if found.fault is not None or not found.reading.sure or found.reading.top != top:
        return False
    return _known(model.taught.odds(found.exhibit.patch, found.exhibit.clear), top)


def _known(odds: Array, top: int) -> bool:
    """Whether the network, by its odds of each value, knows that face for certain."""
    return margin(odds, top) >= SAME and float(odds[top]) >= OTHER


def _corners(pane: Pane, outline: Outline) -> list[tuple[float, float]]:
    corners = pane.to_px(outline.centred.corners(outline.length, outline.side))
    return [(round(float(x), 1), round(float(y), 1)) for x, y in corners]

"""How sure is a reading?  Two witnesses are weighed; what cannot be certain becomes a doubt between two values."""

from __future__ import annotations

import numpy as np

from companion.protocol import WandReading
from vision.marks import WandModel, Witness

SURE_TOGETHER, SURE_ONE = 0.45, 0.3
SURE_ALONE, SURE_BLIND, SURE_ASTRAY, SILENT = 0.55, 0.34, 0.7, 0.3
"""Margins: both witnesses agreeing; the mark alone while the notches say (almost) nothing."""
SEEN_ENOUGH = 0.5


def decided(model: WandModel, mark: Witness, notch: Witness, corners: list[tuple[float, float]]) -> WandReading:
    """Weigh both witnesses: agreement is certain, one alone must be very clear, a conflict is a doubt."""
    tops = model.tops
    total = mark.misfits * (mark.seen > 0) + notch.misfits * (notch.seen > 0)
    order = sorted({0, 1, 2}, key=lambda t: min(m for m, x in zip(total, tops, strict=True) if x == t))
    best = int(np.argmin(total))
    mark_says, notch_says = tops[mark.best], tops[notch.best]
    mark_margin = mark.margin(tops) if mark.seen >= SEEN_ENOUGH else 0.0
    notch_margin = notch.margin(tops) if notch.seen >= SEEN_ENOUGH else 0.0
    if notch_margin < SILENT / 3:
        sure = mark_margin >= SURE_BLIND
    elif mark_says == notch_says:
        sure = mark_margin + notch_margin >= SURE_TOGETHER and max(mark_margin, notch_margin) >= SURE_ONE
    else:
        sure = mark_margin >= SURE_ALONE and notch_margin < SILENT
    top = order[0] if not sure else tops[mark.best]
    options = [top] if sure else sorted(order[:2])
    return WandReading(top, model.guesses[best].face, sure, options, corners)


def vouched_by(notch: Witness, tops: list[int], reading: WandReading) -> bool:
    """Whether the notches by themselves say the same."""
    clear = notch.seen >= SEEN_ENOUGH and notch.margin(tops) >= SILENT
    return clear and tops[notch.best] == reading.top


def well_placed(facts: dict[str, float]) -> bool:
    """Whether the footprint fits what is seen; beside the wand both witnesses read anything."""
    return facts["trust"] >= 0.3 and abs(facts["taper"]) <= 1.2


def in_clear_view(facts: dict[str, float], model: WandModel, best: int) -> bool:
    """Whether the mark alone may be believed; "no mark" is what glare, blur and a thumb fake best."""
    if not model.marked[best]:
        return facts["held"] >= 0.62 and facts["ends"] >= 0.42 and facts["hidden"] < 12
    return facts["held"] >= 0.42


def doubtful(reading: WandReading, mark: Witness, notch: Witness, tops: list[int]) -> WandReading:
    """The same reading as a doubt between the two likeliest values."""
    total = mark.misfits + notch.misfits
    order = sorted({0, 1, 2}, key=lambda t: min(m for m, x in zip(total, tops, strict=True) if x == t))
    top = order[0] if reading.top is None else reading.top
    other = next(t for t in order if t != top)
    return WandReading(top, reading.bottom, False, sorted((top, other)), reading.corners_px)

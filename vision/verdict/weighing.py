"""How sure is a reading?  Two witnesses are weighed; what cannot be certain becomes a doubt between two values.

The margins are those at which either witness alone errs in fewer than 1 of 1,000 comparisons of the true value with
another; ``python -m tests.hardframes.cues`` counts that anew.
"""

from __future__ import annotations

from companion.protocol import WandReading
from vision.evidence.facts import Facts
from vision.evidence.model import WandModel
from vision.evidence.witness import Witness, favoured

SURE = 0.34
"""Both witnesses together must speak against every other value by so much; one alone does when the other is blind."""
AGAINST = 0.08
"""More than this for another value is a conflict, unless a whole mark shows."""
BLIND, NOTCHES = 0.25, 0.8
WHOLE, MARK_SEEN, OUTWEIGHED = 0.8, 0.7, 0.6
"""Of 17,000 comparisons on hard pictures no mark in a good place erred by WHOLE; 11 times the notches did by half."""
UNFIT = 0.7
"""Beside a mark that is not `WHOLE` notches that are so far from what the face has make a doubt: of 15,000 sure
readings on 83 harsh tables and changed pictures of them 48 had that, five of the nine wrong ones among them.
"""
VOUCHED, PLAIN = 0.3, 0.7
CROSSED = 2.5
"""A thing that crosses a side tells so much of itself: of 1,065 flat wands of fourteen tables none told more than
2.2; of 89 with a coin or a base under an end or a long side all told 3 or more, 85 more than 5."""
HALF, OUTLINED = 0.5, 0.68
"""Less than HALF a mark tells only where the outline of a wand shows by so much: an arm is blank, too.  HALF of the
notches in view is enough to have seen them."""
SHOWN, AGREED = 0.75, 0.7
"""Where an outline shows by so much, and such a share of either side's pieces agree on it, sides that are not parallel
are no sign of another place: one has slipped onto an edge beside it; all of 37 such wands of 40 tables lay there."""


def decided(model: WandModel, mark: Witness, notch: Witness, corners: list[tuple[float, float]]) -> WandReading:
    """Weigh both witnesses against every other value: together clear and neither for it, or it is a doubt."""
    best = favoured(mark, notch)
    top, gaps = model.tops[best], _gaps(model.tops, best, mark, notch)
    shows = model.marked[best] and mark.seen >= MARK_SEEN
    fits = min(m for m, _ in gaps) >= WHOLE or float(notch.misfits[best]) < UNFIT
    sure = fits and all(_excluded(m, n, shows, notch.fits) for m, n in gaps)
    reading = WandReading(top, model.guesses[best].face, sure, [top], corners)
    return reading if sure else doubtful(reading, mark, notch, model.tops)


def _excluded(mark: float, notch: float, shows: bool, fits: bool) -> bool:
    """Whether another value is out; without the mark it takes more than one notch and notches that some guess ``fits``
    (blurred ones are too few for each), and a mark that shows as it was taught (``shows``) outweighs half a notch.
    """
    least = -OUTWEIGHED if shows and mark >= WHOLE else -AGAINST
    enough = mark >= BLIND or (fits and notch >= NOTCHES)
    return enough and mark + notch >= SURE and mark >= -AGAINST and notch >= least


def _gaps(tops: list[int], best: int, mark: Witness, notch: Witness) -> list[tuple[float, float]]:
    """By how much mark and notches speak against each other value, compared with the value of the guess ``best``."""
    top = tops[best]
    return [
        (mark.of_top(tops, r) - mark.of_top(tops, top), notch.of_top(tops, r) - notch.of_top(tops, top))
        for r in range(3)
        if r != top
    ]


def vouched_by(notch: Witness, tops: list[int], reading: WandReading) -> bool:
    """Whether the notches by themselves say the same."""
    return notch.fits and notch.margin(tops) >= VOUCHED and tops[notch.best] == reading.top


def denied(mark: Witness, notch: Witness, tops: list[int], top: int) -> bool:
    """Whether mark or notches by themselves favour another value than ``top``, each in the way round that suits it."""
    return any(tops[w.best] != top and w.margin(tops) >= VOUCHED for w in (mark, notch))


def both_saw(mark: Witness, notch: Witness, tops: list[int]) -> bool:
    """Whether mark and notches say the same, each enough by itself, the notches in view: no veil fakes that.

    Of 1,058 plain and harsh pictures 16 blank faces that may have been veiled had this, all of them read right.
    """
    saw = notch.fits and notch.seen >= HALF and notch.margin(tops) >= NOTCHES and mark.margin(tops) >= SURE
    return saw and tops[mark.best] == tops[notch.best]


def well_placed(facts: Facts, mark: Witness, tops: list[int], vouched: bool) -> bool:
    """Whether the footprint fits what is seen or its mark is plain; beside a wand both witnesses read anything.

    Half a mark is plain enough where the notches say the same (``vouched``): of 9,000 wands on hard pictures 23 off
    their outline were vouched for falsely, none of those by more than 0.3 of a mark.
    """
    margin = mark.margin(tops)
    plainly = facts.held >= SHOWN and facts.trust >= AGREED
    outlined = facts.trust >= 0.3 and abs(facts.taper) <= 1.2 and (facts.held >= OUTLINED or margin >= HALF)
    return plainly or outlined or margin >= (HALF if vouched else PLAIN)


def in_clear_view(facts: Facts, model: WandModel, best: int) -> bool:
    """Whether the mark alone may be believed; "no mark" is what glare, blur and a thumb fake best."""
    if not model.marked[best]:
        return facts.held >= 0.62 and facts.ends >= 0.42 and facts.crossed < CROSSED
    return facts.held >= 0.5


def doubtful(reading: WandReading, mark: Witness, notch: Witness, tops: list[int]) -> WandReading:
    """The same reading as a doubt between the two likeliest values."""
    total = mark.misfits + notch.misfits
    order = sorted({0, 1, 2}, key=lambda t: min(m for m, x in zip(total, tops, strict=True) if x == t))
    top = order[0] if reading.top is None else reading.top
    other = next(t for t in order if t != top)
    return WandReading(top, reading.bottom, False, sorted((top, other)), reading.corners_px)

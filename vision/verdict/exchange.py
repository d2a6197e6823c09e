"""Wands that may be exchanged: their colours would fit as well the other way round.  Then marks and notches decide."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import numpy as np

from vision.evidence.exhibit import Exhibit
from vision.evidence.grip import covers
from vision.evidence.model import WandModel
from vision.evidence.resemblance import SAME, THERE
from vision.locate.outline import Outline
from vision.locate.proposals import Candidate
from vision.numeric.colour import unlike
from vision.verdict.found import Found
from vision.verdict.second import colour_of
from vision.verdict.weighing import doubtful

APART = 0.15
"""The colours of two wands fit so much better than those of the two exchanged: of 170 pairs in dim pictures by 0.19 and
more, but one; a pair of cherry in shadow and walnut that was exchanged by up to 0.08."""
NEAR = 0.6
"""Two woods that differ by less than this may look exchanged in good light, too (cherry and mahogany 0.06, pink and
white 0.54; of 126 pairs of 42 tables eleven)."""
KEPT, EXCHANGED = 0.4, 1.0
"""By so much better marks and notches must fit (1 is a whole one) to keep what colours leave open, or to turn it round:
of 44 pairs of nearly one colour 43 had 0.44 and more for the truth, the only one that was exchanged 2.0.
"""
Elsewhere = Callable[[str, Found], Found]
"""Looks at the wand of a colour where another one was found."""


def near(models: dict[str, WandModel]) -> frozenset[frozenset[str]]:
    """The pairs of wands whose colours are so near that one may pass for the other in any light."""
    return frozenset(
        frozenset((a, b))
        for a, b in combinations(models, 2)
        if unlike(models[a].base, models[b].base) + unlike(models[b].base, models[a].base) < NEAR
    )


def told_apart(
    found: list[Found],
    models: dict[str, WandModel],
    gain: float,
    look: Elsewhere,
    among: frozenset[frozenset[str]] | None = None,
) -> list[Found]:
    """The same, but exchanged where marks and notches say so, and in doubt where nothing tells two wands apart.

    ``gain`` is how bright all wands are; ``among`` the pairs that are asked about (all when it is None).
    """
    judged = {f.colour: f for f in found}
    for a, b in combinations(list(judged), 2):
        if among is not None and frozenset((a, b)) not in among:
            continue
        margin = _margin(judged[a], judged[b], models, gain)
        if margin < APART:
            judged[a], judged[b] = _settled(judged[a], judged[b], margin, models, look)
    return list(judged.values())


def passed_over(found: list[Found], candidates: tuple[Candidate, ...], models: dict[str, WandModel]) -> list[Found]:
    """The same, all in doubt where one is and a place off them all shows more clearly than that of a sure one: a haze
    had made a grey wand black, and nothing was left for the black one beside it.
    """
    if not found or not candidates:
        return found
    inside = np.array([[_lies_in(c, f.outline) for c in candidates] for f in found])
    scores = np.array([c.score for c in candidates])
    off = np.where(inside.any(axis=0), 0.0, scores).max()
    own = np.where(inside, scores, 0.0).max(axis=1)
    sure = [score for f, score in zip(found, own, strict=True) if f.reading.sure]
    return [_doubted(f, models) for f in found] if sure and off > min(sure) else found


def _lies_in(candidate: Candidate, outline: Outline) -> bool:
    return bool(covers(outline.centred, outline.length, outline.side, candidate.pose.middle))


def _margin(one: Found, other: Found, models: dict[str, WandModel], gain: float) -> float:
    """How much better the colours of two wands fit than those of the two exchanged."""
    a, b = models[one.colour], models[other.colour]
    colours, woods = (colour_of(a, one), colour_of(b, other)), (a.base * gain, b.base * gain)
    own = unlike(colours[0], woods[0]) + unlike(colours[1], woods[1])
    return unlike(colours[0], woods[1]) + unlike(colours[1], woods[0]) - own


def _settled(
    one: Found, other: Found, margin: float, models: dict[str, WandModel], look: Elsewhere
) -> tuple[Found, Found]:
    exchanged = look(one.colour, other), look(other.colour, one)
    better = misfit(*(f.exhibit for f in exchanged)) - misfit(one.exhibit, other.exhibit)
    here, there = _likelier(*(_odds(pair, models) for pair in ((one, other), exchanged)))
    kept = (better >= KEPT and not there) or (better > -KEPT and here) or _same(exchanged, one, other)
    if margin > -APART and kept:
        return one, other
    if (better <= -EXCHANGED and not here) or (better < KEPT and there):
        return exchanged
    return _doubted(one, models), _doubted(other, models)


def _odds(found: tuple[Found, Found], models: dict[str, WandModel]) -> list[float]:
    """How much more likely (logarithm) each is that face which marks and notches favour than none of its wand."""
    exhibits = [f.exhibit for f in found]
    return [_face_odds(models[e.colour], e) for e in exhibits]


def _face_odds(model: WandModel, exhibit: Exhibit) -> float:
    return float(model.taught.odds(exhibit.patch, exhibit.clear)[model.tops[exhibit.best]])


def _likelier(own: list[float], others: list[float]) -> tuple[bool, bool]:
    """Whether the faces of two wands are rather where they were found, or the other way round, and each is there: of
    166 pairs of nearly one colour in their own places on seven tables of woods the former by 6.1 and more, of two that
    were exchanged the latter by 14.
    """
    better = sum(own) - sum(others)
    return min(own) >= THERE and better >= SAME, min(others) >= THERE and -better >= SAME


def _same(exchanged: tuple[Found, Found], one: Found, other: Found) -> bool:
    """Whether each wand has the same value either way, for certain."""
    pairs = zip(exchanged, (one, other), strict=True)
    return all(a.reading.sure and b.reading.sure and a.reading.top == b.reading.top for a, b in pairs)


def misfit(*exhibits: Exhibit) -> float:
    """What marks and notches leave unexplained at best."""
    return float(sum((e.mark.misfits + e.notch.misfits).min() for e in exhibits))


def _doubted(found: Found, models: dict[str, WandModel]) -> Found:
    if not found.reading.sure:
        return found
    exhibit = found.exhibit
    tops = models[found.colour].tops
    return replace(found, reading=doubtful(found.reading, exhibit.mark, exhibit.notch, tops))

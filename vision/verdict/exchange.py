"""Wands that the dark may have exchanged: their colours would fit as well the other way round."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from vision.evidence.model import WandModel
from vision.verdict.found import Found
from vision.verdict.second import colour_of, unlike
from vision.verdict.weighing import doubtful

APART = 0.15
"""The colours of two wands fit so much better than those of the two exchanged: of 170 pairs in dim pictures by 0.19 and
more, but one; a pair of cherry in shadow and walnut that was exchanged by up to 0.08."""


def told_apart(found: list[Found], models: dict[str, WandModel], gain: float) -> list[Found]:
    """The same, but in doubt where two wands may be exchanged; ``gain`` is how bright all wands are."""
    alike = {f.colour for pair in combinations(found, 2) if _alike(*pair, models, gain) for f in pair}
    return [_doubted(f, models[f.colour]) if f.colour in alike and f.reading.sure else f for f in found]


def _alike(one: Found, other: Found, models: dict[str, WandModel], gain: float) -> bool:
    a, b = models[one.colour], models[other.colour]
    colours, woods = (colour_of(a, one), colour_of(b, other)), (a.base * gain, b.base * gain)
    own = unlike(colours[0], woods[0]) + unlike(colours[1], woods[1])
    return unlike(colours[0], woods[1]) + unlike(colours[1], woods[0]) < own + APART


def _doubted(found: Found, model: WandModel) -> Found:
    exhibit = found.exhibit
    return replace(found, reading=doubtful(found.reading, exhibit.mark, exhibit.notch, model.tops))

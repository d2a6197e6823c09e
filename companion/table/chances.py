"""Whether things fall as chance would have them, without claiming more than was seen.

The shares of all outcomes get exact intervals for binomial counts (Clopper and Pearson); their
confidence holds for all of them together (Bonferroni).  It is set high, because people look again after every evening.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from statistics import NormalDist
from typing import Literal

import msgspec

from companion.games.tally import Odds

TOGETHER = 0.99
"""Confidence of all intervals together."""
NOTICED = 0.10
"""A share that is off by this much should be noticed before anything is called fair."""
STEPS = 60
NOTHING = 1e-18

Verdict = Literal["early", "fair", "off"]


class Outcome(msgspec.Struct, frozen=True):
    """One outcome: how often it was seen, its share with the interval, and its fair chance."""

    name: str
    seen: int
    share: float
    low: float
    high: float
    chance: float

    @property
    def off(self) -> bool:
        """Whether the fair chance lies outside of the interval."""
        return not self.low <= self.chance <= self.high


class Judged(msgspec.Struct, frozen=True):
    """A thing with its outcomes; ``wanted`` is how often it must fall before it can be called fair."""

    thing: str
    count: int
    wanted: int
    outcomes: tuple[Outcome, ...]
    verdict: Verdict


def judged(things: list[Odds]) -> list[Judged]:
    """Each thing with intervals that hold for all things together."""
    error = (1 - TOGETHER) / max(sum(len(thing.chances) for thing in things), 1)
    return [_judged(thing, error) for thing in things]


def _judged(thing: Odds, error: float) -> Judged:
    count = sum(thing.seen.values())
    outcomes = tuple(_outcome(name, thing, count, error) for name in thing.chances)
    wanted = max((_wanted(outcome.chance, error) for outcome in outcomes), default=0)
    off = any(outcome.off for outcome in outcomes)
    verdict: Verdict = "off" if off else "early" if count < wanted or not count else "fair"
    return Judged(thing.thing, count, wanted, outcomes, verdict)


def _outcome(name: str, thing: Odds, count: int, error: float) -> Outcome:
    seen = thing.seen.get(name, 0)
    low, high = interval(seen, count, error)
    return Outcome(name, seen, seen / count if count else 0.0, low, high, thing.chances[name])


def _wanted(chance: float, error: float) -> int:
    """How many trials make the interval reach ``NOTICED`` to either side, about."""
    return math.ceil(chance * (1 - chance) * (NormalDist().inv_cdf(1 - error / 2) / NOTICED) ** 2)


@lru_cache(maxsize=1024)
def interval(seen: int, count: int, error: float) -> tuple[float, float]:
    """Clopper and Pearson: the chances under which neither so few nor so many is rarer than half the error."""
    low = 0.0 if seen == 0 else _bisected(lambda chance: at_least(seen, count, chance) < error / 2)
    high = 1.0 if seen == count else _bisected(lambda chance: at_least(seen + 1, count, chance) < 1 - error / 2)
    return low, high


def _bisected(below: Callable[[float], bool]) -> float:
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) else (low, middle)
    return (low + high) / 2


def at_least(seen: int, count: int, chance: float) -> float:
    """The probability of ``seen`` or more in ``count`` trials: summed away from its greatest term on either side."""
    if seen <= 0 or chance >= 1:
        return 1.0
    if seen > count or chance <= 0:
        return 0.0
    if seen > count * chance:
        return _up(seen, count, chance)
    return 1 - _up(count - seen + 1, count, 1 - chance)


def _up(seen: int, count: int, chance: float) -> float:
    """The sum of the terms from ``seen`` on, which shrink."""
    ways = math.lgamma(count + 1) - math.lgamma(seen + 1) - math.lgamma(count - seen + 1)
    term = math.exp(ways + seen * math.log(chance) + (count - seen) * math.log1p(-chance))
    total = term
    for number in range(seen, count):
        term *= (count - number) / (number + 1) * chance / (1 - chance)
        total += term
        if term < NOTHING * total:
            break
    return min(total, 1.0)

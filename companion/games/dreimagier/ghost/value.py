"""The chance of each seat to win: a conditional logit of its features (the weights are fitted by ``dreimagier train``).

Each seat has a strength, the weighted sum of its features; chances are in proportion to e to the strength, so that they
sum to one.  Where the labyrinth holds figures for most of a game (K1) other things count than where they walk out, so
each of the two kinds of game has weights of its own.  How sharply strength tells depends on how near the end is.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources

import msgspec

from companion.games.dreimagier.ghost.features import CHANCE, DYNAMIC, STATIC, dynamic, key, order_of_throws, static
from companion.games.dreimagier.position import OVER, Position
from companion.games.dreimagier.rulesets import Rules
from companion.games.dreimagier.setup import Setup

Odds = tuple[float, float, float]
"""Chances to win of red, black, white."""
CERTAIN: tuple[Odds, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
REMEMBERED = 1 << 16
STAGES = (4, 6)
"""Most cards in one hand with which the middle and the end of a game begin."""


class Fit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was fitted for one kind of game: weights by feature name, and a factor on strength in each stage."""

    weights: dict[str, float] = {}
    sharpness: tuple[float, float, float] = (1.0, 1.0, 1.0)


def kind_of(rules: Rules) -> str:
    """Which kind of game these rules make."""
    return "free" if rules.labyrinth_exit == "free" else "held"


def stage(position: Position) -> int:
    """Beginning, middle or end: by the most cards in one hand."""
    most = max(cards.bit_count() for cards in position.cards)
    return sum(most >= border for border in STAGES)


class Value:
    """Odds of positions before a throw, under what was fitted for each kind of game (what is missing is 0)."""

    def __init__(self, fits: Mapping[str, Fit]) -> None:
        self._fits = fits
        self._setup: Setup | None = None
        self._known: dict[tuple[object, ...], float] = {}

    def odds(self, position: Position) -> Odds:
        """The chances to win before a throw, or when the game is over."""
        if position.phase == OVER:
            return CERTAIN[position.winner]
        if position.setup is not self._setup:
            self._begin(position.setup)
        ranks, sharp = order_of_throws(position), self._sharpness[stage(position)]
        red, black, white = (math.exp(sharp * self._remembered(position, seat, ranks)) for seat in (0, 1, 2))
        total = red + black + white
        return red / total, black / total, white / total

    def _begin(self, setup: Setup) -> None:
        self._setup, self._known = setup, {}
        fit = self._fits.get(kind_of(setup.rules), Fit())
        self._sharpness = fit.sharpness
        self._static = tuple(fit.weights.get(name, 0.0) for name in STATIC)
        self._dynamic = tuple(fit.weights.get(name, 0.0) for name in DYNAMIC)

    def _remembered(self, position: Position, seat: int, ranks: tuple[int, ...]) -> float:
        """The strength of a seat; remembered, since a move changes little of what the three depend on."""
        state = (
            seat,
            position.magicians,
            position.apprentices[seat],
            position.stones[seat],
            position.cards[seat],
            position.supply,
            ranks,
            position.rights,
        )
        known = self._known.get(state)
        if known is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            known = self._known[state] = self._strength(position, seat, ranks)
        return known

    def _strength(self, position: Position, seat: int, ranks: tuple[int, ...]) -> float:
        own = static(*key(position, seat))
        return _product(self._static, own) + _product(self._dynamic, dynamic(position, seat, ranks, own[CHANCE]))


def _product(weights: tuple[float, ...], row: tuple[float, ...]) -> float:
    return sum(weight * number for weight, number in zip(weights, row, strict=True))


def read(text: str | bytes) -> Value:
    """The value of a file that ``dreimagier train`` wrote.  Raises msgspec.DecodeError."""
    return Value(msgspec.json.decode(text, type=dict[str, Fit]))


def _shipped() -> bytes:
    return resources.files(__package__).joinpath("weights.json").read_bytes()


@lru_cache(maxsize=1)
def fitted() -> Value:
    """The value that is shipped."""
    return read(_shipped())


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """Tells its weights from others: records name it beside each choice."""
    return hashlib.sha256(_shipped()).hexdigest()[:12]

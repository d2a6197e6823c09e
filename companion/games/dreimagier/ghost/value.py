"""The chance of each seat to win: a conditional logit of its features (the weights are fitted by ``dreimagier train``).

Each seat has a strength, the weighted sum of its features; chances are in proportion to e to the strength, so that they
sum to one.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources

from companion.games.dreimagier.ghost.features import CHANCE, DYNAMIC, STATIC, dynamic, key, order_of_throws, static
from companion.games.dreimagier.position import OVER, Position
from companion.games.dreimagier.setup import Setup

Odds = tuple[float, float, float]
"""Chances to win of red, black, white."""
CERTAIN: tuple[Odds, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
REMEMBERED = 1 << 16


class Value:
    """Odds of positions before a throw, under these weights by feature name (a missing one is 0)."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self._static = tuple(weights.get(name, 0.0) for name in STATIC)
        self._dynamic = tuple(weights.get(name, 0.0) for name in DYNAMIC)
        self._setup: Setup | None = None
        self._known: dict[tuple[object, ...], float] = {}

    def odds(self, position: Position) -> Odds:
        """The chances to win before a throw, or when the game is over."""
        if position.phase == OVER:
            return CERTAIN[position.winner]
        ranks = order_of_throws(position)
        red, black, white = (self._weight(position, seat, ranks) for seat in (0, 1, 2))
        total = red + black + white
        return red / total, black / total, white / total

    def _weight(self, position: Position, seat: int, ranks: tuple[int, ...]) -> float:
        """e to the strength of a seat; remembered, since a move changes little of what the three depend on."""
        if position.setup is not self._setup:
            self._setup, self._known = position.setup, {}
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
            known = self._known[state] = math.exp(self._strength(position, seat, ranks))
        return known

    def _strength(self, position: Position, seat: int, ranks: tuple[int, ...]) -> float:
        own = static(*key(position, seat))
        return _product(self._static, own) + _product(self._dynamic, dynamic(position, seat, ranks, own[CHANCE]))


def _product(weights: tuple[float, ...], row: tuple[float, ...]) -> float:
    return sum(weight * number for weight, number in zip(weights, row, strict=True))


@lru_cache(maxsize=1)
def fitted() -> Value:
    """The value under the weights that are shipped."""
    text = resources.files(__package__).joinpath("weights.json").read_text(encoding="utf-8")
    return Value(json.loads(text)["weights"])

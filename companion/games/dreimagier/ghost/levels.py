"""How well the ghost plays: it takes each action by its odds, the weaker the level the less sharply.

An action that costs much more than the best is never taken, so that no level looks foolish.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from companion.games import Draw, Json
from companion.games.dreimagier.actions import parse, to_json
from companion.games.dreimagier.ghost.expectation import Expectation
from companion.games.dreimagier.ghost.seen import position_of
from companion.games.dreimagier.ghost.value import Value, fitted
from companion.games.dreimagier.play import legal_actions
from companion.games.dreimagier.position import Position, asked_seat
from companion.games.dreimagier.setup import Action

FINE = 1 << 24
"""A chance is drawn in so many parts."""


class Level(msgspec.Struct, frozen=True):
    """``temperature``: loss of odds that makes an action e times rarer (0: always the best); ``most``: loss allowed."""

    temperature: float
    most: float


LEVELS: dict[str, Level] = {"child": Level(0.06, 0.08), "middle": Level(0.02, 0.06), "strong": Level(0.0, 0.0)}
"""Levels by name, the weakest first."""


def choose(header: Json, view: Json, level: str, draw: Draw) -> Json:
    """The action that a ghost of this level takes of those that the view of its seat offers."""
    position = position_of(header, view)
    actions = tuple(parse(position.setup, action) for action in view["legal"])
    return to_json(position.setup, taken(position, actions, LEVELS[level], draw, fitted()))


def decide(position: Position, level: Level, draw: Draw, value: Value | None = None) -> Action:
    """The action of the seat that is asked for a decision."""
    return taken(position, legal_actions(position), level, draw, value or fitted())


def taken(position: Position, actions: tuple[Action, ...], level: Level, draw: Draw, value: Value) -> Action:
    """One of these actions."""
    if len(actions) == 1:
        return actions[0]
    found = Expectation(value).after(position, actions)
    seat = asked_seat(position)
    return actions[pick([odds[seat] for odds in found], level, draw)]


def pick(odds: Sequence[float], level: Level, draw: Draw) -> int:
    """The number of the action taken, among these by the odds that each leaves."""
    best = max(odds)
    near = [number for number, each in enumerate(odds) if each >= best - level.most - 1e-12]
    shares = [_share(best - odds[number], level.temperature) for number in near]
    point = draw(FINE) / FINE * sum(shares)
    for number, share in zip(near, shares, strict=True):
        point -= share
        if point < 0:
            return number
    return near[-1]


def _share(loss: float, temperature: float) -> float:
    return math.exp(-loss / temperature) if temperature else 1.0

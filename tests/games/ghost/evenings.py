"""Positions and records of games that the ghost plays, from seeds."""

from __future__ import annotations

import random
from typing import Any

from companion.games import Draw, Json
from companion.games.dreimagier import GAME
from companion.games.dreimagier.actions import to_json
from companion.games.dreimagier.ghost.arena import Player, named
from companion.games.dreimagier.play import legal_actions, step
from companion.games.dreimagier.position import OVER, THROW_PHASES, Position
from companion.games.dreimagier.rehearsal import thrown
from companion.games.dreimagier.setup import Action


def drawer(seed: str) -> Draw:
    """Chance from a seed."""
    rng = random.Random(seed)
    return lambda below: int(rng.random() * below)


def first(**options: Any) -> Position:
    """The first position under these options."""
    return GAME.start(GAME.header(options))


Steps = list[tuple[Position, Action]]


def evening(start: Position, seed: str, player: Player | None = None, most: int = 2000) -> Steps:
    """A game, or its first actions: every position with the action taken there."""
    position, draw, found = start, drawer(seed), Steps()
    player = player or named("middle")
    while position.phase != OVER and len(found) < most:
        action = thrown(position, draw) if position.phase in THROW_PHASES else player(position, draw)
        found.append((position, action))
        position = step(position, action)[0]
    return found


def recorded(start: Position, seed: str) -> list[Json]:
    """The actions of such a game."""
    return [to_json(position.setup, action) for position, action in evening(start, seed)]


def choices(start: Position, seed: str, most: int = 2000) -> list[Position]:
    """Positions of such a game with something to decide."""
    return [position for position, _ in evening(start, seed, most=most) if len(legal_actions(position)) > 1]

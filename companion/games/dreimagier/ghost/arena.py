"""Games that play themselves, for training and for measuring strength."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.games import Draw
from companion.games.dreimagier.ghost.levels import LEVELS, Level, decide
from companion.games.dreimagier.ghost.value import Value
from companion.games.dreimagier.play import legal_actions, step
from companion.games.dreimagier.players import PLAYERS
from companion.games.dreimagier.position import OVER, PIP, THROW_PHASES, Position, asked_seat
from companion.games.dreimagier.rehearsal import thrown
from companion.games.dreimagier.setup import Action

Player = Callable[[Position, Draw], Action]
MOST_ACTIONS = 6000
"""A game that is not over by then has no winner; random players are slow."""


def ghost(level: Level, value: Value | None = None) -> Player:
    """The ghost at a level, under a value (None: the one that is shipped)."""
    return lambda position, draw: decide(position, level, draw, value)


def simple(name: str) -> Player:
    """One of the players of simulations."""
    player = PLAYERS[name]
    return lambda position, draw: player(position, lambda actions: actions[draw(len(actions))])


def named(name: str) -> Player:
    """A player by its name; raises KeyError."""
    return ghost(LEVELS[name]) if name in LEVELS else simple(name)


def play(
    first: Position, players: Sequence[Player], draw: Draw, seen: Callable[[Position], object] | None = None
) -> Position:
    """The last position of a game; ``seen`` is told every position before a throw of pips."""
    position = first
    for _ in range(MOST_ACTIONS):
        if position.phase == OVER:
            break
        if seen is not None and position.phase == PIP:
            seen(position)
        position = step(position, _action(position, players, draw))[0]
    return position


def _action(position: Position, players: Sequence[Player], draw: Draw) -> Action:
    if position.phase in THROW_PHASES:
        return thrown(position, draw)
    legal = legal_actions(position)
    return legal[0] if len(legal) == 1 else players[asked_seat(position)](position, draw)

"""A game that plays itself, so that people can be told how long one may last before they begin it.

Its players look one step ahead and play for themselves; people think longer and see further, so this tells the length
in turns, roughly.  Nothing is drawn here by chance: the caller hands in ``draw``.
"""

from __future__ import annotations

from companion.games import Draw
from companion.games.dreimagier.play import legal_actions, step, wanted_wands
from companion.games.dreimagier.players import greedy_player
from companion.games.dreimagier.position import OVER, SPELL, THROW_PHASES, Position
from companion.games.dreimagier.setup import Action

MOST_TURNS = 1000
"""A game that is not over by then counts as long as that."""
UNSEEN = (-1, -1, -1)


def turns(first: Position, draw: Draw) -> int:
    """How many turns this game lasts."""
    position, found = first, 0
    while position.phase != OVER and found < MOST_TURNS:
        position, events = step(position, _action(position, draw))
        found += sum(event["type"] == "turn" for event in events)
    return found


def _action(position: Position, draw: Draw) -> Action:
    if position.phase in THROW_PHASES:
        return thrown(position, draw)
    if len(legal_actions(position)) == 1:
        return legal_actions(position)[0]
    return greedy_player(position, lambda actions: actions[draw(len(actions))])


def thrown(position: Position, draw: Draw) -> Action:
    """A throw of the wanted wands: values, or hidden faces for a spell throw."""
    fly = wanted_wands(position)
    seen = tuple(draw(3) if wand in fly else -1 for wand in range(3))
    return ("throw", (UNSEEN, seen)) if position.phase == SPELL else ("throw", (seen, UNSEEN))

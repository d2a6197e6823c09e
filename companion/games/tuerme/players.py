"""Players who look at one move: mostly what brings somebody in or catches somebody, else anything.

They tell how long a game lasts, and lead the tests to every corner of the rules; nothing is drawn here but by ``draw``.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games import Draw
from companion.games.tuerme.cards import HIGHEST
from companion.games.tuerme.play import legal_actions, may_actions, step
from companion.games.tuerme.position import ANNOUNCED, OVER, ROLL, Action, Position, count, place_of
from companion.games.tuerme.teams import own

PATIENCE = 5
"""One in so many decisions is made without any aim."""
MOST_TURNS = 400
"""A game that is not over by then counts as long as that."""


def turns(first: Position, draw: Draw) -> int:
    """How many turns a game between them lasts."""
    position, found = first, 0
    while position.phase != OVER and found < MOST_TURNS:
        position, events = step(position, next_action(position, draw))
        found += sum(event["type"] == "turn-over" for event in events)
    return found


def next_action(position: Position, draw: Draw) -> Action:
    """A roll by chance; else mostly what brings somebody in or catches somebody, else anything."""
    if position.phase == ROLL:
        return ("roll", 1 + draw(HIGHEST))
    legal, may = legal_actions(position), may_actions(position)
    rides = [action for action in (*legal, *may) if action[2:3] == ("piggyback",)]
    if rides and draw(2):
        return rides[draw(len(rides))]
    if may and draw(2 if position.phase == ANNOUNCED else PATIENCE) == 0:
        return may[draw(len(may))]
    aims = [action for action in legal if draw(PATIENCE) and is_aim(position, action)]
    if not aims:
        aims = [action for action in legal if action[0] != "hand" or not draw(2 * PATIENCE)]
    chosen = aims or legal
    return chosen[draw(len(chosen))]


def is_aim(position: Position, action: Action) -> bool:
    """Whether a card, a wizard or a tower brings somebody into the keep, or lands on somebody for an empty bottle."""
    kind = action[0]
    if kind == "card":
        card = position.setup.box.cards[action[1]]
        mine = position.setup.walks[own(position, position.active)]
        enters = card.wizard and any(_stands(position, walk) and _enters(position, walk, card.wizard) for walk in mine)
        return bool(enters) or any(_catches(position, tower, card.tower) for tower in _towers(position, card.tower))
    if kind == "walk":
        return _enters(position, action, position.steps[0])
    return kind == "tower" and _catches(position, action[1], position.steps[1] or 1)


def _towers(position: Position, steps: int) -> Sequence[int]:
    return range(len(position.setup.box.rooms)) if steps else ()


def _stands(position: Position, walk: Action) -> bool:
    return count(position.tiers[walk[2]][-1], walk[1]) > 0


def _enters(position: Position, walk: Action, steps: int) -> bool:
    return bool((walk[2] + steps) % len(position.towers) == position.keep)


def _catches(position: Position, tower: int, steps: int) -> bool:
    target = (place_of(position, tower) + steps) % len(position.towers)
    return position.empty[position.active] > 0 and position.tiers[target][-1] > 0

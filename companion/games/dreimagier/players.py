"""Players for simulations: a random one, and a greedy one that looks one action ahead.

Neither draws a number: the caller hands in ``choose``, which picks one of several equally good actions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from companion.games.dreimagier.board import LABYRINTH, MAGIC_PLACES
from companion.games.dreimagier.duel import most_throws
from companion.games.dreimagier.play import legal_actions, step
from companion.games.dreimagier.position import DUEL, OFFER, Duel, Position, asked_seat
from companion.games.dreimagier.setup import PLACE_NEIGHBOURS, Action, Setup
from companion.games.dreimagier.wands import FATE

Choose = Callable[[Sequence[Action]], Action]
Player = Callable[[Position, Choose], Action]
FAR = 99


def random_player(position: Position, choose: Choose) -> Action:
    """Any legal action."""
    return choose(legal_actions(position))


def greedy_player(position: Position, choose: Choose) -> Action:
    """The action after which the own position looks best."""
    actions = legal_actions(position)
    if len(actions) == 1:
        return actions[0]
    if position.phase == DUEL and position.duel is not None:
        return _in_duel(position.duel, actions)
    if position.phase == OFFER:
        return actions[0]
    seat = asked_seat(position)
    scores = [_score(position, action, seat) for action in actions]
    best = max(scores)
    return choose([action for action, score in zip(actions, scores, strict=True) if score == best])


PLAYERS: dict[str, Player] = {"random": random_player, "greedy": greedy_player}


def _in_duel(duel: Duel, actions: tuple[Action, ...]) -> Action:
    """Throw low wands again while that may still help; a leader is content with five, or with four after two throws."""
    content = sum(duel.tops) >= 6 - duel.throws and duel.lead is None
    low = tuple(wand for wand in range(3) if duel.tops[wand] < (2 if sum(duel.tops) > 3 else 1))
    again: Action = ("again", low)
    if content or duel.throws >= most_throws(duel) or again not in actions:
        return actions[-1]
    return again


def _score(position: Position, action: Action, seat: int) -> int:
    if action[0] == "symbol":
        return -100 if action[1] == FATE else 10 * action[1] * (1 if position.stones[seat] else -1)
    after, _ = step(position, action)
    return _worth(after, seat)


def _worth(position: Position, seat: int) -> int:
    """Cards above all, then the stone, freedom, and how near the figures are to a meeting that pays."""
    worth = 0
    for other in (0, 1, 2):
        count = position.cards[other].bit_count()
        worth += (200 if other == seat else -80) * count
    worth += 30 * position.stones[seat] - 40 * (position.magicians[seat] == LABYRINTH)
    if position.duel is not None:
        wanted = not position.cards[seat] >> position.duel.place & 1
        worth += 60 if wanted else -120
    return worth - 3 * _way_to_card(position, seat)


def _way_to_card(position: Position, seat: int) -> int:
    """Shortest joint way of both figures to a card that is missing."""
    jumps, steps = _jump_ways()[position.magicians[seat]], _walk_ways(position.setup)[position.apprentices[seat]]
    missing = [place for place in MAGIC_PLACES if not position.cards[seat] >> place & 1]
    return min((4 * jumps[place] + steps[place] for place in missing), default=0)


@lru_cache(maxsize=1)
def _jump_ways() -> tuple[tuple[int, ...], ...]:
    return tuple(_ways(PLACE_NEIGHBOURS, place) for place in range(9))


@lru_cache(maxsize=16)
def _walk_ways(setup: Setup) -> tuple[tuple[int, ...], ...]:
    return tuple(_ways(setup.path, node) for node in range(len(setup.path)))


def _ways(neighbours: tuple[tuple[int, ...], ...], start: int) -> tuple[int, ...]:
    """Distances from a node to all nodes."""
    far = [FAR] * len(neighbours)
    far[start], edge = 0, [start]
    for node in edge:
        for after in neighbours[node]:
            if far[after] == FAR:
                far[after] = far[node] + 1
                edge.append(after)
    return tuple(far)

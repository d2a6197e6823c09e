"""The odds after each action: exact over all that chance can still do in this move, each seat choosing its best.

A move ends before the next throw of pips; there the value function speaks.  Duels count by their exact chances, spell
throws by the 27 ways in which the wands can lie.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.games.dreimagier.duel import win
from companion.games.dreimagier.ghost import duels
from companion.games.dreimagier.ghost.value import Odds, Value
from companion.games.dreimagier.play import legal_actions, step
from companion.games.dreimagier.position import DUEL, DUEL_THROW, OVER, PIP, SPELL, START, Position, asked_seat
from companion.games.dreimagier.setup import Action
from companion.games.dreimagier.wands import UNKNOWN

UNSEEN = (UNKNOWN,) * 3
SPELLS = (
    (6, (1, 1, 2)),
    (6, (0, 0, 2)),
    (6, (0, 0, 1)),
    (1, (0, 0, 0)),
    (1, (1, 1, 1)),
    (1, (2, 2, 2)),
    (6, (0, 1, 2)),
)
"""Z2: hidden faces that stand for all ways of a spell throw: power, magic, fate alone, 3-3-0 three times, 2-2-2."""


class Expectation:
    """Odds of any position, under a value of those before a throw.  Keeps what it found of one move."""

    def __init__(self, value: Value) -> None:
        self._value = value
        self._found: dict[object, Odds] = {}

    def fresh(self) -> Expectation:
        """The same, with nothing kept: a throw or another move has come between."""
        self._found.clear()
        return self

    def after(self, position: Position, actions: tuple[Action, ...]) -> list[Odds]:
        """The odds after each of these legal actions."""
        self._found.clear()
        if position.phase == DUEL:
            return _duel_odds(self, position, actions)
        return [self.odds(step(position, action)[0]) for action in actions]

    def odds(self, position: Position) -> Odds:
        """The odds of a position."""
        state = _state(position)
        found = self._found.get(state)
        if found is None:
            found = self._found[state] = KINDS.get(position.phase, _best)(self, position)
        return found

    def before_throw(self, position: Position) -> Odds:
        """What the value function says."""
        return self._value.odds(position)


def _state(position: Position) -> object:
    """What matters of a position within one move."""
    figures = position.magicians, position.apprentices, position.stones, position.cards
    return (
        *figures,
        position.phase,
        position.turn,
        position.mover,
        position.rights,
        position.earned,
        *_under_way(position),
    )


def _under_way(position: Position) -> tuple[object, ...]:
    throw, move = position.throw, position.move
    moving = None if move is None else (move.magician, move.apprentice, move.spell)
    hidden = throw.hidden if throw is not None and throw.kind == "spell" else None
    return moving, position.offer, position.take, position.duel, hidden


def _before_throw(expectation: Expectation, position: Position) -> Odds:
    return expectation.before_throw(position)


def _best(expectation: Expectation, position: Position) -> Odds:
    """The seat that is asked takes what is best for itself."""
    seat = asked_seat(position)
    found = [expectation.odds(step(position, action)[0]) for action in legal_actions(position)]
    return max(found, key=lambda odds: odds[seat])


def _duel(expectation: Expectation, position: Position) -> Odds:
    """By the chances of its two ends."""
    assert position.duel is not None
    side, other = position.duel.side, duels.opponent(position)
    chance = duels.chance_of(position, side)
    return mixed(((chance, _end(expectation, position, side)), (1 - chance, _end(expectation, position, other))))


def _end(expectation: Expectation, position: Position, winner: int) -> Odds:
    after = position.__copy__()  # type: ignore[attr-defined]
    win(after, after.duel, winner, [])
    return expectation.odds(after)


def _duel_odds(expectation: Expectation, position: Position, actions: tuple[Action, ...]) -> list[Odds]:
    assert position.duel is not None
    side, other = position.duel.side, duels.opponent(position)
    won, lost = _end(expectation, position, side), _end(expectation, position, other)
    return [mixed(((chance, won), (1 - chance, lost))) for chance in duels.chances(position, actions)]


def _spell(expectation: Expectation, position: Position) -> Odds:
    """The 27 ways, by what may rule."""
    found = []
    for ways, hidden in SPELLS:
        after = step(position, ("throw", (UNSEEN, hidden)))[0]
        found.append((ways / 27, expectation.odds(after)))
    return mixed(found)


def mixed(parts: list[tuple[float, Odds]] | tuple[tuple[float, Odds], ...]) -> Odds:
    """Odds by their chances."""
    return (
        sum(share * odds[0] for share, odds in parts),
        sum(share * odds[1] for share, odds in parts),
        sum(share * odds[2] for share, odds in parts),
    )


KINDS: dict[str, Callable[[Expectation, Position], Odds]] = {
    PIP: _before_throw,
    START: _before_throw,
    OVER: _before_throw,
    DUEL_THROW: _duel,
    DUEL: _duel,
    SPELL: _spell,
}
"""How the odds of a phase are found; every other one is a choice."""

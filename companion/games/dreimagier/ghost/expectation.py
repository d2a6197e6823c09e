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
from companion.games.dreimagier.position import (
    DUEL,
    DUEL_THROW,
    MAGIC,
    NOBODY,
    OVER,
    PIP,
    SPELL,
    START,
    Position,
    asked_seat,
    put,
)
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
ALONE = tuple(hidden for _, hidden in SPELLS[:3])
RULING = ((6, (0,)), (6, (1,)), (6, (2,)), (1, (1, 2)), (1, (0, 2)), (1, (0, 1)), (6, (0, 1, 2)))
"""The same ways with the faces that may rule."""


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

    def gone(self, position: Position) -> Odds:
        """The best that magic can bring to, from wherever the apprentice stands on a field."""
        own = position.apprentices[position.mover]
        nowhere = position.__copy__()  # type: ignore[attr-defined]
        nowhere.apprentices = put(position.apprentices, position.mover, NOBODY)
        state = "gone", _state(nowhere)
        found = self._found.get(state)
        if found is None:
            fields = position.setup.rules.magic_target == "any-node"  # K2: staying here is going here from elsewhere
            ends = [action for action in legal_actions(position) if fields or action[1] != own]
            each = (self.odds(step(position, action)[0]) for action in ends)
            found = self._found[state] = max(each, key=lambda odds: odds[position.mover])
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
    """The 27 ways, by what may rule; where K4 lets fate rule some of them, by what each way does."""
    if position.setup.rules.fate_rules_330:
        thrown = [(ways / 27, ("throw", (UNSEEN, hidden))) for ways, hidden in SPELLS]
        return mixed([(share, expectation.odds(step(position, action)[0])) for share, action in thrown])
    seat = position.mover
    alone = [expectation.odds(step(position, ("throw", (UNSEEN, hidden)))[0]) for hidden in ALONE]
    return mixed(
        [(ways / 27, max((alone[face] for face in faces), key=lambda odds: odds[seat])) for ways, faces in RULING]
    )


def _magic(expectation: Expectation, position: Position) -> Odds:
    """Where magic leads does not depend on the symbol field that it began on, but for staying there."""
    if not position.setup.rules.magic_may_stay:
        return _best(expectation, position)
    seat = position.mover
    own = position.apprentices[seat]
    gone = expectation.gone(position)
    stayed = expectation.odds(step(position, ("magic", own))[0])
    return max(gone, stayed, key=lambda odds: odds[seat])


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
    MAGIC: _magic,
}
"""How the odds of a phase are found; every other one is a choice."""

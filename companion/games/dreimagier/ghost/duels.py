"""Chances in a duel under way, and what to keep: exact, by the odds of all duels (``odds``).

Where a kept wand must lie still (D5 by setting) the advice is that of the default among what is allowed.
"""

from __future__ import annotations

from functools import lru_cache

from companion.games.dreimagier import odds
from companion.games.dreimagier.duel import other_side
from companion.games.dreimagier.position import DUEL, Duel, Position
from companion.games.dreimagier.setup import Action

ALL = (0, 1, 2)


@lru_cache(maxsize=1)
def solver() -> odds.Solver:
    """Best play by both."""
    found = odds.Solver(odds.solve().leader)
    found.whole()
    return found


def chance_of(position: Position, seat: int) -> float:
    """Chance of this side of a duel that stands, pending or under way."""
    duel = position.duel
    assert duel is not None
    chance = float(_of_side(duel, position.phase == DUEL))
    return chance if seat == duel.side else 1.0 - chance


@lru_cache(maxsize=4096)
def _chance(lead: odds.Result | None, throws: int, tops: odds.Wands, lies: bool, fly: int) -> float:
    """Chance of the side that throws: it decides on wands that lie, or some are in the air."""
    if lies:
        return float(solver().lead(throws, tops) if lead is None else solver().follow(lead, throws, tops))
    found = 0.0
    for values, share in odds.after(tops):
        made = throws + 1
        found += float(share * (solver().lead(made, values) if lead is None else solver().follow(lead, made, values)))
    return found


def _of_side(duel: Duel, lies: bool) -> float:
    kept = tuple(sorted(duel.tops[wand] for wand in ALL if lies or wand not in duel.fly))
    return _chance(duel.lead, duel.throws, kept, lies, len(duel.fly))


def chances(position: Position, actions: tuple[Action, ...]) -> list[float]:
    """The chance of the side that decides, after each of these actions."""
    duel = position.duel
    assert duel is not None
    return [_after(duel, action) for action in actions]


def _after(duel: Duel, action: Action) -> float:
    if action[0] == "again":
        kept = tuple(sorted(duel.tops[wand] for wand in ALL if wand not in action[1]))
        return _chance(duel.lead, duel.throws, kept, False, len(action[1]))
    return float(solver().announce((sum(duel.tops), duel.throws))) if duel.lead is None else 0.0


def opponent(position: Position) -> int:
    """The side of a duel that does not throw now."""
    assert position.duel is not None
    return other_side(position.duel)

"""Chances in a duel (D2-D6) under best play by both, exact.

Kept wands may fly again (D5, default).  All wands are alike, so a throw is a sorted triple of values.  A duel that ties
is repeated with the other side leading; with best play both leads are alike, so if the leader of a round wins it with
chance ``w`` and ties it with chance ``t``, his whole chance is ``w + t * (1 - whole)``.  What to do depends on what a
tie is worth, and that on what is done; ``solve`` repeats until the best choices no longer change, which is exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, product

import msgspec

MOST_THROWS = 3
Wands = tuple[int, ...]
"""Values that lie, sorted."""
Result = tuple[int, int]
"""Sum on throws."""


class Choice(msgspec.Struct, frozen=True):
    """What to do best: keep these values and throw the others again, or stop; and the own chance of winning."""

    stop: bool
    keep: Wands
    chance: Fraction


class Odds(msgspec.Struct, frozen=True):
    """The whole solution.  ``leading``: throws made, values; ``following``: result to beat, throws made, values."""

    leader: Fraction
    round_won: Fraction
    round_tied: Fraction
    results: dict[Result, Fraction]
    leading: dict[tuple[int, Wands], Choice]
    following: dict[tuple[Result, int, Wands], Choice]


@cache
def throws(count: int) -> tuple[tuple[Wands, Fraction], ...]:
    """Every throw of some wands with its chance."""
    found: dict[Wands, int] = {}
    for values in product(range(3), repeat=count):
        key = tuple(sorted(values))
        found[key] = found.get(key, 0) + 1
    return tuple((values, Fraction(times, 3**count)) for values, times in sorted(found.items()))


@cache
def keepings(values: Wands) -> tuple[Wands, ...]:
    """What may be kept of three values, at most two of them."""
    return tuple(sorted({kept for size in range(3) for kept in combinations(values, size)}, key=lambda k: (-len(k), k)))


def after(kept: Wands) -> Iterator[tuple[Wands, Fraction]]:
    """The values after the others were thrown again."""
    for values, chance in throws(3 - len(kept)):
        yield tuple(sorted(kept + values)), chance


class Solver:
    """Best play of one round for both, given what a tie is worth to the leader and to the other side."""

    def __init__(self, leader: Fraction) -> None:
        self.tie_for_follower = leader  # after a tie he leads
        self.leading: dict[tuple[int, Wands], Choice] = {}
        self.following: dict[tuple[Result, int, Wands], Choice] = {}
        self._announced: dict[Result, Fraction] = {}

    def follow(self, lead: Result, made: int, values: Wands) -> Fraction:
        """D3-D6: chance of the side that follows, after so many throws."""
        total = sum(values)
        if total > lead[0] or (total == lead[0] and made < lead[1]):
            return Fraction(1)
        if made == lead[1]:
            return self.tie_for_follower if total == lead[0] else Fraction(0)
        key = (lead, made, values)
        if key not in self.following:
            chances = [(self._go_on(lead, made, kept), kept) for kept in keepings(values)]
            self.following[key] = _best(chances, Fraction(0))
        return self.following[key].chance

    def _go_on(self, lead: Result, made: int, kept: Wands) -> Fraction:
        return sum((chance * self.follow(lead, made + 1, values) for values, chance in after(kept)), Fraction(0))

    def announce(self, lead: Result) -> Fraction:
        """Chance of the leader with a result."""
        if lead not in self._announced:
            self._announced[lead] = 1 - self._go_on(lead, 0, ())
        return self._announced[lead]

    def lead(self, made: int, values: Wands) -> Fraction:
        """D2: chance of the leader after so many throws."""
        stopped = self.announce((sum(values), made))
        if made == MOST_THROWS:
            return stopped
        key = (made, values)
        if key not in self.leading:
            chances = [(self._lead_on(made, kept), kept) for kept in keepings(values)]
            self.leading[key] = _best(chances, stopped)
        return self.leading[key].chance

    def _lead_on(self, made: int, kept: Wands) -> Fraction:
        return sum((chance * self.lead(made + 1, values) for values, chance in after(kept)), Fraction(0))

    def whole(self) -> Fraction:
        """Chance of the leader before his first throw."""
        return self._lead_on(0, ())


def _best(chances: list[tuple[Fraction, Wands]], stopped: Fraction) -> Choice:
    best, kept = max(chances, key=lambda pair: (pair[0], len(pair[1]), pair[1]))
    return Choice(True, (), stopped) if stopped >= best else Choice(False, kept, best)


@lru_cache(maxsize=1)
def solve() -> Odds:
    """The whole duel: repeats policy evaluation and improvement until the best choices stay the same."""
    leader, choices = Fraction(1, 2), None
    while True:
        solver = Solver(leader)
        solver.whole()
        plan = _plan(solver)
        won, tied, results = _play(solver)
        leader = (won + tied) / (1 + tied)
        if plan == choices:
            break
        choices = plan
    return Odds(leader, won, tied, results, solver.leading, solver.following)


def _plan(solver: Solver) -> tuple[object, ...]:
    lead = tuple((key, choice.stop, choice.keep) for key, choice in sorted(solver.leading.items()))
    follow = tuple((key, choice.stop, choice.keep) for key, choice in sorted(solver.following.items()))
    return lead, follow


def _play(solver: Solver) -> tuple[Fraction, Fraction, dict[Result, Fraction]]:
    """A round under the choices found: chance that the leader wins it, that it ties, and of each result."""
    results: dict[Result, Fraction] = {}
    _lead_results(solver, 0, (), Fraction(1), results)
    won = tied = Fraction(0)
    for lead, chance in results.items():
        lost, equal = _outcome(solver, lead, 0, ())
        won += chance * (1 - lost - equal)
        tied += chance * equal
    return won, tied, dict(sorted(results.items()))


def _lead_results(solver: Solver, made: int, kept: Wands, chance: Fraction, results: dict[Result, Fraction]) -> None:
    for values, share in after(kept):
        choice = solver.leading.get((made + 1, values))
        if choice is None or choice.stop:
            key = (sum(values), made + 1)
            results[key] = results.get(key, Fraction(0)) + chance * share
        else:
            _lead_results(solver, made + 1, choice.keep, chance * share, results)


def _outcome(solver: Solver, lead: Result, made: int, kept: Wands) -> tuple[Fraction, Fraction]:
    """Chances that the follower wins and that the round ties."""
    wins = ties = Fraction(0)
    for values, share in after(kept):
        total = sum(values)
        if total > lead[0] or (total == lead[0] and made + 1 < lead[1]):
            wins += share
        elif made + 1 == lead[1]:
            ties += share if total == lead[0] else 0
        else:
            choice = solver.following.get((lead, made + 1, values))
            if choice is not None and not choice.stop:
                more, equal = _outcome(solver, lead, made + 1, choice.keep)
                wins, ties = wins + share * more, ties + share * equal
    return wins, ties

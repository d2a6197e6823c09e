"""What many evenings add up to: games, the people who played them, and how things fell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from companion.games.tally import Odds
from companion.table.archive import Kept, folded
from companion.table.chances import Judged, judged
from companion.table.summary import Summary


class Person(msgspec.Struct, frozen=True):
    """Somebody whom this host remembers by name: games, those that were finished, those won, and what was counted."""

    name: str
    games: int
    finished: int
    won: int
    counts: dict[str, int]


class Statistics(msgspec.Struct, frozen=True):
    """Over all games of a kind: their number, how many were finished, how long they took, people and things."""

    games: int
    finished: int
    played_s: int
    counts: dict[str, int]
    people: tuple[Person, ...]
    things: tuple[Judged, ...]


def statistics(kept: Iterable[Kept], game: str) -> Statistics:
    """What the whole records of one game add up to."""
    told = [each.told for each in kept if each.told is not None and each.game == game]
    totals = sum((_counts(each) for each in told), Counter[str]())
    return Statistics(
        games=len(told),
        finished=sum(each.over for each in told),
        played_s=sum(each.played_s for each in told),
        counts=dict(totals),
        people=tuple(people(told)),
        things=tuple(judged(things(told))),
    )


def _counts(told: Summary) -> Counter[str]:
    return sum((Counter(counts) for counts in told.tally.seats.values()), Counter[str]())


def people(told: list[Summary]) -> list[Person]:
    """Everybody by name, who played most first; the newest spelling of a name (the first in the list) is shown."""
    names: dict[str, str] = {}
    for each in reversed(told):
        names |= {folded(name): name for name in each.names.values()}
    found = [_person(known, name, told) for known, name in names.items()]
    return sorted(found, key=lambda person: (-person.games, person.name.casefold()))


def _person(known: str, name: str, told: list[Summary]) -> Person:
    games = finished = won = 0
    counts: Counter[str] = Counter()
    for each in told:
        seats = {seat for seat, other in each.names.items() if folded(other) == known}
        games += bool(seats)
        finished += bool(seats) and each.over
        won += bool(each.ranking and seats.intersection(each.ranking[0]))
        for seat in seats:
            counts += Counter(each.tally.seats.get(seat, {}))
    return Person(name, games, finished, won, dict(counts))


def things(told: list[Summary]) -> list[Odds]:
    """Things of the same name put together, in the order in which they were first told."""
    found: dict[str, Odds] = {}
    for each in told:
        for thing in each.tally.things:
            known = found.get(thing.thing, thing)
            seen = thing.seen if known is thing else dict(Counter(known.seen) + Counter(thing.seen))
            found[thing.thing] = Odds(thing.thing, thing.chances, seen)
    return list(found.values())

"""At the door: another phone asks for a seat that is held, or people ask for a new evening.

Such asks stand beside whatever else is open and block nothing.  Who decides depends on which phones are there (live):

``replace``   data ``{"seat", "name", "hash"}``.  A seat whose phone is there decides alone; for one whose phone is away
              one other seat is enough.
``evening``   data ``{"header", "name"}``: the same game anew, every seat free.  Every seat whose phone is there agrees.

``never`` is a no that also forbids to ask again for the night (``NIGHT_S``), whatever is played in it.  When time is
over, an ask that somebody could have answered is refused; one that nobody could answer is granted, so that nobody is
locked out by phones that are gone.
"""

from __future__ import annotations

import msgspec

from companion.games import Json
from companion.table import asks, sentences
from companion.table.bodies import Begun, Sat, draft
from companion.table.course import ALL, Ask, Course
from companion.table.entries import Draft
from companion.table.errors import Denied
from companion.table.play import origin
from companion.table.table import Done, Table

CHOICES = ("yes", "no", "never")
MOST_A_SEAT = 2
MOST = 6
NIGHT_S = 12 * 60 * 60


def voices(course: Course, ask: Ask, live: frozenset[str]) -> tuple[str, ...]:
    """The seats that may answer as things are."""
    if ask.type == "evening":
        return tuple(seat for seat in ask.voters if seat in live)
    own = ask.data["seat"]
    if own in live:
        return (own,)
    return tuple(seat for seat in asks.taken(course) if seat != own)


def answerable(course: Course, ask: Ask, live: frozenset[str]) -> bool:
    """Whether a phone is there that could answer."""
    return any(seat in live for seat in voices(course, ask, live))


def require_room(course: Course, type_: str, seat: str | None, live: frozenset[str], now: int) -> None:
    """Raises Denied where too much is asked at the door already, or nobody shall ask again while somebody is there."""
    alike = [each for each in course.knocks if each.type == type_ and each.data.get("seat") == seat]
    if len(course.knocks) >= MOST or len(alike) >= (MOST_A_SEAT if seat else 1):
        raise Denied(sentences.reason("table.knocks"))
    said = course.quiet.get(seat or ALL)
    if live and said is not None and tonight(said, now):
        raise Denied(sentences.reason("table.not-tonight"))


def tonight(said: int, now: int) -> bool:
    """Whether that was said tonight; after a clock that was put back it was not, so that it never holds for longer."""
    return 0 <= now - said < NIGHT_S


def _require_voice(course: Course, ask: Ask, seat: str, live: frozenset[str]) -> None:
    """A seat whose phone is there is not given away by others."""
    if ask.type == "replace" and ask.data["seat"] in live and seat != ask.data["seat"]:
        raise Denied(sentences.reason("table.live"))


def decided(course: Course, ask: Ask, votes: dict[str, str], live: frozenset[str]) -> list[Draft]:
    """The entries that follow from these voices, as far as they count now."""
    heard = {seat: votes[seat] for seat in voices(course, ask, live) if seat in votes}
    silent = [seat for seat in voices(course, ask, live) if seat in live and seat not in heard]
    said = set(heard.values())
    if ask.type == "evening":
        if said & {"no", "never"}:
            return refused(ask, votes, said)
        return [] if silent else granted(course, ask, votes)
    if "yes" in said:
        return granted(course, ask, votes)
    return refused(ask, votes, said) if heard and not silent else []


def refused(ask: Ask, votes: dict[str, str], said: set[str]) -> list[Draft]:
    """It is over, for now or for the whole evening."""
    open_ = msgspec.structs.replace(ask, votes=votes)
    return asks.closed(open_, "never" if "never" in said else "no")


def granted(course: Course, ask: Ask, votes: dict[str, str]) -> list[Draft]:
    """The seat changes hands; or the game begins anew and every seat is free."""
    done = asks.closed(msgspec.structs.replace(ask, votes=votes), "yes")
    if ask.type == "replace":
        return [*done, sits(ask, "replace")]
    return [*done, *evening(course, ask.data["header"])]


def sits(ask: Ask, how: str) -> Draft:
    """The seat belongs to who asked for it."""
    return draft(Sat(ask.data["seat"], ask.data["name"], ask.data["hash"], how))


def evening(course: Course, header: Json) -> list[Draft]:
    """A game whose seats are all free; with those that it does not have, whoever held them goes too."""
    freed = [seat for seat in asks.taken(course) if seat in header["seats"]]
    return [draft(Begun(header, "evening")), *(draft(Sat(seat, "", None, "evening")) for seat in freed)]


def expire(table: Table, due: tuple[int, ...], live: asks.Live) -> Done:
    """The time of these is over; what nobody could answer is granted, all of it at once."""

    def plan(course: Course) -> list[Draft]:
        over = [each for each in course.knocks if each.id in due]
        unheard = [each for each in over if not answerable(course, each, live(course))]
        anew = next((each for each in unheard if each.type == "evening"), None)
        if anew is not None:
            return granted(course, anew, anew.votes)
        first = {ask.data["seat"]: ask for ask in reversed(unheard)}
        lost = [ask for ask in over if ask not in first.values()]
        given = [each for ask in first.values() for each in granted(course, ask, ask.votes)]
        return [*(each for ask in lost for each in asks.closed(ask, "time")), *given]

    return table.write(plan, origin("table", "time." + ".".join(map(str, due)), ["time", *due]))


def withdraw(table: Table, hashes: frozenset[str], request: str) -> Done:
    """Who waits at the door goes away again."""

    def plan(course: Course) -> list[Draft]:
        return [
            each for ask in course.knocks if ask.data.get("hash") in hashes for each in asks.closed(ask, "withdrawn")
        ]

    return table.write(plan, origin("door", request, ["withdraw", *sorted(hashes)]))


for kind in ("replace", "evening"):
    asks.HEARD[kind] = _require_voice
    asks.DECIDED[kind] = decided

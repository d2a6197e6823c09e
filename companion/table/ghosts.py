"""A seat that the game plays by itself: people hand it over by consent, throw for it, and take it back by sitting down.

A ghost holds no secret, so it is never asked for consent and has no voice in a dispute.  Its choices follow from its
level, its seed and the number of actions before, from what its seat sees alone; who reads the record can do them again.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any

import msgspec

from companion.games import Game
from companion.table import asks, sentences
from companion.table.bodies import Acted, Closed, Ghost, Sat, draft
from companion.table.course import Ask, Course, Played
from companion.table.entries import Draft
from companion.table.errors import Denied, Unreadable
from companion.table.play import origin
from companion.table.players import choice
from companion.table.table import Done, Table

PACE_S = 4.0
"""How long a ghost thinks, so that people can follow it."""


def hand_over(table: Table, by: str | None, seat: str, level: str, request: str, live: asks.Live = asks.nobody) -> Done:
    """A ghost takes a seat: at once for the host (None), else with the consent of all others whose phones are there.

    Raises Unreadable (no such seat or level), Denied (nobody would be left to throw, another question is open).
    """
    _require_known(table, seat, level)

    def plan(course: Course) -> list[Draft]:
        people = [each for each in asks.taken(course) if each != seat]
        if not people:
            raise Denied(sentences.reason("table.ghost-alone"))
        voters = [each for each in asks.taken(course) if each != by and each in live(course)]
        if by is None or not voters:
            return seated(course, seat, level)
        asks.require_free(course)
        return [asks.opened("ghost", by, {"seat": seat, "level": level}, voters, len(voters), ("yes", "no"))]

    return table.write(plan, origin(by or "host", request, ["ghost", seat, level]))


def _require_known(table: Table, seat: str, level: str) -> None:
    if seat not in table.course.seats:
        raise Unreadable(f"ghost: one of {', '.join(table.course.seats)}")
    if level not in table.game.levels:
        raise Unreadable(f"level: one of {', '.join(table.game.levels) or 'none in this game'}")


def seated(_: Course, seat: str, level: str) -> list[Draft]:
    """The entry that gives the seat to a ghost."""
    return [draft(Sat(seat, "", None, "ghost", Ghost(level, secrets.token_hex(8))))]


def _granted(course: Course, ask: Ask, choice: str, votes: dict[str, str]) -> list[Draft]:
    over = draft(Closed(ask.id, choice, ask.type, ask.by, votes))
    return [over, *seated(course, ask.data["seat"], ask.data["level"])]


asks.EFFECTS["ghost"] = _granted


def thrown_for(game: Game[Any], course: Course) -> str | None:
    """The ghost that waits for somebody to throw for it, or to say what its throw shows where that is in doubt."""
    wanted = None if course.position is None else course.proposal or game.throw_wanted(course.position)
    return wanted.seat if wanted is not None and plays(course, wanted.seat) else None


def plays(course: Course, seat: str) -> bool:
    """Whether a ghost has this seat."""
    return _ghost(course, seat) is not None


def deciding(game: Game[Any], course: Course) -> str | None:
    """The ghost whose decision is due: nothing is asked of the table, and no reading is in doubt."""
    if course.ask is not None or course.proposal is not None or game.throw_wanted(course.position) is not None:
        return None
    return next((seat for seat in course.questions if plays(course, seat)), None)


def _ghost(course: Course, seat: str) -> Ghost | None:
    held = course.seats.get(seat)
    return None if held is None or held.hash is not None else held.ghost


def act(table: Table) -> Done:
    """The ghost that is to decide does so; nothing where none is."""

    def plan(course: Course) -> list[Draft]:
        seat = deciding(table.game, course)
        ghost = None if seat is None else _ghost(course, seat)
        if seat is None or ghost is None:
            return []
        action = choice(table.game, course.header, course.position, seat, ghost, len(course.line))
        told = msgspec.structs.replace(ghost, weights=table.game.weights)
        return [draft(Acted(action, seat, "ghost", ghost=told))]

    return table.write(plan)


def wished(game: Game[Any], course: Course) -> tuple[tuple[str, ...], ...]:
    """The ways of what ghosts have moved since the last throw: nobody's hand may have done it yet."""
    since: list[Played] = []
    for played in reversed(course.line):
        since.insert(0, played)
        if game.is_chance(played.action):
            break
    events = [event for played in since if played.ghost or game.is_chance(played.action) for event in played.events]
    return game.trails(course.header, tuple(events)) if any(played.ghost for played in since) else ()


class Pace:
    """Lets a ghost think a while before each decision.  ``now`` gives monotonic seconds."""

    def __init__(self, table: Table, pace_s: float = PACE_S, now: Callable[[], float] = time.monotonic) -> None:
        self._table, self._pace_s, self._now = table, pace_s, now
        self._since: tuple[int, float] = (-1, 0.0)

    def tick(self) -> None:
        """Act where a ghost has thought long enough on the present state."""
        course = self._table.course
        if self._since[0] != course.seq:
            self._since = (course.seq, self._now())
        if deciding(self._table.game, course) is not None and self._now() - self._since[1] >= self._pace_s:
            act(self._table)

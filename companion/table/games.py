"""A new game on the table, a new evening, a game that goes on from its record, and what the players have read."""

from __future__ import annotations

import contextlib
import secrets
from typing import Any

from msgspec import UNSET

from companion.games import Game, Invalid, Json
from companion.table import asks, knocks, seating, sentences
from companion.table.bodies import Begun, draft
from companion.table.course import Course
from companion.table.entries import Draft
from companion.table.errors import Denied
from companion.table.play import origin, require_now
from companion.table.record import BadRecord, Recorded, begun, game_name
from companion.table.seating import Sits
from companion.table.seats import Joined, clean_name, hashed
from companion.table.table import Done, Table

HOST = "host"


def new(
    table: Table,
    seat: str | None,
    seq: int,
    request: str,
    options: Json,
    live: asks.Live = asks.everybody,
    sits: Sits | None = None,
) -> Done:
    """Begin a new game, the same as before but for these options; ``game`` among them may be another one.

    At once for the host (seat None), for a seat with the consent of all others whose phones are there.  ``sits`` tells
    who sits down where; without it all stay where they sit, in another game one after the other.

    Raises Stale, Denied, games.Invalid for options that cannot be used.
    """

    def plan(course: Course) -> list[Draft]:
        require_now(course, seq)
        header = following(table, course, options)
        moved = seating.checked(course, header, sits) if sits else seating.usual(course, header)
        others = [other for other in asks.taken(course) if other != seat and other in live(course)]
        if seat is None or not others:
            return [draft(Begun(header, "new", sits=moved))]
        asks.require_free(course)
        data = {"header": header, "changes": changed(table, course, header)}
        data |= {} if moved is UNSET else {"sits": moved}
        return [asks.opened("new", seat, data, others, len(others), ("yes", "no"))]

    said = ["new", seq, options, *([sits] if sits else [])]
    return table.write(plan, origin(seat or HOST, request, said))


def lay(table: Table, name: str, request: str) -> Done:
    """Let another game lie on the table while nobody has begun anything; it has all the seats that it can have.

    Raises Denied once somebody sits or has played, games.Invalid for a game that is not installed.
    """

    def plan(course: Course) -> list[Draft]:
        if asks.taken(course) or (course.line and course.questions):
            raise Denied(sentences.reason("table.under-way"))
        if name == table.games.of(course).name:
            return []
        return [draft(Begun(fresh(table, {"game": name}), "new", sits={}))]

    return table.write(plan, origin(HOST, request, ["lay", name]))


def following(table: Table, course: Course, options: Json) -> Json:
    """The header of the next game: the same as before but for these options.  Raises games.Invalid."""
    game = table.games.of(course)
    if options.get("game", game.name) != game.name:
        return fresh(table, options)
    plays_on = isinstance(course.header.get("board"), dict)
    return game.header(game.again(course.header, table.chosen(game, options) if plays_on else options))


def fresh(table: Table, options: Json) -> Json:
    """The header of a game that did not lie on the table before.  Raises games.Invalid."""
    game = table.games.named(str(options["game"]))
    plain = {"seats": list(game.chairs), **options} if game.chairs else options
    plain = {name: value for name, value in plain.items() if name != "game"}
    header = game.header(plain)
    return game.header(table.chosen(game, plain)) if isinstance(header.get("board"), dict) else header


def changed(table: Table, course: Course, header: Json) -> Json:
    """What another header would change; of another game only that it is one, and what is not as it usually is."""
    before, after = table.games.of(course), table.games.under(header)
    if before.name == after.name:
        return after.changes(course.header, header)
    usual = fresh(table, {"game": after.name, "seats": header["seats"]})
    return {"game": [before.name, after.name], **after.changes(usual, header)}


def import_(table: Table, text: str, request: str) -> Done:
    """Continue from a record, of whichever game: it begins with all its actions, at once.

    Raises BadRecord, nothing changed.
    """
    recorded = Recorded(_recorded_game(table, text), text)
    drafts = [draft(begun(recorded)), *map(draft, recorded.actions())]
    return table.write(lambda _: drafts, origin(HOST, request, ["import", text]))


def _recorded_game(table: Table, text: str) -> Game[Any]:
    name = game_name(text)
    try:
        return table.games.named(name)
    except Invalid as error:
        raise BadRecord(1, f"a record of {name!r}, which is no game of this table") from error


def evening(table: Table, seat: str | None, request: str, options: Json, live: asks.Live = asks.nobody) -> Done:
    """A new game with every seat free, asked by a seat or the host (None); all others whose phones are there agree.

    Raises Denied, games.Invalid for options that cannot be used.
    """
    return table.write(
        lambda course: _evening(table, course, seat, {}, options, live(course)),
        origin(seat or HOST, request, ["evening", options]),
    )


def ask_evening(table: Table, name: str, live: asks.Live = asks.nobody) -> Joined:
    """The same asked by somebody at the door; where no phone is there to answer, it begins after a while."""
    token = secrets.token_urlsafe(32)
    data = {"name": clean_name(name), "hash": hashed(token)}
    table.write(
        lambda course: _evening(table, course, None, data, {}, live(course)), origin("door", data["hash"], ["evening"])
    )
    asked = next((ask.id for ask in table.course.knocks if ask.data.get("hash") == data["hash"]), None)
    return Joined(token, asked is not None, asked)


def _evening(
    table: Table, course: Course, seat: str | None, data: Json, options: Json, live: frozenset[str]
) -> list[Draft]:
    header = _gathering(table, course, options)
    voters = [each for each in asks.taken(course) if each != seat]
    if not voters or not (data or live & set(voters)):
        return knocks.evening(course, header)
    knocks.require_room(course, "evening", None, live if data else frozenset(), table.now())
    shown = {**data, "header": header, "changes": changed(table, course, header)}
    return [asks.opened("evening", seat, shown, voters, len(voters), knocks.CHOICES)]


def _gathering(table: Table, course: Course, options: Json) -> Json:
    """The header of a game that people still come to: with every seat that it can have."""
    chairs = table.games.of(course).chairs if "game" not in options else ()
    if chairs and "seats" not in options:
        with contextlib.suppress(Invalid):
            return following(table, course, {**options, "seats": list(chairs)})
    return following(table, course, options)


def read(table: Table, seat: str | None, request: str) -> Done:
    """The notices of the table have been read."""
    return table.write(
        lambda course: [Draft("note", {"type": "read", "by": seat or HOST})] if course.notices else [],
        origin(seat or HOST, request, ["read"]),
    )

"""The API of the referee and of set-up: corrections, disputes, new games, records, pictures."""

from __future__ import annotations

from typing import IO, Any

from flask import Response, request

from companion.protocol import Answer, Check, Correct, Dispute, Failure, Import, Lay, NewGame, Ok, Read
from companion.table import games, record, referee, sentences
from companion.table.errors import Sealed, Stale
from companion.table.table import Done
from companion.web import auth, language, photos
from companion.web.api import ANSWERS, answered, good_code
from companion.web.hosting import hosting
from companion.web.routes import reply, route


@route("POST", "/api/correct", "seat", Correct, ANSWERS)
def correct(message: Correct) -> Any:
    """An old throw was read wrongly: ask the seats to put it right."""
    table = hosting().table
    done = referee.correct(table, message.seat, message.seq, message.request, message.entry, message.action)
    return answered(message.seat, done)


@route("POST", "/api/dispute", "seat", Dispute, ANSWERS)
def dispute(message: Dispute) -> Any:
    """Question the last throw; its picture is kept on disk from now on."""
    here = hosting()
    done = referee.dispute(here.table, message.seat, message.seq, message.request)
    ask = here.table.course.ask
    if ask is not None and ask.type == "dispute" and ask.data.get("picture"):
        here.evidence.keep(ask.data["picture"])
    return answered(message.seat, done)


@route("POST", "/api/dispute/photo", "seat", "photo", ANSWERS, limit=photos.LARGEST)
def dispute_photo(photo: IO[bytes]) -> Any:
    """A photo of the pane for the open dispute (``?ask=`` its id) where there is no camera; it is made safe first."""
    here, seat = hosting(), auth.current_role() or ""
    ask = here.table.course.ask
    if ask is None or request.args.get("ask") != str(ask.id):
        raise Stale("this dispute is over")
    name = here.evidence.add(photos.made_safe(photo))
    here.evidence.describe(name, {})
    done = referee.photo(here.table, seat, ask.id, name, f"photo.{name}")
    here.evidence.keep(name)
    return answered(seat, done)


@route("POST", "/api/check", "seat", Check, {200: Ok})
def check(message: Check) -> Ok:
    """Check the board piece by piece after a restart."""
    here = hosting()
    here.check.step(here.table.course, message.at, tuple(message.wrong))
    here.table.touch()
    return Ok(here.table.course.seq)


@route("POST", "/api/new", "seat-or-host", NewGame, ANSWERS)
def new(message: NewGame) -> Any:
    """Begin a new game: the host at once, a seat with the consent of the others."""
    here = hosting()
    options = here.chosen(message.options)
    done = games.new(here.table, message.seat, message.seq, message.request, options, here.presence.live, message.sits)
    return answered(message.seat, done)


@route("POST", "/api/lay", "code", Lay, {200: Ok, 403: Failure, 422: Answer, 429: Failure})
def lay(message: Lay) -> Ok:
    """Before anybody sits: let another of the games that there are lie on the table."""
    good_code(message.code)
    return Ok(games.lay(hosting().table, message.game, message.request).seq)


@route("POST", "/api/read", "seat-or-host", Read, ANSWERS)
def read(message: Read) -> Any:
    """The notices have been read."""
    return answered(message.seat, games.read(hosting().table, message.seat, message.request))


@route("POST", "/api/import", "host", Import, {200: Ok, 400: Failure}, limit=record.LARGEST)
def import_(message: Import) -> Ok:
    """Continue from a game record; it is checked line by line before anything changes."""
    done: Done = games.import_(hosting().table, message.record, message.request)
    return Ok(done.seq)


@route("GET", "/api/record", "anyone", answers={200: "lines", 403: Failure})
def get_record() -> Response:
    """The game as record (JSON Lines); while the game keeps a secret in it for nobody: told is when it will be open."""
    table = hosting().table
    course = table.course
    game = table.games.of(course)
    try:
        text = "".join(record.opened_lines(game, course))
    except Sealed as error:
        said = sentences.sentence(game, error.reason, language.of_request())
        return reply((Failure(str(error), said), 403))
    headers = {"Content-Disposition": f'attachment; filename="{game.name}.jsonl"'}
    return Response(text, mimetype="application/jsonl", headers=headers)


@route("POST", "/api/pictures/delete", "seat-or-host", Read, {200: Ok})
def delete_pictures(message: Read) -> Ok:
    """Delete every picture on this host."""
    here = hosting()
    here.evidence.delete_all()
    return Ok(here.table.course.seq)

"""The API of the archive: a record of a game to keep, and a name to forget."""

from __future__ import annotations

from flask import Response

from companion.protocol import Failure, Forget, Ok
from companion.table.archive import Kept
from companion.web.errors import NotThere
from companion.web.hosting import hosting
from companion.web.routes import route


def kept(name: str) -> Kept:
    """A game of the archive; raises NotThere."""
    found = next((each for each in hosting().archived() if each.id == name), None)
    if found is None:
        raise NotThere("there is no such game in the archive")
    return found


@route("GET", "/api/archive/<name>", "anyone", answers={200: "lines", 404: Failure})
def archived_record(name: str) -> Response:
    """A game of the archive as record (JSON Lines), damaged or not."""
    found, table = kept(name), hosting().table
    headers = {"Content-Disposition": f'attachment; filename="{found.game or table.game.name}-{found.id}.jsonl"'}
    return Response(table.archive.raw(found.id), mimetype="application/jsonl", headers=headers)


@route("POST", "/api/forget", "seat-or-host", Forget, {200: Ok})
def forget(message: Forget) -> Ok:
    """Take a name out of every game that is kept."""
    here = hosting()
    here.table.archive.forget(message.name)
    here.table.touch()
    return Ok(here.table.course.seq)

"""How long a new game may last, asked while its rules are being chosen.  Changes nothing."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.table import games
from companion.web import language
from companion.web.hosting import hosting
from companion.web.pages.host import host
from companion.web.routes import route


class Expect(msgspec.Struct, frozen=True):
    """From a seat or, without seat, from the host: how long would a new game with these options last?"""

    seat: str | None = None
    options: dict[str, Any] = {}


class Expected(msgspec.Struct, frozen=True):
    """So many games ``of`` all have played themselves by now; when all have, ``text`` says what came out.

    ``of`` is 0 where this game cannot play itself.
    """

    games: int
    of: int
    text: str


@route("POST", "/api/length", "seat-or-host", Expect, {200: Expected})
def length(message: Expect) -> Expected:
    """How long a new game with these options would last; ask again while ``games`` is less than ``of``."""
    here = hosting()
    found = here.lengths.of(games.following(here.table, here.table.course, here.chosen(message.options)))
    if found is None:
        return Expected(0, 0, "")
    face = host().face
    whole = found.games == found.of
    text = face.length(found.turns, (found.least, found.most), face.speaker(language.of_request())) if whole else ""
    return Expected(found.games, found.of, text)

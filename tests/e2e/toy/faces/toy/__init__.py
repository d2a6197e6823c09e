"""The face of the toy game: a table of who has picked, and buttons for the die."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from flask import Response

from companion.games import Json
from companion.web.pages.book import Book
from companion.web.pages.face import Face
from companion.web.pages.seen import Seen
from companion.web.pages.words import Speaker
from tests.games.toy import SETTINGS

PACKAGE = "companion.web.games.toy"


class ToyFace(Face):
    """What the shell does not know of the toy game."""

    book = Book(PACKAGE, ("TOY", "M"), dict.fromkeys(SETTINGS, "TOY"))

    results: ClassVar = {"txt": "keep"}

    def result(self, ending: str, seen: Seen) -> Response:
        """What the die showed."""
        return Response(f"{ending} {seen.who.name('north')} {seen.view['die']}", mimetype="text/plain")

    def buttons(self, seen: Seen) -> list[Json]:
        """Picks, and what the die shows."""
        if not seen.view["throw"]:
            return super().buttons(seen)
        dice = [{"type": "throw", "wands": {"die": {"top": n}}} for n in (1, 2, 3)]
        return [{"action": die, "label": str(n), "main": False} for n, die in enumerate(dice, 1)]

    def offered(self, header: Json, t: Speaker, boards: Sequence[Json] = ()) -> Json:
        """Its settings, each with a sentence."""
        return {"settings": [_setting(name, header["settings"][name], t) for name in SETTINGS]}


def _setting(name: str, now: str, t: Speaker) -> Json:
    values = [
        {"value": each, "label": t(f"set.{name}.{each}"), "says": t(f"set.{name}.{each}.says"), "now": each == now}
        for each in SETTINGS[name]
    ]
    return {"name": name, "label": t(f"set.{name}"), "rule": "TOY", "values": values}


FACE = ToyFace("toy", PACKAGE)

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
from tests.games.toy import OTHERS, SETTINGS, SIGNS

PACKAGE = "companion.web.games.toy"


class ToyFace(Face):
    """What the shell does not know of the toy game."""

    book = Book(PACKAGE, ("TOY", "M"), dict.fromkeys((*SETTINGS, *OTHERS), "TOY"))

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
        chosen = header["settings"]
        return {"settings": [*(_setting(name, chosen[name], t) for name in SETTINGS), *_others(chosen, t)]}


def _setting(name: str, now: str, t: Speaker) -> Json:
    values = [
        {"value": each, "label": t(f"set.{name}.{each}"), "says": t(f"set.{name}.{each}.says"), "now": each == now}
        for each in SETTINGS[name]
    ]
    values[-1]["brings"] = {"signs": ["hand", "hat", "bell"]} if name == "waves" else {}
    return {"name": name, "label": t(f"set.{name}"), "rule": "TOY", "values": values}


def _others(chosen: Json, t: Speaker) -> list[Json]:
    """Several signs, and a number for each."""
    signs = [{"value": sign, "label": t(f"sign.{sign}"), "says": "", "now": sign in chosen["signs"]} for sign in SIGNS]
    worth = [{"value": sign, "label": t(f"sign.{sign}"), "now": chosen["worth"][sign]} for sign in SIGNS]
    more: Json = {"rule": "TOY", "says": ""}
    return [
        {"name": "signs", "label": t("set.signs"), "kind": "several", "values": signs, "usual": ["hand"], **more},
        {"name": "worth", "label": t("set.worth"), "kind": "numbers", "values": worth, "usual": OTHERS["worth"], **more}
        | {"least": 1, "most": 3},
    ]


FACE = ToyFace("toy", PACKAGE)

"""How the block of truth is shown; everything is drawn from the view that the rules give a role."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from typing import Any, ClassVar

import msgspec
from flask import Response

from companion.games import Json
from companion.games.wizard.actions import CHOSEN
from companion.games.wizard.cards import LETTERS, SPECIAL
from companion.web.games.wizard import choosing, judging, notebook, result, rulebook, sheet, story
from companion.web.games.wizard.chart import chart
from companion.web.pages.face import Face
from companion.web.pages.memo import Memo
from companion.web.pages.seen import Seen
from companion.web.pages.words import Speaker

KINDS = {**LETTERS, **SPECIAL}
MARKS = {**{kind: letter for letter, kind in KINDS.items()}, "none": "–", "unknown": "?"}
WEIGHTY = ("misdeal", "stop")
"""What is noted besides and cannot be meant by a stray tap."""


FINISHED = Memo(8)
"""The finished rounds are one thing for all roles (``companion.games.wizard.view``)."""


def digest(done: list[Json]) -> str:
    """Stands for the finished rounds in what drawings are remembered by."""
    return sha256(msgspec.json.encode(done)).hexdigest()


class Truth(Face):
    """The block, one question at a time, and the judge."""

    styles = ("wizard.css",)
    scripts = ("wizard.js",)
    parts: ClassVar = {
        "play": ("stage", "block", "course", "note"),
        "table": ("stage", "block", "course"),
        "after": ("after",),
        "replay": ("stage", "block", "course"),
    }

    book = rulebook.BOOK
    results = result.FILES

    def result(self, ending: str, seen: Seen) -> Response:
        """The block as page, picture, table or text."""
        return result.made(ending, seen)

    def __init__(self, name: str, package: str) -> None:
        super().__init__(name, package)
        judging.install(self.blueprint)
        result.install(self.blueprint)

    def drawing(self, header: Json) -> dict[str, Any]:
        """The kinds of cards by their letters."""
        return {"kinds": KINDS, "trumps": CHOSEN}

    def context(self, seen: Seen) -> dict[str, Any]:
        """The sheet of the block, the chart, and what is asked."""
        now = seen.view["playing"]
        return {
            "now": now,
            "finished": FINISHED.of([seen.view["done"]], partial(digest, seen.view["done"])),
            "line": story.line(seen),
            "roles": story.roles(seen),
            "reading": story.reading(seen),
            "mended": story.mended(seen),
            "sums": story.sums(seen),
            "marks": sheet.marks(now, seen) if now else [],
            "names": [seen.who.name(seat) for seat in seen.view["seats"]],
            "rows": partial(sheet.rows, seen),
            "chart": partial(chart, seen.view),
            "standing": partial(sheet.standing, seen.view),
            "bids": self._bids(seen),
            "again": [action for action in seen.view["may"] if action["type"] == "bid"],
            "book": partial(notebook.book, seen),
            "weighty": WEIGHTY,
            "letters": MARKS,
        }

    def _bids(self, seen: Seen) -> list[Json]:
        """V1: every number, the barred one struck out."""
        now = seen.view["playing"]
        if not seen.mine or seen.view["phase"] != "bid":
            return []
        return [{"number": number, "barred": number == now["barred"]} for number in range(now["count"] + 1)]

    def headline(self, seen: Seen) -> Json:
        """The one question."""
        return story.headline(seen)

    def spoken(self, seen: Seen) -> list[Json]:
        """The question, and the bids before the first trick."""
        return story.spoken(seen)

    def sentence(self, event: Json, told: Json, seen: Seen) -> str:
        """One event in words."""
        return story.sentence(event, seen)

    def label(self, action: Json, seen: Seen) -> str:
        """What a button says."""
        values = {**action, "winner": seen.who.name(action.get("winner")), "default": action["type"]}
        if action["type"] in ("turn", "trump"):
            return seen.t(f"card.{action.get('card') or action.get('colour')}")
        if action["type"] == "ruling":
            return seen.t(f"do.ruling.{action['choice']}")
        return seen.t(f"do.{action['type']}", **values)

    def offers(self, seen: Seen) -> list[Json]:
        """What is noted besides stands in a sheet of its own."""
        return [each for each in super().offers(seen) if each["action"]["type"] != "bid"]

    def offered(self, header: Json, t: Speaker, boards: Sequence[Json] = ()) -> Json | None:
        """The settings, each with its rule."""
        return choosing.offered(header, t)

    def change(self, name: str, old: Any, new: Any, seen: Seen) -> str:
        """One thing that a new game would change."""
        if name == "first_dealer":
            return seen.t("change.dealer", name=seen.who.name(new))
        if name.startswith("settings."):
            setting = name.removeprefix("settings.")
            return seen.t("change.setting", what=f"@set.{setting}", new=f"@set.{setting}.{new}")
        return super().change(name, old, new, seen)


FACE = Truth("wizard", "companion.web.games.wizard")

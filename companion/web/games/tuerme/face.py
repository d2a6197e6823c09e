"""How Die wandelnden Türme are shown; everything is drawn from the view that the rules give a role."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from werkzeug.wrappers import Response

from companion.games import Json
from companion.games.tuerme.box import COLOURS, Box, load_box
from companion.web.games.tuerme import (
    boxes,
    cardgrid,
    choosing,
    counts,
    names,
    picking,
    putback,
    result,
    ring,
    rulebook,
    story,
    wall,
)
from companion.web.games.tuerme.boxes import pages as box_pages
from companion.web.games.tuerme.ring import layout, speech
from companion.web.pages.face import Face
from companion.web.pages.seen import Seen
from companion.web.pages.words import Speaker

PICKED = ("card", "hand", "walk", "tower", "cast")
"""Decisions that have a pad of their own or are picked on the ring; the others are buttons."""
ASIDE = ("cast", "claim", "give", "exchange")
"""What may be done besides has buttons in a fixed order."""


class Towers(Face):
    """Ring, cards by type, spells and bottles."""

    styles = ("ring.css", "tuerme.css", "wall.css")
    scripts = ("seat.js",)
    parts: ClassVar = {
        "play": ("stage", "counts", "spells", "correct"),
        "table": ("wall", "players", "laidspells"),
        "after": ("after",),
        "replay": ("stage", "inside", "counts"),
    }
    book = rulebook.BOOK
    survey = boxes.PATH
    results = result.FILES

    def result(self, ending: str, seen: Seen) -> Response:
        """Places, wizards, bottles and the longest stays, as text or table."""
        return result.made(ending, seen)

    def __init__(self, name: str, package: str) -> None:
        super().__init__(name, package)
        box_pages.install(self.blueprint)

    def speaker(self, language: str) -> Speaker:
        """The words of the face, of ring, table page, box and rule book, then the shell's."""
        return Speaker(language, self.words, ring.WORDS, wall.WORDS, boxes.WORDS, rulebook.BOOK.words)

    def css(self, seat: str, number: int) -> str:
        """A seat is a colour."""
        return f"tu-{seat}"

    def mark(self, seat: str, number: int) -> str:
        """Each colour has its shape."""
        return f"mark-{1 + COLOURS.index(seat)}" if seat in COLOURS else f"mark-{number}"

    def drawing(self, header: Json) -> dict[str, Any]:
        """The bare ring."""
        return ring.of_header(header)

    def context(self, seen: Seen) -> dict[str, Any]:
        """What stands where, what is asked, and what can be done besides the buttons."""
        spells, view = picking.spells(seen), seen.view
        turn = layout.turn_of(seen.seat, view["seats"], len(view["spaces"]))
        return {
            "ring": ring.drawn(view, turn, seen.who, seen.t),
            "counts": counts.rows(seen),
            "cardgrid": partial(self._cards, seen),
            "played": [cardgrid.face_of(card) for card in self._played(seen)],
            "moves": picking.moves(seen),
            "spells": spells,
            "may_cast": any(each["picks"] for each in spells),
            "probe": picking.probe(seen),
            "banner": story.banner(seen),
            "moved": story.moved(seen),
            "aside": self._aside(seen),
            "correctable": bool(seen.seat and "correct" in seen.view["besides"]),
            "result": partial(counts.ranking, seen),
            "prisoners": partial(_prisoners, seen),
            **wall.context(seen),
        }

    def _cards(self, seen: Seen) -> list[Json]:
        return cardgrid.grid(seen, box_of(seen.header))

    def _played(self, seen: Seen) -> list[Any]:
        cards = {card.name: card for card in box_of(seen.header).cards}
        return [cards[name] for name in seen.view["turn"]["played"]]

    def _aside(self, seen: Seen) -> list[Json]:
        """Claim, bottle and exchange."""
        may = seen.view["may"] if seen.state.get("may") else ()
        return [
            {"action": action, "label": self.label(action, seen)}
            for kind in ASIDE[1:]
            for action in may
            if action["type"] == kind
        ]

    def headline(self, seen: Seen) -> Json:
        """The one question."""
        return story.headline(seen)

    def sentence(self, event: Json, told: Json, seen: Seen) -> str:
        """One event in words."""
        return story.sentence(event, seen)

    def label(self, action: Json, seen: Seen) -> str:
        """What a button says, and what the table is asked about a correction."""
        t, kind = seen.t, action["type"]
        if kind == "card":
            return names.card(action["card"], t)
        if kind == "correct":
            return t("do.correct", who=names.crowd(action["there"], seen))
        if kind == "free":
            return t("do.free", name=seen.who.name(action["colour"]))
        if kind == "again":
            return t("do.again", count=seen.view["turn"]["rolls_left"])
        if kind == "cast":
            return t(f"spell.{action['spell']}")
        return t(f"do.{kind}", default=kind)

    def buttons(self, seen: Seen) -> list[Json]:
        """Decisions that are nothing to pick on the ring or in the grid."""
        legal = seen.view["legal"] if seen.mine else ()
        found = [action for action in legal if action["type"] not in PICKED]
        return [{"action": each, "label": self.label(each, seen), "main": _main(each, legal)} for each in found]

    def offers(self, seen: Seen) -> list[Json]:
        """What may be done besides has a row of its own."""
        return []

    def offered(self, header: Json, t: Speaker, boards: Sequence[Json] = ()) -> Json | None:
        """The settings, each with its rule, and the boxes."""
        return choosing.offered(header, t, boards)

    def change(self, name: str, old: Any, new: Any, seen: Seen) -> str:
        """One thing that a new game would change."""
        if name == "start":
            return seen.t("change.start", name=seen.who.name(new))
        return choosing.change(name, old, new, seen.t) or super().change(name, old, new, seen)

    def thing(self, thing: str, t: Speaker) -> str:
        """The die."""
        return t("thing.die")

    def piece(self, piece: Json, seen: Seen) -> Json:
        """A column as it is believed to stand, no deeper than the roof."""
        return putback.piece(piece, seen)

    def put_back(self, before: Json, seen: Seen) -> list[Json]:
        """Columns, keep and bottles that a rewind changes."""
        return putback.steps(before, seen)


def _main(action: Json, legal: Sequence[Json]) -> bool:
    return action["type"] in ("go", "over", "free", "lower") or len(legal) == 1


def _prisoners(seen: Seen) -> list[Json]:
    """V4: whom the towers of glass show, as a list: letters are read where a high stack makes wizards small."""
    return [
        {"space": space, "height": height, "who": names, "seats": list(column["wizards"][height - 1])}
        for space, column in enumerate(seen.view["columns"], 1)
        for height, names in speech.prisoners(column, seen.who)
    ]


def box_of(header: Json) -> Box:
    """The box that a header holds."""
    return load_box(header["board"]["toml"])


FACE = Towers("tuerme", "companion.web.games.tuerme")

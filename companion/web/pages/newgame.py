"""The sheet of a new game: which, what holds now, what can be chosen, and in which order people sit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Blueprint, g, request

from companion.games import Game, Json
from companion.table import games, sentences
from companion.table.knownboards import KnownBoard
from companion.web import auth, language
from companion.web.errors import NotThere
from companion.web.hosting import hosting
from companion.web.pages import gamelist, parts, seats, words
from companion.web.pages.archive import date
from companion.web.pages.host import SHOWN, host
from companion.web.pages.words import Speaker
from companion.web.routes import route

pages = Blueprint("newgame", __name__)


@pages.get("/new")
def new() -> str:
    """Rules, board and seats as they are, each to be changed; by itself everything stays.  ``game``: another one."""
    table, state = hosting().table, host().state(None)
    game, header = _wanted(str(request.args.get("game", state["game"])))
    other = game.name != table.game.name
    if other:
        setattr(g, SHOWN, host().face_of(game.name))
    setattr(g, seats.ORDER, tuple(game.chairs or header["seats"]))
    face = host().face
    t = face.speaker(words.of_request())
    fewest, most = gamelist.counts(game)
    rows = seated(game, header, state["seats"], other)
    people = sum(bool(row["was"]) for row in rows)
    return parts.page(
        "new.html",
        state=state,
        seats=host().seats(),
        owner=auth.who().host,
        games=gamelist.games(game.name),
        game=game.name,
        other=other,
        rows=rows,
        counts=range(max(fewest, min(people, most)), most + 1) if game.chairs else (),
        offered=face.offered(header, t, [_board(each, t) for each in hosting().boards(header)]),
        notes=[] if other else face.notes(state["view"], t),
    )


def _wanted(name: str) -> tuple[Game[Any], Json]:
    """A game and the header that it has, or would have by itself.  Raises NotThere."""
    table = hosting().table
    course = table.course
    if name == course.header.get("game"):
        return table.games.of(course), course.header
    game = next((each for each in table.games.all() if each.name == name), None)
    if game is None or not gamelist.offered(game):
        raise NotThere("there is no such game here")
    return game, games.fresh(table, {"game": name})


def seated(game: Game[Any], header: Json, taken: Mapping[str, Json], other: bool) -> list[Json]:
    """The chairs in order, those of people first: each ``seat``, and where somebody comes ``was`` and ``name``."""
    chairs = list(game.chairs or header["seats"])
    held = {seat: it for seat, it in taken.items() if it["taken"]}
    came = dict(zip(chairs, held, strict=False)) if other else {seat: seat for seat in taken if seat in held}
    if not game.chairs and not other:
        return [{"seat": seat, "was": came.get(seat, ""), "name": it["name"]} for seat, it in taken.items()]
    people = [{"seat": seat, "was": was, "name": held[was]["name"]} for seat, was in came.items()]
    return people + [{"seat": seat, "was": "", "name": ""} for seat in chairs if seat not in came]


def _board(board: KnownBoard, t: Speaker) -> Json:
    """A board to choose: its name, what it is chosen by, and where it is known from in words."""
    says = [t("new.board.kept")] if board.kept else []
    says += [t("new.board.played", day=date(board.played, t)["day"])] if board.played else []
    return {
        "label": board.name,
        "hash": board.hash,
        "value": {"hash": board.hash},
        "says": " ".join(says),
        "now": board.now,
    }


class Choosing(msgspec.Struct, frozen=True):
    """From a seat or, without seat, from the host: what does not go with these options of a new game?"""

    seat: str | None = None
    options: dict[str, Any] = {}


class NotGoing(msgspec.Struct, frozen=True):
    """A value of a setting that does not go with the others, and why."""

    setting: str
    value: Any
    text: str


class Choice(msgspec.Struct, frozen=True):
    """What cannot be chosen beside the rest."""

    barred: list[NotGoing]


@route("POST", "/api/barred", "seat-or-host", Choosing, {200: Choice})
def barred(message: Choosing) -> Choice:
    """Which values of settings a new game with these options cannot have, each with the game's reason."""
    table, spoken = hosting().table, language.of_request()
    game = table.games.named(str(message.options.get("game", table.game.name)))
    found = game.barred(message.options)
    return Choice([NotGoing(each.setting, each.value, sentences.sentence(game, each.reason, spoken)) for each in found])

"""The games that there are, to be laid on the table: title, one line, how many seats, a drawn mark."""

from __future__ import annotations

from typing import Any

from flask import current_app

from companion.games import Game, Json
from companion.web.hosting import hosting
from companion.web.pages import words
from companion.web.pages.host import host


def games(now: str) -> list[Json]:
    """Each with ``name``, ``title``, ``line``, ``seats`` and ``sign`` (a template); nothing where there is one only.

    A game that nobody has drawn is among them only while it lies on the table.
    """
    found = [game for game in hosting().table.games.all() if game.name == now or offered(game)]
    return [_listed(game, game.name == now) for game in found] if found[1:] else []


def offered(game: Game[Any]) -> bool:
    """Whether the pages offer it to be laid on the table."""
    return host().face_of(game.name).offered_here


def _listed(game: Game[object], now: bool) -> Json:
    t = host().face_of(game.name).speaker(words.of_request())
    fewest, most = counts(game)
    return {
        "name": game.name,
        "title": t("title", default=game.name.title()),
        "line": t("game.line", default=""),
        "seats": t("lies.seats", least=fewest, most=most, count=most) if fewest < most else t("lies.just", count=most),
        "sign": current_app.jinja_env.select_template([f"{game.name}/sign.svg", "sign.svg"]),
        "now": now,
    }


def counts(game: Game[object]) -> tuple[int, int]:
    """With how many seats, at least and at most."""
    usual = len(game.seats(game.header({})))
    return (game.fewest, len(game.chairs)) if game.chairs else (usual, usual)

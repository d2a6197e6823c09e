"""The result to keep and to share: text for a messenger, table file, picture, and a page that needs no host.

Each is made of finished rounds alone, so nothing that is still secret can be in it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, render_template

from companion.web.games.wizard import picture, sheet
from companion.web.games.wizard.chart import chart
from companion.web.pages import words
from companion.web.pages.host import host
from companion.web.pages.people import People
from companion.web.pages.seen import Seen

PATH = "/wizard/block"
FILES = {"html": "keep.page", "svg": "keep.picture", "csv": "keep.csv", "txt": "keep.text"}
"""Endings, each with the words of its link."""


def install(blueprint: Blueprint) -> None:
    """Put the files of the game on the table into the face."""
    blueprint.add_url_rule(f"{PATH}.<any({', '.join(FILES)}):ending>", "block", lambda ending: made(ending, _seen()))


def made(ending: str, told: Seen) -> Response:
    """A file of the game as it is seen."""
    making: dict[str, Callable[[Seen], Response]] = {
        "html": as_page,
        "svg": as_picture,
        "csv": as_csv,
        "txt": as_text,
    }
    return making[ending](told)


def _seen() -> Seen:
    """The game on the table, as a spectator sees it."""
    t, state = host().face.speaker(words.of_request()), host().state(None)
    return Seen(state, None, (), People(state, (), t), t)


def _rows(told: Seen) -> list[list[Any]]:
    """Round, dealer, trump, and total, bid and tricks of each seat."""
    view, who, t = told.view, told.who, told.t
    head = [t("part.round"), t("part.dealer"), t("part.trump")]
    for seat in view["seats"]:
        head += [f"{who.name(seat)} {t(part)}" for part in ("part.total", "part.bids", "part.tricks")]
    rows = [head]
    for each in view["done"]:
        row = [each["number"], who.name(each["dealer"]), t(f"card.{each['trump'] or 'unknown'}")]
        for seat in view["seats"]:
            row += [each["totals"][seat], each["bids"][seat], each["tricks"][seat]]
        rows.append(row)
    return rows


def _named(text: str, ending: str, kind: str, shown: bool = False) -> Response:
    way = "inline" if shown else "attachment"
    headers = {"Content-Disposition": f'{way}; filename="wizard.{ending}"', "Cache-Control": "no-store"}
    return Response(text, mimetype=kind, headers=headers)


def as_csv(told: Seen) -> Response:
    """The finished rounds as a table file; a name is never a formula."""
    out = io.StringIO()
    csv.writer(out).writerows([_safe(cell) for cell in row] for row in _rows(told))
    return _named("\ufeff" + out.getvalue(), "csv", "text/csv")


def _safe(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in tuple("=+-@\t\r") else cell


def text(told: Seen) -> str:
    """Places and totals, a line a seat."""
    view, t = told.view, told.t
    lines = [f"{each['place']}. {told.who.name(each['seat'])}: {each['total']}" for each in sheet.standing(view)]
    said = t("text.early") if view["early"] else t("text.rounds", count=len(view["done"]))
    return "\n".join([f"{t('title')}, {said}", *lines, ""])


def as_text(told: Seen) -> Response:
    """The result for a messenger."""
    return _named(text(told), "txt", "text/plain", shown=True)


def as_picture(told: Seen) -> Response:
    """Block and chart as one drawing."""
    return _named(picture.drawn(told), "svg", "image/svg+xml")


def as_page(told: Seen) -> Response:
    """Everything in one file: to be read, printed and kept, also when the host is gone."""
    values = {
        "t": told.t,
        "who": told.who,
        "view": told.view,
        "rows": sheet.rows(told),
        "standing": sheet.standing(told.view),
        "drawing": picture.lines(told, chart(told.view)),
    }
    return _named(render_template("wizard/kept.html", **values), "html", "text/html")

"""The judge's answers, and the result as text and table: asked of the host, recorded nowhere."""

from __future__ import annotations

import csv
import io
from typing import Any

import msgspec
from flask import Blueprint, Response, jsonify, request

from companion.games import Json
from companion.games.wizard.cards import is_card
from companion.games.wizard.judge import allowed, impossible
from companion.games.wizard.trick import sure_winner
from companion.web.errors import BadRequest
from companion.web.pages import words
from companion.web.pages.host import host
from companion.web.pages.people import People
from companion.web.routes import SMALL, require_kind

PATH = "/wizard"


class Tapped(msgspec.Struct, frozen=True):
    """Cards in the order of play; ``hand``: was the last one allowed with this hand (J2)."""

    cards: list[str]
    hand: list[str] | None = None
    allowed: bool = False


def install(blueprint: Blueprint) -> None:
    """Put the judge and the result's files into the face."""
    blueprint.add_url_rule(f"{PATH}/judge", "judge", judge, methods=["POST"])
    blueprint.add_url_rule(f"{PATH}/block.csv", "csv", as_csv)
    blueprint.add_url_rule(f"{PATH}/block.txt", "text", as_text)


def judge() -> Response:
    """J1-J3: one sentence, the rule, the deciding card; nothing of it is kept."""
    request.max_content_length = SMALL
    require_kind("seat")
    try:
        tapped = msgspec.json.decode(request.get_data(cache=False), type=Tapped)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise BadRequest("the cards cannot be read") from None
    if not tapped.cards or not all(is_card(card) for card in (*tapped.cards, *(tapped.hand or ()))):
        raise BadRequest("these are no cards")
    answer = jsonify(_answer(tapped, host().state(None)))
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _answer(tapped: Tapped, state: Json) -> Json:
    view, t = state["view"], host().face.speaker(words.of_request())
    now: Json = view["playing"] or {}
    one_colour = view["settings"]["game"] == "one-colour"
    found = impossible(tapped.cards, len(view["seats"]), now.get("turned"), (), one_colour)
    if found:
        return {"rule": "O8" if one_colour else "J3", "text": t(f"judge.{found[0]}", card=found[1])}
    if tapped.allowed:
        said = allowed(tapped.cards[:-1], tapped.cards[-1], tapped.hand, one_colour)
        colour = f"@card.{said.colour}" if said.colour else ""
        text = t(f"judge.allowed.{said.answer}", colour=colour, cards=" ".join(said.cards))
        return {"rule": "L3" if said.answer != "yes" else "L5", "text": text, "cards": list(said.cards)}
    won = sure_winner(tapped.cards, now.get("trump"), one_colour)
    if won is None:
        return {"rule": "T5", "text": t("judge.trump")}
    seats, who = view["seats"], People(state, (), t)
    seat = seats[(seats.index(now["leader"]) + won.at) % len(seats)] if now.get("leader") else None
    whole = len(tapped.cards) == len(seats)
    key = "judge.wins" if whole else "judge.leads"
    text = t(key, name=who.name(seat) or "–", card=tapped.cards[won.at])
    return {"rule": won.rule, "text": text, "at": won.at, "winner": seat if whole else None}


def _rows() -> list[list[Any]]:
    """Round, dealer, trump, and total, bid and tricks of each seat."""
    state, t = host().state(None), host().face.speaker(words.of_request())
    view, who = state["view"], People(state, (), t)
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


def as_csv() -> Response:
    """The finished rounds as a table file; a name is never a formula."""
    out = io.StringIO()
    csv.writer(out).writerows([_safe(cell) for cell in row] for row in _rows())
    named = {"Content-Disposition": 'attachment; filename="wizard.csv"'}
    return Response("\ufeff" + out.getvalue(), mimetype="text/csv", headers=named)


def _safe(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in tuple("=+-@\t\r") else cell


def as_text() -> Response:
    """The result for a messenger."""
    state, t = host().state(None), host().face.speaker(words.of_request())
    view, who = state["view"], People(state, (), t)
    seats = sorted(view["seats"], key=lambda seat: view["places"][seat])
    lines = [f"{view['places'][seat]}. {who.name(seat)}: {view['totals'][seat]}" for seat in seats]
    said = t("text.early") if view["early"] else t("text.rounds", count=len(view["done"]))
    return Response("\n".join([f"Wizard, {said}", *lines, ""]), mimetype="text/plain")

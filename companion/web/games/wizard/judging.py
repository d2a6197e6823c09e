"""The judge's answers: asked of the host, recorded nowhere."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, jsonify, request

from companion.games import Json
from companion.games.wizard.actions import CHOSEN
from companion.games.wizard.block import Tapped as Trick
from companion.games.wizard.cards import is_card
from companion.games.wizard.judge import allowed, impossible
from companion.games.wizard.trick import sure_winner
from companion.web.errors import BadRequest
from companion.web.games.wizard import cardnames
from companion.web.pages import words
from companion.web.pages.host import host
from companion.web.pages.people import People
from companion.web.pages.words import Speaker
from companion.web.routes import SMALL, require_kind

PATH = "/wizard/judge"
MOST = 20


class Tapped(msgspec.Struct, frozen=True):
    """Cards in the order of play; ``allowed``: was the last one right (J2), with ``hand`` where that was tapped.

    ``trump`` is said by whoever asks where nobody noted it (T5).
    """

    cards: list[str]
    hand: list[str] | None = None
    allowed: bool = False
    trump: str | None = None


def install(blueprint: Blueprint) -> None:
    """Put the judge into the face."""
    blueprint.add_url_rule(PATH, "judge", judge, methods=["POST"])


def judge() -> Response:
    """J1-J3: one sentence, the rule, the deciding card; nothing of it is kept."""
    request.max_content_length = SMALL
    require_kind("seat")
    answer = jsonify(_answer(_tapped(), host().state(None)))
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _tapped() -> Tapped:
    try:
        tapped = msgspec.json.decode(request.get_data(cache=False), type=Tapped)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise BadRequest("the cards cannot be read") from None
    cards = (*tapped.cards, *(tapped.hand or ()))
    if not tapped.cards or len(cards) > 2 * MOST or not all(map(is_card, cards)):
        raise BadRequest("these are no cards")
    if tapped.trump not in (None, *CHOSEN):
        raise BadRequest("this is no trump")
    return tapped


def _answer(tapped: Tapped, state: Json) -> Json:
    view, t = state["view"], host().face.speaker(words.of_request())
    now: Json = view["playing"] or {}
    one_colour = view["settings"]["game"] == "one-colour"
    found = impossible(tapped.cards, len(view["seats"]), now.get("turned"), _earlier(now, view["seats"]), one_colour)
    if found:
        text = t(f"judge.{found[0]}", card=cardnames.spoken(found[1], t))
        return {"rule": "O8" if one_colour else "J3", "text": text}
    return _permitted(tapped, one_colour, t) if tapped.allowed else _won(tapped, state, one_colour, t)


def _earlier(now: Json, seats: list[str]) -> tuple[Trick, ...]:
    """The tapped tricks of the round, by the seats' numbers."""
    return tuple(
        Trick(seats.index(trick["leader"]), tuple(trick["cards"]), seats.index(trick["winner"]))
        for trick in now.get("tapped", ())
    )


def _permitted(tapped: Tapped, one_colour: bool, t: Speaker) -> Json:
    """J2."""
    said = allowed(tapped.cards[:-1], tapped.cards[-1], tapped.hand, one_colour)
    values: dict[str, Any] = {
        "colour": f"@people.{said.colour}" if said.colour else "",
        "cards": cardnames.listed(said.cards, t),
    }
    rule = "O5" if one_colour else "L5" if said.answer == "yes" else "L3"
    return {"rule": rule, "text": t(f"judge.allowed.{said.answer}", **values), "answer": said.answer}


def _won(tapped: Tapped, state: Json, one_colour: bool, t: Speaker) -> Json:
    """J1, T5."""
    view = state["view"]
    now: Json = view["playing"] or {}
    won = sure_winner(tapped.cards, tapped.trump or now.get("trump"), one_colour)
    if won is None:
        return {"rule": "T5", "text": t("judge.trump"), "trump": True}
    seats = view["seats"]
    seat = seats[(seats.index(now["leader"]) + won.at) % len(seats)] if now.get("leader") else None
    whole = len(tapped.cards) == len(seats)
    key = ("judge.wins" if whole else "judge.leads") + ("" if seat else ".nobody")
    values = {"name": People(state, (), t).name(seat), "card": cardnames.spoken(tapped.cards[won.at], t)}
    takes = whole and view["phase"] == "trick" and tapped.trump in (None, now.get("trump"))
    return {
        "rule": won.rule,
        "text": t(key, **values) + " " + t(f"judge.because.{won.rule}"),
        "at": won.at,
        "winner": seat if takes else None,
    }

"""What a thumb may do now, apart from the board: buttons, the wands of a duel, the two figures, a doubtful reading."""

from __future__ import annotations

from typing import Any

from companion.web.games.dreimagier import wands
from companion.web.games.dreimagier.asking import is_mine
from companion.web.games.dreimagier.people import People
from companion.web.games.dreimagier.verdicts import values_text
from companion.web.pages.words import Translate

Json = dict[str, Any]

ON_BOARD = ("jump", "walk", "magic", "again")


def buttons(state: Json, seat: str | None, who: People, t: Translate) -> list[Json]:
    """Legal actions that are no place on the board: ``action``, ``label``, ``main``, ``symbol`` (a face to draw)."""
    view = state["view"]
    if not is_mine(state, seat) or state.get("proposal"):
        return []
    found = [_button(view, action, who, t) for action in view["legal"] if action["type"] not in ON_BOARD]
    return found + [_stay(action, t) for action in view["legal"] if _stays(view, seat, action)]


def _button(view: Json, action: Json, who: People, t: Translate) -> Json:
    kind = action["type"]
    offer = (view.get("offer") or {}).get("kind", "")
    labels = {
        "stay": lambda: t(f"do.stay.{action.get('figure')}"),
        "take": lambda: t("do.take", name=who.name(action.get("from"))),
        "stop": lambda: t("do.stop"),
        "accept": lambda: t(f"do.accept.{offer}"),
        "decline": lambda: t(f"do.decline.{offer}"),
        "symbol": lambda: t(f"face.{action.get('symbol')}"),
    }
    label = labels[kind]() if kind in labels else t(f"do.{kind}")
    return {
        "action": action,
        "label": label,
        "main": kind == "accept",
        "symbol": action.get("symbol"),
        "seat": action.get("from") if kind == "take" else None,
    }


def _stays(view: Json, seat: str | None, action: Json) -> bool:
    return bool(seat and action["type"] == "magic" and action["to"] == view["figures"][seat]["apprentice"])


def _stay(action: Json, t: Translate) -> Json:
    return {"action": action, "label": t("do.stay.magic"), "main": False, "symbol": None, "seat": None}


def fly(view: Json, seat: str | None, state: Json) -> Json | None:
    """The wands of a duel to choose from: each with its value, and the sets that may fly."""
    fight = view.get("duel")
    sets = [action["fly"] for action in view["legal"] if action["type"] == "again"]
    if not fight or not sets or not is_mine(state, seat):
        return None
    tops = fight["results"][seat]["wands"]
    lying = [wands.wand(colour, {"top": tops[colour]}) for colour in wands.COLOURS if colour in tops]
    result = fight["results"][seat]
    return {"wands": lying, "sets": sets, "sum": result.get("sum"), "throws": result.get("throws")}


def chips(view: Json, seat: str | None) -> list[Json]:
    """The two figures of a move: which are still to go, and how far."""
    move = view.get("move")
    if not move or not seat or view.get("turn") is None:
        return []
    mover = next((q["seat"] for q in view["asked"] if q["kind"] == "move"), None)
    if mover != seat:
        return []
    reach = {"magician": [move.get("magician_steps")], "apprentice": move.get("reach") or [move.get("sum")]}
    return [
        {"figure": figure, "state": move.get(figure), "reach": reach[figure]} for figure in ("magician", "apprentice")
    ]


def votes(state: Json, seat: str | None) -> bool:
    """True where the table waits for this seat's voice."""
    ask = state.get("ask")
    return bool(ask and seat in ask["voters"] and seat not in ask["votes"])


def judging(state: Json, seat: str | None, who: People, t: Translate) -> Json | None:
    """Title and detail where something else than the game is asked: a voice, or what to think of a reading."""
    if votes(state, seat):
        ask = state["ask"]
        name = who.name(ask["by"]) if ask["by"] else ask["data"].get("name", "")
        return {"title": t(f"vote.{ask['type']}", name=name), "detail": t("vote.detail")}
    found = proposal(state, seat, who, t)
    if not found:
        return None
    detail = found["detail"] if found["mine"] else t("proposal.other", name=who.name(found["seat"]))
    return {"title": found["title"], "detail": detail}


def proposal(state: Json, seat: str | None, who: People, t: Translate) -> Json | None:
    """A reading that the players must judge, with its choices as buttons."""
    found = state.get("proposal")
    if not found:
        return None
    reason = found.get("reason", "doubtful")
    shown = [_judged(choice, t) for choice in found.get("choices", [])]
    title = t(f"proposal.{reason}", name=who.name(found.get("seat")))
    kind = found.get("kind")
    detail = t(f"reading.{kind}") if kind else t(f"proposal.{reason}.detail", default="")
    mine = found.get("seat") == seat
    if found.get("refusal"):
        detail = found["refusal"]["text"]
    return {
        "id": found.get("id"),
        "seat": found.get("seat"),
        "title": title,
        "detail": detail,
        "choices": shown,
        "mine": mine,
    }


def _judged(choice: Json, t: Translate) -> Json:
    """A choice as button; one that counts shows the wands that it counts."""
    actions = choice.get("actions") or [{}]
    shown = actions[-1].get("wands") or {}
    lying = [wands.wand(colour, shown[colour]) for colour in wands.COLOURS if colour in shown]
    kind = "count" if shown else choice["choice"]
    return {"choice": choice["choice"], "label": t(f"judge.{kind}", values=values_text(shown, t)), "wands": lying}

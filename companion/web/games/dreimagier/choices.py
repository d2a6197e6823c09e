"""What a thumb may do now, apart from the board: buttons, the wands of a duel, the two figures."""

from __future__ import annotations

from companion.games import Json
from companion.web.games.dreimagier import duels, wands
from companion.web.pages.seen import Seen
from companion.web.pages.words import Speaker

ON_BOARD = ("jump", "walk", "magic", "again")


def buttons(seen: Seen) -> list[Json]:
    """Legal actions that are no place on the board: ``action``, ``label``, ``main``, ``symbol`` (a face to draw)."""
    view, seat = seen.view, seen.seat
    if not seen.mine:
        return []
    found = [_button(view, action, seen) for action in view["legal"] if action["type"] not in ON_BOARD]
    return found + [_stay(action, seen.t) for action in view["legal"] if _stays(view, seat, action)]


def _button(view: Json, action: Json, seen: Seen) -> Json:
    who, t = seen.who, seen.t
    kind = action["type"]
    offer = (view.get("offer") or {}).get("kind", "")
    labels = {
        "stay": lambda: t(f"do.stay.{action.get('figure')}"),
        "take": lambda: t("do.take.count", name=who.name(action["from"]), count=len(view["cards"][action["from"]])),
        "stop": lambda: t("do.stop.lost" if duels.gives_in(view) else "do.stop"),
        "accept": lambda: t(f"do.accept.{offer}"),
        "decline": lambda: t(f"do.decline.{offer}"),
        "symbol": lambda: t(f"face.{action.get('symbol')}"),
    }
    label = labels[kind]() if kind in labels else t(f"do.{kind}")
    return {
        "action": action,
        "label": label,
        "main": kind == "accept" or (kind == "stop" and duels.stops(view)),
        "symbol": action.get("symbol"),
        "seat": action.get("from") if kind == "take" else None,
    }


def _stays(view: Json, seat: str | None, action: Json) -> bool:
    return bool(seat and action["type"] == "magic" and action["to"] == view["figures"][seat]["apprentice"])


def _stay(action: Json, t: Speaker) -> Json:
    return {"action": action, "label": t("do.stay.magic"), "main": False, "symbol": None, "seat": None}


def fly(seen: Seen) -> Json | None:
    """The wands of a duel to choose from: each with its value, and the sets that may fly."""
    view, seat = seen.view, seen.seat
    fight = view.get("duel")
    sets = [action["fly"] for action in view["legal"] if action["type"] == "again"]
    if not fight or not sets or not seen.mine:
        return None
    tops = fight["results"][seat]["wands"]
    lying = [wands.wand(colour, {"top": tops[colour]}) for colour in wands.COLOURS if colour in tops]
    result = fight["results"][seat]
    score = {"sum": result.get("sum"), "throws": result.get("throws")}
    return {"wands": lying, "sets": sets, "likely": not duels.stops(view), **score}


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

"""The one big question: what is asked, of whom, in words."""

from __future__ import annotations

from companion.games import Json
from companion.web.games.dreimagier.plans import CARDS
from companion.web.pages.seen import Seen
from companion.web.pages.words import Speaker


def headline(seen: Seen) -> Json:
    """``title`` and ``detail`` of the question as this seat reads it."""
    view, question, who, t = seen.view, seen.asked, seen.who, seen.t
    if view.get("winner"):
        won = "ask.won.mine" if (view["winner"],) == seen.seats else "ask.won"
        return {"title": t(won, name=who.name(view["winner"])), "detail": t("ask.won.detail")}
    if question is None:
        return {"title": t("ask.nothing"), "detail": ""}
    mine = "mine" if seen.mine else "other"
    kind, detail = question["kind"], _detail(view, question, mine, t)
    values = {"name": who.name(question["seat"]), "card": f"@card.{view.get('take') or 'any'}"}
    return {"title": t(f"ask.{_shade(view, kind)}.{mine}", **values), "detail": detail}


def _shade(view: Json, kind: str) -> str:
    """A finer kind where the words differ: the throw's use, the offer's kind, whose figure still moves."""
    if kind == "throw" and view.get("throw_wanted"):
        return f"throw.{view['throw_wanted']['kind']}"
    if kind == "offer" and view.get("offer"):
        return f"offer.{view['offer']['kind']}"
    move = view.get("move")
    if kind == "move" and move:
        open_figures = [figure for figure in ("magician", "apprentice") if move.get(figure) == "open"]
        return f"move.{open_figures[0]}" if len(open_figures) == 1 else "move"
    return kind


def _detail(view: Json, question: Json, mine: str, t: Speaker) -> str:
    kind = question["kind"]
    wanted, move, duel = view.get("throw_wanted"), view.get("move"), view.get("duel")
    if kind == "throw" and wanted and wanted.get("kept"):
        lying = ", ".join(t("wand.lies", colour=f"@seat.{wand}", value=top) for wand, top in wanted["kept"].items())
        return t("ask.throw.kept", lying=lying)
    if kind == "throw" and wanted:
        return t(f"ask.throw.{wanted['kind']}.detail")
    if kind == "move" and move:
        return _reach(move, t)
    if kind == "duel" and duel:
        return t(f"ask.duel.detail.{mine}", count=duel["throws_left"])
    if kind == "magic" and _anywhere(view, question["seat"]):
        return t("ask.magic.detail.any")
    return t(f"ask.{_shade(view, kind)}.detail", default="")


def _anywhere(view: Json, seat: str) -> bool:
    """Whether magic leads to more than the magic places; staying where one is does not tell."""
    here = view["figures"][seat]["apprentice"]
    return any(
        action["type"] == "magic" and action["to"] not in CARDS and action["to"] != here for action in view["legal"]
    )


def _reach(move: Json, t: Speaker) -> str:
    steps = move.get("magician_steps")
    parts = []
    if move.get("magician") == "open" and steps:
        parts.append(t("ask.move.places", count=steps))
    if move.get("apprentice") == "open":
        reach = move.get("reach") or [move.get("sum")]
        parts.append(t("ask.move.fields", count=reach[-1], reach=t("or").join(str(number) for number in reach)))
    return " · ".join(parts)

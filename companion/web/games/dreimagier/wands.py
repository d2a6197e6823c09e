"""Wands: the last throw as it lies, the pad for typing one, both sides of a duel."""

from __future__ import annotations

from typing import Any

from companion.games import Json

COLOURS = ("red", "black", "white")
FACES = ("power", "magic", "fate")


def seen(hidden: str | None) -> list[str | None]:
    """The two faces that are seen of a wand that rests on ``hidden``; unknown ones are None."""
    return [face for face in FACES if face != hidden] if hidden else [None, None]


def wand(colour: str, shown: Json, **more: Any) -> Json:
    """One wand as drawn: ``colour``, ``top`` (0-2 or None) and the two visible ``faces``."""
    return {"colour": colour, "top": shown.get("top"), "faces": seen(shown.get("hidden")), **more}


def thrown(throw: Json | None) -> Json | None:
    """The last throw: its wands in the fixed order, which of them flew, and the sum."""
    if not throw or not throw.get("wands"):
        return None
    flew = throw.get("flew") or []
    lying = [
        wand(colour, throw["wands"][colour], flew=colour in flew) for colour in COLOURS if colour in throw["wands"]
    ]
    return {"seat": throw["seat"], "kind": throw["kind"], "wands": lying, "sum": throw.get("sum")}


def pad(wanted: Json | None, seat: str | None, state: Json) -> Json | None:
    """The pad for the throw that this seat owes: a row a wand, each with three choices and what they mean."""
    if not wanted or wanted["seat"] != seat or state.get("proposal"):
        return None
    needs = "hidden" if wanted["needs"] == "hidden" else "top"
    rows = [{"colour": colour, "choices": _choices(needs)} for colour in COLOURS if colour in wanted["wands"]]
    return {"needs": needs, "kind": wanted["kind"], "rows": rows}


def _choices(needs: str) -> list[Json]:
    if needs == "top":
        return [{"value": {"top": top}, "name": str(top), "top": top, "faces": []} for top in (0, 1, 2)]
    return [{"value": {"hidden": face}, "name": face, "top": None, "faces": seen(face)} for face in reversed(FACES)]


def duel(view: Json) -> Json | None:
    """Both sides of a duel, the challenger left: result, wands, and who is at it."""
    fight = view.get("duel")
    if not fight:
        return None
    sides = [_side(fight, seat, role) for role, seat in _roles(fight)]
    return {"place": fight["place"], "sides": sides, "throws_left": fight["throws_left"], "round": fight["round"]}


def _roles(fight: Json) -> list[tuple[str, str]]:
    return [("challenger", fight["challenger"]), ("challenged", fight["challenged"])]


def _side(fight: Json, seat: str, role: str) -> Json:
    result = fight["results"].get(seat) or {}
    tops = result.get("wands") or {}
    lying = [wand(colour, {"top": tops.get(colour)}) for colour in COLOURS if colour in tops]
    return {
        "seat": seat,
        "role": role,
        "sum": result.get("sum"),
        "throws": result.get("throws", 0),
        "done": bool(result.get("done")),
        "turn": fight.get("turn") == seat,
        "leads": fight.get("leader") == seat,
        "wands": lying,
    }

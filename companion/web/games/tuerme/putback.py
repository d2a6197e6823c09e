"""Columns of the wooden ring: each as it is checked, and what a rewind puts back by hand; no deeper than the view."""

from __future__ import annotations

from companion.games import Json
from companion.web.games.tuerme import names
from companion.web.pages.seen import Seen


def piece(found: Json, seen: Seen) -> Json:
    """A column in words."""
    return {
        **found,
        "seat": None,
        "text": column(found, seen),
        "place": seen.t("space", space=found["node"]),
        "ask": "check.column",
    }


def column(found: Json, seen: Seen) -> str:
    """Towers, who stands on top, and the keep."""
    t = seen.t
    said = [t("column.towers", count=len(found["towers"]))] if found["towers"] else []
    said += [names.crowd(found["visible"], seen)] if found["visible"] else []
    said += [t("piece.keep")] if found["keep"] else []
    return ", ".join(said) or t("column.bare")


def steps(before: Json, seen: Seen) -> list[Json]:
    """Every column that looks otherwise now, and bottles."""
    now, t = seen.view, seen.t
    columns = [
        {"seat": None, "text": _column(new, seen), "nodes": [str(new["space"])]}
        for old, new in zip(before["spaces"], now["spaces"], strict=True)
        if _looks(old) != _looks(new)
    ]
    bottles = [
        {"seat": seat, "text": t("back.bottles", name=seen.who.name(seat), full=player["full"]), "nodes": []}
        for seat, player in now["players"].items()
        if before["players"][seat]["full"] != player["full"]
    ]
    return columns + bottles


def _looks(space: Json) -> Json:
    return {key: space[key] for key in ("towers", "visible", "keep")}


def _column(space: Json, seen: Seen) -> str:
    return seen.t("back.column", space=space["space"], column=column(space, seen))

"""What a page must know, besides where things are now, to show how they came there."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games import Json

MOVES = frozenset({"jumped", "walked", "transported", "banished"})
MAZE = "labyrinth"


def causes(state: Json) -> Json:
    """``throw``: ``seq``, ``seat`` and the wands that ``flew`` in the last one, or None; ``banished``: the figures
    (``seat-figure``) that stand in the labyrinth because they were sent there; ``cards``: everybody's."""
    view = state["view"]
    return {"throw": _throw(state), "banished": _banished(state), "cards": view["cards"]}


def _throw(state: Json) -> Json | None:
    shown = state["view"].get("throw")
    seq = next((told["seq"] for told in newest(state) if told["action"]["type"] == "throw"), None)
    if shown is None or seq is None:
        return None
    return {"seq": seq, "seat": shown["seat"], "flew": shown["flew"]}


def _banished(state: Json) -> list[str]:
    figures = state["view"]["figures"]
    there = [
        (seat, figure) for seat in figures for figure in ("magician", "apprentice") if figures[seat][figure] == MAZE
    ]
    return [f"{seat}-{figure}" for seat, figure in there if _last_move(state, seat, figure) == "banished"]


def _last_move(state: Json, seat: str, figure: str) -> str | None:
    for told in newest(state):
        for event in reversed(told.get("events") or []):
            if event["type"] in MOVES and (event["seat"], event["figure"]) == (seat, figure):
                return str(event["type"])
    return None


def newest(state: Json) -> Iterator[Json]:
    """The actions that stand, newest first."""
    for told in reversed(state.get("history") or []):
        if told["kind"] == "action" and not told["void"]:
            yield told

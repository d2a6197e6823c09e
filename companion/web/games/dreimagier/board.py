"""The board: its drawing, made once from the board file, and what stands and glows on it now."""

from __future__ import annotations

import math
from functools import lru_cache, partial
from typing import Any

from companion.games import Json
from companion.games.catalogue import LANGUAGES
from companion.games.dreimagier.board import Board, load_board
from companion.games.dreimagier.fieldnames import field_names, say
from companion.web.games.dreimagier import landscape, now, places
from companion.web.games.dreimagier.motion import causes
from companion.web.pages.memo import Memo
from companion.web.pages.seen import Seen

PLACE_MM = 33.0
LABELS = Memo(32)
RUNES = 8
"""So many runes are drawn; a board with more symbol fields has some twice."""
TURNS = (0, 3, 2, 1)
"""Quarter turns, clockwise, that bring a chair to the lower edge: the first seat in the south, then clockwise."""


def drawing(header: Json) -> dict[str, Any]:
    """Nodes, trails, ways and what grows, in millimetres from the board's middle; ``half`` is half the drawn side."""
    return _drawn(header["board"]["toml"])


@lru_cache(maxsize=4)
def _drawn(toml: str) -> dict[str, Any]:
    board = load_board(toml)
    middle = _middle(board)
    at = {node: (x - middle[0], y - middle[1]) for node, (x, y) in board.positions_mm.items()}
    nodes = [_node(board, node, at) for node in board.nodes]
    half = max(max(map(abs, at[node])) + (PLACE_MM + 23 if node in board.places else 28) for node in board.nodes)
    fields = [at[node] for node in board.nodes if node not in board.places]
    trails = [[at[node] for node in trail] for trail in board.trails]
    ways = [landscape.bow(at[one], at[other], fields) for one, other in board.ways]
    return {
        "half": round(half, 1),
        "nodes": nodes,
        "trails": [landscape.curve(trail) for trail in trails],
        "ways": [landscape.bowed(way) for way in ways],
        "growth": landscape.growth(half, {place: at[place] for place in board.places}, fields, trails, ways),
        "radius": PLACE_MM,
        "surveyed": board.surveyed,
    }


def _middle(board: Board) -> tuple[float, float]:
    """The middle of what is drawn, so that the board fills its square however it is turned."""
    xs, ys = zip(*board.positions_mm.values(), strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _node(board: Board, node: str, at: dict[str, tuple[float, float]]) -> Json:
    x, y = at[node]
    beside = [at[other] for other in board.neighbours.get(node, ())]
    return {
        "id": node,
        "x": round(x, 1),
        "y": round(y, 1),
        "place": node in board.places,
        "magic": node in board.places and node not in ("life", "labyrinth"),
        "symbol": node in board.symbols,
        "rune": board.symbols.index(node) % RUNES if node in board.symbols else None,
        "lean": _lean(at[node], beside),
        "fork": len(beside) > 2,
        "said": _said(board, node),
    }


def _said(board: Board, node: str) -> dict[str, str]:
    """A field's name in every language."""
    named = field_names(board.toml).get(node)
    return {language: say(named, language) for language in LANGUAGES} if named else {}


def _lean(here: tuple[float, float], beside: list[tuple[float, float]]) -> float:
    """The angle of a slab, so that it lies along its path."""
    if len(beside) < 2:
        return 0.0
    (x1, y1), (x2, y2) = (beside[0], beside[1]) if len(beside) == 2 else (here, beside[0])
    return round(math.degrees(math.atan2(y2 - y1, x2 - x1)) % 180, 1)


def state(seen: Seen) -> Json:
    """What the drawing shows now: roles, figures, cards left, and for the asked seat what each node does."""
    view, seat, mine = seen.view, seen.seat, seen.mine
    can = _can(view, seen) if mine and not seen.state.get("proposal") else {}
    order = list(view["seats"])
    ways = now.wished(seen)
    return {
        "seat": seat,
        "turn": TURNS[order.index(seat) % 4] if seat in order else 0,
        "roles": _with_wishes(view.get("lamps") or {}, ways),
        "ways": _drawn_ways(seen.header, ways) if ways else [],
        "figures": _figures(view, seat if mine else None),
        "supply": view["supply"],
        "can": can,
        "probe": _probe(view, seat),
        "labels": _labels(view, can, seen),
        **causes(seen.state),
    }


def _with_wishes(roles: Json, ways: list[tuple[str, ...]]) -> Json:
    """Where a ghost's figures are to go, as the lamps show it."""
    wished = {way[-1]: [*roles.get(way[-1], []), "chosen"] for way in ways}
    return {**roles, **wished}


def _drawn_ways(header: Json, ways: list[tuple[str, ...]]) -> list[str]:
    at = {node["id"]: (node["x"], node["y"]) for node in drawing(header)["nodes"]}
    return [landscape.curve([at[node] for node in way]) for way in ways]


def _can(view: Json, seen: Seen) -> dict[str, list[Json]]:
    """What a tap on each node does; where the apprentice may stay, a tap on his own field means that."""
    can: dict[str, list[Json]] = {}
    for action in view["legal"]:
        found = _on_board(view, action, seen.seat)
        if found:
            node, figure = found
            choice = {"action": action, "label": seen.t(f"figure.{figure}"), "figure": figure}
            can.setdefault(node, []).append(choice)
    return can


FIGURES = {"jump": "magician", "walk": "apprentice", "magic": "apprentice"}


def _on_board(view: Json, action: Json, seat: str | None) -> tuple[str, str] | None:
    if action["type"] in FIGURES:
        return action["to"], FIGURES[action["type"]]
    if action == {"type": "stay", "figure": "apprentice"} and seat:
        return view["figures"][seat]["apprentice"], "apprentice"
    return None


def _figures(view: Json, asked: str | None) -> Json:
    return {
        f"{seat}-{figure}": {
            "at": stands[figure],
            "stone": figure == "apprentice" and bool(stands.get("stone")),
            "asked": seat == asked and (view.get("move") or {}).get(figure) == "open",
        }
        for seat, stands in view["figures"].items()
        for figure in ("magician", "apprentice")
    }


def _probe(view: Json, seat: str | None) -> Json:
    """Which action a tap on a dark node asks about: for a place, and for a field."""
    kinds = [question["kind"] for question in view.get("asked", ()) if question["seat"] == seat]
    if "magic" in kinds:
        return {"place": "magic", "field": "magic"}
    move = view.get("move") or {}
    return {"place": "walk" if "move" in kinds and move.get("magician") != "open" else "jump", "field": "walk"}


def _labels(view: Json, can: dict[str, list[Json]], seen: Seen) -> dict[str, str]:
    """What a screen reader says of each node that has something to say."""
    facts = (view["figures"], view["supply"], view["cards"])
    labels = dict(LABELS.get(partial(_lying, view, seen), seen.spoken, seen.header.get("board"), *facts))
    for node, choices in can.items():
        words = [labels.get(node) or places.name(node, seen)]
        labels[node] = ", ".join(words + [seen.t("board.target", figure=choice["label"]) for choice in choices])
    return labels


def _lying(view: Json, seen: Seen) -> dict[str, str]:
    """What lies and stands on each node: for everybody the same."""
    who, t = seen.who, seen.t
    standing: dict[str, list[str]] = {}
    for seat, stands in view["figures"].items():
        for figure in ("magician", "apprentice"):
            standing.setdefault(stands[figure], []).append(t(f"figure.of.{figure}", name=who.name(seat)))
    labels = {}
    for node in sorted({*standing, *view["supply"]}):
        labels[node] = ", ".join([places.name(node, seen), *_cards(node, seen), *standing.get(node, [])])
    return labels


def _cards(node: str, seen: Seen) -> list[str]:
    """How many cards lie on a magic place, and who has one of it."""
    if node not in seen.view["supply"]:
        return []
    having = [seen.who.name(seat) for seat in seen.view["seats"] if node in seen.view["cards"][seat]]
    return [
        seen.t("board.left", count=seen.view["supply"][node]),
        *([seen.t("board.has", names=", ".join(having))] if having else []),
    ]


def glowing(state: Json, drawn: Json) -> Json:
    """What the board shows; while it is checked only the piece in question glows."""
    found = state.get("check")
    if not found or found["at"] is None or found["at"] >= len(found["pieces"]):
        return drawn
    piece = found["pieces"][found["at"]]
    named = f"{piece['seat']}-{piece['figure']}"
    figures = {name: {**stands, "asked": name == named} for name, stands in drawn["figures"].items()}
    return {**drawn, "roles": {piece["node"]: ["chosen"]}, "figures": figures, "can": {}}

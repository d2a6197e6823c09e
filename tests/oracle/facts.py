"""What everybody may see, in the shape in which both sides are compared."""

from __future__ import annotations

from typing import Any

from tests.oracle.board import PLACES
from tests.oracle.questions import (
    apprentice_actions,
    asked,
    duellist,
    leader_is_done,
    legal,
    magician_actions,
    most_throws,
    now,
    rights,
    total,
)

Json = dict[str, Any]


def ranking(table: Json, state: Json) -> list[Json] | None:
    """W2: the winner, then by number of cards, ties shared."""
    if not state["winner"]:
        return None
    counts = {c: len(state["cards"][c]) for c in table["seats"]}
    ranks = {c: 1 + sum(counts[other] > counts[c] for other in counts) for c in counts}
    return [{"seat": c, "rank": ranks[c], "cards": counts[c]} for c in sorted(counts, key=lambda c: (ranks[c], c))]


def facts(table: Json, state: Json) -> Json:
    """The public facts in the shape in which they are compared."""
    step = now(state)
    wanted = None
    if step["step"] == "throw":
        need = "hidden" if step["kind"] == "spell" else "top"
        wanted = {"seat": step["seat"], "kind": step["kind"], "wands": sorted(step["wands"])}
        wanted |= {"kept": step["kept"], "needs": need}
    return {
        "asked": asked(state),
        "legal": legal(table, state),
        "throw_wanted": wanted,
        "turn": state["turn"],
        "throw": state["last"],
        "move": move_facts(table, state) if step["step"] == "figures" else None,
        "targets": targets(table, state),
        "figures": state["figures"],
        "cards": {c: sorted(cards, key=PLACES.index) for c, cards in state["cards"].items()},
        "supply": state["supply"],
        "duel": duel_facts(state),
        "offer": {"kind": step["kind"], "seat": step["seat"]} if step["step"] == "offer" else None,
        "symbols": {k: step[k] for k in ("counts", "choices")} if step["step"] == "symbol" else None,
        "rights": rights(state),
        "winner": state["winner"],
        "ranking": ranking(table, state),
    }


def move_facts(table: Json, state: Json) -> Json:
    """What the throw gives to both figures, asked while at least one of them is open."""
    move = state["move"]
    reach = [move["sum"], 2 * move["sum"]] if state["figures"][move["seat"]]["stone"] else [move["sum"]]
    told: Json = {"sum": move["sum"], "reach": reach, "magician_steps": move["steps"]}
    for figure, actions in (("magician", magician_actions), ("apprentice", apprentice_actions)):
        decided = "done" if move[figure + "_decided"] else "none"
        told[figure] = "open" if actions(table, state) else decided
    return told


def targets(table: Json, state: Json) -> Json:
    """Where the lamps of targets glow: the legal ends of jumps, and of walks and magic."""
    ends: Json = {"magician": set(), "apprentice": set()}
    for action in legal(table, state):
        if "to" in action:
            ends["magician" if action["type"] == "jump" else "apprentice"].add(action["to"])
    return {figure: sorted(nodes) for figure, nodes in ends.items()}


def duel_facts(state: Json) -> Json | None:
    """The duel under way: it is shown from the moment that the magicians meet."""
    duel = state["duel"]
    if not duel:
        return None
    results = {
        c: {
            "sum": total(r) if r["throws"] else None,
            "throws": r["throws"],
            "wands": r["wands"],
            "done": r["done"] or (leader_is_done(r) and c == duel["leader"]),
        }
        for c, r in duel["results"].items()
    }
    shown = {k: duel[k] for k in ("place", "challenger", "challenged", "leader", "round")}
    left = most_throws(state) - duel["results"][duellist(state)]["throws"]
    return {**shown, "turn": duellist(state), "results": results, "throws_left": left}

"""The rules as a flat list of what is still to do.

A state is one plain dict, copied whole before every action.  ``state["agenda"]`` lists the pending steps, the first is
the one under way: either it waits for a throw or a decision, or it happens by itself.  Rights to further throws are
steps that wait further back in the list.
"""

from __future__ import annotations

import copy
from typing import Any

from tests.oracle.figures import apprentice_arrives, banish, give, jump, no_result, walk
from tests.oracle.questions import ahead, duel_waits, duellist, in_order, legal, now, second, total
from tests.oracle.start import COLOURS, FACES, throw_step

Json = dict[str, Any]


def act(table: Json, state: Json, action: Json) -> Json:
    """The state after a legal action or a readable throw; the given one stays as it is."""
    after = copy.deepcopy(state)
    if action["type"] != "spoilt":
        decide(table, after, action)
        go_on(table, after)
    return after


def decide(table: Json, state: Json, action: Json) -> None:
    step = now(state)
    match action["type"]:
        case "throw":
            state["agenda"].pop(0)
            thrown(table, state, step, full_wands(table, action["wands"]))
        case "jump":
            jump(table, state, action["to"])
        case "walk":
            walk(table, state, action["to"])
        case "stay":
            state["move"][action["figure"] + "_decided"] = True
        case "take":
            state["agenda"].pop(0)
            give(table, state, step["seat"], step["place"], action["from"])
        case "again":
            throw_again(state, action["fly"])
        case "stop":
            state["duel"]["results"][duellist(state)]["done"] = True
        case "accept":
            kind = "spell" if step["kind"] == "spell" else "pip"
            state["agenda"][0] = throw_step(kind, step["seat"])
        case "decline":
            state["agenda"].pop(0)
        case "symbol":
            state["agenda"].pop(0)
            carry_out(table, state, step["seat"], action["symbol"])
        case "magic":
            state["agenda"].pop(0)
            if action["to"] != state["figures"][step["seat"]]["apprentice"]:
                state["figures"][step["seat"]]["apprentice"] = action["to"]
                apprentice_arrives(table, state, step["seat"])


def go_on(table: Json, state: Json) -> None:
    """Do everything that happens by itself, until something waits or the game is over."""
    while state["agenda"] and not waits(table, state):
        step = now(state)
        match step["step"]:
            case "starter":
                choose_starter(table, state)
            case "figures" | "spell":
                state["agenda"].pop(0)
            case "duel":
                go_on_duelling(state, table)
            case "rights":
                line_up_rights(state)
            case "next":
                turn_passes(table, state)


def waits(table: Json, state: Json) -> bool:
    step = now(state)
    match step["step"]:
        case "throw" | "take" | "offer" | "symbol" | "magic":
            return True
        case "figures":
            return bool(legal(table, state))
        case "spell":
            if state["move"]["symbol"]:
                state["agenda"][0] = {"step": "offer", "kind": "spell", "seat": state["move"]["seat"]}
            return bool(state["move"]["symbol"])
        case "duel":
            return bool(state["duel"]) and duel_waits(state)
    return False


def full_wands(table: Json, wands: Json) -> Json:
    """Per wand both top and hidden where the wand table tells the other one (M4)."""
    full: Json = {}
    for colour, seen in wands.items():
        top, hidden = seen.get("top"), seen.get("hidden")
        if table["wands"] and top is None:
            top = table["wands"][colour][hidden]
        if table["wands"] and hidden is None:
            hidden = next(face for face in FACES if table["wands"][colour][face] == top)
        full[colour] = {"top": top, "hidden": hidden}
    return full


def readable(table: Json, state: Json, action: Json) -> bool:
    """May this throw be taken here (M4): the wanted wands, what is needed of each, no contradiction?"""
    step = now(state)
    if step["step"] != "throw" or sorted(action["wands"]) != sorted(step["wands"]):
        return False
    need = "hidden" if step["kind"] == "spell" else "top"
    for colour, seen in action["wands"].items():
        if table["wands"]:
            if {"top", "hidden"} <= set(seen) and table["wands"][colour][seen["hidden"]] != seen["top"]:
                return False
            if not seen:
                return False
        elif need not in seen:
            return False
    return True


def thrown(table: Json, state: Json, step: Json, wands: Json) -> None:
    tops = {**step["kept"], **{c: seen["top"] for c, seen in wands.items()}}
    flew = [c for c in COLOURS if c in wands]
    hidden = {c: wands[c]["hidden"] for c in flew}
    state["last"] = {"seat": step["seat"], "kind": step["kind"], "flew": flew, "tops": tops, "hidden": hidden}
    match step["kind"]:
        case "start":
            starter = next(other for other in state["agenda"] if other["step"] == "starter")
            starter["sums"][step["seat"]] = sum(wands[c]["top"] for c in COLOURS)
        case "pip":
            pip_thrown(state, step["seat"], {c: wands[c]["top"] for c in COLOURS})
        case "duel":
            result = state["duel"]["results"][step["seat"]]
            result.update({"wands": tops, "throws": result["throws"] + 1, "flew": flew})
        case "spell":
            spell_thrown(table, state, step["seat"], [wands[c]["hidden"] for c in COLOURS])


def choose_starter(table: Json, state: Json) -> None:
    """S1: the highest sum starts, tied leaders throw again."""
    sums = state["agenda"].pop(0)["sums"]
    best = [c for c in table["seats"] if c in sums and sums[c] == max(sums.values())]
    if len(best) > 1:
        state["agenda"] = [*[throw_step("start", c) for c in best], {"step": "starter", "sums": {}}]
    else:
        state["turn"] = best[0]
        state["agenda"] = [throw_step("pip", best[0]), {"step": "next"}]


def turn_passes(table: Json, state: Json) -> None:
    seats = table["seats"]
    state["turn"] = seats[(seats.index(state["turn"]) + 1) % len(seats)]
    state["agenda"].insert(0, throw_step("pip", state["turn"]))


def pip_thrown(state: Json, seat: str, tops: Json) -> None:
    """T1 to T3: a zero doublet sends both figures away, any other throw opens a move."""
    first = seat not in state["begun"]
    if first:
        state["begun"].append(seat)
    shown = list(tops.values())
    if shown == [0, 0, 0]:
        banish(state, seat, "magician")
        banish(state, seat, "apprentice")
        state["move"] = None
        state["agenda"] = [s for s in state["agenda"] if not (s["step"] == "offer" and s["seat"] == seat)]
        return
    doublet = shown in ([1, 1, 1], [2, 2, 2])
    state["move"] = {
        "seat": seat,
        "shown": shown,
        "sum": sum(shown),
        "steps": tops[seat],
        "first": first,
        "magician_from": state["figures"][seat]["magician"],
        "magician_decided": False,
        "apprentice_decided": False,
        "symbol": False,
        "rights": [{"step": "offer", "kind": "doublet", "seat": seat}] if doublet else [],
    }
    steps: list[Json] = [{"step": "figures", "seat": seat}, {"step": "duel"}, {"step": "spell"}, {"step": "rights"}]
    state["agenda"] = steps + state["agenda"]


def line_up_rights(state: Json) -> None:
    state["agenda"].pop(0)
    state["agenda"] = in_order(state["move"]) + state["agenda"]
    state["move"] = None


# Duels


def throw_again(state: Json, fly: list[str]) -> None:
    side = duellist(state)
    kept = {c: value for c, value in state["duel"]["results"][side]["wands"].items() if c not in fly}
    state["agenda"].insert(0, throw_step("duel", side, fly, kept))


def go_on_duelling(state: Json, table: Json) -> None:
    """Called when nobody has to decide: the next first throw, the end of a round, or nothing to fight about."""
    if not state["duel"]:
        state["agenda"].pop(0)
        return
    duel, side = state["duel"], duellist(state)
    first, answer = duel["results"][duel["leader"]], duel["results"][second(state)]
    if duel["results"][side]["throws"] == 0:
        state["agenda"].insert(0, throw_step("duel", side))
    elif ahead(state):
        duel_ends(table, state, second(state), duel["leader"])
    elif total(first) == total(answer) and first["throws"] == answer["throws"]:
        duel["leader"] = second(state)
        duel["round"] += 1
        duel["results"] = {c: no_result() for c in duel["results"]}
    else:
        duel_ends(table, state, duel["leader"], second(state))


def duel_ends(table: Json, state: Json, winner: str, loser: str) -> None:
    """D7: first the figures, then the card."""
    place = state["duel"]["place"]
    state["duel"] = None
    state["agenda"].pop(0)
    banish(state, loser, "magician")
    if state["figures"][loser]["apprentice"] == place:
        banish(state, loser, "apprentice")
    if place not in state["cards"][winner]:
        give(table, state, winner, place, "place" if state["supply"][place] else loser)


# Spells


def visible(hidden: list[str]) -> Json:
    """How often each face is to be seen: every wand hides one of its three."""
    return {face: 3 - hidden.count(face) for face in FACES}


def spell_thrown(table: Json, state: Json, seat: str, hidden: list[str]) -> None:
    """Z2, K4: the most frequent symbol rules, or one of the equally frequent is picked."""
    counts = visible(hidden)
    most = [face for face in FACES if counts[face] == max(counts.values())]
    if len(most) == 2 and "fate" in most and table["set"]["fate_rules_330"]:
        most = ["fate"]
    if len(most) > 1:
        state["agenda"].insert(0, {"step": "symbol", "seat": seat, "counts": counts, "choices": most})
    else:
        spared = sorted(counts.values()) == [0, 3, 3] and table["set"]["fate_rules_330"] == "apprentice"
        carry_out(table, state, seat, most[0], spared)


def carry_out(table: Json, state: Json, seat: str, face: str, spared: bool = False) -> None:
    if face == "power":
        state["figures"][seat]["stone"] = True
    elif face == "magic":
        state["agenda"].insert(0, {"step": "magic", "seat": seat})
    else:
        banish(state, seat, "apprentice")
        if table["set"]["fate"] == "both" and not spared:
            banish(state, seat, "magician")

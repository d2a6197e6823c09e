"""The rules as a flat list of what is still to do.

A state is one plain dict, copied whole before every action.  ``state["agenda"]`` lists the pending steps, the first is
the one under way: either it waits for a throw or a decision, or it happens by itself.  Rights to further throws are
steps that wait further back in the list.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from itertools import combinations
from typing import Any

from tests.oracle.board import MAGIC, PLACES, jump_ends, read_board, walk_ends

Json = dict[str, Any]

COLOURS = ("red", "black", "white")
FACES = ("power", "magic", "fate")
DEFAULTS: Json = {
    "two_jump_may_return": False,
    "labyrinth_is_target": True,
    "must_leave_labyrinth": False,
    "labyrinth_exit": "free",
    "life_limit": True,
    "life_limit_first_throw": True,
    "short_walk": "farthest",
    "apprentice_must_walk": True,
    "kept_wand_may_fly_again": True,
    "magic_target": "magic-places",
    "magic_may_stay": True,
    "fate": "apprentice",
    "fate_rules_330": False,
    "bonus": True,
    "bonus_out_of_turn": True,
    "bonus_each_time": True,
}
OTHERS: Json = {
    "two_jump_may_return": [True],
    "labyrinth_is_target": [False],
    "must_leave_labyrinth": [True],
    "labyrinth_exit": ["222", "222-or-111"],
    "life_limit": [False],
    "life_limit_first_throw": [False],
    "short_walk": ["stay"],
    "apprentice_must_walk": [False],
    "kept_wand_may_fly_again": [False],
    "magic_target": ["any-node"],
    "magic_may_stay": [False],
    "fate": ["both"],
    "fate_rules_330": [True],
    "bonus": [False],
    "bonus_out_of_turn": [False],
    "bonus_each_time": [False],
}
"""Per setting the values beside its default."""
RULESETS: Json = {
    "noris-1985": {},
    "kurzregel": {
        "labyrinth_exit": "222",
        "life_limit": False,
        "magic_target": "any-node",
        "fate": "both",
        "bonus": False,
    },
    "noris-2010": {"apprentice_must_walk": False},
}


def table_of(ruleset: str, settings: Json, board: str, seats: Iterable[str], wands: Json | None) -> Json:
    """What never changes during a game; ``board`` is the text of the board file."""
    chosen = {**DEFAULTS, **RULESETS[ruleset], **settings}
    return {"set": chosen, "seats": list(seats), "wands": wands, **read_board(board)}


def first_state(table: Json) -> Json:
    """All figures on life, each player's start throw pending (S1)."""
    seats = table["seats"]
    state: Json = {
        "figures": {c: {"magician": "life", "apprentice": "life", "stone": False} for c in seats},
        "cards": {c: [] for c in seats},
        "supply": dict.fromkeys(MAGIC, 2),
        "turn": None,
        "begun": [],
        "bonus_had": [],
        "move": None,
        "duel": None,
        "last": None,
        "winner": None,
        "agenda": [*[throw_step("start", c) for c in seats], {"step": "starter", "sums": {}}],
    }
    return state


def throw_step(kind: str, seat: str, wands: Iterable[str] = COLOURS, kept: Json | None = None) -> Json:
    return {"step": "throw", "kind": kind, "seat": seat, "wands": list(wands), "kept": kept or {}}


# What is asked


def now(state: Json) -> Json:
    """The step under way; an empty one when the game is over."""
    return state["agenda"][0] if state["agenda"] else {"step": "over"}


def asked(state: Json) -> list[Json]:
    step = now(state)
    if step["step"] == "over":
        return []
    kind = {"figures": "move"}.get(step["step"], step["step"])
    seat = duellist(state) if kind == "duel" else step["seat"]
    return [{"seat": seat, "kind": kind}]


def legal(table: Json, state: Json) -> list[Json]:
    """Every legal decision; none while a throw is awaited."""
    step = now(state)
    match step["step"]:
        case "figures":
            return magician_actions(table, state) + apprentice_actions(table, state)
        case "take":
            holders = [c for c in table["seats"] if c != step["seat"] and step["place"] in state["cards"][c]]
            return [{"type": "take", "from": c} for c in holders]
        case "duel":
            return duel_actions(table, state)
        case "offer":
            return [{"type": "accept"}, {"type": "decline"}]
        case "symbol":
            return [{"type": "symbol", "symbol": face} for face in step["choices"]]
        case "magic":
            return [{"type": "magic", "to": node} for node in magic_ends(table, state, step["seat"])]
    return []


def magician_actions(table: Json, state: Json) -> list[Json]:
    move = state["move"]
    if move["magician_decided"]:
        return []
    jumps: list[Json] = [{"type": "jump", "to": place} for place in jumps_open(table, state)]
    if jumps and not must_jump(table, state):
        jumps.append({"type": "stay", "figure": "magician"})
    return jumps


def must_jump(table: Json, state: Json) -> bool:
    """T9 for a magician on life, the stricter T8 for one in the labyrinth."""
    if must_leave_life(table, state):
        return True
    return bool(table["set"]["must_leave_labyrinth"]) and state["move"]["magician_from"] == "labyrinth"


def must_leave_life(table: Json, state: Json) -> bool:
    move, rule = state["move"], table["set"]
    if not rule["life_limit"] or move["magician_from"] != "life":
        return False
    return not (move["first"] and not rule["life_limit_first_throw"])


def jumps_open(table: Json, state: Json) -> list[str]:
    move, rule = state["move"], table["set"]
    start = move["magician_from"]
    if start == "labyrinth" and not leads_out(table, move):
        return []
    ends = jump_ends(start, move["steps"])
    if not rule["two_jump_may_return"]:
        ends = [end for end in ends if end != start]
    if not rule["labyrinth_is_target"]:
        ends = [end for end in ends if end != "labyrinth"]
    if must_leave_life(table, state):
        ends = [end for end in ends if end != "life"]
    return ends


def leads_out(table: Json, move: Json) -> bool:
    """K1: does this throw let a figure out of the labyrinth?"""
    wanted = {"free": None, "222": [[2, 2, 2]], "222-or-111": [[2, 2, 2], [1, 1, 1]]}[table["set"]["labyrinth_exit"]]
    return wanted is None or move["shown"] in wanted


def apprentice_actions(table: Json, state: Json) -> list[Json]:
    if state["move"]["apprentice_decided"]:
        return []
    walks: list[Json] = [{"type": "walk", "to": node} for node in walks_open(table, state)]
    if walks and not table["set"]["apprentice_must_walk"]:
        walks.append({"type": "stay", "figure": "apprentice"})
    return walks


def walks_open(table: Json, state: Json) -> list[str]:
    """T1, T10, T11, Z3: single and double reach; the longest walk there is only where neither exists."""
    move = state["move"]
    figure = state["figures"][move["seat"]]
    start, total = figure["apprentice"], move["sum"]
    if start == "labyrinth" and not leads_out(table, move):
        return []
    ends = walk_ends(table["next"], start, total)
    if figure["stone"]:
        ends |= walk_ends(table["next"], start, 2 * total)
    shorter = total - 1
    while not ends and shorter > 0 and table["set"]["short_walk"] == "farthest":
        ends = walk_ends(table["next"], start, shorter)
        shorter -= 1
    return sorted(ends)


def duel_actions(table: Json, state: Json) -> list[Json]:
    """D2, D5: throw some of the wands again, or stop."""
    result = state["duel"]["results"][duellist(state)]
    free = COLOURS if table["set"]["kept_wand_may_fly_again"] else result["flew"]
    choices = [some for size in (1, 2, 3) for some in combinations(free, size)]
    return [{"type": "again", "fly": list(some)} for some in choices] + [{"type": "stop"}]


def magic_ends(table: Json, state: Json, seat: str) -> list[str]:
    """Z4, K2: where magic may carry; the own node means to stay."""
    here = state["figures"][seat]["apprentice"]
    ends = set(MAGIC) if table["set"]["magic_target"] == "magic-places" else set(table["nodes"])
    return sorted(ends | {here} if table["set"]["magic_may_stay"] else ends - {here})


# What is done


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


def in_order(move: Json) -> list[Json]:
    """B2: bonus of the challenged, bonus of the mover, doublet of the mover, all before older rights."""
    foreign = [s for s in move["rights"] if s["kind"] == "bonus" and s["seat"] != move["seat"]]
    own = [s for s in move["rights"] if s["kind"] == "bonus" and s["seat"] == move["seat"]]
    return foreign + own + [s for s in move["rights"] if s["kind"] == "doublet"]


# Figures and cards


def banish(state: Json, seat: str, figure: str) -> None:
    state["figures"][seat][figure] = "labyrinth"
    if figure == "apprentice":
        state["figures"][seat]["stone"] = False


def foreign_magician(state: Json, seat: str, place: str) -> str | None:
    for other, figures in state["figures"].items():
        if other != seat and figures["magician"] == place and place in MAGIC:
            return str(other)
    return None


def jump(table: Json, state: Json, place: str) -> None:
    """E1, D1, C1: the magician lands; unshielded foreign apprentices go first of all."""
    seat = state["move"]["seat"]
    state["move"]["magician_decided"] = True
    state["figures"][seat]["magician"] = place
    if place not in MAGIC:
        return
    for other, figures in state["figures"].items():
        if other != seat and figures["apprentice"] == place and figures["magician"] != place:
            banish(state, other, "apprentice")
    rival = foreign_magician(state, seat, place)
    if rival:
        state["duel"] = {"place": place, "challenger": seat, "challenged": rival, "round": 1, "leader": seat}
        state["duel"]["results"] = {seat: no_result(), rival: no_result()}
    else:
        meet(table, state, seat)


def walk(table: Json, state: Json, node: str) -> None:
    seat = state["move"]["seat"]
    state["move"]["apprentice_decided"] = True
    state["move"]["symbol"] = node in table["symbols"]
    state["figures"][seat]["apprentice"] = node
    apprentice_arrives(table, state, seat)


def apprentice_arrives(table: Json, state: Json, seat: str) -> None:
    """E4, D8, C1 at the end of a walk or of magic."""
    figures = state["figures"][seat]
    if foreign_magician(state, seat, figures["apprentice"]):
        if figures["magician"] != figures["apprentice"]:
            banish(state, seat, "apprentice")
        return
    meet(table, state, seat)


def meet(table: Json, state: Json, seat: str) -> None:
    """C1, C5, C6: the card of the place where both figures of one colour stand now."""
    place = state["figures"][seat]["magician"]
    if state["figures"][seat]["apprentice"] != place or place not in MAGIC or place in state["cards"][seat]:
        return
    if state["supply"][place]:
        give(table, state, seat, place, "place")
    else:
        state["agenda"].insert(0, {"step": "take", "seat": seat, "place": place})


def give(table: Json, state: Json, seat: str, card: str, source: str) -> None:
    """The card changes hands; six cards earn a bonus (B1, B3), seven win at once (W1)."""
    if source == "place":
        state["supply"][card] -= 1
    else:
        state["cards"][source].remove(card)
    state["cards"][seat].append(card)
    if len(state["cards"][seat]) == 7:
        state["winner"] = seat
        state["agenda"] = []
        state["move"] = None
    elif len(state["cards"][seat]) == 6:
        bonus_won(table, state, seat)


def bonus_won(table: Json, state: Json, seat: str) -> None:
    rule = table["set"]
    if not rule["bonus"] or (seat in state["bonus_had"] and not rule["bonus_each_time"]):
        return
    state["bonus_had"].append(seat)
    if seat == state["move"]["seat"] or rule["bonus_out_of_turn"]:
        state["move"]["rights"].append({"step": "offer", "kind": "bonus", "seat": seat})


# Duels


def no_result() -> Json:
    return {"throws": 0, "wands": {}, "flew": [], "done": False}


def total(result: Json) -> int:
    return sum(result["wands"].values())


def second(state: Json) -> str:
    """The side that answers in this round."""
    duel = state["duel"]
    return str(duel["challenged"] if duel["leader"] == duel["challenger"] else duel["challenger"])


def duellist(state: Json) -> str:
    """The side that throws or decides now."""
    leader = state["duel"]["leader"]
    return second(state) if leader_is_done(state["duel"]["results"][leader]) else str(leader)


def leader_is_done(result: Json) -> bool:
    return bool(result["done"] or result["throws"] == 3)


def most_throws(state: Json) -> int:
    """D2, D3: three for the leader, for the other side as many as the leader took."""
    leader = state["duel"]["leader"]
    return 3 if duellist(state) == leader else int(state["duel"]["results"][leader]["throws"])


def duel_waits(state: Json) -> bool:
    """Does a side have to decide between throwing again and stopping?"""
    side = duellist(state)
    result = state["duel"]["results"][side]
    if result["throws"] == 0 or result["throws"] == most_throws(state) or result["done"]:
        return False
    return side == state["duel"]["leader"] or not ahead(state)


def ahead(state: Json) -> bool:
    """D6: the answering side has more, or as much in fewer throws."""
    first, answer = state["duel"]["results"][state["duel"]["leader"]], state["duel"]["results"][second(state)]
    more = total(answer) > total(first)
    return more or (total(answer) == total(first) and answer["throws"] < first["throws"])


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
        carry_out(table, state, seat, most[0])


def carry_out(table: Json, state: Json, seat: str, face: str) -> None:
    if face == "power":
        state["figures"][seat]["stone"] = True
    elif face == "magic":
        state["agenda"].insert(0, {"step": "magic", "seat": seat})
    else:
        banish(state, seat, "apprentice")
        if table["set"]["fate"] == "both":
            banish(state, seat, "magician")


# What everybody may see


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


def rights(state: Json) -> list[Json]:
    """Rights to further throws that are still to come: won in this move, on offer, and older ones."""
    offers = in_order(state["move"]) if state["move"] else []
    offers += [s for s in state["agenda"] if s["step"] == "offer" and s["kind"] != "spell"]
    return [{"seat": s["seat"], "kind": s["kind"]} for s in offers]


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

"""What is asked of whom, which decisions are legal, and how a duel stands."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from tests.oracle.board import MAGIC, jump_ends, walk_ends
from tests.oracle.start import COLOURS

Json = dict[str, Any]


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


# How a duel stands


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


# Rights to further throws


def in_order(move: Json) -> list[Json]:
    """B2: bonus of the challenged, bonus of the mover, doublet of the mover, all before older rights."""
    foreign = [s for s in move["rights"] if s["kind"] == "bonus" and s["seat"] != move["seat"]]
    own = [s for s in move["rights"] if s["kind"] == "bonus" and s["seat"] == move["seat"]]
    return foreign + own + [s for s in move["rights"] if s["kind"] == "doublet"]


def rights(state: Json) -> list[Json]:
    """Rights to further throws that are still to come: won in this move, on offer, and older ones."""
    offers = in_order(state["move"]) if state["move"] else []
    offers += [s for s in state["agenda"] if s["step"] == "offer" and s["kind"] != "spell"]
    return [{"seat": s["seat"], "kind": s["kind"]} for s in offers]

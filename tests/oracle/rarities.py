"""Situations that are easily forgotten, recognised on the plain side: a comparison must have met each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.oracle import questions, rules
from tests.oracle.board import MAGIC, walk_ends

Json = dict[str, Any]
Rarity = Callable[[Json, Json, Json, Json], bool]
"""Of the table, the state before, the action and the state after."""


def jumps(table: Json, state: Json) -> list[Json]:
    return [action for action in questions.legal(table, state) if action["type"] == "jump"]


def walks(table: Json, state: Json) -> list[Json]:
    return [action for action in questions.legal(table, state) if action["type"] == "walk"]


def moving(state: Json) -> bool:
    return bool(questions.now(state)["step"] == "figures")


def start_of(state: Json) -> str:
    return str(state["figures"][state["move"]["seat"]]["apprentice"])


def tops(action: Json) -> list[Any]:
    return [seen.get("top") for seen in action["wands"].values()] if action["type"] == "throw" else []


def kinds_on_offer(state: Json) -> list[str]:
    return [right["kind"] for right in questions.rights(state)]


def won_cards(before: Json, after: Json, seat: str) -> int:
    return len(after["cards"][seat]) - len(before["cards"][seat])


def mover(state: Json) -> str | None:
    return state["move"]["seat"] if state["move"] else None


def tied_start(table: Json, before: Json, action: Json, after: Json) -> bool:
    return after["turn"] is None and len(after["agenda"]) > len(before["agenda"])


def zero_loses_rights(table: Json, before: Json, action: Json, after: Json) -> bool:
    return len(questions.rights(after)) < len(questions.rights(before)) and set(tops(action)) == {0}


def zero_leaves_foreign_rights(table: Json, before: Json, action: Json, after: Json) -> bool:
    return set(tops(action)) == {0} and questions.rights(after) != [] and questions.now(before)["step"] == "throw"


def banished_apprentice_loses_stone(table: Json, before: Json, action: Json, after: Json) -> bool:
    return any(
        figures["stone"] and not after["figures"][c]["stone"] and mover(before) != c
        for c, figures in before["figures"].items()
    )


def shortened_walk(table: Json, before: Json, action: Json, after: Json) -> bool:
    if action["type"] != "walk":
        return False
    exact = walk_ends(table["next"], start_of(before), before["move"]["sum"])
    return not exact


def walk_home(table: Json, before: Json, action: Json, after: Json) -> bool:
    """A loop that ends where it began, beside the own magician: a meeting (T10)."""
    return (
        action["type"] == "walk"
        and action["to"] == start_of(before)
        and won_cards(before, after, mover(before) or "") > 0
    )


def double_reach_alone(table: Json, before: Json, action: Json, after: Json) -> bool:
    if action["type"] != "walk" or not before["figures"][mover(before)]["stone"]:
        return False
    return action["to"] not in walk_ends(table["next"], start_of(before), before["move"]["sum"])


def walk_into_labyrinth_keeps_stone(table: Json, before: Json, action: Json, after: Json) -> bool:
    stone: bool = action == {"type": "walk", "to": "labyrinth"} and before["figures"][mover(before)]["stone"]
    return stone


def magic_into_labyrinth_keeps_stone(table: Json, before: Json, action: Json, after: Json) -> bool:
    stone: bool = action == {"type": "magic", "to": "labyrinth"} and after["figures"][mover(before)]["stone"]
    return stone


def card_then_walk(table: Json, before: Json, action: Json, after: Json) -> bool:
    return action["type"] == "jump" and won_cards(before, after, mover(before) or "") > 0 and moving(after)


def attacker_walks_into_his_duel(table: Json, before: Json, action: Json, after: Json) -> bool:
    return action["type"] == "walk" and bool(before["duel"]) and action["to"] == before["duel"]["place"]


def shielded_apprentice(table: Json, before: Json, action: Json, after: Json) -> bool:
    if action["type"] != "jump" or not after["duel"]:
        return False
    rival = after["figures"][after["duel"]["challenged"]]
    return bool(rival["apprentice"] == rival["magician"])


def card_just_won_is_lost_in_the_duel(table: Json, before: Json, action: Json, after: Json) -> bool:
    return (
        bool(before["duel"])
        and not after["duel"]
        and any(won_cards(before, after, c) < 0 and c == before["duel"]["challenger"] for c in after["cards"])
    )


def second_tie(table: Json, before: Json, action: Json, after: Json) -> bool:
    return bool(after["duel"]) and after["duel"]["round"] == 3


def equal_in_fewer_throws(table: Json, before: Json, action: Json, after: Json) -> bool:
    """The answering side wins with the same sum on fewer throws: nothing is asked any more."""
    step = questions.now(before)
    if step["step"] != "throw" or step["kind"] != "duel" or after["duel"]:
        return False
    duel = before["duel"]
    lead = duel["results"][duel["leader"]]
    told = rules.full_wands(table, action["wands"])
    answered = sum(step["kept"].values()) + sum(seen["top"] for seen in told.values())
    return bool(step["seat"] != duel["leader"] and answered == questions.total(lead))


def won_out_of_turn(table: Json, before: Json, action: Json, after: Json) -> bool:
    return after["winner"] is not None and mover(before) not in (None, after["winner"])


def won_in_mid_move(table: Json, before: Json, action: Json, after: Json) -> bool:
    return (
        after["winner"] is not None
        and action["type"] in ("jump", "walk")
        and moving(before)
        and (
            questions.legal(
                table,
                {
                    **before,
                    "move": {
                        **before["move"],
                        "magician_decided": action["type"] == "jump",
                        "apprentice_decided": action["type"] == "walk",
                    },
                },
            )
            != []
            and not before["move"]["magician_decided"]
            and not before["move"]["apprentice_decided"]
        )
    )


def both_bonuses(table: Json, before: Json, action: Json, after: Json) -> bool:
    return kinds_on_offer(after).count("bonus") >= 2


def bonus_before_doublet(table: Json, before: Json, action: Json, after: Json) -> bool:
    return kinds_on_offer(after)[:2] == ["bonus", "doublet"]


def older_right_waits(table: Json, before: Json, action: Json, after: Json) -> bool:
    """A right won in a throw that was itself made by a right, with an older one behind."""
    return (
        len(questions.rights(after)) >= 3
        or kinds_on_offer(after)[:2] == ["doublet", "doublet"]
        or (
            len(questions.rights(after)) == 2
            and questions.rights(after)[0]["seat"] != questions.rights(after)[1]["seat"]
        )
    )


def second_bonus_of_a_game(table: Json, before: Json, action: Json, after: Json) -> bool:
    new = after["bonus_had"][len(before["bonus_had"]) :]
    return table["set"]["bonus_each_time"] and any(c in before["bonus_had"] for c in new)


def no_second_bonus(table: Json, before: Json, action: Json, after: Json) -> bool:
    return not table["set"]["bonus_each_time"] and any(
        won_cards(before, after, c) > 0 and len(after["cards"][c]) == 6 and c in before["bonus_had"]
        for c in after["cards"]
    )


def lost_bonus_is_not_counted(table: Json, before: Json, action: Json, after: Json) -> bool:
    return not table["set"]["bonus_out_of_turn"] and any(
        won_cards(before, after, c) > 0 and len(after["cards"][c]) == 6 and c not in after["bonus_had"]
        for c in after["cards"]
    )


def right_outlives_the_card(table: Json, before: Json, action: Json, after: Json) -> bool:
    return (
        bool(before["duel"])
        and not after["duel"]
        and any(
            right["kind"] == "bonus" and len(after["cards"][right["seat"]]) < 6 for right in questions.rights(after)
        )
    )


def exit_barred(table: Json, before: Json, action: Json, after: Json) -> bool:
    """K1: neither figure can act, yet a doublet gives its throw."""
    return (
        table["set"]["labyrinth_exit"] == "222"
        and questions.now(before)["step"] == "throw"
        and not moving(after)
        and questions.now(before)["kind"] == "pip"
        and kinds_on_offer(after)[:1] == ["doublet"]
    )


def exit_barred_for_one(table: Json, before: Json, action: Json, after: Json) -> bool:
    if not moving(after) or table["set"]["labyrinth_exit"] == "free":
        return False
    inside = [after["figures"][mover(after)][figure] == "labyrinth" for figure in ("magician", "apprentice")]
    return any(inside) and not all(inside) and not questions.leads_out(table, after["move"])


def exit_by_ones(table: Json, before: Json, action: Json, after: Json) -> bool:
    return (
        moving(after)
        and table["set"]["labyrinth_exit"] == "222-or-111"
        and (after["move"]["shown"] == [1, 1, 1] and start_of(after) == "labyrinth")
    )


def must_leave_but_may_return(table: Json, before: Json, action: Json, after: Json) -> bool:
    rule = table["set"]
    return (
        moving(after)
        and rule["must_leave_labyrinth"]
        and rule["two_jump_may_return"]
        and (
            {"type": "jump", "to": "labyrinth"} in jumps(table, after) and after["move"]["magician_from"] == "labyrinth"
        )
    )


def first_throw_is_free(table: Json, before: Json, action: Json, after: Json) -> bool:
    rule = table["set"]
    return (
        moving(after)
        and not rule["life_limit_first_throw"]
        and after["move"]["first"]
        and ({"type": "jump", "to": "life"} in jumps(table, after) and after["move"]["magician_from"] == "life")
    )


def first_throw_out_of_turn(table: Json, before: Json, action: Json, after: Json) -> bool:
    return moving(after) and after["move"]["first"] and mover(after) != after["turn"]


def jump_home_meets(table: Json, before: Json, action: Json, after: Json) -> bool:
    return card_then_or_last(before, action, after) and action["to"] == before["move"]["magician_from"]


def card_then_or_last(before: Json, action: Json, after: Json) -> bool:
    return action["type"] == "jump" and won_cards(before, after, mover(before) or "") > 0


def unmovable_apprentice(table: Json, before: Json, action: Json, after: Json) -> bool:
    """T11 with short_walk = stay: no walk, nothing to decide for him."""
    return (
        moving(after)
        and not after["move"]["apprentice_decided"]
        and not walks(table, after)
        and (table["set"]["short_walk"] == "stay" and start_of(after) != "labyrinth")
    )


def shortened_walk_or_stay(table: Json, before: Json, action: Json, after: Json) -> bool:
    return shortened_walk(table, before, action, after) and not table["set"]["apprentice_must_walk"]


def staying_on_a_symbol(table: Json, before: Json, action: Json, after: Json) -> bool:
    return action == {"type": "stay", "figure": "apprentice"} and start_of(before) in table["symbols"]


def magic_banished(table: Json, before: Json, action: Json, after: Json) -> bool:
    if action["type"] != "magic" or action["to"] not in MAGIC:
        return False
    return bool(after["figures"][questions.now(before)["seat"]]["apprentice"] == "labyrinth")


def magic_met(table: Json, before: Json, action: Json, after: Json) -> bool:
    return action["type"] == "magic" and (
        questions.now(after)["step"] == "take" or any(won_cards(before, after, c) > 0 for c in after["cards"])
    )


def magic_home(table: Json, before: Json, action: Json, after: Json) -> bool:
    if action["type"] != "magic":
        return False
    here: str = before["figures"][mover(before)]["apprentice"]
    return bool(action["to"] == here)


def fate_for_both(table: Json, before: Json, action: Json, after: Json) -> bool:
    if mover(before) is None or questions.now(before).get("kind") != "spell" or action["type"] != "throw":
        return False
    seat = mover(before)
    were, are = before["figures"][seat]["magician"], after["figures"][seat]["magician"]
    return bool(were != "labyrinth" and are == "labyrinth")


def spell_after_lost_duel(table: Json, before: Json, action: Json, after: Json) -> bool:
    step = questions.now(after)
    if not before["duel"] or after["duel"] or step["step"] != "offer" or step["kind"] != "spell":
        return False
    return bool(after["figures"][step["seat"]]["magician"] == "labyrinth")


ALL: dict[str, Rarity] = {
    name: thing
    for name, thing in list(globals().items())
    if getattr(thing, "__annotations__", {}).keys() == {"table", "before", "action", "after", "return"}
}


def met(table: Json, before: Json, action: Json, after: Json) -> list[str]:
    return [name for name, rarity in ALL.items() if rarity(table, before, action, after)]

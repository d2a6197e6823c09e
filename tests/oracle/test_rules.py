"""The plain opinion itself, held against the worked examples of the rulebooks and the numbers that must come out."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.oracle import questions, rules, start
from tests.oracle.board import PLACES, read_board, walk_ends, ways

Json = dict[str, Any]
TREE = (Path(__file__).parent / "tree.toml").read_text(encoding="utf-8")


def game(settings: Json | None = None, ruleset: str = "noris-1985") -> tuple[Json, Json]:
    """Red is about to make a pip throw, nobody else is anywhere but on life."""
    table = start.table_of(ruleset, settings or {}, TREE, start.COLOURS, None)
    state = start.first_state(table)
    for top in (2, 1, 0):
        state = throw(table, state, top, top, top)
    return table, state


def throw(table: Json, state: Json, *tops: int) -> Json:
    wands = {c: {"top": top} for c, top in zip(questions.now(state)["wands"], tops, strict=True)}
    return rules.act(table, state, {"type": "throw", "wands": wands})


def spell(table: Json, state: Json, *hidden: str) -> Json:
    wands = {c: {"hidden": face} for c, face in zip(start.COLOURS, hidden, strict=True)}
    return rules.act(table, state, {"type": "throw", "wands": wands})


def act(table: Json, state: Json, *actions: Json) -> Json:
    for action in actions:
        assert action in questions.legal(table, state)
        state = rules.act(table, state, action)
    return state


def again(*fly: str) -> Json:
    return {"type": "again", "fly": list(fly)}


STOP = {"type": "stop"}


def test_move_to_the_mill() -> None:
    table, state = game()
    state["figures"]["red"] = {"magician": "sun", "apprentice": "house", "stone": False}
    state = throw(table, state, 1, 2, 1)
    state = act(table, state, {"type": "jump", "to": "mill"}, {"type": "walk", "to": "mill"})
    assert state["cards"]["red"] == ["mill"]
    assert state["supply"]["mill"] == 1
    assert questions.asked(state) == [{"seat": "black", "kind": "throw"}]


def test_duel_story_a_challenger_wins_and_takes_the_last_card_of_the_place() -> None:
    table, state = game()
    state["figures"]["black"]["magician"] = "forest"
    state["figures"]["red"] = {"magician": "castle", "apprentice": "a", "stone": False}
    state["supply"]["forest"], state["cards"]["white"] = 1, ["forest"]
    state = throw(table, state, 1, 0, 0)
    state = act(table, state, {"type": "jump", "to": "forest"}, {"type": "walk", "to": "life"})
    state = throw(table, state, 2, 0, 0)
    state = throw(table, act(table, state, again("black", "white")), 1, 1)
    state = throw(table, act(table, state, STOP), 1, 1, 0)
    state = throw(table, act(table, state, again("white")), 1)
    assert state["cards"] == {"red": ["forest"], "black": [], "white": ["forest"]}
    assert state["supply"]["forest"] == 0
    assert state["figures"]["black"]["magician"] == "labyrinth"


def test_duel_story_b_winner_takes_the_card_from_the_loser() -> None:
    table, state = game()
    state["figures"]["white"]["magician"] = "moon"
    state["figures"]["red"] = {"magician": "mill", "apprentice": "a", "stone": False}
    state["supply"]["moon"], state["cards"]["white"], state["cards"]["black"] = 0, ["moon"], ["moon"]
    state = throw(table, state, 1, 0, 0)
    state = act(table, state, {"type": "jump", "to": "moon"}, {"type": "walk", "to": "life"})
    state = throw(table, act(table, throw(table, state, 2, 2, 2), STOP), 2, 2, 1)
    assert state["cards"] == {"red": ["moon"], "black": ["moon"], "white": []}
    assert state["figures"]["white"]["magician"] == "labyrinth"


def duel(settings: Json | None = None) -> tuple[Json, Json]:
    """Red is about to lead against black in the forest, both cards lying there."""
    table, state = game(settings)
    state["figures"]["black"]["magician"] = "forest"
    state["figures"]["red"] = {"magician": "castle", "apprentice": "a", "stone": False}
    state = throw(table, state, 1, 0, 0)
    return table, act(table, state, {"type": "jump", "to": "forest"}, {"type": "walk", "to": "life"})


def test_four_on_one_beats_four_on_two() -> None:
    table, state = duel()
    state = throw(table, state, 2, 0, 0)
    state = throw(table, act(table, state, again("black", "white")), 1, 1)
    state = throw(table, act(table, state, STOP), 2, 1, 1)
    assert state["cards"]["black"] == ["forest"]


def test_five_on_three_beats_four_on_three() -> None:
    table, state = duel()
    state = throw(table, state, 2, 0, 0)
    state = throw(table, act(table, state, again("black", "white")), 2, 0)
    state = throw(table, act(table, state, again("white")), 1)
    assert questions.now(state) == start.throw_step("duel", "black")
    state = throw(table, state, 2, 0, 0)
    state = throw(table, act(table, state, again("black", "white")), 2, 0)
    state = throw(table, act(table, state, again("white")), 0)
    assert state["cards"]["red"] == ["forest"]


def test_after_a_tie_the_other_side_leads() -> None:
    table, state = duel()
    state = throw(table, state, 2, 0, 0)
    state = throw(table, act(table, state, again("black", "white")), 1, 1)
    state = throw(table, act(table, state, STOP), 0, 0, 0)
    state = throw(table, act(table, state, again("red", "black")), 2, 2)
    assert (state["duel"]["leader"], state["duel"]["round"]) == ("black", 2)
    state = throw(table, act(table, throw(table, state, 1, 1, 1), STOP), 1, 1, 0)
    assert state["cards"]["black"] == ["forest"]
    assert state["figures"]["red"]["magician"] == "labyrinth"


@pytest.mark.parametrize(("second", "winner"), [((2, 2, 1), "black"), ((2, 1, 1), None)])
def test_two_nothing_nothing_then_two_one(second: tuple[int, ...], winner: str | None) -> None:
    """A "5 on 2": the other side needs five in one throw or six in two; five in two is a tie."""
    table, state = duel()
    state = throw(table, state, 2, 0, 0)
    state = throw(table, act(table, state, again("black", "white")), 2, 1)
    state = throw(table, act(table, state, STOP), *second)
    if winner:
        assert state["cards"][winner] == ["forest"]
    else:
        state = throw(table, act(table, state, again("white")), 2)
        assert state["duel"]["round"] == 2


def test_wands_kept_once_lie_where_the_setting_says_so() -> None:
    table, state = duel({"kept_wand_may_fly_again": False})
    state = throw(table, state, 2, 0, 0)
    state = throw(table, act(table, state, again("black", "white")), 1, 1)
    assert questions.legal(table, state) == [again("black"), again("white"), again("black", "white"), STOP]


def spell_thrown(*hidden: str, settings: Json | None = None) -> tuple[Json, Json]:
    table, state = game(settings)
    state["figures"]["red"] = {"magician": "castle", "apprentice": "labyrinth", "stone": False}
    state = throw(table, state, 0, 1, 0)
    state = act(table, state, {"type": "walk", "to": "h"}, {"type": "accept"})
    return table, spell(table, state, *hidden)


def test_four_spell_pictures() -> None:
    assert spell_thrown("magic", "fate", "fate")[1]["figures"]["red"]["stone"]
    fate = spell_thrown("magic", "power", "power")[1]["figures"]["red"]
    assert fate == {"magician": "castle", "apprentice": "labyrinth", "stone": False}
    assert questions.now(spell_thrown("fate", "fate", "fate")[1])["choices"] == ["power", "magic"]
    assert questions.now(spell_thrown("magic", "power", "fate")[1])["choices"] == ["power", "magic", "fate"]


def test_three_blank_faces_are_fate_where_the_setting_says_so() -> None:
    settings = {"fate_rules_330": True, "fate": "both"}
    figures = spell_thrown("magic", "magic", "magic", settings=settings)[1]["figures"]["red"]
    assert (figures["magician"], figures["apprentice"]) == ("labyrinth", "labyrinth")


def test_numbers_to_meet() -> None:
    sums = Counter(sum(tops) for tops in product(range(3), repeat=3))
    assert [sums[total] for total in range(7)] == [1, 3, 6, 7, 6, 3, 1]
    kinds = Counter(tuple(sorted(rules.visible(list(hidden)).values())) for hidden in product(start.FACES, repeat=3))
    assert kinds == {(1, 2, 3): 18, (0, 3, 3): 3, (2, 2, 2): 6}


def test_ten_ways_and_two_dead_ends() -> None:
    assert sum(len(ways(place)) for place in PLACES) == 20
    assert [place for place in PLACES if len(ways(place)) == 1] == ["tower", "labyrinth", "moon"]


def test_walks_end_early_on_a_path_without_loops() -> None:
    near = read_board(TREE)["next"]
    assert walk_ends(near, "life", 4) == {"tower", "forest", "sun", "moon"}
    assert walk_ends(near, "life", 5) == set()
    table, state = game()
    state = throw(table, state, 2, 2, 1)
    walks = [action["to"] for action in questions.legal(table, state) if action["type"] == "walk"]
    assert walks == ["forest", "moon", "sun", "tower"]

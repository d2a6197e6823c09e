"""M1-M4, S1, S2: places, ways, the path, wands, the start."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from companion.games import Invalid
from companion.games.dreimagier import GAME
from companion.games.dreimagier.board import GRID, WAYS, load_board
from companion.games.dreimagier.wands import possible_counts, ruling_symbols, symbol_counts
from tests.games.situations import MAGIC, after, can, ends, rule, run, situation, types, view

TABLE = {
    "red": {"power": 0, "magic": 1, "fate": 2},
    "black": {"power": 2, "magic": 0, "fate": 1},
    "white": {"power": 1, "magic": 2, "fate": 0},
}


def test_m1_nine_places_on_the_grid() -> None:
    rows = [[name for name, seat in GRID.items() if seat[0] == row] for row in (1, 2, 3)]
    assert rows == [["forest", "house", "tower"], ["castle", "life", "labyrinth"], ["sun", "mill", "moon"]]


def test_m1_two_cards_on_each_magic_place() -> None:
    assert view(GAME.start(GAME.header({})))["supply"] == dict.fromkeys(MAGIC, 2)


def test_m2_ten_ways_never_diagonal() -> None:
    assert len(WAYS) == 10
    for one, other in WAYS:
        (row, column), (to_row, to_column) = GRID[one], GRID[other]
        assert abs(row - to_row) + abs(column - to_column) == 1
    assert not can(after(situation(red=("forest", "sun")), "throw 100"), "jump life")


def test_m2_labyrinth_is_joined_to_life_alone() -> None:
    assert [way for way in WAYS if "labyrinth" in way] == [("life", "labyrinth")]
    assert rule(after(situation(red=("tower", "sun")), "throw 100"), "jump labyrinth") == "M2"


@pytest.mark.parametrize(("place", "only"), [("tower", "house"), ("moon", "mill")])
def test_m2_tower_and_moon_are_dead_ends(place: str, only: str) -> None:
    assert ends(after(situation(red=(place, "sun")), "throw 100"), "jump") == [only]


def test_m3_the_shipped_guess_says_that_it_is_one() -> None:
    board = load_board("default")
    assert board.surveyed is False
    assert len(board.symbols) == 8
    assert view(GAME.start(GAME.header({})))["board"] == {"name": "default", "surveyed": False}


def test_m3_a_place_counts_as_one_field() -> None:
    position = after(situation(red=("moon", "a2")), "throw 001")
    assert ends(position, "walk") == ["house", "a1"]
    assert "b1" in ends(after(situation(red=("moon", "a2")), "throw 002"), "walk")


def test_m4_the_missing_one_is_derived_from_the_wand_table() -> None:
    position = situation(wands=TABLE)
    position, _ = GAME.apply(
        position,
        {
            "type": "throw",
            "wands": {"red": {"hidden": "fate"}, "black": {"top": 0}, "white": {"top": 1, "hidden": "power"}},
        },
    )
    assert view(position)["throw"]["wands"] == {
        "red": {"top": 2, "hidden": "fate"},
        "black": {"top": 0, "hidden": "magic"},
        "white": {"top": 1, "hidden": "power"},
    }


def test_m4_a_contradiction_is_refused() -> None:
    throw = {"type": "throw", "wands": {"red": {"top": 0, "hidden": "fate"}, "black": {"top": 0}, "white": {"top": 1}}}
    reason = GAME.why_not(situation(wands=TABLE), throw)
    assert reason is not None and (reason.rule, reason.message) == ("M4", "contradiction")
    assert GAME.why_not(situation(), throw) is None, "without a table both are taken as given"


def test_m4_what_counts_must_be_seen() -> None:
    hidden_only = {"type": "throw", "wands": {colour: {"hidden": "fate"} for colour in ("red", "black", "white")}}
    reason = GAME.why_not(situation(), hidden_only)
    assert reason is not None and reason.message == "top-missing"
    spell = after(situation(red=("moon", "a1")), "throw 010", "walk a2", "accept")
    assert rule(spell, "throw 111") == "M4"
    with_table = after(situation(red=("moon", "a1"), wands=TABLE), "throw 010", "walk a2", "accept")
    assert can(with_table, "throw 111")


@pytest.mark.parametrize(
    "wands",
    [
        {"red": TABLE["red"]},
        {**TABLE, "green": TABLE["red"]},
        {**TABLE, "red": {"power": 0, "magic": 0, "fate": 2}},
        {**TABLE, "red": {"power": 0, "magic": True, "fate": 2}},
        {**TABLE, "red": {"power": 0, "magic": 1}},
        "all",
    ],
)
def test_m4_a_wand_table_must_be_whole(wands: object) -> None:
    with pytest.raises(Invalid, match="wands"):
        GAME.header({"wands": wands})


def test_pip_sums_come_as_often_as_they_must() -> None:
    sums = Counter(sum(tops) for tops in product(range(3), repeat=3))
    assert [sums[total] for total in range(7)] == [1, 3, 6, 7, 6, 3, 1]


def test_spell_pictures_come_as_often_as_they_must() -> None:
    counts = [symbol_counts(hidden) for hidden in product(range(3), repeat=3)]
    assert all(possible_counts(found) for found in counts)
    single = Counter(ruling_symbols(found, False) for found in counts)
    assert [single[(face,)] for face in range(3)] == [6, 6, 6]
    assert sum(number for ruling, number in single.items() if len(ruling) == 2) == 3
    assert single[(0, 1, 2)] == 6


def test_s1_all_figures_start_on_life() -> None:
    figures = view(GAME.start(GAME.header({})))["figures"]
    assert all(seat == {"magician": "life", "apprentice": "life", "stone": False} for seat in figures.values())


def test_s1_each_throws_once_in_seat_order_and_the_highest_starts() -> None:
    position = GAME.start(GAME.header({"seats": ["white", "red", "black"]}))
    asked = []
    for throw in ("throw 100", "throw 120", "throw 000"):
        asked.append(view(position)["thrower"])
        position, events = run(position, throw)
    assert asked == ["white", "red", "black"]
    assert types(events) == ["thrown", "starter", "turn"]
    assert view(position)["turn"] == "red"


def test_s1_tied_leaders_throw_again_in_seat_order() -> None:
    position = GAME.start(GAME.header({"seats": ["white", "red", "black"]}))
    position, events = run(position, "throw 200", "throw 100", "throw 011")
    assert events[-1]["type"] == "tied" and events[-1]["seats"] == ["white", "black"]
    assert view(position)["thrower"] == "white"
    position = after(position, "throw 000", "throw 000", "throw 000")
    assert view(position)["thrower"] == "black", "tied again: white first, and black is next"
    assert view(after(position, "throw 100"))["turn"] == "black"


def test_s1_start_throws_are_no_pip_throws() -> None:
    position, events = run(GAME.start(GAME.header({})), "throw 222", "throw 000", "throw 111")
    assert "banished" not in types(events) and "doublet" not in types(events)
    assert view(position)["rights"] == []
    assert GAME.encode(position)["first_thrown"] == []


def test_s1_play_goes_clockwise() -> None:
    position = situation(turn="white", white=("moon", "a1"), red=("sun", "d1"))
    assert view(after(position, "throw 001", "stay magician", "walk m1"))["turn"] == "red"


def test_s2_a_spoilt_throw_is_repeated_with_the_same_wands() -> None:
    position = situation()
    again, events = run(position, "spoilt")
    assert again == position
    assert events == [{"type": "spoilt", "seat": "red", "kind": "pip", "flew": ["red", "black", "white"], "rule": "S2"}]


def test_s2_in_a_duel_it_uses_up_no_throw() -> None:
    position = after(
        situation(red=("castle", "life"), black=("forest", "sun")),
        *("throw 100", "jump forest", "walk g2", "throw 200", "again black,white"),
    )
    again, events = run(position, "spoilt")
    assert events[0]["flew"] == ["black", "white"]
    assert view(again)["duel"] == view(position)["duel"]


def test_s2_exactly_the_wanted_wands_fly() -> None:
    two = {"type": "throw", "wands": {"red": {"top": 1}, "black": {"top": 1}}}
    reason = GAME.why_not(situation(), two)
    assert reason is not None and (reason.rule, reason.values) == ("S2", {"wand": "white"})
    assert rule(after(situation(), "throw 120"), "spoilt") == "S2", "nothing can be spoilt when no throw is awaited"

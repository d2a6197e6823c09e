"""W1-W8 and K1-K8: wizards and the keep."""

from __future__ import annotations

import pytest

from tests.games.tuerme.table import table

SHIELDS = {5: "y", 9: "y", 13: "y"}


def test_w1_by_card_only_an_own_visible_wizard_named_by_colour_and_space() -> None:
    shown = table({3: "b/1b", 14: "y"}).do("card w2")
    assert shown.why("walk y 14") == "W1 wizard-not-own"
    assert shown.why("walk b 7") == "W1 wizard-not-there"
    assert shown.do("walk b 3").at(3) == "b/1"


def test_w2_clockwise_exactly_the_value_onto_ground_or_roof() -> None:
    assert table({15: "b"}, keep=8).do("card w3", "walk b 15").at(2) == "b"
    assert table({15: "b", 2: "y/1y"}, keep=8).do("card w3", "walk b 15").at(2) == "y/1by"


def test_w3_nobody_comes_as_the_seventh() -> None:
    six = {16: "b", 2: "/1bbyyyy"}
    assert table(six, home="b").do("card w2").why("walk b 16") == "W3 six-stand"
    assert table({**six, 2: "/1bbyyy"}, home="b").do("card w2").can("walk b 16")
    assert table({16: "b", 2: "bbyyyy"}, home="b").do("card w2").why("walk b 16") == "W3 six-stand"


def test_w4_exactly_onto_the_keep_goes_in_for_good() -> None:
    inside = table({15: "b", **SHIELDS}).do("card w2", "walk b 15")
    assert (inside.of("b", "home"), inside.phase) == (1, "end")
    assert inside.happened("entered")[0]["seat"] == "blue"


def test_w5_with_more_points_he_passes_the_keep() -> None:
    past = table({15: "b"}).do("card w3", "walk b 15")
    assert (past.at(2), past.of("b", "home"), past.keep) == ("b", 0, 1)


def test_w6_who_has_brought_one_in_is_at_the_end_of_his_turn_and_casts_no_more() -> None:
    inside = table({15: "b", 4: "b"}, full={"b": 3}).do("card w2", "walk b 15")
    assert inside.phase == "end" and inside.why("card w1") == "T2 turn-is-over"
    assert inside.why("cast b wizard_forward b 4") == "W6 entered"
    assert inside.legal("cast") == [] and [each["type"] for each in inside.legal("over")] == ["over"]
    foreign = table({15: "y", 4: "b"}, full={"b": 3}, spell_wizards="any").do("card w2", "walk b 4")
    assert foreign.phase == "card"


def test_w7_only_the_visible_ones_at_the_goal_count() -> None:
    assert table({16: "b", 2: "bbyyyy/1"}, home="b").do("card w2", "walk b 16").at(2) == "bbyyyy/1b"


def test_w8_height_costs_nothing_and_others_do_not_block() -> None:
    climbed = table({14: "b", 15: "yyyyy/1/2/3", 16: "/4/5/6/7"}, keep=8).do("card w2", "walk b 14")
    assert climbed.at(16) == "/4/5/6/7b"


def test_k1_each_time_somebody_is_in_it_moves_on() -> None:
    inside = table({15: "b"}).do("card w2", "walk b 15")
    assert inside.keep == 5 and len(inside.happened("keep-moved")) == 1


def test_k2_clockwise_to_the_next_free_shield_of_ground_or_tower() -> None:
    assert table({15: "b", 3: "/1"}).do("card w2", "walk b 15").keep == 3
    assert table({15: "b", 3: "/2"}).do("card w2", "walk b 15").keep == 5
    assert table({15: "b", 5: "y"}).do("card w2", "walk b 15").keep == 9


def test_k3_only_the_topmost_thing_counts_and_prisoners_do_not_matter() -> None:
    assert table({15: "b", 5: "/2"}).do("card w2", "walk b 15").keep == 9
    assert table({15: "b", 5: "/1/2"}).do("card w2", "walk b 15").keep == 9
    assert table({15: "b", 5: "yy/2/1"}).do("card w2", "walk b 15").keep == 5
    assert table({15: "b", 5: "/1y"}).do("card w2", "walk b 15").keep == 9


def test_k4_it_stays_where_there_is_none() -> None:
    stays = table({15: "b", **SHIELDS}).do("card w2", "walk b 15")
    assert stays.keep == 1 and stays.happened("keep-stays")


def test_k5_first_he_is_in_and_then_the_keep_looks() -> None:
    freed = table({9: "b", 13: "y", 5: "y"}, keep=11).do("card w2", "walk b 9")
    assert freed.keep == 1
    own_place = table({13: "b", 5: "y", 9: "y", 1: "y"}, keep=15).do("card w2", "walk b 13")
    assert own_place.keep == 13


def test_k6_it_rides_on_its_tower_also_in_a_stack() -> None:
    assert table({4: "/1"}, keep=4).do("card t2", "tower t1").keep == 6
    stack = table({4: "b/1y/2"}, keep=4).do("card t2", "tower t1")
    assert (stack.keep, stack.at(6), stack.at(4)) == (6, "/1y/2", "b")


def test_k7_it_is_no_tower() -> None:
    shown = table({4: "/1"}, keep=7).do("card t2")
    assert len(shown.legal("tower")) == 9


@pytest.mark.parametrize(("setting", "keep"), [("yes", 5), ("no", 1)])
def test_k8_it_moves_on_for_everybodys_wizard_or_only_for_the_movers_own(setting: str, keep: int) -> None:
    begun = table({16: "y"}, mode="master", full={"b": 2}, spells="wizard_forward", foreign_entry_moves_keep=setting)
    entered = begun.do("cast b wizard_forward y 16")
    assert (entered.keep, entered.of("y", "home"), entered.phase) == (keep, 1, "card")
    own = table({16: "b"}, foreign_entry_moves_keep=setting).do("card w1", "walk b 16")
    assert own.keep == 5

"""B1-B8 and I1-I7: towers and imprisoning."""

from __future__ import annotations

from companion.games.tuerme import GAME
from tests.games.tuerme.table import action, table


def test_b1_any_tower_may_be_moved_by_anybody() -> None:
    shown = table({3: "/1y", 5: "/2b"}, active="y").do("card t2")
    assert shown.can("tower t1") and shown.can("tower t2") and shown.asked == "y"


def test_b2_clockwise_exactly_the_value() -> None:
    assert table({15: "/1"}, keep=8).do("card t3", "tower t1").at(2) == "/1"


def test_b3_onto_bare_ground_or_onto_what_stands_there_up_to_nine() -> None:
    assert table({3: "/1"}).do("card t2", "tower t1").at(5) == "/1"
    nine = table({10: "/1"}).do("card t2", "tower t1")
    assert nine.at(12).endswith("/8/1") and nine.at(12).count("/") == 9


def test_b4_from_a_stack_the_topmost_or_a_lower_one_with_all_above() -> None:
    stack = table({3: "/1/2/3"}).do("card t2")
    assert (stack.do("tower t3").at(3), stack.do("tower t3").at(5)) == ("/1/2", "/3")
    assert (stack.do("tower t2").at(3), stack.do("tower t2").at(5)) == ("/1", "/2/3")
    assert (stack.do("tower t1").at(3), stack.do("tower t1").at(5)) == ("-", "/1/2/3")


def test_b5_never_onto_the_keep_but_past_it_and_checked_anew_after_every_roll() -> None:
    assert table({14: "/1"}).do("card t3").why("tower t1") == "B5 keep-there"
    assert table({14: "/1"}).do("card t4", "tower t1").at(2) == "/1"
    rolled = table({14: "/1"}).do("card t-die2", "roll 3")
    assert not rolled.can("tower t1") and rolled.do("again", "roll 4").can("tower t1")
    assert table({3: "/1"}, keep=5, full={"b": 1}).why("cast b tower_forward t1") == "B5 keep-there"


def test_b6_all_figures_on_and_in_the_moved_towers_travel_in_their_order() -> None:
    moved = table({3: "/1b/2yy/3b"}).do("card t2", "tower t1")
    assert moved.at(5) == "/1b/2yy/3b"


def test_b7_those_under_the_lowest_moved_tower_stay_and_are_visible() -> None:
    moved = table({3: "b/1y/2"}).do("card t2", "tower t2")
    assert moved.at(3) == "b/1y" and moved.view["spaces"][2]["visible"] == {"yellow": 1}
    assert moved.do("card t3", "tower t1").view["spaces"][2]["visible"] == {"blue": 1}


def test_b8_a_lifted_tower_is_moved() -> None:
    shown = table({3: "b/1"}).do("card t2")
    _, events = GAME.apply(shown.position, action("tower t1"))
    assert GAME.barrier(action("tower t1"), events)
    walk = table({3: "b"}).do("card w2")
    _, events = GAME.apply(walk.position, action("walk b 3"))
    assert not GAME.barrier(action("walk b 3"), events)


def test_i1_where_a_tower_lands_the_visible_ones_are_imprisoned() -> None:
    caught = table({3: "/1", 5: "yy"}).do("card t2", "tower t1")
    assert caught.at(5) == "yy/1" and caught.view["spaces"][4]["visible"] == {}
    assert caught.happened("imprisoned")[0]["who"] == {"yellow": 2}
    roof = table({3: "/1", 5: "/2y"}).do("card t2", "tower t1")
    assert roof.at(5) == "/2y/1" and roof.happened("imprisoned")


def test_i2_whoever_moved_it_fills_one_bottle_however_many_he_caught() -> None:
    caught = table({3: "/1", 5: "yyyy"}).do("card t2", "tower t1")
    assert (caught.of("b", "full"), caught.of("b", "empty")) == (1, 5)
    assert table({3: "/1"}).do("card t2", "tower t1").of("b", "full") == 0


def test_i3_own_wizards_count_too() -> None:
    assert table({3: "/1", 5: "b"}).do("card t2", "tower t1").of("b", "full") == 1


def test_i4_with_no_empty_bottle_left_nothing() -> None:
    full = table({3: "/1", 5: "y"}, full={"b": 6}).do("card t2", "tower t1")
    assert (full.of("b", "full"), full.happened("bottle-filled")) == (6, [])


def test_i5_spent_bottles_count_as_filled() -> None:
    spent = table({16: "b"}, home="bbbb", empty={"b": 0}).do("card w1", "walk b 16")
    assert spent.of("b", "filled") == 6 and spent.view["last_round"]


def test_i6_prisoners_in_the_stack_landed_on_are_not_caught_again() -> None:
    again = table({3: "/1", 5: "yy/2"}).do("card t2", "tower t1")
    assert again.happened("imprisoned") == [] and again.of("b", "full") == 0


def test_i7_swapping_and_putting_back_imprison_nobody() -> None:
    swapped = table({3: "/1b", 5: "y/2y"}, full={"b": 1}, spells="swap").do("cast b swap 3 5")
    assert swapped.happened("imprisoned") == [] and swapped.of("b", "full") == 0
    freed = table({3: "b/1y"}, full={"b": 2}, spells="free").do("cast b free t1", "free b b")
    assert freed.happened("imprisoned") == [] and freed.at(3) == "/1by"

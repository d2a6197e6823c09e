"""The worked examples, by their numbers."""

from __future__ import annotations

from tests.games.tuerme.table import table


def test_example_1_a_one_takes_him_in_and_a_two_past() -> None:
    begun = table({16: "b", 9: "y"})
    inside = begun.do("card w1", "walk b 16")
    assert (inside.of("b", "home"), inside.keep, inside.phase) == (1, 5, "end")
    past = begun.do("card w2", "walk b 16")
    assert (past.at(2), past.of("b", "home"), past.keep) == ("b", 0, 1)


def test_example_2_first_he_is_in_and_then_his_roof_is_free() -> None:
    begun = table({15: "/9b", 5: "y", 9: "y", 13: "y"})
    inside = begun.do("card w2", "walk b 15")
    assert [event["type"] for event in inside.events][-2:] == ["entered", "keep-moved"]
    assert inside.keep == 15


def test_example_3_the_middle_of_a_column_moves() -> None:
    moved = table({3: "b/1b/2y/3y"}).do("card t4", "tower t2")
    assert (moved.at(3), moved.at(7)) == ("b/1b", "/2y/3y")
    assert moved.view["spaces"][2]["visible"] == {"blue": 1}


def test_example_4_one_bottle_for_three_and_none_when_all_are_turned() -> None:
    assert table({3: "/1", 5: "yyb"}).do("card t2", "tower t1").of("b", "full") == 1
    turned = table({3: "/1", 5: "yyb"}, full={"b": 6}).do("card t2", "tower t1")
    assert not turned.happened("bottle-filled")


def test_example_5_a_tower_three_before_the_keep_stays_dark() -> None:
    rolled = table({14: "/1", 3: "/2", 4: "/3"}).do("card t-die2", "roll 3")
    assert [each["tower"] for each in rolled.legal("tower")] == [f"t{number}" for number in range(2, 10)]
    assert "movable" not in rolled.lamps()["14"] and "movable" in rolled.lamps()["3"]
    assert rolled.can("again")


def test_example_6_with_all_in_and_a_bottle_empty_a_tower_ends_the_matter() -> None:
    begun = table({3: "/1", 5: "y"}, home="bbbbb", empty={"b": 1})
    ended = begun.do("card w3", "waste", "card t2", "tower t1")
    assert ended.view["last_round"]


def test_example_7_full_bottles_decide_the_last_round() -> None:
    def ranked(blue: int, red: int) -> list[list[str]]:
        begun = table(
            {16: "r"}, seats="byr", home="bbbbrrr", empty={"b": 0, "r": 0}, full={"b": blue, "r": red},
            active="r", flags="l",
        )  # fmt: skip
        return begun.do("card w1", "walk r 16", "over").view["ranking"]  # type: ignore[no-any-return]

    assert ranked(1, 2)[:2] == [["red"], ["blue"]]
    assert ranked(2, 2)[0] == ["blue", "red"]


def test_example_8_headwind_and_a_tower_on_the_announced_wizard() -> None:
    said = table({2: "b", 16: "/1"}, keep=5, mode="master", full={"y": 2}).do("card w3", "walk b 2", "claim y")
    assert said.do("cast y wizard_back b 2", "go").at(4) == "b"
    covered = said.do("cast y tower_forward t1")
    assert covered.happened("prevented") and covered.at(2) == "b/1" and covered.of("y", "full") == 2


def test_example_9_piggyback_into_the_keep() -> None:
    said = table({3: "by"}, keep=5, mode="master", full={"y": 2}).do("card w2", "walk b 3", "claim y")
    inside = said.do("cast y piggyback y", "go")
    assert (inside.of("b", "home"), inside.of("y", "home"), inside.phase) == (1, 1, "end")
    assert len(inside.happened("keep-moved")) == 1 and inside.keep == 9


def test_example_10_freed_under_the_keep_straight_in() -> None:
    begun = table({3: "b/1"}, keep=3, full={"b": 2}, spells="free").do("cast b free t1", "free b b")
    assert (begun.of("b", "home"), begun.keep, begun.phase) == (1, 5, "end")

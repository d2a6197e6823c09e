"""A lifted tower shows others than believed: corrected within the totals, and nobody is told where the others are."""

from __future__ import annotations

from companion.games.tuerme import GAME
from tests.games.tuerme.table import table

MOVED = {3: "b/1", 5: "y/2", 7: "b"}


def test_what_a_moved_tower_left_behind_is_corrected_and_balanced_out_of_sight() -> None:
    moved = table(MOVED).do("card t1", "tower t1")
    assert dict(GAME.besides(moved.position)) == {"blue": ("correct",), "yellow": ("correct",)}
    corrected = moved.do("correct y y")
    assert [corrected.at(space) for space in (3, 4, 5)] == ["y", "b/1", "/2"]
    assert corrected.happened("corrected") == [{"type": "corrected", "seat": "yellow", "rule": "V3"}]
    assert corrected.can("correct b b") and corrected.phase == moved.phase


def test_it_stays_within_the_totals_of_each_colour() -> None:
    moved = table({3: "b/1", 5: "y"}, home="bbbbyyyy").do("card t1", "tower t1")
    assert moved.why("correct b y") == "V3 correct-total"
    nothing_hidden = table({3: "/1", 5: "by"}, home="bbbbyyyy").do("card t1", "tower t1")
    assert nothing_hidden.why("correct b b") == "V3 correct-total"


def test_only_what_was_just_lifted_is_corrected() -> None:
    begun = table(MOVED)
    assert begun.why("correct b y") == "B8 correct-nothing"
    later = begun.do("card t1", "tower t1", "card w1")
    assert later.why("correct b y") == "B8 correct-nothing"


def test_what_is_under_a_tower_in_the_air_is_corrected_before_anybody_is_freed() -> None:
    lifted = table({3: "y/1", 5: "b/2"}, full={"b": 2}, spells="free").do("cast b free t1")
    assert lifted.can("lower b") and not lifted.can("free b b")
    corrected = lifted.do("correct b b")
    assert corrected.do("free b b").at(3) == "/1b" and corrected.at(5) == "y/2"


def test_a_correction_may_leave_no_room_for_an_announced_move() -> None:
    said = table({3: "b", 5: "yy/1"}, mode="master", full={"y": 1}).do("card w2", "walk b 3")
    moved = said.do("claim y", "cast y tower_forward t1")
    assert moved.phase == "announced" and moved.do("correct y yyy").phase == "announced"
    lost = moved.do("correct y bbbyyy")
    assert lost.phase == "card" and lost.happened("prevented")


def test_who_was_too_many_finds_a_place_and_who_was_too_few_is_found() -> None:
    moved = table({3: "b/1", 5: "y/2"}).do("card t1", "tower t1")
    assert moved.do("correct b bby").at(3) == "bby"
    emptied = moved.do("correct b -")
    assert emptied.at(3) == "-" and emptied.view["players"]["blue"]["imprisoned"] == 5

"""T1-T6 and C1-C6: cards, die, push and pile."""

from __future__ import annotations

import pytest

from tests.games.tuerme.table import Table, table

FREE = {16: "b", 3: "/1y"}
"""Blue on 16 and a single tower with yellow on it; the keep stands on 1."""


def test_t1_two_actions_one_card_each() -> None:
    begun = table(FREE)
    once = begun.do("card w2", "walk b 16")
    assert (once.phase, once.asked) == ("card", "b")
    twice = once.do("card t2", "tower t1")
    assert (twice.phase, twice.why("card w1")) == ("end", "T2 turn-is-over")
    assert begun.why("walk b 16") == "T1 card-first"
    assert begun.why("go") == "T1 card-first"


def test_t2_the_hand_is_filled_after_the_turn_and_turn_over_is_an_action() -> None:
    ended = table(FREE).do("card w2", "walk b 16", "card t2", "tower t1")
    assert ended.view["pile"] == 84
    after = ended.do("over")
    assert (after.view["pile"], after.asked, after.phase) == (82, "y", "card")
    before = table({**FREE, 8: "y"}, full={"b": 1}).do("card w2", "walk b 16", "card t2", "tower t1")
    assert before.can("cast b tower_forward t1") and not before.do("over").can("cast b tower_forward t1")


def test_t3_a_card_that_can_move_nothing_is_put_away_and_one_that_can_must_be_used() -> None:
    begun = table({3: "/1y"})
    assert begun.do("card w3").can("waste")
    assert begun.do("card t3").why("waste") == "T3 must-use"
    wasted = begun.do("card w3", "waste")
    assert wasted.phase == "card" and wasted.happened("wasted")
    assert [each["type"] for each in begun.do("card w3").legal("waste")] == ["waste"]


@pytest.mark.parametrize(("setting", "allowed"), [("yes", True), ("no", False)])
def test_t4_the_second_card_may_be_wasted_if_the_table_says_so(setting: str, allowed: bool) -> None:
    begun = table(FREE, second_card_may_be_wasted=setting)
    assert not begun.do("card w2").can("waste")
    assert begun.do("card w2", "walk b 16", "card t2").can("waste") is allowed


def test_t5_the_whole_hand_instead_of_the_first_card_and_a_tower_by_one() -> None:
    begun = table({**FREE, 4: "yy"})
    away = begun.do("hand")
    assert (away.phase, away.view["unseen_discards"]) == ("push", 3)
    pushed = away.do("tower t1")
    assert (pushed.at(4), pushed.of("b", "full"), pushed.phase) == ("yy/1y", 1, "end")
    assert away.do("stay").phase == "end"
    assert away.why("card w1") == "T5 push-first"
    assert begun.do("card w2", "walk b 16").why("hand") == "T5 hand-late"
    assert away.do("stay", "over").view["pile"] == 81
    barred = table({3: "/1"}, keep=4).do("hand")
    assert barred.why("tower t1") == "B5 keep-there"


def test_t6_the_discards_are_shuffled_when_the_pile_is_empty_also_in_the_middle() -> None:
    ended = table(FREE, pile=1, discards="w1:4").do("card w2", "walk b 16", "card w3", "walk b 2")
    shuffled = ended.do("over")
    assert shuffled.happened("shuffled")[0]["cards"] == 85
    assert shuffled.view["pile"] == 84 and shuffled.view["seen"] == {}
    exactly = table(FREE, pile=2).do("card w2", "walk b 16", "card w3", "walk b 2", "over")
    assert exactly.happened("shuffled") and exactly.view["pile"] == 84
    enough = table(FREE, pile=3).do("card w2", "walk b 16", "card w3", "walk b 2", "over")
    assert not enough.happened("shuffled") and enough.view["pile"] == 1


def test_c1_a_wizard_card_moves_an_own_visible_wizard() -> None:
    shown = table({16: "b", 14: "y", 3: "b/1y"}).do("card w2")
    assert [(each["colour"], each["space"]) for each in shown.legal("walk")] == [("blue", 16)]
    assert shown.legal("tower") == [] and shown.why("tower t1") == "C1 card-no-tower"


def test_c2_a_tower_card_moves_any_tower() -> None:
    shown = table({16: "b", 3: "/1y", 5: "/2b/4"}).do("card t2")
    assert [each["tower"] for each in shown.legal("tower")] == [f"t{n}" for n in range(1, 10)]
    assert shown.legal("walk") == [] and shown.why("walk b 16") == "C2 card-no-wizard"


def test_c3_an_either_card_moves_one_of_both_and_the_choice_stands() -> None:
    shown = table(FREE).do("card t4w2")
    assert shown.can("walk b 16") and shown.can("tower t1")
    assert shown.do("walk b 16").at(2) == "b" and shown.do("tower t1").at(7) == "/1y"
    chosen = table(FREE, mode="master", full={"y": 2}).do("card t4w2", "walk b 16")
    assert chosen.phase == "announced" and chosen.why("tower t1") == "Z7 go-first"


def rolled(card: str, *rolls: int) -> Table:
    return table(FREE).do(f"card {card}", *(text for n in rolls for text in (f"roll {n}", "again")))


def test_c4_two_dice_may_be_rolled_twice_and_three_thrice_and_the_last_counts() -> None:
    begun = table(FREE).do("card w-die2")
    assert begun.phase == "roll" and begun.legal("walk") == [] and begun.why("walk b 16") == "C4 roll-first"
    once = begun.do("roll 3")
    assert once.can("again") and once.do("walk b 16").at(3) == "/1by"
    twice = once.do("again", "roll 5")
    assert twice.why("again") == "C4 no-more-rolls" and twice.do("walk b 16").at(5) == "b"
    thrice = table(FREE).do("card t-die3", "roll 1", "again", "roll 2", "again", "roll 6")
    assert not thrice.can("again") and thrice.do("tower t1").at(9) == "/1y"
    assert thrice.why("roll 2") == "C4 no-roll"
    assert table(FREE).do("card w3").why("again") == "C4 no-roll"


def test_c5_the_either_card_with_a_die_has_one_roll_and_then_the_choice() -> None:
    shown = table(FREE).do("card e-die", "roll 2")
    assert shown.why("again") == "C4 no-more-rolls"
    assert shown.can("walk b 16") and shown.can("tower t1")


def test_c6_the_companion_counts_types_and_refuses_nothing() -> None:
    fifth = table(FREE, discards="w2:4").do("card w2")
    assert fifth.happened("card-count")[0]["copies"] == 4 and fifth.can("walk b 16")
    assert not table(FREE, discards="w2:3").do("card w2").happened("card-count")

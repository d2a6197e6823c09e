"""R1-R6: what was noted can be mended, at any time."""

from __future__ import annotations

from companion.games.wizard import GAME
from companion.games.wizard.block import Block, totals
from tests.games.wizard.table import Notes, rule


def two_rounds() -> Notes:
    """The rulebook's rounds."""
    return Notes(dealer=2).round((0, 1, 1), (0, 0, 1)).round((2, 0, 0), (1, 0, 1))


def encoded(block: Block) -> object:
    return GAME.encode(block)


@rule("R1")
def test_a_past_round_is_mended_and_all_later_totals_follow() -> None:
    notes = Notes(dealer=2).round((0, 0, 1), (0, 1, 0)).round((2, 0, 0), (1, 0, 1)).bids(1, 1, 1)
    notes.do("mend", 1, round=1, bids={1: 1}, tricks={1: 0, 2: 1})
    right = two_rounds().bids(1, 1, 1)
    assert encoded(notes.block) == encoded(right.block) and totals(notes.block)[-1] == (10, 10, 20)
    event = notes.events[0]
    assert event["old"]["tricks"] == {"fox": 1, "stag": 0} and event["new"]["tricks"] == {"fox": 0, "stag": 1}
    assert notes.refused("mend", round=1, tricks={0: 1}) == "C4"
    assert notes.refused("mend", round=1, bids={0: 2}) == "B1"
    assert notes.refused("mend", round=1) == notes.refused("mend", round=4, bids={0: 0}) == "R1"
    assert notes.refused("mend", round=0, bids={0: 0}) == "R1"
    assert notes.refused("mend", round=1, trump="red") == "T3"
    assert notes.refused("mend", round=1, turned="wizard") == "T3"
    notes.do("mend", round=1, turned="wizard", trump="green")
    assert notes.view()["done"][0]["trump"] == "green"
    assert notes.do("mend", round=1, turned="blue").view()["done"][0]["trump"] == "blue"


@rule("R1")
def test_also_after_the_end() -> None:
    notes = two_rounds().do("stop")
    assert GAME.ranking(notes.block)[0] == ("stag",)
    notes.do("mend", round=2, bids={0: 1})
    assert GAME.ranking(notes.block)[0] == ("owl",) and GAME.besides(notes.block)["owl"] == ("mend",)


@rule("R2")
def test_the_round_in_play_bids_and_tricks_so_far() -> None:
    notes = two_rounds().bids(1, 1, 1).do("trick", winner=0)
    notes.do("mend", round=3, bids={2: 3}, tricks={0: 0, 1: 1})
    assert notes.view()["playing"]["leader"] is None and notes.view()["playing"]["bids"]["stag"] == 3
    assert notes.refused("trick", winner=0, cards="B1 B2 B3") == "R2"
    assert notes.do("trick", winner=2).view()["playing"]["leader"] == "stag"
    assert notes.refused("mend", round=3, tricks={0: 9}) == "C4"
    assert notes.do("mend", round=3, tricks={0: 1}).view()["number"] == 4, "the last trick closes the round"


@rule("R2")
def test_a_mended_bid_that_makes_the_sum_forbidden_asks_the_last_bidder_again() -> None:
    notes = Notes(dealer=2, sum="not-equal").bids(0, 0, 0)
    assert notes.refused("mend", round=1, bids={2: 1}) == "V1"
    notes.do("mend", round=1, bids={0: 1})
    assert notes.asked() == [2] and notes.refused("bid", 2, bid=0) == "V1"
    played = Notes(sum="not-equal").round((1, 1, 1), (1, 0, 0)).bids(0, 0, 0).do("trick", winner=0)
    assert played.do("mend", round=2, bids={0: 2}).asked() == [0, 1, 2], "after the first trick it stands"
    waiting = Notes(dealer=2).do("turn", card="red").do("bid", 0, bid=1)
    assert waiting.do("mend", round=1, bids={0: 0}).asked() == [1]
    assert waiting.refused("mend", round=1, bids={2: 0}) == "B3"
    assert waiting.refused("mend", round=1, tricks={0: 1}) == "B3"
    assert Notes().refused("mend", round=1, turned="red") == "T1"
    assert Notes().do("turn", card="red").do("mend", round=1, turned="wizard").view()["phase"] == "trump"


@rule("R3")
def test_a_mended_dealer_deals_and_from_there_it_goes_left() -> None:
    notes = two_rounds().do("turn", card="red").do("bid", 2, bid=0)
    notes.do("mend", round=2, dealer=2)
    assert [each["dealer"] for each in notes.view()["done"]] == ["stag", "stag"]
    assert notes.view()["playing"]["dealer"] == "owl" and notes.view()["playing"]["leader"] == "fox"
    assert notes.asked() == [1], "bids already given stand"
    notes.do("mend", round=3, dealer=1)
    assert notes.view()["done"][1]["dealer"] == "stag" and notes.view()["playing"]["leader"] == "stag"
    begun = two_rounds().bids(1, 1, 1).do("trick", winner=1).do("mend", round=1, dealer=0)
    assert begun.view()["playing"]["leader"] == "fox", "who won leads, whoever deals"


@rule("R4")
def test_no_undo_behind_bids_that_are_locked() -> None:
    notes = Notes(bids="secret").do("turn", card="red").do("bid", 0, bid=0).do("bid", 1, bid=0)
    assert not GAME.barrier(notes.action("bid", 1, bid=0), notes.events)
    notes.do("bid", 2, bid=0)
    assert GAME.barrier(notes.action("bid", 2, bid=0), notes.events)
    assert not GAME.barrier({"type": "trick"}, Notes().bids(0, 0, 0).do("trick", winner=0).events)


@rule("R5")
def test_bids_that_nobody_sees_are_not_mended() -> None:
    for mode, refuses in (("secret", True), ("hidden", False), ("open", False)):
        notes = Notes(bids=mode).bids(0, 0, 0)
        if refuses:
            assert notes.refused("mend", round=1, bids={0: 1}) == "R5"
        else:
            notes.do("mend", round=1, bids={0: 1})
        assert notes.do("trick", winner=0).do("mend", round=1, bids={0: 1}).block.done[0].bids[0] == 1
    assert Notes(bids="hidden").do("turn", card="red").do("bid", bid=0).refused("mend", round=1, bids={0: 1}) == "R5"


@rule("R6")
def test_a_forbidden_sum_in_a_past_round_is_marked_and_so_are_doubtful_tricks() -> None:
    notes = Notes(sum="not-equal").do("round", bids=(1, 0, 0), tricks=(1, 0, 0), turned="red")
    assert notes.view()["done"][0]["breaks_sum"]
    assert not two_rounds().view()["done"][1]["breaks_sum"], "without V1 nothing is marked"
    tapped = Notes(dealer=2).bids(0, 0, 0).do("trick", winner=1, cards="B7 R1 B9")
    assert tapped.view()["done"][0]["doubtful"] == []
    tapped.do("mend", round=1, turned="green")
    assert tapped.view()["done"][0]["doubtful"] == [0] and tapped.block.done[0].tricks == (0, 1, 0)

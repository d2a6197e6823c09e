"""The block: set-up, deal, trump, bids, scores, end, variants, noting."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import Fault, Invalid, Json
from companion.games.wizard import GAME
from companion.games.wizard.block import barred, places, ranks, scores, totals
from companion.games.wizard.settings import RULE_OF, SEATS, SETTINGS, all_settings, clashes
from tests.games import conformance
from tests.games.wizard import test_judge, test_mending, test_tricks
from tests.games.wizard.table import TESTED, Notes, rule

MODULES = (test_judge, test_mending, test_tricks)


def faults(options: Json) -> list[Fault]:
    """What a header is refused for."""
    with pytest.raises(Invalid) as refused:
        GAME.header(options)
    return list(refused.value.faults)


@rule("S1", "S2", "S4")
def test_three_to_six_different_seats_and_a_first_dealer() -> None:
    assert GAME.header({})["first_dealer"] == "owl"
    assert GAME.header({"seats": list(SEATS), "first_dealer": "cat"})["first_dealer"] == "cat"
    for seats in (SEATS[:2], (*SEATS, "dog"), ("owl", "owl", "fox"), "owl"):
        assert faults({"seats": list(seats)})
    assert faults({"first_dealer": "cat"})[0].where == "first_dealer"
    assert faults({"board": 1, "game": "toy", "version": 2, "settings": 7})


@rule("S3", "D1")
@pytest.mark.parametrize(("seats", "rounds"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_rounds_and_tricks(seats: int, rounds: int) -> None:
    notes = Notes(seats)
    for number in range(1, rounds + 1):
        assert notes.view()["playing"]["count"] == number
        notes.round((0,) * seats, (number, *(0,) * (seats - 1)))
    assert notes.view()["phase"] == "over" and not notes.view()["early"]


@rule("D2", "D3")
def test_the_deal_goes_left_and_the_stock_is_never_asked_for() -> None:
    notes = Notes(4, dealer=2)
    dealers = []
    for number in range(1, 6):
        dealers.append(notes.block.playing.dealer if notes.block.playing else None)
        notes.round((0,) * 4, (number, 0, 0, 0))
    assert dealers == [2, 3, 0, 1, 2]


@rule("D4")
def test_a_misdeal_begins_the_round_anew_with_the_same_dealer() -> None:
    notes = Notes()
    assert notes.refused("misdeal") == "D4"
    asked = GAME.asked(notes.block)
    notes.bids(1, 0, 0).do("misdeal", 1)
    assert notes.block.playing is not None and notes.block.playing.bids == (None,) * 3
    assert notes.block.playing.dealer == 0 and GAME.asked(notes.block) != asked


@rule("T1", "T2", "T4")
def test_the_turned_card_gives_the_trump() -> None:
    for card, trump in (("green", "green"), ("jester", "none"), ("unknown", None)):
        assert Notes().do("turn", 2, card=card).view()["playing"]["trump"] == trump
    last = Notes()
    for number in range(1, 20):
        last.round((0, 0, 0), (number, 0, 0))
    assert last.view()["playing"]["trump"] == "none" and last.view()["phase"] == "bid"
    assert last.refused("turn", card="red") == "T4"
    assert last.refused("mend", round=20, turned="red") == "T4"


@rule("T3")
def test_a_turned_wizard_lets_the_dealer_choose_one_of_four() -> None:
    notes = Notes(dealer=1).do("turn", card="wizard")
    assert notes.asked() == [1] and notes.refused("bid", 2, bid=0) == "B3"
    assert notes.refused("trump", 0, colour="red") == notes.refused("trump", 1, colour="none") == "T3"
    assert notes.do("trump", 1, colour="blue").view()["playing"]["trump"] == "blue"
    free = Notes(dealer=1, dealer_may_choose_none="yes").do("turn", card="wizard")
    assert free.do("trump", 1, colour="none").view()["playing"]["trump"] == "none"


@rule("B1", "B2", "B3")
def test_bids_in_order_the_dealer_last_and_no_trick_before() -> None:
    notes = Notes(dealer=1).do("turn", card="red")
    assert notes.asked() == [2]
    assert notes.refused("bid", 0, bid=0) == "B2" and notes.refused("bid", 2, bid=2) == "B1"
    assert notes.refused("trick", winner=0) == notes.refused("tricks", tricks=(1, 0, 0)) == "B3"
    notes.do("bid", 2, bid=1).do("bid", 0, bid=0)
    assert notes.asked() == [1]
    assert notes.do("bid", 1, bid=1).view()["phase"] == "trick"


@rule("B4")
def test_an_open_bid_stands() -> None:
    notes = Notes().do("turn", card="red").do("bid", 1, bid=1)
    assert notes.refused("bid", 1, bid=0) == "B4"


@rule("B5", "V2", "V3")
@pytest.mark.parametrize("mode", ["hidden", "secret"])
def test_unseen_bids_in_any_order_changed_until_the_last_is_in(mode: str) -> None:
    notes = Notes(bids=mode).do("turn", card="red")
    assert sorted(notes.asked()) == [0, 1, 2]
    notes.do("bid", 0, bid=1).do("bid", 0, bid=0).do("bid", 2, bid=1)
    assert notes.refused("bid", 2, bid=1) == "B5"
    for role, bids in ((0, {"owl": 0}), (1, {}), (None, {})):
        assert notes.view(role)["playing"]["bids"] == bids
    notes.do("bid", 1, bid=1)
    assert notes.refused("bid", 1, bid=0) == "B5"
    assert len(notes.view(None)["playing"]["bids"]) == (3 if mode == "hidden" else 0)
    assert notes.view(1)["playing"]["wanted"] == (2 if mode == "hidden" else None)
    notes.do("trick", winner=0)
    assert notes.view(None)["done"][0]["bids"] == {"owl": 0, "fox": 1, "stag": 1}


@rule("B6")
def test_the_sum_of_all_bids_stands_against_the_tricks() -> None:
    notes = Notes().bids(1, 1, 0)
    assert notes.view()["playing"]["wanted"] == 2 and notes.view()["playing"]["count"] == 1
    assert notes.view()["playing"]["bids"] == {"owl": 1, "fox": 1, "stag": 0}


@rule("L1", "W5")
def test_the_dealers_left_leads_and_then_the_winner() -> None:
    notes = Notes(dealer=2).round((0, 0, 0), (1, 0, 0)).bids(0, 0, 0)
    assert notes.view()["playing"]["leader"] == "fox"
    assert notes.do("trick", winner=2).view()["playing"]["leader"] == "stag"


@rule("C1", "C2", "C3")
def test_the_rulebooks_two_rounds() -> None:
    notes = Notes(dealer=2).round((0, 1, 1), (0, 0, 1)).round((2, 0, 0), (1, 0, 1))
    assert [scores(each) for each in notes.block.done] == [(20, -10, 30), (-10, 20, -10)]
    assert totals(notes.block) == ((20, -10, 30), (10, 10, 20))


@rule("C4")
def test_tricks_must_add_up_and_the_last_closes_the_round() -> None:
    notes = Notes().round((0, 0, 0), (1, 0, 0)).bids(1, 1, 1)
    assert notes.refused("tricks", tricks=(1, 0, 0)) == notes.refused("tricks", tricks=(1, 1, 1)) == "C4"
    assert notes.do("trick", winner=0).do("trick", winner=1).view()["number"] == 3


@rule("E1", "E2")
def test_the_last_round_counts_and_equal_totals_share_a_place() -> None:
    notes = Notes(6)
    for number in range(1, 11):
        notes.round((0, 0, 1, 1, 1, 1), (0, 0, number, 0, 0, 0))
    assert notes.asked() == [] and places(notes.block) == (1, 1, 6, 3, 3, 3)
    assert notes.refused("turn", card="red") == notes.refused("stop") == notes.refused("misdeal") == "E1"
    assert notes.refused("bid", bid=0) == notes.refused("trick", winner=0) == "E1"


def test_ties_by_the_sum_of_bids() -> None:
    for tie, expected in (("shared", ((0, 1), (2,))), ("bids", ((1,), (0,), (2,)))):
        notes = Notes(tie=tie).round((0, 0, 0), (0, 0, 1)).round((0, 1, 2), (1, 0, 1)).do("stop")
        assert totals(notes.block)[-1] == (10, 10, -20) and ranks(notes.block) == expected


@rule("E3")
def test_a_table_stops_after_any_finished_round() -> None:
    notes = Notes()
    assert notes.refused("stop") == "E3"
    notes.round((0, 0, 0), (1, 0, 0)).bids(1, 0, 0).do("stop", 1)
    assert notes.view()["early"] and len(notes.block.done) == 1
    assert GAME.ranking(notes.block) == (("fox", "stag"), ("owl",))


@rule("V1")
def test_the_last_bidder_is_barred_from_the_number_that_makes_the_sum() -> None:
    notes = Notes(sum="not-equal")
    for number in range(1, 5):
        notes.do("round", bids=(0, 0, 0), tricks=(number, 0, 0), turned="red")
    notes.do("turn", card="red")
    first, second, last = 2, 0, 1
    notes.do("bid", first, bid=2).do("bid", second, bid=2)
    assert barred(notes.block) == 1 and notes.refused("bid", last, bid=1) == "V1"
    assert notes.view(last)["playing"]["barred"] == 1
    assert notes.view(first)["playing"]["barred"] is notes.view(None)["playing"]["barred"] is None
    assert [action["bid"] for action in GAME.legal(notes.block)] == [0, 2, 3, 4, 5]
    for mode in ("hidden", "secret"):
        assert faults({"settings": {"sum": "not-equal", "bids": mode}})[0].where == "settings.sum"
    free = Notes().do("turn", card="red").do("bid", 1, bid=1).do("bid", 2, bid=0)
    assert barred(free.block) is None
    over = Notes(sum="not-equal").do("turn", card="red").do("bid", 1, bid=1).do("bid", 2, bid=1)
    assert barred(over.block) is None, "more is wanted than there is"


@rule("V4")
def test_clairvoyance_is_of_the_first_round_alone() -> None:
    notes = Notes(clairvoyance="yes", sum="not-equal")
    assert notes.view()["playing"]["clairvoyance"]
    assert not notes.round((1, 1, 1), (1, 0, 0)).view()["playing"]["clairvoyance"]
    assert not Notes().view()["playing"]["clairvoyance"]
    assert faults({"settings": {"game": "one-colour", "clairvoyance": "yes"}})[0].where == "settings.clairvoyance"


@rule("O1", "O2", "O3", "O4", "O7")
@pytest.mark.parametrize("bids", ["open", "hidden", "secret"])
def test_one_colour_has_twelve_rounds_without_trump(bids: str) -> None:
    notes = Notes(4, dealer=1, game="one-colour", bids=bids)
    assert faults({"seats": list(SEATS[:5]), "settings": {"game": "one-colour"}})[0].where == "settings.game"
    assert notes.refused("turn", card="red") == "O2"
    assert notes.view()["playing"]["leader"] == "stag" and (bids != "open" or notes.asked() == [2])
    for number in range(1, 13):
        assert notes.view()["playing"]["count"] == number + 3 and notes.view()["playing"]["trump"] == "none"
        notes.round((0, 0, 0, 0), (number + 3, 0, 0, 0))
    assert notes.view()["phase"] == "over" and scores(notes.block.done[0]) == (-40, 20, 20, 20)


@rule("N1")
def test_tricks_one_by_one_at_once_or_a_whole_round() -> None:
    one = Notes().round((0, 0, 0), (1, 0, 0)).bids(1, 1, 0).do("trick", winner=1).do("trick", 2, winner=0)
    once = Notes().round((0, 0, 0), (1, 0, 0)).bids(1, 1, 0).do("tricks", tricks=(1, 1, 0))
    whole = Notes().do("round", bids=(0, 0, 0), tricks=(1, 0, 0), turned="red")
    whole.do("round", 1, bids=(1, 1, 0), tricks=(1, 1, 0), turned="red")
    assert GAME.encode(one.block) == GAME.encode(once.block) == GAME.encode(whole.block)
    assert whole.refused("round", bids={0: 1}, tricks=(3, 0, 0)) == "B3"
    assert whole.refused("round", bids=(4, 0, 0), tricks=(3, 0, 0)) == "B1"
    assert whole.refused("round", bids=(1, 0, 0), tricks=(2, 0, 0)) == "C4"
    assert whole.refused("round", bids=(1, 0, 0), tricks=(3, 0, 0), turned="wizard") == "T3"
    assert whole.refused("round", bids=(1, 0, 0), tricks=(3, 0, 0), turned="red", trump="red") == "T3"
    assert whole.do("turn", card="red").do("bid", 0, bid=1).refused("round", bids=(1, 0, 0), tricks=(3, 0, 0)) == "N1"


@rule("P1")
def test_a_bid_is_a_seats_own_and_a_trick_is_anybodys() -> None:
    notes = Notes().do("turn", 2, card="red")
    action = notes.action("bid", 1, bid=0)
    found = GAME.why_not(notes.block, action, "owl")
    assert found is not None and found.rule == "P1" and GAME.why_not(notes.block, action, "fox") is None
    assert notes.bids(0, 0, 0).asked() == [0, 1, 2]


@rule("P2")
def test_consent_is_the_tables_business() -> None:
    assert GAME.rule_of("table.undo-nothing") == "P2"
    assert GAME.concerned({"type": "trick"}, ({"type": "won", "seat": "fox"},), ("owl", "fox")) == {"fox"}


def clash(seats: int = 3, **settings: str) -> set[tuple[str, str, str]]:
    found = GAME.barred({"seats": list(SEATS[:seats]), "settings": settings})
    assert all(each.reason.text for each in found)
    return {(each.setting, each.value, each.reason.rule) for each in found}


def test_what_does_not_go_together_is_barred_with_its_rule() -> None:
    assert clash() == set() and GAME.barred({}) == ()
    assert clash(bids="hidden") == {("sum", "not-equal", "V1")}
    assert clash(sum="not-equal") == {("bids", "hidden", "V1"), ("bids", "secret", "V1")}
    assert clash(game="one-colour") == {("clairvoyance", "yes", "O7")}
    assert clash(clairvoyance="yes") == {("game", "one-colour", "O7")}
    assert clash(4) == set() and clash(5) == {("game", "one-colour", "O1")}


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_header_is_refused_exactly_where_a_value_is_barred(seats: int) -> None:
    for name, values in SETTINGS.items():
        for value in values:
            for other, chosen in (
                ("bids", "secret"),
                ("sum", "not-equal"),
                ("clairvoyance", "yes"),
                ("game", "standard"),
            ):
                settings = {other: chosen, name: value}
                barred = {
                    (each.setting, each.value) for each in GAME.barred({"seats": SEATS[:seats], "settings": settings})
                }
                found = clashes(all_settings(settings), seats)
                assert bool(found) == any(settings.get(key) == each for key, each in barred)


def test_a_review_after_the_end_opens_every_bid() -> None:
    notes = Notes(bids="secret").bids(1, 0, 0)
    assert notes.view()["playing"]["bids"] == {}
    assert GAME.review(notes.block)["playing"]["bids"] == {"owl": 1, "fox": 0, "stag": 0}


def test_the_record_is_sealed_while_a_bid_is_unseen() -> None:
    secret, hidden = Notes(bids="secret"), Notes(bids="hidden")
    for notes in (secret, hidden):
        assert GAME.sealed(notes.do("turn", card="red").block) is None
        found = GAME.sealed(notes.do("bid", 0, bid=1).block)
        assert found is not None and found.rule == "V3" and "versiegelt" in found.text
        assert GAME.sealed(notes.do("misdeal").block) is not None, "the bids of the deal before are in it"
        notes.bids(0, 0, 1)
    assert GAME.sealed(secret.block) is not None and GAME.sealed(hidden.block) is None
    assert GAME.sealed(secret.do("trick", winner=0).block) is None
    assert GAME.sealed(Notes().bids(0, 0, 0).block) is None


def test_every_rule_of_the_page_has_a_test() -> None:
    listed = (Path(__file__).parent / "rules.txt").read_text().split()
    assert MODULES and sorted(TESTED) == sorted(listed)


def test_every_setting_names_its_rule() -> None:
    assert sorted(RULE_OF) == sorted(SETTINGS)
    for name, values in SETTINGS.items():
        assert GAME.header({})["settings"][name] == values[0]
        assert faults({"settings": {name: "nonsense"}})[0].where == f"settings.{name}"
    assert faults({"settings": {"nonsense": "yes"}})


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("bids", ["open", "hidden", "secret"])
def test_it_keeps_the_protocol(seats: int, bids: str) -> None:
    conformance.run(GAME, {"seats": list(SEATS[:seats]), "settings": {"bids": bids}}, seed=seats, deep_every=17)


def test_a_new_game_keeps_seats_and_settings() -> None:
    header = GAME.header({"seats": list(SEATS[:4]), "first_dealer": "hare", "settings": {"bids": "secret"}})
    again = GAME.header(GAME.again(header, {"settings": {"tie": "bids"}, "seats": list(SEATS[:3])}))
    assert again["settings"]["bids"] == "secret" and again["first_dealer"] == "owl"
    assert set(GAME.changes(header, again)) == {"seats", "first_dealer", "settings.tie"}


def test_who_is_not_named_has_won_none_of_the_tricks() -> None:
    notes = Notes().bids(0, 0, 0).do("tricks", tricks={1: 1})
    assert notes.block.done[0].tricks == (0, 1, 0)
    assert notes.events[0]["tricks"] == {"owl": 0, "fox": 1, "stag": 0}


def test_three_can_play_it_and_the_first_deal_is_the_first() -> None:
    assert GAME.fewest == 3 and len(GAME.chairs) == 6
    assert Notes().view()["playing"]["deal"] == 1

"""Z1-Z10 and X1-X8: spells, in and out of turn."""

from __future__ import annotations

import pytest

from tests.games.tuerme.table import Table, table

SIX = "bbbyyy"


def master(columns: dict[int, str], full: dict[str, int], **more: object) -> Table:
    return table(columns, mode="master", full=full, **more)  # type: ignore[arg-type]


def test_z1_only_spells_on_the_table_for_their_price_in_own_full_bottles() -> None:
    poor = table({3: "/1", 16: "b"}, full={"b": 1})
    assert poor.why("cast b wizard_forward b 16") == "Z1 price"
    assert poor.why("cast b swap 3 12") == "Z1 spell-not-laid"
    paid = poor.do("cast b tower_forward t1")
    assert (paid.of("b", "full"), paid.of("b", "spent"), paid.of("b", "empty")) == (0, 1, 5)


@pytest.mark.parametrize(("cost", "allowed"), [("1", True), ("3", False)])
def test_z1_prices_are_a_setting(cost: str, allowed: bool) -> None:
    assert (
        table({16: "b"}, full={"b": 2}, spell_costs=f"wizard_forward:{cost}").can("cast b wizard_forward b 16")
        is allowed
    )


def test_z2_basic_only_the_active_player_when_no_roll_is_awaited() -> None:
    begun = table({3: "/1", 16: "b", 6: "y"}, full={"b": 1, "y": 1})
    assert begun.why("cast y tower_forward t1") == "Z2 spell-active-only"
    assert begun.why("claim y") == "Z2 spell-active-only"
    for before in ((), ("card w2",), ("card w2", "walk b 16"), ("hand",), ("card e-die", "roll 2")):
        assert begun.do(*before).can("cast b tower_forward t1"), before
    assert begun.do("card e-die").why("cast b tower_forward t1") == "C4 roll-first"


@pytest.mark.parametrize(("mode", "setting", "allowed"), [
    ("basic", "own", False), ("basic", "any", True), ("master", "own", False), ("master", "any", True),
])  # fmt: skip
def test_z3_for_oneself_only_or_for_anybody(mode: str, setting: str, allowed: bool) -> None:
    begun = table({16: "b", 3: "y"}, mode=mode, full={"b": 2}, spells="wizard_forward", spell_wizards=setting)
    assert begun.can("cast b wizard_forward y 3") is allowed and begun.can("cast b wizard_forward b 16")


def test_z3_is_own_in_the_basic_and_any_in_the_master_variant_by_itself() -> None:
    assert table({3: "y"}, full={"b": 2}).why("cast b wizard_forward y 3") == "Z3 spell-own-only"
    assert table({3: "y"}, full={"b": 2}, mode="master").can("cast b wizard_forward y 3")


def test_z4_basic_one_spell_once_in_a_turn() -> None:
    begun = table({3: "/1", 16: "b"}, full={"b": 4})
    assert begun.why("cast b tower_forward t1 x2") == "Z4 once"
    once = begun.do("cast b tower_forward t1")
    assert once.why("cast b tower_forward t1") == "Z4 spell-used-turn"
    later = once.do("card w2", "walk b 16", "card t1", "tower t1")
    assert later.why("cast b tower_forward t1") == "Z4 spell-used-turn"


def test_z5_an_own_wizard_brought_in_by_a_spell_ends_the_turn_and_a_card_is_lost() -> None:
    begun = table({16: "b", 4: "b"}, full={"b": 3})
    inside = begun.do("cast b wizard_forward b 16")
    assert (inside.phase, inside.keep) == ("end", 5)
    lost = begun.do("card w2", "cast b wizard_forward b 16")
    assert lost.phase == "end" and lost.happened("prevented") and lost.do("over").view["pile"] == 83
    stranger = table({16: "y", 4: "b"}, full={"b": 2}, spell_wizards="any").do("cast b wizard_forward y 16")
    assert stranger.phase == "card" and stranger.of("y", "home") == 1
    others = master({16: "b", 4: "b"}, {"y": 2}).do("claim y", "cast y wizard_forward b 16")
    assert others.phase == "card" and others.of("b", "home") == 1


def test_z6_master_one_spell_for_each_action_whoever_casts_it() -> None:
    begun = master({3: "/1", 5: "/2", 7: "b"}, {"b": 4, "y": 4})
    first = begun.do("cast b tower_forward t1")
    assert first.why("cast b tower_forward t1") == "Z6 spell-used-action"
    assert first.why("claim y") == "Z6 spell-used-action"
    between = first.do("card w1", "walk b 7", "go")
    assert between.phase == "card" and between.can("claim y")
    second = between.do("claim y", "yield b", "cast y tower_forward t2")
    assert not second.can("claim y") and not second.can("cast b tower_forward t1")


def test_z6_between_the_actions_it_counts_for_the_first_if_that_has_had_none() -> None:
    begun = master({3: "/1", 5: "/2", 7: "b"}, {"b": 4})
    between = begun.do("card w1", "walk b 7", "go")
    for_first = between.do("cast b tower_forward t1")
    assert for_first.position.used == (1, 0) and for_first.can("cast b tower_forward t1")
    for_second = for_first.do("cast b tower_forward t1")
    assert for_second.position.used == (1, 1)
    assert for_second.why("cast b tower_forward t2") == "Z6 spell-used-action"


def test_z6_a_turn_with_a_push_has_only_the_action_it_had() -> None:
    pushed = master({3: "/1", 5: "/2"}, {"b": 4}).do("cast b tower_forward t1", "hand", "stay")
    assert pushed.why("cast b tower_forward t1") == "Z6 spell-used-action"


@pytest.mark.parametrize(("setting", "allowed"), [("one", False), ("one-each", True)])
def test_z6_each_player_one_for_each_action_if_the_table_says_so(setting: str, allowed: bool) -> None:
    once = master({3: "/1"}, {"b": 4, "y": 4}, spells_per_action=setting).do("cast b tower_forward t1")
    assert once.can("claim y") is allowed and not once.can("cast b tower_forward t1")


def test_z7_master_a_move_is_announced_and_carried_out_with_go() -> None:
    said = master({3: "/1", 7: "b"}, {"y": 1}).do("card w2", "walk b 7")
    assert (said.phase, said.at(7), said.view["announced"]["target"]) == ("announced", "b", 9)
    assert said.do("go").at(9) == "b"
    nobody = master({3: "/1", 7: "b"}, {}).do("card w2", "walk b 7")
    assert (nobody.phase, nobody.at(9)) == ("card", "b")
    used = master({3: "/1", 7: "b"}, {"y": 1, "b": 1}).do("cast b tower_forward t1", "card w2", "walk b 7")
    assert used.phase == "card"
    dear = master({3: "/1", 7: "b"}, {"y": 1}, spells="keep").do("card w2", "walk b 7")
    assert dear.phase == "card"
    pushed = master({3: "/1", 7: "b"}, {"y": 1}).do("hand", "tower t1")
    assert pushed.phase == "announced" and pushed.do("go").at(4) == "/1"


def test_z8_master_several_uses_are_one_longer_move_of_which_only_the_end_counts() -> None:
    begun = master({3: "b", 4: SIX[:2] + "yyyy", 5: "/1"}, {"b": 4}, home="b")
    assert begun.why("cast b wizard_forward b 3") == "W3 six-stand"
    longer = begun.do("cast b wizard_forward b 3 x2")
    assert (longer.at(5), longer.of("b", "spent"), longer.position.used) == ("/1b", 4, (1, 0))
    assert begun.why("cast b wizard_forward b 3 x3") == "Z8 price"
    past = master({16: "b"}, {"b": 4}).do("cast b wizard_forward b 16 x2")
    assert past.at(2) == "b"
    assert master({5: "/1"}, {"b": 6}).why("cast b tower_forward t1 x7") == "Z8 price"
    assert master({3: "/1"}, {"b": 2}).do("cast b tower_forward t1 x2").at(7) == "/1"


def test_z8_a_longer_move_stays_short_of_a_whole_round() -> None:
    handed = table({3: "/1"}, seats="byrg", teams="yes", mode="master", full={"b": 5, "r": 5}).do(*["give r"] * 5)
    assert handed.of("b", "full") == 10
    assert handed.can("cast b tower_forward t1 x6") and handed.why("cast b tower_forward t1 x7") == "B5 keep-there"
    assert handed.why("cast b tower_forward t1 x8") == "Z8 whole-round"


@pytest.mark.parametrize(("setting", "allowed"), [("no", False), ("yes", True)])
def test_z8_the_same_spell_again_before_anything_else_is_done(setting: str, allowed: bool) -> None:
    once = master({3: "/1", 5: "/2", 7: "b"}, {"b": 6}, spell_again=setting).do("cast b tower_forward t1")
    assert once.can("cast b tower_forward t2") is allowed
    assert not once.can("cast b tower_back t2")
    assert not once.do("card w2").can("cast b tower_forward t2")
    if allowed:
        twice = once.do("cast b tower_forward t2")
        assert twice.position.used == (1, 0) and twice.can("cast b tower_forward t2")


def test_z9_master_a_claim_goes_round_in_order_and_the_claimer_may_yield() -> None:
    begun = table({3: "/1"}, seats="byrg", mode="master", full={"b": 1, "y": 1, "g": 1})
    assert begun.why("cast y tower_forward t1") == "Z9 claim-needed"
    assert begun.why("claim b") == "Z9 claim-active" and begun.why("claim r") == "Z9 claim-cannot-pay"
    claimed = begun.do("claim g")
    assert (claimed.phase, claimed.asked, claimed.view["claim"]) == ("claim", "b", ["blue", "yellow", "green"])
    assert claimed.why("cast g tower_forward t1") == "Z9 claim-first" and claimed.why("card w1") == "Z9 claim-first"
    assert claimed.do("cast b tower_forward t1").phase == "card"
    last = claimed.do("yield b", "yield y")
    assert last.asked == "g" and last.do("yield g").phase == "card"
    cast = last.do("cast g tower_forward t1")
    assert (cast.at(5), cast.of("g", "spent"), cast.phase) == ("/1", 1, "card")


def test_z10_a_spell_may_come_before_or_after_an_announced_move() -> None:
    said = master({7: "b", 3: "/1"}, {"y": 2}).do("card w3", "walk b 7", "claim y")
    before = said.do("cast y wizard_back b 7", "go")
    assert (before.at(9), before.phase) == ("b", "card")
    after = said.do("after y")
    assert (after.at(10), after.asked, after.phase) == ("b", "y", "claim")
    assert after.do("cast y wizard_back b 10").at(9) == "b"
    assert after.do("yield y").phase == "card"


def test_z10_an_announcement_follows_its_piece_and_an_impossible_one_is_lost() -> None:
    said = master({7: "/1b", 3: "/2"}, {"y": 2}).do("card w3", "walk b 7", "claim y")
    carried = said.do("cast y tower_forward t1")
    assert carried.view["announced"]["space"] == 9 and carried.do("go").at(12).endswith("b")
    covered = master({7: "b", 5: "/2"}, {"y": 1}).do("card w3", "walk b 7", "claim y", "cast y tower_forward t2")
    assert covered.phase == "card" and covered.happened("prevented") and covered.of("y", "full") == 1
    assert covered.position.used == (2, 0) and covered.view["turn"]["played"] == ["w3"]
    landing = master({3: "/1", 6: "b"}, {"y": 2}, keep=8).do("card t4", "tower t1", "claim y", "cast y keep back")
    assert landing.keep == 7 and landing.happened("prevented") and landing.at(3) == "/1"
    full = master({3: "b", 6: "bbyyyy", 5: "b"}, {"y": 2}, home="b").do("card w2", "walk b 3")
    assert full.do("claim y", "cast y wizard_forward b 3").happened("prevented")


def test_z10_of_two_alike_the_caster_says_which() -> None:
    said = master({7: "bb", 3: "/1"}, {"y": 2}).do("card w3", "walk b 7", "claim y")
    announced = said.do("cast y wizard_back b 7", "go")
    assert (announced.at(9), announced.at(7)) == ("b", "b")
    other = said.do("cast y wizard_back b 7 other", "go")
    assert (other.at(10), other.at(6)) == ("b", "b")
    single = master({7: "b", 3: "/1"}, {"y": 2}).do("card w3", "walk b 7", "claim y")
    assert single.why("cast y wizard_back b 7 other") == "Z10 no-other"


def test_x1_wizard_forward_moves_a_visible_wizard_one_on() -> None:
    begun = table({3: "b/1b", 4: "yy"}, full={"b": 2})
    assert begun.do("cast b wizard_forward b 3").at(4) == "byy"
    assert begun.why("cast b wizard_forward b 8") == "W1 wizard-not-there"
    assert table({16: "b"}, full={"b": 2}).do("cast b wizard_forward b 16").of("b", "home") == 1


def test_x2_tower_forward_moves_a_tower_two_on_and_pays_the_caster() -> None:
    cast = master({3: "/1b", 5: "b"}, {"y": 1}).do("claim y", "cast y tower_forward t1")
    assert (cast.at(5), cast.of("y", "full"), cast.of("y", "spent")) == ("b/1b", 1, 1)


def test_x3_swap_exchanges_the_topmost_towers_with_all_on_them() -> None:
    begun = table({3: "b/1y/2b", 5: "y/4yy"}, full={"b": 1}, spells="swap")
    swapped = begun.do("cast b swap 3 5")
    assert (swapped.at(3), swapped.at(5)) == ("b/1y/4yy", "y/2b")
    assert begun.why("cast b swap 3 4") == "X3 swap-no-tower"
    assert len(begun.casts("swap")) == 3


@pytest.mark.parametrize(("setting", "allowed"), [("no", False), ("travels", True)])
def test_x3_the_tower_under_the_keep_is_barred_or_travels_with_it(setting: str, allowed: bool) -> None:
    begun = table({3: "/1", 5: "y/4yy"}, keep=3, full={"b": 1}, spells="swap", swap_with_keep=setting)
    assert begun.can("cast b swap 3 5") is allowed
    assert allowed or begun.why("cast b swap 3 5") == "X3 swap-keep"
    if allowed:
        swapped = begun.do("cast b swap 3 5")
        assert (swapped.at(3), swapped.at(5), swapped.keep) == ("/4yy", "y/1", 5)


def test_x4_wizard_back_moves_a_visible_wizard_one_back() -> None:
    begun = table({3: "b", 2: "yy"}, full={"b": 2}, spells="wizard_back")
    assert begun.do("cast b wizard_back b 3").at(2) == "byy"


@pytest.mark.parametrize(("setting", "allowed"), [("yes", True), ("no", False)])
def test_x4_backwards_into_the_keep_counts_or_is_refused(setting: str, allowed: bool) -> None:
    begun = table({2: "b"}, full={"b": 2}, spells="wizard_back", backwards_into_keep=setting)
    assert begun.can("cast b wizard_back b 2") is allowed
    if allowed:
        inside = begun.do("cast b wizard_back b 2")
        assert (inside.of("b", "home"), inside.keep, inside.phase) == (1, 5, "end")
    else:
        assert begun.why("cast b wizard_back b 2") == "X4 back-into-keep"


def test_x5_tower_back_moves_a_tower_two_back() -> None:
    begun = table({5: "/1b", 3: "y"}, full={"b": 1}, spells="tower_back")
    moved = begun.do("cast b tower_back t1")
    assert (moved.at(3), moved.of("b", "full")) == ("y/1b", 1)
    assert table({3: "/1"}, full={"b": 1}, spells="tower_back").why("cast b tower_back t1") == "B5 keep-there"


def test_x6_the_keep_goes_forward_or_back_to_the_next_place_without_visible_wizards() -> None:
    begun = table({2: "b", 3: "yy/1", 16: "y", 15: "/2b"}, full={"b": 2}, spells="keep")
    assert begun.do("cast b keep forward").keep == 3
    assert begun.do("cast b keep back").keep == 14
    twice = master({2: "b", 3: "yy/1", 16: "y"}, {"b": 4}).do("cast b keep forward x2")
    assert twice.keep == 4
    off_its_tower = table({4: "/1"}, keep=4, full={"b": 2}, spells="keep").do("cast b keep forward")
    assert off_its_tower.keep == 5 and off_its_tower.at(4) == "/1"


def test_x6_is_refused_where_there_is_no_such_place() -> None:
    full = dict(zip([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16], ["b", "y", "r", "g", "o", "v"] * 3, strict=False))
    begun = table({**full, 12: "rgo/3/5/7/9/1/2/4/6/8v"}, seats="byrgov", full={"b": 2}, spells="keep")
    assert begun.why("cast b keep forward") == "X6 keep-no-place" and begun.casts("keep") == []


def test_x7_piggyback_takes_an_own_wizard_along() -> None:
    said = master({7: "by", 3: "/1"}, {"y": 2}).do("card w3", "walk b 7", "claim y", "cast y piggyback y")
    assert said.phase == "announced" and said.view["announced"]["riders"] == ["yellow"]
    assert said.do("go").at(10) == "by"
    second = master({7: "bb", 3: "/1"}, {"b": 2}).do("card w3", "walk b 7", "cast b piggyback b", "go")
    assert second.at(10) == "bb"
    alone = master({7: "b", 8: "y", 3: "/1"}, {"b": 2, "y": 2}).do("card w3", "walk b 7")
    assert alone.why("cast b piggyback b") == "X7 ride-not-there"
    assert alone.do("claim y", "yield b").why("cast y piggyback y") == "X7 ride-not-there"
    assert alone.do("claim y", "yield b").why("cast y piggyback b") == "X7 ride-own"
    tower = master({7: "by", 3: "/1"}, {"b": 2}).do("card t3", "tower t1")
    assert tower.why("cast b piggyback b") == "X7 ride-only-walk"


def test_x7_all_riders_must_find_room() -> None:
    said = master({7: "bby", 10: "bbyyy"}, {"y": 2, "b": 2}).do("card w3", "walk b 7")
    assert said.why("cast b piggyback b") == "W3 six-with-riders"
    roomy = master({7: "bby", 10: "bbyy"}, {"y": 2, "b": 2}).do("card w3", "walk b 7", "cast b piggyback b", "go")
    assert roomy.at(10) == "bbbbyy"


def test_x7_a_rider_parted_from_the_announced_wizard_stays_behind() -> None:
    said = master({7: "by", 3: "/1"}, {"y": 2, "b": 2}, spells_per_action="one-each").do("card w3", "walk b 7")
    ridden = said.do("claim y", "yield b", "cast y piggyback y")
    parted = ridden.do("cast b wizard_back y 7", "go")
    assert (parted.at(10), parted.at(6)) == ("b", "y")


def test_x8_free_lifts_any_tower_and_puts_an_own_one_on_top() -> None:
    begun = table({3: "b/1y/2yy"}, full={"b": 2}, spells="free")
    lifted = begun.do("cast b free t1")
    assert (lifted.phase, lifted.asked, lifted.view["lifted"]["under"]) == ("lifted", "b", {"blue": 1})
    assert lifted.do("free b b").at(3) == "/1y/2byy" and lifted.do("free b b").phase == "card"
    nobody = begun.do("cast b free t2")
    assert nobody.why("free b b") == "X8 not-under" and nobody.do("lower b").of("b", "spent") == 2
    assert lifted.why("lower b") == "X8 lower-first-free"
    one = table({3: "bb/1"}, full={"b": 2}, spells="free").do("cast b free t1", "free b b")
    assert one.at(3) == "b/1b"
    assert table({3: "b/1bbyyyy"}, full={"b": 2}, spells="free").why("cast b free t1") == "X8 free-six"
    assert lifted.why("card w1") == "X8 lifted-first"


def test_x8_by_anybody_at_any_time_between_steps_outside_the_count() -> None:
    begun = master({3: "b/1y", 7: "b", 5: "/2"}, {"y": 4, "b": 6})
    by_yellow = begun.do("cast y free t2", "lower y")
    assert by_yellow.phase == "card" and by_yellow.position.used == (0, 0)
    said = begun.do("card w3", "walk b 7")
    assert said.do("cast y free t2", "lower y").phase == "announced"
    asked = said.do("claim y").do("cast y free t2", "lower y")
    assert asked.phase == "claim" and asked.asked == "b"
    after_spell = begun.do("cast b tower_forward t2")
    assert after_spell.can("cast b free t1")
    assert begun.do("card e-die").why("cast y free t2") == "C4 roll-first"
    in_basic = table({3: "b/1y"}, full={"y": 2}, spells="free")
    assert in_basic.can("cast y free t1")


def test_x8_the_imprisoner_keeps_his_bottle() -> None:
    caught = master({3: "/1", 5: "y"}, {"y": 2}).do("card t2", "tower t1", "go")
    freed = caught.do("cast y free t1", "free y y")
    assert freed.at(5) == "/1y" and freed.of("b", "full") == 1


def test_x8_a_freed_wizard_may_make_the_announced_move_impossible() -> None:
    said = master({3: "b", 6: "b/1bbyyy"}, {"b": 2}).do("card w3", "walk b 3")
    assert said.do("cast b free t1", "free b b").happened("prevented")

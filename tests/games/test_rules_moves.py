"""T1-T12: what the figures may do with a pip throw."""

from __future__ import annotations

import pytest

from tests.games.situations import after, can, ends, place_of, rule, run, situation, types, view


def test_t1_the_apprentice_must_walk_exactly_the_sum() -> None:
    position = after(situation(red=("moon", "forest")), "throw 002")
    assert ends(position, "walk") == ["a2", "c2", "m1"]
    assert rule(position, "walk house") == "T1"
    assert rule(position, "stay apprentice") == "T1"


def test_t1_the_magician_may_jump_as_far_as_his_own_wand_shows() -> None:
    position = after(situation(turn="black", black=("sun", "forest")), "throw 210")
    assert ends(position, "jump") == ["castle", "mill"]
    assert can(position, "stay magician")
    assert rule(position, "jump moon") == "T4"


def test_t1_with_zero_he_cannot_jump() -> None:
    position = after(situation(red=("sun", "forest")), "throw 011")
    assert ends(position, "jump") == []
    assert rule(position, "stay magician") == "T1"
    assert view(position)["move"]["magician"] == "none"


def test_t1_any_order_and_each_figure_once() -> None:
    position = after(situation(red=("sun", "forest")), "throw 110")
    first_walk = after(position, "walk a2")
    assert rule(first_walk, "walk c2") == "T1"
    assert ends(first_walk, "jump") == ["castle", "mill"]
    first_jump = after(position, "jump castle")
    assert rule(first_jump, "jump forest") == "T1"
    assert rule(first_jump, "stay magician") == "T1"


def test_t1_a_single_legal_action_is_still_an_action() -> None:
    position = after(situation(red=("moon", "p1")), "throw 010")
    assert ends(position, "walk") == ["d1"]
    assert view(position)["phase"] == "move"


def test_t2_three_zeros_banish_both_figures_and_the_stone() -> None:
    position, events = run(situation(red=("sun", "forest"), stones=("red",)), "throw 000")
    assert place_of(position, "red", "magician") == place_of(position, "red", "apprentice") == "labyrinth"
    assert types(events) == ["thrown", "banished", "banished", "stone-lost", "turn"]
    assert view(position)["figures"]["red"]["stone"] is False
    assert view(position)["turn"] == "black"


def test_t2_the_stone_is_lost_in_the_labyrinth_too() -> None:
    position = after(situation(red=("sun", "labyrinth"), stones=("red",)), "throw 000")
    assert view(position)["figures"]["red"]["stone"] is False


def test_t2_only_the_throwers_further_throws_are_lost() -> None:
    position = situation(mover="black", rights=(("black", "doublet"), ("red", "bonus")))
    position, events = run(position, "throw 000")
    lost = [event for event in events if event["type"] == "throws-lost"]
    assert [(event["seat"], event["kinds"]) for event in lost] == [("black", ["doublet"])]
    assert view(position)["offer"] == {"seat": "red", "kind": "bonus"}
    for owner, gone in (("red", []), ("white", []), ("black", ["throws-lost"])):
        _, events = run(situation(mover="black", rights=((owner, "doublet"),)), "throw 000")
        assert [kind for kind in types(events) if kind == "throws-lost"] == gone


@pytest.mark.parametrize("throw", ["throw 111", "throw 222"])
def test_t3_a_doublet_gives_a_further_throw_after_the_move(throw: str) -> None:
    position = after(situation(red=("labyrinth", "labyrinth")), throw)
    position = after(position, "stay magician", f"walk {ends(position, 'walk')[0]}")
    while view(position)["offer"]["kind"] == "spell":
        position = after(position, "decline")
    assert view(position)["offer"] == {"seat": "red", "kind": "doublet"}
    assert view(after(position, "decline"))["turn"] == "black"
    accepted = after(position, "accept")
    assert (view(accepted)["thrower"], view(accepted)["turn"]) == ("red", "red")
    assert view(accepted)["throw_wanted"]["kind"] == "pip"


def test_t3_each_doublet_gives_one_of_its_own() -> None:
    position = after(situation(red=("sun", "castle")), "throw 111", "stay magician", "walk forest", "accept")
    position = after(position, "throw 111", "stay magician")
    position = after(position, f"walk {ends(position, 'walk')[0]}")
    assert view(position)["rights"] == [{"seat": "red", "kind": "doublet"}]


def test_t3_is_judged_on_the_wands_not_on_the_doubled_reach() -> None:
    position = after(situation(red=("sun", "forest"), stones=("red",)), "throw 012")
    assert view(position)["rights"] == []
    assert view(position)["move"]["reach"] == [3, 6]


def test_t4_a_jump_over_two_places() -> None:
    position = after(situation(red=("forest", "life"), black=("house", "house")), "throw 200")
    assert ends(position, "jump") == ["tower", "life", "sun"]
    jumped, events = run(position, "jump tower")
    assert types(events) == ["jumped"], "the place in between has no effect"
    assert place_of(jumped, "black", "apprentice") == "house"
    assert rule(position, "jump a1") == "T4"


def test_t5_a_jump_of_two_does_not_end_where_it_began() -> None:
    position = after(situation(red=("forest", "sun")), "throw 200")
    assert rule(position, "jump forest") == "T5"


def test_t5_may_return_by_setting_but_never_to_life() -> None:
    settings = {"two_jump_may_return": True}
    _, events = run(situation(red=("forest", "forest"), settings=settings), "throw 200", "jump forest")
    assert events[-1]["type"] == "card-taken", "a jump that returns has ended there: the figures meet (C1)"
    on_life = after(situation(red=("life", "sun"), settings=settings), "throw 200")
    assert rule(on_life, "jump life") == "T9"
    free = after(situation(red=("life", "sun"), settings={**settings, "life_limit": False}), "throw 200")
    assert can(free, "jump life")


def test_t6_the_labyrinth_is_a_legal_end_but_no_suggestion() -> None:
    position = after(situation(red=("life", "sun")), "throw 100")
    assert "labyrinth" in ends(position, "jump")
    assert view(position)["lamps"]["labyrinth"] == ["target-magician", "possible"]
    assert view(position)["lamps"]["castle"] == ["target-magician"]


def test_t6_no_target_by_setting() -> None:
    position = after(situation(red=("castle", "sun"), settings={"labyrinth_is_target": False}), "throw 200")
    assert ends(position, "jump") == ["house", "mill"]
    assert rule(position, "jump labyrinth") == "T6"
    assert "labyrinth" in ends(after(situation(red=("castle", "sun")), "throw 200"), "jump")


@pytest.mark.parametrize(("throw", "targets"), [("throw 100", ["life"]), ("throw 200", ["house", "castle", "mill"])])
def test_t7_ways_out_of_the_labyrinth(throw: str, targets: list[str]) -> None:
    assert ends(after(situation(red=("labyrinth", "sun")), throw), "jump") == targets


def test_t8_he_need_not_leave_the_labyrinth() -> None:
    assert can(after(situation(red=("labyrinth", "sun")), "throw 100"), "stay magician")


def test_t8_must_leave_by_setting() -> None:
    stuck = situation(red=("labyrinth", "sun"), settings={"must_leave_labyrinth": True})
    assert rule(after(stuck, "throw 100"), "stay magician") == "T8"
    assert rule(after(stuck, "throw 200"), "stay magician") == "T8"
    assert view(after(stuck, "throw 010"))["move"]["magician"] == "none"


@pytest.mark.parametrize("throw", ["throw 100", "throw 200"])
def test_t9_he_must_leave_life(throw: str) -> None:
    position = after(situation(red=("life", "sun")), throw)
    assert rule(position, "stay magician") == "T9"
    assert rule(position, "jump life") == "T9"
    walked = after(position, f"walk {ends(position, 'walk')[0]}")
    assert rule(walked, "stay magician") == "T9", "the duty stays after the apprentice's walk"


def test_t9_with_zero_he_stays() -> None:
    assert view(after(situation(red=("life", "sun")), "throw 010"))["move"]["magician"] == "none"


def test_t9_who_jumps_onto_life_may_stay_there_for_this_move() -> None:
    position = after(situation(red=("castle", "sun")), "throw 100", "jump life", "walk d1")
    assert place_of(position, "red", "magician") == "life"


def test_t9_in_doublet_and_bonus_throws_too() -> None:
    position = situation(red=("life", "sun"), rights=())
    again = after(position, "throw 111", "jump castle", "walk mill", "accept", "throw 100", "jump life")
    again = after(again, f"walk {ends(again, 'walk')[0]}")
    assert place_of(again, "red", "magician") == "life"
    bonus = situation(turn="black", mover="red", red=("life", "sun"))
    assert rule(after(bonus, "throw 100"), "stay magician") == "T9"


def test_t9_off_by_setting() -> None:
    assert can(after(situation(red=("life", "sun"), settings={"life_limit": False}), "throw 100"), "stay magician")


def test_t9_first_pip_throw_free_by_setting() -> None:
    settings = {"life_limit_first_throw": False}
    first = after(situation(first_thrown=("black", "white"), settings=settings), "throw 100")
    assert can(first, "stay magician")
    later = after(situation(settings=settings), "throw 100")
    assert rule(later, "stay magician") == "T9"
    assert rule(after(situation(first_thrown=()), "throw 100"), "stay magician") == "T9", "default: no exception"


def test_t10_no_immediate_reversal() -> None:
    position = after(situation(red=("moon", "d1")), "throw 001")
    assert ends(position, "walk") == ["castle", "sun", "p1"]
    two = after(situation(red=("moon", "d1")), "throw 002")
    assert "d1" not in ends(two, "walk")
    assert ends(two, "walk") == ["c2", "e1", "g1"], "p1 is a dead end"


def test_t10_no_immediate_reversal_on_a_place() -> None:
    position = after(situation(red=("moon", "e1")), "throw 002")
    assert "e1" not in ends(position, "walk"), "not out and back over the sun"
    assert rule(position, "walk e1") == "T1"
    assert rule(after(situation(red=("moon", "sun")), "throw 012"), "walk e1") == "T10"


def test_t10_a_loop_may_come_back_to_its_start() -> None:
    position = after(situation(red=("moon", "e1")), "throw 021")
    assert can(position, "walk e1"), "e1-e2-o1-e1"
    walked = after(position, "walk e1")
    assert view(walked)["offer"] == {"seat": "red", "kind": "spell"}, "it has ended there: e1 is a symbol field"


def test_t10_figures_do_not_block() -> None:
    free = after(situation(red=("moon", "forest")), "throw 012")
    crowded = after(situation(red=("moon", "forest"), black=("sun", "a1"), white=("mill", "c1")), "throw 012")
    assert ends(free, "walk") == ends(crowded, "walk")


def test_t10_single_and_double_reach_are_one_action() -> None:
    position = after(situation(red=("moon", "forest"), stones=("red",)), "throw 021")
    found = ends(position, "walk")
    assert len(found) == len(set(found))
    assert {"castle", "house"} <= set(found)


def test_t11_only_without_any_walk_the_longest() -> None:
    position = after(situation(red=("moon", "forest"), board="star"), "throw 222")
    assert ends(position, "walk") == ["s"], "forest-a-life-b-house-s is the longest walk, five fields"
    assert rule(position, "walk house") == "T11"
    four = after(situation(red=("moon", "forest"), board="star"), "throw 022")
    assert "house" in ends(four, "walk") and "s" not in ends(four, "walk")


def test_t11_an_open_single_or_double_sum_excludes_the_longest() -> None:
    position = after(situation(red=("moon", "forest"), stones=("red",), board="star"), "throw 021")
    assert "s" not in ends(position, "walk"), "six fields exist nowhere, but three do"
    assert ends(position, "walk") == ["b", "c", "d", "e", "f", "g", "h"]


def test_t11_the_shortened_walk_counts_as_ended_there() -> None:
    position = after(situation(red=("moon", "forest"), board="star"), "throw 122", "stay magician", "walk s")
    assert view(position)["offer"] == {"seat": "red", "kind": "spell"}


def test_t11_stay_by_setting() -> None:
    settings = {"short_walk": "stay"}
    position, events = run(situation(red=("moon", "forest"), board="star", settings=settings), "throw 222")
    assert ends(position, "walk") == []
    assert [event["rule"] for event in events if event["type"] == "stayed"] == ["T11"]
    assert rule(position, "walk s") == "T11"


def test_t12_walking_into_the_labyrinth_keeps_the_stone() -> None:
    position = after(situation(red=("moon", "j1"), stones=("red",)), "throw 001", "walk labyrinth")
    assert place_of(position, "red", "apprentice") == "labyrinth"
    assert view(position)["figures"]["red"]["stone"] is True


def test_t12_he_leaves_it_by_walking_and_may_pass_through() -> None:
    assert ends(after(situation(red=("moon", "labyrinth")), "throw 001"), "walk") == ["j2", "k1", "l1"]
    assert "tower" in ends(after(situation(red=("moon", "j2")), "throw 012"), "walk")

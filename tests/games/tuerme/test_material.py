"""M1-M7 and S1-S6: the box and the set-up."""

from __future__ import annotations

import pytest

from companion.games import Invalid, Json
from companion.games.tuerme import GAME
from companion.games.tuerme.box import COLOURS, load_box
from tests.games.tuerme.table import BOX, Table, table


def start(seats: int = 2, **options: object) -> Table:
    header = GAME.header({"seats": list(COLOURS[:seats]), **options})
    return Table(GAME.start(header))


def test_m1_sixteen_spaces_with_shields_on_four_follow_one_another_in_a_ring() -> None:
    spaces = start().view["spaces"]
    assert [each["space"] for each in spaces] == list(range(1, 17))
    assert [each["space"] for each in spaces if each["shield"]] == [1, 5, 9, 13]
    assert GAME.lamp_numbers(GAME.header({})) == {str(space): (space - 1,) for space in range(1, 17)}
    assert GAME.positions(GAME.header({}))["1"] == (180.0, 0.0)
    walked = table({16: "b"}, keep=8).do("card w1", "walk b 16")
    assert walked.at(1) == "b"


def test_m2_five_of_nine_towers_bear_a_shield() -> None:
    towers = [tower for space in start().view["spaces"] for tower in space["towers"]]
    assert [each["tower"] for each in towers] == [f"t{number}" for number in range(1, 10)]
    assert [each["tower"] for each in towers if each["shield"]] == ["t1", "t3", "t5", "t7", "t9"]


def test_m3_one_keep_on_the_ground_or_on_a_topmost_tower() -> None:
    assert [each["space"] for each in start().view["spaces"] if each["keep"]] == [1]
    on_tower = table({4: "/1"}, keep=4)
    assert on_tower.view["spaces"][3]["keep"]
    assert on_tower.do("card t2", "tower t1").keep == 6


def test_m4_colours_have_as_many_wizards_as_the_box_holds() -> None:
    assert BOX.wizards == {"blue": 5, "yellow": 5, "red": 4, "green": 4, "orange": 3, "violet": 3}
    for seats in (["blue", "red"], ["blue", "yellow", "violet"], ["blue", "yellow", "green", "orange"]):
        with pytest.raises(Invalid, match="M4"):
            GAME.header({"seats": seats})
    assert GAME.header({"seats": ["yellow", "blue"]})["seats"] == ["yellow", "blue"]
    assert len(GAME.header({"seats": list(COLOURS)})["seats"]) == 6


def test_m5_ninety_cards_in_twenty_three_types() -> None:
    assert sum(BOX.copies) == 90 and len(BOX.cards) == 23
    spread = {card.name: copies for card, copies in zip(BOX.cards, BOX.copies, strict=True)}
    assert sum(spread[f"w{n}"] + spread[f"t{n}"] for n in range(1, 6)) == 40
    assert [spread[name] for name in ("e1", "t5w1", "t2w4", "e-die", "t-die2", "w-die3")] == [3, 6, 6, 6, 3, 1]
    both = next(card for card in BOX.cards if card.name == "t4w2")
    assert (both.wizard, both.tower, both.rolls) == (2, 4, 0)
    assert [each["card"] for each in start().legal("card")] == [card.name for card in BOX.cards]


def test_m6_a_bottle_goes_empty_full_spent() -> None:
    assert load_box("default").players[2][1] == 6
    filled = table({2: "/1", 5: "y"}).do("card t3", "tower t1")
    assert [filled.of("b", each) for each in ("empty", "full", "spent")] == [5, 1, 0]
    spent = filled.do("cast b tower_forward t1")
    assert [spent.of("b", each) for each in ("empty", "full", "spent")] == [5, 0, 1]


def test_m7_the_die_shows_one_to_six() -> None:
    rolling = start().do("card e-die")
    wanted = GAME.throw_wanted(rolling.position)
    assert wanted is not None and (wanted.seat, wanted.wands, wanted.needs) == ("blue", ("die",), "top")
    assert GAME.throw_action(rolling.position, {"die": {"top": 4}}) == {"type": "roll", "value": 4}
    assert [rolling.do(f"roll {n}").view["turn"]["wizard"] for n in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    for seen in (0, 7):
        with pytest.raises(Invalid):
            rolling.do(f"roll {seen}")
    with pytest.raises(Invalid):
        GAME.throw_action(rolling.position, {})


def test_s1_keep_on_one_and_towers_after_it_with_shields_alternating() -> None:
    spaces = start().view["spaces"]
    assert start().keep == 1
    assert [[each["tower"] for each in space["towers"]] for space in spaces[1:10]] == [[f"t{n}"] for n in range(1, 10)]
    assert not any(space["towers"] for space in (spaces[0], *spaces[10:]))


@pytest.mark.parametrize(("seats", "wizards", "bottles"), [(2, 5, 6), (3, 4, 5), (4, 4, 5), (5, 3, 4), (6, 3, 4)])
def test_s2_wizards_and_bottles_by_the_number_of_players(seats: int, wizards: int, bottles: int) -> None:
    for player in start(seats).view["players"].values():
        assert (player["wizards"], player["bottles"], player["empty"], player["full"]) == (wizards, bottles, bottles, 0)


def test_s3_wizards_start_in_turn_on_the_first_tower_with_room() -> None:
    three = start(3, start="yellow")
    assert [three.at(space) for space in range(2, 8)] == ["/1byr", "/2byr", "/3byr", "/4yr", "/5b", "/6"]
    crowds = [sum(space["visible"].values()) for space in three.view["spaces"][1:10]]
    assert crowds == [3, 3, 3, 2, 1, 0, 0, 0, 0]
    assert start(2).at(2) == "/1bby" and start(2).at(3) == "/2byy"
    full = [sum(space["visible"].values()) for space in start(6).view["spaces"][1:10]]
    assert full == [3, 3, 3, 2, 2, 2, 1, 1, 1]


def test_s4_the_start_player_is_agreed_and_play_goes_clockwise() -> None:
    begun = start(3, start="red")
    order = [begun.asked]
    for _ in range(3):
        begun = begun.do("hand", "stay", "over")
        order.append(begun.asked)
    assert order == ["r", "b", "y", "r"]
    with pytest.raises(Invalid, match="S4"):
        GAME.header({"start": "violet"})


def test_s5_spells_lie_open_and_piggyback_only_in_the_master_variant() -> None:
    def laid(**settings: object) -> list[Json]:
        return [each["spell"] for each in start(settings=settings).view["spells"]]

    assert laid() == ["wizard_forward", "tower_forward"]
    assert laid(spells=["keep", "swap"]) == ["swap", "keep"]
    assert len(laid(mode="master")) == 8 and laid(mode="master", spells=["free"]) == ["free"]
    assert laid(spells=[]) == []
    with pytest.raises(Invalid, match="S5"):
        laid(spells=["piggyback"])
    for bad in (["fly"], ["keep", "keep"], "keep"):
        with pytest.raises(Invalid):
            laid(spells=bad)


def test_s6_hands_are_never_asked_for_and_any_type_may_be_entered() -> None:
    begun = start(2)
    assert begun.view["pile"] == 84
    assert "hand" not in begun.view and len(begun.legal("card")) == 23
    assert len(begun.do("card w1", "walk b 2").legal("card")) == 23

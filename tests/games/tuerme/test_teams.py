"""G1-G8 and E1-E6: teams and the end."""

from __future__ import annotations

import pytest

from companion.games import Invalid
from companion.games.tuerme import GAME
from tests.games.tuerme.table import Table, table


def team(columns: dict[int, str], **more: object) -> Table:
    return table(columns, seats="byrg", teams="yes", **more)  # type: ignore[arg-type]


def ranking(played: Table) -> list[str]:
    return ["".join(seat[0] for seat in rank) for rank in played.view["ranking"]]


@pytest.mark.parametrize("teams", ["yes", "no"])
def test_g1_partners_sit_opposite_and_only_four_or_six_play_in_teams(teams: str) -> None:
    begun = table({3: "/1", 5: "y"}, seats="byrg", teams=teams, empty={"b": 0})
    caught = begun.do("card t2", "tower t1")
    assert caught.of("r", "full") == (1 if teams == "yes" else 0)
    for seats in (["blue", "yellow"], ["blue", "yellow", "red", "green", "orange"]):
        with pytest.raises(Invalid, match="G1"):
            GAME.header({"seats": seats, "settings": {"teams": "yes"}})


def test_g2_one_exchange_of_cards_while_a_card_is_still_to_be_played() -> None:
    begun = team({3: "/1", 16: "b"})
    assert begun.can("exchange b") and begun.can("exchange r")
    assert begun.why("exchange y") == "G2 exchange-team"
    noted = begun.do("exchange r")
    assert noted.view["turn"]["exchanged"] and noted.why("exchange b") == "G2 exchange-late"
    assert begun.do("card t1").can("exchange b")
    assert not begun.do("card t1", "tower t1", "card t1").can("exchange b") and not begun.do("hand").can("exchange b")
    assert noted.do("hand", "stay", "over").can("exchange y")
    assert table({3: "/1"}, seats="byrg").why("exchange b") == "G1 no-teams"


def test_g3_whoever_has_all_in_moves_his_partners() -> None:
    begun = team({14: "r", 5: "b"}, home="bbb")
    assert begun.do("card w3").why("walk r 14") == "W1 wizard-not-own"
    assert team({14: "r", 16: "r"}, home="bbbb").do("card w3").can("walk r 14")
    entered = team({15: "r", 7: "r"}, home="bbbb").do("card w2", "walk r 15")
    assert (entered.of("r", "home"), entered.phase) == (1, "end")


def test_g4_with_none_of_his_own_empty_he_fills_his_partners() -> None:
    caught = team({3: "/1", 5: "y"}, empty={"b": 0}).do("card t2", "tower t1")
    assert (caught.of("r", "full"), caught.happened("bottle-filled")[0]["rule"]) == (1, "G4")
    own = team({3: "/1", 5: "y"}).do("card t2", "tower t1")
    assert (own.of("b", "full"), own.of("r", "full")) == (1, 0)
    none = team({3: "/1", 5: "y"}, empty={"b": 0, "r": 0}).do("card t2", "tower t1")
    assert none.happened("bottle-filled") == []


def test_g5_the_goal_is_that_of_both() -> None:
    half = team({16: "b", 4: "r"}, home="bbbrrr", empty={"b": 0, "r": 0}).do("card w1", "walk b 16")
    assert not half.view["last_round"]
    both = team({16: "b"}, home="bbbrrrr", empty={"b": 0, "r": 0}).do("card w1", "walk b 16")
    assert both.view["last_round"]


@pytest.mark.parametrize(("setting", "phase"), [("at-once", "over"), ("round", "end")])
def test_g6_the_game_ends_at_once_or_after_the_round(setting: str, phase: str) -> None:
    done = team({16: "b"}, home="bbbrrrr", empty={"b": 0, "r": 0}, team_end=setting).do("card w1", "walk b 16")
    assert done.phase == phase
    if phase == "over":
        assert ranking(done)[0] == "br"


def test_g7_full_bottles_may_be_handed_to_the_partner_and_stay_filled_for_the_giver() -> None:
    begun = team({3: "/1", 16: "b"}, full={"b": 2})
    given = begun.do("give b", "give b")
    assert (given.of("r", "full"), given.of("b", "full"), given.of("b", "filled")) == (2, 0, 2)
    assert given.why("give b") == "G7 give-none" and given.can("give r")
    assert begun.do("card t1").can("give b") and not begun.do("card e-die").can("give b")
    assert table({3: "/1"}, full={"b": 2}).why("give b") == "G1 no-teams"


def test_g8_freeing_works_on_the_partner_too_and_he_chooses() -> None:
    lifted = team({3: "br/1"}, full={"b": 2}, spells="free").do("cast b free t1")
    assert [each["colour"] for each in lifted.legal("free")] == ["blue", "red"]
    assert lifted.do("free b r").at(3) == "b/1r"
    alone = table({3: "r/1"}, seats="byrg", full={"b": 2}, spells="free").do("cast b free t1")
    assert alone.why("free b r") == "X8 not-under"


def test_e1_the_goal_is_all_bottles_filled_and_all_wizards_in() -> None:
    assert not table({16: "b"}, home="bbbb", empty={"b": 1}).do("card w1", "walk b 16").view["last_round"]
    assert not table({16: "b", 4: "b"}, home="bbb", empty={"b": 0}).do("card w1", "walk b 16").view["last_round"]
    assert table({16: "b"}, home="bbbb", empty={"b": 0}).do("card w1", "walk b 16").view["last_round"]


def test_e2_the_round_is_played_to_its_end() -> None:
    first = table({16: "b", 4: "y"}, home="bbbb", empty={"b": 0}).do("card w1", "walk b 16", "over")
    assert (first.phase, first.asked) == ("card", "y")
    assert first.do("hand", "stay", "over").phase == "over"
    last = table({16: "b", 4: "y"}, home="bbbb", empty={"b": 0}, start="y").do("card w1", "walk b 16", "over")
    assert last.phase == "over"
    assert last.why("card w1") == "E2 over" and last.asked == "" and last.legal("card") == []


def ended(**more: object) -> Table:
    home, empty = "bbbbbyyyy", {"b": 0, "y": 0}
    begun = table({16: "y"}, home=home, empty=empty, flags="l", active="y", **more)  # type: ignore[arg-type]
    return begun.do("card w1", "walk y 16", "over")


def test_e3_most_full_bottles_win_and_equals_share() -> None:
    assert ranking(ended(full={"b": 1, "y": 2})) == ["y", "b"]
    assert ranking(ended(full={"b": 2, "y": 1})) == ["b", "y"]
    assert ranking(ended(full={"b": 2, "y": 2})) == ["by"]


def test_e4_the_others_rank_by_wizards_and_filled_bottles_then_full_ones() -> None:
    begun = table(
        {16: "b"}, seats="byrg", home="bbbyyrrg", empty={"b": 0, "y": 3, "r": 3, "g": 1}, active="b",
        full={"y": 1, "r": 1, "g": 2}, start="y",
    )  # fmt: skip
    assert ranking(begun.do("card w1", "walk b 16", "over")) == ["b", "g", "yr"]


def test_e5_all_in_and_nobody_at_the_goal_ends_the_game_at_once() -> None:
    over = table({16: "b"}, home="bbbbyyyyy", empty={"b": 1, "y": 2}).do("card w1", "walk b 16")
    assert over.phase == "over" and ranking(over) == ["b", "y"]
    assert over.happened("over")[0]["rule"] == "E5"


def test_e6_who_has_all_in_but_a_bottle_empty_plays_on_with_towers() -> None:
    begun = table({3: "/1", 5: "y"}, home="bbbbb", empty={"b": 1})
    assert begun.do("card w3").legal("walk") == [] and begun.do("card w3").can("waste")
    assert begun.do("card t2", "tower t1").view["last_round"]

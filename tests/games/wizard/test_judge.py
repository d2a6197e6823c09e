"""J1-J6, T6, O8: the judge, only when asked."""

from __future__ import annotations

import pytest

from companion.games.wizard import GAME
from companion.games.wizard.block import Tapped
from companion.games.wizard.judge import (
    Allowed,
    Revoke,
    allowed,
    doubtful,
    impossible,
    impossible_of_seat,
    revokes,
    verdict,
)
from tests.games.wizard.table import Notes, rule


@rule("J1", "T5")
def test_who_wins_or_leads_so_far() -> None:
    won = verdict(["B7", "J", "R1", "W"], "red")
    assert won is not None and (won.at, won.rule) == (3, "W1")
    so_far = verdict(["B7", "R1"], "red")
    assert so_far is not None and (so_far.at, so_far.rule) == (1, "W2")
    assert verdict(["B7", "R1"], None) is None


@rule("J2")
def test_was_that_allowed_without_and_with_a_hand() -> None:
    assert allowed(["G3"], "B2") == Allowed("without", "green")
    assert allowed(["G3"], "J") == Allowed("yes", "green")
    assert allowed(["W"], "B2") == Allowed("yes", None)
    assert allowed(["G3"], "B2", ["B2", "G1", "W"]) == Allowed("no", "green", ("G1", "W"))
    assert allowed(["G3"], "B2", ["R1"]) == Allowed("yes", "green", ("B2", "R1"))
    assert allowed(["G3"], "B2", ["G1"], one_colour=True).answer == "yes"


@rule("J3", "T6")
def test_cards_that_cannot_be() -> None:
    assert impossible(["B1"] * 4, 3, None) == ("too-many-cards", "B1")
    assert impossible(["B1", "B2", "B1"], 3, None) == ("card-twice", "B1")
    assert impossible(["B1"], 3, None, [Tapped(0, ("B1", "B2", "B3"), 2)]) == ("card-twice", "B1")
    assert impossible(["W"] * 4, 4, None) is None
    assert impossible(["W"] * 4, 4, "wizard") == ("too-many-of-kind", "W")
    assert impossible(["J"] * 4, 4, "jester") == ("too-many-of-kind", "J")
    reds = [Tapped(0, tuple(f"R{n}" for n in range(at, at + 4)), 0) for at in (1, 5, 9)]
    assert impossible(["R13"], 4, "red", reds) == ("too-many-of-kind", "R13")
    assert impossible(["R13"], 4, "blue", reds) is None


@rule("J4")
def test_a_revoke_is_shown_with_both_tricks() -> None:
    tricks = [Tapped(0, ("G5", "B2", "G1"), 0), Tapped(0, ("R1", "G9", "R3"), 2)]
    assert revokes(tricks, 3) == (Revoke(1, "green", 0, 1),)
    assert revokes([Tapped(0, ("G5", "W", "G1"), 1), Tapped(1, ("G9", "R1", "G3"), 1)], 3) == ()
    notes = Notes(dealer=2).round((0, 0, 0), (1, 0, 0)).do("mend", round=2, dealer=2).bids(0, 0, 0)
    notes.do("trick", winner=0, cards="G5 B2 G1").do("trick", winner=2, cards="Y1 G9 Y3")
    assert notes.view()["done"][1]["revokes"] == [{"seat": "fox", "colour": "green", "denied": 0, "shown": 1}]


def test_a_revoke_of_a_late_trick_is_found_in_each_later_one() -> None:
    plain = Tapped(0, ("R1", "R2", "R3"), 2)
    denied, shown = Tapped(2, ("G5", "G1", "B2"), 2), Tapped(2, ("Y1", "Y2", "G9"), 1)
    assert revokes([plain, plain, denied, shown], 3) == (Revoke(1, "green", 2, 3),)
    assert revokes([denied, plain, shown, shown], 3) == (Revoke(1, "green", 0, 2), Revoke(1, "green", 0, 3))
    assert revokes([shown, denied], 3) == ()


@pytest.mark.parametrize(
    ("leader", "cards", "winner", "trump", "doubted"),
    [
        (0, "B7 R1 B9", 1, "red", False),
        (0, "B7 R1 B9", 1, "green", True),
        (0, "B9 R1 B7", 1, "green", True),
        (2, "B7 R1 B9", 0, "red", False),
        (2, "B7 R1 B9", 1, "red", True),
        (1, "B7 B8 B9", 0, "red", False),
        (0, "B7 R1 B9", 1, None, False),
    ],
)
def test_a_tapped_trick_is_doubtful_where_the_judge_gives_it_to_another(
    leader: int, cards: str, winner: int, trump: str | None, doubted: bool
) -> None:
    trick = Tapped(leader, tuple(cards.split()), winner)
    assert doubtful(Notes().block, [trick], trump, None) == ((0,) if doubted else ())


@rule("J5")
def test_a_verdict_becomes_a_trick_when_it_is_taken_over() -> None:
    notes = Notes(dealer=2).bids(0, 0, 0)
    assert notes.refused("trick", winner=0, cards="B7 R1") == "J5"
    assert notes.refused("trick", winner=0, cards="B7 R1 B9") == "W2"
    assert notes.refused("trick", winner=0, cards="B7 B7 B9") == "J3"
    notes.do("trick", winner=1, cards="B7 R1 B9")
    assert notes.block.done[0].tapped == (Tapped(0, ("B7", "R1", "B9"), 1),)
    blind = Notes(dealer=2).do("turn", card="unknown").bids(0, 0, 0)
    assert blind.refused("trick", winner=0, cards="B7 R1 B9") == "T5"


@rule("J6")
def test_a_ruling_is_noted_and_changes_nothing() -> None:
    notes = Notes().bids(0, 0, 0)
    before = GAME.encode(notes.block)
    for choice in ("taken-back", "stands"):
        assert notes.do("ruling", choice=choice).events[0]["choice"] == choice
    assert GAME.encode(notes.block) == before
    assert Notes().refused("ruling", choice="stands") == "J6"


@rule("O8")
def test_one_colour_a_seat_plays_one_colour_and_each_value_once() -> None:
    earlier = [Tapped(0, ("B1", "R1", "G1"), 0)]
    assert impossible_of_seat(Tapped(0, ("B2", "R2", "G2"), 0), 3, earlier) is None
    assert impossible_of_seat(Tapped(0, ("B1", "R2", "G2"), 0), 3, earlier) == ("card-twice", "B1")
    assert impossible_of_seat(Tapped(1, ("B2", "R2", "G2"), 0), 3, earlier) == ("other-colour", "B2")
    assert impossible(["B1", "B2"], 3, "none", (), one_colour=True) == ("colour-twice", "B2")
    notes = Notes(dealer=2, game="one-colour").bids(0, 0, 0).do("trick", winner=0, cards="B1 R1 G1")
    assert notes.refused("trick", winner=0, cards="B1 R2 G2") == "O8"
    assert notes.refused("trick", winner=0, cards="B2 B3 G2") == "O8"

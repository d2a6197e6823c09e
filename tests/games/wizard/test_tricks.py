"""Cards and tricks: M, L, W, O5, O6."""

from __future__ import annotations

import pytest

from companion.games.wizard.cards import DECK, is_card, kind, value
from companion.games.wizard.trick import asked_colour, follows, may_play, sure_winner, winner
from tests.games.wizard.table import Notes, rule


def won(cards: str, trump: str = "none", one_colour: bool = False) -> tuple[str, str]:
    """The card that wins with its place, and the rule."""
    played = cards.split()
    found = winner(played, trump, one_colour)
    return f"{found.at}:{played[found.at]}", found.rule


@rule("M1")
def test_the_deck_has_sixty_cards() -> None:
    assert len(DECK) == 60 and len(set(DECK)) == 54
    assert DECK.count("W") == DECK.count("J") == 4
    assert [is_card(card) for card in ("B13", "Y1", "B0", "B14", "b7", "", 7, None)] == [True, True] + [False] * 6


@rule("M2")
def test_values_rise_from_jester_to_wizard() -> None:
    assert [value(card) for card in ("J", "R1", "R13", "W")] == [0, 1, 13, 14]
    assert [kind(card) for card in ("J", "R1", "G2", "W")] == ["jester", "red", "green", "wizard"]


@rule("M3")
def test_a_block_needs_no_card_but_the_kind_of_the_turned_one() -> None:
    notes = Notes().do("turn", card="unknown").bids(0, 1, 0).do("trick", winner=1)
    assert notes.block.done[0].tapped == () and notes.block.done[0].turned is None


@rule("L2", "L3", "L5")
def test_the_asked_colour_is_followed_and_wizards_and_jesters_are_free() -> None:
    assert may_play([], ["G1", "B2"]) == ("G1", "B2")
    assert may_play(["G5"], ["G1", "B2", "W", "J", "G1"]) == ("G1", "W", "J")
    assert follows(["G5"], "W") and follows(["G5"], "J") and not follows(["G5"], "B2")


@rule("L4")
def test_who_has_none_may_throw_off_or_trump() -> None:
    assert may_play(["G5"], ["B2", "R1", "W"]) == ("B2", "R1", "W")
    assert may_play(["G5", "R9"], ["G1", "G13"]) == ("G1", "G13"), "no duty to go higher"


@rule("L6")
def test_a_wizard_that_leads_asks_nothing() -> None:
    assert asked_colour(["W"]) is asked_colour(["W", "R13"]) is None
    assert won("W R13 J") == ("0:W", "W1")


@rule("L7")
def test_after_jesters_the_first_other_card_asks() -> None:
    assert asked_colour(["J"]) is None
    assert asked_colour(["J", "G3"]) == asked_colour(["J", "J", "G3", "B13"]) == "green"
    assert won("J G3 G9 B13") == ("2:G9", "W3")


@rule("L8")
def test_after_jesters_a_wizard_asks_nothing() -> None:
    assert asked_colour(["J", "W"]) is asked_colour(["J", "W", "G3"]) is None


@rule("L9")
def test_a_wizard_or_jester_after_the_asking_card_changes_nothing() -> None:
    assert asked_colour(["G3", "W", "J"]) == "green"
    assert may_play(["G3", "W"], ["G1", "R2"]) == ("G1",)


@rule("W1", "W2", "W3")
def test_the_first_wizard_then_the_highest_trump_then_the_highest_of_the_asked_colour() -> None:
    assert won("R5 W R13 W", "red") == ("1:W", "W1")
    assert won("B13 R2 R5", "red") == ("2:R5", "W2")
    assert won("B3 Y13 B7 J", "red") == ("2:B7", "W3")
    assert won("B7 J R1 W", "red") == ("3:W", "W1")


@rule("W4")
def test_of_jesters_alone_the_first_wins() -> None:
    assert won("J J J", "blue") == ("0:J", "W4")
    assert won("J J B1", "red") == ("2:B1", "W3")


@rule("O5", "O6")
def test_one_colour_the_highest_value_wins_of_equals_the_first() -> None:
    assert won("B7 R9 G9", one_colour=True) == ("1:R9", "O6")
    assert won("J W B13 W", one_colour=True) == ("1:W", "O6")
    assert won("J J J", one_colour=True) == ("0:J", "O6")
    assert may_play(["G5"], ["G1", "J", "B2"], one_colour=True) == ("G1", "J", "B2")


@rule("T5")
def test_without_trump_noted_the_judge_answers_only_where_it_does_not_matter() -> None:
    assert sure_winner(["B7", "B9", "B1"], None) is not None
    assert sure_winner(["B7", "R9", "B1"], None) is None
    assert sure_winner(["R9", "W", "B1"], None) is not None
    assert sure_winner(["J", "J", "J"], None) is not None


@pytest.mark.parametrize(("cards", "best"), [("J G3 G9 B13", "2:G9"), ("J J J", "0:J"), ("W R13 J", "0:W")])
def test_the_examples_of_the_rules(cards: str, best: str) -> None:
    assert won(cards)[0] == best

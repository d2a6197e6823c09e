"""The rules and a naive second program say the same."""

from __future__ import annotations

import random
from itertools import combinations, permutations

import pytest

from companion.games import Json
from companion.games.wizard import GAME
from companion.games.wizard.block import Block, totals
from companion.games.wizard.simulation import Tally, any_header, play
from companion.games.wizard.trick import may_play, winner
from tests.games.wizard import naive
from tests.games.wizard.table import Notes

REDUCED = ["B1", "B2", "R1", "R2", "G1", "W", "W", "J", "J"]
TRUMPS = {"none": None, "blue": "B", "red": "R", "green": "G", "yellow": "Y"}


@pytest.mark.parametrize("seats", [3, 4])
def test_all_tricks_of_a_reduced_deck(seats: int) -> None:
    for cards in set(permutations(REDUCED, seats)):
        assert winner(cards, "none", one_colour=True).at == naive.take_one_colour(list(cards))
        for trump, letter in TRUMPS.items():
            assert winner(cards, trump).at == naive.take(list(cards), letter), (cards, trump)


def test_all_hands_of_two_after_all_cards_of_a_reduced_deck() -> None:
    for count in range(3):
        for before in set(permutations(REDUCED, count)):
            for hand in set(combinations(REDUCED, 2)):
                mine = may_play(before, hand)
                assert mine and set(mine) == naive.right(list(before), list(hand)), (before, hand)


@pytest.mark.parametrize(("seats", "tricks"), [(3, 1), (3, 2), (3, 3), (4, 1), (4, 2)])
def test_all_bid_sequences_of_small_rounds_under_plus_minus_one(seats: int, tricks: int) -> None:
    notes = Notes(seats, dealer=0, sum="not-equal")
    for number in range(1, tricks):
        notes.do("round", bids=(0,) * seats, tricks=(number, *(0,) * (seats - 1)), turned="red")
    first = notes.do("turn", card="red").block
    assert sorted(_sequences(first)) == sorted(naive.sequences(seats, tricks))


def _sequences(block: Block) -> list[tuple[int, ...]]:
    if block.playing is not None and None not in block.playing.bids:
        return [()]
    return [(action["bid"], *rest) for action in GAME.legal(block) for rest in _sequences(GAME.apply(block, action)[0])]


@pytest.mark.parametrize("seed", range(12))
def test_seeded_games_with_mendings_have_the_same_sheet(seed: int) -> None:
    rng = random.Random(seed)
    header = any_header(rng.randrange)
    block = GAME.start(header)
    for action in play(header, rng.randrange, Tally()):
        block, _ = GAME.apply(block, action)
    assert [list(row) for row in totals(block)] == naive.sheet(
        [(list(each.bids), list(each.tricks)) for each in block.done]
    )


def _tells(block: Block, role: str | None, action: Json) -> tuple[object, ...]:
    after, events = GAME.apply(block, action)
    return GAME.tell(action, events, role), GAME.view(after, role)


@pytest.mark.parametrize("mode", ["hidden", "secret"])
def test_what_others_are_told_does_not_depend_on_an_unseen_bid(mode: str) -> None:
    block = Notes(4, bids=mode).round((1, 0, 0, 0), (1, 0, 0, 0)).do("turn", card="red").block
    for role in ("fox", None):
        told = [_tells(block, role, {"type": "bid", "seat": "owl", "bid": bid}) for bid in (0, 1, 2)]
        assert told[0] == told[1] == told[2]
    own = [_tells(block, "owl", {"type": "bid", "seat": "owl", "bid": bid}) for bid in (0, 2)]
    assert own[0] != own[1]

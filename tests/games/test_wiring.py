"""The order of the lamps: every spot once, with little wire."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import wiring
from companion.games.dreimagier.board import load_board


def test_a_row_is_wired_from_its_end() -> None:
    assert wiring.order({"c": (300, 0), "a": (0, 0), "b": (100, 0), "d": (400, 0)}) == ["a", "b", "c", "d"]
    assert wiring.order({}) == [] and wiring.order({"a": (5, 5)}) == ["a"]


def test_the_shipped_board_is_wired_with_little_more_than_a_step_a_lamp() -> None:
    board = load_board("default")
    spots = {node: board.positions_mm[node] for node in board.nodes}
    assert wiring.length(wiring.order(spots), spots) < 2400, "48 lamps"


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=1, max_size=6, unique=True))
def test_little_is_lost_against_the_best_order(found: list[tuple[int, int]]) -> None:
    spots = {f"n{number}": spot for number, spot in enumerate(found)}
    way = wiring.order(spots)
    assert sorted(way) == sorted(spots)
    best = min(wiring.length([way[0], *rest], spots) for rest in permutations(way[1:]))
    assert wiring.length(way, spots) <= 1.6 * best

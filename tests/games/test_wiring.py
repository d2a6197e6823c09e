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


def test_where_the_wire_comes_in_is_the_builders_choice() -> None:
    spots = {"a": (0.0, 0.0), "b": (100.0, 0.0), "c": (200.0, 0.0)}
    assert wiring.order(spots, first="c") == ["c", "b", "a"]


@given(st.lists(st.tuples(st.integers(0, 480), st.integers(0, 480)), min_size=2, max_size=12, unique=True))
def test_no_piece_turned_round_or_moved_to_its_other_end_saves_wire(found: list[tuple[int, int]]) -> None:
    spots = {f"n{number:02}": spot for number, spot in enumerate(found)}
    way = wiring.order(spots, first="n00")
    assert way[0] == "n00" and sorted(way) == sorted(spots)
    pieces = [(a, b) for a in range(1, len(way)) for b in range(a + 2, len(way) + 1)]
    others = [way[:a] + way[a:b][::-1] + way[b:] for a, b in pieces]
    others += [[*way[:a], *way[a + 1 : b], way[a], *way[b:]] for a, b in pieces]
    others += [[*way[:a], way[b - 1], *way[a : b - 1], *way[b:]] for a, b in pieces]
    assert all(wiring.length(way, spots) <= wiring.length(each, spots) + 1e-5 for each in others)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=1, max_size=6, unique=True))
def test_little_is_lost_against_the_best_order(found: list[tuple[int, int]]) -> None:
    spots = {f"n{number}": spot for number, spot in enumerate(found)}
    way = wiring.order(spots)
    assert sorted(way) == sorted(spots)
    best = min(wiring.length([way[0], *rest], spots) for rest in permutations(way[1:]))
    assert wiring.length(way, spots) <= 1.4 * best

"""A board file is read strictly: every fault is named with the key where it stands, and only that."""

from __future__ import annotations

import copy
import tomllib
from itertools import pairwise
from typing import Any

import pytest

from companion.games import Invalid, Json
from companion.games.dreimagier.board import GRID, PLACES, WAYS, load_board, shipped_text
from companion.games.dreimagier.boardfile import faults_of

TINY = shipped_text("tiny")


def board(**changes: Any) -> list[str]:
    """The faults of the tiny board with some of its parts replaced (None: left out)."""
    data = {**tomllib.loads(TINY), **changes}
    return [fault.where for fault in faults_of({key: value for key, value in data.items() if value is not None})]


def part(name: str, **changes: Any) -> Json:
    """A table of the tiny board with some entries replaced (None: left out)."""
    found = {**copy.deepcopy(tomllib.loads(TINY))[name], **changes}
    return {name: {key: value for key, value in found.items() if value is not None}}


PLAIN: list[tuple[str, Any]] = [
    *(("name", value) for value in (None, 7, "", "  ", "a\nb")),
    *(("surveyed", value) for value in (None, 0, "false")),
    *(("mount", value) for value in (7, True)),
    *(("size_mm", [480, value]) for value in (0, -1, "a", True, 100_000, float("nan"), float("inf"))),
    *(("size_mm", value) for value in (None, 480, [480], [480, 480, 480], [0, 480])),
    *(("ways", value) for value in (None, 7, {})),
    *(("trails", value) for value in (None, 7, [])),
    *(("symbols", value) for value in (None, 7, [7])),
    *(("symbol_count", value) for value in (-1, True, "8", 8.0)),
    *(("positions", value) for value in (None, 7)),
    *(("places", value) for value in (None, 7)),
    ("lamps", 7),
    ("author", "me"),
]


@pytest.mark.parametrize(("key", "value"), PLAIN)
def test_m3_a_wrong_value_of_a_board_file_is_named(key: str, value: Any) -> None:
    found = board(**{key: value})
    assert key in found
    assert set(found) == {key} or key in ("trails", "symbols")


def test_m3_what_a_board_file_may_say() -> None:
    assert board() == []
    assert board(mount=None) == board(lamps=None) == board(mount="overlay") == board(name=" a ") == []
    assert board(size_mm=[441, 99_999]) == []
    assert board(symbol_count=0, symbols=[]) == board(symbol_count=1, symbols=["a"]) == []
    assert board(**part("positions", k=[0, 480.0])) == []
    assert board(**part("positions", k=[-0.1, 40])) == board(**part("positions", k=[40, 480.5])) == ["positions.k"]
    assert board(**part("lamps", forest=[], k=[1_000])) == []
    assert load_board(TINY.replace('mount = "none"\n', "")).mount == "none"
    assert load_board(TINY.replace('mount = "none"\n', 'mount = "overlay"\n')).mount == "overlay"


@pytest.mark.parametrize("place", PLACES)
def test_m1_every_place_has_its_seat_on_the_grid(place: str) -> None:
    row, column = GRID[place]
    for seat in (
        [row + 1, column],
        [row - 1, column],
        [row, column + 1],
        [row, column - 1],
        [row],
        [column, row, 1],
        1,
    ):
        assert board(**part("places", **{place: seat})) == [f"places.{place}"]
    assert board(**part("places", **{place: None})) == [f"places.{place}"]
    assert board(**part("places", pub=[1, 1], inn=[1, 1])) == ["places.pub", "places.inn"]


@pytest.mark.parametrize("way", WAYS)
def test_m2_every_way_is_stated_once(way: tuple[str, str]) -> None:
    ways = [list(pair) for pair in WAYS if pair != way]
    assert board(ways=ways) == ["ways"]
    assert board(ways=[*ways, [way[1], way[0]]]) == board(ways=[list(way), *ways]) == []
    assert board(ways=[*ways, list(way), list(way)]) == ["ways[10]"]


@pytest.mark.parametrize("way", [["forest"], ["forest", "life"], ["forest", "house", "tower"], "forest", 7, [7, 8], []])
def test_m2_what_is_no_way_is_named(way: Any) -> None:
    assert board(ways=[*map(list, WAYS), way]) == ["ways[10]"]


TRAILS = tomllib.loads(TINY)["trails"]


@pytest.mark.parametrize(
    ("trail", "text"),
    [
        (7, "must be a list of node names"),
        (["tower", 7], "must be a list of node names"),
        (["tower", ""], "must be a list of node names"),
        (["tower", "k v"], "must be a list of node names"),
        (["tower", "ä"], "must be a list of node names"),
        (["tower", "n" * 41], "must be a list of node names"),
        ([], "has one node"),
        (["tower"], "has one node"),
        (["tower", "tower"], "has equal neighbours"),
        (["tower", "k", "q", "q"], "has equal neighbours"),
        (["tower", "b"], "tower-b are joined twice"),
        (["q", "tower", "q"], "tower-q are joined twice"),
        (["b", "q", "b", "tower"], "q-b are joined twice"),
    ],
)
def test_m3_what_is_no_trail_is_named(trail: Any, text: str) -> None:
    data = {**tomllib.loads(TINY), "trails": [*TRAILS, trail]}
    assert next(fault.text for fault in faults_of(data) if fault.where == "trails[11]").startswith(text)


@pytest.mark.parametrize("name", ["n" * 40, "a-b_1", "Q", "7"])
def test_m3_names_of_fields(name: str) -> None:
    assert board(trails=[*TRAILS, ["tower", name]]) == [f"positions.{name}"]


def refused_for_size(nodes: int, edges: int) -> bool:
    """Whether the tiny board grown to so many nodes and steps between them is refused for its size."""
    known = dict.fromkeys(node for trail in TRAILS for node in trail)
    grown = [*TRAILS, *(["life", f"x{number}"] for number in range(nodes - len(known)))]
    joined = {frozenset(pair) for trail in grown for pair in pairwise(trail)}
    every = [*known, *(trail[1] for trail in grown[len(TRAILS) :])]
    spare = ([one, other] for one in every for other in every if one < other and frozenset((one, other)) not in joined)
    grown += [next(spare) for _ in range(edges - len(joined))]
    data = {**tomllib.loads(TINY), "trails": grown}
    return "more than 150 nodes or 300 steps between them" in [fault.text for fault in faults_of(data)]


def test_m3_a_board_has_at_most_150_nodes_and_300_steps_between_them() -> None:
    assert not refused_for_size(150, 300)
    assert refused_for_size(151, 300)
    assert refused_for_size(150, 301)


def test_m3_a_board_file_has_a_bounded_length() -> None:
    assert load_board(TINY.ljust(200_000)).name == "tiny"
    with pytest.raises(Invalid, match="longer than 200000 characters"):
        load_board(TINY.ljust(200_001))


@pytest.mark.parametrize(
    ("letter", "sound"), [("\ud7ff", True), ("\ud800", False), ("\udfff", False), ("\ue000", True)]
)
def test_m3_half_characters_have_bounds(letter: str, sound: bool) -> None:
    text = f"{TINY}# {letter}\n"
    if sound:
        assert load_board(text).toml == text
        return
    with pytest.raises(Invalid, match="half a character"):
        load_board(text)


@pytest.mark.parametrize("node", ["labyrinth", "moon", "k"])
def test_m3_every_node_is_reached_from_life(node: str) -> None:
    trails = [trail for trail in TRAILS if node not in trail]
    assert ("positions.k" if node == "k" else "trails") in board(trails=trails)
    assert "trails" in board(trails=[*TRAILS, ["x", "y"]])


def test_m3_symbols_lie_on_fields_each_once() -> None:
    rest = ["b", "c", "d", "e", "f", "g", "h"]
    assert board(symbols=["a", *rest, "i"]) == board(symbols=rest) == ["symbols"]
    assert board(symbols=["a", *rest, "a"]) == ["symbols[8]"]
    assert board(symbols=["a", *rest, "h"]) == ["symbols[8]"]
    assert board(symbols=["sun", *rest]) == board(symbols=["zz", *rest]) == ["symbols[0]"]
    assert board(symbol_count=7) == ["symbols"]
    assert board(symbol_count=9) == ["symbols"]


def test_m3_positions_and_lamps_belong_to_nodes() -> None:
    for wrong in ([1], [1, 2, 3], ["a", 1], [1, True], [100_000, 1], [1, -100_000], 7, None):
        assert board(**part("positions", k=wrong)) == ["positions.k"]
    assert board(**part("positions", q=[1, 1])) == ["positions.q"]
    for numbers in ([-1], [True], ["a"], 7, [0.0]):
        assert "lamps.forest" in board(**part("lamps", forest=numbers, q=[5_000]))
        assert "lamps.q" in board(**part("lamps", forest=numbers, q=[5_000]))
    assert board(**part("lamps", q=[5_000])) == ["lamps.q"]
    taken = tomllib.loads(TINY)["lamps"]["forest"]
    assert board(lamps={"forest": taken, "house": [5_000, *taken], "k": taken}) == ["lamps.house", "lamps.k"]
    assert board(lamps={"forest": [1, 1]}) == []

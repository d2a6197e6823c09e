"""What is drawn around the fields: of any board, always alike, and never in the way."""

from __future__ import annotations

import math
import re
from importlib import resources

import pytest

from companion.games.dreimagier.board import load_board
from companion.web.games.dreimagier import board, landscape

BOARDS = {
    file.name: file.read_text(encoding="utf-8")
    for file in resources.files("companion.games.dreimagier").joinpath("boards").iterdir()
    if file.name.endswith(".toml")
}
NUMBERS = re.compile(r"-?\d+(?:\.\d+)?")


@pytest.mark.parametrize("name", BOARDS)
def test_nothing_grows_on_what_is_played_on(name: str) -> None:
    drawn = board.drawing({"board": {"toml": BOARDS[name]}})
    half, grown = drawn["half"], drawn["growth"]
    assert len(grown) > 20
    for each in grown:
        spot = (each["x"], each["y"])
        assert max(map(abs, spot)) <= half - 15
        for node in drawn["nodes"]:
            assert math.dist(spot, (node["x"], node["y"])) > (47 if node["place"] else 20), (each, node["id"])


@pytest.mark.parametrize("name", BOARDS)
def test_each_kind_grows_around_its_own_place(name: str) -> None:
    drawn = board.drawing({"board": {"toml": BOARDS[name]}})
    places = {node["id"]: (node["x"], node["y"]) for node in drawn["nodes"] if node["place"]}
    assert {each["kind"] for each in drawn["growth"]} <= set(places)
    for each in drawn["growth"]:
        nearest = min(math.dist((each["x"], each["y"]), place) for place in places.values())
        assert math.dist((each["x"], each["y"]), places[each["kind"]]) == pytest.approx(nearest, abs=2)


def test_the_path_is_a_smooth_line_through_every_field() -> None:
    points = [(0.0, 0.0), (40.0, -15.0), (80.0, -20.0), (120.0, 0.0)]
    numbers = [float(each) for each in NUMBERS.findall(landscape.curve(points))]
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    assert [pairs[0], *pairs[3::3]] == points
    assert landscape.curve(points).startswith("M0.0 0.0C6.7 -2.5 26.7 -11.7 40.0 -15.0C")


@pytest.mark.parametrize("field", [(80.0, 5.0), (80.0, -5.0)])
def test_a_way_bends_away_from_the_path(field: tuple[float, float]) -> None:
    _, bend, _ = landscape.bow((0.0, 0.0), (160.0, 0.0), [field])
    assert bend[0] == 80 and bend[1] * field[1] < 0


def test_fields_lie_along_their_path_and_forks_are_known() -> None:
    nodes = {node["id"]: node for node in board.drawing({"board": {"toml": BOARDS["default.toml"]}})["nodes"]}
    assert nodes["h2"]["lean"] == 0 and nodes["i1"]["lean"] == 90
    assert {name for name, node in nodes.items() if node["fork"] and not node["place"]} == {"c2", "i2", "j2", "l4"}


def test_symbol_fields_have_runes_one_after_the_other() -> None:
    drawn = board.drawing({"board": {"toml": BOARDS["default.toml"]}})
    symbols = load_board(BOARDS["default.toml"]).symbols
    runes = {node["id"]: node["rune"] for node in drawn["nodes"] if node["symbol"]}
    assert runes == {node: number % board.RUNES for number, node in enumerate(symbols)}
    assert all(node["rune"] is None for node in drawn["nodes"] if not node["symbol"])

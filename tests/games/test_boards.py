"""M3: board files; every fault is found, all at once, each with its key."""

from __future__ import annotations

import pytest

from companion.games import Invalid
from companion.games.dreimagier import GAME
from companion.games.dreimagier.board import SHIPPED, load_board, neighbours_of, shipped_text, walk_ends
from companion.games.dreimagier.boardfile import advice
from tests.games.situations import DATA

TINY = shipped_text("tiny")


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_boards_are_sound(name: str) -> None:
    board = load_board(name)
    assert board.name == name
    assert set(board.nodes) == set(board.neighbours) == set(board.positions_mm)
    assert all(one in board.neighbours[other] for one in board.nodes for other in board.neighbours[one])
    width, height = board.size_mm
    assert all(0 <= x <= width and 0 <= y <= height for x, y in board.positions_mm.values())
    assert len(set(board.positions_mm.values())) == len(board.nodes), "no two nodes at one point"


def test_forks_has_forks_loops_and_a_passable_labyrinth() -> None:
    board = load_board("forks")
    assert any(len(board.neighbours[node]) > 2 for node in board.nodes if node not in board.places)
    assert len(board.neighbours["labyrinth"]) > 1
    edges = sum(map(len, board.neighbours.values())) // 2
    assert edges > len(board.nodes) - 1, "loops"


def test_a_board_is_named_or_given_as_text() -> None:
    assert load_board(TINY) == load_board("tiny")
    with pytest.raises(Invalid, match="no board 'atlantis'"):
        load_board("atlantis")
    header = GAME.header({"board": {"toml": TINY}})
    assert header["board"]["name"] == "tiny"
    assert header == GAME.header({"board": "tiny"})


FAULTS = [
    ('forest = [1, 1]', 'forest = [1, 2]', "places.forest"),
    ('forest = [1, 1]\n', '', "places.forest"),
    ('moon = [3, 3]', 'moon = [3, 3]\npub = [4, 4]', "places.pub"),
    ('["forest", "house"], ', '', "ways"),
    ('["forest", "house"], ', '["forest", "house"], ["forest", "life"], ', "ways[1]"),
    ('["forest", "house"], ', '["forest", "house"], ["house", "forest"], ', "ways[1]"),
    ('symbols = ["a", ', 'symbols = [', "symbols"),
    ('symbols = ["a", ', 'symbols = ["b", ', "symbols"),
    ('symbols = ["a", ', 'symbols = ["sun", ', "symbols[0]"),
    ('symbols = ["a", ', 'symbols = ["zz", ', "symbols[0]"),
    ('symbols = [', 'symbol_count = 7\nsymbols = [', "symbols"),
    ('symbols = [', 'symbol_count = -1\nsymbols = [', "symbol_count"),
    ('["tower", "k"]', '["tower"]', "trails[10]"),
    ('["tower", "k"]', '["tower", "tower", "k"]', "trails[10]"),
    ('["tower", "k"]', '["tower", "k"], ["house", "b"]', "trails[11]"),
    ('["tower", "k"]', '["tower", "k"], ["x", "y"]', "trails"),
    ('["tower", "k"]', '["tower", 7]', "trails[10]"),
    ('["tower", "k"]', '["tower", "k v"]', "trails[10]"),
    ('surveyed = false', '', "surveyed"),
    ('name = "tiny"', 'name = 7', "name"),
    ('name = "tiny"', 'name = "tiny"\nauthor = "me"', "author"),
    ('size_mm = [480, 480]', 'size_mm = [480]', "size_mm"),
    ('k = [440, 40]', '', "positions.k"),
    ('k = [440, 40]', 'k = [440, 40]\nq = [1, 1]', "positions.q"),
    ('k = [440, 40]', 'k = ["a", 40]', "positions.k"),
    ('forest = [0]', 'forest = [-1]', "lamps.forest"),
    ('forest = [0]', 'forest = [1]', "lamps.house"),
    ('forest = [0]', 'forest = [0]\nq = [99]', "lamps.q"),
    ('name = "tiny"', 'name = ', "board"),
]  # fmt: skip


CURES = [
    ('["forest", "a", "house"]', '["Wald", "a", "house"]', "trails[0]: 'Wald' is no place; write forest for the place"),
    ('["tower", "k"]', '["tower", "torre"]', "'torre' is no place; write tower"),
    ('["life", "j", "labyrinth"]', '["life", "j", "labyrint"]', "'labyrint' is no place; write labyrinth"),
    ('["life", "j", "labyrinth"]', '["life", "j", "labirynth"]', "'labirynth' is no place; write labyrinth"),
    ('forest = [1, 1]', 'forset = [1, 1]', "places.forset: is none of the nine places (M1); did you mean forest?"),
    ('["forest", "house"], ', '["Wald", "house"], ', "is no way of the magicians (M2); did you mean forest?"),
    ('k = [440, 40]', 'k = [540, 40]', "positions.k: [540, 40] is off the board of [480, 480] mm; measure x"),
    ('k = [440, 40]', 'k = [440, -1]', "off the board"),
    ('surveyed = false', 'surveyd = false', "surveyd: unknown key; did you mean surveyed?"),
    ('sun = [80, 400]', 'Sonne = [80, 400]', "positions.Sonne: is no node of the trails; did you mean sun?"),
    ('k = [440, 40]', 'k = [440, 40]\nmül = [1, 1]', None),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), CURES)
def test_m3_a_fault_of_a_typed_file_says_what_to_write_instead(old: str, new: str, said: str | None) -> None:
    assert old in TINY
    with pytest.raises(Invalid) as caught:
        load_board(TINY.replace(old, new, 1))
    assert said is None or said in str(caught.value)


def test_a_field_may_be_called_nearly_like_a_place_that_is_there() -> None:
    assert "mills" in load_board(TINY.replace('"k"', '"mills"').replace("k = [", "mills = [")).nodes


def test_dead_ends_and_bare_steps_are_told_though_the_rules_allow_them() -> None:
    assert [(fault.where, fault.text.split(";")[0]) for fault in advice(load_board("tiny"))] == [
        ("trails", "k is a dead end")
    ]
    bare = load_board(TINY.replace('["tower", "k"]', '["tower", "k", "moon"], ["forest", "sun"]'))
    assert [fault.text for fault in advice(bare)] == ["forest and sun are joined without a field between"]
    assert advice(load_board("default")) == []


@pytest.mark.parametrize(("old", "new", "where"), FAULTS)
def test_m3_a_fault_names_its_key(old: str, new: str, where: str) -> None:
    assert old in TINY
    with pytest.raises(Invalid) as caught:
        load_board(TINY.replace(old, new, 1))
    assert where in [fault.where for fault in caught.value.faults]


def test_m3_all_faults_are_listed_not_only_the_first() -> None:
    text = TINY.replace("surveyed = false", "").replace('["life", "j", "labyrinth"]', '["life", "j"]')
    text = text.replace('symbols = ["a", ', 'symbols = ["moon", ').replace("k = [440, 40]", "")
    with pytest.raises(Invalid) as caught:
        load_board(text)
    assert [fault.where for fault in caught.value.faults] == ["surveyed", "trails", "symbols[0]", "positions.k"]
    assert "\n  trails: labyrinth cannot be reached from life" in str(caught.value)


def test_m3_another_number_of_symbols_may_be_declared() -> None:
    text = TINY.replace('symbols = ["a", ', "symbol_count = 7\nsymbols = [")
    assert len(load_board(text).symbols) == 7


def test_header_and_hash_belong_together() -> None:
    header = GAME.header({"board": "tiny"})
    header["board"] = {**header["board"], "hash": "0" * 64}
    with pytest.raises(Invalid, match=r"board\.hash"):
        GAME.header(header)
    with pytest.raises(Invalid, match=r"board\.name"):
        GAME.header({"board": {"name": "other", "toml": TINY}})


def test_header_faults_are_all_listed() -> None:
    broken = {"game": "chess", "version": 2, "seats": ["red"], "board": {"toml": "x = 1"}, "wands": 1, "more": 1}
    with pytest.raises(Invalid) as caught:
        GAME.header(broken)
    found = {fault.where for fault in caught.value.faults}
    assert {"game", "version", "seats", "wands", "more", "name", "trails"} <= found


def test_t10_walks_on_a_ring_and_a_tree() -> None:
    ring = ((1, 3), (0, 2), (1, 3), (2, 0))
    assert walk_ends(ring, 0, 5) == ((0,), (1, 3), (2,), (1, 3), (0,), (1, 3))
    line = ((1,), (0, 2), (1,))
    assert walk_ends(line, 0, 3) == ((0,), (1,), (2,), ())


def test_the_tests_own_tree_is_a_tree() -> None:
    board = load_board((DATA / "star.toml").read_text(encoding="utf-8"))
    assert neighbours_of(board.trails) == board.neighbours
    assert sum(map(len, board.neighbours.values())) // 2 == len(board.nodes) - 1

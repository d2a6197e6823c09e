"""What comes from outside is read strictly: each wrong word is refused with the key where it stands, and only that."""

from __future__ import annotations

import copy
import tomllib
from itertools import pairwise
from typing import Any

import pytest

from companion.games import Fault, Invalid, Json
from companion.games.dreimagier import GAME
from companion.games.dreimagier.actions import parse, to_json
from companion.games.dreimagier.board import GRID, PLACES, WAYS, load_board, shipped_text
from companion.games.dreimagier.boardfile import faults_of
from companion.games.dreimagier.notation import from_line, to_line
from companion.games.dreimagier.reader import Reader
from tests.games.situations import after, situation

TINY = shipped_text("tiny")
PLACED = situation(board="tiny")
WORDS = ("forest", "house", "tower")
COLOURS = "must be one of red, black, white"
WAND = "must give top, hidden or both"
ORDERED = "must be a list of colours in the order red, black, white, each at most once"


def one_action(key: str, value: Any, kind: str) -> Json:
    return {"type": kind, key: value}


ACTION_FAULTS: list[tuple[Any, list[tuple[str, str]]]] = [
    (7, [("action", "must be a table with a type")]),
    ([], [("action", "must be a table with a type")]),
    *(({"type": kind}, [("type", "must be one of")]) for kind in ("", "tea", 7, None, [])),
    ({"type": "stop", "to": "sun"}, [("to", "is no part of stop")]),
    ({"type": "jump", "from": "sun"}, [("from", "is no part of jump"), ("to", "is missing")]),
    ({"type": "jump", "to": "sun", 7: 1}, [("7", "is no part of jump")]),
    *((one_action("to", node, kind), [("to", "is no node")]) for kind in ("jump", "walk") for node in ("x", 7, None)),
    *(({"type": "stay", "figure": figure}, [("figure", "must be one of magician")]) for figure in ("wizard", 1, None)),
    *(({"type": "take", "from": colour}, [("from", COLOURS)]) for colour in ("green", 0, None, [])),
    ({"type": "symbol", "symbol": "fates"}, [("symbol", "must be one of power, magic, fate")]),
    *(
        ({"type": "again", "fly": fly}, [("fly", ORDERED)])
        for fly in ("red", ["black", "red"], ["red", "red"], ["green"], [1], {"red": 1}, None)
    ),
    *(
        ({"type": "throw", "wands": wands}, [("wands", "must be a table of colours")])
        for wands in ({}, [], None, "red")
    ),
    ({"type": "throw", "wands": {"green": {"top": 1}}}, [("wands.green", "is no colour of a wand")]),
    *(
        ({"type": "throw", "wands": {"black": wand}}, [("wands.black", WAND)])
        for wand in ({}, 1, None, [], {"tip": 1}, {"top": 1, "tip": 1})
    ),
    *(
        ({"type": "throw", "wands": {"black": {"top": top}}}, [("wands.black.top", "must be 0, 1 or 2")])
        for top in (-1, 3, 5, True, False, 1.0, "1", None)
    ),
    *(
        ({"type": "throw", "wands": {"white": {"hidden": face}}}, [("wands.white.hidden", "must be one of power")])
        for face in ("red", 0, None, "")
    ),
    (
        {"type": "throw", "wands": {"red": {"top": 3, "hidden": "x"}, "white": {"top": 1}, "x": 1}, "to": "sun"},
        [("to", "is no part"), ("wands.x", "is no"), ("wands.red.top", "must"), ("wands.red.hidden", "must")],
    ),
]


@pytest.mark.parametrize(("action", "expected"), ACTION_FAULTS, ids=str)
def test_every_fault_of_an_action_is_named(action: Any, expected: list[tuple[str, str]]) -> None:
    with pytest.raises(Invalid) as caught:
        parse(PLACED.setup, action)
    assert named(list(caught.value.faults), expected)
    assert GAME.why_not(PLACED, action) is not None


def named(found: list[Fault], expected: list[tuple[str, str]]) -> bool:
    assert [fault.where for fault in found] == [where for where, _ in expected]
    return all(fault.text.startswith(text) for fault, (_, text) in zip(found, expected, strict=True))


ACTIONS: list[Json] = [
    *({"type": kind} for kind in ("spoilt", "stop", "accept", "decline")),
    *({"type": "jump", "to": place} for place in PLACES),
    *({"type": kind, "to": node} for kind in ("walk", "magic") for node in ("forest", "moon", "a", "k")),
    *({"type": "stay", "figure": figure} for figure in ("magician", "apprentice")),
    *({"type": "take", "from": colour} for colour in ("red", "black", "white")),
    *({"type": "symbol", "symbol": face} for face in ("power", "magic", "fate")),
    *({"type": "again", "fly": fly} for fly in ([], ["red"], ["red", "white"], ["black", "white"])),
    *({"type": "throw", "wands": {"red": {"top": top}, "white": {"top": 2 - top}}} for top in range(3)),
    {"type": "throw", "wands": {"red": {"hidden": "power"}, "black": {"top": 0, "hidden": "fate"}}},
]


@pytest.mark.parametrize("action", ACTIONS, ids=str)
def test_an_action_is_read_and_written_unchanged(action: Json) -> None:
    assert to_json(PLACED.setup, parse(PLACED.setup, action)) == action


def test_a_list_of_words_may_come_as_a_tuple() -> None:
    assert parse(PLACED.setup, {"type": "again", "fly": ("red", "white")}) == ("again", (0, 2))


READINGS: list[tuple[str, Any, Any, list[tuple[str, str]]]] = [
    ("word", "house", "house", []),
    ("word", "moon", "forest", [("x.k", "must be one of forest, house, tower")]),
    ("word", 1, "forest", [("x.k", "must be one of forest, house, tower")]),
    ("word", None, "forest", [("x.k", "must be one of forest, house, tower")]),
    ("number", "tower", 2, []),
    ("number_or_nobody", "forest", 0, []),
    ("number_or_nobody", None, -1, []),
    ("number_or_nobody", "moon", 0, [("x.k", "must be one of forest, house, tower")]),
    ("listed", ["tower", "forest"], (2, 0), []),
    ("listed", "tower", (), [("x.k", "must be a list")]),
    (
        "listed",
        ["tower", "moon", "tower"],
        (2,),
        [("x.k", "holds 'moon', which is none"), ("x.k", "holds tower twice")],
    ),
    ("listed", [7, "house"], (1,), [("x.k", "holds 7, which is none")]),
    ("numbers", ["forest", "tower"], (0, 2), []),
    ("numbers", ["tower", "forest"], (2, 0), [("x.k", "must be in the order forest, house, tower")]),
    ("flag", True, True, []),
    ("flag", False, False, []),
    *(("flag", value, False, [("x.k", "must be true or false")]) for value in (0, 1, None, "yes")),
]


@pytest.mark.parametrize(("how", "value", "expected", "faults"), READINGS)
def test_a_value_is_read_or_its_fault_named(how: str, value: Any, expected: Any, faults: list[tuple[str, str]]) -> None:
    reader = Reader({"k": value}, "x")
    arguments = ["k"] if how == "flag" else ["k", WORDS]
    assert getattr(reader, how)(*arguments) == expected
    assert named(reader.faults, faults)


@pytest.mark.parametrize("how", ["word", "number", "number_or_nobody", "listed", "numbers"])
def test_a_missing_value_is_one_fault(how: str) -> None:
    reader = Reader({})
    getattr(reader, how)("k", WORDS)
    assert reader.faults == [Fault("k", "is missing")]


@pytest.mark.parametrize("how", ["flag", "whole", "part", "optional", "parts", "skip"])
def test_a_missing_part_is_one_fault(how: str) -> None:
    reader = Reader({})
    getattr(reader, how)("k")
    assert reader.faults == [Fault("k", "is missing")]


def test_a_missing_number_is_one_fault_and_reads_as_the_least() -> None:
    reader = Reader({})
    assert reader.count("k", 2, 4) == reader.count_or_unknown("l", 2, 4) == 2
    assert reader.faults == [Fault("k", "is missing"), Fault("l", "is missing")]


@pytest.mark.parametrize("value", [1, 5, True, 3.0, "3", None])
def test_a_number_has_bounds(value: Any) -> None:
    reader = Reader({"k": value})
    assert reader.count("k", 2, 4) == 2
    assert reader.faults == [Fault("k", "must be a whole number from 2 to 4")]
    assert [Reader({"k": number}).count("k", 2, 4) for number in (2, 3, 4)] == [2, 3, 4]
    assert Reader({"k": None}).count_or_unknown("k", 0, 2) == -1
    assert Reader({"k": 2}).count_or_unknown("k", 0, 2) == 2


def test_only_allowed_words_are_taken() -> None:
    reader = Reader({"k": ["forest", "tower"]})
    assert reader.numbers("k", WORDS, ("forest", "house")) == (0, 2)
    assert reader.faults == [Fault("k", "holds tower, which is none of forest, house")]


def test_parts_say_where_they_stand_and_what_nobody_asked_for() -> None:
    reader = Reader({"a": [{}, 7], "b": 7, "c": None, "d": {"e": 1}, "z": 0})
    for part in reader.parts("a"):
        part.number("k", WORDS)
    reader.part("b")
    assert reader.optional("c") is None and reader.has("c")
    inner = reader.part("d")
    inner.close()
    assert reader.whole("d") == {"e": 1} and reader.whole("b") == {} and reader.skip("d") == 0
    reader.close()
    assert [(fault.where, fault.text) for fault in reader.faults] == [
        ("a[1]", "must be a table"),
        ("a[0].k", "is missing"),
        ("a[1].k", "is missing"),
        ("b", "must be a table"),
        ("d.e", "is unknown"),
        ("b", "must be a table"),
        ("z", "is unknown"),
    ]
    assert Reader(7).faults == [Fault("position", "must be a table")]


def test_a_long_list_of_words_is_cut_and_says_so() -> None:
    for count, more in ((12, ""), (13, ", ...")):
        words = tuple(f"w{number}" for number in range(count))
        reader = Reader({"k": 1})
        reader.word("k", words)
        assert reader.faults == [Fault("k", "must be one of " + ", ".join(words[:12]) + more)]


def test_a_list_has_at_most_a_thousand_items() -> None:
    assert len(Reader({"k": [{}] * 1000}).parts("k")) == 1000
    reader = Reader({"k": [{}] * 1001})
    assert reader.parts("k") == [] and reader.faults == [Fault("k", "must be a list")]


LINE = to_line(after(situation(red=("castle", "life"), black=("forest", "sun")), "throw 111", "jump forest"))


@pytest.mark.parametrize("number", [1, *range(3, 12)])
@pytest.mark.parametrize("word", ["?" * 80, ".", ","])
def test_a_broken_word_of_a_line_is_named_by_its_number(number: int, word: str) -> None:
    words = LINE.split()
    words[number] = word
    with pytest.raises(Invalid) as caught:
        from_line(" ".join(words))
    (fault,) = caught.value.faults
    assert fault.where == f"word {number + 1}"
    assert fault.text.endswith(f": {word[:60]}") and fault.text.startswith("is no ")


DUEL = to_line(
    after(
        situation(red=("castle", "life"), black=("forest", "sun")),
        *("throw 100", "jump forest", "walk g2", "throw 110", "again red", "throw 0", "stop"),
    )
)
START = to_line(after(GAME.start(GAME.header({"board": "forks"})), "throw 200"))
EMPTY = to_line(situation(first_thrown=()))


@pytest.mark.parametrize("line", [LINE, DUEL, START, EMPTY])
@pytest.mark.parametrize("letter", ["+", "~", "x", "--"])
def test_nothing_but_a_dash_stands_for_nothing(line: str, letter: str) -> None:
    for at, old in enumerate(line):
        if old == "-" and line[at - 1] != "s" and "duel" not in line[at - 4 : at + 5]:
            with pytest.raises(Invalid):
                from_line(line[:at] + letter + line[at + 1 :])


@pytest.mark.parametrize("line", [LINE, DUEL, START])
def test_no_part_of_a_line_may_be_missing_or_too_many(line: str) -> None:
    for mark in ",./;:":
        for at, old in enumerate(line):
            if old == mark:
                for wrong in (line[:at] + line[at + 1 :], line[:at] + mark + line[at:]):
                    with pytest.raises(Invalid):
                        from_line(wrong)


def test_all_broken_words_of_a_line_are_named() -> None:
    words = LINE.split()
    words[1], words[4], words[12] = "?", "?", "y:"
    with pytest.raises(Invalid) as caught:
        from_line(" ".join([*words, "x:?m" + "?" * 80, "d:;", "nothing"]))
    assert [fault.where for fault in caught.value.faults] == ["word 2", "word 5", *["notation"] * 4]
    assert caught.value.faults[3].text == "cannot be read: x:?m" + "?" * 56


@pytest.mark.parametrize(
    "line", [" ".join(LINE.split()[:11]), LINE.replace("3m1", "3m2"), LINE.replace("3m1", "3m0"), "3m1"]
)
def test_a_line_has_a_tag_and_twelve_words(line: str) -> None:
    with pytest.raises(Invalid) as caught:
        from_line(line)
    assert [fault.where for fault in caught.value.faults] == ["notation"]


def test_a_line_has_a_bounded_length() -> None:
    assert from_line(LINE.ljust(300_000)) == from_line(LINE)
    with pytest.raises(Invalid, match="in one line"):
        from_line(LINE.ljust(300_001))


@pytest.mark.parametrize("flags", ["", "-", "!s-", "?-", "-?", "s!"])
def test_the_flags_of_a_move_are_two(flags: str) -> None:
    words = LINE.split()
    words[11] = words[11].rsplit(".", 1)[0] + "." + flags
    with pytest.raises(Invalid, match="word 12: is no move"):
        from_line(" ".join(words))


def test_a_line_offers_one_right_at_most() -> None:
    words = to_line(after(situation(rights=(("white", "bonus"), ("red", "doublet"))), "throw 000")).split()
    assert words[8] == "wB"
    words[8] = "wB,rD"
    with pytest.raises(Invalid, match="word 9: is no offer"):
        from_line(" ".join(words))


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
    assert board(size_mm=[0.5, 99_999]) == []
    assert board(symbol_count=0, symbols=[]) == board(symbol_count=1, symbols=["a"]) == []
    assert board(**part("positions", k=[-99_999, 99_999.5])) == []
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

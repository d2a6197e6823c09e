"""An action is read strictly: each wrong part is refused with the key where it stands, and only that."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import Fault, Invalid, Json
from companion.games.dreimagier import GAME
from companion.games.dreimagier.actions import parse, to_json
from companion.games.dreimagier.board import PLACES
from companion.games.dreimagier.reader import Reader
from tests.games.situations import situation

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

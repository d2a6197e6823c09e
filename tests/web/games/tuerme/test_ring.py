"""The ring as it is laid out: every space has its room, columns of any height stay in it, chairs come to the edge."""

from __future__ import annotations

import itertools

import pytest

from companion.games import Json
from companion.games.tuerme.box import COLOURS
from companion.web.games.tuerme import ring
from companion.web.games.tuerme.ring import columns, layout
from companion.web.pages.people import People
from companion.web.pages.words import Speaker
from tests.games.tuerme.table import Table, table

SIXTEEN = 16


def people(t: Speaker) -> People:
    """Nobody has a name."""
    return People({"game": "tuerme", "seats": {}}, (), t)


def drawn(found: Table, turn: int = 0, language: str = "de") -> dict[int, Json]:
    """The spaces of a position as they are drawn."""
    t = Speaker(language, ring.WORDS)
    return {each["space"]: each for each in ring.drawn(found.view, turn, people(t), t)["spaces"]}


@pytest.mark.parametrize("spaces", [8, 16, 17, 22, 40])
def test_no_room_of_a_space_reaches_into_another(spaces: int) -> None:
    for (x, y), (a, b) in itertools.combinations(layout.places(spaces, 0), 2):
        assert abs(x - a) > 0.8 * layout.WIDE or abs(y - b) > 0.8 * layout.TALL


def test_space_1_is_in_the_north_and_the_numbers_go_clockwise() -> None:
    places = layout.places(SIXTEEN, 0)
    assert [places[at][0] > 0 for at in (1, 4, 7)] == [True] * 3
    assert [places[at][0] < 0 for at in (9, 12, 15)] == [True] * 3
    assert places[0][1] == -places[8][1] == min(y for _, y in places)


@pytest.mark.parametrize(("start", "end", "passed"), [(2, 5, 4), (15, 2, 4), (3, 12, 10), (5, 4, 16)])
def test_the_way_of_what_is_announced_goes_clockwise_however_far(start: int, end: int, passed: int) -> None:
    places = layout.places(SIXTEEN, 0)
    points = layout.way(places, start, end)[1:].split("L")
    spots = [f"{x:g} {y + layout.FEET:g}" for x, y in places]
    assert points == [spots[(start - 1 + number) % SIXTEEN] for number in range(passed)]


@pytest.mark.parametrize(("seats", "at", "south"), [(2, 1, 1), (4, 1, 13), (4, 2, 1), (6, 3, 1)])
def test_the_ring_turns_to_a_chair(seats: int, at: int, south: int) -> None:
    chairs = list(COLOURS[:seats])
    places = layout.places(SIXTEEN, layout.turn_of(chairs[at], chairs, SIXTEEN))
    assert max(range(SIXTEEN), key=lambda space: places[space][1]) + 1 == south
    assert layout.turn_of(None, chairs, SIXTEEN) == layout.turn_of(chairs[0], chairs, SIXTEEN) == 0


@pytest.mark.parametrize("towers", range(10))
@pytest.mark.parametrize("wizards", [0, 1, 4, 5, 6])
def test_a_column_of_any_height_stays_in_its_room(towers: int, wizards: int) -> None:
    space = {
        "space": 1,
        "towers": [{"tower": f"t{number}", "shield": True} for number in range(1, towers + 1)],
        "visible": {"blue": wizards} if wizards else {},
        "keep": not wizards,
    }
    found = columns.column(space, None)
    tops = [tower["y"] for tower in found["towers"]] + [one["y"] - columns.PERSON for one in found["people"]]
    assert min([*tops, found["roof"] - columns.KEEP * found["keep"]]) >= -columns.ROOM - 0.5
    assert max((abs(one["x"]) for one in found["people"]), default=0) <= layout.WIDE / 2 - 8
    assert (found["high"], len(found["people"])) == (towers, wizards)


def test_a_space_says_what_stands_there_and_what_glows() -> None:
    found = drawn(table({1: "b", 5: "y/1by"}, keep=13).do("card w2"))
    assert found[5]["label"] == (
        "Feld 5, Rabenschild auf dem Boden, ein Turm, oben ein Rabenschild, ein Magier von Blue, "
        "ein Magier von Yellow, eigener Magier, kann ziehen"
    )
    assert found[13]["label"] == "Feld 13, Rabenschild auf dem Boden, die Rabenburg, das Ziel aller"
    assert found[1]["roles"] == "own movable"


def test_what_is_announced_stands_as_a_ghost_where_it_would_end() -> None:
    before = table({1: "bb", 3: "y", 5: "/1/2y"}, keep=13, full={"y": 2}, mode="master", spells="wizard_back")
    walk = drawn(before.do("card w2", "walk b 1"))
    assert [one["goes"] for one in walk[1]["people"]] == [True, False]
    assert [(one["seat"], one["ghost"]) for one in walk[3]["people"]] == [("yellow", False), ("blue", True)]
    tower = drawn(before.do("card t3", "tower t2"))
    assert [(each["tower"], each["goes"]) for each in tower[5]["towers"]] == [("t1", False), ("t2", True)]
    assert [(each["tower"], each["ghost"]) for each in tower[8]["towers"]] == [("t2", True)]
    assert (tower[5]["high"], tower[8]["high"]) == (2, 0)


def test_nobody_who_is_imprisoned_is_in_the_drawing() -> None:
    dealt = ("b/1y", "y/2"), ("y/1y", "b/2")
    twins = [drawn(table({3: "b", 5: inside, 6: other}, keep=1)) for inside, other in dealt]
    assert twins[0] == twins[1]


@pytest.mark.parametrize("language", ["de", "en", "nl", "fr", "it"])
def test_every_language_has_every_word_of_the_ring(language: str) -> None:
    assert ring.WORDS.sentences[language].keys() == ring.WORDS.sentences["de"].keys()
    assert "ring." not in " ".join(each["label"] for each in drawn(table().do("card e2"), language=language).values())

"""The table page's parts: which action it is, what each player has, the ranking; nothing of a tower's inside."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import Json
from companion.games.catalogue import LANGUAGES
from companion.web.games.tuerme import ring, wall
from companion.web.pages.people import People
from companion.web.pages.seen import Seen
from companion.web.pages.words import Speaker
from tests.games.tuerme.table import Table, table


def seen(found: Table, language: str = "de") -> Seen:
    """What a spectator's page draws from."""
    t = Speaker(language, ring.WORDS, wall.WORDS)
    state = {"game": "tuerme", "seats": {}, "view": found.view}
    return Seen(state, None, (), People(state, (), t), t, found.position.setup.header())


def turn(found: Table) -> tuple[int, list[str]]:
    """Which action it is, and the states of both cards."""
    told = wall.actions(found.view)
    return told["number"], [each["state"] for each in told["cards"]]


BEFORE: dict[str, Any] = {"columns": {3: "b", 5: "y/1"}, "keep": 13}


@pytest.mark.parametrize(
    ("acts", "number", "states"),
    [
        ((), 1, ["now", "open"]),
        (("card w2",), 1, ["now", "open"]),
        (("card w2", "walk b 3"), 2, ["done", "now"]),
        (("card w2", "walk b 3", "card w1"), 2, ["done", "now"]),
        (("card w2", "walk b 3", "card w1", "walk b 5"), 2, ["done", "done"]),
    ],
)
def test_the_page_shows_which_action_it_is(acts: tuple[str, ...], number: int, states: list[str]) -> None:
    assert turn(table(**BEFORE).do(*acts)) == (number, states)


def test_a_claim_between_the_actions_belongs_to_the_next_card() -> None:
    between = table(**BEFORE, full={"b": 2, "y": 2}, mode="master", spells="wizard_forward+keep").do(
        "card t1", "tower t1"
    )
    assert turn(between.do("go")) == (2, ["done", "now"])


def test_a_card_shows_what_it_moves_and_what_was_rolled() -> None:
    cards = wall.actions(table(**BEFORE).do("card t5w1").view)["cards"]
    assert (cards[0]["card"]["wizard"], cards[0]["card"]["tower"]) == (1, 5)
    waits = table(**BEFORE).do("card w-die2")
    assert "rolled" not in wall.actions(waits.view)["cards"][0]["card"]
    assert wall.actions(waits.do("roll 4").view)["cards"][0]["card"]["rolled"] == 4


def test_a_hand_that_went_away_stands_instead_of_the_cards() -> None:
    told = wall.actions(table(**BEFORE).do("hand").view)
    assert told["away"] and not told["shown"]


def test_players_have_their_wizards_and_bottles_one_by_one() -> None:
    found = table({3: "bb", 5: "y/1"}, keep=13, home="b", full={"b": 2}, empty={"b": 3})
    blue, yellow = wall.players(seen(found))
    assert blue["figures"] == ["home", "out", "out", "within", "within"]
    assert blue["flasks"] == ["full", "full", "spent", "empty", "empty", "empty"]
    assert (blue["active"], yellow["active"]) == (True, False)
    assert yellow["figures"].count("within") == 5, "only how many, never where"


def test_the_table_page_shows_the_same_for_twins() -> None:
    dealt = ("b/1y", "y/2"), ("y/1y", "b/2")
    shown = [seen(table({3: "b", 5: inside, 6: other}, keep=1)) for inside, other in dealt]
    context = [{key: draw() for key, draw in wall.context(each).items()} for each in shown]
    assert context[0] == context[1]


def test_partners_bear_the_number_of_their_team() -> None:
    assert [each["team"] for each in wall.players(seen(table(seats="byrg", teams="yes")))] == [1, 2, 1, 2]


def test_places_are_shared_and_follow_the_ranking() -> None:
    found = seen(table(seats="byrg"))
    view: Json = {**found.view, "ranking": [["yellow", "green"], ["blue"], ["red"]]}
    rows = wall.players(found._replace(state={**found.state, "view": view}))
    assert [(row["seat"], row["place"]) for row in rows] == [("yellow", 1), ("green", 1), ("blue", 3), ("red", 4)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_word_of_the_table_page(language: str) -> None:
    assert wall.WORDS.sentences[language].keys() == wall.WORDS.sentences["de"].keys()
    assert all(each["name"] for each in wall.spells(table().view, language))

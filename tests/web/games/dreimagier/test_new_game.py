"""The sheet of a new game: every board that this host knows, rule ids that lead to the rules, the length to expect."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import msgspec
import pytest

from companion.games import Json, registry
from companion.games.dreimagier.board import shipped_text
from companion.games.dreimagier.rulesets import RULE_OF
from companion.table import games, knownboards
from companion.table.lengths import GAMES
from companion.table.setup import BOARDS, TOML
from companion.table.table import Table
from companion.web.games.dreimagier.rulebook import BOOK
from tests.programs.running import until
from tests.web.guests import House

GAME = registry.find("dreimagier")
OURS = shipped_text("tiny").replace('name = "tiny"', 'name = "Omas Plan"')
PLAYED = shipped_text("forks").replace('name = "forks"', 'name = "Beim Nachbarn"')


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A table that played on somebody's board once, keeps one of its own, and plays on the shipped one now."""
    table = Table(tmp_path, GAME, {"board": {"toml": PLAYED}}, clock=lambda: 1_800_000_000)
    house = House(table)
    assert house.act("red", throw(2)).status_code == 200
    house.hosting.setup.put(BOARDS + "oma" + TOML, OURS.encode())
    games.new(table, None, table.course.seq, "next", {"board": "default"})
    yield house
    table.close()


def throw(top: int) -> Json:
    """The first throw."""
    return {"type": "throw", "wands": {colour: {"top": top} for colour in ("red", "black", "white")}}


def offered(house: House) -> dict[str, Json | str]:
    """The boards on the sheet: what each is called, and what choosing it sends."""
    page = house.seats["red"].get("/new").text
    found = re.findall(r'name="board"\s+value=\'(.*?)\'\s+data-now="(\w+)".*?<b>(.*?)</b>', page, re.DOTALL)
    return {unescape(label): msgspec.json.decode(unescape(value)) for value, _, label in found}


def begin(house: House, board: Json | str) -> int:
    """The owner begins a game on a board; returns the status."""
    body = {"seq": house.table.course.seq, "request": house.request(), "options": {"board": board}}
    return house.guest.post("/api/new", json=body, headers=house.bearer("host")).status_code


def test_every_board_that_is_known_is_offered_and_can_be_played_on(house: House) -> None:
    boards = offered(house)
    assert list(boards) == ["Der mitgelieferte Plan", "Omas Plan", "Beim Nachbarn"]
    assert "Zuletzt gespielt am 15.01.2027." in house.seats["red"].get("/new").text
    for label, toml in (("Omas Plan", OURS), ("Beim Nachbarn", PLAYED), ("Der mitgelieferte Plan", None)):
        assert begin(house, boards[label]) == 200
        assert house.table.course.header["board"]["toml"] == (toml or shipped_text("default"))
        assert sorted(offered(house)) == sorted(boards), "the one on the table is listed once"


def test_a_new_evening_takes_such_a_board_too(house: House) -> None:
    board = offered(house)["Omas Plan"]
    house.clock += 60  # every phone sleeps: nobody is asked
    body = {"request": house.request(), "options": {"board": board}}
    assert house.guest.post("/api/evening", json=body, headers=house.bearer("host")).status_code == 200
    assert house.table.course.header["board"]["name"] == "Omas Plan"


def test_a_board_that_nobody_knows_is_refused(house: House) -> None:
    before = house.table.course.seq
    assert begin(house, {"hash": "0" * 64}) == 400 and begin(house, {"hash": 5}) == 400
    assert house.table.course.seq == before


def test_what_cannot_be_used_any_more_is_not_offered(house: House) -> None:
    path = house.hosting.setup.path(BOARDS + "oma" + TOML)
    for content in (b"name = 5", b"\xff\xfe", b""):
        path.write_bytes(content)
        assert "Omas Plan" not in offered(house)
    archived = house.hosting.archived()
    strange = [
        msgspec.structs.replace(archived[0], header={**archived[0].header, "board": board})
        for board in (None, 5, {"name": "x"}, {"name": "x", "hash": "y", "toml": "z = 1"})
    ]
    assert knownboards.known(GAME, {}, house.hosting.setup, strange) == []


def test_so_many_boards_are_offered_and_no_more(house: House) -> None:
    for number in range(knownboards.MOST + 5):
        text = OURS.replace("Omas Plan", f"Plan {number}")
        house.hosting.setup.put(f"{BOARDS}plan{number}{TOML}", text.encode())
    assert len(house.hosting.boards()) == knownboards.MOST
    assert house.hosting.boards()[0].now


def test_every_rule_of_the_sheet_and_of_set_up_leads_to_the_rules(house: House) -> None:
    games.new(house.table, None, house.table.course.seq, "other", {"settings": {"fate": "both", "life_limit": False}})
    links = re.findall(r'href="/rules#(\w+)"\s+aria-label="Regel \w+', house.seats["red"].get("/new").text)
    assert sorted(links) == sorted(RULE_OF.values()) and set(links) <= set(BOOK.ids())
    links = re.findall(r'href="/rules#(\w+)"\s+aria-label="Regel \w+', house.seats["red"].get("/setup").text)
    assert sorted(links) == ["K3", "T9"], "what is played otherwise than the rule set says"


def expected(house: House, options: Json) -> Json:
    """What the host tells of the length in the end."""
    found: list[Json] = []

    def over() -> bool:
        answer = house.seats["red"].post("/api/length", json={"seat": "red", "options": options})
        assert answer.status_code == 200, answer.text
        found.append(answer.get_json())
        return bool(found[-1]["games"] == found[-1]["of"])

    until(over, what="the games")
    assert all(each["text"] == "" for each in found[:-1])
    return found[-1]


def test_the_length_is_that_of_exactly_these_rules_on_this_board(house: House) -> None:
    usual = expected(house, {})
    assert usual["of"] == GAMES and re.fullmatch(
        r"Etwa \d+ Züge zusammen, bei einer Minute je Zug \d+ bis \d+ Minuten\.", usual["text"]
    )
    longer = expected(house, {"settings": {"labyrinth_exit": "222"}})
    other = expected(house, {"board": offered(house)["Omas Plan"]})
    turns = [int(re.findall(r"\d+", each["text"])[0]) for each in (usual, longer, other)]
    assert turns[1] > 1.4 * turns[0] and turns[2] != turns[0]


def test_who_does_not_belong_makes_nothing_play(house: House) -> None:
    assert house.guest.post("/api/length", json={"options": {}}).status_code == 403
    told = house.seats["red"].post("/api/length", json={"seat": "red", "options": {"settings": {"fate": "nobody"}}})
    assert told.status_code == 400

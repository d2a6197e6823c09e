"""The pages of the towers as they are sent: the grid of cards, what can be picked, spells, claims, counts."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.games import Json
from companion.games.tuerme.box import load_box
from companion.web.games.tuerme.cardgrid import order
from companion.web.games.tuerme.rulebook import BOOK
from tests.games.tuerme.table import table
from tests.web.games.tuerme.evening import Evening


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Three seats, the basic game."""
    found = Evening(tmp_path / "three")
    yield found
    found.table.close()


def read(text: str) -> str:
    """The words of a part."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", text))).strip()


def picks(part: str, name: str = "moves") -> list[Json]:
    """What can be picked on the ring."""
    found = re.search(rf"data-{name}='([^']*)'", part)
    told: list[Json] = json.loads(html.unescape(found[1])) if found else []
    return told


def test_the_active_player_has_a_grid_of_all_types_and_nobody_else(evening: Evening) -> None:
    told = evening.parts("blue")["actions"]
    assert told.count('data-key="card-') == 24 and 'data-key="card-hand"' in told
    assert "tu-card" not in evening.parts("yellow")["actions"]
    assert "Welche Karte?" in read(evening.parts("blue")["ask"])
    assert "Thomas spielt eine Karte" in read(evening.parts("yellow")["ask"])
    assert "Aktion 1 von 2" in read(evening.parts("red")["ask"])
    evening.act({"type": "card", "card": "w3"})
    evening.act({"type": "walk", "colour": "blue", "space": 2})
    again = evening.parts("blue")["actions"]
    assert "card-hand" not in again, "T5: only instead of the first card"
    assert re.findall(r'data-key="card-([^"]+)"', again)[0] == "w3", "what was played last comes first"


def test_the_last_and_the_likely_types_come_first_and_all_once() -> None:
    left = dict(zip((card.name for card in load_box("default").cards), load_box("default").copies, strict=True))
    found = order(left, ["t2", "w1"])
    assert found[:2] == ["t2", "w1"] and set(found[2:6]) == {"t5w1", "t4w2", "t2w4", "t1w5"}
    assert sorted(found) == sorted(left)


def test_pieces_that_may_move_are_picked_with_their_goal(evening: Evening) -> None:
    evening.act({"type": "card", "card": "e4"})
    found = picks(evening.parts("blue")["actions"])
    walks = [each for each in found if each["action"]["type"] == "walk"]
    towers = [each for each in found if each["action"]["type"] == "tower"]
    assert [each["at"] for each in walks] == [[2], [3], [4], [5]] and [each["to"] for each in walks] == [6, 7, 8, 9]
    assert len(towers) == 9 and towers[0]["label"] == "Turm auf Feld 2 → Feld 6"
    assert picks(evening.parts("yellow")["actions"]) == []


def test_the_die_is_a_pad_for_who_rolls(evening: Evening) -> None:
    evening.act({"type": "card", "card": "w-die2"})
    assert re.findall(r'data-key="die-(\d)"', evening.parts("blue")["actions"]) == list("123456")
    assert "die-" not in evening.parts("yellow")["actions"]
    evening.act({"type": "roll", "value": 5})
    told = read(evening.parts("blue")["actions"])
    assert "Noch einmal würfeln" in told and "gewürfelt: 5" in read(evening.parts("red")["ask"])


def test_a_spell_is_offered_when_it_can_be_paid(evening: Evening) -> None:
    assert 'data-key="spells"' not in evening.parts("blue")["actions"]
    evening.act({"type": "card", "card": "t1"})
    evening.act({"type": "tower", "tower": "t1"})
    told = evening.parts("blue")
    assert 'data-open="sheet-spells"' in told["actions"] and "Turm vor" in read(told["spells"])
    assert "Magier vor" not in read(told["spells"]), "two bottles"
    spell = picks(told["spells"], "picks")
    assert all(each["action"]["spell"] == "tower_forward" for each in spell) and spell[0]["to"] == spell[0]["at"][0] + 2
    assert 'data-key="spells"' not in evening.parts("yellow")["actions"]


def test_no_spell_is_offered_once_the_game_is_over(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "two", 2)
    before = table({12: "b", 14: "/1"}, seats="by", keep=13, rest=9, home="bbbbyy", full={"b": 6, "y": 3}, start="y")
    for position, offered in ((before.position, True), (before.do("card w1", "walk b 12", "over").position, False)):
        evening.table.course = msgspec.structs.replace(evening.table.course, position=position)
        assert ('data-key="spells"' in evening.parts("blue")["actions"]) == offered, position.phase
    evening.table.close()


def test_counts_of_everybody_stand_on_every_page_and_no_place_of_a_prisoner(evening: Evening) -> None:
    evening.act({"type": "card", "card": "t1"})
    evening.act({"type": "tower", "tower": "t1"})
    told = read(evening.parts("red")["counts"])
    assert "0 von 4 in der Rabenburg" in told and "einer eingesperrt" in told
    assert "Flaschen: 1 voll, 4 leer, 0 verbraucht" in evening.parts("red")["counts"]


def test_who_claims_lets_the_question_go_round(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "master", mode="master")
    evening.act({"type": "card", "card": "t1"})
    evening.act({"type": "tower", "tower": "t1"})
    evening.act({"type": "card", "card": "t1"})
    evening.act({"type": "tower", "tower": "t3"})
    assert "Los, ziehen" in read(evening.parts("blue")["actions"])
    assert "Thomas sagt einen Zug an" in read(evening.parts("yellow")["ask"])
    assert "tw-way" in evening.parts("yellow")["stage"], "the announced move is a ghost"
    evening.act({"type": "go"})
    evening.act({"type": "over"})
    evening.act({"type": "card", "card": "w1"})
    assert "Ich melde mich" in read(evening.parts("blue")["actions"])
    assert "Ich melde mich" not in read(evening.parts("red")["actions"])
    evening.act({"type": "claim", "seat": "blue"})
    told = evening.parts("blue")
    assert "Zauberst du?" in read(told["ask"]) and "Ich verzichte" in read(told["actions"])
    assert picks(told["spells"], "picks"), "a spell answers the claim"
    evening.act({"type": "yield", "seat": "blue"})
    assert "Was zieht?" in read(evening.parts("yellow")["ask"])
    evening.table.close()


def test_every_rule_is_explained_at_its_place(evening: Evening) -> None:
    listed = (Path(__file__).parents[3] / "games" / "tuerme" / "ids.txt").read_text().split()
    assert sorted(BOOK.ids()) == sorted(listed)
    told = evening.text("/rules")
    assert all(f'id="{rule}"' in told for rule in listed)

"""Position as JSON and as one line: complete, round trips, every fault named."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from companion.games import Invalid
from companion.games.dreimagier import GAME
from companion.games.dreimagier.notation import from_line, to_line
from companion.games.dreimagier.rulesets import RULESETS, SETTINGS
from tests.games.conformance import next_action, state
from tests.games.situations import DATA, MAGIC, after, situation

TABLE = {colour: {"power": 0, "magic": 1, "fate": 2} for colour in ("red", "black", "white")}


@pytest.mark.parametrize("board", ["default", "forks", "tiny", "star"])
def test_both_forms_hold_every_position_of_a_game(board: str) -> None:
    rng = random.Random(board)
    position, phases = situation(board=board, wands=TABLE, settings={"fate": "both"}), set()
    for _ in range(400):
        line = to_line(position)
        assert "\n" not in line
        assert from_line(line) == position
        assert GAME.decode(json.loads(state(GAME, position))) == position
        phases.add(position.phase)
        if not GAME.asked(position):
            break
        position, _ = GAME.apply(position, next_action(GAME, position, rng))
    assert {"pip", "move", "offer"} <= phases


def test_the_start_and_a_duel_hold_too() -> None:
    start = after(GAME.start(GAME.header({"seats": ["white", "red", "black"]})), "throw 200", "throw 000")
    assert from_line(to_line(start)) == start
    assert GAME.decode(GAME.encode(start)) == start
    duel = situation(red=("castle", "life"), black=("forest", "sun"))
    for words in ("throw 100", "jump forest", "walk g2", "throw 200", "again black", "throw 2", "stop", "throw 000"):
        duel = after(duel, words)
        assert from_line(to_line(duel)) == duel
        assert GAME.decode(GAME.encode(duel)) == duel


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in SETTINGS for value in SETTINGS[name]])
@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_the_line_holds_every_setting(ruleset: str, name: str, value: object) -> None:
    position = GAME.start(GAME.header({"ruleset": ruleset, "settings": {name: value}}))
    assert from_line(to_line(position)) == position


def test_the_line_is_what_the_documentation_says() -> None:
    position = after(situation(red=("castle", "life"), black=("forest", "sun"), stones=("black",)), "throw 100")
    assert to_line(position) == (
        "3m1 noris-1985/forks/rbw/-/- move rr castle.life,forest.sun+,life.life -/-/- rbw/- -/- - - "
        "r.pip.100.---.rbw 1.1.o.o.--"
    )
    assert to_line(after(position, "jump forest")).endswith(" 1.1.d.o.-- d:forest;rbrr;1;-;0;---;rbw")


def test_the_example_file_is_a_position() -> None:
    data = json.loads((DATA / "position.json").read_text(encoding="utf-8"))
    assert GAME.encode(GAME.decode(data)) == data
    line = (DATA / "position.txt").read_text(encoding="utf-8")
    assert from_line(line) == GAME.decode(data)


def test_all_faults_of_a_position_are_named() -> None:
    data = GAME.encode(situation())
    data |= {"phase": "tea", "turn": "green", "extra": 1, "take": "life?", "rights": [{"seat": "red", "kind": "tea"}]}
    data["figures"]["red"] = {"magician": "a1", "apprentice": "nowhere", "stone": 1}
    data["header"] = {**data["header"], "ruleset": "chess"}
    with pytest.raises(Invalid) as caught:
        GAME.decode(data)
    assert {fault.where for fault in caught.value.faults} == {
        "header.ruleset",
        "phase",
        "turn",
        "extra",
        "take",
        "rights[0].kind",
        "figures.red.magician",
        "figures.red.stone",
    }


BREACHES: dict[str, tuple[dict[str, Any], str]] = {
    "copies and holders": ({"supply": {**dict.fromkeys(MAGIC, 2), "moon": 1}}, "check 1"),
    "two magicians": ({"red": ("sun", "life"), "black": ("sun", "life")}, "check 2"),
    "lonely apprentice": ({"red": ("sun", "life"), "black": ("life", "sun")}, "check 3"),
    "no move": ({"phase": "move"}, "must be given in phase move"),
    "no offer": ({"phase": "offer"}, "must be given in phase offer"),
    "winner": ({"winner": "red"}, "cannot be given in phase pip"),
}


@pytest.mark.parametrize("name", list(BREACHES))
def test_impossible_positions_are_refused(name: str) -> None:
    change, text = BREACHES[name]
    data = GAME.encode(situation())
    for key, value in change.items():
        if isinstance(value, tuple):
            data["figures"][key] = {"magician": value[0], "apprentice": value[1], "stone": False}
        else:
            data[key] = value
    with pytest.raises(Invalid, match=text):
        GAME.decode(data)


@pytest.mark.parametrize(
    "line", ["", "3m1", "3m2 a b c d e f g h i j k", "3m1 chess/forks/rbw/-/- pip", "3m1 " + "x " * 11, "\0" * 40]
)
def test_unreadable_lines_are_refused(line: str) -> None:
    with pytest.raises(Invalid):
        from_line(line)


def write_examples() -> None:
    """Writes the example files anew, after a change of the format that is meant."""
    position = after(situation(red=("castle", "life"), black=("forest", "sun"), stones=("black",)), "throw 100")
    text = json.dumps(GAME.encode(position), sort_keys=True, indent=1, ensure_ascii=False)
    (DATA / "position.json").write_text(text + "\n", encoding="utf-8")
    Path(DATA / "position.txt").write_text(to_line(position) + "\n", encoding="utf-8")

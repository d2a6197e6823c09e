"""``dreimagier rules``: what it prints, and its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.commands.rules import rules
from companion.games.dreimagier.board import shipped_text
from companion.games.dreimagier.notation import to_line
from tests.games.situations import DATA, after, situation

EXAMPLE = DATA / "position.json"
LINE = (DATA / "position.txt").read_text(encoding="utf-8").strip()
JUMP = '{"type": "jump", "to": "forest"}'


def call(*args: str, text: str | bytes | None = None) -> Result:
    return CliRunner().invoke(rules, list(args), input=text, catch_exceptions=False)


@pytest.mark.parametrize("given", ["file", "json", "line", "stdin", "line file", "applied"])
def test_a_position_may_be_given_in_any_form(given: str) -> None:
    content = EXAMPLE.read_text(encoding="utf-8")
    argument, text = {
        "file": (str(EXAMPLE), None),
        "json": (content, None),
        "line": (LINE, None),
        "stdin": ("-", content),
        "line file": (str(DATA / "position.txt"), None),
        "applied": ("-", json.dumps({"position": json.loads(content), "events": []})),
    }[given]
    result = call("legal", argument, text=text)
    assert result.exit_code == 0
    assert [json.loads(line) for line in result.stdout.splitlines()] == [
        {"type": "jump", "to": "forest"},
        {"type": "jump", "to": "life"},
        {"type": "jump", "to": "sun"},
        {"type": "stay", "figure": "magician"},
        {"type": "walk", "to": "g2"},
        {"type": "walk", "to": "h1"},
        {"type": "walk", "to": "i1"},
        {"type": "walk", "to": "j1"},
    ]


def test_legal_names_the_awaited_throw() -> None:
    result = call("legal", to_line(situation()))
    wanted = json.loads(result.stdout)["throw_wanted"]
    assert wanted["seat"] == "red" and wanted["kind"] == "pip" and wanted["wands"] == ["red", "black", "white"]


def test_legal_names_the_winner() -> None:
    cards = {"red": ["house", "tower", "castle", "sun", "mill", "moon"]}
    over = after(situation(red=("castle", "forest"), cards=cards), "throw 100", "jump forest")
    assert json.loads(call("legal", to_line(over)).stdout) == {"winner": "red"}
    whole = json.loads(call("legal", "--json", to_line(over)).stdout)
    assert whole == {"legal": [], "throw_wanted": None, "winner": "red"}


def test_apply_prints_position_notation_and_events() -> None:
    result = call("apply", LINE, JUMP)
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert [event["type"] for event in found["events"]] == ["jumped", "duel-opened"]
    assert found["position"]["duel"]["place"] == "forest"
    chained = call("legal", "-", text=result.stdout)
    assert chained.exit_code == 0 and '{"to": "g2", "type": "walk"}' in chained.stdout
    assert call("legal", found["notation"]).stdout == chained.stdout


def test_an_action_may_come_from_standard_input_or_a_file(tmp_path: Path) -> None:
    path = tmp_path / "action.json"
    path.write_text(JUMP, encoding="utf-8")
    assert call("apply", LINE, "-", text=JUMP).stdout == call("apply", LINE, str(path)).stdout
    assert call("apply", "-", "-", text=JUMP).exit_code == 2


def test_a_refusal_ends_with_one_and_says_the_rule() -> None:
    result = call("apply", LINE, '{"type": "jump", "to": "tower"}')
    assert result.exit_code == 1 and result.stdout == ""
    assert result.stderr.startswith("T1: Dein Stab zeigt 1, der Turm liegt drei Sprünge weit.")
    data = json.loads(call("apply", "--json", LINE, '{"type": "jump", "to": "tower"}').stderr)
    assert (data["rule"], data["values"]) == ("T1", {"steps": 1, "place": "tower", "distance": 3})


@pytest.mark.parametrize(
    "args",
    [
        ("legal", "no-such-file.json"),
        ("legal", "{broken"),
        ("legal", "{}"),
        ("legal", "[1]"),
        ("legal", "3m1 nonsense"),
        ("legal", "."),
        ("legal", "{" + '"a":[' * 3000),
        ("apply", LINE, "{}"),
        ("apply", LINE, '{"type": "walk", "to": "atlantis"}'),
        ("apply", LINE, "no-such-file"),
        ("apply", LINE, "[]"),
        ("start", "--board", "atlantis"),
        ("start", "--board", "atlantis.toml"),
        ("start", "--ruleset", "chess"),
        ("start", "--seats", "red,red"),
    ],
)
def test_unreadable_input_ends_with_two_and_a_clear_line(args: tuple[str, ...]) -> None:
    result = call(*args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ") and "Traceback" not in result.stderr


def test_all_faults_are_told_as_json_too() -> None:
    data = json.loads(EXAMPLE.read_text(encoding="utf-8")) | {"phase": "tea", "turn": "green"}
    result = call("legal", "--json", json.dumps(data))
    assert result.exit_code == 2
    assert [fault["where"] for fault in json.loads(result.stderr)["faults"]] == ["phase", "turn"]


def test_input_that_is_no_text_or_too_long(tmp_path: Path) -> None:
    assert call("legal", "-", text=b"\xff\xfe\x00").exit_code == 2
    path = tmp_path / "long.json"
    path.write_bytes(b" " * 3_000_000)
    result = call("legal", str(path))
    assert result.exit_code == 2 and "longer than" in result.stderr


def test_start_prints_a_first_position(tmp_path: Path) -> None:
    line = call("start", "--line", "--board", "tiny", "--seats", "white,red,black").stdout
    assert line == "3m1 noris-1985/tiny/wrb/-/- start -- life.life,life.life,life.life -/-/- -/- -/- - wrb/- - -\n"
    path = tmp_path / "mine.toml"
    path.write_text(shipped_text("tiny").replace('name = "tiny"', 'name = "mine"'), encoding="utf-8")
    printed = call("start", "--board", str(path))
    assert json.loads(printed.stdout)["header"]["board"]["name"] == "mine"
    assert call("legal", "-", text=printed.stdout).exit_code == 0

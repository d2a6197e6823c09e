"""``dreimagier rules`` and ``simulate`` for the game with towers, and what they keep to themselves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.commands import record, towers
from companion.commands.rules import rules
from companion.commands.simulate import simulate
from companion.games import Json
from companion.games.tuerme import notation
from companion.games.tuerme.simulation import Broken
from tests.games.tuerme.games import played
from tests.games.tuerme.table import table

LINE = notation.to_line(table({3: "b/1", 5: "y"}).position, with_prisoners=True)
CLOSED = notation.to_line(table({3: "b/1", 5: "y"}).position)


def call(command: str, *args: str, text: str | None = None) -> Result:
    return CliRunner().invoke(rules, [command, "--game", "tuerme", *args], input=text, catch_exceptions=False)


def json_of(result: Result) -> Json:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)  # type: ignore[no-any-return]


def test_start_shows_what_everybody_sees_or_all() -> None:
    shown = json_of(call("start"))
    assert shown["seats"] == ["blue", "yellow"] and "columns" not in shown
    assert "columns" in json_of(call("start", "--open", "--seats", "red,green,blue"))
    line = call("start", "--line", "--setting", "mode=master", "--setting", "spells=swap,free").stdout
    assert "mode=master;spells=swap+free" in line
    assert "spell_costs=" in call("start", "--line", "--setting", "spell_costs=swap:3").stdout
    assert call("start", "--seats", "pink,blue").exit_code == 2
    assert call("start", "--setting", "spell_costs=swap:x").exit_code == 2


@pytest.mark.parametrize("given", ["open", "closed", "stdin", "applied"])
def test_legal_lists_what_may_be_done_in_any_form_of_a_position(given: str) -> None:
    applied = call("apply", LINE, '{"type": "card", "card": "t2"}', "--open").stdout
    argument, text = {"open": (LINE, None), "closed": (CLOSED, None), "stdin": ("-", LINE), "applied": ("-", applied)}[
        given
    ]
    found = [json.loads(line) for line in call("legal", argument, text=text).stdout.splitlines()]
    if given == "applied":
        assert {"type": "tower", "tower": "t1"} in found and len(found) == 9
    else:
        assert {"type": "card", "card": "w1"} in found and {"type": "hand"} in found


def test_legal_names_the_awaited_roll_and_the_ranking() -> None:
    rolling = notation.to_line(table({3: "b"}).do("card e-die").position)
    assert json_of(call("legal", rolling))["throw_wanted"]["seat"] == "blue"
    over = next(after for _, _, after, _ in played("glass", most=3000) if after.phase == "over")
    assert json_of(call("legal", notation.to_line(over)))["ranking"]
    whole = json_of(call("legal", "--json", rolling))
    assert whole["legal"] == [] and whole["may"] == [] and whole["ranking"] == []


def test_apply_hides_prisoners_unless_they_are_asked_for() -> None:
    card = json_of(call("apply", LINE, '{"type": "card", "card": "t2"}', "--open"))["notation"]
    move = '{"type": "tower", "tower": "t1"}'
    closed = json_of(call("apply", card, move))
    assert "y/1" not in closed["notation"] and "lifted" not in json.dumps(closed["events"])
    assert "columns" not in closed["position"] and "?" in closed["notation"]
    opened = json_of(call("apply", card, move, "--open"))
    assert ",y/1," in opened["notation"] and opened["position"]["columns"][4]["wizards"][0] == {"yellow": 1}
    assert {"type": "lifted", "tower": "t1", "under": {"blue": 1}, "rule": "V3"} in opened["events"]


def test_apply_refuses_with_rule_and_sentence_and_takes_no_closed_notation() -> None:
    refused = call("apply", LINE, '{"type": "go"}')
    assert refused.exit_code == 1 and refused.stderr.startswith("T1: ")
    closed = call("apply", CLOSED, '{"type": "card", "card": "w1"}')
    assert closed.exit_code == 2 and "V5" in closed.stderr
    assert call("apply", LINE, '{"type": "dance"}').exit_code == 2
    assert call("legal", "tu1 nonsense").exit_code == 2
    as_json = call("apply", LINE, '{"type": "go"}', "--json")
    assert json.loads(as_json.stderr)["message"] == "card-first"


def test_simulate_plays_games_and_the_same_seed_plays_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(towers, "SPEED_SECONDS", 0.01)

    def run(*args: str) -> Result:
        return CliRunner().invoke(simulate, ["--game", "tuerme", "--games", "2", *args], catch_exceptions=False)

    first, again = (json.loads(run("--seed", "a", "--json").stdout) for _ in range(2))
    assert first.pop("decisions_per_second") > 0 and again.pop("decisions_per_second") > 0
    assert first == again and first["finished"] == 2 and first["faults"] == 0
    assert "every check held" in run().stdout

    def broken(*_: object) -> None:
        raise Broken("the keep fell over")

    monkeypatch.setattr(towers, "play", broken)
    failed = run()
    assert failed.exit_code == 1 and "the keep fell over" in failed.stderr


def test_a_record_is_replayed(tmp_path: Path) -> None:
    steps = list(played("replay", most=60))
    lines = [json.dumps(steps[0][0].setup.header()), *(json.dumps(action) for _, action, _, _ in steps)]
    file = tmp_path / "game.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = CliRunner().invoke(record.replay, [str(file)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["round"] == steps[-1][2].round

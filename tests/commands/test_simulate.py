"""``dreimagier simulate``: counts, the same seed, broken invariants, bad options."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.commands import simulate as module
from companion.commands.simulate import simulate
from companion.games import Fault
from companion.games.dreimagier import GAME
from companion.games.dreimagier.players import PLAYERS
from companion.games.dreimagier.rulesets import SETTINGS


@pytest.fixture(autouse=True)
def short_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    """The speed is measured elsewhere."""
    monkeypatch.setattr(module, "SPEED_SECONDS", 0.01)


def call(*args: str) -> Result:
    return CliRunner().invoke(simulate, list(args), catch_exceptions=False)


def test_plays_games_and_counts() -> None:
    result = json.loads(call("--games", "6", "--seed", "7", "--json").stdout)
    assert result["games"] == 6 and result["faults"] == 0
    assert result["finished"] == sum(result["wins"].values()) > 0
    assert 0 < result["decisions"] < result["actions"]
    assert result["decisions_per_second"] > 0


def test_the_same_seed_plays_the_same_games() -> None:
    first, again = (json.loads(call("--games", "3", "--seed", "x", "--json").stdout) for _ in range(2))
    other = json.loads(call("--games", "3", "--seed", "y", "--json").stdout)
    for found in (first, again, other):
        found.pop("decisions_per_second")
    assert first == again
    assert {**first, "seed": "y"} != other


@pytest.mark.parametrize("ruleset", ["noris-1985", "kurzregel", "noris-2010"])
@pytest.mark.parametrize("board", ["default", "forks", "tiny"])
def test_rule_sets_boards_and_a_cap_on_turns(ruleset: str, board: str) -> None:
    options = ("--ruleset", ruleset, "--board", board, "--players", "random", "--turns", "60", "--games", "3", "--json")
    result = json.loads(call(*options).stdout)
    assert result["turns"] <= 180 and result["faults"] == 0


def test_says_it_in_words_too() -> None:
    assert "every invariant held" in call("--games", "1").stdout


def test_a_broken_invariant_is_told_with_its_position(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "check", lambda position: [Fault("cards", "went up in smoke")])
    result = call("--games", "1")
    assert result.exit_code == 1
    assert "cards went up in smoke" in result.stderr and "3m1 noris-1985" in result.stderr


@pytest.mark.parametrize(
    "args",
    [
        ("--players", "chess"),
        ("--board", "atlantis"),
        ("--board", "atlantis.toml"),
        ("--ruleset", "x"),
        ("--games", "0"),
    ],
)
def test_bad_options_end_with_two(args: tuple[str, ...]) -> None:
    assert call(*args).exit_code == 2


def test_a_board_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GAME.header({"board": "tiny"})["board"]["toml"], encoding="utf-8")
    assert call("--board", str(path), "--games", "1", "--turns", "5").exit_code == 0


def _games(options: dict[str, Any], players: str, count: int, turns: int) -> module.Tally:
    first, tally = GAME.start(GAME.header(options)), module.Tally()
    for number in range(count):
        module.play_game(first, [PLAYERS[players]] * 3, f"{options}-{number}", turns, tally)
    return tally


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in SETTINGS for value in SETTINGS[name][1:]])
def test_every_setting_holds_the_invariants(name: str, value: Any) -> None:
    tally = _games({"board": "forks", "settings": {name: value}}, "greedy", 2, 120)
    assert tally.games == 2


@pytest.mark.prove
@pytest.mark.parametrize("ruleset", ["noris-1985", "kurzregel", "noris-2010"])
@pytest.mark.parametrize("board", ["default", "forks", "tiny"])
def test_many_games_hold_the_invariants(ruleset: str, board: str) -> None:
    tally = _games({"board": board, "ruleset": ruleset}, "greedy", 200, 400)
    assert tally.games == 200 and tally.finished > 0
    assert _games({"board": board, "ruleset": ruleset}, "random", 20, 400).games == 20

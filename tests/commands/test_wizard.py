"""``dreimagier judge``, ``simulate --game wizard`` and ``replay`` of golden games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main

RECORDS = Path(__file__).parents[1] / "games" / "wizard" / "records"
GAMES = ("open", "secret", "one-colour")


def said(*words: str) -> Result:
    """What the command answers."""
    return CliRunner().invoke(main, words)


def test_the_judge_names_card_and_rule() -> None:
    answer = said("judge", "--trump", "R", "B7", "J", "R1", "W")
    assert (answer.exit_code, answer.output) == (0, "card 4, W, wins (W1)\n")
    answer = said("judge", "--json", "--trump", "red", "b7", "j", "r1")
    assert json.loads(answer.output) == {"card": "R1", "place": 3, "rule": "W2"}
    assert said("judge", "--one-colour", "B7", "R9", "G9").output == "card 2, R9, wins (O6)\n"


@pytest.mark.parametrize(
    ("words", "code", "rule"),
    [
        (("B7", "B7", "--trump", "R"), 1, "J3"),
        (("B7", "R7"), 1, "T5"),
        (("X7", "--trump", "R"), 2, "M1"),
        (("B7", "--trump", "pink"), 2, "T1"),
        (("--one-colour", "B7", "B8"), 1, "O8"),
    ],
)
def test_what_the_judge_cannot_say(words: tuple[str, ...], code: int, rule: str) -> None:
    answer = said("judge", *words)
    assert answer.exit_code == code and answer.stderr.startswith(f"{rule}: ")
    answer = said("judge", "--json", *words)
    assert answer.exit_code == code and json.loads(answer.stderr)["rule"] == rule


def test_games_that_play_themselves_are_the_same_for_a_seed() -> None:
    first, again = (said("simulate", "--game", "wizard", "--games", "12", "--seed", "1", "--json") for _ in range(2))
    assert first.exit_code == 0 and first.output == again.output
    told = json.loads(first.output)
    assert told["games"] == 12 and told["mendings"] > 20 and told["undone"] > 20 and told["faults"] == 0
    assert "12 games" in said("simulate", "--game", "wizard", "--games", "12").output


@pytest.mark.parametrize("name", GAMES)
def test_golden_games_give_their_final_block(name: str) -> None:
    answer = said("replay", str(RECORDS / f"{name}.jsonl"))
    assert answer.exit_code == 0 and answer.output == (RECORDS / f"{name}.block.json").read_text()


@pytest.mark.parametrize("name", GAMES)
def test_a_damaged_line_is_one_clear_error(name: str, tmp_path: Path) -> None:
    lines = (RECORDS / f"{name}.jsonl").read_text().splitlines()
    for damage in ('{"type": "bid"', '{"type": "bid", "seat": "owl", "bid": 99}'):
        file = tmp_path / "damaged.jsonl"
        file.write_text("\n".join([*lines[:4], damage, *lines[5:]]))
        answer = said("replay", str(file))
        assert answer.exit_code == 2 and "line 5:" in answer.stderr and len(answer.stderr.splitlines()) == 1

"""Every id of the rules has a test named after it and a place in the code, and no test is named after another."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games import tuerme
from companion.games.tuerme.settings import ORDER, RULE_OF

HERE = Path(__file__).parent
IDS = (HERE / "ids.txt").read_text(encoding="utf-8").split()
TESTS = "\n".join(path.read_text(encoding="utf-8") for path in sorted(HERE.glob("test_*.py")))
CODE = "\n".join(path.read_text(encoding="utf-8") for path in sorted(Path(tuerme.__path__[0]).glob("*.py")))
NAMED = {name.upper() for name in re.findall(r"def test_([a-z]\d+)_", TESTS)}


def test_the_two_lists_are_the_same() -> None:
    assert set(IDS) == NAMED and len(IDS) == len(set(IDS)) == 95


@pytest.mark.parametrize("rule", IDS)
def test_a_rule_has_a_place_in_the_code(rule: str) -> None:
    letter, number = rule[0], int(rule[1:])
    ranges = re.findall(rf"\b{letter}(\d+)(?:-{letter}(\d+))?\b", CODE) + re.findall(
        r"\b[A-Z]\d+ to [A-Z](\d+)()", CODE
    )
    spans = [(int(first), int(last or first)) for first, last in ranges if first]
    assert any(first <= number <= last for first, last in spans), f"{rule} is named nowhere in the code"


def test_every_setting_names_its_rule() -> None:
    assert set(RULE_OF) == set(ORDER) and set(RULE_OF.values()) <= set(IDS)


def test_no_code_names_a_rule_that_there_is_not() -> None:
    named = set(re.findall(r"\"([A-Z]\d{1,2})\"", CODE))
    assert named <= set(IDS)

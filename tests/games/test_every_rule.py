"""Every rule id has a test named after it, and stands in the code where it is applied."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games import dreimagier

HERE = Path(__file__).parent
IDS = (
    [f"M{n}" for n in range(1, 5)]
    + ["S1", "S2"]
    + [f"T{n}" for n in range(1, 13)]
    + [f"C{n}" for n in range(1, 8)]
    + [f"E{n}" for n in range(1, 5)]
    + [f"D{n}" for n in range(1, 11)]
    + [f"Z{n}" for n in range(1, 6)]
    + ["B1", "B2", "B3", "W1", "W2", "P1", "P2"]
    + [f"K{n}" for n in range(1, 6)]
)
TESTS = "\n".join(path.read_text(encoding="utf-8") for path in sorted(HERE.glob("test_*.py")))
CODE = "\n".join(path.read_text(encoding="utf-8") for path in sorted(Path(dreimagier.__path__[0]).glob("*.py")))
NOWHERE_IN_CODE = {"P2"}
"""Undo and correction belong to the table."""


@pytest.mark.parametrize("rule", IDS)
def test_a_rule_has_a_test_and_a_place_in_the_code(rule: str) -> None:
    assert re.search(rf"def test_{rule.lower()}_", TESTS), f"no test is named after {rule}"
    assert rule in NOWHERE_IN_CODE or re.search(rf"\b{rule}\b", CODE), f"{rule} is named nowhere in the code"

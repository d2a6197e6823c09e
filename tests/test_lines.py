"""Templates, styles and scripts can be read in a diff as well: no line is longer than 120 columns."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("ending", ["html", "js", "css"])
def test_no_line_is_longer_than_120_columns(ending: str) -> None:
    files = [*(ROOT / "companion").rglob(f"*.{ending}"), *(ROOT / "tests" / "e2e").rglob(f"*.{ending}")]
    lines = [(file.name, n, line) for file in files for n, line in enumerate(file.read_text("utf-8").splitlines(), 1)]
    assert len(lines) > 500
    assert [(name, number) for name, number, line in lines if len(line) > 120] == []

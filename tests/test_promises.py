"""Each promise of the README and of SECURITY.md stands beside a test, and that test is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

TREE = Path(__file__).parents[1]
PAGES = {"README.md": "## What may be relied on", "SECURITY.md": "## Promised"}
NAMED = re.compile(r"`((?:tests/)?[\w/]+(?:\.py)?(?:::\w+)?)`")


def promises(page: str) -> list[str]:
    """The rows of a page's table of promises."""
    section = (TREE / page).read_text(encoding="utf-8").split(PAGES[page] + "\n", 1)[1].split("\n## ", 1)[0]
    rows = [line for line in section.splitlines() if line.startswith("|")]
    return rows[2:]


def named(row: str) -> list[str]:
    """The tests beside a promise; a bare file lies in the folder of the one before it."""
    found: list[str] = []
    for name in NAMED.findall(row.rstrip(" |").rsplit(" | ", 1)[1]):
        beside = Path(found[-1].partition("::")[0]).parent if found else Path()
        found.append(name if "/" in name else str(beside / name))
    return found


def found_in(file: Path) -> set[str]:
    """The names of the tests in a file, or in all files of a folder."""
    files = [file] if file.is_file() else sorted(file.rglob("test_*.py"))
    nodes = [node for each in files for node in ast.walk(ast.parse(each.read_text(encoding="utf-8")))]
    return {node.name for node in nodes if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


ROWS = [(page, row) for page in PAGES for row in promises(page)]


def test_both_pages_promise_something() -> None:
    assert all(len(promises(page)) >= 9 for page in PAGES)


@pytest.mark.parametrize(("page", "row"), ROWS, ids=[row.split("|")[1].strip()[:40] for _, row in ROWS])
def test_a_promise_has_its_test(page: str, row: str) -> None:
    beside = named(row)
    assert beside, "a promise without a test"
    for each in beside:
        file, _, name = each.partition("::")
        found = found_in(TREE / file)
        assert name in found if name else found, each

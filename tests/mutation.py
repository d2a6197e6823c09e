"""Mutation testing of the rules, by hand: ``python -m tests.mutation --count 500 --seed 1 --minutes 60``.

A copy of the tree is mutated by cosmic-ray (``pip install cosmic-ray``), one seeded sample of all its mutants of
``companion/games/dreimagier``; each is killed or survives the tests of the rules.  Prints the share killed and every
survivor as a diff.  Needs nothing but the copy: the tree itself is never touched.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = "companion/games/dreimagier"
TESTS = "tests/games/test_rules_moves.py tests/games/test_reasons.py tests/games tests/commands/test_rules.py"
LEFT_OUT = ["**/players.py", "**/sentences.py"]
"""The simulator's players and the wording of sentences are no rules."""
SAME = ("Eq_Is", "NotEq_IsNot", "Is_Eq", "IsNot_NotEq")
"""Operators that change nothing between small integers, names and None."""
CONFIG = """[cosmic-ray]
module-path = "{package}"
timeout = 120.0
excluded-modules = {left_out}
test-command = "{python} -m pytest -x -q -p no:cacheprovider -p no:xdist {tests}"

[cosmic-ray.distributor]
name = "local"
"""


def copy_tree(folder: Path) -> Path:
    """A copy of what the tests of the rules need."""
    copy = folder / "tree"
    ignore = shutil.ignore_patterns("__pycache__", ".hypothesis")
    for part in ("companion", "tests"):
        shutil.copytree(ROOT / part, copy / part, ignore=ignore)
    shutil.copy(ROOT / "pyproject.toml", copy)
    text = CONFIG.format(package=PACKAGE, left_out=json.dumps(LEFT_OUT), python=sys.executable, tests=TESTS)
    (copy / "mutation.toml").write_text(text, encoding="utf-8")
    return copy


def run(copy: Path, *words: str, seconds: float | None = None) -> subprocess.CompletedProcess[str]:
    """One cosmic-ray command in the copy; past its time it is ended, what it found stays."""
    command = [sys.executable, "-m", "cosmic_ray.cli", *words]
    return subprocess.run(command, cwd=copy, text=True, capture_output=True, timeout=seconds, check=False)


Span = tuple[tuple[int, int], tuple[int, int]]


def annotation_lines(path: Path) -> list[Span]:
    """Where a module's annotations stand: they are never evaluated, so a mutant there is none."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for part in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(part, ast.expr):
                end = (part.end_lineno or part.lineno, part.end_col_offset or part.col_offset)
                found.append(((part.lineno, part.col_offset), end))
    return found


def within(spans: list[Span], row: int, column: int) -> bool:
    """Whether a place lies in one of the spans."""
    return any(start <= (row, column) < end for start, end in spans)


def sample(session: Path, count: int, seed: int) -> int:
    """Keep a seeded sample of the mutants; returns how many there were."""
    with closing(sqlite3.connect(session)) as database:
        jobs = [row[0] for row in database.execute("select job_id from work_items order by job_id")]
        specs = database.execute(
            "select job_id, module_path, start_pos_row, start_pos_col, operator_name from mutation_specs"
            " order by module_path, start_pos_row, start_pos_col, operator_name, occurrence"
        ).fetchall()
        paths = {path: annotation_lines(session.parent / path) for _, path, *_ in specs}
        order = [
            job
            for job, path, row, column, operator in specs
            if not operator.endswith(SAME) and not within(paths[path], row, column)
        ]
        kept = set(random.Random(seed).sample(order, min(count, len(order))))
        gone = [(job,) for job in jobs if job not in kept]
        database.executemany("delete from mutation_specs where job_id = ?", gone)
        database.executemany("delete from work_items where job_id = ?", gone)
        database.commit()
    return len(order)


def results(copy: Path) -> Iterator[tuple[dict[str, object], dict[str, object]]]:
    """The finished mutants with their outcome."""
    for line in run(copy, "dump", "session.sqlite").stdout.splitlines():
        item, result = json.loads(line)
        if result is not None:
            yield item, result


def main() -> int:
    """Sample, run, report; exit 1 when less than 90 % of the finished mutants were killed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        copy = copy_tree(Path(folder))
        made = run(copy, "init", "mutation.toml", "session.sqlite")
        if made.returncode:
            print(f"cosmic-ray is needed: pip install cosmic-ray\n{made.stderr}", file=sys.stderr)
            return 2
        total = sample(copy / "session.sqlite", options.count, options.seed)
        print(f"{options.count} of {total} mutants, seed {options.seed}", flush=True)
        started = time.monotonic()
        try:
            run(copy, "exec", "mutation.toml", "session.sqlite", seconds=options.minutes * 60)
        except subprocess.TimeoutExpired:
            print(f"stopped after {options.minutes:g} minutes", flush=True)
        return report(copy, time.monotonic() - started)


def report(copy: Path, seconds: float) -> int:
    """The share killed, and the survivors."""
    finished = list(results(copy))
    survivors = [(item, result) for item, result in finished if result["test_outcome"] == "survived"]
    for _, result in survivors:
        print(result["diff"], "\n")
    killed = len(finished) - len(survivors)
    share = killed / len(finished) if finished else 0.0
    print(f"{killed} of {len(finished)} mutants killed: {share:.1%} in {seconds / 60:.1f} minutes")
    return 0 if share >= 0.9 else 1


if __name__ == "__main__":
    sys.exit(main())

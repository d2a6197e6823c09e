"""Mutation testing of the rules, by hand: ``python -m tests.mutation --game wizard --count 500 --seed 1 --minutes 60``.

A copy of the tree is mutated with cosmic-ray's operators (``pip install cosmic-ray``): a seeded sample of all
mutants of a game's rules, each killed by the tests of the rules or surviving them.  Prints the share
killed and every survivor as a diff.  A mutant's tests run in a fork of a process that has imported the test tools.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click.testing  # noqa: F401 - imported here once, not once a mutant
import hypothesis
import msgspec  # noqa: F401
import pytest

hypothesis.settings.register_profile("mutation", phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate))
"""A kill need not be made small."""
ROOT = Path(__file__).parents[1]
GAMES = Path("companion/games")
FIRST = (
    "rules_moves", "rules_duels", "rules_cards", "rules_spells", "rules_rights", "rules_settings", "rules_material",
    "rulebook_examples", "impossible_positions", "boards", "action_borders", "notation_borders", "board_borders",
    "obstacles",
)  # fmt: skip
THEN = ("notation", "view", "odds", "counts", "golden", "reasons", "conformance")
STAGES = {
    "dreimagier": [
        [f"tests/games/test_{name}.py" for name in FIRST],
        [f"tests/games/test_{name}.py" for name in THEN],
        ["tests/oracle/test_agreement.py::test_both_agree_on_a_few_games", "tests/games/test_fuzz.py"],
    ],
    "wizard": [["tests/games/wizard"], ["tests/commands/test_wizard.py"]],
}
"""Those that kill most for their time come first; a survivor costs all of them."""
LEFT_OUT = ("players.py", "simulation.py", "sentences.py", "words")
"""The simulator, its players and the wording of sentences are no rules."""
SAME = ("Eq_Is", "NotEq_IsNot", "Is_Eq", "IsNot_NotEq")
"""Operators that change nothing between small integers, names and None."""
NEED_ARGUMENTS = ("VariableInserter", "VariableReplacer")
"""Operators that need to be told names."""
TIMEOUT_S = 90
Span = tuple[tuple[int, int], tuple[int, int]]


class Mutant(NamedTuple):
    """One change: which operator, at which of its places in a module."""

    module: Path
    operator: str
    occurrence: int


def annotation_spans(source: str) -> list[Span]:
    """Where a module's annotations stand: they are never evaluated, so a mutant there is none."""
    found = []
    for node in ast.walk(ast.parse(source)):
        for part in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(part, ast.expr):
                end = (part.end_lineno or part.lineno, part.end_col_offset or part.col_offset)
                found.append(((part.lineno, part.col_offset), end))
    return found


def mutants(copy: Path, game: str) -> Iterator[Mutant]:
    """Every mutant of a game's rules."""
    import parso
    from cosmic_ray.ast import ast_nodes
    from cosmic_ray.plugins import get_operator, operator_names

    for path in sorted((copy / GAMES / game).rglob("*.py")):
        if any(part in LEFT_OUT for part in path.parts):
            continue
        source = path.read_text(encoding="utf-8")
        spans, tree = annotation_spans(source), parso.parse(source)
        for name in sorted(operator_names()):
            if name.endswith((*SAME, *NEED_ARGUMENTS)):
                continue
            operator = get_operator(name)()
            places = [place for node in ast_nodes(tree) for place in operator.mutation_positions(node)]
            for number, place in enumerate(places):
                if not any(start <= place[0] < end for start, end in spans):
                    yield Mutant(path.relative_to(copy), name, number)


def mutated(source: str, mutant: Mutant) -> str | None:
    """The module's text with the change; None when the operator changes nothing."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    changed: str | None = mutate_code(source, get_operator(mutant.operator)(), mutant.occurrence)
    return changed


def survives(copy: Path, game: str, mutant: Mutant, text: str) -> bool:
    """Whether all tests pass with this text of the module; a run that takes too long has not."""
    path = copy / mutant.module
    before = path.read_bytes()
    for stale in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc"):
        stale.unlink()
    path.write_text(text, encoding="utf-8")
    try:
        return tested(copy, game) == 0
    finally:
        path.write_bytes(before)


def tested(copy: Path, game: str, remember: bool = False) -> int:
    """Exit code of the tests in a fork; 1 past the time."""
    child = os.fork()
    if child == 0:
        _test(copy, game, remember)
    until = time.monotonic() + TIMEOUT_S
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return 1


def _test(copy: Path, game: str, remember: bool) -> None:
    """In the fork: run the tests of the copy, silently, and end."""
    code: Any = 1
    try:
        os.chdir(copy)
        sys.path[:] = [str(copy), *(entry for entry in sys.path if entry not in ("", str(ROOT)))]
        sys.dont_write_bytecode = not remember
        for name in [name for name in sys.modules if name.split(".")[0] in ("tests", "companion")]:
            del sys.modules[name]
        with Path(os.devnull).open("w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        hypothesis.settings.load_profile("mutation")
        for stage in STAGES[game]:
            code = pytest.main(["-x", "-q", "-p", "no:cacheprovider", *stage])
            if code != 0:
                break
    finally:
        os._exit(int(code))


def copy_tree(folder: Path) -> Path:
    """A copy of what the tests of the rules need."""
    copy = folder / "tree"
    ignore = shutil.ignore_patterns("__pycache__", ".hypothesis")
    for part in ("companion", "tests"):
        shutil.copytree(ROOT / part, copy / part, ignore=ignore)
    shutil.copy(ROOT / "pyproject.toml", copy)
    return copy


def main() -> int:
    """Sample, run, report; exit 1 when less than 90 % of the mutants tried were killed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=sorted(STAGES), default="dreimagier")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        copy = copy_tree(Path(folder))
        if tested(copy, options.game, remember=True) != 0:
            print("the tests fail without any mutant", file=sys.stderr)
            return 2
        found = list(mutants(copy, options.game))
        chosen = random.Random(options.seed).sample(found, min(options.count, len(found)))
        print(f"{len(chosen)} of {len(found)} mutants, seed {options.seed}", flush=True)
        return run(copy, options.game, chosen, time.monotonic() + options.minutes * 60)


def run(copy: Path, game: str, chosen: list[Mutant], until: float) -> int:
    """Try the mutants until the time is over; print survivors as they are found."""
    tried = survived = 0
    for mutant in chosen:
        if time.monotonic() > until:
            break
        source = (copy / mutant.module).read_text(encoding="utf-8")
        text = mutated(source, mutant)
        if text is None or text == source:
            continue
        tried += 1
        if survives(copy, game, mutant, text):
            survived += 1
            diff = difflib.unified_diff(source.splitlines(), text.splitlines(), str(mutant.module), "mutant", "", "", 1)
            print("\n".join(diff), "\n", flush=True)
        if tried % 25 == 0:
            print(f"# {tried} tried, {survived} survived", flush=True)
    share = (tried - survived) / tried if tried else 0.0
    print(f"{tried - survived} of {tried} mutants killed: {share:.1%}")
    return 0 if share >= 0.9 else 1


if __name__ == "__main__":
    sys.exit(main())

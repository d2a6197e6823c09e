"""The promise of the eye, on thousands of throws of tables that nothing was made for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.hardframes.figures import Job, figures, text

SEED, SETS, THROWS = 77001, 50, 60
LEAST_RIGHT, LEAST_NOTICED, MOST_REFUSED = 0.95, 0.99, 0.04
FILE = Path("build") / "hard_figures.txt"


@pytest.mark.prove
@pytest.mark.xdist_group("hardframes")
def test_three_thousand_hard_throws_never_give_a_sure_wrong_value() -> None:
    jobs = [Job(SEED, number, THROWS) for number in range(SETS)]
    verdict, refused = figures(jobs, min(2, os.cpu_count() or 1))
    told = text(verdict, refused, SETS)
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(told + "\n")
    print(told)
    assert sum(t.count for t in verdict.categories.values()) == SETS * THROWS
    assert len(verdict.categories) == 15
    assert len({line.split(":")[0] for line in refused}) <= MOST_REFUSED * SETS, told
    assert verdict.ok_but_wrong[0] == 0, told
    assert verdict.read_right[0] >= LEAST_RIGHT * verdict.read_right[1], told
    assert verdict.illegal_noticed[0] >= LEAST_NOTICED * verdict.illegal_noticed[1], told

"""The promise of the eye, on thousands of throws of tables that nothing was made for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.hardframes.decay import decay, table
from tests.hardframes.figures import Figures, Job, figures
from tests.hardframes.hardset import HardSet

FOLDER = Path("build")


def read(jobs: list[Job], file: str) -> Figures:
    """The figures of some sets, printed and kept."""
    made = figures(jobs, min(2, os.cpu_count() or 1))
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / file).write_text(made.text() + "\n")
    print(made.text())
    return made


def hold(made: Figures, right: float, noticed: float, refused: float) -> None:
    """Shares of legal throws read right, illegal states noticed, and at most so many sets refused; no sure wrong."""
    told, whole = made.text(), made.whole
    sets = sum(count for count, _ in made.sets.values())
    assert whole.ok_but_wrong[0] == 0, told
    assert whole.read_right[0] >= right * whole.read_right[1], told
    assert whole.illegal_noticed[0] >= noticed * whole.illegal_noticed[1], told
    assert sum(no for _, no in made.sets.values()) <= refused * sets, told


@pytest.mark.prove
@pytest.mark.xdist_group("hardframes")
def test_a_thousand_throws_of_plain_tables_never_give_a_sure_wrong_value() -> None:
    made = read([Job(77001, number, 60, series=HardSet) for number in range(17)], "hard_figures.txt")
    assert len(made.whole.categories) == 15
    hold(made, 0.95, 0.99, 0.06)


@pytest.mark.prove
@pytest.mark.xdist_group("hardframes")
def test_three_thousand_throws_of_harsh_tables_never_give_a_sure_wrong_value() -> None:
    made = read([Job(47001, number, 55) for number in range(55)], "harsh_figures.txt")
    assert sum(t.count for t in made.whole.categories.values()) == 3025
    assert len(made.kinds) == 11 and len(made.whole.categories) == 18
    hold(made, 0.97, 0.995, 0.08)


@pytest.mark.prove
@pytest.mark.xdist_group("hardframes")
def test_five_thousand_changed_pictures_never_give_a_sure_wrong_value() -> None:
    plain = [Job(77003, number, 16, series=HardSet) for number in range(6)]
    harsh = [Job(77003, number, 14) for number in range(11)]
    changed = decay([*plain, *harsh], min(2, os.cpu_count() or 1))
    told = table(changed)
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "decay.txt").write_text(told + "\n")
    print(told)
    assert len(changed) >= 5000
    assert not [c for c in changed if c.outcome == "wrong"], told

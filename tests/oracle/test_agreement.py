"""The engine and the plain opinion agree on every question of seeded games."""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import pytest

from tests.oracle.lockstep import play_many

SAMPLE, PARTS = 400, 4
PROOF, PROOF_PARTS = 10_000, 100
MET = (
    " jump",
    " walk",
    " stay",
    " take",
    " again",
    " stop",
    " symbol",
    " magic",
    "start throw",
    "pip throw",
    "duel throw",
    "spell throw",
    "bonus accept",
    "doublet accept",
    "spell accept",
    "won",
    "attempts",
)


def part_of(count: int, parts: int, part: int) -> range:
    return range(part, count, parts)


def assert_all_met(met: Counter[str]) -> None:
    """A comparison that never came to a duel or a bonus would prove little."""
    assert [name for name in MET if not met[name]] == []


@pytest.mark.parametrize("part", range(PARTS))
def test_both_agree_on_every_step_of_a_sample_of_games(part: int) -> None:
    met = play_many(part_of(SAMPLE, PARTS, part))
    assert met["games"] == SAMPLE // PARTS
    assert_all_met(met)


@pytest.mark.prove
def test_both_agree_on_every_step_of_ten_thousand_games() -> None:
    met: Counter[str] = Counter()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for part in pool.map(play_many, [part_of(PROOF, PROOF_PARTS, part) for part in range(PROOF_PARTS)]):
            met += part
    print(sorted(met.items()))
    assert met["games"] == PROOF
    assert_all_met(met)

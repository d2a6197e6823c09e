"""The engine and the plain opinion agree on every question of seeded games, and the comparison notices a difference."""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest

from tests.oracle import rarities
from tests.oracle.lockstep import SINGLES, Disagreement, Lockstep, play_many

SAMPLE, PARTS = 240, 1
PROOF, PROOF_PARTS = 10_000, 100
FEW_GAMES = 40
FEW = {
    "both_bonuses",
    "first_throw_is_free",
    "first_throw_out_of_turn",
    "jump_home_meets",
    "lost_bonus_is_not_counted",
    "magic_into_labyrinth_keeps_stone",
    "right_outlives_the_card",
    "shortened_walk_or_stay",
    "walk_home",
}
"""Too rare for a sample, met by the proof."""
DECIDED = ("walk", "jump", "stay", "take", "again", "stop", "symbol", "magic")
THROWN = ("start", "pip", "duel", "spell")
OFFERED = ("spell", "doublet", "bonus")
MET = [
    *[f" {kind}" for kind in DECIDED],
    *[f"{kind} {done}" for kind in THROWN for done in ("throw", "spoilt")],
    *[f"{kind} {answer}" for kind in OFFERED for answer in ("accept", "decline")],
    "won",
    "attempts",
]


def part_of(count: int, parts: int, part: int) -> range:
    return range(part, count, parts)


def missing(met: Counter[str], names: list[str]) -> list[str]:
    """A comparison that never came to these would prove little."""
    return [name for name in names if not met[name]]


def test_both_agree_on_a_few_games() -> None:
    """A handful of the sample, for a quick answer (``tests.mutation``)."""
    assert play_many(range(0, SAMPLE, SAMPLE // FEW_GAMES))["games"] == FEW_GAMES


@pytest.mark.parametrize("part", range(PARTS))
def test_both_agree_on_every_step_of_a_sample_of_games(part: int) -> None:
    met = play_many(part_of(SAMPLE, PARTS, part))
    assert met["games"] == SAMPLE // PARTS
    assert missing(met, [*MET, *(name for name in rarities.ALL if name not in FEW)]) == []


@pytest.mark.parametrize(("name", "value"), SINGLES)
def test_a_difference_in_one_setting_is_noticed(name: str, value: Any) -> None:
    def play_otherwise(seed: int) -> None:
        game = Lockstep(seed)
        game.table["set"][name] = value
        game.play()

    with pytest.raises(Disagreement):
        for seed in range(0, 360, 3):
            play_otherwise(seed)


@pytest.mark.prove
def test_both_agree_on_every_step_of_ten_thousand_games() -> None:
    met: Counter[str] = Counter()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for part in pool.map(play_many, [part_of(PROOF, PROOF_PARTS, part) for part in range(PROOF_PARTS)]):
            met += part
    print(sorted(met.items()))
    assert met["games"] == PROOF
    assert missing(met, [*MET, *rarities.ALL]) == []

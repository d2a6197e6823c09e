"""What a block tells on walks by chance is what it told when somebody last looked."""

from __future__ import annotations

import pytest

from companion.games import Json
from tests.games.wizard.walks import FILE, SEEDS, digest, walk

KNOWN = dict(line.split() for line in FILE.read_text().splitlines())


@pytest.mark.parametrize("seed", SEEDS)
def test_everything_told_on_a_walk_is_as_before(seed: int) -> None:
    assert digest(seed) == KNOWN[str(seed)]


def test_the_walks_come_by_every_kind_of_action_and_refusal() -> None:
    actions, whys = set[str](), set[str]()
    for seed in SEEDS:
        for each in walk(seed):
            assert each != "it cannot be read again"
            if isinstance(each, tuple):
                actions.add(each[0]["type"])
            elif "why" in each:
                reasons: list[Json] = [why for why in each["why"] if why]
                whys |= {why["message"] for why in reasons}
    assert {"turn", "trump", "bid", "trick", "tricks", "round", "mend", "misdeal", "ruling"} <= actions
    assert {"tricks-missing", "tricks-over", "first-bid", "bids-unseen", "unreadable"} <= whys

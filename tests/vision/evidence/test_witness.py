"""When a witness is certain by itself."""

from __future__ import annotations

import numpy as np
import pytest

from vision.evidence.witness import Witness

TOPS = [0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize(
    ("misfits", "seen", "certain"),
    [
        ([0.1, 1.5, 1.2, 2.0, 1.0, 1.6], 1.0, True),
        ([0.1, 0.2, 1.2, 2.0, 1.0, 1.6], 1.0, True),
        ([0.1, 1.5, 1.2, 2.0, 0.6, 1.6], 1.0, False),
        ([0.1, 1.5, 1.2, 2.0, 1.0, 1.6], 0.67, False),
        ([0.6, 1.5, 1.6, 2.0, 1.5, 1.6], 1.0, False),
    ],
)
def test_notches_are_certain_where_all_are_seen_and_fit_one_value_only(
    misfits: list[float], seen: float, certain: bool
) -> None:
    assert Witness(np.array(misfits), seen).certain(TOPS) is certain


@pytest.mark.parametrize(
    ("misfits", "beyond", "attests"),
    [
        ([0.0, 1.5, 0.5, 1.5, 0.5, 1.5], [0, 1, 1, 1, 1, 2], True),
        # Half a notch is none.
        ([0.0, 1.5, 0.5, 1.5, 0.5, 1.5], [0, 1, 1, 1, 0.4, 2], False),
        # Only what is lacking speaks against the last value.
        ([0.0, 1.5, 0.5, 1.5, 1.0, 1.5], [0, 1, 1, 1, 0, 1], False),
        # Something else stands there, too.
        ([0.4, 1.5, 0.9, 1.5, 0.9, 1.5], [0.8, 1, 2, 2, 2, 2], False),
        ([0.6, 1.5, 1.1, 1.5, 1.1, 1.5], [0, 1, 1, 1, 1, 2], False),
        ([0.5, 1.5, 0.0, 1.5, 0.5, 1.5], [1, 1, 0, 1, 1, 2], False),
    ],
)
def test_notches_attest_a_value_where_one_is_seen_that_no_other_value_has(
    misfits: list[float], beyond: list[float], attests: bool
) -> None:
    assert Witness(np.array(misfits), 0.0, beyond=np.array(beyond, float)).attests(TOPS, 0) is attests


def test_a_mark_attests_nothing() -> None:
    assert not Witness(np.array([0.0, 1, 1, 1, 1, 1]), 1.0).attests(TOPS, 0)

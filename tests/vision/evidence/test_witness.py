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

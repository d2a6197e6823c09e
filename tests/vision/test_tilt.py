"""Lifted ends: how much an outline must say for it, alone, beside a hand, and under one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.protocol import Kind
from vision.news import News
from vision.pictures import read_picture
from vision.read import Found, Reader

THROW = Path(__file__).parent / "data" / "set_a" / "throws" / "001.jpg"


def lifted(reader: Reader, found: Found, hand: bool) -> Kind | None:
    """What the wand is called, with or without a hand all around."""
    rest = News(np.full(reader.grid.shape, 1 if hand else 0, np.uint8), reader.grid)
    return reader._lifted([found], rest)[0].fault


@pytest.mark.parametrize(
    ("gain", "fault", "alone", "beside_a_hand"),
    [
        (3.5, None, None, None),
        (3.5, "obstructed", "obstructed", "leaning"),
        (5.5, None, None, "leaning"),
        (9.0, None, "leaning", "leaning"),
        (9.0, "partly-off", "partly-off", "partly-off"),
    ],
)
def test_less_says_leaning_where_a_hand_may_hold_it(
    reader: Reader, gain: float, fault: Kind | None, alone: Kind | None, beside_a_hand: Kind | None
) -> None:
    found = reader.read(read_picture(THROW)).found[0]
    raised = replace(found, fault=fault, facts={**found.facts, "tilt": gain, "height": 12.0})
    assert lifted(reader, raised, hand=False) == alone
    assert lifted(reader, raised, hand=True) == beside_a_hand


def test_a_lift_lower_than_can_be_told_is_none(reader: Reader) -> None:
    found = reader.read(read_picture(THROW)).found[0]
    assert lifted(reader, replace(found, facts={**found.facts, "tilt": 9.0, "height": 3.0}), hand=True) is None

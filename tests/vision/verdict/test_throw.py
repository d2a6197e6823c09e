"""Lifted ends: how much an outline must say for it, alone, beside a hand, and under one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.protocol import Kind
from tests.vision.conftest import SET
from vision.files import read_picture
from vision.read import Reader
from vision.scene.foreground import Foreground
from vision.verdict.found import Found
from vision.verdict.throw import lifted

THROW = SET / "throws" / "001.jpg"


def called(reader: Reader, found: Found, hand: bool) -> Kind | None:
    """What the wand is called, with or without a hand all around."""
    rest = Foreground(np.full(reader.empty.grid.shape, 1 if hand else 0, np.uint8), reader.empty.grid)
    return lifted([found], rest)[0].fault


def raised_by(found: Found, gain: float, height: float, fault: Kind | None) -> Found:
    """The wand with such a fault, and an end that seems to be so high (mm)."""
    facts = replace(found.facts, tilt=gain, height=height)
    return replace(found, exhibit=replace(found.exhibit, facts=facts), fault=fault)


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
    raised = raised_by(found, gain, 12.0, fault)
    assert called(reader, raised, hand=False) == alone
    assert called(reader, raised, hand=True) == beside_a_hand


def test_a_lift_lower_than_can_be_told_is_none(reader: Reader) -> None:
    found = reader.read(read_picture(THROW)).found[0]
    assert called(reader, raised_by(found, 9.0, 3.0, None), hand=True) is None

"""What keeps a wand from lying whole on the pane."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.protocol import Kind
from vision.evidence.facts import Facts
from vision.evidence.tilt import Tilt
from vision.verdict.faults import BARE_MM, MISSING, OUTSIDE_MM, STRANGE_MM2, fault_of, glare_at_end

PLAIN = Facts(
    span=0.0, taper=0.0, trust=0.9, tilt=Tilt(0.0, 0.0, 0, np.full(2, 6.0)), outside=-20.0, held=0.9, ends=0.9,
    bare=0.0, missing=0.0, crossed=0.0, strange=0.0, veiled=False, endless=False,
)  # fmt: skip
CLEAR = np.ones((40, 300), np.bool_)


@pytest.mark.parametrize(
    ("found", "fault"),
    [
        ({}, None),
        ({"outside": OUTSIDE_MM + 0.1}, "partly-off"),
        ({"outside": OUTSIDE_MM - 0.1}, None),
        ({"missing": MISSING + 0.01}, "obstructed"),
        ({"bare": BARE_MM + 0.1}, "obstructed"),
        ({"strange": STRANGE_MM2}, "obstructed"),
        ({"endless": True}, "obstructed"),
        ({"endless": True, "outside": OUTSIDE_MM + 1}, "partly-off"),
    ],
)
def test_border_and_cover_are_told_apart(found: dict[str, Any], fault: Kind | None) -> None:
    assert fault_of(replace(PLAIN, **found), CLEAR) == fault


@pytest.mark.parametrize("end", [slice(None, 30), slice(-30, None)])
def test_an_end_that_a_lamp_hides_is_not_lacking(end: slice) -> None:
    clear = CLEAR.copy()
    clear[:, end] = False
    assert glare_at_end(clear) and not glare_at_end(CLEAR)
    assert fault_of(replace(PLAIN, endless=True), clear) is None

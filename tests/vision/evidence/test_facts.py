"""The facts of a footprint, of outlines whose sides and ends are where they were put."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.geometry.panes import PLAIN as OVER
from vision.evidence.facts import Facts, facts_of
from vision.geometry.pose import Pose
from vision.locate.outline import Outline
from vision.locate.relief import BANDS, PIECES, SEGMENTS, SPANS_MM

PANE = replace(
    OVER,
    size=(1280, 960),
    focal=840.0,
    centre=(640.0, 480.0),
    opening=np.array([[-100.0, -80], [100, -80], [100, 80], [-100, 80]]),
    thickness=5.0,
)
PLAIN = Outline(
    pose=Pose(0.0, 0.0, 0.0),
    length=90.0,
    side=12.0,
    sides=np.array([[-6.0, -6.0], [6.0, 6.0]]),
    trust=np.array([1.0, 1.0]),
    ends=np.array([-45.0, 45.0]),
    held_sides=np.full((2, SEGMENTS), 0.9),
    held_ends=np.full((2, BANDS), 0.7),
    borders=np.zeros((2, PIECES)),
    spans=np.exp(-((SPANS_MM / 0.6) ** 2)),
)


def of(outline: Outline) -> Facts:
    """Of an outline of which nothing else is known."""
    rest = {"bare": 0.0, "missing": 0.0, "crossed": 0.0, "strange": 0.0}
    return facts_of(PANE, outline, 90.0, **rest, veiled=False, endless=False)


def test_a_wand_as_it_was_taught_has_nothing_that_speaks_against_it() -> None:
    facts = of(PLAIN)
    assert facts.span == facts.taper == facts.tilt.gain == facts.tilt.height == 0.0
    assert facts.trust == 1.0 and facts.outside < 0
    assert facts.held == pytest.approx(0.8) and facts.ends == pytest.approx(0.7)


def test_span_and_taper_are_what_is_measured_beyond_the_taught() -> None:
    facts = of(replace(PLAIN, ends=np.array([-44.0, 47.5]), sides=np.array([[-6.0, -5.0], [6.0, 6.5]])))
    assert facts.span == pytest.approx(1.5)
    assert facts.taper == pytest.approx(-0.5)


def test_the_worse_side_and_the_fainter_end_count() -> None:
    held = np.stack([np.full(BANDS, 0.9), np.linspace(0.0, 0.5, BANDS)])
    for way in (slice(None), slice(None, None, -1)):
        facts = of(replace(PLAIN, trust=np.array([0.4, 0.95])[way], held_ends=held[way]))
        assert facts.trust == pytest.approx(0.4)
        assert facts.ends == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("pose", "outside"),
    [
        (Pose(0.0, 0.0, 0.0), -55.0),
        (Pose(60.0, 0.0, 0.0), 5.0),
        (Pose(-60.0, 0.0, np.pi), 5.0),
        (Pose(10.0, -38.0, np.pi / 2), 3.0),
        (Pose(0.0, 81.0, 0.0), 7.0),
    ],
)
def test_the_farthest_corner_tells_how_far_a_wand_reaches_out(pose: Pose, outside: float) -> None:
    assert of(replace(PLAIN, pose=pose)).outside == pytest.approx(outside)


def test_a_wand_lies_where_its_outline_was_found_not_where_it_was_looked_for() -> None:
    found = replace(PLAIN, ends=np.array([-41.0, 49.0]), sides=np.array([[-3.0, -3.0], [9.0, 9.0]]))
    assert of(replace(found, pose=Pose(60.0, 0.0, 0.0))).outside == pytest.approx(9.0)
    assert of(replace(found, pose=Pose(0.0, 70.0, 0.0))).outside == pytest.approx(-1.0)


def test_a_narrower_end_is_told_as_a_taper_and_as_a_lift_of_that_end() -> None:
    # An end 18 mm nearer to what is 318 mm from the eye looks narrower by 18 / 318 of the side.
    narrower = 12 * 18 / 318
    part = (np.arange(PIECES) + 0.5) / PIECES
    sides = np.array([[-6.0, -6 + narrower / 2], [6.0, 6 - narrower / 2]])
    shorter = 45 * 18 / 318 + 90 - np.sqrt(90**2 - 18**2)
    spans = np.exp(-(((SPANS_MM + shorter) / 0.6) ** 2))
    facts = of(replace(PLAIN, sides=sides, borders=np.tile(-narrower / 2 * part, (2, 1)), spans=spans))
    assert facts.taper == pytest.approx(-narrower)
    assert facts.tilt.gain > 1.0 and facts.tilt.end == 1 and facts.tilt.height == 18.0


def test_what_else_was_found_out_is_kept_as_it_was_said() -> None:
    facts = facts_of(PANE, PLAIN, 90.0, bare=1.0, missing=0.2, crossed=3.0, strange=40.0, veiled=True, endless=False)
    assert (facts.bare, facts.missing, facts.crossed, facts.strange) == (1.0, 0.2, 3.0, 40.0)
    assert facts.veiled and not facts.endless

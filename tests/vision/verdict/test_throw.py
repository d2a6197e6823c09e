"""Wands that lean or are crossed: what an outline, a thing beside an end and a thing on a side say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.protocol import Kind
from tests.vision.conftest import SET
from vision.evidence.grip import Beside
from vision.evidence.tilt import HEIGHTS_MM, HELD_MM, Tilt, held_longer
from vision.files import read_picture
from vision.read import Reader
from vision.verdict.found import Found
from vision.verdict.throw import crossed, lifted, may_be_held

THROW = SET / "throws" / "001.jpg"
NOTHING = Beside(np.zeros(2), np.zeros(2), 0.0)
HAND = Beside(np.array([0.7, 0.4]), np.array([0.5, 0.3]), 120.0)
ONE_SIDE = Beside(np.array([0.9, 0.0]), np.array([0.9, 0.0]), 120.0)
SHADOW = Beside(np.array([0.9, 0.9]), np.array([0.0, 0.05]), 60.0)
HEAD = Beside(np.array([0.9, 0.9]), np.array([0.6, 0.6]), 30.0)


@pytest.mark.parametrize(
    ("flat", "around", "held"),
    [
        (0.5, HAND, True),
        (6.0, HAND, False),
        (-1.0, NOTHING, False),
        (-1.0, ONE_SIDE, False),
        (-1.0, SHADOW, False),
        (0.5, HEAD, False),
        (-4.0, HEAD, True),
    ],
)
def test_what_is_on_both_sides_lit_and_no_shadow_may_hold_an_end(flat: float, around: Beside, held: bool) -> None:
    assert may_be_held(flat, around, white=200.0) is held


def raised_by(found: Found, gain: float, height: float, fault: Kind | None, span: float = 0.0) -> Found:
    """The wand with such a fault, and an end that seems to be so high (mm); so much longer than taught."""
    facts = replace(found.facts, tilt=Tilt(gain, height, 0, np.full(2, 9.0)), span=span)
    return replace(found, exhibit=replace(found.exhibit, facts=facts), fault=fault)


@pytest.mark.parametrize(
    ("gain", "height", "fault", "span", "called"),
    [
        (5.5, 12.0, None, 0.0, None),
        (5.5, 12.0, None, -1.4, "leaning"),
        (4.5, 12.0, None, 1.4, None),
        (12.0, 12.0, None, 0.0, "leaning"),
        (12.0, 3.0, None, 0.0, None),
        (12.0, 12.0, "obstructed", 0.0, "leaning"),
        (12.0, 12.0, "partly-off", 0.0, "partly-off"),
    ],
)
def test_a_lift_that_explains_the_outline_for_certain_is_one(
    reader: Reader, gain: float, height: float, fault: Kind | None, span: float, called: Kind | None
) -> None:
    picture = read_picture(THROW)
    found = raised_by(reader.read(picture).found[0], gain, height, fault, span)
    judged = lifted([found], reader.empty.beside(picture), reader.pane, 200.0)
    assert judged[0].fault == called


def crossed_along(found: Found, count: int) -> Found:
    """The wand with so many neighbouring stretches of its left side crossed."""
    told = np.full_like(found.exhibit.crossing.told, -4.0)
    told[0, 5 : 5 + count] = 2.0
    return replace(found, exhibit=replace(found.exhibit, crossing=replace(found.exhibit.crossing, told=told)))


def test_a_thing_across_a_side_is_named_unless_it_is_another_wand(reader: Reader) -> None:
    one, other, *_ = reader.read(read_picture(THROW)).found
    assert [f.fault for f in crossed([crossed_along(one, 2)])] == [None]
    assert [f.fault for f in crossed([crossed_along(one, 3)])] == ["obstructed"]
    side = replace(other.outline, pose=one.outline.centred.moved(0.0, -other.outline.side))
    beside = replace(other, exhibit=replace(other.exhibit, outline=side))
    assert crossed([crossed_along(one, 3), beside])[0].fault is None


@pytest.mark.parametrize("end", [0, 1])
def test_how_much_longer_a_wand_looks_that_fingers_hold_follows_from_where_the_eye_is(reader: Reader, end: int) -> None:
    found = reader.read(read_picture(SET / "throws" / "001.jpg")).found[0]
    longer, heights = held_longer(reader.pane, found.outline, end), HEIGHTS_MM[HEIGHTS_MM >= HELD_MM]
    assert len(longer) == len(heights)
    eye, pose = reader.pane.eye, found.outline.centred
    place = pose.middle + (2 * end - 1) * found.outline.length / 2 * pose.along
    inwards = float((eye[:2] - place) @ ((2 * end - 1) * pose.along))
    length, up = found.outline.length, float(heights[0])
    shorter = length - float(np.sqrt(length**2 - up**2))
    expected = inwards * up / (abs(float(eye[2])) + up) - shorter
    assert longer[0] * length == pytest.approx(expected, abs=0.01)

"""Wands that lean or are crossed: what an outline, a thing beside an end and a thing on a side say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.protocol import Kind
from tests.vision.conftest import SET
from vision.evidence.tilt import HEIGHTS_MM, HELD_MM, Tilt, held_longer
from vision.evidence.vicinity import Surveyor, layers_of
from vision.files import read_picture
from vision.read import Reader
from vision.verdict.found import Found
from vision.verdict.throw import crossed, lifted

THROW = SET / "throws" / "001.jpg"


def up(found: Found, end: int, fault: Kind | None = None) -> Found:
    """The wand with such a fault, its outline that of one whose end fingers hold 20 mm high."""
    outline, facts = found.outline, found.exhibit.facts
    borders, way = np.zeros_like(outline.borders), np.linspace(0, 1, outline.borders.shape[1])
    borders -= 0.45 * (way if end else way[::-1])
    sides = np.array([[-1.0, -1.0], [1.0, 1.0]]) * outline.side / 2 + borders[:, [0, -1]] * [[-1], [1]]
    ends = outline.ends + (np.array([0.5, -2.0]) if end else np.array([2.0, -0.5]))
    flat = np.array([2.0, -14.0])[:: 1 if end else -1]
    tilt = Tilt(14.0, 18.0, end, flat)
    lifted = replace(outline, borders=borders, sides=sides, ends=ends)
    told = replace(facts, tilt=tilt, span=float(ends[1] - ends[0]) - outline.length)
    return replace(found, exhibit=replace(found.exhibit, outline=lifted, facts=told), fault=fault)


@pytest.mark.parametrize("end", [0, 1])
@pytest.mark.parametrize(
    ("fault", "called"), [(None, "leaning"), ("obstructed", "leaning"), ("partly-off", "partly-off")]
)
def test_an_outline_that_only_a_lift_explains_leans(reader: Reader, end: int, fault: Kind | None, called: Kind) -> None:
    picture = read_picture(THROW)
    found = reader.read(picture).found[0]
    judged = lifted([up(found, end, fault)], reader.empty.beside(picture), reader.pane, reader.models, 200.0)
    assert judged[0].fault == called


def test_wands_that_lie_flat_do_not_lean(reader: Reader) -> None:
    picture = read_picture(THROW)
    found = [replace(f, fault=None) for f in reader.read(picture).found]
    judged = lifted(found, reader.empty.beside(picture), reader.pane, reader.models, 200.0)
    assert len(judged) == 3 and all(f.fault is None for f in judged)


def test_each_end_is_looked_at_on_the_picture_in_its_light_and_beside_the_other_wands(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = read_picture(THROW)
    found = [replace(f, fault=None) for f in reader.read(picture).found]
    view, shown = reader.empty.beside(picture), []

    def odds(_told: NDArray[np.float32], seen: Callable[[], NDArray[np.float32]]) -> NDArray[np.float64]:
        shown.append(seen())
        return np.full(2, -9.0)

    monkeypatch.setattr("vision.verdict.throw.up_odds", odds)
    lifted(found, view, reader.pane, reader.models, 150.0)
    assert len(shown) == 3
    for f, seen in zip(found, shown, strict=True):
        others = [o.outline for o in found if o is not f]
        assert np.array_equal(seen, layers_of(Surveyor(view, reader.pane).around(f.outline, others), 150.0))
    assert any(seen[:, 6].max() > 0.9 for seen in shown)


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
    longer, heights = held_longer(reader.pane, found.outline)[end], HEIGHTS_MM[HEIGHTS_MM >= HELD_MM]
    assert len(longer) == len(heights)
    eye, pose = reader.pane.eye, found.outline.centred
    place = pose.middle + (2 * end - 1) * found.outline.length / 2 * pose.along
    inwards = float((eye[:2] - place) @ ((2 * end - 1) * pose.along))
    length, up = found.outline.length, float(heights[0])
    shorter = length - float(np.sqrt(length**2 - up**2))
    expected = inwards * up / (abs(float(eye[2])) + up) - shorter
    assert longer[0] * length == pytest.approx(expected, abs=0.01)

"""Is an end up?  What is told of it, in one scale for either end."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.conftest import SET
from vision.cameras.simulated.people import GRASPED_MM, SKINS, grasp, hand
from vision.cameras.simulated.things import Sheet, flat
from vision.evidence.exhibit import Exhibit
from vision.evidence.grip import Beside
from vision.evidence.hold import AROUND, JUDGES, MOST_PIECES, PLAIN, UP, told_of, up_odds
from vision.evidence.tilt import Tilt
from vision.evidence.vicinity import Surveyor, layers_of
from vision.files import read_picture
from vision.geometry.pose import Pose
from vision.locate.outline import Outline
from vision.read import Reader
from vision.scene.view import View

THROW = SET / "throws" / "001.jpg"
OUTLINED = 34
"""Measures of the outline and of what surrounds it; the others depend on camera and picture."""
BARE = Beside(np.zeros(2), np.zeros(2), 0.0)
HAND = Beside(np.array([0.9, 0.8]), np.array([0.7, 0.6]), 150.0, (1.0, 0.9))


@pytest.fixture(scope="module")
def plain(reader: Reader) -> Exhibit:
    """A wand that lies flat in the open."""
    return reader.read(read_picture(THROW)).found[0].exhibit


def seen(reader: Reader, exhibit: Exhibit) -> NDArray[np.float32]:
    """Around both ends, on the picture."""
    surveyor = Surveyor(reader.empty.beside(read_picture(THROW)), reader.pane)
    return layers_of(surveyor.around(exhibit.outline, []), 200.0)


def odds_of(told: NDArray[np.float32], seen: NDArray[np.float32]) -> NDArray[np.float64]:
    """The odds of both ends with what is around them, whether or not it is wanted."""
    return JUDGES.answer(told)[:, 0] + AROUND.answer(told, seen)[:, 0]


def told(reader: Reader, exhibit: Exhibit, around: tuple[Beside, Beside] = (BARE, BARE)) -> NDArray[np.float32]:
    """Of both ends."""
    view = reader.empty.beside(read_picture(THROW))
    return told_of(view, reader.pane, reader.models[exhibit.colour], exhibit, around, 200.0)


def test_a_wand_in_the_open_has_no_end_up(reader: Reader, plain: Exhibit) -> None:
    assert odds_of(told(reader, plain), seen(reader, plain)).max() < UP


def test_what_surrounds_a_wand_is_looked_at_where_the_judges_leave_a_doubt(reader: Reader, plain: Exhibit) -> None:
    looked: list[NDArray[np.float32]] = []

    def look() -> NDArray[np.float32]:
        looked.append(seen(reader, plain))
        return looked[-1]

    facts = told(reader, plain)
    judged = JUDGES.answer(facts)[:, 0]
    assert judged.max() < PLAIN, "this wand lies in the open"
    assert np.array_equal(up_odds(facts, look), judged) and not looked
    raised = told(reader, replace(plain, facts=replace(plain.facts, tilt=Tilt(7.0, 18.0, 1, np.array([-7.0, 2.0])))))
    assert JUDGES.answer(raised).max() >= PLAIN
    assert np.array_equal(up_odds(raised, look), odds_of(raised, looked[0])) and len(looked) == 1


def test_a_hand_beside_a_plain_outline_lifts_nothing(reader: Reader, plain: Exhibit) -> None:
    flat = replace(plain, facts=replace(plain.facts, tilt=Tilt(0.0, 0.0, 0, np.full(2, 7.0))))
    for around in ((HAND, BARE), (BARE, HAND)):
        assert odds_of(told(reader, flat, around), seen(reader, plain)).max() < UP


@pytest.mark.parametrize("end", [0, 1])
def test_it_is_more_likely_up_where_a_lift_explains_the_outline(reader: Reader, plain: Exhibit, end: int) -> None:
    flat = np.array([2.0, -7.0])[:: 1 if end else -1]
    raised = replace(plain, facts=replace(plain.facts, tilt=Tilt(7.0, 18.0, end, flat)))
    bare = seen(reader, plain)
    assert odds_of(told(reader, raised), bare)[end] > odds_of(told(reader, plain), bare)[end] + 1


def test_the_same_is_told_of_an_end_whichever_its_number(reader: Reader, plain: Exhibit) -> None:
    """Of an outline whose two ends are exchanged, all but which way the camera sees it."""
    outline = plain.outline
    turned = replace(
        outline,
        sides=-outline.sides[::-1, ::-1],
        ends=-outline.ends[::-1],
        held_sides=outline.held_sides[::-1, ::-1],
        held_ends=outline.held_ends[::-1],
        borders=outline.borders[::-1, ::-1],
    )
    tilt = plain.facts.tilt
    facts = replace(plain.facts, tilt=Tilt(tilt.gain, tilt.height, 1 - tilt.end, tilt.flat[::-1]))
    other = replace(plain, outline=turned, facts=facts, clear=plain.clear[::-1, ::-1])
    one, two = told(reader, plain, (HAND, BARE)), told(reader, other, (BARE, HAND))[::-1]
    assert one[:, :OUTLINED] == pytest.approx(two[:, :OUTLINED], abs=0.02)


def behind(view: View, sheet: Sheet, at: Pose, wands: list[Outline]) -> View:
    """The view with a hand behind the wands: its (0, 0) in the pose's middle, its arm to the pose's right."""
    grid, fine = view.foreground.grid, sheet.fine
    rows, columns = sheet.cover.shape
    corners = np.array([[0.0, 0], [columns, 0], [0, rows]])
    places = (corners - [columns / 2, rows / 2]) / fine + [0.0, GRASPED_MM]
    turn = cv2.getAffineTransform(corners.astype(np.float32), grid.to_cells(at.places(places)).astype(np.float32))
    cover, albedo = (cv2.warpAffine(layer, turn, grid.shape[::-1]) for layer in (sheet.cover, sheet.albedo))
    for wand in wands:
        footprint = grid.to_cells(wand.centred.corners(wand.length, wand.side))
        cv2.fillConvexPoly(cover, np.round(footprint).astype(np.int32), (0.0,))
    skin = 255 * np.clip(0.6 * albedo, 0, 1) ** (1 / 2.2)
    return replace(view, flat=np.asarray(view.flat + cover[..., None] * (skin - view.flat), np.uint8))


def end_of(outline: Outline, end: int) -> Pose:
    """A pose 6 mm inwards of an end; its right is a side of the wand."""
    return outline.centred.moved((2 * end - 1) * (outline.length / 2 - 6), 0.0)


@pytest.fixture(scope="module")
def exhibits(reader: Reader) -> list[Exhibit]:
    """All wands of the throw."""
    return [f.exhibit for f in reader.read(read_picture(THROW)).found]


def odds_before(reader: Reader, exhibits: list[Exhibit], number: int, end: int, sheet: Sheet) -> NDArray[np.float64]:
    """The odds of both ends of a wand that lies flat, with such a hand behind one of them."""
    exhibit, outlines = exhibits[number], [e.outline for e in exhibits]
    view = behind(reader.empty.beside(read_picture(THROW)), sheet, end_of(exhibit.outline, end), outlines)
    others = [o for o in outlines if o is not exhibit.outline]
    return odds_of(told(reader, exhibit), layers_of(Surveyor(view, reader.pane).around(exhibit.outline, others), 200.0))


SLEEVE, HERE = (0.2, 0.1, 0.05), flat(0, 0, 0, 0)
each_end = pytest.mark.parametrize(("number", "end"), [(number, end) for number in range(3) for end in (0, 1)])


@each_end
def test_a_fist_around_an_end_makes_it_likelier_up(
    reader: Reader, exhibits: list[Exhibit], number: int, end: int
) -> None:
    fists = [grasp(np.random.default_rng(seed), SKINS[seed], SLEEVE, HERE) for seed in range(5)]
    nothing = replace(fists[0], cover=np.zeros_like(fists[0].cover))
    more = np.median([odds_before(reader, exhibits, number, end, fist) for fist in fists], axis=0)
    more -= odds_before(reader, exhibits, number, end, nothing)
    assert more[end] > 1.0
    assert more[end] > more[1 - end] + 1.0


@each_end
def test_an_open_hand_above_a_wand_lifts_nothing(
    reader: Reader, exhibits: list[Exhibit], number: int, end: int
) -> None:
    for seed in range(5):
        opened = hand(np.random.default_rng(seed), 0.0, SKINS[seed], SLEEVE, HERE)
        far = replace(opened, fine=opened.fine * 1.3)
        assert odds_before(reader, exhibits, number, end, far).max() < UP


def test_nothing_is_told_without_end(reader: Reader, plain: Exhibit) -> None:
    far = replace(plain, facts=replace(plain.facts, tilt=Tilt(90.0, 50.0, 0, np.array([-90.0, 90.0])), crossed=900.0))
    assert np.abs(told(reader, far)).max() <= MOST_PIECES

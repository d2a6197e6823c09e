"""Where a face lies, told by all that it shows: drawn faces are found where they were laid, and no others."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.conftest import SET
from tests.vision.geometry.panes import PLAIN
from vision.evidence.exhibit import exhibit_of
from vision.evidence.model import WandModel
from vision.evidence.registration import RIM_MM, Registered, patterns_of, registered
from vision.evidence.resemblance import LITTLE, MOST
from vision.files import read_picture
from vision.geometry.patches import Patch, Sampler
from vision.geometry.pose import Pose
from vision.locate.locator import Lying
from vision.picture import Picture
from vision.read import Reader
from vision.taught.wandset import FACES, TaughtFace, Wand

DENSITY, LENGTH, SIDE = 3.0, 42.0, 12.0
WOOD = (180.0, 195.0, 203.0)
US, VS = np.arange(-66, 67) / DENSITY, np.arange(-21, 22)[:, None] / DENSITY
LIES = Pose(3.3, -2.2, 0.35)


def face(number: int) -> Patch:
    """Pale wood with its own grain and, but for the last, a dark mark."""
    grain = cv2.GaussianBlur(np.random.default_rng(number).normal(0, 1, (len(VS), len(US))), (0, 0), 3.0, sigmaY=1.2)
    seen = (1 + 0.03 * grain / grain.std())[..., None] * WOOD
    marks = [(np.abs(VS) < 3) & (np.abs(US + 4) < 5), (np.abs(VS + 1) < 2) & (np.abs(US - 6) < 4)]
    for mark in marks[number : number + 1]:
        seen[mark] *= 0.3
    return np.asarray(seen, np.float32)


def model_of(faces: list[Patch], clears: list[NDArray[np.bool_]] | None = None) -> WandModel:
    """A wand with three faces of the values 2, 1 and 0."""
    shown = clears or [np.ones(f.shape[:2], np.bool_) for f in faces]
    taught = [TaughtFace(*f) for f in zip(FACES, (2, 1, 0), faces, shown, strict=True)]
    return WandModel(Wand("pale", LENGTH, SIDE, tuple(taught)), DENSITY)


@pytest.fixture(scope="module")
def model() -> WandModel:
    """A wand with two marks and a blank face."""
    return model_of([face(n) for n in range(3)])


def laid(seen: Patch, pose: Pose, ground: float = 200.0, light: float = 1.0) -> Sampler:
    """A face on a pane of one grey."""
    us, vs = US[[0, -1, 0]], VS[[0, 0, -1], 0]
    cells = np.array([[0, 0], [len(US) - 1, 0], [0, len(VS) - 1]], np.float32)
    pixels = PLAIN.to_px(pose.places(np.column_stack([us, vs]))).astype(np.float32)
    alpha = ((np.abs(US) <= LENGTH / 2) & (np.abs(VS) <= SIDE / 2)).astype(np.float32)[..., None]
    layers = np.dstack([seen * alpha, alpha])
    moved = cv2.warpAffine(layers, cv2.getAffineTransform(cells, pixels), (241, 241))
    picture = moved[..., :3] + (1 - moved[..., 3:]) * ground
    return Sampler(PLAIN, np.asarray(np.rint(np.clip(light * picture, 0, 255)), dtype=np.uint8), DENSITY)


def off(place: Registered, pose: Pose = LIES) -> tuple[float, float, float]:
    """How far along and across (mm) from there, and how far turned (degrees), a face was found."""
    away = place.pose.middle - pose.middle
    return float(away @ pose.along), float(away @ pose.right), float(np.degrees(place.pose.angle - pose.angle))


@pytest.mark.parametrize("guess", [0, 3, 4])
def test_each_face_is_found_where_it_lies_either_way_round(guess: int, model: WandModel) -> None:
    sampler = laid(model.pictures[guess], LIES)
    place = registered(sampler, model, LIES.moved(-2.13, 1.37, np.radians(1.0)), 1.0)
    assert place.guess == guess and place.plain
    assert place.like > 0.95 and place.other < 0.8
    assert off(place)[:2] == pytest.approx((0.0, 0.0), abs=0.08)
    assert off(place)[2] == pytest.approx(0.0, abs=0.6)


@pytest.mark.parametrize(("along", "across", "turned"), [(4.4, 0.5, 2.0), (-4.2, -4.4, -2.0), (0.3, 4.3, 0.0)])
def test_a_face_is_found_within_its_reach(along: float, across: float, turned: float, model: WandModel) -> None:
    place = registered(laid(model.pictures[0], LIES), model, LIES.moved(-along, -across, np.radians(-turned)), 1.0)
    assert place.guess == 0 and place.plain
    assert off(place)[:2] == pytest.approx((0.0, 0.0), abs=0.15)
    assert off(place)[2] == pytest.approx(0.0, abs=0.6)


def test_a_face_is_found_between_the_cells_that_are_tried(model: WandModel) -> None:
    place = registered(laid(model.pictures[4], LIES), model, LIES.moved(0.13, -0.14), 1.0)
    assert off(place) == pytest.approx((0.0, 0.0, 0.0), abs=0.04)


def test_a_face_that_lies_farther_off_is_followed_to_the_last_cell_and_no_farther(model: WandModel) -> None:
    place = registered(laid(model.pictures[2], LIES.moved(5.2, 0.0)), model, LIES, 1.0)
    assert place.guess == 2
    # 4.5 mm and what rounding to whole cells adds on either side.
    assert off(place)[0] == pytest.approx(5.0, abs=0.01)
    assert off(place)[1] == pytest.approx(0.0, abs=0.08)


@pytest.mark.parametrize("guess", [0, 4])
def test_what_is_beside_a_face_changes_nothing(guess: int, model: WandModel) -> None:
    near = LIES.moved(1.0, -1.0)
    places = [registered(laid(model.pictures[guess], LIES, ground), model, near, 1.0) for ground in (0.0, 255.0)]
    assert [p.guess for p in places] == [guess, guess] and min(p.like for p in places) > 0.95
    assert places[0].like == pytest.approx(places[1].like, abs=0.01)
    assert off(places[0]) == pytest.approx(off(places[1]), abs=0.03)


def test_a_face_is_found_in_a_dim_light_too(model: WandModel) -> None:
    place = registered(laid(model.pictures[0], LIES, light=0.12), model, LIES, 0.12)
    assert place.guess == 0 and place.like > 0.95


def test_gloss_that_outshines_grain_and_mark_is_taken_out(model: WandModel) -> None:
    glossy = np.asarray(0.5 * model.pictures[2] * np.exp(0.8 * US / 21)[:, None], np.float32)
    place = registered(laid(glossy, LIES), model, LIES.moved(1.0, -1.0), 0.5)
    assert place.guess == 2 and place.plain
    assert off(place)[:2] == pytest.approx((0.0, 0.0), abs=0.12)


def test_what_a_lamp_hid_while_a_face_was_taught_counts_for_nothing() -> None:
    # Over more than half of the mark, and as much blank wood.
    lamp = np.broadcast_to(np.abs(US + 10) < 7, (len(VS), len(US)))
    faces = [face(n) for n in range(3)]
    lit = np.where(lamp[..., None], np.float32(255), faces[0])
    model = model_of([lit, *faces[1:]], [~lamp, *2 * [np.ones_like(lamp)]])
    place = registered(laid(faces[0], LIES), model, LIES.moved(1.0, 0.0), 1.0)
    assert place.guess == 0 and place.like > 0.95
    assert off(place)[:2] == pytest.approx((0.0, 0.0), abs=0.08)


def test_the_same_face_turned_round_is_no_rival_of_itself() -> None:
    faces = [face(n) for n in range(3)]
    blank = np.asarray((faces[2] + faces[2][::-1, ::-1]) / 2, np.float32)
    place = registered(laid(blank, LIES), model_of([*faces[:2], blank]), LIES, 1.0)
    assert place.guess in (4, 5) and place.plain
    assert place.like > 0.95 > 0.6 > place.other


def test_two_values_whose_faces_look_alike_are_told_by_neither() -> None:
    faces = [face(n) for n in range(3)]
    alike = np.asarray(faces[0] + np.random.default_rng(9).normal(0, 1, faces[0].shape), np.float32)
    place = registered(laid(faces[0], LIES), model_of([faces[0], alike, faces[2]]), LIES, 1.0)
    assert place.guess == 0 and place.like > 0.95
    assert not place.plain and place.other == pytest.approx(place.like, abs=0.02)


@pytest.mark.parametrize("level", [0, 255])
def test_a_picture_of_one_grey_holds_no_face(level: int, model: WandModel) -> None:
    place = registered(Sampler(PLAIN, np.full((241, 241, 3), level, np.uint8), DENSITY), model, LIES, 1.0)
    assert not place.plain and place.like < 0.1
    assert np.isfinite((*off(place), place.like, place.other)).all()


@pytest.mark.parametrize("broken", [np.nan, np.inf, -np.inf])
def test_places_of_which_opencv_cannot_tell_how_well_they_fit_are_no_face(
    broken: float, model: WandModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fits(seen: Patch, face: Patch, method: int, mask: Patch) -> Patch:
        told = np.full((len(seen) - len(face) + 1, seen.shape[1] - face.shape[1] + 1), broken, np.float32)
        told[3, 4] = 0.2
        return told

    monkeypatch.setattr(cv2, "matchTemplate", fits)
    place = registered(laid(model.pictures[0], LIES), model, LIES, 1.0)
    assert (place.like, place.other) == pytest.approx((0.2, 0.2))


@pytest.mark.parametrize(
    ("like", "other", "plain"),
    [
        (0.51, 0.1, True),
        (0.49, -1.0, False),
        (0.51, 0.2, False),
        (0.9, 0.83, True),
        (0.9, 0.84, False),
        (0.99, 0.98, True),
        (0.8, 0.8, False),
    ],
)
def test_a_face_lies_there_that_fits_well_and_much_better_than_any_other_value(
    like: float, other: float, plain: bool
) -> None:
    assert Registered(0, LIES, like, other).plain is plain


def test_patterns_are_a_face_beside_its_wood_without_its_borders(model: WandModel) -> None:
    picture = np.broadcast_to(np.float32(model.base), (len(VS), len(US), 3)).copy()
    picture[20:23, 60:70], picture[20:23, 80:90] = 0.5 * model.base, 0.0
    clear = np.ones(picture.shape[:2], np.bool_)
    clear[20:23, 40:50] = False
    seen, unlit = patterns_of(model, picture, clear)
    rows, columns = seen.face.shape[:2]
    for cells, mm in ((rows, SIDE), (columns, LENGTH)):
        assert mm - 2 * RIM_MM - 2 / DENSITY < (cells - 1) / DENSITY <= mm - 2 * RIM_MM
    middle, left = rows // 2, 66 - columns // 2
    half = np.log((0.5 * model.base + LITTLE) / (model.base + LITTLE))
    assert seen.face[middle, 65 - left] == pytest.approx(half, abs=1e-3)
    assert seen.face[middle, 85 - left] == pytest.approx([-MOST] * 3)
    assert not seen.face[middle, 75 - left].any()
    for pattern in (seen, unlit):
        assert pattern.face.shape == pattern.known.shape == (rows, columns, 3)
        assert not pattern.known[middle, 40 - left : 50 - left].any()
        assert not pattern.face[middle, 40 - left : 50 - left].any()
        assert pattern.known.sum() == 3 * (rows * columns - 30)


def test_the_second_pattern_has_strokes_and_grain_but_no_slow_change_of_light(model: WandModel) -> None:
    slow = np.broadcast_to(np.exp(0.5 * US / 21)[:, None] * model.base, (len(VS), len(US), 3))
    stroke = np.where((np.abs(US) < 0.7)[:, None], 0.5 * slow, slow)
    clear = np.ones(slow.shape[:2], np.bool_)
    lit, unlit = (np.ptp(p.face) for p in patterns_of(model, np.asarray(slow, np.float32), clear))
    assert lit > 0.9 and unlit < 0.15
    lit, unlit = (np.ptp(p.face) for p in patterns_of(model, np.asarray(stroke, np.float32), clear))
    assert lit > 0.9 and unlit > 0.5


def white_on_white(reader: Reader, picture: Picture) -> Picture:
    """The white wand with white all around it, a black strip 3 mm beside it, and the noise of a camera in the dusk."""
    found = next(f for f in reader.read(picture).found if f.colour == "white")
    pose, length, side = found.outline.centred, found.outline.length, found.outline.side
    seen, wood = picture.copy(), tuple(reader.models["white"].base.tolist())
    strip = pose.moved(0.0, -side / 2 - 6.0)
    on = np.zeros(picture.shape[:2], np.uint8)
    for layer, there, reach, tone in (
        (seen, pose, (length + 8, side + 8), wood),
        (seen, strip, (length, 6.0), (0.0, 0.0, 0.0)),
        (on, pose, (length, side), (1.0,)),
    ):
        corners = np.rint(reader.pane.to_px(there.corners(*reach)) * 16).astype(np.int32)
        cv2.fillConvexPoly(layer, corners, tone, cv2.LINE_8, shift=4)
    grain = np.random.default_rng(7).normal(0, 18, picture.shape)
    return np.asarray(np.clip(np.rint(np.where(on[..., None] > 0, picture, seen) + grain), 0, 255), dtype=np.uint8)


@pytest.mark.parametrize("missed", [None, "registered", "told"])
def test_white_wood_on_white_is_sure_where_its_face_tells_where_it_lies(
    missed: str | None, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    if missed == "registered":
        monkeypatch.setattr("vision.read.registered", lambda *at: replace(registered(*at), like=0.49))
    if missed == "told":
        monkeypatch.setattr("vision.read.told", lambda *_: False)
    look = reader.read(white_on_white(reader, read_picture(SET / "throws" / "004.jpg")))
    found = next(f for f in look.found if f.colour == "white")
    assert found.reading.sure is (missed is None)
    assert found.reading.top == 2 or missed
    # What is known to lie there has the taught length.
    assert (found.outline.span == found.outline.length) is found.reading.sure


def test_only_wands_in_doubt_are_registered(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(sampler: Sampler, model: WandModel, pose: Pose, gain: float) -> Registered:
        raise AssertionError(model.wand.colour)

    monkeypatch.setattr("vision.read.registered", never)
    assert reader.read(read_picture(SET / "throws" / "004.jpg")).reading.status == "ok"


def test_where_its_face_told_where_a_wand_lies_no_border_moves_it(reader: Reader) -> None:
    picture = read_picture(SET / "throws" / "004.jpg")
    view = reader.empty.beside(picture)
    sampler = Sampler(reader.pane, view.picture, reader.wands.density)
    for found in reader.read(picture).found:
        true, model = found.outline.centred, reader.models[found.colour]
        for known in (False, True):
            lying = Lying(true.moved(0.0, 1.0), 0.0, known)
            seen = exhibit_of(sampler, view, reader.empty, model, found.colour, lying, 1.0).outline.centred
            away = float(np.hypot(*(seen.middle - true.middle)))
            assert away == pytest.approx(1.0) if known else away < 0.3

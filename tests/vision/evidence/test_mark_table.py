"""What the table of a wand's marks says of them: a mark that hardly stands out of its wood is never called covered."""

from __future__ import annotations

import numpy as np
import pytest

from vision.evidence.mark_table import FAINT, MarkTable, learn_marks
from vision.geometry.patches import Patch

DENSITY = 3.0
WOOD = (50.0, 47.0, 170.0)


def face(level: float, place: slice, seed: int) -> Patch:
    """Wood with the noise of a webcam, and a stroke across it that is brighter by so many grey levels."""
    picture = np.random.default_rng(seed).normal(0, 12, (24, 270, 3)) + WOOD
    picture[6:18, place] += level
    return picture.astype(np.float32)


def table(level: float) -> MarkTable:
    """Of two marks and a blank face."""
    faces = [face(level, slice(60, 90), 1), face(level, slice(130, 160), 2), face(0.0, slice(0, 0), 3)]
    return learn_marks([(f, np.ones(f.shape[:2], np.bool_)) for f in faces], DENSITY)


@pytest.mark.parametrize(("level", "stands_out"), [(60.0, True), (30.0, True), (3.0, False)])
def test_only_a_mark_that_stands_out_of_its_wood_can_be_seen_to_be_covered(level: float, stands_out: bool) -> None:
    seen = table(level)
    assert [seen.stands_out(guess) for guess in range(4)] == [stands_out] * 4


def test_a_blank_face_has_nothing_that_could_be_covered() -> None:
    assert not any(table(60.0).stands_out(guess) for guess in (4, 5))


def hidden_in_part(levels: tuple[float, float, float], number: int, lamp: slice) -> MarkTable:
    """Of faces with marks of those levels in their middles, one of them taught with a lamp's image over a part."""
    faces = []
    for face_number, level in enumerate(levels):
        picture, clear = face(level, slice(115, 155), face_number + 1), np.ones((24, 270), np.bool_)
        if face_number == number:
            picture[:, lamp], clear[:, lamp] = 255, False
        faces.append((picture, clear))
    return learn_marks(faces, DENSITY)


@pytest.mark.parametrize("level", [20.0, 24.0, 40.0])
def test_a_mark_that_a_lamp_half_hid_while_it_was_taught_is_a_mark_by_the_rest_of_it(level: float) -> None:
    seen = hidden_in_part((60.0, level, 0.0), 1, slice(115, 135))
    assert seen.marked == [True] * 4 + [False] * 2
    assert seen.shown == pytest.approx([1, 1, 0.5, 0.5, 1, 1], abs=0.1)
    # Half of a mark of a third has a twentieth of the energy.
    assert level > 20.0 or seen.energies[2] < FAINT * seen.energy


@pytest.mark.parametrize("lamp", [slice(115, 135), slice(115, 145), slice(40, 100)])
def test_a_blank_face_that_a_lamp_hid_in_part_stays_blank_and_is_known_to_be_so_there(lamp: slice) -> None:
    seen = hidden_in_part((60.0, 40.0, 0.0), 2, lamp)
    assert seen.marked == [True] * 4 + [False] * 2
    assert all(weight.all() for weight in seen.weights)


def test_a_lamps_glow_on_a_blank_face_that_it_hid_in_part_makes_no_mark_of_it_beside_two_marks() -> None:
    seen = hidden_in_part((60.0, 40.0, 21.0), 2, slice(115, 135))
    # Beside a single mark it would be one.
    assert FAINT * seen.shown[4] < seen.energies[4] / seen.energy < FAINT
    assert seen.marked == [True] * 4 + [False] * 2


def test_a_blank_face_stays_blank_though_a_lamp_hid_all_of_where_other_faces_have_their_marks() -> None:
    seen = hidden_in_part((60.0, 40.0, 0.0), 2, slice(100, 170))
    assert seen.marked == [True] * 4 + [False] * 2
    assert all(weight.all() for weight in seen.weights)


def test_what_a_lamp_left_of_a_face_whose_mark_it_hid_is_grain() -> None:
    seen = hidden_in_part((60.0, 20.0, 0.0), 1, slice(100, 155))
    assert seen.energies[2] > 0.01 * seen.energy and seen.marked == [True] * 2 + [False] * 4


def test_a_mark_is_shown_whole_where_a_lamp_hid_but_wood_beside_it() -> None:
    assert hidden_in_part((60.0, 40.0, 0.0), 1, slice(20, 90)).shown == pytest.approx([1.0] * 6, abs=0.02)


@pytest.mark.parametrize(("light", "marked"), [(1.0, True), (2.0, True), (0.6, False)])
def test_marks_are_counted_anew_beside_those_of_another_light(light: float, marked: bool) -> None:
    taught, seen = (hidden_in_part((60.0, level, 0.0), 1, slice(115, 135)) for level in (60.0, 24.0))
    again = seen.within(taught, light)
    assert again.energy == pytest.approx(taught.energy / light**2)
    assert again.shown == seen.shown
    assert again.marked[2:4] == [marked] * 2

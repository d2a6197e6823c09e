"""Tables of our own generator that were refused though a person sees enough: each stands for a kind of table."""

from __future__ import annotations

import numpy as np
import pytest

from tests.hardframes.boxes import BoxSet
from tests.hardframes.figures import Job, read_setup, setup_of
from tests.hardframes.hardset import HardSet
from tests.hardframes.harshset import HarshSet
from vision.cameras.simulated.optics import Lens
from vision.files import read_picture
from vision.setup.calibrate import calibrate

TABLES: dict[str, tuple[type[HardSet], int, int, int]] = {
    "two woods of one colour, told apart by their marks": (HarshSet, 77002, 7, 55),
    "two woods of one colour with the same signs, told apart by their faces": (HarshSet, 31001, 18, 55),
    "a white wand in bright light": (HarshSet, 77002, 39, 55),
    "a large mark beside no shadow": (HardSet, 77001, 12, 55),
    "a grey wand under a webcam's noise": (HarshSet, 77002, 21, 55),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_with_light_enough_is_taught(name: str) -> None:
    series, seed, number, count = TABLES[name]
    with setup_of(Job(seed, number, count, series=series)) as (setup, _):
        assert read_setup(setup)[1] == []


def test_light_mirrored_over_a_face_is_told_of_the_pictures_that_show_it() -> None:
    with setup_of(Job(53, 4, 20, series=BoxSet)) as (setup, _):
        said = read_setup(setup)[1]
    # The red wand lies under more of it, but a part of each of its faces shows its wood.
    assert said == ["black_top1_magie.jpg: a lamp is mirrored over the face; lay the wand elsewhere"]


def test_a_glow_over_nearly_all_of_a_face_is_told_though_one_end_shows_its_wood() -> None:
    with setup_of(Job(37001, 26, 55, series=HarshSet)) as (setup, _):
        said = read_setup(setup)[1]
    assert said == ["violet_top0_magie.jpg: a lamp is mirrored over the face; lay the wand elsewhere"]


def test_notches_that_hardly_show_are_seen_and_fit_their_names() -> None:
    with setup_of(Job(77002, 54, 55, series=HarshSet)) as (setup, _):
        assert read_setup(setup)[1] == []


BORDERS = {"a board that fills a small opening": (9, 88001), "stripes of the ceiling up to the border": (8, 91001)}
"""Number and seed of a table."""


def opening_of(number: int, seed: int) -> tuple[np.ndarray, Lens]:
    """The lengths (mm) of the four sides of the opening that is found on a table, and its camera."""
    with setup_of(Job(seed, number, 30, series=HarshSet)) as (setup, made):
        pane = calibrate({p.name: read_picture(p) for p in sorted(setup.glob("charuco_*.jpg"))})
    assert made is not None
    return np.linalg.norm(np.roll(pane.opening, -1, axis=0) - pane.opening, axis=1), made.look.place.lens


@pytest.mark.parametrize("name", BORDERS)
def test_the_opening_is_found_whatever_shows_in_it(name: str) -> None:
    sides, lens = opening_of(*BORDERS[name])
    # By the upper or the lower border of the thin wood, which are 3 mm apart; never within the opening.
    larger = sides - 2 * lens.pane.visible_half_mm
    assert larger.min() > -1 and larger.max() < 7


MIXED = {"the lower edge of the wood shows more than its border": (40, 43001), "a beam along the border": (25, 44001)}


@pytest.mark.parametrize("name", MIXED)
def test_no_side_of_the_opening_is_left_for_what_shows_more_beside_it(name: str) -> None:
    sides, lens = opening_of(*MIXED[name])
    # The border lies under the pane; a side that is the lower edge's is 6 mm off.
    depth = abs(lens.position_mm[2])
    under = depth / (depth - lens.pane.thickness_mm)
    assert sides == pytest.approx(2 * lens.pane.visible_half_mm * under, abs=3.0)

"""What a drawn teaching picture shows beside its wand comes out as it was drawn, in millimetres and grey levels."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.geometry.grid import Grid
from vision.geometry.pane import Pane
from vision.geometry.patches import Sampler
from vision.geometry.pose import Pose
from vision.locate.outline import Outline
from vision.locate.proposals import Candidate
from vision.locate.relief import BANDS, PIECES, SEGMENTS, SHIFTS_MM
from vision.picture import Picture
from vision.setup.fit import Fitted
from vision.setup.shotfacts import RIM_MM, Bare, ShotFacts, border_width

DENSITY, LENGTH, SIDE, GREY, WOOD = 4.0, 100.0, 12.0, 120.0, 200.0
POSE = Pose(-20.0, 30.0, 0.4)
CORNERS = np.array([[-120.0, -120], [120, -120], [120, 120], [-120, 120]])
SEEN_MM2 = (240 - 2 * RIM_MM) ** 2


def straight_down() -> Pane:
    """Three pixels a millimetre, no lens and no glass between."""
    return Pane(
        (800, 800), 900.0, (399.5, 399.5), (0, 0, 0, 0, 0), np.eye(3), np.array([0, 0, 300.0]), CORNERS, thickness=0.0
    )


PANE = straight_down()
GRID = Grid(PANE, 1.0)
ROWS, COLUMNS = np.mgrid[0:800, 0:800].astype(float)
PLACES = np.stack([COLUMNS - 399.5, ROWS - 399.5], axis=-1) / 3


def room() -> Picture:
    """A bare pane with two beams of the ceiling behind it."""
    picture = np.full((800, 800), GREY)
    picture[np.abs(PLACES[..., 0] + PLACES[..., 1] / 3 - 60) < 1.5] = 150
    picture[np.abs(PLACES[..., 1] + 70) < 1.5] = 90
    return drawn(picture)


def drawn(grey: np.ndarray) -> Picture:
    return np.repeat(grey.round().clip(0, 255).astype(np.uint8)[..., None], 3, axis=2)


def with_wand(picture: Picture, border: float = 1.0, pose: Pose = POSE) -> Picture:
    """A wand whose borders are ramps of so many mm."""
    off = PLACES - pose.middle
    beyond = np.maximum(np.abs(off @ pose.along) - LENGTH / 2, np.abs(off @ pose.right) - SIDE / 2)
    share = np.clip(0.5 - beyond / border, 0, 1)
    return drawn(picture[..., 0] * (1 - share) + WOOD * share)


def fit(pose: Pose = POSE) -> Fitted:
    sides = np.array([[-SIDE / 2, -SIDE / 2], [SIDE / 2, SIDE / 2]])
    held = np.ones((2, SEGMENTS)), np.array([[0.75] * BANDS, [0.5] * BANDS])
    ends, seen = np.array([-LENGTH / 2, LENGTH / 2]), np.ones(2)
    outline = Outline(pose, LENGTH, SIDE, sides, seen, ends, *held, np.zeros((2, PIECES)), np.zeros(len(SHIFTS_MM)))
    return Fitted(pose, outline, 0.9, 0.8)


BARE = Bare(PANE, GRID, GRID.rectify(room()))


def facts(picture: Picture, rivals: list[Candidate] | None = None) -> ShotFacts:
    return BARE.facts(GRID.rectify(picture), Sampler(PANE, picture, DENSITY), fit(), rivals or [])


def test_a_plain_picture_shows_the_same_room_one_wand_and_nothing_else() -> None:
    told = facts(with_wand(room()))
    assert told.light == pytest.approx(1.0, abs=0.01)
    # What is beside the wand is compared with its surroundings, and those are the wand's in part.
    assert told.kept > 0.95
    assert (told.white, told.litter, told.rim, told.rival, told.taper) == (0, 0, 0, 0, 0)
    assert told.contrast == pytest.approx(WOOD - GREY, abs=1)
    assert told.outside == pytest.approx(np.abs(POSE.corners(LENGTH, SIDE)).max() - 120)
    assert (told.clear, told.sides, told.ends) == (1.0, 0.9, 0.5)


@pytest.mark.parametrize("border", [1.5, 2.5, 4.0])
def test_the_width_of_a_border_is_that_of_its_ramp_and_of_none_unknown(border: float) -> None:
    # So many samples lie evenly between the places that a patch is calculated at.
    even = 32 / 9.6
    for background in (room(), drawn(np.full((800, 800), GREY))):
        told = border_width(Sampler(PANE, with_wand(background, border), even), POSE, LENGTH, SIDE)
        assert told == pytest.approx(border, rel=0.1)
    assert np.isnan(border_width(Sampler(PANE, drawn(np.full((800, 800), GREY)), even), POSE, LENGTH, SIDE))


def test_white_is_the_share_of_the_opening_that_was_not_white_before() -> None:
    picture = with_wand(room())
    cv2.rectangle(picture, (550, 550), (700, 700), (255, 255, 255), -1)
    told = facts(picture)
    assert told.white == pytest.approx(50**2 / SEEN_MM2, rel=0.05)
    lamp = Bare(PANE, GRID, GRID.rectify(picture))
    again = lamp.facts(GRID.rectify(picture), Sampler(PANE, picture, DENSITY), fit(), [])
    assert again.white == 0


def test_a_thing_beside_the_wand_is_litter_at_the_rim_or_not_and_a_soft_shadow_is_none() -> None:
    def placed(x: float, y: float, soft: float) -> ShotFacts:
        away = np.hypot(PLACES[..., 0] - x, PLACES[..., 1] - y)
        return facts(drawn(with_wand(room())[..., 0] * (1 - 0.6 * np.clip((12 - away) / soft, 0, 1))))

    middle, rim, shadow = placed(50, -20, 0.5), placed(50, 124, 0.5), placed(50, -20, 60.0)
    # The edge of a coin of 12 mm is 75 mm long; so is the area in which it lies at least 1 and at most 5 mm wide.
    assert 75 < middle.litter < 5 * 76 and middle.rim == 0
    assert rim.litter > 0 and rim.rim > 0.9
    assert shadow.litter == 0


def test_a_rival_is_another_place_however_clearly_the_wand_itself_shows_there_twice() -> None:
    own, turned, near = Candidate(0.8, POSE), replace(POSE, angle=POSE.angle + np.pi), POSE.moved(0.0, 8.0)
    other = Candidate(0.4, Pose(40.0, -60.0, 1.0))
    picture = with_wand(room())
    assert facts(picture, rivals=[own, Candidate(0.7, turned), Candidate(0.75, near)]).rival == 0
    assert facts(picture, rivals=[Candidate(0.6, turned), own, other]).rival == pytest.approx(0.5)
    assert facts(picture, rivals=[other]).rival == 0


def test_a_room_in_other_light_is_kept_one_that_moved_is_not_and_one_without_features_says_nothing() -> None:
    brighter = facts(drawn(1.5 * with_wand(room())[..., 0]))
    assert brighter.light == pytest.approx(1.5, rel=0.02) and brighter.kept > 0.95 and brighter.litter == 0
    moved = np.roll(room(), (25, 40), axis=(0, 1))
    assert facts(with_wand(moved)).kept < 0.5
    assert np.isnan(facts(np.full((800, 800, 3), 120, np.uint8)).kept)

"""Outlines: what noise hides in each cell shows in the mean along a wand."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.conftest import SET
from tests.vision.geometry.panes import PLAIN
from vision.files import read_picture
from vision.geometry.pane import Pane
from vision.geometry.patches import Sampler
from vision.geometry.pose import Pose
from vision.locate.outline import measure, settle, shown_at
from vision.picture import Picture
from vision.read import Reader


def noisy(picture: Picture, levels: float) -> Picture:
    grain = np.random.default_rng(7).normal(0, levels, picture.shape)
    return np.asarray(np.clip(np.rint(picture + grain), 0, 255), dtype=np.uint8)


@pytest.mark.parametrize("levels", [0.0, 15.0, 30.0])
def test_a_pose_beside_a_wand_settles_on_it_whatever_the_noise(reader: Reader, levels: float) -> None:
    picture = read_picture(SET / "throws" / "004.jpg")
    for found in reader.read(picture).found:
        true, outline = found.outline.centred, found.outline
        sampler = Sampler(reader.pane, noisy(picture, levels), 1.6)
        fit = settle(sampler, true.moved(1.5, 1.0, 0.01), outline.length, outline.side)
        assert np.hypot(*(fit.pose.middle - true.middle)) < 0.6, found.colour
        assert abs(fit.pose.angle - true.angle) < 0.006
        assert fit.shown > 0.65


def test_a_wand_shows_more_than_the_bare_pane_in_noise(reader: Reader) -> None:
    picture = read_picture(SET / "throws" / "004.jpg")
    found = reader.read(picture).found
    length, side = found[0].outline.length, found[0].outline.side
    dark = noisy(picture, 30.0)
    wands = [settle(Sampler(reader.pane, dark, 1.6), f.outline.centred, length, side).shown for f in found]
    empty = noisy(read_picture(SET / "empty.jpg"), 30.0)
    bare = [settle(Sampler(reader.pane, empty, 1.6), f.outline.centred, length, side).shown for f in found]
    assert min(wands) > max(bare) + 0.05


@pytest.mark.parametrize("off", [-0.45, -0.3, -0.15, 0.0, 0.1, 0.2, 0.35])
def test_a_pose_settles_between_the_steps_that_are_tried(pane: Pane, off: float) -> None:
    picture = np.full((960, 1280, 3), 170, np.uint8)
    pose = Pose(10.0 + off, -5.0 + off, 0.0)
    corners = np.rint(pane.to_px(pose.corners(90.0, 12.0)) * 16).astype(np.int32)
    cv2.fillConvexPoly(picture, corners, (60, 60, 60), cv2.LINE_AA, shift=4)
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), dtype=np.uint8)
    fit = settle(Sampler(pane, soft, 3.0), Pose(10.0, -5.0, 0.0), 90.0, 12.0)
    assert np.hypot(*(fit.pose.middle - pose.middle)) < 0.1


LENGTH, SIDE, LIES = 90.0, 12.0, Pose(3.0, -5.0, 0.2)
ROWS, COLUMNS = np.mgrid[0:241, 0:241].astype(float)
OFF = np.stack([COLUMNS - 120, ROWS - 120], axis=-1) / 2 - LIES.middle


def painted(*things: tuple[float, float, float, float, float]) -> Sampler:
    """Rectangles upon each other on a pane of 170 grey levels, each given by its tone, and from where to where it lies
    along and across a wand that lies there.
    """
    picture = np.full((241, 241), 170.0)
    along, across = OFF @ LIES.along, OFF @ LIES.right
    for tone, start, end, left, right in things:
        beyond = np.max([start - along, along - end, left - across, across - right], axis=0)
        share = np.clip(0.5 - beyond / 0.5, 0, 1)
        picture = picture * (1 - share) + tone * share
    return Sampler(PLAIN, np.repeat(np.rint(picture).astype(np.uint8)[..., None], 3, axis=2), 3.0)


@pytest.mark.parametrize("aside", [-1, 1])
def test_a_stronger_border_beside_a_wand_that_is_known_to_lie_there_does_not_draw_it_away(aside: int) -> None:
    # A black strip that begins 2 mm beside white wood on a white pane.
    left, right = sorted((aside * 8.0, aside * 14.0))
    plain = painted((40, -45, 45, left, right), (168, -45, 45, -6, 6))
    sampler = Sampler(PLAIN, noisy(plain.picture, 1.5), 3.0)
    drawn, shown = (look(sampler, LIES, LENGTH, SIDE) for look in (measure, shown_at))
    assert np.hypot(*(drawn.centred.middle - LIES.middle)) > 1.0
    assert (shown.centred.x, shown.centred.y, shown.centred.angle) == pytest.approx((LIES.x, LIES.y, LIES.angle))
    assert (shown.span, *shown.widths) == pytest.approx((LENGTH, SIDE, SIDE))
    # What is drawn away has lost one of its own sides, and lies on the strip's.
    assert drawn.held_sides.mean(axis=1) == pytest.approx([0.98, 0.22][::-aside], abs=0.05)
    assert shown.held_sides.mean(axis=1) == pytest.approx([0.55, 0.55], abs=0.05)
    assert shown.held_ends.mean(axis=1) == pytest.approx([0.6, 0.6], abs=0.05)


@pytest.mark.parametrize("off", [-0.4, 0.0, 0.4])
def test_borders_near_where_a_wand_is_known_to_lie_are_its_own_on_either_side(off: float) -> None:
    shown = shown_at(painted((160, -45 - off, 45 + off, -6 - off, 6 + off)), LIES, LENGTH, SIDE)
    assert shown.borders == pytest.approx(np.full_like(shown.borders, off), abs=0.1)
    assert shown.held_sides == pytest.approx(np.full_like(shown.held_sides, 0.9), abs=0.015)
    assert shown.held_ends == pytest.approx(np.full_like(shown.held_ends, 0.9), abs=0.03)
    assert (shown.trust == 1.0).all()


@pytest.mark.parametrize("aside", [-1, 1])
def test_the_border_of_a_thing_beside_a_wand_that_is_known_to_lie_there_holds_no_side_of_it(aside: int) -> None:
    left, right = sorted((aside * 7.5, aside * 14.0))
    shown = shown_at(painted((160, -45, 45, left, right)), LIES, LENGTH, SIDE)
    assert shown.held_sides.max() < 0.6


@pytest.mark.parametrize("end", [0, 1])
def test_an_end_that_is_not_where_a_wand_is_known_to_have_it_does_not_show(end: int) -> None:
    ends = (-45.0, 47.0) if end else (-47.0, 45.0)
    shown = shown_at(painted((160, *ends, -6, 6)), LIES, LENGTH, SIDE)
    assert shown.held_ends[end].max() < 0.2 and shown.held_ends[1 - end].min() > 0.85
    assert shown.span == LENGTH

"""Outlines: what noise hides in each cell shows in the mean along a wand."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.conftest import SET
from vision.files import read_picture
from vision.geometry.pane import Pane
from vision.geometry.patches import Sampler
from vision.geometry.pose import Pose
from vision.locate.outline import settle
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

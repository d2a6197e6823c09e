"""Falls end: flat, apart, inside the rim, each face as likely as the others, the same for the same start."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from vision.cameras.simulated.layouts import footprint, gap, rect_corners
from vision.cameras.simulated.looks import shipped
from vision.cameras.simulated.physics import Fall, dropped, fall, resting
from vision.cameras.simulated.truth import bottom_face
from vision.cameras.simulated.wand import all_corners, lying

HALF = 143.0


def spot(rng: np.random.Generator, reach: float) -> tuple[float, float]:
    return float(rng.uniform(-reach, reach)), float(rng.uniform(-reach, reach))


def drop(seed: int) -> Fall:
    rng = np.random.default_rng(seed)
    wands = shipped().wands.values()
    return fall([dropped(rng, w, *spot(rng, 70), 170.0 + 28 * k) for k, w in enumerate(wands)], HALF)


@pytest.fixture(scope="module")
def falls() -> list[Fall]:
    return [drop(seed) for seed in range(36)]


def test_all_come_to_rest_in_about_a_second(falls: list[Fall]) -> None:
    assert all(down.rest for down in falls)
    assert all(0.3 < down.seconds < 2.5 for down in falls)


def test_at_rest_wands_lie_flat_apart_and_inside(falls: list[Fall]) -> None:
    wands = list(shipped().wands.values())
    for down in falls:
        rects = [footprint(w, p) for w, p in zip(wands, down.tracks[-1], strict=True)]
        assert all(gap(a, b) > 0 for k, a in enumerate(rects) for b in rects[k + 1 :])
        assert max(np.abs(rect_corners(r)).max() for r in rects) <= HALF + 0.5
        for wand, pose in zip(wands, down.tracks[-1], strict=True):
            heights = np.sort(pose.world(all_corners(wand))[:, 2])
            assert np.abs(heights[:4]).max() < 1e-6
            assert heights[4] == pytest.approx(wand.shape.inner + wand.shape.outer)


def test_no_wand_ever_sinks_into_the_pane(falls: list[Fall]) -> None:
    wands = list(shipped().wands.values())
    for down in falls[:10]:
        low = min(
            float(p.world(all_corners(w))[:, 2].min()) for ps in down.tracks for w, p in zip(wands, ps, strict=True)
        )
        assert low > -1.0


def test_every_face_comes_up_about_as_often(falls: list[Fall]) -> None:
    wands = list(shipped().wands.values())
    faces = Counter(bottom_face(w, p) for d in falls for w, p in zip(wands, d.tracks[-1], strict=True))
    assert all(20 <= count <= 52 for count in faces.values()) and len(faces) == 3


def test_the_same_start_ends_the_same() -> None:
    one, two = drop(4), drop(4)
    assert len(one.tracks) == len(two.tracks)
    assert all(np.array_equal(a.rotation, b.rotation) for a, b in zip(one.tracks[-1], two.tracks[-1], strict=True))


def test_a_wand_that_lies_is_not_moved_by_those_that_fall() -> None:
    wands = list(shipped().wands.values())
    pose = lying(wands[0], "magic", 0.0, 0.0, 0.3)
    rng = np.random.default_rng(2)
    bodies = [dropped(rng, w, *spot(rng, 60), 180.0) for w in wands[1:]]
    down = fall([*bodies, resting(wands[0], pose)], HALF)
    assert down.rest
    for poses in down.tracks:
        assert np.allclose(poses[-1].place, pose.place) and np.allclose(poses[-1].rotation, pose.rotation)


def test_wands_bounce_and_roll_on_the_way(falls: list[Fall]) -> None:
    wand = next(iter(shipped().wands.values()))
    lows = [float(p[0].world(all_corners(wand))[:, 2].min()) for p in falls[0].tracks]
    first = next(k for k, low in enumerate(lows) if low < 0.2)
    assert max(lows[first:]) > 2.0
    faces = {bottom_face(wand, p[0]) for down in falls[:10] for p in down.tracks[-200:]}
    assert len(faces) == 3

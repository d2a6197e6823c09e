"""The relief of drawn wands: borders show where they were drawn, more or less clearly, and nowhere else."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.geometry.panes import PLAIN
from vision.geometry.pane import Pane
from vision.geometry.patches import Sampler
from vision.geometry.pose import Pose
from vision.locate.relief import BANDS, PIECES, RISE, SEGMENTS, SPANS_MM, STEP_MM, Relief, offsets
from vision.picture import Picture

DENSITY, LENGTH, SIDE = 3.0, 80.0, 12.0
POSE = Pose(1.0, -2.0, 0.3)
GREY = 120.0
ROWS, COLUMNS = np.mgrid[0:241, 0:241].astype(float)
OFF = np.stack([COLUMNS - 120, ROWS - 120], axis=-1) / 2 - POSE.middle
U, V = OFF @ POSE.along, OFF @ POSE.right
SLOPE = U / LENGTH + 0.5
"""How far along the wand each pixel is, from 0 at its start to 1 at its end."""
AFAR = replace(PLAIN, centre=(-120.0, 120.0), translation=np.array([120.0, 0.0, 300.0]))
"""The same pictures, seen from 120 mm aside."""

Plane = NDArray[np.float64] | float


def drawn(tone: Plane, start: Plane = 0.0, end: Plane = 0.0, left: Plane = 0.0, right: Plane = 0.0) -> Picture:
    """A wand of that tone on grey, whose two ends lie so far on along it, and its two sides so far on across it."""
    along = np.maximum(start - LENGTH / 2 - U, U - LENGTH / 2 - end)
    across = np.maximum(left - SIDE / 2 - V, V - SIDE / 2 - right)
    share = np.clip(0.5 - np.maximum(along, across) / 0.8, 0, 1)
    return grey(GREY * (1 - share) + tone * share)


def grey(levels: NDArray[np.float64]) -> Picture:
    return np.repeat(levels.round().clip(0, 255).astype(np.uint8)[..., None], 3, axis=2)


def relief(picture: Picture, pane: Pane = PLAIN) -> Relief:
    return Relief(Sampler(pane, picture, DENSITY), POSE, LENGTH, SIDE)


def held(picture: Picture) -> list[float]:
    """How clearly both sides show where they were taught."""
    seen = relief(picture)
    return [float(seen.held_along(np.full(2, s * SIDE / 2)).mean()) for s in (-1, 1)]


@pytest.mark.parametrize(("reach", "count"), [(0.5, 5), (1.5, 13), (3.5, 29)])
def test_offsets_are_quarters_of_a_millimetre_as_far_as_they_reach_both_ways(reach: float, count: int) -> None:
    assert offsets(reach) == pytest.approx(np.linspace(-reach, reach, count))


@pytest.mark.parametrize(("start", "end"), [(0.0, 0.0), (1.0, -0.5), (-1.5, 0.75), (1.25, 1.25)])
def test_sides_score_most_where_they_lie_at_either_end(start: float, end: float) -> None:
    aside = start * (1 - SLOPE) + end * SLOPE
    scores, away = relief(drawn(200.0, left=aside, right=aside)).side_scores(1.5), offsets(1.5)
    i, j = divmod(int(scores.argmax()), len(away))
    assert scores.shape == (len(away), len(away))
    assert (away[i], away[j]) == (pytest.approx(start, abs=0.3), pytest.approx(end, abs=0.3))
    assert 1.9 * SEGMENTS < scores.max() <= 2 * SEGMENTS
    assert scores.min() < 0.5 * SEGMENTS


def test_a_side_that_does_not_show_leaves_half_of_what_both_score() -> None:
    scores = relief(grey(np.where(SIDE / 2 < V, 200.0, GREY))).side_scores(1.5)
    assert 0.9 * SEGMENTS < scores.max() <= SEGMENTS


@pytest.mark.parametrize("sign", [-1, 1])
def test_a_slanted_side_is_held_in_each_segment_along_its_own_line(sign: int) -> None:
    slant = 3 * SLOPE - 1.5
    seen = relief(drawn(200.0, left=slant, right=slant))
    line = sign * SIDE / 2 + np.array([-1.5, 1.5])
    assert seen.held_along(line).shape == (SEGMENTS,)
    assert (seen.held_along(line) > 0.95).all()
    assert (seen.held_along(line[::-1])[[0, 1, -2, -1]] < 0.2).all()


def test_borders_show_as_clearly_as_far_inwards_as_outwards_of_where_they_are() -> None:
    steep = 8 * SLOPE - 4
    side = relief(drawn(GREY + 9, left=steep, right=steep))
    ends = relief(drawn(GREY + 9)).end_scores(np.array([-0.6, 0.6]))
    for sign in (-1, 1):
        line = sign * SIDE / 2 + np.array([-4.0, 4.0])
        inwards, outwards = (side.held_along(line + off) for off in (-0.6, 0.6))
        assert inwards.mean() == pytest.approx(outwards.mean(), abs=0.02)
    assert ends[..., 0] == pytest.approx(ends[..., 1], abs=0.04)


def test_only_those_segments_of_a_side_are_held_that_differ_from_the_pane() -> None:
    # Segments are 7.7 mm long: the fourth of them ends 7.7 mm before the middle.
    seen = relief(drawn(np.where(U < -11.5, GREY, 200.0)))
    for sign in (-1, 1):
        told = seen.held_along(np.full(2, sign * SIDE / 2))
        assert (told[:3] < 0.1).all() and (told[4:] > 0.95).all()


@pytest.mark.parametrize(("start", "end"), [(0.0, 0.0), (-1.0, -0.5), (1.5, -2.0)])
def test_ends_score_most_where_they_lie(start: float, end: float) -> None:
    places = np.arange(-3, 3.01, 0.1)
    scores = relief(drawn(60.0, start=start, end=end)).end_scores(places)
    assert scores.shape == (2, BANDS, len(places))
    assert scores.max(axis=2).min() > 0.9
    for shown, place in zip(scores, (start, end), strict=True):
        assert places[shown.argmax(axis=1)] == pytest.approx(np.full(BANDS, place), abs=0.25)


def test_only_those_bands_of_an_end_score_that_differ_from_the_pane() -> None:
    scores = relief(drawn(np.where(V < 0, GREY, 200.0))).end_scores(np.zeros(1))[..., 0]
    assert (scores[:, : BANDS // 2 - 1] < 0.1).all()
    assert (scores[:, BANDS // 2 :] > 0.9).all()


def test_an_end_face_that_an_eye_aside_sees_beyond_its_end_shows_in_place_of_that() -> None:
    height = RISE * np.maximum(0.0, SIDE / 2 - np.abs(V))
    # The eye is 120 mm before the pane's middle and 300 mm below, in a direction that is 0.3 off the wand's.
    away = (POSE.x + 120) * np.cos(POSE.angle) + POSE.y * np.sin(POSE.angle)
    beyond = (away - LENGTH / 2) / 300
    picture = drawn(200.0, start=-beyond * height)
    middle = slice(BANDS // 2 - 1, BANDS // 2 + 1)
    above, aside = (relief(picture, pane).end_scores(np.zeros(1))[..., 0] for pane in (PLAIN, AFAR))
    assert (above[0, middle] < 0.1).all()
    assert (aside[0] > 0.8).all() and (aside[0, middle] <= 0.9).all()
    # Of its other end it sees no face.
    assert aside[1] == pytest.approx(above[1])


@pytest.mark.parametrize("longer", [-6.0, -1.5, 0.0, 2.5])
def test_spans_score_most_by_how_much_a_wand_is_longer_wherever_along_itself_it_lies(longer: float) -> None:
    for start in (-3.0, 0.0, 1.5):
        scores = relief(drawn(200.0, start=start, end=start + longer)).span_scores()
        assert scores.shape == SPANS_MM.shape
        assert SPANS_MM[scores.argmax()] == pytest.approx(longer)
        assert scores.max() == pytest.approx(1.5, abs=0.1)


def test_one_end_alone_scores_no_more_than_what_the_clearer_one_counts() -> None:
    assert relief(drawn(200.0, end=20.0)).span_scores() == pytest.approx(np.full(len(SPANS_MM), 0.5), abs=0.04)


def test_bands_show_both_ends_at_their_places_along_the_wand() -> None:
    seen = relief(drawn(200.0, start=-1.0, end=2.0))
    half = seen.bands.shape[1] // 2
    assert seen.bands.shape == (BANDS, pytest.approx((seen.us[-1] - seen.us[0]) / STEP_MM, abs=1))
    for first, part, place in ((0, seen.bands[:, :half], -41.0), (half, seen.bands[:, half:], 42.0)):
        assert seen.us[0] + STEP_MM * (first + part.argmax(axis=1)) == pytest.approx(np.full(BANDS, place), abs=0.25)
    assert 0.9 < seen.bands.max() <= 1.0
    assert seen.bands[:, half - 100 : half + 100].max() < 0.1


def test_pieces_have_the_colours_of_their_stretch_and_none_from_beyond_the_ends() -> None:
    seen = relief(drawn(150 + U, end=-1.0))
    middle = seen.pieces[:, len(seen.vs) // 2]
    assert seen.pieces.shape == (PIECES, len(seen.vs), 3)
    wide = (LENGTH - 3) / PIECES
    expected = 150 - LENGTH / 2 + 1.5 + wide * (np.arange(PIECES) + 0.5)
    assert middle == pytest.approx(np.tile(expected[:, None], 3), abs=1.0)


@pytest.mark.parametrize(("step", "shown"), [(0, 0.0), (1, 0.5), (3, 0.75), (-3, 0.75), (9, 0.9)])
def test_a_step_of_one_grey_level_counts_half_where_all_around_is_even(step: int, shown: float) -> None:
    assert held(drawn(GREY + step)) == pytest.approx([shown, shown], abs=0.03)


@pytest.mark.parametrize("channel", range(3))
def test_a_border_that_one_colour_shows_is_as_clear_as_one_that_all_show(channel: int) -> None:
    picture = drawn(GREY)
    picture[..., channel] = drawn(GREY + 9)[..., channel]
    assert held(picture) == pytest.approx(held(drawn(GREY + 9)), abs=0.01)
    ends = relief(picture).end_scores(np.zeros(1))
    assert ends == pytest.approx(relief(drawn(GREY + 9)).end_scores(np.zeros(1)), abs=0.01)


def test_the_same_step_counts_less_where_noise_makes_steps_everywhere() -> None:
    even = drawn(GREY + 9)
    noise = np.random.default_rng(7).normal(0, 9, even.shape)
    noisy = np.asarray(np.clip(np.rint(even + noise), 0, 255), dtype=np.uint8)
    assert max(held(noisy)) < min(held(even)) - 0.1


def test_a_pane_of_one_grey_shows_nothing_at_all() -> None:
    seen = relief(drawn(GREY))
    assert not seen.side_scores(1.5).any() and not seen.span_scores().any() and not seen.bands.any()

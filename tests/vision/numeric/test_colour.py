"""Colours against each other: light changes their shade, another thing their hue."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import DTypeLike

from vision.numeric.colour import CEILING, DARK, brightest, darkest, distance, shade_and_hue, unlike

RED, GREY = np.array([20.0, 20.0, 120.0]), np.array([88.0, 88.0, 88.0])


def lit(colour: np.ndarray, light: float) -> np.ndarray:
    """In so much more light."""
    return light * (colour + DARK) - DARK


@pytest.mark.parametrize("light", [0.5, 1.0, 1.7])
def test_more_light_is_another_shade_of_the_same_hue(light: float) -> None:
    shade, hue = shade_and_hue(lit(RED, light), RED)
    assert float(shade) == pytest.approx(np.log(light))
    assert float(hue) == pytest.approx(0.0, abs=1e-12)


def test_one_channel_that_doubles_is_a_third_shade_and_two_thirds_hue() -> None:
    seen = np.array([[GREY, [88.0, 88.0, 188.0]], [[188.0, 88.0, 88.0], [38.0, 88.0, 88.0]]])
    shade, hue = shade_and_hue(seen, GREY)
    assert shade / np.log(2) == pytest.approx(np.array([[0, 1 / 3], [1 / 3, -1 / 3]]))
    assert hue / np.log(2) == pytest.approx(np.array([[0, 2 / 3], [2 / 3, 2 / 3]]))


def test_what_should_be_brighter_than_the_camera_tells_is_seen_at_its_ceiling() -> None:
    shade, hue = shade_and_hue(np.array([126.0, CEILING, CEILING]), np.array([126.0, 300.0, 900.0]))
    assert [float(shade), float(hue)] == pytest.approx([0.0, 0.0])


@pytest.mark.parametrize("kind", [np.uint8, np.float32])
def test_the_strongest_and_the_weakest_channel_are_found_in_each_pixel(kind: DTypeLike) -> None:
    picture = np.random.default_rng(1).integers(0, 256, (7, 9, 3)).astype(kind)
    assert np.array_equal(brightest(picture), picture.max(axis=2))
    assert np.array_equal(darkest(picture), picture.min(axis=2))


def test_uneven_light_makes_no_colour_unlike_itself_and_strong_light_a_little() -> None:
    assert distance(lit(RED, np.exp(0.19)), RED) == pytest.approx(0.0, abs=1e-9)
    for shade in (0.7, -0.7):
        assert distance(lit(GREY, np.exp(shade)), GREY) == pytest.approx(0.6 * 0.5)
    assert distance(RED, GREY) == pytest.approx(distance(GREY, RED))
    assert distance(RED, GREY) > 0.7


def test_light_that_a_wand_mirrors_hardly_makes_it_unlike_itself() -> None:
    # 80 of the darkest channel's 100 are a veil: of the shares that are tried 0.8, at a quarter each.
    assert unlike(RED + 80, RED) == pytest.approx(0.2)
    assert distance(RED + 80, RED) > 0.4
    assert unlike(RED, RED) == 0.0


def test_a_veil_is_supposed_only_where_it_explains_more_than_it_costs() -> None:
    colours = np.random.default_rng(2).uniform(0, 255, (200, 2, 3))
    told = np.array([(unlike(one, two), distance(one, two)) for one, two in colours])
    assert (told[:, 0] <= told[:, 1]).all() and (told[:, 0] >= 0).all()
    assert unlike(np.array([0.0, 120.0, 20.0]), RED) == distance(np.array([0.0, 120.0, 20.0]), RED)

"""A camera that sends the same picture again is frozen, unless it never had any noise or says that it does so."""

from __future__ import annotations

import numpy as np
import pytest

from vision.cameras.base import HELD, Frame
from vision.live.freshness import FROZEN_AFTER, NOISY_AFTER, Freshness

SHAPE = (48, 64, 3)


def noise(number: int) -> np.ndarray:
    """A picture of its own."""
    return np.random.default_rng(number).integers(90, 110, SHAPE, dtype=np.uint8)


def after_noise() -> Freshness:
    """A camera that is known to have noise."""
    fresh = Freshness()
    assert all(fresh.is_news(Frame(noise(n), n / 15)) for n in range(NOISY_AFTER + 1))
    return fresh


def test_the_same_picture_with_fresh_stamps_is_frozen_where_there_was_noise() -> None:
    fresh = after_noise()
    news = [fresh.is_news(Frame(noise(NOISY_AFTER), 1 + n / 15)) for n in range(FROZEN_AFTER)]
    assert news == [False] * FROZEN_AFTER
    assert fresh.frozen
    assert fresh.is_news(Frame(noise(99), 2.0)) and not fresh.frozen


def test_a_hiccup_of_one_picture_is_not_frozen() -> None:
    fresh = after_noise()
    assert not fresh.is_news(Frame(noise(NOISY_AFTER), 1.0))
    assert not fresh.frozen


def test_pictures_without_noise_may_lie_still() -> None:
    fresh = Freshness()
    assert all(fresh.is_news(Frame(noise(n // 10), n / 15)) for n in range(40))
    assert not fresh.frozen


def test_a_picture_that_is_held_on_purpose_is_not_frozen() -> None:
    fresh = after_noise()
    assert all(fresh.is_news(Frame(noise(NOISY_AFTER), 1 + n / 15, {HELD: True})) for n in range(10))


@pytest.mark.parametrize("noisy", [False, True])
def test_the_same_stamp_again_is_no_news(noisy: bool) -> None:
    fresh = after_noise() if noisy else Freshness()
    fresh.is_news(Frame(noise(7), 9.0))
    assert [fresh.is_news(Frame(noise(7), 9.0)) for _ in range(FROZEN_AFTER)] == [False] * FROZEN_AFTER
    assert fresh.frozen


def test_a_single_pixel_is_news() -> None:
    fresh = after_noise()
    picture = noise(NOISY_AFTER)
    picture[5, 7] += 1
    assert fresh.is_news(Frame(picture, 1.0))

"""The quick medians are the medians."""

from __future__ import annotations

import numpy as np
import pytest

from vision.numeric.medians import byte_median, colour_median, median, row_medians


@pytest.mark.parametrize("count", [1, 2, 3, 4, 17, 90])
def test_medians_are_those_of_numpy(count: int) -> None:
    rows = np.random.default_rng(count).normal(0, 9, (3, count))
    assert np.allclose(row_medians(rows), np.median(rows, axis=1))
    assert median(rows) == pytest.approx(float(np.median(rows)))


@pytest.mark.parametrize("count", [1, 2, 5, 60])
def test_medians_of_bytes_are_those_of_numpy(count: int) -> None:
    picture = np.random.default_rng(count).integers(0, 256, (2, count, 3), dtype=np.uint8)
    assert byte_median(picture[..., 0]) == float(np.median(picture[..., 0]))
    assert np.array_equal(colour_median(picture), np.median(picture.reshape(-1, 3), axis=0))


def test_only_what_the_mask_shows_counts() -> None:
    layer = np.array([[10, 20, 200, 220]], np.uint8)
    assert byte_median(layer, np.array([[1, 1, 1, 0]], np.uint8)) == 20.0
    assert byte_median(layer, np.zeros((1, 4), np.uint8)) == 0.0

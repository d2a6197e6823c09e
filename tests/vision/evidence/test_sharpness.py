"""How sharply a wand's sides are drawn."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.evidence.sharpness import SHARP, STRETCHES, side_widths, softest
from vision.geometry.patches import Patch

DENSITY, LENGTH, SIDE = 4.0, 90.0, 12.0


def wand(beside: float = 150.0, other: float = 150.0) -> Patch:
    """A dark wand with 1 mm of what is beside it, half a millimetre soft."""
    rows, columns = round((SIDE + 2) * DENSITY) + 1, round((LENGTH + 2) * DENSITY) + 1
    patch = np.full((rows, columns, 3), 40.0, np.float32)
    patch[: round(DENSITY)], patch[-round(DENSITY) :] = beside, other
    soft = cv2.GaussianBlur(patch, (0, 0), 0.2 * DENSITY)
    return np.asarray(soft + np.random.default_rng(1).normal(0, 1, patch.shape), dtype=np.float32)


def widths(patch: Patch) -> np.ndarray:
    return side_widths(patch, DENSITY, LENGTH, SIDE)


def test_a_sharp_side_turns_within_a_millimetre_wherever_it_is_seen() -> None:
    seen = widths(wand())
    assert seen.shape == (STRETCHES - 2,)
    assert np.all((seen > 0.3) & (seen < 1.0))


@pytest.mark.parametrize("blur_mm", [1.0, 2.0, 3.5])
def test_blurred_sides_are_wider_by_more_than_is_sharp(blur_mm: float) -> None:
    blurred = np.asarray(cv2.GaussianBlur(wand(), (0, 0), blur_mm * DENSITY), dtype=np.float32)
    assert softest(widths(blurred)) > SHARP * softest(widths(wand()))


def test_a_smear_over_the_mark_is_noticed_though_the_rest_is_sharp() -> None:
    smeared = wand()
    blurred = np.asarray(cv2.GaussianBlur(smeared, (0, 0), 2 * DENSITY), dtype=np.float32)
    middle = slice(smeared.shape[1] * 2 // 5, smeared.shape[1] * 3 // 5)
    smeared[:, middle] = blurred[:, middle]
    assert softest(widths(smeared)) > SHARP * softest(widths(wand()))


def test_one_side_is_enough_where_another_wand_lies_at_the_other() -> None:
    assert softest(widths(wand(other=41.0))) < 1.0


def test_what_light_hides_is_neither_sharp_nor_soft() -> None:
    washed, clear = wand(), np.ones(wand().shape[:2], dtype=np.bool_)
    middle = slice(washed.shape[1] * 2 // 5, washed.shape[1] * 3 // 5)
    washed[:, middle] = 255.0
    washed = np.asarray(cv2.GaussianBlur(washed, (0, 0), 2 * DENSITY), dtype=np.float32)
    clear[:, : round(middle.stop + 5 * DENSITY)] = False
    part = np.hstack([washed[:, : middle.stop], wand()[:, middle.stop :]])
    assert softest(widths(part)) > 2 * softest(widths(wand()))
    seen = side_widths(part, DENSITY, LENGTH, SIDE, clear=clear)
    assert softest(seen) < 1.2 * softest(widths(wand()))
    assert np.isnan(side_widths(part, DENSITY, LENGTH, SIDE, clear=np.zeros_like(clear))).all()


def test_sides_that_do_not_show_tell_nothing() -> None:
    none = widths(wand(beside=40.0, other=40.0))
    assert np.isnan(none).all()
    assert softest(none) == np.inf

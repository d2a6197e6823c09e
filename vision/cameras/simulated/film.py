"""What is on the glass: smears and haze that blur and wash what lies behind them, dust and crumbs."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.cameras.simulated.optics import Array, Lens


@dataclass(frozen=True)
class Smear:
    """A stroke of grease on the pane: from, to and width in mm; ``blur`` in px at 1280 wide; ``veil`` is the share of
    what is seen that is stray light instead.
    """

    start: tuple[float, float]
    end: tuple[float, float]
    wide_mm: float
    blur: float
    veil: float


def smeared(picture: Array, lens: Lens, smear: Smear, stray: float) -> Array:
    """Linear light (height, width, 3) through a smear that scatters ``stray`` light."""
    cover = _stroke(lens, smear)[..., None]
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), smear.blur * lens.width / 1280))
    washed = soft * (1 - smear.veil) + smear.veil * stray
    return np.asarray(picture + (washed - picture) * cover, np.float32)


def _stroke(lens: Lens, smear: Smear) -> Array:
    """Cover of a stroke with soft borders, 0 to 1, (height, width) float32."""
    mask = np.zeros((lens.height, lens.width), np.uint8)
    ends = lens.pixels(np.array([[*smear.start, 0.0], [*smear.end, 0.0]]))
    wide = smear.wide_mm * lens.focal / -lens.position_mm[2]
    line = np.round(ends * 16).astype(np.int32)
    cv2.polylines(mask, [line], False, 255, max(1, round(wide)), cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.18 * wide, 1.0)), np.float32) / 255


def crumbed(picture: Array, lens: Lens, rng: np.random.Generator, count: int, lint: int) -> Array:
    """Linear light with crumbs (dark or pale, up to 2 mm) and lint (up to 15 mm) on the pane."""
    cover = np.zeros((lens.height, lens.width), np.uint8)
    tone = np.zeros((lens.height, lens.width), np.float32)
    scale, half = lens.focal / -lens.position_mm[2], lens.pane.visible_half_mm
    for kind in [0] * count + [1] * lint:
        one = np.zeros_like(cover)
        at = rng.uniform(-half, half, 2)
        bends = np.cumsum(rng.normal(0, 1.4 if kind else 0.25, (8 if kind else 2, 2)), 0) + at
        path = lens.pixels(np.column_stack([bends, np.zeros(len(bends))]))
        thick = max(1, round(float(rng.uniform(0.15, 0.3) if kind else rng.uniform(0.3, 1.6)) * scale))
        x0, y0 = np.maximum(path.min(0).astype(int) - 12, 0)
        x1, y1 = path.max(0).astype(int) + 12
        part = one[y0:y1, x0:x1]
        cv2.polylines(part, [np.round((path - (x0, y0)) * 16).astype(np.int32)], False, 255, thick, cv2.LINE_AA, 4)
        cover[y0:y1, x0:x1] = np.maximum(cover[y0:y1, x0:x1], part)
        tone[y0:y1, x0:x1][part > 0] = float(rng.choice([0.02, 0.06, 0.35, 0.6]))
    share = (cover.astype(np.float32) / 255 * 0.9)[..., None]
    return np.asarray(picture + (tone[..., None] - picture) * share, np.float32)

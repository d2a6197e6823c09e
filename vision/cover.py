"""What covers a wand: parts of its footprint that do not look like the wand, and are no glare either."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.marks import WandModel
from vision.patches import Patch

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

BLOCK_MM = 4.0
BORDER_MM = 1.4
"""The outermost rim is left out: its look depends on what is beside the wand."""
HIDDEN_MM2 = 40.0
TINTED, DARKER, BRIGHTER = 10.0, 28.0, 90.0
"""Differences in taught grey levels that a wand's own grain and light do not make."""
SCATTERS = 5.0
NOISE = 2.0
ROWS = 3


def unexplained(model: WandModel, patch: Patch, gain: Array, clear: Mask, guess: int) -> float:
    """Area (mm2) of the footprint that looks neither like the guessed face nor like glare upon it.

    Compared block by block with the taught face, after the slow change of light along the wand is taken out.  A veil
    of glare adds grey; anything that adds a tint or takes light away is a thing of its own.
    """
    places, off, area = _differences(model, patch, gain, clear, guess)
    if len(places) < 12:
        return 0.0
    off = off - _slow(places, off)
    grey = off.mean(axis=1)
    tint = np.abs(off - grey[:, None]).max(axis=1)
    noise = NOISE / float(gain.mean())
    tinted = tint > max(TINTED + noise, SCATTERS * 1.4826 * float(np.median(tint)))
    scatter = SCATTERS * 1.4826 * float(np.median(np.abs(grey)))
    level = float(model.base.mean())
    darker = grey < -max(min(DARKER, 0.35 * level) + noise, scatter)
    brighter = grey > max(BRIGHTER + noise, scatter)
    return float(area[tinted | darker | brighter].sum())


def _differences(
    model: WandModel, patch: Patch, gain: Array, clear: Mask, guess: int
) -> tuple[Array, Array, Array]:
    """For each block in view: its u, its difference from the taught face (BGR), its area."""
    taught = model.pictures[guess]
    usable = (_plain_cells(model, taught) & clear & model.clears[guess]).astype(np.float32)
    ceiling = 253 / gain.astype(np.float32)
    off = (np.minimum(patch / gain.astype(np.float32), ceiling) - np.minimum(taught, ceiling)) * usable[..., None]
    rows, columns = _blocks(model)
    places, means, areas = [], [], []
    for row in rows:
        for column in columns:
            part = np.s_[row[0] : row[-1] + 1, column[0] : column[-1] + 1]
            weight = float(usable[part].sum())
            cells = len(row) * len(column)
            if weight >= 0.25 * cells:
                places.append(float(model.us[column].mean()))
                means.append(off[part].sum(axis=(0, 1)) / weight)
                areas.append(cells / model.density**2)
    return np.array(places), np.array(means, dtype=np.float64).reshape(-1, 3), np.array(areas)


def _slow(places: Array, off: Array) -> Array:
    """A robust parabola along the wand in each channel."""
    x = places / np.abs(places).max()
    shape = np.column_stack([np.ones(len(x)), x, x * x])
    fitted = np.zeros_like(off)
    for channel in range(3):
        y = off[:, channel]
        curve = np.array([np.median(y), 0.0, 0.0])
        for _ in range(6):
            rest = np.abs(y - shape @ curve)
            weight = 1 / (1 + (rest / (2 * np.median(rest) + 1.0)) ** 2) ** 2
            normal = shape.T @ (shape * weight[:, None]) + 1e-3 * np.eye(3)
            curve = np.linalg.solve(normal, shape.T @ (weight * y))
        fitted[:, channel] = shape @ curve
    return fitted


def _plain_cells(model: WandModel, taught: Patch) -> Mask:
    """Cells far from any mark or notch, where a small shift changes nothing."""
    base = np.median(model.middle(taught), axis=(0, 1))
    marked = (np.abs(taught - base).max(axis=2) > 40).astype(np.uint8)
    wide = max(3, round(2.4 * model.density)) | 1
    return np.asarray(cv2.dilate(marked, np.ones((wide, wide), np.uint8)) == 0)


def _blocks(model: WandModel) -> tuple[list[NDArray[np.intp]], list[NDArray[np.intp]]]:
    across = np.flatnonzero(np.abs(model.vs) <= model.wand.side / 2 - BORDER_MM)
    along = np.flatnonzero(np.abs(model.us) <= model.wand.length / 2 - BORDER_MM)
    count = max(1, round(len(along) / model.density / BLOCK_MM))
    return list(np.array_split(across, ROWS)), list(np.array_split(along, count))

"""What covers a wand: parts of its footprint that do not look like the wand, and are no glare either."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

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
LEDGE_MM = 22.0
"""So near to the ledge its shadow, cast by the lamps below, may darken a wand."""
DEEPEST_SHADE = 0.8


def unexplained(
    model: WandModel, patch: Patch, gain: Array, clear: Mask, guess: int, ledge: Callable[[Array], Array]
) -> float:
    """Area (mm2) of the footprint that looks neither like the guessed face nor like light or shade upon it.

    Compared block by block with the taught face, after the slow change of light along the wand is taken out.  Glare
    adds grey or draws towards white, the ledge's shadow takes a share of everything; what cannot be explained so is a
    thing of its own.  ``ledge`` tells how far (mm) wand coordinates (n, 2) lie from the border of the opening.
    """
    blocks = _differences(model, patch, gain, clear, guess)
    if len(blocks.area) < 12:
        return 0.0
    slow = _slow(blocks.uv[:, 0], blocks.off)
    off, taught = blocks.off - slow, blocks.taught + slow
    tint = _tint(off, taught, 255 / gain)
    grey = off.mean(axis=1)
    noise = NOISE / float(gain.mean())
    tinted = tint > max(TINTED + noise, SCATTERS * 1.4826 * float(np.median(tint)))
    scatter = SCATTERS * 1.4826 * float(np.median(np.abs(grey)))
    deepest = np.where(ledge(blocks.uv) < LEDGE_MM, DEEPEST_SHADE, 0.35) * taught.mean(axis=1)
    shade = np.where(ledge(blocks.uv) < LEDGE_MM, deepest, np.minimum(DARKER, deepest))
    darker = grey < -np.maximum(shade + noise, scatter)
    brighter = grey > max(BRIGHTER + noise, scatter)
    return float(blocks.area[tinted | darker | brighter].sum())


@dataclass(frozen=True)
class _Blocks:
    """Blocks in view: place in wand coordinates (n, 2), difference and taught colour (n, 3), area (n,)."""

    uv: Array
    off: Array
    taught: Array
    area: Array


def _tint(off: Array, taught: Array, white: Array) -> Array:
    """What is left of each difference after the grey veil, the pull to white, and the shadow that fit it best."""
    rest = off - off.mean(axis=1, keepdims=True)
    pull = white - taught
    pull = np.where(off.mean(axis=1, keepdims=True) > 0, pull, -taught)
    bend = pull - pull.mean(axis=1, keepdims=True)
    most = np.abs(off.mean(axis=1)) / np.maximum(np.abs(pull.mean(axis=1)), 1.0) * 1.2
    share = np.clip((rest * bend).sum(axis=1) / ((bend**2).sum(axis=1) + 1.0), 0.0, most)
    return np.asarray(np.abs(rest - share[:, None] * bend).max(axis=1))


def _differences(model: WandModel, patch: Patch, gain: Array, clear: Mask, guess: int) -> _Blocks:
    picture = model.pictures[guess]
    usable = (_plain_cells(model, picture) & clear & model.clears[guess]).astype(np.float32)[..., None]
    scale = gain.astype(np.float32)
    known = np.minimum(picture, 253 / scale) * usable
    seen = np.minimum(patch / scale, 253 / scale) * usable
    rows, columns = _blocks(model)
    places, off, taught, areas = [], [], [], []
    for row in rows:
        for column in columns:
            part = np.s_[row[0] : row[-1] + 1, column[0] : column[-1] + 1]
            weight, cells = float(usable[part].sum()), len(row) * len(column)
            if weight >= 0.25 * cells:
                places.append((float(model.us[column].mean()), float(model.vs[row].mean())))
                off.append((seen[part] - known[part]).sum(axis=(0, 1)) / weight)
                taught.append(known[part].sum(axis=(0, 1)) / weight)
                areas.append(cells / model.density**2)
    shape = (len(areas), 3)
    return _Blocks(
        np.array(places).reshape(-1, 2),
        np.array(off, dtype=np.float64).reshape(shape),
        np.array(taught, dtype=np.float64).reshape(shape),
        np.array(areas),
    )


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

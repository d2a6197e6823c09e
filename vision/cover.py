"""What covers a wand: parts of its footprint that do not look like the wand, and are no glare either."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.marks import WandModel
from vision.patches import Patch
from vision.pictures import brightest

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

BLOCK_MM = 4.0
BORDER_MM = 1.4
"""The outermost rim is left out: its look depends on what is beside the wand."""
HIDDEN_MM2 = 40.0
TINTED, DARKER, BRIGHTER = 6.0, 24.0, 90.0
"""Differences in taught grey levels that a wand's own grain and light do not make."""
SCATTERS = 4.2
HALO_MM = 5.0
"""So far around a place that is white with light its glow reaches."""
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
    mild = np.maximum(DARKER, 0.17 * blocks.taught.mean(axis=1))
    shade = np.where(ledge(blocks.uv) < LEDGE_MM, deepest, np.minimum(mild, deepest))
    darker = grey < -np.maximum(shade + noise, scatter)
    brighter = (grey > max(BRIGHTER + noise, scatter)) & ~blocks.glowing
    return float(blocks.area[tinted | darker | brighter].sum())


@dataclass(frozen=True)
class _Blocks:
    """Blocks in view: place on the wand (n, 2), difference and taught colour (n, 3), area and glow nearby (n,)."""

    uv: Array
    off: Array
    taught: Array
    area: Array
    glowing: Mask


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
    rows, columns = _cuts(model)
    stacked = np.concatenate([usable, seen - known, known], axis=2)[rows[0] : rows[-1], columns[0] : columns[-1]]
    sums = np.add.reduceat(np.add.reduceat(stacked, rows[:-1] - rows[0], axis=0), columns[:-1] - columns[0], axis=1)
    cells = np.diff(rows)[:, None] * np.diff(columns)[None]
    weight = sums[..., 0]
    keep = weight >= 0.25 * cells
    u, v = [
        (model.us[columns[:-1]] + model.us[columns[1:] - 1]) / 2,
        (model.vs[rows[:-1]] + model.vs[rows[1:] - 1]) / 2,
    ]
    uv = np.stack(np.meshgrid(u, v), axis=-1)
    means = (sums[..., 1:] / np.maximum(weight, 1)[..., None]).astype(np.float64)
    wide = 2 * round(HALO_MM * model.density) + 1
    glow = cv2.dilate((~clear).astype(np.uint8), np.ones((wide, wide), np.uint8))
    near = np.add.reduceat(
        np.add.reduceat(glow[rows[0] : rows[-1], columns[0] : columns[-1]].astype(int), rows[:-1] - rows[0], axis=0),
        columns[:-1] - columns[0],
        axis=1,
    )
    return _Blocks(uv[keep], means[keep][:, :3], means[keep][:, 3:], cells[keep] / model.density**2, near[keep] > 0)


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
    marked = (brightest(np.abs(taught - base.astype(np.float32))) > 40).astype(np.uint8)
    wide = max(3, round(2.4 * model.density)) | 1
    return np.asarray(cv2.dilate(marked, np.ones((wide, wide), np.uint8)) == 0)


def _cuts(model: WandModel) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Borders between blocks, in rows and in columns."""
    across = np.flatnonzero(np.abs(model.vs) <= model.wand.side / 2 - BORDER_MM)
    along = np.flatnonzero(np.abs(model.us) <= model.wand.length / 2 - BORDER_MM)
    count = max(1, round(len(along) / model.density / BLOCK_MM))
    rows = np.linspace(across[0], across[-1] + 1, ROWS + 1).round().astype(np.intp)
    return rows, np.linspace(along[0], along[-1] + 1, count + 1).round().astype(np.intp)

"""What covers a wand: parts of its footprint that do not look like the wand, and are no glare either."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.model import WandModel
from vision.geometry.patches import Patch
from vision.numeric.colour import brightest
from vision.numeric.masks import widened
from vision.numeric.medians import median
from vision.numeric.robust import fitted

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

BLOCK_MM = 4.0
BORDER_MM = 1.4
"""The outermost rim is left out: its look depends on what is beside the wand."""
HIDDEN_MM2 = 40.0
TINTED, DARKER, BRIGHTER = 6.0, 24.0, 40.0
"""Differences in taught grey levels that a wand's own grain and light do not make."""
SCATTERS, MOST_TINT, MOST_GREY = 4.2, 24.0, 60.0
"""What scatters over the whole wand is its grain, up to so much: more is a thing that covers half of it."""
DULL, BRIGHT, NEARLY, MOSTLY = 236.0, 220.0, 0.985, 0.5
"""A channel that is, was or would be brighter than DULL, or was BRIGHT and nearly the brightest of its face, is bent or
cut off by the sensor."""
GLOW_MM = 5.0
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
    slow = _slow(blocks)
    off, taught = blocks.off - slow, blocks.taught + slow
    tint = _tint(blocks, off, taught, 255 / gain)
    grey = _over_known(off, blocks.dull)[:, 0]
    noise = NOISE / float(gain.mean())
    least = max(TINTED + noise, min(SCATTERS * 1.4826 * median(tint), MOST_TINT + noise))
    tinted = tint > np.where(blocks.blind, MOST_TINT + noise, least)
    scatter = min(SCATTERS * 1.4826 * median(np.abs(grey)), MOST_GREY + noise)
    shaded = ledge(blocks.uv) < LEDGE_MM
    deepest = np.where(shaded, DEEPEST_SHADE, 0.35) * taught.mean(axis=1)
    mild = np.maximum(DARKER, 0.17 * blocks.taught.mean(axis=1))
    shade = np.where(shaded, deepest, np.minimum(mild, deepest))
    darker = grey < -np.maximum(shade + noise, scatter)
    brighter = (grey > max(BRIGHTER + noise, scatter)) & ~blocks.glowing
    return float(blocks.area[tinted | darker | brighter].sum())


@dataclass(frozen=True)
class _Blocks:
    """Blocks in view: place on the wand (n, 2), difference, taught colour and channels too near white to tell more from
    less (n, 3); whether all channels are (no colour is known then), area and glow nearby (n,).
    """

    uv: Array
    off: Array
    taught: Array
    dull: Mask
    blind: Mask
    area: Array
    glowing: Mask


def _tint(blocks: _Blocks, off: Array, taught: Array, white: Array) -> Array:
    """What is left of each difference after the grey veil, the pull to white, and the shadow that fit it best."""
    grey = _over_known(off, blocks.dull)
    pull = np.where(grey > 0, white - taught, -taught)
    whole = _over_known(pull, blocks.dull)
    rest, bend = (off - grey) * ~blocks.dull, (pull - whole) * ~blocks.dull
    most = (np.abs(grey) / np.maximum(np.abs(whole), 1.0) * 1.2)[:, 0]
    share = np.clip((rest * bend).sum(axis=1) / ((bend**2).sum(axis=1) + 1.0), 0.0, most)
    return np.asarray(np.abs(rest - share[:, None] * bend).max(axis=1))


def _over_known(values: Array, dull: Mask) -> Array:
    """Mean over the channels that are not dull: (n, 1)."""
    return np.asarray((values * ~dull).sum(axis=1, keepdims=True) / (~dull).sum(axis=1, keepdims=True))


def _differences(model: WandModel, patch: Patch, gain: Array, clear: Mask, guess: int) -> _Blocks:
    rows, columns = patch.shape[:2]
    raster = _raster(rows, columns, model.wand.length, model.wand.side, model.density)
    part = raster.part
    usable = (_usable(model, guess)[part] & clear[part]).astype(np.float32)
    # A row of colours is one row of numbers: three times as long runs for numpy.
    scale = np.tile(gain.astype(np.float32), usable.shape[1])
    mask = np.repeat(usable, 3, axis=1)
    known = np.minimum(model.pictures[guess][part].reshape(mask.shape), 253 / scale) * mask
    seen = np.minimum(patch[part].reshape(mask.shape), 253) / scale * mask
    weight = _sums(usable, raster, 1)[..., 0]
    keep = weight >= 0.25 * raster.cells
    off, taught = (
        np.asarray(_sums(np.asarray(layer, np.float32), raster, 3)[keep] / weight[keep, None], dtype=np.float64)
        for layer in (seen - known, known)
    )
    near = _sums(_glow(clear, model.density)[part], raster, 1)[..., 0]
    ceiling = np.maximum(NEARLY * taught.max(axis=0, initial=0.0), BRIGHT)
    dull = (taught > np.minimum(ceiling, DULL)) | (np.maximum(taught, taught + off) * gain > DULL)
    # A curve along the wand through less than half of its blocks is a guess beyond them.
    dull |= dull.sum(axis=0) > MOSTLY * len(dull)
    blind = dull.all(axis=1)
    dull &= ~blind[:, None]
    area, glowing = raster.cells[keep] / model.density**2, near[keep] > 0
    return _Blocks(raster.uv[keep], off, taught, dull, blind, area, glowing)


def _glow(clear: Mask, density: float) -> Patch:
    """1 where something white is near."""
    if clear.all():
        return np.zeros(clear.shape, np.float32)
    return widened(~clear, GLOW_MM, density).astype(np.float32)


def _sums(layer: Patch, raster: _Raster, channels: int) -> Patch:
    """Sum of each block, rows by columns by channels."""
    bands = np.add.reduceat(layer, raster.rows, axis=0)
    return np.add.reduceat(bands.reshape(len(bands), -1, channels), raster.columns, axis=1)


def _slow(blocks: _Blocks) -> Array:
    """A robust parabola along the wand in each channel."""
    x = blocks.uv[:, 0] / np.abs(blocks.uv[:, 0]).max()
    terms, known = np.stack([np.ones(len(x)), x, x * x]), ~blocks.dull.T if blocks.dull.any() else None
    return np.asarray((fitted(terms, blocks.off.T, 6, 2.0, 1.0, known) @ terms).T)


def _usable(model: WandModel, guess: int) -> Mask:
    """Cells of a guess that are known and far from any mark."""
    if guess not in model.plain:
        model.plain[guess] = _plain_cells(model, model.pictures[guess]) & model.clears[guess]
    return model.plain[guess]


def _plain_cells(model: WandModel, taught: Patch) -> Mask:
    """Cells far from any mark or notch, where a small shift changes nothing."""
    base = np.median(model.middle(taught), axis=(0, 1))
    marked = (brightest(np.abs(taught - base.astype(np.float32))) > 40).astype(np.uint8)
    wide = max(3, round(2.4 * model.density)) | 1
    return np.asarray(cv2.dilate(marked, np.ones((wide, wide), np.uint8)) == 0)


class _Raster(NamedTuple):
    """The part of a patch that is looked at; where its blocks begin there; number of cells and place of each block."""

    part: tuple[slice, slice]
    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    cells: NDArray[np.intp]
    uv: Array


@lru_cache(maxsize=16)
def _raster(rows: int, columns: int, length: float, side: float, density: float) -> _Raster:
    us, vs = (np.arange(columns) - columns // 2) / density, (np.arange(rows) - rows // 2) / density
    across = np.flatnonzero(np.abs(vs) <= side / 2 - BORDER_MM)
    along = np.flatnonzero(np.abs(us) <= length / 2 - BORDER_MM)
    count = max(1, round(len(along) / density / BLOCK_MM))
    down = np.linspace(across[0], across[-1] + 1, ROWS + 1).round().astype(np.intp)
    right = np.linspace(along[0], along[-1] + 1, count + 1).round().astype(np.intp)
    middles = [(axis[cut[:-1]] + axis[cut[1:] - 1]) / 2 for axis, cut in ((us, right), (vs, down))]
    part = slice(int(down[0]), int(down[-1])), slice(int(right[0]), int(right[-1]))
    cells = np.diff(down)[:, None] * np.diff(right)[None]
    uv = np.stack(np.meshgrid(*middles), axis=-1)
    return _Raster(part, down[:-1] - down[0], right[:-1] - right[0], cells, uv)

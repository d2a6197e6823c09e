"""What covers a wand: patches of its footprint that do not look like the wand, and are no glare either."""

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
HIDDEN_MM2 = 45.0
DARKER, BRIGHTER, TINTED = 0.45, 90.0, 30.0


def unexplained(model: WandModel, patch: Patch, gain: Array, valid: Mask, guess: int) -> float:
    """Area (mm2) of the footprint that looks neither like the guessed face nor like glare upon it."""
    taught = model.pictures[guess]
    plain = _plain_cells(model, taught)
    usable = valid & model.clears[guess]
    rows, columns = _blocks(model)
    odd = 0.0
    for row in rows:
        for column in columns:
            where = np.ix_(row, column)
            keep = plain[where] & usable[where]
            if keep.mean() < 0.25:
                continue
            seen = patch[where][keep].mean(axis=0) / gain
            if _strange(seen, taught[where][keep].mean(axis=0), float(gain.mean())):
                odd += len(row) * len(column) / model.density**2
    return odd


def _strange(seen: Array, taught: Array, gain: float) -> bool:
    """A veil of glare adds grey; anything that takes light away, or adds a tint, is a thing of its own."""
    taught = np.minimum(taught, 253 / gain)
    seen = np.minimum(seen, 253 / gain)
    off = seen - taught
    tint = float(np.abs(off - off.mean()).max())
    noise = 6.0 / gain
    darker = bool((seen + 12 + noise < DARKER * (taught + 12)).any())
    allowed = TINTED + noise + 0.25 * float(np.abs(off.mean()))
    return darker or tint > allowed or float(off.mean()) > BRIGHTER + noise


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
    return list(np.array_split(across, 3)), list(np.array_split(along, count))

"""Mirror images of the lamps in the pane, told from what is bright in the room."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.grid import GRID_SCALE
from vision.numeric.colour import darkest
from vision.picture import Picture

REFLECTION = 248
GLINT = 12.0
"""So much brighter than its surroundings a mirrored lamp is at least (grey levels); over a dark wand it shows more."""
LARGEST_REFLECTION_MM2 = 150.0
WIDEST_REFLECTION_MM = 15
BEAD_MM, BEAD_SHARE, LEAST_BEADS = 9.0, 0.75, 5
"""Lamps that run together are told apart by what is brighter than this share of the brightest so near by."""


def reflections(empty: Picture) -> NDArray[np.uint8]:
    """Small bright spots of the empty pane: mirror images of the lamps, in front of everything.

    A large white place is a lamp in the room, which a wand covers.  Returns 1 there, else 0.
    """
    grey = darkest(empty)
    wide = round(WIDEST_REFLECTION_MM * GRID_SCALE) | 1
    spot = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide))
    # The brightest that is not small, near by: between dark lines of a ceiling nothing is brighter than that.
    around = cv2.dilate(cv2.morphologyEx(grey, cv2.MORPH_OPEN, spot), spot)
    bright = (cv2.subtract(grey, around) > GLINT).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(bright, connectivity=8)
    areas = stats[:, cv2.CC_STAT_AREA] / GRID_SCALE**2
    reach = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1) / GRID_SCALE
    small = (areas < LARGEST_REFLECTION_MM2) & (reach <= 1.5 * WIDEST_REFLECTION_MM)
    chains = [number for number in np.flatnonzero(~small) if number and _beaded(grey, around, labels == number)]
    small[chains], small[0] = True, False
    # Lamps side by side run together; nothing of a room is thin and so bright.
    white = bright & (grey >= REFLECTION)
    mask = np.isin(labels, np.flatnonzero(small)).astype(np.uint8) | white
    return np.asarray(cv2.dilate(mask, np.ones((3, 3), np.uint8)), dtype=np.uint8)


def _beaded(grey: NDArray[Any], around: NDArray[Any], chain: NDArray[np.bool_]) -> bool:
    """Whether a long bright thing is a chain of lamps side by side, and no edge or light line of the room."""
    higher = cv2.subtract(grey, around).astype(np.float32)
    near = np.ones((round(BEAD_MM * GRID_SCALE) | 1,) * 2, np.uint8)
    beads = chain & (higher > BEAD_SHARE * cv2.dilate(higher * chain, near))
    count, _, stats, _ = cv2.connectedComponentsWithStats(beads.astype(np.uint8), connectivity=4)
    areas = stats[1:, cv2.CC_STAT_AREA] / GRID_SCALE**2
    return count > LEAST_BEADS and bool(areas.max() < LARGEST_REFLECTION_MM2)

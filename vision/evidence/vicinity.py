"""A small picture of what surrounds an end of a wand: a fist around it, an open hand far above it, a head behind it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.pane import Pane
from vision.geometry.pose import Pose
from vision.locate.outline import Outline
from vision.picture import Picture
from vision.scene.view import RIM_MM, View

CELL_MM = 2.0
INWARDS_MM, OUTWARDS_MM = 40.0, 56.0
"""Looked at so far inwards and outwards of an end; and half of both together to its sides."""
ALONG = np.arange(-INWARDS_MM, OUTWARDS_MM, CELL_MM)
ACROSS = ALONG - ALONG.mean()
CELLS = len(ALONG)
LITTLE = 8.0
"""Grey levels that are added before ratios are formed."""
LAYERS = 8
LOGARITHMS = np.log(np.arange(256) + LITTLE).astype(np.float32)


@dataclass(frozen=True)
class Vicinity:
    """What surrounds the ends of a wand, straightened so that each is the right one: colours now and of the empty pane
    in this light (ends, CELLS, CELLS, 6), and 255 where other wands lie and where no pane is (ends, CELLS, CELLS, 2).
    """

    colours: NDArray[np.uint8]
    covered: NDArray[np.uint8]


class Surveyor:
    """Looks around the ends of the wands on one view.  What it needs for that is made when it is first wanted."""

    def __init__(self, view: View, pane: Pane) -> None:
        self._view, self._whole = view, pane
        self.grid = view.foreground.grid

    @cached_property
    def _layers(self) -> tuple[Picture, Picture, Picture]:
        """Now, the empty pane in this light, and where a pane is."""
        now, bare = (np.asarray(cv2.blur(p, (3, 3)), np.uint8) for p in (self._view.flat, self._view.lit))
        return now, bare, self.grid.opening_mask(self._whole, RIM_MM)

    def around(self, outline: Outline, others: list[Outline]) -> Vicinity:
        """The vicinity of both ends of a wand."""
        wands = np.zeros(self.grid.shape, np.uint8)
        for other in others:
            corners = self.grid.to_cells(other.centred.corners(other.length, other.side))
            cv2.fillConvexPoly(wands, np.round(corners).astype(np.int32), 255)
        middle = outline.centred
        poses = Pose(middle.x, middle.y, middle.angle + math.pi), middle
        now, bare, pane, taken = (
            np.stack([self._straightened(layer, pose, outline.length) for pose in poses])
            for layer in (*self._layers, wands)
        )
        return Vicinity(np.concatenate([now, bare], axis=3), np.stack([taken, 255 - pane], axis=3))

    def _straightened(self, layer: Picture, pose: Pose, length: float) -> Picture:
        return self.grid.straightened(layer, pose, ALONG + length / 2, ACROSS, cv2.INTER_LINEAR)


def layers_of(vicinity: Vicinity, white: float | NDArray[np.floating[Any]]) -> NDArray[np.float32]:
    """As the network is shown it: how much brighter each colour is than the empty pane, how bright beside the brightest
    wood of the set (``white``, grey levels, of all or of each end; logarithms), and what is covered (0 to 1):
    (ends, LAYERS, CELLS, CELLS).
    """
    logs, wood = LOGARITHMS[vicinity.colours], np.log(np.asarray(white, np.float64) + LITTLE)
    now, bare = logs[..., :3], logs[..., 3:]
    beside_wood = now - wood.astype(np.float32).reshape(-1, 1, 1, 1)
    told = np.concatenate([now - bare, beside_wood, vicinity.covered / np.float32(255)], axis=3)
    return np.ascontiguousarray(told.transpose(0, 3, 1, 2))

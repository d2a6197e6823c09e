"""A small picture of what surrounds an end of a wand: a fist around it, an open hand far above it, a head behind it."""

from __future__ import annotations

import math
from dataclasses import dataclass

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
    in this light (2, CELLS, CELLS, 6), and 255 where other wands lie and where no pane is (2, CELLS, CELLS, 2).
    """

    colours: NDArray[np.uint8]
    covered: NDArray[np.uint8]


class Surveyor:
    """Looks around the ends of the wands on one view."""

    def __init__(self, view: View, pane: Pane) -> None:
        self.grid = view.foreground.grid
        self._layers: Picture = np.concatenate([cv2.blur(view.flat, (3, 3)), cv2.blur(view.lit, (3, 3))], axis=2)
        self._pane = self.grid.opening_mask(pane, RIM_MM)

    def around(self, outline: Outline, others: list[Outline]) -> Vicinity:
        """The vicinity of both ends of a wand."""
        wands = np.zeros(self.grid.shape, np.uint8)
        for other in others:
            corners = self.grid.to_cells(other.centred.corners(other.length, other.side))
            cv2.fillConvexPoly(wands, np.round(corners).astype(np.int32), 255)
        middle = outline.centred
        poses = Pose(middle.x, middle.y, middle.angle + math.pi), middle
        colours = [self._straightened(self._layers, p, outline.length) for p in poses]
        taken = [self._straightened(wands, p, outline.length) for p in poses]
        off = [255 - self._straightened(self._pane, p, outline.length) for p in poses]
        return Vicinity(np.stack(colours), np.stack([np.stack(taken), np.stack(off)], axis=3))

    def _straightened(self, layer: Picture, pose: Pose, length: float) -> Picture:
        return self.grid.straightened(layer, pose, ALONG + length / 2, ACROSS, cv2.INTER_LINEAR)


def layers_of(vicinity: Vicinity, white: float) -> NDArray[np.float32]:
    """As the network is shown it: how much brighter each colour is than the empty pane, how bright beside the brightest
    wood of the set (logarithms), and what is covered (0 to 1): (2, LAYERS, CELLS, CELLS).
    """
    logs = LOGARITHMS[vicinity.colours]
    now, bare = logs[..., :3], logs[..., 3:]
    told = [now - bare, now - np.float32(math.log(white + LITTLE)), vicinity.covered / np.float32(255)]
    return np.ascontiguousarray(np.concatenate(told, axis=3).transpose(0, 3, 1, 2))

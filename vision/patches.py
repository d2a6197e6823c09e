"""A wand's place on the pane, and the straightened picture of what lies there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.base import Picture
from vision.middle import byte_median
from vision.pane import Grid, Pane, Points
from vision.pictures import darkest

Patch = NDArray[np.float32]
"""Rows along v, columns along u, 3 channels BGR (0..255)."""


@dataclass(frozen=True)
class Pose:
    """Middle (mm) and direction (radians, from +x towards +y) of a wand; u runs along it, v to its right."""

    x: float
    y: float
    angle: float

    @property
    def along(self) -> Points:
        """Unit vector of u."""
        return np.array([np.cos(self.angle), np.sin(self.angle)])

    @property
    def right(self) -> Points:
        """Unit vector of v."""
        return np.array([-np.sin(self.angle), np.cos(self.angle)])

    @property
    def middle(self) -> Points:
        """(x, y)."""
        return np.array([self.x, self.y])

    def moved(self, du: float, dv: float, turn: float = 0.0) -> Pose:
        """Shifted in its own frame, then turned about its middle."""
        x, y = self.middle + du * self.along + dv * self.right
        return Pose(float(x), float(y), self.angle + turn)

    def places(self, uv: Points) -> Points:
        """Wand coordinates (n, 2) to millimetres on the pane."""
        return np.asarray(self.middle + uv[:, :1] * self.along + uv[:, 1:] * self.right, dtype=np.float64)

    def corners(self, length: float, side: float) -> Points:
        """p0..p3, clockwise in the picture, p0 to p1 along u on the left edge."""
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [length / 2, side / 2]
        return self.places(half)


NODES_U, NODES_V = 9, 3
"""The way from pane to picture is calculated at so many places of a patch, and runs straight between them."""
FINEST = 32
"""Places between two nodes that are told apart."""


class _Lattice(NamedTuple):
    """Nodes (u, v in samples) of a patch, and how much they count for each row (rows, nodes) and column."""

    nodes: Points
    down: Patch
    right: Patch


@lru_cache(maxsize=64)
def _lattice(nu: int, nv: int) -> _Lattice:
    nodes = np.meshgrid(np.linspace(-nu, nu, NODES_U), np.linspace(-nv, nv, NODES_V))
    return _Lattice(np.stack(nodes, axis=-1).reshape(-1, 2), _weights(nv, NODES_V), _weights(nu, NODES_U).T)


def _weights(reach: int, count: int) -> Patch:
    """(samples from -reach to +reach, nodes)"""
    places = np.rint(np.linspace(0, count - 1, 2 * reach + 1, dtype=np.float32) * FINEST) / FINEST
    return np.asarray(np.maximum(0.0, 1 - np.abs(places[:, None] - np.arange(count))), dtype=np.float32)


class Sampler:
    """Cuts straightened patches out of one picture."""

    def __init__(self, pane: Pane, picture: Picture, density: float) -> None:
        self.pane = pane
        self.picture = picture
        self.density = density

    def axes(self, half_u: float, half_v: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The u of each column and the v of each row, symmetric about 0."""
        nu, nv = round(half_u * self.density), round(half_v * self.density)
        return np.arange(-nu, nu + 1) / self.density, np.arange(-nv, nv + 1) / self.density

    def patch(self, pose: Pose, half_u: float, half_v: float) -> Patch:
        """As `cut`, as floating point numbers."""
        return self.cut(pose, half_u, half_v).astype(np.float32)

    def cut(self, pose: Pose, half_u: float, half_v: float) -> Picture:
        """The patch with ``density`` px/mm around the pose; what lies outside the picture is black."""
        lattice = _lattice(round(half_u * self.density), round(half_v * self.density))
        pixels = self.pane.to_px(pose.places(lattice.nodes / self.density)).astype(np.float32)
        map_x, map_y = lattice.down @ pixels.T.reshape(2, NODES_V, NODES_U) @ lattice.right
        # Whole numbers and 32nds, as OpenCV would make them by itself, only quicker.
        cells, parts = cv2.convertMaps(map_x, map_y, cv2.CV_16SC2)
        return np.asarray(cv2.remap(self.picture, cells, parts, cv2.INTER_LINEAR), dtype=np.uint8)

    def layer(self, mask: NDArray[np.uint8], grid: Grid, pose: Pose, half_u: float, half_v: float) -> NDArray[np.uint8]:
        """The patch of a map that lies on a grid (nearest cell)."""
        us, vs = self.axes(half_u, half_v)
        corners = np.array([[us[0], vs[0]], [us[-1], vs[0]], [us[0], vs[-1]]])
        source = grid.to_cells(pose.places(corners)).astype(np.float32)
        target = np.array([[0, 0], [len(us) - 1, 0], [0, len(vs) - 1]], dtype=np.float32)
        turn = cv2.getAffineTransform(source, target)
        return np.asarray(cv2.warpAffine(mask, turn, (len(us), len(vs)), flags=cv2.INTER_NEAREST), dtype=np.uint8)


WASHED_OUT = 250
HALO_MM = 1.0


def widened(mask: NDArray[Any], reach_mm: float, density: float) -> NDArray[np.bool_]:
    """Cells of a mask and so far around them."""
    wide = 2 * round(reach_mm * density) + 1
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((wide, wide), np.uint8)) > 0)


def unwashed(patch: NDArray[Any], density: float, expected: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
    """Cells that glare has not washed out; a wand that is itself as bright as the sensor can tell hides nothing.

    ``expected`` are cells where a mark of this wand may itself be white in this light.
    """
    rows, columns = patch.shape[:2]
    middle = patch[rows // 3 : rows - rows // 3, columns // 10 : columns - columns // 10]
    if byte_median(darkest(middle)[::2, ::2].astype(np.uint8)) >= 235:
        return np.ones((rows, columns), dtype=bool)
    bright = (darkest(patch) >= WASHED_OUT).astype(np.uint8)
    if not bright.any():
        return np.ones((rows, columns), dtype=bool)
    wide = 2 * round(HALO_MM * density) + 1
    if expected is not None:
        bright = _strange_light(bright, expected, wide)
    return ~widened(bright, HALO_MM, density)


def _strange_light(bright: NDArray[np.uint8], expected: NDArray[np.bool_], wide: int) -> NDArray[np.uint8]:
    """Only the white places that are not mostly where a mark of this wand may be white."""
    near = cv2.dilate(expected.astype(np.uint8), np.ones((wide, wide), np.uint8))
    count, labels = cv2.connectedComponents(bright)
    for number in range(1, count):
        place = labels == number
        if float(near[place].mean()) > 0.8:
            bright = np.where(place, 0, bright).astype(np.uint8)
    return bright

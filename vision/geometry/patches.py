"""Straightened pictures of what lies at a pose."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.grid import Grid
from vision.geometry.pane import Pane, Points
from vision.geometry.pose import Pose
from vision.picture import Picture

Patch = NDArray[np.float32]
"""Rows along v, columns along u, 3 channels BGR (0..255)."""

NODES_U, NODES_V = 9, 3
"""The way from pane to picture is calculated at so many places of a patch, and runs straight between them."""


class _Lattice(NamedTuple):
    """Nodes (u, v in mm) of a patch, and how much they count for each row (rows, nodes) and column."""

    nodes: Points
    down: Patch
    right: Patch


@lru_cache(maxsize=64)
def _lattice(nu: int, nv: int, density: float) -> _Lattice:
    nodes = np.meshgrid(np.linspace(-nu, nu, NODES_U), np.linspace(-nv, nv, NODES_V))
    return _Lattice(np.stack(nodes, axis=-1).reshape(-1, 2) / density, _weights(nv, NODES_V), _weights(nu, NODES_U).T)


@lru_cache(maxsize=64)
def _axis(reach: int, density: float) -> NDArray[np.float64]:
    """Millimetres of the samples from -reach to +reach."""
    axis: NDArray[np.float64] = np.arange(-reach, reach + 1) / density
    axis.setflags(write=False)
    return axis


def within(axis: NDArray[np.float64], reach: float) -> slice:
    """The samples of an axis (mm) that are at most ``reach`` from its middle."""
    inside = np.flatnonzero(np.abs(axis) <= reach)
    return slice(int(inside[0]), int(inside[-1]) + 1)


def _weights(reach: int, count: int) -> Patch:
    """(samples from -reach to +reach, nodes)"""
    places = np.linspace(0, count - 1, 2 * reach + 1)
    return np.asarray(np.maximum(0.0, 1 - np.abs(places[:, None] - np.arange(count))), dtype=np.float32)


class Sampler:
    """Cuts straightened patches out of one picture."""

    def __init__(self, pane: Pane, picture: Picture, density: float) -> None:
        self.pane = pane
        self.picture = picture
        self.density = density

    def axes(self, half_u: float, half_v: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The u of each column and the v of each row, symmetric about 0."""
        return _axis(round(half_u * self.density), self.density), _axis(round(half_v * self.density), self.density)

    def patch(self, pose: Pose, half_u: float, half_v: float) -> Patch:
        """As `cut`, as floating point numbers."""
        return self.cut(pose, half_u, half_v).astype(np.float32)

    def cut(self, pose: Pose, half_u: float, half_v: float) -> Picture:
        """The patch with ``density`` px/mm around the pose; what lies outside the picture is black."""
        lattice = _lattice(round(half_u * self.density), round(half_v * self.density), self.density)
        pixels = self.pane.to_px(pose.places(lattice.nodes)).astype(np.float32)
        map_x, map_y = lattice.down @ pixels.T.reshape(2, NODES_V, NODES_U) @ lattice.right
        # Whole numbers and 32nds, as OpenCV would make them by itself, only quicker.
        cells, parts = cv2.convertMaps(map_x, map_y, cv2.CV_16SC2)
        return np.asarray(cv2.remap(self.picture, cells, parts, cv2.INTER_LINEAR), dtype=np.uint8)

    def layer(self, mask: NDArray[np.uint8], grid: Grid, pose: Pose, half_u: float, half_v: float) -> NDArray[np.uint8]:
        """The patch of a map that lies on a grid (nearest cell)."""
        us, vs = self.axes(half_u, half_v)
        return grid.straightened(mask, pose, us, vs, cv2.INTER_NEAREST)

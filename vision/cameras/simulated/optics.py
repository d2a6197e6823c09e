"""Where light goes: a lens with Brown-Conrady distortion under a clear pane that refracts.

World frame in millimetres: origin in the middle of the pane on its top face, x right and y down as in the picture, z
up, away from the camera.  Pixel coordinates as in OpenCV: the centre of the top left pixel is (0, 0).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


@dataclass(frozen=True)
class Pane:
    """A clear pane, flush with the table; a ledge ``ledge_mm`` high below it leaves an opening of twice
    ``visible_half_mm``.
    """

    size_mm: float = 300.0
    thickness_mm: float = 5.0
    n: float = 1.49
    visible_half_mm: float = 145.0
    ledge_mm: float = 18.0


@dataclass(frozen=True)
class Lens:
    """A camera below the pane: pinhole in pixels, k1 k2 p1 p2 k3, position, turn about z (yaw) and small tilts in
    degrees.
    """

    width: int
    height: int
    focal: float
    centre: tuple[float, float]
    dist: tuple[float, float, float, float, float]
    position_mm: tuple[float, float, float]
    turn_deg: tuple[float, float, float] = (0.0, 0.0, 0.0)
    pane: Pane = Pane()

    @property
    def rotation(self) -> Array:
        """World to camera, (3, 3)."""
        a, b, c = np.radians(self.turn_deg)
        roll = np.array([[np.cos(c), np.sin(c), 0], [-np.sin(c), np.cos(c), 0], [0, 0, 1]])
        nod = np.array([[1, 0, 0], [0, np.cos(a), np.sin(a)], [0, -np.sin(a), np.cos(a)]])
        pan = np.array([[np.cos(b), 0, np.sin(b)], [0, 1, 0], [-np.sin(b), 0, np.cos(b)]])
        turned: Array = roll @ nod @ pan
        return turned

    @property
    def matrix(self) -> Array:
        """Pinhole matrix (3, 3) in pixels."""
        return np.array([[self.focal, 0, self.centre[0]], [0, self.focal, self.centre[1]], [0, 0, 1.0]])

    def scaled(self, width: int) -> Lens:
        """The same camera at another picture size of the same aspect ratio."""
        k = width / self.width
        cx, cy = ((c + 0.5) * k - 0.5 for c in self.centre)
        return replace(self, width=width, height=round(self.height * k), focal=self.focal * k, centre=(cx, cy))

    def pixels(self, points: Array) -> Array:
        """Project world points (n, 3) on or above the pane to pixels (n, 2), refraction included."""
        seen = self._behind_pane(np.asarray(points, float).reshape(-1, 3))
        return self._pinhole(seen)

    def mirrored_pixels(self, points: Array) -> Array:
        """Project the mirror images of world points (n, 3) below the pane in its lower face to pixels (n, 2)."""
        image = np.array(points, float).reshape(-1, 3)
        image[:, 2] = -2 * self.pane.thickness_mm - image[:, 2]
        return self._pinhole(image)

    def _pinhole(self, points: Array) -> Array:
        eye = (points - np.array(self.position_mm)) @ self.rotation.T
        out, _ = cv2.projectPoints(eye, np.zeros(3), np.zeros(3), self.matrix, np.array(self.dist))
        return np.asarray(out).reshape(-1, 2)

    def _behind_pane(self, points: Array) -> Array:
        """Move points to where they seem to be without a pane: same slope of the ray in air, straight on."""
        offset = points[:, :2] - np.array(self.position_mm[:2])
        reach = np.hypot(offset[:, 0], offset[:, 1])
        air = points[:, 2] - self.position_mm[2] - self.pane.thickness_mm
        slope = reach / (air + self.pane.thickness_mm)
        for _ in range(12):
            slope = (reach - self._glass(slope)) / air
        depth = points[:, 2] - self.position_mm[2]
        grow = np.where(reach > 1e-9, slope * depth / np.maximum(reach, 1e-9), 1.0)
        return np.column_stack([np.array(self.position_mm[:2]) + offset * grow[:, None], points[:, 2]])

    def _glass(self, slope: Array) -> Array:
        """Sideways way in the pane of a ray of this slope in air."""
        sine2 = slope**2 / (1 + slope**2)
        way: Array = self.pane.thickness_mm * np.sqrt(sine2 / (self.pane.n**2 - sine2))
        return way

    def slopes(self, u: Array, v: Array) -> Array:
        """Slopes dx/dz, dy/dz in air of the rays of pixels (u, v), (..., 2)."""
        x, y = _undistorted((u - self.centre[0]) / self.focal, (v - self.centre[1]) / self.focal, self.dist)
        eye = np.stack([x, y, np.ones_like(x)], -1) @ self.rotation
        out: Array = eye[..., :2] / eye[..., 2:]
        return out


def _undistorted(u: Array, v: Array, dist: tuple[float, ...]) -> tuple[Array, Array]:
    """Undo Brown-Conrady by fixed point; enough rounds for the strongest lenses in use."""
    k1, k2, p1, p2, k3 = dist
    x, y = u.copy(), v.copy()
    for _ in range(14):
        r2 = x * x + y * y
        radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
        shift_x = 2 * p1 * x * y + p2 * (r2 + 2 * x * x)
        shift_y = p1 * (r2 + 2 * y * y) + 2 * p2 * x * y
        x, y = (u - shift_x) / radial, (v - shift_y) / radial
    return x, y


_BLOCK = 4
"""Rays are kept for the middle of each block of pixels; between them they are linear to 0.01 px."""


@lru_cache(maxsize=4)
def _ray_grid(lens: Lens) -> Array:
    """Rays of the middles of 4 x 4 blocks and one block around the picture; channels as of `window_rays`."""
    u, v = np.meshgrid(*(np.arange(-1, n // _BLOCK + 1) * _BLOCK + 1.5 for n in (lens.width, lens.height)))
    slopes = lens.slopes(u, v)
    steep = np.maximum(np.hypot(slopes[..., 0], slopes[..., 1]), 1e-12)
    rise = -lens.position_mm[2] - lens.pane.thickness_mm + lens._glass(steep) / steep
    place = slopes * rise[..., None] + np.array(lens.position_mm[:2])
    return np.concatenate([place, slopes], -1).astype(np.float32)


def window_rays(lens: Lens, box: tuple[int, int, int, int], fine: int) -> Array:
    """Rays of the picture's window (x0, y0, x1, y1), ``fine`` by ``fine`` a pixel.

    Channels: x, y in mm where the ray leaves the pane at z = 0, and its slopes dx/dz, dy/dz above; float32.
    """
    x0, y0, x1, y1 = box
    left, top = x0 // _BLOCK, y0 // _BLOCK
    part = _ray_grid(lens)[top : -(-y1 // _BLOCK) + 2, left : -(-x1 // _BLOCK) + 2]
    scale = _BLOCK * fine
    large = np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR))
    x, y = (x0 - (left - 1) * _BLOCK) * fine, (y0 - (top - 1) * _BLOCK) * fine
    return large[y : y + (y1 - y0) * fine, x : x + (x1 - x0) * fine]

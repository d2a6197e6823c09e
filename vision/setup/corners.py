"""A `Pane` from its four corners in one picture and its size: no board needed, less exact.

A rectangle of known size gives eight numbers; the camera's place and turn take six, the focal length one, and what is
left over tells how well it fits.  Lens errors cannot be told from so little: they are taken from an earlier pane.json
where there is one, else as none.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import PaneError
from vision.geometry.pane import INDEX, THICKNESS_MM, Pane, Points, project
from vision.numeric.least import levenberg
from vision.setup.upright import upright

FOCAL_WIDTHS = 0.8
"""Focal length in picture widths of a lens that nothing is known of: between the Pi cameras' normal and wide ones."""
FOCAL_LOOSE = 0.5
"""How far (natural logarithm) the focal length may be from that; matters only for a camera that looks straight up."""
WORST_RMS_PX = 6.0
LEAST_SIDE_PX = 60.0
"""No pane is read that is so small in the picture: a wand would be two pixels wide."""

LARGEST_MM = 2000.0
"""No table is larger; a number that is none is not within it either."""


def pane_from_corners(
    corners: Points,
    size_mm: tuple[float, float],
    picture: tuple[int, int],
    lens: Pane | None = None,
    thickness: float = THICKNESS_MM,
) -> Pane:
    """Fit the camera to the corners (4, 2) px of the opening, clockwise, and its size in mm.

    The first side, from the first corner to the second, is as long as the first of ``size_mm``.  ``lens`` is an earlier
    pane of the same camera.  Raises PaneError when the corners are no such rectangle.
    """
    pixels = np.asarray(corners, dtype=np.float64).reshape(-1, 2)
    check_marked(pixels, picture)
    if not all(0 < side <= LARGEST_MM for side in size_mm):
        raise PaneError("the pane's size must be two lengths in mm, as 300x300")
    known = _lens(picture, lens)
    board = _rectangle(*size_mm)
    slab = (thickness, lens.index if lens else INDEX)
    found, pose, rms = _fitted(board, pixels, known, lens is not None, slab)
    if rms > WORST_RMS_PX:
        raise PaneError(
            f"the four corners miss a pane of {size_mm[0]:g} x {size_mm[1]:g} mm by {rms:.1f} px; "
            "check their order (clockwise, the first side is the first length) and the size"
        )
    pane = upright(picture, found, pose, slab, rms)
    return replace(pane, opening=pane.to_mm(pixels))


def check_marked(pixels: Points, picture: tuple[int, int]) -> None:
    """Raises PaneError when four places (4, 2) px are no corners of a pane in a picture of that size, clockwise."""
    if pixels.shape != (4, 2) or not np.isfinite(pixels).all():
        raise PaneError("four corners are needed, each as X,Y in pixels")
    if (pixels < 0).any() or (pixels > np.array(picture) - 1).any():
        raise PaneError(f"a corner lies outside the picture of {picture[0]}x{picture[1]}")
    outline = pixels.astype(np.float32)
    if not cv2.isContourConvex(outline) or cv2.contourArea(outline, oriented=True) <= 0:
        raise PaneError(
            "the corners must go round the pane clockwise, as top left, top right, bottom right, bottom left"
        )
    if np.linalg.norm(pixels - np.roll(pixels, -1, axis=0), axis=1).min() < LEAST_SIDE_PX:
        raise PaneError(f"a side of the pane is shorter than {LEAST_SIDE_PX:.0f} px; two corners fall together")


def _lens(picture: tuple[int, int], lens: Pane | None) -> NDArray[np.float64]:
    if lens is not None:
        return lens.scaled(*picture).lens
    width, height = picture
    return np.array([FOCAL_WIDTHS * width, (width - 1) / 2, (height - 1) / 2, 0, 0, 0, 0, 0])


def _rectangle(width: float, height: float) -> Points:
    return np.array([[0.0, 0, 0], [width, 0, 0], [width, height, 0], [0, height, 0]])


def _fitted(
    board: Points, pixels: Points, lens: NDArray[np.float64], fixed: bool, slab: tuple[float, float]
) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    """Lens, pose (turn, shift) and the root mean square of what is left, px."""
    matrix = np.array([[lens[0], 0, lens[1]], [0, lens[0], lens[2]], [0, 0, 1]])
    _, turn, shift = cv2.solvePnP(board, pixels, matrix, lens[3:], flags=cv2.SOLVEPNP_IPPE)
    start = np.concatenate([[0.0], np.ravel(turn), np.ravel(shift)])

    def with_focal(x: NDArray[np.float64]) -> NDArray[np.float64]:
        return lens if fixed else np.concatenate([[lens[0] * np.exp(x[0])], lens[1:]])

    def residuals(x: NDArray[np.float64]) -> NDArray[np.float64]:
        rotation, _ = cv2.Rodrigues(x[1:4])
        normal = np.asarray(rotation[:, 2] * np.sign(rotation[:, 2] @ x[4:]), dtype=np.float64)
        seen = np.asarray(board @ rotation.T + x[4:], dtype=np.float64)
        off = project(seen, normal, with_focal(x), *slab) - pixels
        return np.append(off.ravel(), x[0] / FOCAL_LOOSE)

    best = levenberg(residuals, start, rounds=80)
    rms = float(np.sqrt(np.mean(residuals(best)[:-1] ** 2) * 2))
    return with_focal(best), best[1:], rms

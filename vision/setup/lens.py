"""Lens and boards' poses that fit the corners seen, the pane's refraction and the opening's straight sides best."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import PaneError
from vision.geometry.pane import Points, project
from vision.numeric.least import jacobian, levenberg
from vision.setup.board import View
from vision.setup.plumb import Line, straightness

Array = NDArray[np.float64]

FREE = 5
"""Focal length, centre (2), k1, k2; tangential errors and k3 are held at 0."""
NOISE_PX = 0.1
"""A corner of the printed board is found as exactly as this (0.08 to 0.14 px in eleven sets)."""
CENTRE_LOOSE = 0.01
"""The lens sits over the middle of the sensor within this share of the picture's width."""
BENT = 1.5
"""k2 as a multiple of k1 squared: 1.5 to 2 for every lens from straight to fish-eye (equidistant, stereographic,
equisolid, orthographic), so a k2 that the boards do not show is not made up."""
K2_LOOSE = 0.01, 0.5
"""How far k2 may be from that: at least, and as a multiple of k1 squared."""


@dataclass(frozen=True)
class Fit:
    """``lens`` as `Pane.lens`; ``poses`` (views, 6); ``rms`` px of the corners, and of each view; ``spread`` the
    covariance (FREE + 6, same) of the lens and of the flat board's pose.
    """

    lens: Array
    poses: Array
    flat: int
    rms: float
    each: Array
    spread: Array


def started(views: list[View], size: tuple[int, int]) -> tuple[Array, Array]:
    """A first lens and poses, without refraction.  Raises PaneError when the views allow none."""
    width, height = size
    guess = np.array([[width, 0, (width - 1) / 2], [0, width, (height - 1) / 2], [0, 0, 1.0]])
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_ZERO_TANGENT_DIST
    flags |= cv2.CALIB_FIX_K2 | cv2.CALIB_FIX_K3 | cv2.CALIB_FIX_PRINCIPAL_POINT
    boards = [v.board.astype(np.float32) for v in views]
    pixels = [v.pixels.astype(np.float32).reshape(-1, 1, 2) for v in views]
    try:
        _, matrix, dist, turns, shifts = cv2.calibrateCamera(boards, pixels, size, guess, np.zeros(5), flags=flags)
    except cv2.error as error:
        raise PaneError("the lens cannot be found from these pictures; take them from more different angles") from error
    k1 = float(np.asarray(dist).ravel()[0])
    lens = np.array([matrix[0, 0], matrix[0, 2], matrix[1, 2], k1, 0, 0, 0, 0])
    poses = np.array([np.concatenate([np.ravel(r), np.ravel(t)]) for r, t in zip(turns, shifts, strict=True)])
    return lens, poses


def placed(board: Points, pose: Array) -> Points:
    """Places on the board (n, 3) as the camera has them."""
    turn, _ = cv2.Rodrigues(pose[:3])
    return np.asarray(board @ turn.T + pose[3:], dtype=np.float64)


def normal_of(pose: Array) -> Points:
    """Unit vector across a board, away from the camera."""
    turn, _ = cv2.Rodrigues(pose[:3])
    return np.asarray(turn[:, 2] * np.sign(turn[:, 2] @ pose[3:]), dtype=np.float64)


def fitted(
    views: list[View],
    start: tuple[Array, Array],
    flat: int,
    size: tuple[int, int],
    slab: tuple[float, float],
    lines: list[Line],
) -> Fit:
    """Least squares over focal length, centre, k1, k2 and all poses.

    ``slab``: thickness and refractive index of the pane; ``lines``: places along straight sides (`plumb_lines`).
    """
    middle = (np.array(size) - 1) / 2

    def corners(x: Array) -> Array:
        poses = x[FREE:].reshape(-1, 6)
        normal = normal_of(poses[flat])
        off = [
            project(placed(v.board, p), normal, _lens(x), *slab) - v.pixels for v, p in zip(views, poses, strict=True)
        ]
        return np.vstack(off)

    def residuals(x: Array) -> Array:
        centre = (x[1:3] - middle) / (CENTRE_LOOSE * size[0])
        k2 = (x[4] - BENT * x[3] ** 2) / (K2_LOOSE[0] + K2_LOOSE[1] * x[3] ** 2)
        return np.concatenate([corners(x).ravel() / NOISE_PX, centre, [k2], straightness(lines, _lens(x))])

    best = levenberg(residuals, np.concatenate([start[0][:FREE], start[1].ravel()]))
    off = np.square(corners(best)).sum(axis=1)
    each = np.sqrt([part.mean() for part in np.split(off, np.cumsum([len(v.board) for v in views])[:-1])])
    return Fit(
        _lens(best), best[FREE:].reshape(-1, 6), flat, float(np.sqrt(off.mean())), each, _spread(residuals, best, flat)
    )


def _lens(x: Array) -> Array:
    return np.concatenate([x[:FREE], np.zeros(3)])


def _spread(residuals: object, best: Array, flat: int) -> Array:
    assert callable(residuals)
    slopes = jacobian(residuals, best)
    wanted = [*range(FREE), *range(FREE + 6 * flat, FREE + 6 * flat + 6)]
    return np.asarray(np.linalg.pinv(slopes.T @ slopes, hermitian=True)[np.ix_(wanted, wanted)])

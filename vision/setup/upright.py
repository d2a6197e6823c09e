"""The frame of a pane whose lens and plane are known."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.pane import Pane


def upright(
    size: tuple[int, int],
    lens: NDArray[np.float64],
    pose: NDArray[np.float64],
    slab: tuple[float, float],
    rms: float,
) -> Pane:
    """Turn the flat board's frame so that x runs along the picture and the picture's middle is the origin.

    The opening is not known yet: a square of 300 mm stands in for it.
    """
    turn, _ = cv2.Rodrigues(pose[:3])
    normal = turn[:, 2] * np.sign(turn[:, 2] @ pose[3:])
    across = np.array([1.0, 0, 0]) - normal[0] * normal
    across /= np.linalg.norm(across)
    rotation = np.column_stack([across, np.cross(normal, across), normal])
    ray = np.array([(size[0] / 2 - lens[1]) / lens[0], (size[1] / 2 - lens[2]) / lens[0], 1.0])
    origin = ray * (pose[3:] @ normal) / (ray @ normal)
    k1, k2, p1, p2, k3 = (float(v) for v in lens[3:])
    return Pane(
        size=size,
        focal=float(lens[0]),
        centre=(float(lens[1]), float(lens[2])),
        distortion=(k1, k2, p1, p2, k3),
        rotation=rotation,
        translation=origin,
        opening=np.array([[-150.0, -150], [150, -150], [150, 150], [-150, 150]]),
        thickness=slab[0],
        index=slab[1],
        rms=rms,
    )

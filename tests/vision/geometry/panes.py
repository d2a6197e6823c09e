"""Panes over a plain camera for the tests of what lies on them, and a picture that tells its own cells."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.geometry.pane import Pane
from vision.picture import Picture

PLAIN = Pane(
    size=(241, 241),
    focal=600.0,
    centre=(120.0, 120.0),
    distortion=(0.0, 0.0, 0.0, 0.0, 0.0),
    rotation=np.eye(3),
    translation=np.array([0.0, 0.0, 300.0]),
    opening=np.array([[-40.0, -40], [40, -40], [40, 40], [-40, 40]]),
    thickness=0.0,
)
"""Straight above the camera: 2 px/mm, its middle at (120, 120)."""
TURN = np.asarray(cv2.Rodrigues(np.array([0.1, -0.08, 0.3]))[0], dtype=np.float64)
SLANTED = replace(PLAIN, rotation=TURN, distortion=(-0.06, 0, 0, 0, 0), thickness=5.0)


def ramps() -> Picture:
    """Blue tells the column, green the row."""
    rows, columns = np.mgrid[0:241, 0:241]
    return np.dstack([columns, rows, np.full_like(rows, 77)]).astype(np.uint8)

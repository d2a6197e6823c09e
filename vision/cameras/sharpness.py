"""How sharp a picture is."""

from __future__ import annotations

import cv2
import numpy as np

from vision.picture import Picture


def sharpness(picture: Picture) -> float:
    """How sharp the middle of a picture is: a number to compare with that of a moment ago, of the same things."""
    height, width = picture.shape[:2]
    middle = picture[height // 4 : -height // 4, width // 4 : -width // 4]
    grey = cv2.cvtColor(middle, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return float(cv2.Laplacian(grey, cv2.CV_32F).std() / (grey.mean() + 1) * 1000)

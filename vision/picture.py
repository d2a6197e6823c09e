"""What a picture is, for all of the eye."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""BGR, shape (height, width, 3), as the camera sees it from below, not mirrored."""

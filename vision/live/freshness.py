"""Whether a frame is news: a camera that freezes sends the same picture again and again, with fresh stamps or without.

A sensor never delivers the same picture twice, for its noise.  Pictures from files may, where nothing else is told of
them: the same picture counts as frozen only after the frames before have shown that this camera has noise.
"""

from __future__ import annotations

import numpy as np

from vision.cameras.base import HELD, Frame

FROZEN_AFTER = 3
"""So many frames in a row without news, and the camera is frozen; a hiccup of one or two is only passed over."""
NOISY_AFTER = 4
"""So many frames in a row that differ nearly everywhere, and the camera has noise; a change of scene is one frame."""
NOISY_SHARE = 0.3
"""Of the pixels, so many differ at least from frame to frame where there is noise; JPEG evens half of it out."""
STEP = 16
"""Every so manyth pixel each way is looked at first."""


class Freshness:
    """Compares each frame with the one before."""

    def __init__(self) -> None:
        self._before: Frame | None = None
        self._lively = 0
        self.noisy = False
        self.stale = 0
        """Frames in a row that were no news."""

    @property
    def frozen(self) -> bool:
        """Whether the camera has sent no news for several frames."""
        return self.stale >= FROZEN_AFTER

    def is_news(self, frame: Frame) -> bool:
        """Take the next frame; False when it is the same picture as before and should not be."""
        before, self._before = self._before, frame
        if before is None or before.picture.shape != frame.picture.shape:
            return True
        differs = _differing(before, frame)
        self._lively = self._lively + 1 if differs > NOISY_SHARE else 0
        self.noisy = self.noisy or self._lively >= NOISY_AFTER
        late = frame.stamp <= before.stamp or (self.noisy and not frame.metadata.get(HELD))
        same = differs == 0.0 and late and np.array_equal(before.picture, frame.picture)
        self.stale = self.stale + 1 if same else 0
        return not same


def _differing(before: Frame, frame: Frame) -> float:
    """Share of a sample of pixels that differ at all."""
    one, other = before.picture[::STEP, ::STEP], frame.picture[::STEP, ::STEP]
    return float((one != other).any(axis=-1).mean())

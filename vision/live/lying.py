"""Whether the wands of a throw still lie where they lay, told by what stands out there, whatever the light is now.

A reading in bad light may place a wand wrongly or miss it.  What stood out at its place and still does is evidence that
it has not been touched.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.pose import Pose
from vision.numeric.colour import brightest
from vision.picture import Picture
from vision.scene.visibility import KnownPane

AROUND_MM = 4.0
"""What is compared reaches so far beyond a wand, so that its border counts."""
UNMOVED = 0.93
"""A wand lies where it lay from this correlation on.  Of wands moved by 3 mm, 1 in 100 kept more, of wands in light of
another colour or of 0.3 to 1.4 of its strength, 19 in 20 did.
"""


WASHED, WASHED_SHARE = 250, 0.5
"""With so much of a wand's place newly this bright (grey levels), nobody can tell whether it lies there still."""


class Lying:
    """The places of some wands and how they looked when they came to rest."""

    def __init__(self, known: KnownPane, small: Picture, poses: dict[str, Pose], size: tuple[float, float]) -> None:
        self._known, self._size = known, size
        self._relief = known.relief(small)
        self._places = {colour: self._place(pose) for colour, pose in poses.items()}
        self._bright = _bright(small)

    def unmoved(self, small: Picture) -> frozenset[str]:
        """The wands that clearly lie as they lay; ``small`` is a picture on the grid of the known pane."""
        relief = self._known.relief(small)
        return frozenset(
            colour
            for colour, place in self._places.items()
            if _correlation(relief[place], self._relief[place]) >= UNMOVED
        )

    def washed(self, small: Picture) -> frozenset[str]:
        """The wands at whose places there is so much more light than before that nothing can be seen there."""
        newly = _bright(small) & ~self._bright
        return frozenset(c for c, place in self._places.items() if float(newly[place].mean()) > WASHED_SHARE)

    def _place(self, pose: Pose) -> NDArray[np.bool_]:
        grid = self._known.grid
        length, side = (extent + 2 * AROUND_MM for extent in self._size)
        mask = np.zeros(grid.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(grid.to_cells(pose.corners(length, side))).astype(np.int32), 1)
        return mask > 0


def _bright(small: Picture) -> NDArray[np.bool_]:
    """Cells of which a channel is as bright as the sensor can tell."""
    return np.asarray(brightest(small) >= WASHED)


def _correlation(now: NDArray[np.float32], then: NDArray[np.float32]) -> float:
    strength = float(np.sqrt((now * now).sum() * (then * then).sum()))
    return float((now * then).sum()) / strength if strength > 0 else 0.0

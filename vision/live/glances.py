"""Is there anything to read while something moves?  Told by two pictures on the grid, which cost next to nothing.

To read a pane over which wands still tumble is the dearest reading of all, since they are sought everywhere: 1.0 to
1.8 s of a processor in 13 of 16 simulated throws.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vision.picture import Picture

Changed = Callable[[Picture, Picture], NDArray[np.bool_]]
"""Cells of a picture that are others than in a second one."""

APART_S = 0.15
"""What falls, rolls or is carried is elsewhere after so long: at 60 mm a second by half a wand's width."""


class Glances:
    """The newest picture but some tenths of a second, and what was there then and still is."""

    def __init__(self, changed: Changed, bare: Picture, cells: float) -> None:
        """``bare`` is the empty pane; what stands still counts from so many ``cells`` on."""
        self._changed, self._bare, self._cells = changed, bare, cells
        self._kept: list[tuple[float, Picture]] = []

    def see(self, stamp: float, small: Picture) -> None:
        """Another picture (stamp in seconds)."""
        if not self._kept or stamp - self._kept[-1][0] >= APART_S:
            self._kept = [*self._kept[-1:], (stamp, small)]

    def still(self, stamp: float, small: Picture) -> bool:
        """Whether enough of what is new beside the empty pane was there ``APART_S`` ago and is there still."""
        before = next((kept for at, kept in reversed(self._kept) if stamp - at >= APART_S), None)
        if before is None:
            return False
        stands = self._changed(small, self._bare) & ~self._changed(small, before)
        return int(stands.sum()) >= self._cells

"""One picture of the pane beside the empty pane, in one light."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.grid import GRID_SCALE, Grid
from vision.geometry.pane import Pane, Points
from vision.picture import Picture
from vision.scene.foreground import Foreground, foreground_of
from vision.scene.illumination import DIM, brightened, brightness, relit
from vision.scene.reflections import reflections

RIM_MM = 3.0
"""The outermost of the opening is left out when light is compared."""


@dataclass(frozen=True)
class View:
    """A picture; from above (``flat``); the empty pane in its light (``lit``); how bright that is, compared with the
    teaching (``light``); where both differ (``foreground``).
    """

    picture: Picture
    flat: Picture
    lit: Picture
    light: float
    foreground: Foreground

    def at(self, places: Points) -> tuple[Points, Points]:
        """Colours (n, 3) at places (n, 2) in mm, now and of the empty pane in this light."""
        columns, rows = np.rint(self.foreground.grid.to_cells(places)).astype(np.intp).T
        height, width = self.lit.shape[:2]
        cells = np.clip(rows, 0, height - 1), np.clip(columns, 0, width - 1)
        return self.flat[cells].astype(np.float64), self.lit[cells].astype(np.float64)


class EmptyPane:
    """The empty pane, and where lamps are mirrored in it (``mirrors``, 1 or 0), ready for pictures of one size."""

    def __init__(self, pane: Pane, picture: Picture) -> None:
        self.grid = Grid(pane, GRID_SCALE)
        if picture.shape[:2] != self.grid.shape:
            picture = np.asarray(cv2.resize(picture, self.grid.shape[::-1]), dtype=np.uint8)
        self.picture = picture
        self.mirrors = reflections(picture)
        self.inside = self.grid.opening_mask(pane, RIM_MM) > 0
        self._sample = np.ascontiguousarray(self.inside[::3, ::3], dtype=np.uint8)

    def beside(self, picture: Picture) -> View:
        """Look at a picture."""
        flat = self.grid.rectify(picture)
        light = brightness(flat, self.picture, self._sample)
        if light < DIM:
            picture = brightened(picture, light)
            flat = self.grid.rectify(picture)
            light = brightness(flat, self.picture, self._sample)
        lit = relit(self.picture, flat, self.inside)
        return View(picture, flat, lit, light, foreground_of(flat, lit, light, self._sample, self.grid))

    def on_pane(self, things: Foreground) -> Foreground:
        """Only what lies in the opening."""
        return Foreground(np.where(self.inside, things.mask, 0).astype(np.uint8), self.grid)

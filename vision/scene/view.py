"""One picture of the pane beside the empty pane, in one light."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.grid import GRID_SCALE, Grid
from vision.geometry.pane import Pane, Points
from vision.picture import Picture
from vision.scene.foreground import Foreground, foreground_of, without_noise
from vision.scene.illumination import DIM, LitPane, brightened, tint, tone, untinted
from vision.scene.reflections import reflections

RIM_MM = 3.0
"""The outermost of the opening is left out when light is compared."""


@dataclass(frozen=True)
class View:
    """A picture; from above (``flat``); the empty pane in its light (``lit``); both without noise (``evened``); how
    bright that is, compared with the teaching (``light``); where both differ (``foreground``); how many grey levels one
    of the camera's has become, with its noise (``grain``); and the picture with all its noise (``grainy``), which is as
    sharp as the camera was.
    """

    picture: Picture
    flat: Picture
    lit: Picture
    evened: tuple[Picture, Picture]
    light: float
    foreground: Foreground
    grain: float
    grainy: Picture

    def at(self, places: Points) -> tuple[Points, Points]:
        """Colours (n, 3) at places (n, 2) in mm, now and of the empty pane in this light."""
        return self._of((self.flat, self.lit), places)

    def around(self, places: Points) -> tuple[Points, Points]:
        """The same, each with its surroundings, without noise."""
        return self._of(self.evened, places)

    def _of(self, pair: tuple[Picture, Picture], places: Points) -> tuple[Points, Points]:
        columns, rows = np.rint(self.foreground.grid.to_cells(places)).astype(np.intp).T
        height, width = self.lit.shape[:2]
        cells = np.minimum(np.maximum(rows, 0), height - 1), np.minimum(np.maximum(columns, 0), width - 1)
        now, bare = (picture[cells].astype(np.float64) for picture in pair)
        return now, bare


class EmptyPane:
    """The empty pane, and where lamps are mirrored in it (``mirrors``, 1 or 0), ready for pictures of one size."""

    def __init__(self, pane: Pane, picture: Picture, black: float = 0.0) -> None:
        self.grid = Grid(pane, GRID_SCALE)
        if picture.shape[:2] != self.grid.shape:
            picture = np.asarray(cv2.resize(picture, self.grid.shape[::-1]), dtype=np.uint8)
        self.picture, self.black = picture, black
        self.mirrors = reflections(picture)
        self.inside = self.grid.opening_mask(pane, RIM_MM) > 0
        self._lit = LitPane(picture, self.inside)
        self._sample = np.ascontiguousarray(self.inside[::3, ::3], dtype=np.uint8)

    def beside(self, picture: Picture) -> View:
        """Look at a picture."""
        flat = self.grid.rectify(picture)
        light = self._lit.brightness(flat)
        grain, grainy = 1.0, picture
        if light < DIM:
            cast = tint(flat, self.picture, self.inside)
            if cast is not None:
                picture, flat = untinted(picture, cast), untinted(flat, cast)
            table = tone(flat, self.picture, self.inside, self.black)
            grain, grainy, picture = 1 / light, brightened(picture, table, 1), brightened(picture, table)
            flat = self.grid.rectify(picture)
            light = self._lit.brightness(flat)
        lit = self._lit.relit(flat)
        now, bare = without_noise(flat, self.grid), without_noise(lit, self.grid)
        new = foreground_of(now, bare, light, self._sample, self.grid)
        return View(picture, flat, lit, (now, bare), light, new, grain, grainy)

    def on_pane(self, things: Foreground) -> Foreground:
        """Only what lies in the opening."""
        return Foreground(np.where(self.inside, things.mask, 0).astype(np.uint8), self.grid)

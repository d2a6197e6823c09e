"""Whether a picture shows the pane at all: how much of what is known of the empty pane can still be seen in it.

A dark, washed-out, single-coloured or garbled picture is no evidence of an empty pane.  What is known is above all the
border of the pane, which nothing that lies there hides; it is looked for at its place, whatever the light: dimmer,
brighter, of another colour or reversed (a dark head behind a pale border).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.protocol import Reading
from vision.geometry.grid import Grid
from vision.geometry.pane import Pane
from vision.picture import Picture
from vision.scene.things import Thing

SIGHT_SCALE = 0.5
"""Cells a millimetre: the border of a pane is some cells wide then, and noise is evened out."""
TILES = 8
"""The pane is judged in so many tiles each way; 28 of the 64 hold its border."""
FINE, COARSE = 3, 9
"""Cells over which noise is evened out, and over which light may change without being a structure."""
KNOWN_LEVELS = 1.0
"""A tile of the empty pane has structure from this rms on (grey levels); at the border it is 5 to 40."""
ALIKE = 0.45
"""A tile is seen from this correlation with the empty pane on.  Noise alone stayed below 0.32 in 700 tiles."""
LEAST_LEVELS = 0.4
"""What is fainter than this (grey levels, rms) is below what the sensor tells."""
BLIND_SHARE, WHOLE_SHARE = 0.25, 0.7
"""Of the known tiles, so few in a blind picture, and so many on each side of a pane that is seen whole.  In 440 throws
of eleven tables 0.62 and more were seen, but for one that no eye can read (0.12).
"""
RELIEF_LEVELS, COHERENT = 1.5, 0.5
"""A tile shows something, be it the pane at another place, from this rms (grey levels) and this ratio of what is left
when noise is evened out to what goes with it; of noise a ninth is left.
"""

BLIND = Reading("blind", None, {})

CLIPPED, WASHED_SHARE = 250.0, 0.5
"""From this grey level on a cell may be anything; with this share of such cells more than in the empty pane, what does
not stand out may lie there all the same.
"""

Layer = NDArray[np.float32]
Tiles = NDArray[np.float32]


@dataclass(frozen=True)
class Sight:
    """What can be seen in one picture: nothing at all (``blind``), or of all four sides of the pane enough to say that
    something is *not* there (``whole``).
    """

    blind: bool
    whole: bool

    def honest(self, reading: Reading, things: tuple[Thing, ...]) -> Reading:
        """The reading, but that no wand is said to be missing where the pane is not seen, and a pane on which something
        lies, or over which a hand is held, is not empty.
        """
        absent = reading.status == "empty" or reading.kind == "missing"
        if absent and not self.whole:
            return BLIND
        if reading.status == "empty" and not all(thing.behind for thing in things):
            return Reading("invalid", "obstructed", {})
        return reading


class KnownPane:
    """The structure of the empty pane on a grid of SIGHT_SCALE."""

    def __init__(self, pane: Pane, empty: Picture) -> None:
        self.grid = Grid(pane, SIGHT_SCALE)
        self._shown = self._in_picture(pane)
        small = self.shrunk(empty)
        self._relief, self._clipped = self.relief(small), _clipped(_grey(small))
        self._own = _tiled(self._relief * self._relief)
        self.known = np.sqrt(self._own) > KNOWN_LEVELS

    def shrunk(self, flat: Picture) -> Picture:
        """A top-down picture of the same part of the pane, on this grid: (rows, columns, 3)."""
        return np.asarray(cv2.resize(flat, self.grid.shape[::-1], interpolation=cv2.INTER_AREA), dtype=np.uint8)

    def relief(self, small: Picture) -> Layer:
        """What stands out from its surroundings in a picture of this grid (grey levels); 0 where no camera sees."""
        return self._fine(_grey(small))

    def sight(self, small: Picture) -> Sight:
        """Judge a picture of this grid."""
        grey = _grey(small)
        relief = self._fine(grey)
        energy = _tiled(relief * relief)
        common = _tiled(relief * self._relief)
        alike = np.abs(common) > ALIKE * np.sqrt(energy * self._own)
        seen = alike & (np.abs(common) > LEAST_LEVELS * np.sqrt(self._own)) & self.known
        washed = _clipped(grey) > self._clipped + WASHED_SHARE
        return Sight(self._is_blind(seen, energy, grey), self._is_whole(seen) and not washed)

    def _is_blind(self, seen: NDArray[np.bool_], energy: Tiles, grey: Layer) -> bool:
        known = int(self.known.sum())
        if not known or seen.sum() >= BLIND_SHARE * known:
            return False
        noise = cv2.subtract(grey, cv2.blur(grey, (FINE, FINE))) * self._shown
        shows = (energy > RELIEF_LEVELS**2) & (energy > COHERENT * _tiled(noise * noise))
        return bool(shows.sum() < BLIND_SHARE * known)

    def _is_whole(self, seen: NDArray[np.bool_]) -> bool:
        """Whether enough of each side is seen, its tiles by what is known of them; where that is nothing, it is."""
        weight = np.sqrt(self._own) * self.known
        pairs = zip(_sides(weight * seen), _sides(weight), strict=True)
        return all(shown.sum() >= WHOLE_SHARE * known.sum() for shown, known in pairs)

    def _fine(self, grey: Layer) -> Layer:
        fine = cv2.subtract(cv2.blur(grey, (FINE, FINE)), cv2.blur(grey, (COARSE, COARSE)))
        return np.asarray(cv2.multiply(fine, self._shown), dtype=np.float32)

    def _in_picture(self, pane: Pane) -> Layer:
        """1 where the camera's picture reaches, and nothing of its own border is near, else 0."""
        white = self.grid.rectify(np.full((pane.size[1], pane.size[0], 3), 255, np.uint8))[..., 0]
        near = np.ones((COARSE, COARSE), np.uint8)
        inner = cv2.erode((white == 255).astype(np.uint8), near, borderType=cv2.BORDER_REPLICATE)
        return np.asarray(inner, dtype=np.float32)


def _sides(tiles: Tiles) -> list[Tiles]:
    """The tiles along each of the four sides."""
    return [tiles[0], tiles[-1], tiles[:, 0], tiles[:, -1]]


def _grey(picture: Picture) -> Layer:
    """The mean of the three channels: light of any colour counts alike."""
    third = np.full((1, 3), 1 / 3, dtype=np.float32)
    return np.asarray(cv2.transform(picture.astype(np.float32), third), dtype=np.float32)


def _clipped(grey: Layer) -> float:
    """Share of cells that are as bright as the sensor can tell."""
    return float(np.count_nonzero(grey >= CLIPPED)) / grey.size


def _tiled(layer: Layer) -> Tiles:
    """Mean of each tile: (TILES, TILES); the outermost cells that make no whole tile (3 each way) are left out."""
    rows, columns = layer.shape[0] // TILES * TILES, layer.shape[1] // TILES * TILES
    top, left = (layer.shape[0] - rows) // 2, (layer.shape[1] - columns) // 2
    even = layer[top : top + rows, left : left + columns]
    return np.asarray(cv2.resize(even, (TILES, TILES), interpolation=cv2.INTER_AREA), dtype=np.float32)

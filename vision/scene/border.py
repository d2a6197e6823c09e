"""The pane's border, as it was seen when the pane was empty: does it still lie where it lay?

Across the four sides of the opening the picture changes sharply.  How it changes is kept at some stations along each
side, as a profile from within the pane to beyond its border, and looked for again in each frame.  A wand, a hand or a
head hides some stations, a lamp changes others; when the camera was moved all of them are elsewhere, together.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.grid import Grid
from vision.geometry.pane import Pane, Points
from vision.numeric.colour import brightest
from vision.picture import Picture

Profiles = NDArray[np.float32]
"""(stations, places): how sharply the picture changes at each place across the border; from within outwards."""

STATIONS = 20
"""On each side."""
SUBS_MM = np.array([-1.4, 0.0, 1.4])
"""Neighbouring lines whose mean a station is: noise of single pixels."""
STEP_MM = 0.5
WIDE = 2
"""Steps to both sides over which a change is taken."""
INSIDE_MM, OUTSIDE_MM = 13.0, 6.5
"""How far the kept profile reaches to both sides of the border; the empty picture ends 8 mm beyond it."""
ENDS_MM = 12.0
"""Stations stay so far from the corners."""
DARK = 8.0
"""Grey levels added before logarithms."""
FULL = 0.5
"""A sharper change (logarithm) counts no more."""
WOOD_MM = (2.0, 5.0)
"""The wood beyond the border, from and to."""
LEAST_KNOWN = 30
"""Stations whose wood must be in the picture, of 80, to compare it."""
PLAIN = 0.03
"""Wood that varies less than this (logarithm) along the sides does not tell one side from another."""
STILL = np.zeros(2)
SHARP = 0.08
"""A station whose border changes by less than this in the empty picture tells nothing."""


class Stations:
    """Where a pane's border is looked at: places from ``inside`` to ``outside`` mm at each station."""

    def __init__(self, pane: Pane, inside: float, outside: float) -> None:
        beyond = WIDE * STEP_MM
        self.offsets = np.arange(-inside - beyond, outside + beyond + STEP_MM / 2, STEP_MM)
        self.feet, self.outwards = _feet(pane.opening)
        along = np.stack([-self.outwards[:, 1], self.outwards[:, 0]], axis=1)
        self.places = (
            self.feet[:, None, None]
            + SUBS_MM[None, :, None, None] * along[:, None, None]
            + self.offsets[None, None, :, None] * self.outwards[:, None, None]
        )


class Samples:
    """Grey levels (stations, subs, places, 3) at some stations, `WIDE` places more than a profile at both ends;
    ``within`` as in `Look`.
    """

    def __init__(self, stations: Stations, seen: Picture, within: NDArray[np.bool_]) -> None:
        self.offsets, self.within = stations.offsets, within
        self.levels = seen.reshape(len(stations.feet), len(SUBS_MM), len(stations.offsets), 3)

    @property
    def light(self) -> NDArray[np.float64]:
        """How bright each side of the border is, grey levels (4,)."""
        return np.asarray(self.levels[:, :, ::4].reshape(4, -1).mean(axis=1), dtype=np.float64)

    def tones(self) -> Tones:
        """How the wood beyond the border looks."""
        wood = (self.offsets >= WOOD_MM[0]) & (self.offsets <= WOOD_MM[1])
        levels = self.levels[:, :, wood].mean(axis=(1, 2), dtype=np.float32)
        known = self.within[:, int(np.argmin(np.abs(self.offsets[WIDE:-WIDE] - WOOD_MM[1])))]
        return Tones(np.log(levels + np.float32(DARK)), known)

    def profiles(self) -> Profiles:
        """How sharply the picture changes across the border."""
        bright = sum(
            (self.levels[:, i].astype(np.float32) for i in range(len(SUBS_MM))), np.float32(DARK * len(SUBS_MM))
        )
        return _changes(np.log(bright))

    def side_profiles(self, use: NDArray[np.bool_]) -> Profiles:
        """The same of the mean of each side's stations of ``use`` (stations,), which noise spares: (4, places)."""
        lines = self.levels.mean(axis=1, dtype=np.float32).reshape(4, STATIONS, -1, 3)
        weights = use.reshape(4, STATIONS, 1, 1).astype(np.float32)
        means = (lines * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1)
        return _changes(np.log(means + np.float32(DARK)))


def _changes(levels: NDArray[np.float32]) -> Profiles:
    """How sharply logarithms of brightness (n, places, 3) change, place by place."""
    change = brightest(np.abs(levels[:, 2 * WIDE :] - levels[:, : -2 * WIDE]))
    return np.asarray(np.minimum(change, np.float32(FULL)), dtype=np.float32)


def _feet(opening: Points) -> tuple[Points, Points]:
    """Stations (n, 2) mm on the border and the unit vectors outwards, side by side clockwise."""
    feet, outwards = [], []
    for start, end in zip(opening, np.roll(opening, -1, axis=0), strict=True):
        size = float(np.linalg.norm(end - start))
        along = (end - start) / size
        feet.append(start + np.linspace(ENDS_MM, size - ENDS_MM, STATIONS)[:, None] * along)
        outwards.append(np.tile([along[1], -along[0]], (STATIONS, 1)))
    return np.vstack(feet), np.vstack(outwards)


class Tones:
    """How bright and of what colour the wood beyond the border is along the sides, as logarithms (stations, 3), where
    that is ``known`` (stations,).
    """

    def __init__(self, levels: NDArray[np.float32], known: NDArray[np.bool_]) -> None:
        self.levels, self.known = levels, known

    def likeness(self, seen: Tones) -> float:
        """Correlation, -1..1; 1 where the wood is the same all around, or too little of it is seen."""
        both = self.known & seen.known
        if both.sum() < LEAST_KNOWN:
            return 1.0
        kept, now = (t.levels[both] - t.levels[both].mean(axis=0) for t in (self, seen))
        if float(kept.std()) < PLAIN:
            return 1.0
        return float((kept * now).sum()) / (float(np.linalg.norm(kept) * np.linalg.norm(now)) + 1e-6)


class Look:
    """Stations in pictures of one pane's size; ``within`` (stations, places): whether the picture reaches there.

    Beyond the picture's end a station goes on as it ends there.
    """

    def __init__(self, pane: Pane, inside: float, outside: float) -> None:
        self.stations = Stations(pane, inside, outside)
        pixels = pane.to_px(self.stations.places.reshape(-1, 2)).reshape(self.stations.places.shape)
        reached: NDArray[np.bool_] = np.all((pixels >= 1) & (pixels <= np.array(pane.size) - 2), axis=-1)
        self.last = np.maximum.accumulate(np.where(reached, np.arange(reached.shape[-1]), 0), axis=-1)
        self.within: NDArray[np.bool_] = np.all(reached, axis=1)[:, WIDE:-WIDE]
        held = self.held(pixels).astype(np.float32).reshape(-1, len(self.stations.offsets), 2)
        self.map, self.weights = cv2.convertMaps(held, None, cv2.CV_16SC2)  # type: ignore[call-overload]

    def held(self, places: Points) -> Points:
        """Places (stations, subs, places, 2) with those beyond the picture moved back into it."""
        return np.take_along_axis(places, self.last[..., None], axis=2)

    def samples(self, picture: Picture) -> Samples:
        """What a picture shows at the stations."""
        seen = cv2.remap(picture, self.map, self.weights, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return Samples(self.stations, np.asarray(seen, np.uint8), self.within)

    def kept(self, grid: Grid, empty: Picture, nudge: Points = STILL) -> Samples:
        """What the empty pane's picture from above shows at the stations, or ``nudge`` (mm, 2) beside them."""
        places = self.held(self.stations.places).reshape(-1, 2) + nudge
        cells = grid.to_cells(places).astype(np.float32).reshape(-1, len(self.stations.offsets), 2)
        seen = cv2.remap(empty, cells[..., 0], cells[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return Samples(self.stations, np.asarray(seen, np.uint8), self.within)


def likeness(kept: Profiles, seen: Profiles, shifts: int) -> NDArray[np.float32]:
    """How well a kept profile (stations, m) fits at each place of a longer one (stations, m + shifts - 1): correlation,
    -1..1 (stations, shifts); 0 where nothing changes.
    """
    size = kept.shape[1]
    seen = np.ascontiguousarray(seen)
    row, step = seen.strides
    windows = np.ndarray((len(seen), shifts, size), seen.dtype, seen, strides=(row, step, step))
    kept = kept - kept.mean(axis=1, keepdims=True)
    product = np.einsum("sm,skm->sk", kept, windows)
    total, squares = (_running(values, size, shifts) for values in (seen, seen * seen))
    spread = np.sqrt(np.maximum(squares - total * total / size, 0))
    return np.asarray(product / (np.linalg.norm(kept, axis=1)[:, None] * spread + 0.05), dtype=np.float32)


def _running(values: Profiles, size: int, shifts: int) -> NDArray[np.float32]:
    """Sums of ``size`` places from each of the first ``shifts`` on."""
    sums = np.zeros((len(values), values.shape[1] + 1), np.float32)
    np.cumsum(values, axis=1, out=sums[:, 1:])
    return np.asarray(sums[:, size : size + shifts] - sums[:, :shifts])

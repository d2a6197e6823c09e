"""Lamps below the pane, the room above it, and what they do to a surface and to the pane itself."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from vision.cameras.simulated.ledge import Ledge
from vision.cameras.simulated.optics import Array, Lens
from vision.cameras.simulated.wand import Colour

WHITE: Colour = (1.0, 1.0, 1.0)


@dataclass(frozen=True)
class Lamps:
    """LEDs below the pane.

    ``kind`` ring, bars or one (a single bar); strength 1 lights white paper mid-pane as white.
    """

    kind: str = "ring"
    strength: float = 1.0
    colour: Colour = WHITE
    depth_mm: float = 300.0
    reach_mm: float = 52.0
    count: int = 16
    led_mm: float = 9.0
    glare: float = 3.0

    def places(self) -> Array:
        """Positions of the LEDs, (n, 3) mm."""
        if self.kind == "ring":
            turn = np.arange(self.count) * 2 * math.pi / self.count
            return np.column_stack(
                [self.reach_mm * np.cos(turn), self.reach_mm * np.sin(turn), np.full(self.count, -self.depth_mm)]
            )
        half = max(self.count // 2, 1)
        along = np.linspace(-95, 95, half)
        sides = [-1.0, 1.0] if self.kind == "bars" else [-1.0]
        return np.array([[s * self.reach_mm, y, -self.depth_mm] for s in sides for y in along])

    def samples(self) -> Array:
        """A few places that stand for all LEDs when a surface is lit, (n, 3)."""
        places = self.places()
        if len(places) <= 4:
            return places
        pick = [0, len(places) // 4, len(places) // 2, 3 * len(places) // 4]
        return (
            places[pick]
            if self.kind == "ring"
            else places[sorted({1, len(places) // 2 - 2, len(places) // 2 + 1, len(places) - 2})]
        )


@dataclass(frozen=True)
class Blob:
    """The mirror image of a bright lamp in the pane: an ellipse of light over whatever lies there."""

    place: tuple[float, float]
    size: tuple[float, float]
    turn_deg: float = 0.0
    strength: float = 4.0
    soft: float = 2.0


@dataclass(frozen=True)
class Light:
    """All light of one picture.

    ``room`` is the ceiling's radiance, ``box`` the stray light in the box below the pane, ``ledge`` what stands between
    lamps and pane, if they lie so that it does.
    """

    lamps: Lamps = Lamps()
    room: float = 1.0
    room_colour: Colour = WHITE
    box: float = 0.12
    veil: float = 0.012
    blobs: tuple[Blob, ...] = ()
    side: tuple[float, float, float] = (0.0, 0.0, 0.0)
    glare: bool = True
    ledge: Ledge | None = None

    def on(self, places: Array, normals: Array, free: Array | None = None) -> Array:
        """Light that falls on points (n, 3) with normals (n, 3), in BGR (n, 3); ``free`` (lamps, n) is 0 in shadow.

        Lamps follow the cosine and the square of the distance; the room lights what looks up, the box what looks down;
        ``side`` (x, y, share) is a brighter side of the room.
        """
        lamps = np.zeros(len(places), np.float32)
        samples = self.lamps.samples()
        scale = self.lamps.strength * self.scale() / len(samples)
        for index, lamp in enumerate(samples):
            way = (lamp - places).astype(np.float32)
            far2 = np.einsum("ij,ij->i", way, way)
            cosine = np.clip(np.einsum("ij,ij->i", way, normals.astype(np.float32)), 0, None) / np.sqrt(far2)
            shine = scale * cosine * np.clip(-way[:, 2], 0, None) / (far2 * np.sqrt(far2))
            shine = shine if self.ledge is None else shine * self.ledge.free(places, lamp)
            lamps += shine if free is None else shine * free[index]
        up = (1 + normals[:, 2]) / 2
        lean = 1 + self.side[2] * (normals[:, 0] * self.side[0] + normals[:, 1] * self.side[1])
        above = up * self.room * 0.55 * lean
        lit: Array = lamps[:, None] * np.array(self.lamps.colour) + above[:, None] * np.array(self.room_colour)
        lit = lit + ((1 - up) * self.box)[:, None] * np.array(self.lamps.colour)
        return lit.astype(np.float32)

    def scale(self) -> float:
        """Makes strength 1 mean: white paper in the middle of the pane is as bright as 1."""
        way = self.lamps.samples()
        far2 = (way**2).sum(1)
        return float(1 / np.mean(way[:, 2] ** 2 / far2**2))


def reflections(light: Light, lens: Lens) -> Array:
    """What the pane mirrors, to be added to the picture: LEDs and blobs, (height, width) float32."""
    sheet: Array = np.zeros((lens.height, lens.width), np.float32)
    if light.glare and light.lamps.glare > 0:
        sheet = _leds(replace(light.lamps, strength=1.0, colour=WHITE, glare=1.0), lens) * light.lamps.glare
    for blob in light.blobs:
        sheet = np.maximum(sheet, _blob(blob, lens))
    return np.asarray(sheet, np.float32)


@lru_cache(maxsize=3)
def _leds(lamps: Lamps, lens: Lens) -> Array:
    mask = np.zeros((lens.height, lens.width), np.uint8)
    half = lamps.led_mm / 2
    for x, y, z in lamps.places():
        turn = math.atan2(y, x) if lamps.kind == "ring" else 0.0
        c, s = math.cos(turn) * half, math.sin(turn) * half
        rim = np.array(
            [[x + c - s, y + s + c, z], [x - c - s, y - s + c, z], [x - c + s, y - s - c, z], [x + c + s, y + s - c, z]]
        )
        cv2.fillConvexPoly(mask, np.round(lens.mirrored_pixels(rim) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    soft = lens.width / 1280
    core = cv2.GaussianBlur(mask, (0, 0), 1.6 * soft).astype(np.float32) / 255
    halo = cv2.GaussianBlur(mask, (0, 0), 7 * soft).astype(np.float32) / 255
    return np.asarray(core * 1.0 + halo * 0.03)


def _ellipse(centre: tuple[int, int], axes: tuple[int, int], turn: int, start: int, stop: int, step: int) -> Array:
    return np.asarray(cv2.ellipse2Poly(centre, axes, turn, start, stop, step), np.int32)


def _blob(blob: Blob, lens: Lens) -> Array:
    x, y = lens.pixels(np.array([[*blob.place, 0.0]]))[0]
    scale = lens.focal / -lens.position_mm[2]
    mask = np.zeros((lens.height, lens.width), np.uint8)
    axes = (round(blob.size[0] * scale * 8), round(blob.size[1] * scale * 8))
    rim = _ellipse((round(x * 8), round(y * 8)), axes, round(blob.turn_deg), 0, 360, 6)
    cv2.fillConvexPoly(mask, rim, 255, cv2.LINE_AA, 3)
    k = lens.width / 1280
    core = cv2.GaussianBlur(mask, (0, 0), max(blob.soft * k, 0.5)).astype(np.float32) / 255
    halo = cv2.GaussianBlur(cv2.resize(mask, None, fx=0.25, fy=0.25), (0, 0), 5 * k)
    wide = cv2.resize(halo, (lens.width, lens.height)).astype(np.float32) / 255
    return np.asarray((core + 0.03 * wide) * blob.strength)

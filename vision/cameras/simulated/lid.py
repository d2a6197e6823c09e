"""A pale lid over the pane that scatters the lamps' light: an even ground, but wands and ledge throw shadows on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cameras.simulated.light import Light
from vision.cameras.simulated.optics import Array, Lens, window_rays
from vision.cameras.simulated.wand import Colour, Pose, Wand, all_corners

COARSE = 2
"""The lid is drawn at this share of the picture's size: it is far out of focus."""


@dataclass(frozen=True)
class Lid:
    """A lid ``height_mm`` over the pane: its colour in linear light, and the share of the room's light it lets by."""

    height_mm: float = 75.0
    colour: Colour = (0.75, 0.75, 0.75)
    passes: float = 0.35


def lit_lid(lens: Lens, light: Light, lid: Lid, wands: Sequence[tuple[Wand, Pose]]) -> Array:
    """Linear light of the lid as the camera sees it with wands below it, (height, width, 3) float32."""
    rays = window_rays(lens, (0, 0, lens.width, lens.height), 1)[::COARSE, ::COARSE]
    places = np.dstack([rays[..., :2] + rays[..., 2:] * lid.height_mm, np.full(rays.shape[:2], lid.height_mm)])
    flat = np.ascontiguousarray(places.reshape(-1, 3), np.float32)
    down = np.tile(np.array([0, 0, -1], np.float32), (len(flat), 1))
    free = np.stack([_unshaded(lens, lamp, light, lid, wands).ravel() for lamp in light.lamps.samples()])
    shine = light.on(flat, down, free).reshape(*rays.shape[:2], 3)
    lit = (shine + lid.passes * light.room * np.array(light.room_colour)) * np.array(lid.colour)
    return np.asarray(cv2.resize(lit.astype(np.float32), (lens.width, lens.height), interpolation=cv2.INTER_LINEAR))


def _unshaded(lens: Lens, lamp: Array, light: Light, lid: Lid, wands: Sequence[tuple[Wand, Pose]]) -> Array:
    """1 where a lamp reaches the lid, 0 in a wand's shadow, at the coarse size, float32."""
    mask = np.zeros((-(-lens.height // COARSE), -(-lens.width // COARSE)), np.uint8)
    for wand, pose in wands:
        rim = pose.world(all_corners(wand))
        thrown = lamp + (rim - lamp) * ((lid.height_mm - lamp[2]) / (rim[:, 2:] - lamp[2]))
        hull = cv2.convexHull(lens.pixels(thrown).astype(np.float32) / COARSE)
        cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    soft = _spread(light) * lid.height_mm / -lamp[2] * lens.focal / (lid.height_mm - lens.position_mm[2]) / COARSE
    return np.asarray(1 - cv2.GaussianBlur(mask, (0, 0), max(soft, 0.6)).astype(np.float32) / 255)


def _spread(light: Light) -> float:
    """How far apart the few lamps that stand for all lie, halved: their shadows run into one another, in mm."""
    places = light.lamps.samples()
    far = np.linalg.norm(places[:, None] - places[None], axis=2) + np.eye(len(places)) * 1e9
    return float(0.4 * far.min())

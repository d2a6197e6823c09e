"""What the camera sees when no wand lies there: ceiling, ledge, underside of the table, dust on the pane."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from vision.cameras.simulated.light import WHITE, Lamps, Light
from vision.cameras.simulated.optics import Array, Lens, window_rays
from vision.cameras.simulated.paint import fibres
from vision.cameras.simulated.wand import Colour


@dataclass(frozen=True)
class Ceiling:
    """The room over the pane.

    ``kind`` plain, beams, panels, stripes, window or hood (a hood over the pane, its middle darker than its sides);
    ``lamps`` are where lamps hang, x, y and radius in mm.
    """

    kind: str = "plain"
    colour: Colour = (0.38, 0.39, 0.39)
    second: Colour = (0.05, 0.09, 0.16)
    height_mm: float = 1900.0
    lamps: tuple[tuple[float, float, float], ...] = ()
    mottle: float = 0.05
    turn_deg: float = 0.0
    seed: int = 0


@dataclass(frozen=True)
class Table:
    """The box: colours of the table's underside and of the ledge, dust and scratches on the pane."""

    wood: Colour = (0.035, 0.055, 0.09)
    ledge: Colour = (0.05, 0.055, 0.06)
    dust: int = 40
    scratches: int = 4
    seed: int = 0


@dataclass(frozen=True, eq=False)
class Backdrop:
    """Layers of an empty pane for one lens: what is above, what is below, the opening's cover, and the dust."""

    above: Array
    below: Array
    opening: Array
    dust: Array


def backdrop(lens: Lens, ceiling: Ceiling, table: Table, lamps: Lamps) -> Backdrop:
    """Draw the empty pane in linear light at unit room and lamp strength; kept for the tables in use."""
    return _backdrop(lens, ceiling, table, replace(lamps, strength=1.0))


def forget() -> None:
    """Let go of kept backdrops; a `scene.Stage` holds what it needs."""
    _backdrop.cache_clear()


@lru_cache(maxsize=2)
def _backdrop(lens: Lens, ceiling: Ceiling, table: Table, lamps: Lamps) -> Backdrop:
    rays = _rays(lens)
    cover = _cover(lens, rays[..., 2:], lens.pane.thickness_mm)
    above = _ceiling(ceiling, rays)
    below = _under(lens, table, lamps)
    return Backdrop(above, below, cover, _dust(lens, table))


def _rays(lens: Lens) -> Array:
    return window_rays(lens, (0, 0, lens.width, lens.height), 1)


def _cover(lens: Lens, slopes: Array, depth: float) -> Array:
    """Share of each pixel that passes the opening at a depth below the pane's top, (height, width) float32."""
    place = slopes * (-depth - lens.position_mm[2]) + np.array(lens.position_mm[:2], np.float32)
    scale = lens.focal / (-lens.position_mm[2] - depth)
    inside = lens.pane.visible_half_mm - np.abs(place).max(-1)
    return np.asarray(np.clip(0.5 + inside * scale * 0.7, 0, 1), np.float32)


def _ceiling(ceiling: Ceiling, rays: Array) -> Array:
    """Radiance of the ceiling along each ray, (height, width, 3)."""
    rng = np.random.default_rng(ceiling.seed)
    x, y = rays[..., 0] + rays[..., 2] * ceiling.height_mm, rays[..., 1] + rays[..., 3] * ceiling.height_mm
    c, s = math.cos(math.radians(ceiling.turn_deg)), math.sin(math.radians(ceiling.turn_deg))
    a, b = x * c + y * s, y * c - x * s
    cloud = cv2.resize(fibres(rng, 64, 96, 2.2, 2.2), (rays.shape[1], rays.shape[0]), interpolation=cv2.INTER_CUBIC)
    shade = np.exp(np.asarray(cloud) * ceiling.mottle) * (1 - 0.12 * (np.hypot(x, y) / 1400) ** 2)
    share = _pattern(ceiling, a, b, rng)[..., None]
    colour = np.array(ceiling.colour, np.float32) * (1 - share) + np.array(ceiling.second, np.float32) * share
    room = colour * shade[..., None]
    for lamp in ceiling.lamps:
        room = room + _hung(lamp, x, y)[..., None] * np.array([0.9, 0.97, 1.0], np.float32)
    return np.asarray(room, np.float32)


def _soft_step(value: Array, soft: float) -> Array:
    return np.asarray(np.clip(0.5 + value / soft, 0, 1), np.float32)


def _pattern(ceiling: Ceiling, a: Array, b: Array, rng: np.random.Generator) -> Array:
    """Share of the second colour, 0 to 1."""
    if ceiling.kind == "plain":
        return np.zeros(a.shape, np.float32)
    if ceiling.kind == "hood":
        return np.asarray(1 - np.exp(-((a / (0.3 * ceiling.height_mm)) ** 2)), np.float32)
    if ceiling.kind == "window":
        frame = np.maximum(np.abs(a - 500) - 260, np.abs(b + 150) - 420)
        return 1 - _soft_step(frame, 60)
    pitch, width = {"beams": (900.0, 190.0), "stripes": (240.0, 60.0), "panels": (600.0, 26.0)}[ceiling.kind]
    start = float(rng.uniform(0, pitch))
    line = np.abs((a + start) % pitch - pitch / 2) - width / 2
    if ceiling.kind == "panels":
        line = np.minimum(line, np.abs((b + start * 0.7) % pitch - pitch / 2) - width / 2)
    return 1 - _soft_step(line, 24)


def _hung(lamp: tuple[float, float, float], x: Array, y: Array) -> Array:
    far = np.hypot(x - lamp[0], y - lamp[1]) / lamp[2]
    return np.asarray(_soft_step(1 - far, 0.12) * 2.2 + 0.25 * np.exp(-((far / 1.35) ** 2)), np.float32)


def _under(lens: Lens, table: Table, lamps: Lamps) -> Array:
    """Underside of the table and the ledge's walls, lit by the lamps, (height, width, 3)."""
    rng = np.random.default_rng(table.seed)
    slopes = _rays(lens)[..., 2:]
    eye = np.array(lens.position_mm, np.float32)
    low = -lens.pane.thickness_mm - lens.pane.ledge_mm
    ground = slopes * (low - eye[2]) + eye[:2]
    grain = fibres(rng, 240, 320, 40, 1.3) + 0.8 * fibres(rng, 240, 320, 70, 6)
    grain = np.asarray(cv2.resize(grain, (lens.width, lens.height), interpolation=cv2.INTER_CUBIC))
    grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), 3.0 * lens.width / 1280))
    wood = (
        np.array(table.wood, np.float32) * 0.55 * np.exp(0.16 * grain)[..., None] * _lit(lamps, ground, low)[..., None]
    )
    wall = _walls(lens, table, slopes)
    rim = _cover(lens, slopes, -low)[..., None]
    return np.asarray(wood * (1 - rim) + wall * rim, np.float32)


def _lit(lamps: Lamps, ground: Array, z: float) -> Array:
    """Lamp light on the underside, sampled coarsely."""
    small = ground[::8, ::8].reshape(-1, 2)
    points = np.column_stack([small, np.full(len(small), z, np.float32)])
    down = np.tile(np.array([0, 0, -1], np.float32), (len(points), 1))
    shine = Light(lamps=lamps, room=0.0, box=0.25, room_colour=WHITE).on(points, down)[:, 1]
    grid = shine.reshape(ground[::8, ::8].shape[:2])
    return np.asarray(cv2.resize(grid, (ground.shape[1], ground.shape[0]), interpolation=cv2.INTER_LINEAR))


def _walls(lens: Lens, table: Table, slopes: Array) -> Array:
    """The four inner sides of the ledge: brighter where they face the lamps, dark at the top."""
    half, eye = lens.pane.visible_half_mm, np.array(lens.position_mm, np.float32)
    top = slopes * (-lens.pane.thickness_mm - eye[2]) + eye[:2]
    sideways = np.abs(top[..., 0]) > np.abs(top[..., 1])
    major = np.where(sideways, top[..., 0], top[..., 1])
    over = np.clip((np.abs(major) - half) / (0.45 * lens.pane.ledge_mm), 0, 1)
    tone = np.where(sideways, np.where(major < 0, 1.35, 0.7), np.where(major < 0, 0.85, 1.2))
    shade = tone * (0.55 + 0.6 * over)
    return np.asarray(np.array(table.ledge, np.float32) * shade[..., None], np.float32)


def _dust(lens: Lens, table: Table) -> Array:
    """Dust, lint and scratches on the pane: light to add, (height, width) float32."""
    rng = np.random.default_rng(table.seed + 7)
    sheet = np.zeros((lens.height, lens.width), np.uint8)
    scale = lens.width / 1280
    for _ in range(table.dust):
        at = rng.uniform([0.15 * lens.width, 0.05 * lens.height], [0.85 * lens.width, 0.95 * lens.height])
        cv2.circle(
            sheet, _fixed(at), round(rng.uniform(0.3, 1.0) * scale * 16), int(rng.integers(60, 220)), -1, cv2.LINE_AA, 4
        )
    for _ in range(table.scratches):
        start = rng.uniform([0.2 * lens.width, 0.1 * lens.height], [0.8 * lens.width, 0.9 * lens.height])
        steps = np.cumsum(rng.normal(0, 0.5, (14, 2)), 0) * rng.uniform(0.3, 1.6) + rng.normal(0, 2.0, 2)
        line = np.round((start + np.cumsum(steps, 0) * scale) * 16).astype(np.int32)
        cv2.polylines(sheet, [line], False, int(rng.integers(40, 110)), 1, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(sheet, (0, 0), 0.6), np.float32) / 255 * 0.22


def _fixed(point: Array) -> tuple[int, int]:
    return round(float(point[0]) * 16), round(float(point[1]) * 16)

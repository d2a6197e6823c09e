"""Draws one wand or one flat thing into a window of the picture: rays, light, paint, blur."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cameras.simulated.lacquer import mirrored_lamps
from vision.cameras.simulated.light import Light
from vision.cameras.simulated.optics import Array, Lens, window_rays
from vision.cameras.simulated.paint import FINE, skin
from vision.cameras.simulated.solid import CUT, END, Strike, blocked, strike
from vision.cameras.simulated.things import Sheet
from vision.cameras.simulated.wand import FACES, Pose, Wand, all_corners

Placed = tuple[Wand, Pose]


@dataclass(frozen=True, eq=False)
class Layer:
    """A part of the picture: its corner, and (h, w, 4): colour times cover, cover."""

    x: int
    y: int
    sheet: Array


def window(lens: Lens, points: Array, margin: int = 6) -> tuple[int, int, int, int] | None:
    """The picture's window around pixels (n, 2), or None when it is empty."""
    low, high = points.min(0) - margin, points.max(0) + margin + 1
    x0, y0 = max(math.floor(low[0]), 0), max(math.floor(low[1]), 0)
    x1, y1 = min(math.ceil(high[0]), lens.width), min(math.ceil(high[1]), lens.height)
    return (x0, y0, x1, y1) if x1 - x0 > 2 and y1 - y0 > 2 else None


def wand_layer(lens: Lens, light: Light, placed: Placed, others: Sequence[Placed], fine: int) -> Layer | None:
    """Ray cast one wand, ``fine`` by ``fine`` rays a pixel; None when it is out of the picture."""
    wand, pose = placed
    rim = pose.world(all_corners(wand))
    rim[:, 2] = np.maximum(rim[:, 2], 0)
    hull = lens.pixels(rim)
    box = window(lens, hull)
    if box is None:
        return None
    rays = window_rays(lens, box, fine)
    mask = np.zeros(rays.shape[:2], np.uint8)
    outline = ((cv2.convexHull(hull.astype(np.float32)).reshape(-1, 2) - np.array(box[:2]) + 0.5) * fine).astype(
        np.int32
    )
    cv2.fillConvexPoly(mask, outline, 1)
    mask = np.asarray(cv2.dilate(mask, np.ones((5, 5), np.uint8)))
    at = np.flatnonzero(mask)
    struck = strike(wand, pose, rays.reshape(-1, 4)[at])
    if not struck.hit.any():
        return None
    sheet = np.zeros((rays.shape[0] * rays.shape[1], 4), np.float32)
    lit = _lit(wand, pose, struck, rays.reshape(-1, 4)[at][struck.hit], light, others)
    sheet[at[struck.hit]] = np.column_stack([lit, np.ones(len(lit), np.float32)])
    return _shrunk(
        sheet.reshape(*rays.shape[:2], 4), box, fine, _defocus(lens, float(pose.place[2]) - wand.shape.inner)
    )


def _distance(wand: Wand, pose: Pose) -> float:
    """How far over the pane a wand counts as being when it blurs: its near end weighs most."""
    corners = pose.world(all_corners(wand))[:, 2]
    low = float(corners.min())
    return low + 0.2 * max(float(corners.mean()) - low - 2 * wand.shape.inner, 0.0)


def _defocus(lens: Lens, height: float) -> float:
    return (0.5 + 0.006 * max(height, 0)) * lens.width / 1280


def _shrunk(sheet: Array, box: tuple[int, int, int, int], fine: int, blur: float) -> Layer:
    if fine > 1:
        sheet = np.asarray(cv2.resize(sheet, (box[2] - box[0], box[3] - box[1]), interpolation=cv2.INTER_AREA))
    if blur > 0.3:
        sheet = np.asarray(cv2.GaussianBlur(sheet, (0, 0), blur))
    return Layer(box[0], box[1], sheet)


def _lit(wand: Wand, pose: Pose, struck: Strike, rays: Array, light: Light, others: Sequence[Placed]) -> Array:
    """Colour of each hit, (n, 3)."""
    albedo = _albedo(wand, struck)
    where = np.column_stack([rays[:, :2] + rays[:, 2:] * struck.t[:, None], struck.t]).astype(np.float32)
    shine = light.on(where, struck.normal, _free(light, where, pose, others))
    folds = np.where(struck.surface == CUT, np.clip(1 - 0.28 * struck.depth, 0.45, 1), 1.0)
    gloss = _gloss(wand, light, where, struck.normal)
    if wand.finish.polish > 0:
        gloss = gloss + mirrored_lamps(wand, light, where, struck, rays[:, 2:])
    return np.asarray(albedo * shine * folds[:, None] + gloss, np.float32)


def _free(light: Light, where: Array, pose: Pose, others: Sequence[Placed]) -> Array | None:
    """1 where a lamp shines, 0 where another wand is in its way, (lamps, n); None when none can be."""
    lowest = float(where[:, 2].max()) if len(where) else 0.0
    if lowest < 2.0 or len(others) < 2:
        return None
    lamps = light.lamps.samples()
    free = np.ones((len(lamps), len(where)), np.float32)
    raised = np.flatnonzero(where[:, 2] > 0.8)
    for wand, other in others:
        if other is pose or np.hypot(*(other.place - pose.place)[:2]) > wand.shape.length * 1.2:
            continue
        for index, lamp in enumerate(lamps):
            free[index, raised] *= ~blocked(wand, other, where[raised], lamp - where[raised])
    return free


def _gloss(wand: Wand, light: Light, where: Array, normal: Array) -> Array:
    """A faint mirror of the box on lacquer, stronger at a slant."""
    if wand.finish.gloss <= 0:
        return np.zeros((len(where), 1), np.float32)
    slant = 0.04 + 0.5 * (1 - np.abs(normal[:, 2])) ** 2
    return np.asarray((wand.finish.gloss * slant * (light.box + 0.2 * light.room))[:, None], np.float32)


def _albedo(wand: Wand, struck: Strike) -> Array:
    """Paint, ink or wood at each hit, (n, 3)."""
    cover = skin(wand)
    shape = wand.shape
    turns = np.array([wand.turns[face] for face in FACES])[np.minimum(struck.surface, 2)]
    across = struck.point[:, 1] * np.cos(turns) + struck.point[:, 2] * np.sin(turns)
    u = (struck.point[:, 0] + shape.length / 2) * FINE
    v = (np.clip(across, -shape.side / 2, shape.side / 2) + shape.side / 2) * FINE
    row = v + np.minimum(struck.surface, 2) * cover.rows
    albedo: Array = _sample(cover.faces, u, row)
    rubbed = _sample(cover.wear, u, row)[:, None] * struck.edge[:, None]
    albedo = albedo * (1 - rubbed) + _sample(cover.raw, u, v) * rubbed
    ends, cuts = struck.surface == END, struck.surface == CUT
    if ends.any():
        z = struck.point[ends, 2] + shape.inner
        albedo[ends] = _sample(cover.end, (struck.point[ends, 1] + shape.side / 2) * FINE, z * FINE)
    if cuts.any():
        albedo[cuts] = _sample(cover.raw, u[cuts], struck.depth[cuts] * FINE + 4)
    return albedo


def _sample(image: Array, u: Array, v: Array) -> Array:
    """Bilinear samples of an image at texel coordinates, (n, ...)."""
    count, width = len(u), 512
    rows = -(-count // width)
    maps = np.zeros((2, rows * width), np.float32)
    maps[0, :count], maps[1, :count] = u, v
    grid = maps.reshape(2, rows, width)
    out = np.asarray(cv2.remap(image, grid[0], grid[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
    return out.reshape(rows * width, *image.shape[2:])[:count]


def sheet_layer(lens: Lens, light: Light, sheet: Sheet) -> Layer | None:
    """Draw a flat thing; None when it is out of the picture."""
    rows, columns = sheet.cover.shape
    half = np.array([columns, rows]) / sheet.fine / 2
    rim = np.array(
        [[x, y, 0] for x, y in ((-half[0], -half[1]), (half[0], -half[1]), (half[0], half[1]), (-half[0], half[1]))]
    )
    world = rim @ sheet.rotation.T + sheet.place
    world[:, 2] = np.maximum(world[:, 2], 0)
    blur = min(_defocus(lens, sheet.height), 7.0 * lens.width / 1280) + sheet.soft * lens.width / 1280
    box = window(lens, lens.pixels(world), 6 + round(3 * blur))
    if box is None:
        return None
    fine, coarse = (2, 1) if sheet.height < 8 else (1, 1) if blur < 1.4 else (1, 2)
    rays = window_rays(lens, box, fine)[::coarse, ::coarse]
    colour, cover = _mapped(sheet, *_on_plane(sheet, rays))
    colour *= _sheet_light(light, sheet, rays)
    drawn = np.dstack([colour * cover[..., None], cover])
    if coarse > 1:
        drawn = np.asarray(cv2.GaussianBlur(drawn, (0, 0), blur / 2))
        drawn = np.asarray(cv2.resize(drawn, (box[2] - box[0], box[3] - box[1]), interpolation=cv2.INTER_LINEAR))
        blur = 0.0
    return _shrunk(drawn, box, fine, blur)


def _on_plane(sheet: Sheet, rays: Array) -> tuple[Array, Array]:
    """Texel coordinates where rays meet the sheet's plane."""
    normal = sheet.rotation[:, 2].astype(np.float32)
    place = sheet.place.astype(np.float32)
    reach = rays[..., 2] * normal[0] + rays[..., 3] * normal[1] + normal[2]
    t = ((place[0] - rays[..., 0]) * normal[0] + (place[1] - rays[..., 1]) * normal[1] + place[2] * normal[2]) / reach
    hit = [rays[..., 0] + rays[..., 2] * t - place[0], rays[..., 1] + rays[..., 3] * t - place[1], t - place[2]]
    axes = sheet.rotation.astype(np.float32)
    rows, columns = sheet.cover.shape
    u = sum(hit[k] * axes[k, 0] for k in range(3)) * sheet.fine + (columns - 1) / 2
    v = sum(hit[k] * axes[k, 1] for k in range(3)) * sheet.fine + (rows - 1) / 2
    return np.asarray(u, np.float32), np.asarray(v, np.float32)


def _mapped(sheet: Sheet, u: Array, v: Array) -> tuple[Array, Array]:
    colour = np.asarray(cv2.remap(sheet.albedo, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
    cover = np.asarray(
        cv2.remap(sheet.cover.astype(np.float32), u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0)
    )
    return colour, cover


def _sheet_light(light: Light, sheet: Sheet, rays: Array) -> Array:
    """Light on a sheet from below, sampled at a few points, (h, w, 3)."""
    small = rays[:: max(rays.shape[0] // 12, 1), :: max(rays.shape[1] // 12, 1)]
    points = small[..., :2] + small[..., 2:] * max(sheet.height, 0)
    flat = np.column_stack([points.reshape(-1, 2), np.full(points.shape[0] * points.shape[1], max(sheet.height, 0))])
    down = -sheet.rotation[:, 2] * np.sign(sheet.rotation[2, 2])
    shine = light.on(flat.astype(np.float32), np.tile(down.astype(np.float32), (len(flat), 1)))
    shine = shine + sheet.own * light.room * np.array(light.room_colour, np.float32)
    grid = shine.reshape(*points.shape[:2], 3).astype(np.float32)
    return np.asarray(cv2.resize(grid, (rays.shape[1], rays.shape[0]), interpolation=cv2.INTER_LINEAR))

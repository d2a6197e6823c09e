"""The surface of a wand: wood grain, paint, symbols, wear; one atlas a wand, faces below one another."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.cameras.simulated import symbols
from vision.cameras.simulated.optics import Array
from vision.cameras.simulated.symbols import Stroke
from vision.cameras.simulated.wand import FACES, Artwork, Wand

FINE = 8
"""Texels a millimetre."""


@dataclass(frozen=True, eq=False)
class Skin:
    """Albedo of a wand in linear light: three faces (3 x rows, columns, 3), end grain, raw wood of the cuts; wear
    of edges.
    """

    faces: Array
    end: Array
    raw: Array
    wear: Array
    rows: int


def fibres(rng: np.random.Generator, rows: int, columns: int, long: float, wide: float) -> Array:
    """Noise stretched along the columns, zero mean, unit spread, (rows, columns) float32."""
    coarse = max(1, int(long / 5))
    seedling = rng.standard_normal((rows, -(-columns // coarse) + 1)).astype(np.float32)
    field = np.asarray(cv2.GaussianBlur(seedling, (0, 0), long / coarse, sigmaY=wide, borderType=cv2.BORDER_REFLECT))
    if coarse > 1:
        wider = (field.shape[1] * coarse, rows)
        field = np.asarray(cv2.resize(field, wider, interpolation=cv2.INTER_CUBIC))
    field = field[:, :columns]
    unit: Array = (field - field.mean()) / (field.std() + 1e-9)
    return unit


def timber(rng: np.random.Generator, rows: int, columns: int, scale: float = FINE) -> Array:
    """Grain of beech: broad streaks, fine pores and short rays, unit spread, (rows, columns)."""
    broad = fibres(rng, rows, columns, 22 * scale, 0.8 * scale)
    fine = fibres(rng, rows, columns, 5 * scale, 0.12 * scale)
    flecks = fibres(rng, rows, columns, 0.7 * scale, 0.07 * scale)
    streaks = np.clip(fine - 1.2, 0, None) * -1.2
    mixed = 0.6 * broad + 0.45 * fine + streaks - 0.7 * np.clip(flecks - 1.6, 0, None)
    unit: Array = mixed / mixed.std()
    return unit


@lru_cache(maxsize=12)
def skin(wand: Wand) -> Skin:
    """The wand's surface, kept for the wands in use."""
    return _painted(wand)


def _painted(wand: Wand) -> Skin:
    rng = np.random.default_rng(wand.finish.seed)
    rows, columns = math.ceil(wand.shape.side * FINE) + 2, math.ceil(wand.shape.length * FINE) + 2
    faces = np.concatenate([_face(wand, face, rng, rows, columns) for face in FACES])
    raw = _wooden(np.array(wand.finish.raw), timber(rng, rows, columns), 0.12)
    end = _wooden(np.array(wand.finish.raw) * 0.8, fibres(rng, rows, rows, 3, 3), 0.1)
    worn = fibres(rng, 3 * rows, columns, 25, 3)
    wear = np.clip((worn - 2.2 + 4.5 * wand.finish.wear) * 0.6, 0, 0.9).astype(np.float32)
    painted_end = _wooden(np.array(wand.finish.paint) * 0.85, fibres(rng, rows, rows, 3, 3), 0.05)
    return Skin(faces, painted_end if wand.finish.grain < 0.5 else end, raw, wear, rows)


def _wooden(colour: Array, grain: Array, strength: float) -> Array:
    """Colour under grain: darker and a little redder in the streaks."""
    tint = np.array([1.25, 1.0, 0.8], np.float32) * strength
    shades: Array = colour * np.exp(np.clip(grain, -3, 3)[..., None] * tint)
    return shades.astype(np.float32)


def _face(wand: Wand, face: str, rng: np.random.Generator, rows: int, columns: int) -> Array:
    finish = wand.finish
    board = _wooden(np.array(finish.paint), timber(rng, rows, columns), finish.grain)
    mask = _symbols(wand, face, rng, rows, columns)
    specks = fibres(rng, rows, columns, 2.2, 1.6) + 0.4 * fibres(rng, rows, columns, 14, 4)
    gone = np.clip((specks - 3.0 + 4.2 * finish.wear) * 1.5, 0, 1)
    cover = (mask * (1 - 0.85 * gone) * 0.96)[..., None]
    ink = _wooden(np.array(finish.ink), specks, 0.08)
    painted: Array = board * (1 - cover) + ink * cover
    return painted.astype(np.float32)


def _symbols(wand: Wand, face: str, rng: np.random.Generator, rows: int, columns: int) -> Array:
    """Cover of the symbols on a face, 0 to 1, (rows, columns) float32."""
    mask = np.zeros((rows, columns), np.uint8)
    if face != "fate":
        gap = wand.shape.length * 0.31
        for place in [0.0] if wand.art.per_face == 1 else [-gap, 0.0, gap]:
            turn = rng.normal(0, 0.02) if face == "power" else rng.uniform(0, 2 * math.pi)
            shift = rng.normal(0, 0.25, 2)
            for points, pen in _strokes(wand, face, float(turn), np.array([place + shift[0], shift[1]])):
                _draw(mask, points, pen)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.7), np.float32) / 255


def _strokes(wand: Wand, face: str, turn: float, place: Array) -> list[Stroke]:
    """One mark's strokes in texels of its face."""
    spin = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    middle = np.array([wand.shape.length, wand.shape.side]) / 2
    return [((points @ spin + place + middle) * FINE + 0.5, pen * FINE) for points, pen in _mark(wand, face)]


def _mark(wand: Wand, face: str) -> list[Stroke]:
    """Strokes of the mark of a face in millimetres."""
    art, size = wand.art, wand.shape.side * wand.art.size
    named = symbols.POWER.get(art.arrow) if face == "power" else symbols.MAGIC.get(art.figure)
    if named is not None:
        return named(size)
    outlines = arrow(art, size) if face == "power" else star(art, size)
    hollow = art.star == "outline" if face == "magic" else art.arrow == "outline"
    return [(points, 0.075 * wand.shape.side if hollow else 0.0) for points in outlines]


def _draw(mask: Array, points: Array, pen: float) -> None:
    fixed = np.round(points * 16).astype(np.int32)
    if pen == 0:
        cv2.fillPoly(mask, [fixed], 255, cv2.LINE_AA, 4)
    else:
        cv2.polylines(mask, [fixed], pen > 0, 255, max(2, round(abs(pen))), cv2.LINE_AA, 4)


def star(art: Artwork, size: float) -> list[Array]:
    """Outline of a star of outer diameter ``size``, in millimetres around its middle."""
    turns = np.arange(2 * art.points) * math.pi / art.points
    reach = np.where(np.arange(2 * art.points) % 2 == 0, size / 2, size / 2 * art.waist)
    return [np.column_stack([np.cos(turns) * reach, np.sin(turns) * reach])]


def arrow(art: Artwork, size: float) -> list[Array]:
    """Outlines of an arrow of head width ``size`` pointing along x, in millimetres around its middle."""
    long, shaft, head = {
        "thin": (2.7, 0.2, 0.95), "thick": (1.75, 0.42, 0.8), "outline": (2.1, 0.42, 0.9), "broad": (1.5, 0.6, 0.75),
        "chevron": (2.0, 0.28, 0.7),
    }[art.arrow]  # fmt: skip
    tip, tail, neck = long * size / 2, -long * size / 2, (long / 2 - head) * size
    half, wing = shaft * size / 2, size / 2
    barb = neck - 0.35 * size if art.arrow == "chevron" else neck
    return [np.array([[tail, -half], [neck, -half], [barb, -wing], [tip, 0], [barb, wing], [neck, half], [tail, half]])]

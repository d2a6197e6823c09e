"""Marks that players paint for power and magic beside the plain arrow and star."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from vision.cameras.simulated.optics import Array

Stroke = tuple[Array, float]
"""Points (n, 2) in millimetres around the mark's middle, x along the wand, and the width of the pen in millimetres: 0
fills the outline; a negative width draws it open.
"""


def _round(radius: float, start: float = 0.0, stop: float = 2 * math.pi, count: int = 40) -> Array:
    turns = np.linspace(start, stop, count)
    return np.column_stack([np.cos(turns), np.sin(turns)]) * radius


def _moved(points: Array, x: float, y: float = 0.0) -> Array:
    moved: Array = points + np.array([x, y])
    return moved


def triple(size: float) -> list[Stroke]:
    """Three angles behind one another."""
    wing = np.array([[-0.35, -0.5], [0.15, 0.0], [-0.35, 0.5]]) * size
    return [(_moved(wing, k * 0.42 * size), -0.15 * size) for k in (-1, 0, 1)]


def fletched(size: float) -> list[Stroke]:
    """A hunter's arrow: head, thin shaft, feathers."""
    head = np.array([[0.75, -0.38], [1.35, 0.0], [0.75, 0.38]]) * size
    shaft = np.array([[-1.3, 0.0], [0.8, 0.0]]) * size
    feathers = [np.array([[x - 0.3, side * 0.36], [x, 0.0]]) * size for x in (-1.0, -0.7) for side in (-1, 1)]
    return [(head, 0.0), (shaft, -0.12 * size), *((f, -0.1 * size) for f in feathers)]


def drop(size: float) -> list[Stroke]:
    """A drop that points along the wand."""
    back = _moved(_round(0.4 * size, 0.35 * math.pi, 1.65 * math.pi), -0.5 * size)
    return [(np.vstack([back, [[0.95 * size, 0.0]]]), 0.0)]


def dart(size: float) -> list[Stroke]:
    """A kite with a notched back."""
    return [(np.array([[-0.75, -0.46], [0.9, 0.0], [-0.75, 0.46], [-0.35, 0.0]]) * size, 0.0)]


def moon(size: float) -> list[Stroke]:
    """A crescent and a dot."""
    outer = _round(0.5 * size, 0.3 * math.pi, 1.7 * math.pi)
    inner = _moved(_round(0.38 * size, 1.62 * math.pi, 0.38 * math.pi), 0.13 * size)
    return [(np.vstack([outer, inner]), 0.0), (_moved(_round(0.12 * size), 0.3 * size), 0.0)]


def spiral(size: float) -> list[Stroke]:
    """Two and a half turns of a line."""
    turns = np.linspace(0.6, 5.2 * math.pi, 90)
    reach = 0.48 * size * turns / turns[-1]
    return [(np.column_stack([np.cos(turns) * reach, np.sin(turns) * reach]), -0.09 * size)]


def sun(size: float) -> list[Stroke]:
    """A disc with rays."""
    rays = [np.array([[0.34, 0.0], [0.5, 0.0]]) * size for _ in range(8)]
    turned = [_turned(ray, k * math.pi / 4) for k, ray in enumerate(rays)]
    return [(_round(0.24 * size), 0.1 * size), *((ray, -0.1 * size) for ray in turned)]


def spark(size: float) -> list[Stroke]:
    """A cross of four needles with dots between them."""
    reach = np.where(np.arange(8) % 2 == 0, 0.5, 0.1) * size
    turns = np.arange(8) * math.pi / 4
    dots = [_moved(_round(0.08 * size), *(0.34 * size * np.array([sx, sy]))) for sx in (-1, 1) for sy in (-1, 1)]
    return [(np.column_stack([np.cos(turns), np.sin(turns)]) * reach[:, None], 0.0), *((d, 0.0) for d in dots)]


def lozenge(size: float) -> list[Stroke]:
    """A diamond in outline with a filled one in it."""
    rim = np.array([[0.55, 0.0], [0.0, 0.46], [-0.55, 0.0], [0.0, -0.46]]) * size
    return [(rim, 0.09 * size), (rim * 0.45, 0.0)]


def ring(size: float) -> list[Stroke]:
    """A ring with a dot."""
    return [(_round(0.42 * size), 0.12 * size), (_round(0.1 * size), 0.0)]


def _turned(points: Array, angle: float) -> Array:
    c, s = math.cos(angle), math.sin(angle)
    turned: Array = points @ np.array([[c, s], [-s, c]])
    return turned


POWER: dict[str, Callable[[float], list[Stroke]]] = {
    "triple": triple,
    "fletched": fletched,
    "drop": drop,
    "dart": dart,
}
MAGIC: dict[str, Callable[[float], list[Stroke]]] = {
    "moon": moon,
    "spiral": spiral,
    "sun": sun,
    "spark": spark,
    "lozenge": lozenge,
    "ring": ring,
}
"""Marks by name; they point along the wand, the others stand as they fall."""

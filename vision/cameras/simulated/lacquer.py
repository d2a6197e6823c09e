"""Lamps mirrored in lacquer: a halo round their images, with sparkle where brush and grain bend the film."""

from __future__ import annotations

import numpy as np

from vision.cameras.simulated.light import Light
from vision.cameras.simulated.optics import Array
from vision.cameras.simulated.solid import Strike
from vision.cameras.simulated.wand import Wand

FRESNEL = 0.04
"""Share of light that lacquer (n = 1.5) mirrors straight on: ((n - 1) / (n + 1)) squared."""
RIPPLE = 0.012
"""How far a brushed film leans at random, in radians along and across."""


MOST_LAMPS = 12
"""Mirror images drawn in a wand; of more lamps every second or third stands for its neighbours."""


def mirrored_lamps(wand: Wand, light: Light, where: Array, struck: Strike, slopes: Array) -> Array:
    """Light of the lamps that the wand's film sends into the lens (n, 3); Blinn's lobe around the half-way vector.

    ``where`` (n, 3) are world points, ``slopes`` (n, 2) of the rays that struck them.
    """
    polish = wand.finish.polish
    lean = _rippled(wand, struck)
    view = _unit(np.column_stack([-slopes, np.full(len(slopes), -1.0, np.float32)]))
    lobes = np.zeros(len(where), np.float32)
    places = light.lamps.places()[:: -(-light.lamps.count // MOST_LAMPS)]
    scale = light.lamps.strength * light.scale() * FRESNEL * (polish + 8) / 8 / len(places)
    for lamp in places:
        way = (lamp - where).astype(np.float32)
        far = np.linalg.norm(way, axis=1)
        half = _unit(view + way / far[:, None])
        facing = np.clip(np.einsum("ij,ij->i", half, lean), 0, 1)
        free = 1.0 if light.ledge is None else light.ledge.free(where, lamp)
        lobes += facing**polish * scale * -float(lamp[2]) / far**3 * free
    return np.asarray(lobes[:, None] * np.array(light.lamps.colour), np.float32)


def _rippled(wand: Wand, struck: Strike) -> Array:
    """Normals of the film, bent a little by fixed ripples of the brush, (n, 3)."""
    x, y = struck.point[:, 0], struck.point[:, 1] + struck.point[:, 2]
    phase = float(wand.finish.seed % 628) / 100
    along = np.sin(x * 2.1 + 3 * np.sin(y * 1.7 + phase)) * np.sin(x * 0.63 + phase)
    across = np.sin(y * 5.3 + 0.4 * np.sin(x * 0.9 + phase)) * np.cos(x * 0.31)
    return _unit(struck.normal + RIPPLE * np.column_stack([along, across, np.zeros_like(along)]))


def _unit(vectors: Array) -> Array:
    unit: Array = np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)
    return unit

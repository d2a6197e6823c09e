"""How a simulated hand holds the printed board, time after time: flat, tilted to all sides, towards the corners."""

from __future__ import annotations

import math

import numpy as np

from vision.cameras.simulated.optics import Array
from vision.cameras.simulated.wand import turn_about

HOLDS = (
    (2.0, 0.0, 0.0, (0.0, 0.0), 0.2),
    (-14.0, 20.0, 20.0, (0.0, 0.0), 45.0),
    (28.0, 22.0, 200.0, (0.0, 0.0), 60.0),
    (10.0, 16.0, 315.0, (-45.0, -55.0), 45.0),
    (80.0, 16.0, 45.0, (55.0, -40.0), 45.0),
    (95.0, 18.0, 135.0, (50.0, 45.0), 50.0),
    (-10.0, 18.0, 225.0, (-45.0, 55.0), 50.0),
)
"""Degrees turned and leaning and towards where, place (mm), height (mm) of its middle over the pane."""


def board_place(number: int, rng: np.random.Generator) -> tuple[Array, Array]:
    """Rotation and place of the board, the ``number``th time (from 0)."""
    yaw, lean, toward, place, height = HOLDS[number % len(HOLDS)]
    turn = turn_about(np.array([0, 0, 1.0]), math.radians(yaw + rng.uniform(-3, 3)))
    if lean:
        way = math.radians(toward + rng.uniform(-8, 8))
        axis = np.array([math.cos(way), math.sin(way), 0])
        turn = turn_about(axis, math.radians(lean + rng.uniform(-2, 2))) @ turn
    return turn, np.array([*(np.array(place) + rng.uniform(-4, 4, 2)), height])

"""What a picture really shows, from the geometry; for tests and labels only, never for the reader."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from vision.cameras.simulated.optics import Array, Lens
from vision.cameras.simulated.wand import FACES, Pose, Wand, face_corners


def bottom_face(wand: Wand, pose: Pose) -> str:
    """The face that looks down most."""
    return min(FACES, key=lambda face: float(pose.rotation[2] @ _normal(wand, face)))


def _normal(wand: Wand, face: str) -> Array:
    turn = wand.turns[face]
    return np.array([0.0, math.sin(turn), -math.cos(turn)])


def wand_truth(lens: Lens, wand: Wand, pose: Pose, state: str = "flat") -> dict[str, Any]:
    """State, faces, notches and corners of one wand; keys and units of the labels file."""
    if state == "on_end":
        end = pose.place - np.array([0, 0, pose.place[2]])
        keys = ("bottom_face", "top_value", "edge_left", "edge_right", "corners_px")
        return {"state": state, **dict.fromkeys(keys), "end_px": _rounded(lens.pixels(end[None]))[0]}
    face = bottom_face(wand, pose)
    corners = pose.world(face_corners(wand, face))
    left, right = wand.beside(face)
    along = corners[1] - corners[0]
    return {
        "state": state,
        "bottom_face": face,
        "top_value": wand.opposite[face],
        "edge_left": wand.opposite[left],
        "edge_right": wand.opposite[right],
        "corners_px": _rounded(lens.pixels(corners)),
        "corners_mm": _rounded(corners),
        "yaw_deg": round(math.degrees(math.atan2(along[1], along[0])), 2),
    }


def _rounded(points: Array) -> list[list[float]]:
    return [[round(float(v), 2) for v in point] for point in points]

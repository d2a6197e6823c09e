"""Edges of wands with the places of their notches, for `tests.hardframes.learn_notches`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from tests.hardframes.stored import Stored
from vision.evidence.model import WandModel
from vision.verdict.found import Found

NONE, NOTCH, BORDER = 0, 1, 2
"""What is at a place of an edge; on a notch's border either may be said."""
WITHIN_MM, BORDER_MM = 1.0, 2.2
"""So far from its middle a notch is there, and so far is its border."""
OFF_MM = 2.0
"""What was found farther from the true corners shows other edges."""


@dataclass(frozen=True)
class Notched(Stored):
    """Of one set: both edges of each wand (n, 2, rows, columns, 3), and what is at each place (n, 2, columns)."""

    strips: np.ndarray
    there: np.ndarray


def notched(
    model: WandModel, found: Found, truth: dict[str, Any], labels: dict[str, Any]
) -> tuple[np.ndarray, np.ndarray] | None:
    """Both edges of what was found, and what is there; None where the wand lies elsewhere or does not lie flat."""
    if truth["state"] != "flat":
        return None
    length, side = model.wand.length, model.wand.side
    own = np.array([[-length, -side], [length, -side], [length, side], [-length, side]], np.float32) / 2
    way = cv2.getPerspectiveTransform(np.array(found.reading.corners_px, np.float32), own)
    true = np.array(truth["corners_px"], np.float32)
    there = np.full((2, len(model.gauge.u)), NONE, np.uint8)
    if np.abs(np.abs(_moved(way, true)) - np.abs(own)).max() > OFF_MM:
        return None
    for x, y in _moved(way, _places(true, truth, labels, found.colour)):
        away = np.abs(model.gauge.u - x)
        row = there[int(y > 0)]
        row[away <= BORDER_MM] = BORDER
        row[away <= WITHIN_MM] = NOTCH
    strips = model.gauge.strips(found.exhibit.patch).transpose(0, 2, 3, 1)
    return np.clip(np.rint(strips), 0, 255).astype(np.uint8), there


def _moved(way: np.ndarray, places: np.ndarray) -> np.ndarray:
    return cv2.perspectiveTransform(places.reshape(1, -1, 2), way)[0] if len(places) else np.empty((0, 2))


def _places(corners: np.ndarray, truth: dict[str, Any], labels: dict[str, Any], colour: str) -> np.ndarray:
    """Where the notches of both edges are in the picture: along p0-p1 and along p3-p2."""
    counts, centres = labels["opposite_edge_notches"][colour], labels["notch_centres_mm"][colour]
    places = []
    for first, last, key in ((0, 1, "edge_left"), (3, 2, "edge_right")):
        face = next(f for f, count in counts.items() if count == truth[key])
        for centre in centres[f"opposite_{face}"]:
            share = 0.5 + centre / labels["wand_mm"]["length"]
            places.append(corners[first] * (1 - share) + corners[last] * share)
    return np.array(places, np.float32).reshape(-1, 2)

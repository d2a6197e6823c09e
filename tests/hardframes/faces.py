"""Straightened faces with their truth for `tests.hardframes.learn`: what the reader finds, and places that are none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.hardframes.stored import Stored
from vision.evidence.model import WandModel
from vision.evidence.resemblance import HALF
from vision.geometry.patches import Sampler
from vision.geometry.pose import same_place
from vision.read import Look, Reader
from vision.scene.glare import unwashed

NONE = 3
"""The class of what is no face of that wand; the others are its values."""
APART_MM = 7.0
"""Farther from where the wand lies, what was found is none."""
STRAYS = 4
"""Places of each throw that are none: beside a wand, across it, on the bare pane."""


@dataclass(frozen=True)
class Faces(Stored):
    """Of one set: straightened faces (n, rows, columns, 3), where they are ``clear`` (n, rows, columns), whose taught
    faces they are compared with and what they are, a value or `NONE` (n,); and for each wand its layers and woods.
    """

    seen: np.ndarray
    clear: np.ndarray
    wand: np.ndarray
    truth: np.ndarray
    layers: np.ndarray
    tops: np.ndarray
    woods: np.ndarray


Row = tuple[np.ndarray, np.ndarray, int, int]
"""A face, where it is clear, number of the wand, and what it is."""


def faces_of(reader: Reader, rows: list[Row]) -> Faces:
    """The faces of a set."""
    models = [reader.models[c] for c in reader.wands.colours]
    seen, clear, wand, truth = zip(*rows, strict=True)
    return Faces(
        np.stack(seen),
        np.stack(clear),
        np.array(wand, np.uint8),
        np.array(truth, np.uint8),
        np.stack([m.taught.layers for m in models]).astype(np.float16),
        np.array([m.tops for m in models], np.uint8),
        np.stack([m.base for m in models]).astype(np.float32),
    )


def _row(model: WandModel, number: int, patch: np.ndarray, clear: np.ndarray, truth: int) -> Row:
    seen = np.clip(np.rint(model.taught.cells(patch)), 0, 255).astype(np.uint8)
    return seen, model.taught.shown(clear) > HALF, number, truth


def found_faces(reader: Reader, look: Look, truth: dict[str, Any]) -> list[Row]:
    """What the reader found."""
    rows = []
    for found in look.found:
        label, exhibit = truth["wands"].get(found.colour), found.exhibit
        number, top = reader.wands.colours.index(found.colour), NONE
        if label and label.get("corners_px"):
            off = np.mean(label["corners_px"], axis=0) - np.mean(found.reading.corners_px, axis=0)
            top = int(label["top_value"]) if np.hypot(*off) < APART_MM * reader.pane.scale else NONE
        rows.append(_row(reader.models[found.colour], number, exhibit.patch, exhibit.clear, top))
    return rows


def strays(reader: Reader, look: Look, picture: np.ndarray, rng: np.random.Generator) -> list[Row]:
    """Places that are none: off a wand by half its width and more, or turned; or anywhere."""
    rows = []
    sampler = Sampler(reader.pane, reader.empty.beside(picture).picture, reader.wands.density)
    for _ in range(STRAYS if look.found else 0):
        number = int(rng.integers(len(reader.wands.colours)))
        model = reader.models[reader.wands.colours[number]]
        near = look.found[int(rng.integers(len(look.found)))].outline.centred
        shift, turn = rng.choice([-1, 1], 2) * rng.uniform((7, 0.12), (40, 1.5))
        pose = near.moved(0.0, float(shift), float(turn) if rng.random() < 0.5 else 0.0)
        own = [f.outline.centred for f in look.found if f.colour == model.wand.colour]
        if any(same_place(pose, o, APART_MM, 5.0) for o in own):
            continue
        high, wide = model.wand.faces[0].picture.shape[:2]
        raw = sampler.cut(pose, (wide // 2) / model.density, (high // 2) / model.density)
        rows.append(_row(model, number, raw.astype(np.float32), unwashed(raw, model.density), NONE))
    return rows

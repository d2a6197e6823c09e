"""A recorded throw as a film: the empty pane, the wands fall, and lie."""

from __future__ import annotations

import json
from dataclasses import dataclass

import numpy as np

from tests.vision.conftest import DATA
from tests.vision.live.spells import Rng, noisy
from vision.files import list_pictures, read_picture
from vision.picture import Picture

EMPTY, REST, FRAMES = 8, 9, 17
"""Frames of the empty pane before; of the recording, the first at rest, and all."""
LYING = 22


@dataclass(frozen=True)
class Film:
    """Pictures at FPS, the number of the first in which all wands lie, and what lies on top then."""

    pictures: list[Picture]
    rest: int
    tops: dict[str, int]


def recorded(rng: Rng) -> Film:
    """The recording of the test data; where a frame was left out, nothing had changed since the one before."""
    known = {int(path.stem): read_picture(path) for path in list_pictures(DATA / "sequence")}
    shown: list[Picture] = [noisy(known[0], rng) for _ in range(EMPTY)]
    for number in range(FRAMES):
        shown.append(known[number] if number in known else noisy(shown[-1], rng, 1.0))
    shown += [noisy(known[FRAMES - 1], rng) for _ in range(LYING)]
    tops: dict[str, int] = json.loads((DATA / "sequence" / "tops.json").read_text())
    return Film(shown, EMPTY + REST, tops)


def still(picture: Picture, count: int, rng: Rng) -> list[Picture]:
    """A picture that lies still, with fresh noise."""
    return [noisy(np.asarray(picture, np.uint8), rng) for _ in range(count)]

"""Ends of wands, up and flat, for `tests.hardframes.learn_held`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tests.hardframes.faces import APART_MM
from tests.hardframes.stored import Stored
from vision.evidence.grip import beside
from vision.evidence.hold import told_of
from vision.evidence.vicinity import Surveyor
from vision.read import Look, Reader
from vision.verdict.found import Found

RAISED_MM = 1.5
"""An end that is so much higher than the other is up; coins are 1.7 mm and more."""


@dataclass(frozen=True)
class Held(Stored):
    """Of one set: what is told of each end (n, facts), what surrounds it as `Vicinity` has it (n, rows, columns, 6 and
    2), how bright the set's brightest wood is (n,), and whether it is up (n,).
    """

    told: np.ndarray
    colours: np.ndarray
    covered: np.ndarray
    white: np.ndarray
    held: np.ndarray


class End(NamedTuple):
    """The same of one end."""

    told: np.ndarray
    colours: np.ndarray
    covered: np.ndarray
    white: float
    held: bool


def held_of(ends: list[End]) -> Held:
    """All ends of a set as one."""
    return Held(*(np.array(values) for values in zip(*ends, strict=True)))


def held_ends(reader: Reader, look: Look, picture: np.ndarray, truth: dict[str, Any]) -> list[End]:
    """What is told of each end of the wands of a throw that lie flat or have one end up, and whether it is up."""
    view, rows = reader.empty.beside(picture), []
    surveyor, white = Surveyor(view, reader.pane), reader.white * look.gain
    for found in look.found:
        label = truth["wands"].get(found.colour)
        if not label or label["state"] not in ("flat", "tilted") or _away(reader, found, label):
            continue
        others = [f.outline for f in look.found if f is not found]
        around, model = beside(view, reader.pane, found.outline, others), reader.models[found.colour]
        told = told_of(view, reader.pane, model, found.exhibit, around, white)
        near = surveyor.around(found.outline, others)
        for end in (0, 1):
            raised = _raised(found, label, end)
            if raised or label["state"] == "flat":
                rows.append(End(told[end], near.colours[end], near.covered[end], white, raised))
    return rows


def _away(reader: Reader, found: Found, label: dict[str, Any]) -> bool:
    off = np.mean(label["corners_px"], axis=0) - np.mean(found.reading.corners_px, axis=0)
    return bool(np.hypot(*off) > APART_MM * reader.pane.scale)


def _raised(found: Found, label: dict[str, Any], end: int) -> bool:
    """Whether that end is higher than the other one by `RAISED_MM`."""
    height = np.array(label["corners_mm"])[:, 2]
    mine = np.array(found.reading.corners_px)[[1, 2] if end else [0, 3]].mean(axis=0)
    there = [np.array(label["corners_px"])[pair].mean(axis=0) for pair in ([0, 3], [1, 2])]
    first = int(np.hypot(*(mine - there[1])) < np.hypot(*(mine - there[0])))
    heights = height[[0, 3]].mean(), height[[1, 2]].mean()
    return bool(heights[first] - heights[1 - first] > RAISED_MM)

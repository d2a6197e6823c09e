"""Is an end up?  What the outline says of a lift and what surrounds the end is weighed by small networks, the judges;
where they leave a doubt another one looks at the end.

All were shown the ends of wands of many tables, flat ones and such as lie on a coin or are held by fingers, beside
hands, arms, heads and shadows.  `tests.hardframes.learn_held` and `tests.hardframes.learn_around` train them anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.evidence.exhibit import Exhibit
from vision.evidence.grip import Beside, spread
from vision.evidence.model import WandModel
from vision.evidence.network import Network
from vision.evidence.tilt import held_longer
from vision.evidence.tinge import tinges
from vision.geometry.pane import Pane
from vision.locate.outline import Outline
from vision.locate.relief import PIECES
from vision.scene.view import View

Array = NDArray[np.float64]
Floats = NDArray[np.floating[Any]]

MOST_PIECES, MOST_MM = 8.0, 4.0
"""More pieces of an outline, or more mm, tell nothing more."""
NEAR = 5
"""Pieces of a side that are an end's own."""
UP = 0.0
"""An end is taken for up from these odds (logarithm, as if a third of all ends were up) on: of eight tables from which
looking was not learnt, with many hands, 135 of 140 ends that were up had more, and 6 of 2,202 flat ones; 135 and 7 had
more than -1, 133 and 5 more than 1."""
PLAIN = -9.0
"""Where what is told makes both ends less likely up than this (logarithm) nobody looks: of 83 sets that the judges had
not learnt from 75 of 100 flat ends were so, and none of 1,620 that were up; of 44 later ones, with many hands, 49 of
100, and 1 of 766."""
ENDS = np.arange(2)


def told_of(
    view: View, pane: Pane, model: WandModel, exhibit: Exhibit, around: tuple[Beside, Beside], white: float
) -> NDArray[np.float32]:
    """What is known of both ends, in the order and scale in which the network was shown it: (2, 46).

    ``white`` is how bright the brightest wood of the set is in this light (grey levels).
    """
    facts = exhibit.facts
    columns = [
        *_of_tilt(exhibit),
        *_of_outline(exhibit.outline),
        *_around(around, white),
        3 * (1 - _clear(exhibit.clear)),
        facts.crossed / 5,
        facts.missing * 2,
        facts.bare / 5,
        float(facts.veiled),
        *_longer(pane, exhibit),
        *(3 * tinges(model, exhibit.patch, exhibit.best, exhibit.gain).T),
        *spread(view, exhibit.outline).T,
    ]
    told = np.empty((2, len(columns)), np.float32)
    for number, column in enumerate(columns):
        told[:, number] = column
    return np.clip(told, -MOST_PIECES, MOST_PIECES)


def _clear(clear: NDArray[np.bool_]) -> Array:
    """Share of the part of a face that is an end's own that is in view."""
    wide = clear.shape[1] * NEAR // PIECES
    return np.array([clear[:, :wide].mean(), clear[:, -wide:].mean()])


def _of_tilt(exhibit: Exhibit) -> list[Floats | float]:
    tilt = exhibit.facts.tilt
    flat, own = np.clip(tilt.flat, -MOST_PIECES, MOST_PIECES), tilt.end == ENDS
    return [flat / 4, np.clip(flat, -2, 2), own * tilt.gain / 4, ~own * tilt.gain / 4, own * tilt.height / 10]


def _of_outline(outline: Outline) -> list[Floats | float]:
    """How clearly it shows, in all and at that end, and how narrow it is there."""
    half = outline.held_sides.shape[1] // 4
    sides = np.stack([outline.held_sides[:, :half], outline.held_sides[:, -half:]]).mean(axis=2)
    span = float(np.clip(outline.span - outline.length, -MOST_MM, MOST_MM))
    taper = float(outline.widths[1] - outline.widths[0])
    ends, borders = outline.held_ends.mean(axis=1), outline.borders
    own = np.stack([borders[:, :NEAR], borders[:, -NEAR:]])
    narrow = _narrow(own)
    return [
        outline.held * 5, float(outline.trust.min()) * 5, ends * 3, ends[::-1] * 3, sides.mean(axis=1) * 3,
        sides.min(axis=1) * 3, taper * (1 - 2 * ENDS), abs(taper), span, abs(span), narrow, narrow[::-1],
        np.isnan(own).mean(axis=(1, 2)) * 2,
    ]  # fmt: skip


def _narrow(borders: Array) -> Array:
    """By how much (mm) both sides together, (ends, 2, pieces), are nearer to each other than taught; 0 where neither is
    seen: (ends,).
    """
    order, count = np.sort(borders, axis=2), np.isfinite(borders).sum(axis=2)
    middle = np.stack([np.maximum(count - 1, 0) // 2, np.minimum(count // 2, borders.shape[2] - 1)], axis=2)
    medians = np.take_along_axis(order, middle, axis=2).mean(axis=2)
    return np.asarray(-np.where(count > 0, medians, 0.0).sum(axis=1))


def _around(around: tuple[Beside, Beside], white: float) -> list[Floats]:
    shares = np.array([[a.different, a.tinted] for a in around])
    bright = np.array([a.brightness for a in around]) / max(white, 1.0)
    sides = 2 * np.stack([shares.min(axis=2), shares.mean(axis=2), shares.max(axis=2)], axis=2).reshape(2, -1).T
    return [bright, *sides, *(2 * np.array([a.ahead for a in around]).T)]


def _longer(pane: Pane, exhibit: Exhibit) -> list[Floats | float]:
    """Whether its mark tells that, by how much (half mm) it is longer than taught, how much a lift by `HELD_MM` would
    make it, and which way that end looks from the camera.
    """
    pose = exhibit.outline.centred
    outwards = float((pose.middle - pane.eye[:2]) @ pose.along / abs(pane.eye[2])) * (2 * ENDS - 1)
    stretch = exhibit.mark.stretch(exhibit.best)
    if stretch is None:
        return [0.0, 0.0, 0.0, outwards * 3]
    least = held_longer(pane, exhibit.outline)[:, 0] * stretch.apart
    return [1.0, stretch.longer * 2, least * 2, outwards * 3]


def up_odds(told: NDArray[np.float32], seen: Callable[[], NDArray[np.float32]]) -> Array:
    """How much more likely (logarithm) each of a wand's ends is up than not, by what is told of it (2, 46) and what is
    ``seen`` around it, as `vision.evidence.vicinity.layers_of` makes it, where that can still matter: (2,).
    """
    odds = JUDGES.answer(told)[:, 0]
    return odds if odds.max() < PLAIN else odds + AROUND.answer(told, seen())[:, 0]


JUDGES = Network("held.onnx")
AROUND = Network("around.onnx", ("told", "seen"))

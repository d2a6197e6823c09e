"""Is an end up?  What the outline says of a lift and what surrounds the end, weighed by a small network.

It was shown the ends of wands of many tables, flat ones and such as lie on a coin or are held by fingers, beside hands,
arms, heads and shadows.  `tests.hardframes.learn_held` trains it anew.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.evidence.exhibit import Exhibit
from vision.evidence.grip import Beside
from vision.evidence.network import Network
from vision.evidence.tilt import held_longer
from vision.geometry.pane import Pane
from vision.locate.outline import PIECES, Outline

Array = NDArray[np.float64]

MOST_PIECES, MOST_MM = 8.0, 4.0
"""More pieces of an outline, or more mm, tell nothing more."""
NEAR = 5
"""Pieces of a side that are an end's own."""
UP = -0.5
"""An end is taken for up from these odds (logarithm) on: of 59 tables that were not learnt from 290 of 305 ends that
were up had more, and 27 of 16,328 flat ones."""


def told_of(pane: Pane, exhibit: Exhibit, around: Beside, end: int, white: float) -> NDArray[np.float32]:
    """What is known of an end 0 or 1, in the order and scale in which the network was shown it: (36,).

    ``white`` is how bright the brightest wood of the set is in this light (grey levels).
    """
    told = [*_of_tilt(exhibit, end), *_of_outline(exhibit.outline, end), *_around(around, white)]
    facts = exhibit.facts
    glare = 1 - float(_end(exhibit.clear, end).mean())
    told += [
        3 * glare,
        facts.crossed / 5,
        facts.missing * 2,
        facts.bare / 5,
        float(facts.veiled),
        *_longer(pane, exhibit, end),
    ]
    return np.clip(np.array(told, np.float32), -MOST_PIECES, MOST_PIECES)


def _end(clear: NDArray[np.bool_], end: int) -> NDArray[np.bool_]:
    """The part of a face that is an end's own."""
    wide = clear.shape[1] * NEAR // PIECES
    return clear[:, -wide:] if end else clear[:, :wide]


def _of_tilt(exhibit: Exhibit, end: int) -> list[float]:
    tilt = exhibit.facts.tilt
    flat, own = float(np.clip(tilt.flat[end], -MOST_PIECES, MOST_PIECES)), tilt.end == end
    return [
        flat / 4,
        float(np.clip(flat, -2, 2)),
        own * tilt.gain / 4,
        (not own) * tilt.gain / 4,
        own * tilt.height / 10,
    ]


def _of_outline(outline: Outline, end: int) -> list[float]:
    """How clearly it shows, in all and at that end, and how narrow it is there."""
    own, away = (slice(-NEAR, None), slice(NEAR)) if end else (slice(NEAR), slice(-NEAR, None))
    half = outline.held_sides.shape[1] // 4
    sides = outline.held_sides[:, -half:] if end else outline.held_sides[:, :half]
    span = float(np.clip(outline.span - outline.length, -MOST_MM, MOST_MM))
    taper = float(outline.widths[1] - outline.widths[0]) * (1 - 2 * end)
    ends = outline.held_ends.mean(axis=1)
    return [
        outline.held * 5, float(outline.trust.min()) * 5, float(ends[end]) * 3, float(ends[1 - end]) * 3,
        float(sides.mean()) * 3, float(sides.mean(axis=1).min()) * 3, taper, abs(taper), span, abs(span),
        _narrow(outline.borders[:, own]), _narrow(outline.borders[:, away]),
        float(np.isnan(outline.borders[:, own]).mean()) * 2,
    ]  # fmt: skip


def _narrow(borders: Array) -> float:
    """By how much (mm) both sides together are nearer to each other than taught; 0 where neither is seen."""
    seen = [side[np.isfinite(side)] for side in borders]
    return -float(sum(np.median(side) for side in seen if len(side)))


def _around(around: Beside, white: float) -> list[float]:
    shares = [around.different, around.tinted]
    sides = [float(2 * of(share)) for share in shares for of in (np.min, np.mean, np.max)]
    return [around.brightness / max(white, 1.0), *sides, *(2 * share for share in around.ahead)]


def _longer(pane: Pane, exhibit: Exhibit, end: int) -> list[float]:
    """Whether its mark tells that, by how much (half mm) it is longer than taught, how much a lift by `HELD_MM` would
    make it, and which way that end looks from the camera.
    """
    pose = exhibit.outline.centred
    outwards = float((pose.middle - pane.eye[:2]) @ pose.along / abs(pane.eye[2])) * (2 * end - 1)
    stretch = exhibit.mark.stretch(exhibit.best)
    if stretch is None:
        return [0.0, 0.0, 0.0, outwards * 3]
    least = float(held_longer(pane, exhibit.outline, end)[0]) * stretch.apart
    return [1.0, stretch.longer * 2, least * 2, outwards * 3]


def up_odds(told: NDArray[np.float32]) -> Array:
    """How much more likely (logarithm) each of a wand's ends, told of in two rows, is up than not: (2,)."""
    return NETWORK.answer(told)[:, 0]


NETWORK = Network("held.onnx")

"""Registration: where exactly a taught face lies, told by all that it shows, its grain and signs, not by its borders.

White wood on a white pane, or on another wand's side, shows no border of its own, and a stronger one beside it draws
the outline away by some millimetres; marks and notches are then looked for at the wrong places.  The face itself is
unlike anything beside it: normalised cross-correlation finds it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.resemblance import MOST, beside_wood
from vision.geometry.patches import Patch, Sampler, within
from vision.geometry.pose import Pose
from vision.numeric.peaks import vertex

if TYPE_CHECKING:
    from vision.evidence.model import WandModel

Mask = NDArray[np.bool_]

AWAY_MM = 4.5
"""How far a face may be off, along and across: a border farther away is no longer taken for the wand's."""
TURNED = np.radians(np.arange(-2.0, 2.01, 0.5))
"""How far it may be turned."""
RIM_MM = 0.4
"""So much at its borders is left out, where what is beside the wand mixes in."""
LIGHT_MM = 3.0, 1.8
"""What changes along and across the wand over more than this is light: gloss, a shadow, a veil."""
LIKE, UNLIKE = 0.5, 0.6
"""A face lies where it correlates by so much, if what is left to a whole correlation is no more than ``UNLIKE`` of what
the likeliest other value leaves: of 373 doubts on 80 tables that were so by the look of the face alone, at 0.6 and 0.7,
and that the network knew, too, all but four of one wand that was taught off its place had the true value, and none of
these was sure; at 0.5 and 0.8 a wrong value would have been."""


@dataclass(frozen=True)
class Pattern:
    """A face in one direction without its borders: how much brighter than its wood each cell is (rows, columns, 3), and
    which cells are ``known`` (1 or 0, of the same shape).
    """

    face: Patch
    known: Patch


@dataclass(frozen=True)
class Registered:
    """Where the guess number ``guess`` lies, and how well (correlation, -1 to 1) it and the best guess of another value
    fit.
    """

    guess: int
    pose: Pose
    like: float
    other: float

    @property
    def unlike(self) -> float:
        """What is left to a whole correlation, as a share of what the best guess of another value leaves."""
        return (1 - self.like) / max(1 - self.other, 1e-6)

    @property
    def plain(self) -> bool:
        """Whether this face, and that of no other value, lies there."""
        return self.like >= LIKE and self.unlike <= UNLIKE


def patterns_of(model: WandModel, picture: Patch, clear: Mask) -> list[Pattern]:
    """A face of the model (rows, columns, 3), where light left it ``clear``: as it looks, and without its light."""
    part = within(model.vs, model.wand.side / 2 - RIM_MM), within(model.us, model.wand.length / 2 - RIM_MM)
    known = np.repeat(clear[part].astype(np.float32)[..., None], 3, axis=2)
    return [Pattern(face * known, known) for face in _faces(picture[part], model, 1.0)]


def registered(sampler: Sampler, model: WandModel, pose: Pose, gain: float) -> Registered:
    """Where the face that lies near the pose fits best, as it looks or without the light, whichever tells more plainly;
    ``gain`` is how bright all wands are.
    """
    half = model.wand.length / 2 + AWAY_MM, model.wand.side / 2 + AWAY_MM
    turned = [Pose(pose.x, pose.y, pose.angle + float(angle)) for angle in TURNED]
    seen = [_faces(sampler.cut(place, *half), model, gain) for place in turned]
    ways = zip(zip(*seen, strict=True), zip(*model.patterns, strict=True), strict=True)
    return min((_told(model, turned, *way, sampler.density) for way in ways), key=lambda told: told.unlike)


def _told(
    model: WandModel, turned: list[Pose], seen: tuple[Patch, ...], patterns: tuple[Pattern, ...], density: float
) -> Registered:
    best = [(-1.0, turned[0])] * len(patterns)
    for place, face in zip(turned, seen, strict=True):
        for guess, pattern in enumerate(patterns):
            like, along, across = _fit(face, pattern)
            if like > best[guess][0]:
                best[guess] = like, place.moved(along / density, across / density)
    guess = max(range(len(best)), key=lambda g: best[g][0])
    others = [like for (like, _), top in zip(best, model.tops, strict=True) if top != model.tops[guess]]
    return Registered(guess, best[guess][1], best[guess][0], max(others))


def _faces(picture: NDArray[np.generic], model: WandModel, gain: float) -> list[Patch]:
    off = np.clip(beside_wood(np.asarray(picture, dtype=np.float32), model.base * gain), -MOST, MOST)
    along, across = (mm * model.density for mm in LIGHT_MM)
    light = cv2.GaussianBlur(off, (0, 0), sigmaX=along, sigmaY=across)
    return [np.asarray(layer, dtype=np.float32) for layer in (off, off - light)]


def _fit(seen: Patch, pattern: Pattern) -> tuple[float, float, float]:
    """How well a pattern fits where it does best, and how far along and across (cells) that is from the middle."""
    fits = cv2.matchTemplate(seen, pattern.face, cv2.TM_CCOEFF_NORMED, mask=pattern.known)
    fits = np.nan_to_num(np.asarray(fits, np.float32), nan=-1.0, posinf=-1.0, neginf=-1.0)
    _, like, _, (column, row) = cv2.minMaxLoc(fits)
    rows, columns = fits.shape
    along = column + _top(fits[row].tolist(), column) - (columns - 1) / 2
    return float(like), along, row + _top(fits[:, column].tolist(), row) - (rows - 1) / 2


def _top(line: list[float], place: int) -> float:
    """By how much the top of the parabola through the highest value and its neighbours is off it."""
    return vertex(*line[place - 1 : place + 2]) if 0 < place < len(line) - 1 else 0.0

"""Wands that may be taken for one another: of nearly one colour, and with nothing else that tells them apart."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.evidence.exhibit import exhibit_of
from vision.evidence.model import WandModel
from vision.evidence.resemblance import SAME
from vision.geometry.patches import Sampler
from vision.locate.locator import Lying
from vision.numeric.colour import distance
from vision.scene.view import EmptyPane
from vision.setup.exchange import spread
from vision.setup.teach import Lesson
from vision.verdict.exchange import KEPT, misfit

Array = NDArray[np.float64]

ALIKE, SPREAD = 0.12, 1.5
"""Two wands nearer than this, or than SPREAD times what their own faces differ, may be taken for one another."""
TOLD = 2 * SAME
"""So much more likely than the other wand's their own faces are, as they were taught, where they may be nearly of one
colour: in play half of that tells."""


@dataclass(frozen=True)
class Likeness:
    """The wands of a lesson, compared with each other in its own pictures."""

    lesson: Lesson
    models: dict[str, WandModel]

    def told(self) -> list[str]:
        """A line for each pair that colour may confuse, and neither marks and notches nor whole faces tell apart for
        certain.
        """
        return [
            f"the {a} and the {b} wand look too alike in colour; mark one of them on all faces, or light them whiter"
            for a, b in combinations(self.models, 2)
            if self.near(a, b) and self.apart(a, b) < KEPT and self.likely(a, b) < TOLD
        ]

    def near(self, one: str, other: str) -> bool:
        """Whether two wands are nearly of one colour."""
        a, b = self.models[one], self.models[other]
        apart = min(distance(a.base, b.base), distance(b.base, a.base))
        return apart < max(ALIKE, SPREAD * max(spread(a), spread(b)))

    def apart(self, one: str, other: str) -> float:
        """By how much marks and notches speak against taking two wands for one another, where they do so least."""
        return sum(min(self._strange(*pair), default=0.0) for pair in ((one, other), (other, one)))

    def likely(self, one: str, other: str) -> float:
        """By how much (logarithm of odds) their taught faces are rather their own, where they are so least."""
        return sum(self._own(*pair) for pair in ((one, other), (other, one)))

    def _own(self, own: str, other: str) -> float:
        model, another = self.models[own].taught, self.models[other].taught
        faces = zip(self.models[own].pictures[::2], self.models[own].clears[::2], strict=True)
        return min(model.wands_odds(*face) - another.wands_odds(*face) for face in faces)

    def _strange(self, own: str, other: str) -> list[float]:
        """How much more the model of another wand leaves unexplained in each picture of one than its own."""
        numbers = [i for i, s in enumerate(self.lesson.shots) if s.colour == own]
        return [self._misfit(i, other) - self._misfit(i, own) for i in numbers]

    def _misfit(self, number: int, colour: str) -> float:
        lesson, model = self.lesson, self.models[colour]
        bare = EmptyPane(lesson.pane, lesson.empty)
        view = bare.beside(lesson.shots[number].picture)
        sampler = Sampler(lesson.pane, view.picture, model.density)
        lying = Lying(lesson.fits[number].pose, 0.0)
        return misfit(exhibit_of(sampler, view, bare, model, colour, lying, 1.0))

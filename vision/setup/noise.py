"""Marks that drown in the camera's noise: read back they look well, for a picture shares its noise with itself."""

from __future__ import annotations

import cv2

from vision.evidence.model import WandModel
from vision.geometry.patches import Patch
from vision.setup.shots import Shot
from vision.setup.values import values_of
from vision.taught.wandset import FACES

EVEN_MM = 1.0
"""As wide as the strokes of marks."""
DROWNED = 0.1
"""Share of a mark's energy that is left when it is evened out over `EVEN_MM`: of strokes a quarter, of noise 0.01.
Of 207 wands of 69 tables a grey one on a webcam had 0.07, of which 19 throws of 36 were lost; the next one had 0.14."""
NOTCHES = 2.0
"""Where so many of three notches show twice each, they tell what marks do not."""


def drowned(models: dict[str, WandModel], shots: list[Shot]) -> list[str]:
    """A line for each wand of these pictures whose marks will not be known again."""
    colours = dict.fromkeys(s.colour for s in shots)
    return [line for c in colours if (line := _told(models[c], [s for s in shots if s.colour == c]))]


def _told(model: WandModel, shots: list[Shot]) -> str:
    faint = [
        s.name
        for s in shots
        if s.face != "fate" and _left(model.marks.patterns[2 * FACES.index(s.face)], model.density) < DROWNED
    ]
    if not faint or values_of(model).shown >= NOTCHES:
        return ""
    return (
        f"{' and '.join(faint)}: the mark of the {model.wand.colour} wand drowns in the camera's noise; "
        "more light on the pane, or paint its marks darker or lighter than the wood"
    )


def _left(mark: Patch, density: float) -> float:
    """Share of the energy of a mark that is no noise of single pixels."""
    even = cv2.GaussianBlur(mark, (0, 0), EVEN_MM * density)
    return float((even**2).sum() / max(float((mark**2).sum()), 1e-6))

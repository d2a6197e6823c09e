"""Ends that should stand out from what is beyond them, and do not: something lies over them, or none is there."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.locate.outline import Outline
from vision.numeric.colour import CEILING, shade_and_hue
from vision.scene.view import View

Array = NDArray[np.float64]

SEEN = 0.36
"""An end that shows less than this does not show."""
INSIDE_MM, BEYOND_MM, ACROSS_MM = (2.0, 4.0, 6.0), (2.0, 3.0), np.linspace(-3.0, 3.0, 5)
"""Places inwards and outwards of an end, and across the wand."""
ALIKE = 10.0
"""Grey levels: a pale end on a pale lamp or ceiling differs by so little."""
SHADE, HUE = 0.3, 0.15
"""Light makes a pale end brighter or darker, and of another hue, than the whole wand by no more than this (logarithms):
of seven 0.24 and 0.11 at most; of ten ends under another wand or in the air the one or the other was more."""
PALE = 128.0
"""Grey levels (the brightest channel) of a pale end: a black one on a dark hood may be lifted, and not seen to be."""


def lacking(view: View, outline: Outline, wood: Array) -> bool:
    """Whether an end does not show that is not as pale as what is beyond it; ``wood`` is the wand's colour here."""
    shown = outline.held_ends.mean(axis=1) >= SEEN
    return not all(shown[end] or _pale(view, outline, wood, 2 * end - 1) for end in (0, 1))


def _pale(view: View, outline: Outline, wood: Array, sign: int) -> bool:
    """Whether an end that is the wand's own wood looks like what is beyond it."""
    inside, beyond = (_colour(view, outline, sign, sides) for sides in (tuple(-i for i in INSIDE_MM), BEYOND_MM))
    shade, hue = shade_and_hue(inside, np.minimum(wood, CEILING))
    own = abs(float(shade)) <= SHADE and float(hue) <= HUE and float(inside.max()) >= PALE
    return own and float(np.abs(inside - beyond).max()) <= ALIKE


def _colour(view: View, outline: Outline, sign: int, beyond: tuple[float, ...]) -> Array:
    """Usual colour at such distances (mm) beyond an end."""
    uv = np.array([(sign * (outline.length / 2 + u), v) for u in beyond for v in ACROSS_MM])
    return np.asarray(np.median(view.at(outline.centred.places(uv))[0], axis=0))

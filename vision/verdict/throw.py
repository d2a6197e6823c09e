"""The verdict on all wands together: do they lean, lie over each other, is one missing or too many?"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.protocol import Kind, Reading, Status
from vision.evidence.crossing import Crossing
from vision.evidence.grip import beside, covers
from vision.evidence.hold import UP, told_of, up_odds
from vision.evidence.model import WandModel
from vision.evidence.vicinity import Surveyor, layers_of
from vision.geometry.pane import Pane
from vision.geometry.pose import shared_area
from vision.locate.outline import Outline
from vision.scene.view import View
from vision.verdict.found import Found
from vision.verdict.weighing import CROSSED

OVERLAP_MM2 = 12.0
BESIDE_MM = 2.0

Array = NDArray[np.float64]


def lifted(found: list[Found], view: View, pane: Pane, models: dict[str, WandModel], white: float) -> list[Found]:
    """Name wands of which an end is up.

    ``white`` is how bright the brightest wood of the set is in this light (grey levels).
    """
    if not found:
        return []
    surveyor = Surveyor(view, pane)

    def leans(f: Found) -> bool:
        others = [o.outline for o in found if o is not f]
        told = told_of(view, pane, models[f.colour], f.exhibit, beside(view, pane, f.outline, others), white)
        odds = up_odds(told, lambda: layers_of(surveyor.around(f.outline, others), white))
        return float(odds.max()) > UP

    return [replace(f, fault="leaning") if f.fault in (None, "obstructed") and leans(f) else f for f in found]


def crossed(found: list[Found]) -> list[Found]:
    """Name wands whose side something crosses that is no other wand."""
    judged = []
    for f in found:
        others = [o.outline for o in found if o is not f]
        hit = f.fault is None and f.exhibit.crossing.tells and _crossed(f.exhibit.crossing, others)
        judged.append(replace(f, fault="obstructed") if hit else f)
    return judged


def propped(found: list[Found], touched: list[bool]) -> list[Found]:
    """Name wands that are ``touched`` by a small round thing: a coin may be under them."""
    return [replace(f, fault="obstructed") if hit else f for f, hit in zip(found, touched, strict=True)]


def _crossed(crossing: Crossing, others: list[Outline]) -> bool:
    return crossing.weight(_beside(crossing.places, others)) >= CROSSED


def _beside(places: Array, others: list[Outline]) -> NDArray[np.bool_]:
    """Which places (2, n, 2) are another wand's, or next to it."""
    near = [covers(o.centred, o.length + 2 * BESIDE_MM, o.side + 2 * BESIDE_MM, places) for o in others]
    return np.any(near, axis=0) if near else np.zeros(places.shape[:2], dtype=np.bool_)


def reading_of(found: list[Found], colours: list[str]) -> Reading:
    """The reading of a pane on which wands of these ``colours`` must lie."""
    wands = {f.colour: f.reading for f in found if f.colour in colours}
    if not found:
        return Reading("empty", None, {})
    kind = _kind(found, colours)
    status: Status = "ok"
    if kind is not None:
        status = "invalid"
    elif not all(w.sure for w in wands.values()):
        status = "unsure"
    return Reading(status, kind, wands)


def _kind(found: list[Found], colours: list[str]) -> Kind | None:
    if _overlapping(found):
        return "stacked"
    faults = [f.fault for f in found if f.fault is not None]
    if faults:
        return faults[0]
    seen = {f.colour for f in found}
    if seen - set(colours):
        return "too-many"
    if set(colours) - seen:
        return "missing"
    return None


def _overlapping(found: list[Found]) -> bool:
    """Whether two footprints cover the same place; wands side by side only touch."""
    shapes = [f.outline.centred.corners(f.outline.length - 1, f.outline.side - 1) for f in found]
    return any(shared_area(a, b) > OVERLAP_MM2 for i, a in enumerate(shapes) for b in shapes[i + 1 :])

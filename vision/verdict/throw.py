"""The verdict on all wands together: do they lean, lie over each other, is one missing or too many?"""

from __future__ import annotations

from dataclasses import replace

from companion.protocol import Kind, Reading, Status
from vision.evidence.tilt import CERTAIN, CERTAIN_COVERED, CERTAIN_HELD, LOWEST_MM
from vision.geometry.pose import shared_area
from vision.locate.outline import Outline
from vision.scene.foreground import Foreground
from vision.verdict.found import Found

HELD_SHARE = 0.45
"""With less than this share of the surroundings of an end strange, nobody holds it."""
OVERLAP_MM2 = 12.0


def lifted(found: list[Found], rest: Foreground) -> list[Found]:
    """Name wands that lean; where a hand or a thing (of ``rest``) is at the end, less evidence is enough."""
    judged = []
    for f in found:
        alone = _strange_at_end(f.outline, f.facts.lifted_end, rest) < HELD_SHARE
        held = CERTAIN_COVERED if f.fault == "obstructed" else CERTAIN_HELD
        leans = f.facts.tilt > (CERTAIN if alone else held) and f.facts.height >= LOWEST_MM
        judged.append(replace(f, fault="leaning") if leans and f.fault in (None, "obstructed") else f)
    return judged


def _strange_at_end(outline: Outline, end: int, rest: Foreground) -> float:
    """Share of the surroundings of an end, other wands left out, that is not the empty pane."""
    place = outline.centred.moved((2 * end - 1) * (outline.length / 2 + 3), 0.0)
    return rest.share(place, 14.0, outline.side + 12)


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

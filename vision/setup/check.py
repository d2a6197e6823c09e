"""One teaching picture, checked at once: good, or one line that says what is wrong and what to change."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.errors import WandSetError
from vision.geometry.pane import Pane
from vision.picture import Picture
from vision.setup.shotfacts import Bare, ShotFacts
from vision.setup.shots import Shot
from vision.setup.teach import Lesson, lesson_of
from vision.verdict.faults import OUTSIDE_MM

DARK_LEVEL = 25.0
"""An opening whose brighter parts have fewer grey levels tells nothing of dark wood (near-dark set f has 66)."""
DARKER, BRIGHTER = 0.6, 1.7
"""Honest pictures of one teaching differ in light by 2 %; a lamp that was switched makes more than this."""
WHITE_SHARE = 0.25
"""Share of the opening that is white and was not: a lamp in the room is smaller, an exposure of four times is all."""
MOVED, HARDLY = 0.6, 0.35
"""Honest pictures keep 0.94 of the room's features and more; less than HARDLY is another view, whatever lies there."""
LITTER_MM2, RIM_SHARE, RIVAL = 110.0, 0.1, 0.5
"""Sharp edges beside the wand: of 99 honest pictures the most had 83 mm2, under a lid."""
NO_CONTRAST = 3.5
"""Grey levels: where nothing lies noise makes less; the faintest wand that was learnt rightly made 5."""
SOFT_MM, SOFTER = 2.2, 1.6
"""The widest borders of 990 honest pictures of 110 harsh tables had 2.03 mm; where all are soft, one must be softer by
SOFTER than the rest."""
PLAIN, END, TAPER_MM = 0.75, 0.5, 1.9
"""Of 90 honest wands whose sides show so plainly the faintest end showed 0.73.  Of 63 on harsh tables no end was
narrower than the wand by more than 1.2 mm (grain, or a face as pale as the ceiling); one on a coin is by 2.6."""
WASHED = 0.75
"""With less of the face in view marks are learnt with holes."""


@dataclass(frozen=True)
class Advice:
    """Whether a picture may be kept, and the line for the person who took it ("" when nothing is to be said);
    ``suspected`` if that is only how it looks: an end before a beam or in the frame's shadow looks like a covered one.
    """

    ok: bool
    line: str = ""
    suspected: bool = False


def check_shot(pane: Pane, shot: Shot, empty: Picture, earlier: list[Shot]) -> Advice:
    """Check one picture at once.  ``empty`` is the bare pane in this light, a picture of the same size; ``earlier`` are
    the pictures that were kept already.  Never raises for what a picture shows.
    """
    if shot.picture.shape != empty.shape:
        return Advice(False, f"{shot.name}: another size than the picture of the empty pane; use one camera setting")
    try:
        lesson = lesson_of(pane, [*earlier, shot], empty)
    except WandSetError as error:
        return Advice(False, str(error))
    return advice(lesson)[-1]


def advice(lesson: Lesson) -> list[Advice]:
    """What is to be said of each picture of a lesson."""
    facts = facts_of(lesson)
    lines = [_twin(lesson.shots, i) or _fault(f, _usual_blur(facts, i)) for i, f in enumerate(facts)]
    return [_advice(shot, line, _covered(f)) for shot, line, f in zip(lesson.shots, lines, facts, strict=True)]


def _advice(shot: Shot, line: str, suspicion: str) -> Advice:
    told = line or suspicion
    return Advice(not told, f"{shot.name}: {told}" if told else "", not line and bool(suspicion))


def facts_of(lesson: Lesson) -> list[ShotFacts]:
    """What each picture of a lesson shows."""
    bare = Bare(lesson.pane, lesson.grid, lesson.empty)
    return [
        bare.facts(flat, sampler, fit, rivals)
        for flat, sampler, fit, rivals in zip(
            lesson.flats, lesson.samplers, lesson.fits, lesson.candidates, strict=True
        )
    ]


def _usual_blur(facts: list[ShotFacts], number: int) -> float:
    """Median width (mm) of the borders in the other pictures; 0 when there are none."""
    others = [f.blur for i, f in enumerate(facts) if i != number and np.isfinite(f.blur)]
    return float(np.median(others)) if others else 0.0


def _twin(shots: list[Shot], number: int) -> str:
    """The same picture under two names."""
    for other in shots[:number]:
        if np.array_equal(other.picture, shots[number].picture):
            return f"the same picture as {other.name}; turn the wand onto the named face and take another"
    return ""


def _fault(facts: ShotFacts, usual_blur: float) -> str:
    """The first thing that is wrong with a picture, with its cure; "" when it is good."""
    return _light(facts) or _focus(facts, usual_blur) or _room(facts) or _things(facts) or _wand(facts)


def _light(facts: ShotFacts) -> str:
    if facts.level < DARK_LEVEL:
        return "too dark; more light in the room, or a longer exposure"
    if facts.white > WHITE_SHARE:
        return "washed out; less light, or a shorter exposure"
    if facts.light < DARKER:
        return "darker than the other pictures; take all in one light"
    if facts.light > BRIGHTER:
        return "brighter than the other pictures; take all in one light"
    return ""


def _focus(facts: ShotFacts, usual: float) -> str:
    if facts.blur > max(SOFT_MM, SOFTER * usual):
        return "blurred; let the wand lie still, wipe the pane and set the camera's focus on it"
    return ""


def _room(facts: ShotFacts) -> str:
    if facts.kept < HARDLY:
        return (
            "not the same view as the other pictures (moved, turned, mirrored, cropped?); "
            "leave camera and pane where they are, and take all with one setting"
        )
    return ""


def _things(facts: ShotFacts) -> str:
    if facts.litter > LITTER_MM2 and facts.rival > RIVAL:
        return "two wands, or a wand and another long thing; leave one wand alone on the pane"
    if facts.litter > LITTER_MM2 and facts.rim > RIM_SHARE:
        return "something reaches into the opening; take hands and sleeves away, then take the picture"
    if facts.litter > LITTER_MM2:
        return "something lies beside the wand; take away all but the wand, and wipe the pane"
    if facts.kept < MOVED:
        return "the camera or the pane was moved; put it back, or take all pictures again from there"
    return ""


def _wand(facts: ShotFacts) -> str:
    if facts.outside > OUTSIDE_MM:
        return "the wand reaches beyond the opening; lay it wholly onto the clear pane"
    if facts.contrast < NO_CONTRAST:
        return "no whole wand is to be seen; lay it into the middle, or hang something lighter or darker above the pane"
    if facts.clear < WASHED:
        return "a lamp is mirrored over the face; lay the wand elsewhere"
    if facts.sides >= PLAIN and facts.taper > TAPER_MM:
        return "the wand does not lie flat; take away what lies under it"
    return ""


def _covered(facts: ShotFacts) -> str:
    """Of a wand whose sides show plainly: does it show whole?"""
    if facts.sides >= PLAIN and facts.ends < END:
        return "an end of the wand is covered; take away what lies there, hands too, or a lamp's mirror image"
    return ""

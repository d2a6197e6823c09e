"""May a teaching be trusted?  Every picture is read again, and what looks exchanged or alike is named."""

from __future__ import annotations

from dataclasses import dataclass, field

from vision.evidence.model import WandModel
from vision.geometry.pane import Pane
from vision.geometry.pose import same_place
from vision.read import Reader
from vision.setup.check import Advice, advice
from vision.setup.exchange import exchanged
from vision.setup.fit import Fitted
from vision.setup.likeness import Likeness
from vision.setup.shots import Shot
from vision.setup.teach import Lesson, lesson_of
from vision.taught.wandset import FACES, WandSet
from vision.verdict.found import Found

LAMP = 0.02
"""Share of a face that a mirrored lamp hides: less are single cells at its border."""
ELSEWHERE_MM, TURNED_DEGREES = 3.0, 4.0
"""A wand that is found again farther from where it was taught was learnt off its place, or is found so."""
FAINT_SIDES = 0.72
"""Sides that show less clearly (0 to 1), and are not where the width of the wand is, do not stand out from the room."""


@dataclass(frozen=True)
class Reread:
    """What one teaching picture says and what was read; ``fit`` is where the wand was taught."""

    shot: Shot
    found: Found | None
    hidden: bool = False
    """Whether a mirrored lamp lies over part of the face in this picture."""
    fit: Fitted | None = None
    advice: Advice = field(default_factory=lambda: Advice(True))

    @property
    def right(self) -> bool:
        """Read as taught, and certain."""
        reading = self.found.reading if self.found else None
        as_named = reading and reading.sure and reading.top == self.shot.top and reading.bottom == self.shot.face
        return bool(as_named and self.found and self.found.fault is None)

    @property
    def elsewhere(self) -> bool:
        """Whether the wand was found again at another place than it was taught at."""
        if self.found is None or self.fit is None:
            return False
        return not same_place(self.found.outline.centred, self.fit.pose, ELSEWHERE_MM, TURNED_DEGREES)

    @property
    def cleared(self) -> bool:
        """Whether it was only suspected to be bad, and is read as taught where it was taught."""
        return self.advice.suspected and self.right and not self.elsewhere


def confusion(
    pane: Pane, wands: WandSet, shots: list[Shot], lesson: Lesson | None = None
) -> tuple[list[Reread], list[str]]:
    """Read all pictures again; the second value lists the reasons against this teaching, each one line with its cure.

    ``lesson`` is what the teaching found; it is found anew without it.
    """
    lesson = lesson or lesson_of(pane, shots)
    # Each by its own wand alone: what it shares with the others is told by `Likeness`.
    readers = {c: Reader(lesson.pane, wands.chosen([c])) for c in wands.colours}
    clear = {(s.colour, s.face): float(wands.wand(s.colour).face(s.face).clear.mean()) for s in shots}
    seen = [
        Reread(s, _own(readers[s.colour], s), clear[s.colour, s.face] < 1 - LAMP, fit, told)
        for s, fit, told in zip(shots, lesson.fits, advice(lesson), strict=True)
    ]
    models = {c: reader.models[c] for c, reader in readers.items()}
    return seen, _reasons(seen, models, lesson)


def _reasons(seen: list[Reread], models: dict[str, WandModel], lesson: Lesson) -> list[str]:
    """First what is wrong with a picture; names and readings of good pictures only."""
    bad = [s.advice.line for s in seen if not s.advice.ok and not s.cleared]
    if bad:
        return bad
    mistaken = exchanged(models, lesson.shots)
    return mistaken or Likeness(lesson, models).told() + [r for s in seen if (r := reason(s)) is not None]


def _own(reader: Reader, shot: Shot) -> Found | None:
    return next(iter(reader.read(shot.picture).found), None)


def notes(seen: list[Reread]) -> list[str]:
    """What is no reason to refuse but may be bettered: a doubt in a picture in which a lamp hides part of the face."""
    return [
        f"{s.shot.name}: a mirrored lamp hides part of the face; with the wand elsewhere it will be read more often"
        for s in seen
        if _excused(s)
    ]


def _excused(seen: Reread) -> bool:
    """Whether a lamp may be why a picture is a doubt, and not that the sides of the wand hardly show: black wood on a
    dark hood was taught 20 mm off its place under a lamp's image, the only such doubt in 1,000 pictures.
    """
    doubt = not seen.right and seen.found is not None and not seen.found.reading.sure
    return doubt and seen.hidden and not _faint(seen)


def reason(seen: Reread) -> str | None:
    """Why this picture would be refused in play, and what to change."""
    name, colour = seen.shot.name, seen.shot.colour
    if (seen.right and not seen.elsewhere) or _excused(seen):
        return None
    if _faint(seen):
        return (
            f"{name}: the {colour} wand does not stand out from the room; "
            "put a light hood above the pane (dark for white wands), or more light on it"
        )
    if seen.found is None:
        return f"{name}: the {colour} wand is not recognised in its own picture; lay it elsewhere on the pane"
    if seen.elsewhere:
        return f"{name}: the {colour} wand was found again at another place; clear the pane and lay it elsewhere"
    return _misread(seen, seen.found)


def _faint(seen: Reread) -> bool:
    """Whether the wand does not stand out: its sides do not show, or nothing is found where they hardly do."""
    if seen.fit is None or seen.fit.trusted:
        return False
    return seen.fit.sides < FAINT_SIDES or seen.found is None


def _misread(seen: Reread, found: Found) -> str:
    name, colour, reading = seen.shot.name, seen.shot.colour, found.reading
    if reading.bottom != seen.shot.face:
        return (
            f"{name}: the {colour} wand's face {seen.shot.face} looks like its face {reading.bottom}; "
            f"take it with the face {seen.shot.face} down"
        )
    if found.fault is not None:
        return f"{name}: the {colour} wand is {found.fault}; lay it flat and bare into the middle of the pane"
    options = " or ".join(map(str, reading.options))
    return (
        f"{name}: mark and notches of the {colour} wand leave a doubt ({options}); "
        "lay it elsewhere, away from lamps and borders"
    )


def given(seen: list[Reread]) -> str:
    """What each picture gave, a line each: where the wand lies and how large it looks, or what is wrong."""
    return "\n".join(_given(item) for item in seen)


def _given(item: Reread) -> str:
    if (not item.advice.ok and not item.cleared) or item.fit is None:
        return item.advice.line
    outline, pose = item.fit.outline, item.fit.pose
    size = f"{outline.span:.1f} x {float(outline.widths.mean()):.1f} mm"
    return f"{item.shot.name}: {size} at {pose.x:+.0f}, {pose.y:+.0f} mm, {'read as named' if item.right else 'doubt'}"


def table(seen: list[Reread]) -> str:
    """The confusion table as text: taught faces down, read faces across."""
    lines = ["taught as".ljust(20) + "".join(f.rjust(8) for f in (*FACES, "none"))]
    for item in seen:
        read = item.found.reading.bottom if item.found else None
        marks = ["x" if read == f else "." for f in (*FACES, None)]
        doubt = "" if item.right else "   doubt"
        name = f"{item.shot.colour} {item.shot.face}"
        lines.append(name.ljust(20) + "".join(m.rjust(8) for m in marks) + doubt)
    return "\n".join(lines)

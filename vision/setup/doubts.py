"""May a teaching be trusted?  Every picture is read again, and what looks alike is named."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from vision.evidence.model import WandModel
from vision.geometry.pane import Pane
from vision.numeric.colour import DARK
from vision.read import Reader
from vision.setup.shots import Shot
from vision.taught.wandset import FACES, WandSet
from vision.verdict.found import Found

LAMP = 0.02
ALIKE = 0.16
"""Two wands whose colours differ by less than this (mean of the logarithms) cannot be told apart in changing light."""


@dataclass(frozen=True)
class Reread:
    """What one teaching picture says and what was read."""

    shot: Shot
    found: Found | None
    hidden: bool = False
    """Whether a mirrored lamp lies over part of the face in this picture."""

    @property
    def right(self) -> bool:
        """Read as taught, and certain."""
        reading = self.found.reading if self.found else None
        return bool(reading and reading.sure and reading.top == self.shot.top and reading.bottom == self.shot.face)


def confusion(pane: Pane, wands: WandSet, shots: list[Shot]) -> tuple[list[Reread], list[str]]:
    """Read all pictures again; the second value lists the reasons against this teaching."""
    height, width = shots[0].picture.shape[:2]
    # Each by its own wand alone: what it shares with the others is told by `_same_colour`.
    readers = {c: Reader(pane.scaled(width, height), wands.chosen([c])) for c in wands.colours}
    clear = {(s.colour, s.face): float(wands.wand(s.colour).face(s.face).clear.mean()) for s in shots}
    seen = [Reread(s, _own(readers[s.colour], s), clear[s.colour, s.face] < 1 - LAMP) for s in shots]
    models = [model for reader in readers.values() for model in reader.models.values()]
    return seen, _same_colour(models) + [r for s in seen if (r := _reason(s)) is not None]


def _own(reader: Reader, shot: Shot) -> Found | None:
    return next(iter(reader.read(shot.picture).found), None)


def _same_colour(models: list[WandModel]) -> list[str]:
    reasons = []
    for a, b in combinations(models, 2):
        apart = float(np.abs(np.log((a.base + DARK) / (b.base + DARK))).mean())
        if apart < ALIKE:
            reasons.append(f"the {a.wand.colour} and the {b.wand.colour} wand look too alike in colour")
    return reasons


def notes(seen: list[Reread]) -> list[str]:
    """What is no reason to refuse but may be bettered: a doubt in a picture in which a lamp hides part of the face."""
    return [
        f"{s.shot.name}: a mirrored lamp hides part of the face; with the wand elsewhere it will be read more often"
        for s in seen
        if _excused(s)
    ]


def _excused(seen: Reread) -> bool:
    return seen.hidden and not seen.right and seen.found is not None and not seen.found.reading.sure


def _reason(seen: Reread) -> str | None:
    name = seen.shot.name
    if seen.right or _excused(seen):
        return None
    if seen.found is None:
        return f"{name}: the {seen.shot.colour} wand is not recognised in its own picture"
    reading = seen.found.reading
    if reading.bottom != seen.shot.face:
        return f"{name}: the {seen.shot.colour} wand's face {seen.shot.face} looks like its face {reading.bottom}"
    options = " or ".join(map(str, reading.options))
    return f"{name}: mark and notches of the {seen.shot.colour} wand leave a doubt ({options}); take the picture again"


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

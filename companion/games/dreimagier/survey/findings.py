"""What cannot be right yet in a survey, and what should be looked at again.

A finding carries the id of its sentence, the nodes to point at, and a count; ``fault`` ones keep the board from being
called surveyed, the others are only asked about.
"""

from __future__ import annotations

import msgspec

from companion.games.dreimagier.board import GRID, PLACES, SYMBOL_COUNT
from companion.games.dreimagier.survey.draft import Sketch, beside
from companion.games.dreimagier.survey.stretches import reached


class Finding(msgspec.Struct, frozen=True):
    """One thing that was found: ``message`` names the sentence, ``nodes`` are pointed at."""

    message: str
    nodes: tuple[str, ...] = ()
    count: int = 0
    fault: bool = True


def findings(found: Sketch) -> list[Finding]:
    """Everything at once, the gravest first."""
    told = [_missing(found), _mixed(found), *_lost(found), _symbols(found), _ends(found), _bare(found)]
    return [each for each in told if each is not None]


def whole(found: Sketch) -> bool:
    """Whether nothing is missing any more."""
    return not any(each.fault for each in findings(found))


def _missing(found: Sketch) -> Finding | None:
    missing = tuple(place for place in PLACES if place not in found.places)
    return Finding("places", missing, len(missing)) if missing else None


def _mixed(found: Sketch) -> Finding | None:
    """Places against the order of M1: two were mixed up, or the picture lies turned."""
    wrong = tuple(place for place in found.places if any(_swapped(found, place, other) for other in found.places))
    return Finding("mixed", wrong, len(wrong)) if wrong else None


def _swapped(found: Sketch, one: str, other: str) -> bool:
    (row, column), (beyond, across) = GRID[one], GRID[other]
    (x, y), (far, deep) = found.places[one], found.places[other]
    return (column - across) * (x - far) < 0 or (row - beyond) * (y - deep) < 0


def _lost(found: Sketch) -> list[Finding]:
    """Places, then fields, to which no path leads from life."""
    near = reached(found)
    places = tuple(place for place in PLACES if place in found.places and place not in near)
    fields = tuple(field for field in found.fields if field not in near)
    told = [("lost.places", places), ("lost.fields", fields)]
    return [Finding(message, nodes, len(nodes)) for message, nodes in told if nodes]


def _symbols(found: Sketch) -> Finding | None:
    count = len(found.symbols)
    return Finding("symbols", found.symbols, count) if count != SYMBOL_COUNT else None


def _ends(found: Sketch) -> Finding | None:
    """Fields where the path stops: allowed, and nearly always a step that was forgotten."""
    ends = tuple(field for field in found.fields if len(beside(found.steps, field)) == 1)
    return Finding("ends", ends, len(ends), fault=False) if ends else None


def _bare(found: Sketch) -> Finding | None:
    """Places that are joined without a field between."""
    bare = tuple(dict.fromkeys(node for step in found.steps if not set(step) - set(PLACES) for node in step))
    return Finding("bare", bare, len(bare), fault=False) if bare else None

"""The three wands (M4): values, faces, wand tables, and how often symbols are seen (Z2).

Inside the rules colours, faces and values are numbers: colours 0-2 as in ``COLOURS``, faces 0-2 as in ``FACES``,
``UNKNOWN`` where something was not seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games import Fault

COLOURS = ("red", "black", "white")
FACES = ("power", "magic", "fate")
POWER, MAGIC, FATE = range(3)
UNKNOWN = -1
VISIBLE_FACES = 6

Three = tuple[int, int, int]
"""One value for each colour."""
Table = tuple[Three, Three, Three]
"""The wand table: for each colour the value on top when face 0, 1, 2 is hidden."""


def table_faults(data: Any) -> list[Fault]:
    """All faults of a header's wand table (None: there is no table)."""
    if data is None:
        return []
    if not isinstance(data, dict):
        return [Fault("wands", "must be null or a table of the three colours")]
    faults = [Fault(f"wands.{colour}", "is no colour of a wand") for colour in data if colour not in COLOURS]
    for colour in COLOURS:
        faces = data.get(colour)
        if not isinstance(faces, dict) or set(faces) != set(FACES) or not _is_permutation(faces.values()):
            faults.append(Fault(f"wands.{colour}", "must give power, magic and fate the values 0, 1 and 2, each once"))
    return faults


def _is_permutation(values: Any) -> bool:
    found = list(values)
    return all(type(value) is int for value in found) and sorted(found) == [0, 1, 2]


def table_from(data: Any) -> Table | None:
    """The wand table of a checked header."""
    if data is None:
        return None
    red, black, white = (tuple(data[colour][face] for face in FACES) for colour in COLOURS)
    return red, black, white


def top_of(table: Table, colour: int, hidden: int) -> int:
    """The value on top while a face is hidden."""
    return UNKNOWN if hidden == UNKNOWN else table[colour][hidden]


def hidden_of(table: Table, colour: int, top: int) -> int:
    """The hidden face under a value."""
    return UNKNOWN if top == UNKNOWN else table[colour].index(top)


def symbol_counts(hidden: Sequence[int]) -> Three:
    """Z2: how often power, magic and fate are seen when these three faces are hidden."""
    return 3 - hidden.count(POWER), 3 - hidden.count(MAGIC), 3 - hidden.count(FATE)


def possible_counts(counts: Sequence[int]) -> bool:
    """Z2: six faces are seen, as 3-2-1, 3-3-0 or 2-2-2; anything else is a misread."""
    return len(counts) == 3 and sorted(counts) in ([1, 2, 3], [0, 3, 3], [2, 2, 2])


def ruling_symbols(counts: Sequence[int], fate_rules_330: bool) -> tuple[int, ...]:
    """Z2, K4: the most frequent symbols; under K4 a 3-3-0 that shows fate is fate alone."""
    ruling = tuple(face for face in range(3) if counts[face] == max(counts))
    if fate_rules_330 and len(ruling) == 2 and FATE in ruling:
        return (FATE,)
    return ruling


def is_doublet(tops: Sequence[int]) -> bool:
    """Three equal pips (T2, T3)."""
    return tops[0] == tops[1] == tops[2]

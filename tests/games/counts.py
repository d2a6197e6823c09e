"""Counts of what can follow: branches over throws and choices to depth 2, from positions in a text file.

``python -m tests.games.counts --write`` makes the file anew; ``python -m tests.games.counts "3m1 ..."`` prints the
divide of a position: each branch with the number of positions after it.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from itertools import product

from companion.games import Json
from companion.games.dreimagier import GAME
from companion.games.dreimagier.actions import to_json
from companion.games.dreimagier.notation import from_line, to_line
from companion.games.dreimagier.play import legal_actions, step, wanted_wands
from companion.games.dreimagier.position import OVER, SPELL, THROW_PHASES, Position
from companion.games.dreimagier.setup import Action
from tests.games.conformance import next_action
from tests.games.situations import DATA

FILE = DATA / "counts.txt"
UNSEEN = (-1, -1, -1)
TABLES: list[Json] = [
    {"board": "forks"},
    {"board": "default", "seats": ["white", "red", "black"]},
    {"board": "tiny", "ruleset": "kurzregel"},
    {
        "board": "forks",
        "ruleset": "noris-2010",
        "settings": {"two_jump_may_return": True, "must_leave_labyrinth": True},
    },
]


def branches(position: Position) -> Iterator[Action]:
    """Every decision, or every throw of the wanted wands."""
    if position.phase not in THROW_PHASES:
        yield from legal_actions(position)
        return
    fly = wanted_wands(position)
    for seen in product(*(range(3) if wand in fly else (-1,) for wand in range(3))):
        yield ("throw", (UNSEEN, seen)) if position.phase == SPELL else ("throw", (seen, UNSEEN))


def count(position: Position, depth: int) -> int:
    """Positions after so many actions, each way counted."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in branches(position))
    return sum(count(step(position, action)[0], depth - 1) for action in branches(position))


def divide(position: Position, depth: int) -> str:
    """Each branch with its count, for finding where two counts part."""
    lines = []
    for action in branches(position):
        after, _ = step(position, action)
        lines.append(f"{count(after, depth - 1):6}  {to_json(position.setup, action)}")
    return "\n".join(lines)


def positions() -> list[Position]:
    """Twenty positions: of each table five, in as many phases as they can show."""
    found, phases = [], set()
    for number, options in enumerate(TABLES):
        rng, position, taken = random.Random(number), GAME.start(GAME.header(options)), 0
        for turn in range(4000):
            late = turn > 30 * (taken + 1)
            if taken < 5 and late and (position.phase not in phases or turn > 600 * (taken + 1)):
                found.append(position)
                phases.add(position.phase)
                taken += 1
            if position.phase == OVER:
                position = GAME.start(GAME.header(options))
            position, _ = GAME.apply(position, next_action(GAME, position, rng))
    return found


def text(lines: list[str]) -> str:
    """The file's text for these notations."""
    counted = []
    for line in lines:
        position = from_line(line)
        counted.append(f"{count(position, 1):5} {count(position, 2):7}  {line}")
    return "# branches at depth 1, at depth 2, position\n" + "\n".join(counted) + "\n"


def main() -> None:
    """Writes the file, or prints a divide."""
    if sys.argv[1:] == ["--write"]:
        FILE.write_text(text([to_line(position) for position in positions()]), encoding="utf-8")
    else:
        print(divide(from_line(sys.argv[1]), 2))


if __name__ == "__main__":
    main()

"""What a throw was worth: the odds after it, against those of all throws that could have been.

So the luck of a throw is nothing on average, for each seat, and the seats' luck sums to nothing in each throw.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from companion.games.dreimagier.ghost.expectation import UNSEEN, Expectation, mixed
from companion.games.dreimagier.ghost.value import Odds
from companion.games.dreimagier.play import step
from companion.games.dreimagier.position import PIP, START, Position
from companion.games.dreimagier.wands import Three

NONE: Odds = (0.0, 0.0, 0.0)
Case = tuple[int, int, bool]
"""What counts of a pip throw: the own wand, the sum, whether it is a doublet."""


@lru_cache(maxsize=3)
def cases(seat: int) -> tuple[tuple[float, Three], ...]:
    """The pip throws that differ for this seat: the chance of each, and one that stands for it."""
    found: dict[Case, list[Three]] = {}
    for red, black, white in product(range(3), repeat=3):
        tops = red, black, white
        found.setdefault((tops[seat], sum(tops), len(set(tops)) == 1), []).append(tops)
    return tuple((len(alike) / 27, alike[0]) for alike in found.values())


def before_throw(expectation: Expectation, position: Position) -> Odds:
    """The odds while a throw is awaited: the mean of those after every throw."""
    if position.phase != PIP:
        return expectation.odds(position)
    after = [(share, step(position, ("throw", (tops, UNSEEN)))[0]) for share, tops in cases(position.mover)]
    return mixed([(share, expectation.odds(each)) for share, each in after])


def luck(expectation: Expectation, before: Position, after: Position) -> Odds:
    """What the throw between these positions gave to each seat; a throw for the start decides too little to count."""
    if before.phase == START:
        return NONE
    expected, found = before_throw(expectation, before), expectation.odds(after)
    return found[0] - expected[0], found[1] - expected[1], found[2] - expected[2]

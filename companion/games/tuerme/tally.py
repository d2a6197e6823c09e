"""What is counted of a game: wizards in, bottles filled and spells of each seat, and how the die fell."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.tally import Odds, Step, Tally
from companion.games.tuerme.cards import HIGHEST
from companion.games.tuerme.position import Position


def tally(position: Position, steps: Sequence[Step]) -> Tally:
    """Counted from the steps that stand."""
    spells = dict.fromkeys(position.setup.seats, 0)
    seen = {str(value): 0 for value in range(1, HIGHEST + 1)}
    for step in steps:
        if step.action["type"] == "cast":
            spells[step.action["seat"]] += 1
        elif step.action["type"] == "roll" and step.real:
            seen[str(step.action["value"])] += 1
    seats = {
        seat: {
            "home": position.home[at],
            "filled": position.setup.bottles - position.empty[at],
            "spells": spells[seat],
        }
        for at, seat in enumerate(position.setup.seats)
    }
    return Tally(seats, (Odds("die", dict.fromkeys(seen, 1 / HIGHEST), seen),))

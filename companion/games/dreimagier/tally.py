"""What is counted of a game: cards, duels and throws of each seat, and how each wand fell.

A wand has three edges, so each value is on top, and each face hidden, in one of three throws by chance.  Where the
wand table is known, one tells the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games import Json
from companion.games.dreimagier.position import Position, card_count
from companion.games.dreimagier.wands import COLOURS, FACES, Table, hidden_of, top_of
from companion.games.tally import Odds, Step, Tally

THIRD = 1 / 3
COUNTED = ("cards", "duels", "duels-won", "throws")


def tally(position: Position, steps: Sequence[Step]) -> Tally:
    """The tally of a game that has come to this position by these steps."""
    seats = {seat: dict.fromkeys(COUNTED, 0) for seat in COLOURS}
    for number, seat in enumerate(COLOURS):
        seats[seat]["cards"] = card_count(position.cards[number])
    for step in steps:
        seats[step.seat]["throws"] += step.action["type"] == "throw"
        for event in step.events:
            if event["type"] == "duel-won":
                seats[event["seat"]]["duels-won"] += 1
                seats[event["seat"]]["duels"] += 1
                seats[event["loser"]]["duels"] += 1
    return Tally(seats, tuple(_things(position.setup.table, steps)))


def _things(table: Table | None, steps: Sequence[Step]) -> Iterator[Odds]:
    thrown = [step.action["wands"] for step in steps if step.action["type"] == "throw" and step.real]
    for number, colour in enumerate(COLOURS):
        tops, hidden = dict.fromkeys("012", 0), dict.fromkeys(FACES, 0)
        for wand in (wands[colour] for wands in thrown if colour in wands):
            top, face = _both(table, number, wand)
            if top is not None:
                tops[str(top)] += 1
            if face is not None:
                hidden[face] += 1
        yield Odds(f"wand.{colour}.top", dict.fromkeys(tops, THIRD), tops)
        yield Odds(f"wand.{colour}.hidden", dict.fromkeys(hidden, THIRD), hidden)


def _both(table: Table | None, colour: int, wand: Json) -> tuple[int | None, str | None]:
    top, face = wand.get("top"), wand.get("hidden")
    if table is not None and top is not None and face is None:
        face = FACES[hidden_of(table, colour, top)]
    if table is not None and face is not None and top is None:
        top = top_of(table, colour, FACES.index(face))
    return top, face

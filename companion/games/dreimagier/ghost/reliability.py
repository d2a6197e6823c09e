"""Whether what is told comes true: of the seats to which 60 to 70 per cent were told, so many should have won."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.games import Draw
from companion.games.dreimagier.ghost.arena import Player, play
from companion.games.dreimagier.ghost.value import Odds, Value, fitted
from companion.games.dreimagier.position import NOBODY, Position

BINS = 10


class Told(msgspec.Struct):
    """One line of the table: how often odds between these borders were told, their mean, and how many of them won."""

    low: float
    high: float
    told: int = 0
    total: float = 0.0
    won: int = 0

    @property
    def mean(self) -> float:
        """What was told on average."""
        return self.total / self.told if self.told else 0.0

    @property
    def share(self) -> float:
        """What came true."""
        return self.won / self.told if self.told else 0.0

    def __str__(self) -> str:
        told = f"told {self.low:.0%} to {self.high:.0%}: {self.told:8} times"
        return f"{told}, on average {self.mean:.3f}, won {self.share:.3f}"


def reliability(
    firsts: Sequence[Position], player: Player, draws: Sequence[Draw], value: Value | None = None
) -> list[Told]:
    """Of games of three such players, one by each chance: every seat before every throw of pips."""
    table = [Told(number / BINS, (number + 1) / BINS) for number in range(BINS)]
    for number, draw in enumerate(draws):
        seen: list[Odds] = []

        def note(position: Position, to: list[Odds] = seen) -> None:
            to.append((value or fitted()).odds(position))

        last = play(firsts[number % len(firsts)], [player] * 3, draw, note)
        if last.winner != NOBODY:
            _count(table, seen, last.winner)
    return table


def _count(table: list[Told], seen: Sequence[Odds], winner: int) -> None:
    for odds in seen:
        for seat, chance in enumerate(odds):
            told = table[min(int(chance * BINS), BINS - 1)]
            told.told += 1
            told.total += chance
            told.won += seat == winner

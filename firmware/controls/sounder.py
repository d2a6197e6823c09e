"""Short tunes on a buzzer, without ever waiting: the loop asks what sounds now."""

from __future__ import annotations

Note = tuple[float, float]
"""Frequency in hertz (0: silence) and length in seconds; the buzzer is used between 220 and 880 Hz."""

TUNES: dict[str, tuple[Note, ...]] = {
    "thrown": ((440.0, 0.06),),
    "spoilt": ((247.0, 0.20),),
    "card-taken": ((523.0, 0.07), (659.0, 0.07), (784.0, 0.10)),
    "banished": ((330.0, 0.12), (294.0, 0.12), (247.0, 0.20)),
    "duel-opened": ((392.0, 0.08), (0.0, 0.05), (392.0, 0.08)),
    "duel-won": ((523.0, 0.08), (784.0, 0.16)),
    "spell": ((659.0, 0.06), (587.0, 0.06), (740.0, 0.06), (880.0, 0.10)),
    "transported": ((880.0, 0.05), (740.0, 0.05), (587.0, 0.05)),
    "turn": ((587.0, 0.04),),
    "won": ((523.0, 0.12), (659.0, 0.12), (784.0, 0.12), (880.0, 0.40)),
}
"""Sounds that the host names, the most telling last: of one entry's sounds the last known one is played."""
TICK: tuple[Note, ...] = ((784.0, 0.08),)
"""Each second of the shutdown's countdown."""


class Sounder:
    """What sounds when."""

    def __init__(self) -> None:
        self._notes: list[tuple[float, float]] = []  # (until, frequency)

    def play(self, names: list[str], at_s: float) -> None:
        """Begin the tune of an entry's sounds; names without a tune are silent."""
        known = [name for name in TUNES if name in names]
        if known:
            self.begin(TUNES[known[-1]], at_s)

    def begin(self, tune: tuple[Note, ...], at_s: float) -> None:
        """Begin a tune now; what sounds is cut off."""
        self._notes, until = [], at_s
        for frequency, length in tune:
            until += length
            self._notes.append((until, frequency))

    def frequency(self, at_s: float) -> float:
        """What sounds at ``at_s``, 0 for silence."""
        return next((frequency for until, frequency in self._notes if at_s < until), 0.0)

"""What is counted of a game that was played: per seat, and how the things of chance fell."""

from __future__ import annotations

from typing import Any

import msgspec


class Step(msgspec.Struct, frozen=True):
    """One action that stands: whose, what, what happened, and where it came from (``camera``, ``hand``, ...)."""

    seat: str
    action: dict[str, Any]
    events: tuple[dict[str, Any], ...]
    source: str

    @property
    def real(self) -> bool:
        """Whether wood fell: a simulator says nothing about anybody's pieces."""
        return self.source in ("camera", "hand")


class Odds(msgspec.Struct, frozen=True):
    """How one thing of chance fell: the fair chance of each outcome, and how often it was seen."""

    thing: str
    chances: dict[str, float]
    seen: dict[str, int]


class Tally(msgspec.Struct, frozen=True):
    """``seats`` maps a seat to how often what; numbers add up over games, and so do things of the same name."""

    seats: dict[str, dict[str, int]] = {}
    things: tuple[Odds, ...] = ()

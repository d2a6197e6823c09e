"""A block for tests: notes said in few words, seats called by number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from companion.games import Events, Json, Refused
from companion.games.wizard import GAME
from companion.games.wizard.block import Block, phase
from companion.games.wizard.settings import SEATS

Test = TypeVar("Test", bound=Callable[..., object])
TESTED: set[str] = set()
"""The rules that have a test."""


def rule(*ids: str) -> Callable[[Test], Test]:
    """Marks the test of these rules."""
    TESTED.update(ids)
    return lambda test: test


class Notes:
    """A block that is written by its seats' numbers."""

    def __init__(self, seats: int = 3, dealer: int = 0, **settings: str) -> None:
        options = {"seats": list(SEATS[:seats]), "first_dealer": SEATS[dealer], "settings": settings}
        self.header = GAME.header(options)
        self.block: Block = GAME.start(self.header)
        self.events: Events = ()

    def do(self, kind: str, seat: int = 0, **more: Any) -> Notes:
        """One action."""
        self.block, self.events = GAME.apply(self.block, self.action(kind, seat, **more))
        return self

    def action(self, kind: str, seat: int = 0, **more: Any) -> Json:
        """An action, its seats named."""
        return {"type": kind, "seat": SEATS[seat], **{key: _named(key, value) for key, value in more.items()}}

    def refused(self, kind: str, seat: int = 0, **more: Any) -> str:
        """The rule that forbids it; nothing has changed."""
        action, before = self.action(kind, seat, **more), GAME.encode(self.block)
        try:
            GAME.apply(self.block, action)
        except Refused as refusal:
            assert GAME.encode(self.block) == before
            assert GAME.why_not(self.block, action) == refusal.reason
            assert refusal.reason.text and "{" not in refusal.reason.text
            return refusal.reason.rule
        raise AssertionError(f"{action} was taken")

    def bids(self, *bids: int) -> Notes:
        """The turned card (red, where one is turned) and these bids by seat, in their order."""
        if phase(self.block) == "turn":
            self.do("turn", card="red")
        while phase(self.block) == "bid":
            seat = self.asked()[0]
            self.do("bid", seat, bid=bids[seat])
        return self

    def round(self, bids: tuple[int, ...], tricks: tuple[int, ...]) -> Notes:
        """A whole round, bids one by one."""
        return self.bids(*bids).do("tricks", tricks=tricks)

    def asked(self) -> list[int]:
        """The numbers of the seats that are asked."""
        return [SEATS.index(question.seat) for question in GAME.asked(self.block)]

    def view(self, seat: int | None = None) -> Json:
        """What a seat sees."""
        return GAME.view(self.block, None if seat is None else SEATS[seat])


def _named(key: str, value: Any) -> Any:
    if key in ("winner", "dealer"):
        return SEATS[value]
    if key in ("bids", "tricks"):
        pairs = value.items() if isinstance(value, Mapping) else enumerate(value)
        return {SEATS[seat]: number for seat, number in pairs}
    if key == "cards":
        return value.split()
    return value

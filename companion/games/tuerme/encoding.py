"""The position as JSON and back, complete: it stays on the host, for a view never holds what is imprisoned.

Spaces count from 1, seats and colours are names, columns go from the ground up.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games import Fault, Invalid, Json
from companion.games.tuerme import checks
from companion.games.tuerme.box import SIX, SPELLS
from companion.games.tuerme.position import NOWHERE, PHASES, TOWER, WALK, Announced, Claim, Lifted, Position, one
from companion.games.tuerme.settings import Setup, setup_from
from companion.games.tuerme.towers import name, told


class Column(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A space: its towers, and who stands on the ground and on each."""

    towers: list[str]
    wizards: list[dict[str, int]]


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Wizards in the keep, and bottles."""

    home: int
    empty: int
    full: int
    spent: int


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An announced move; ``space`` is null where its wizard has left."""

    kind: str
    piece: str
    space: int | None
    steps: int
    riders: list[str]


class Asking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A claim."""

    queue: list[str]
    back: str


class Held(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tower in the air."""

    seat: str
    tower: str
    back: str


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position as it is written."""

    header: dict[str, Any]
    phase: str
    active: str
    round: int
    columns: list[Column]
    keep: int
    players: dict[str, Player]
    pile: int
    discards: dict[str, int]
    unknown: int
    played: list[str]
    away: bool
    steps: tuple[int, int]
    rolls: int
    used: tuple[list[str], list[str]]
    last: tuple[str, str] | None
    announced: Said | None
    claim: Asking | None
    lifted: Held | None
    entered: bool
    exchanged: bool
    last_round: bool
    bared: int | None
    moves: list[dict[str, Any]]


def encode(position: Position) -> Json:
    """Complete JSON."""
    setup, seats = position.setup, position.setup.seats
    cards = setup.box.cards
    said, claim, held, last = position.announced, position.claim, position.lifted, position.last
    written = Written(
        header=setup.header(),
        phase=position.phase,
        active=seats[position.active],
        round=position.round,
        columns=[
            Column([name(tower) for tower in towers], [told(position, crowd) for crowd in tiers])
            for towers, tiers in zip(position.towers, position.tiers, strict=True)
        ],
        keep=position.keep + 1,
        players={
            seat: Player(position.home[at], position.empty[at], position.full[at], position.spent[at])
            for at, seat in enumerate(seats)
        },
        pile=position.pile,
        discards={card.name: count for card, count in zip(cards, position.discards, strict=True) if count},
        unknown=position.unknown,
        played=[cards[number].name for number in position.played],
        away=position.away,
        steps=position.steps,
        rolls=position.rolls,
        used=(_named(setup, position.used[0]), _named(setup, position.used[1])),
        last=None if last is None else (seats[last[0]], last[1]),
        announced=None if said is None else _said(setup, said),
        claim=None if claim is None else Asking([seats[seat] for seat in claim.queue], claim.back),
        lifted=None if held is None else Held(seats[held.seat], name(held.tower), held.back),
        entered=position.entered,
        exchanged=position.exchanged,
        last_round=position.last_round,
        bared=None if position.bared == NOWHERE else position.bared + 1,
        moves=[dict(move) for move in position.moves],
    )
    found: Json = msgspec.to_builtins(written)
    return found


def _named(setup: Setup, bits: int) -> list[str]:
    return [seat for at, seat in enumerate(setup.seats) if bits >> at & 1]


def _said(setup: Setup, said: Announced) -> Said:
    piece = setup.seats[said.piece] if said.kind == WALK else name(said.piece)
    space = None if said.space == NOWHERE else said.space + 1
    return Said(said.kind, piece, space, said.steps, [setup.seats[rider] for rider in said.riders])


def decode(data: Any) -> Position:
    """The position from JSON.  Raises Invalid with all faults."""
    try:
        written = msgspec.convert(data, Written)
    except (msgspec.ValidationError, UnicodeError) as error:
        raise Invalid("the position", [Fault("position", str(error))]) from error
    setup = setup_from(written.header)
    if setup.header() != written.header:
        raise Invalid("the position", [Fault("header", "must be complete")])
    reader = Reader(setup)
    found = reader.position(written)
    faults = reader.faults or checks.check(found)
    if faults:
        raise Invalid("the position", faults)
    return found


class Reader:
    """Turns names into numbers and remembers every one that there is not."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.faults: list[Fault] = []
        self.towers = tuple(name(tower) for tower in range(len(setup.box.rooms)))
        self.cards = tuple(card.name for card in setup.box.cards)

    def number(self, names: tuple[str, ...], where: str, value: str) -> int:
        """The number of a name."""
        if value in names:
            return names.index(value)
        self.faults.append(Fault(where, f"must be one of {', '.join(names)}"))
        return 0

    def seat(self, where: str, value: str) -> int:
        """The number of a seat."""
        return self.number(self.setup.seats, where, value)

    def space(self, where: str, value: int | None) -> int:
        """A space from 0."""
        if value is None:
            return NOWHERE
        if 1 <= value <= self.setup.box.spaces:
            return value - 1
        self.faults.append(Fault(where, f"must be 1 to {self.setup.box.spaces}"))
        return 0

    def crowd(self, where: str, who: dict[str, int]) -> int:
        """Check 3 for a crowd in words."""
        if min(who.values(), default=0) < 0 or sum(who.values()) > SIX:
            self.faults.append(Fault(where, f"must be {SIX} wizards at the most (check 3)"))
            return 0
        return sum(one(self.seat(where, seat)) * count for seat, count in who.items())

    def bits(self, where: str, seats: list[str]) -> int:
        """Seats as bits."""
        return sum({1 << self.seat(where, seat) for seat in seats})

    def phase(self, where: str, value: str) -> str:
        """A phase."""
        return PHASES[self.number(PHASES, where, value)]

    def position(self, written: Written) -> Position:
        """All of it."""
        players = self.players(written)
        columns, box = written.columns, self.setup.box
        if len(columns) != box.spaces:
            self.faults.append(Fault("columns", f"must be {box.spaces}"))
        return Position(
            setup=self.setup,
            phase=self.phase("phase", written.phase),
            active=self.seat("active", written.active),
            round=written.round,
            towers=tuple(
                tuple(self.number(self.towers, f"columns.{at + 1}.towers", tower) for tower in each.towers)
                for at, each in enumerate(columns)
            ),
            tiers=tuple(
                tuple(self.crowd(f"columns.{at + 1}.wizards", who) for who in each.wizards)
                for at, each in enumerate(columns)
            ),
            keep=self.space("keep", written.keep),
            home=tuple(player.home for player in players),
            empty=tuple(player.empty for player in players),
            full=tuple(player.full for player in players),
            spent=tuple(player.spent for player in players),
            pile=written.pile,
            discards=self.discards(written.discards),
            unknown=written.unknown,
            played=tuple(self.number(self.cards, "played", card) for card in written.played),
            away=written.away,
            steps=written.steps,
            rolls=written.rolls,
            used=(self.bits("used", written.used[0]), self.bits("used", written.used[1])),
            last=None if written.last is None else self.last(written.last),
            announced=None if written.announced is None else self.said(written.announced),
            claim=None if written.claim is None else self.claim(written.claim),
            lifted=None if written.lifted is None else self.held(written.lifted),
            entered=written.entered,
            exchanged=written.exchanged,
            last_round=written.last_round,
            bared=self.space("bared", written.bared),
            moves=tuple(written.moves),
        )

    def players(self, written: Written) -> list[Player]:
        """In playing order, each of them."""
        if set(written.players) != set(self.setup.seats):
            self.faults.append(Fault("players", f"must be {', '.join(self.setup.seats)}"))
        return [written.players.get(seat, Player(0, 0, 0, 0)) for seat in self.setup.seats]

    def discards(self, given: dict[str, int]) -> tuple[int, ...]:
        """By card number."""
        for card in given:
            self.number(self.cards, "discards", card)
        return tuple(given.get(card, 0) for card in self.cards)

    def last(self, given: tuple[str, str]) -> tuple[int, str]:
        """Z8."""
        return self.seat("last", given[0]), SPELLS[self.number(SPELLS, "last", given[1])]

    def said(self, given: Said) -> Announced:
        """Z7."""
        kind = (WALK, TOWER)[self.number((WALK, TOWER), "announced.kind", given.kind)]
        names = self.setup.seats if kind == WALK else self.towers
        piece = self.number(names, "announced.piece", given.piece)
        riders = tuple(self.seat("announced.riders", rider) for rider in given.riders)
        return Announced(kind, piece, self.space("announced.space", given.space), given.steps, riders)

    def claim(self, given: Asking) -> Claim:
        """Z9."""
        return Claim(tuple(self.seat("claim", seat) for seat in given.queue), self.phase("claim.back", given.back))

    def held(self, given: Held) -> Lifted:
        """X8."""
        tower = self.number(self.towers, "lifted.tower", given.tower)
        return Lifted(self.seat("lifted.seat", given.seat), tower, self.phase("lifted.back", given.back))

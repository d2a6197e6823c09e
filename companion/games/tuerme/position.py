"""The position: everything that the rules need, phase included.

Who stands on one piece of ground or one roof is one number, four bits for each seat: a *crowd*.  A column is a space
from the ground up: ``towers[space]`` names its towers, ``tiers[space]`` the crowds between them, one more than towers;
the last one is visible, the others are imprisoned.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games import Json
from companion.games.tuerme.box import SIX
from companion.games.tuerme.settings import Setup

Action = tuple[Any, ...]
"""A type and what belongs to it, in numbers; see ``actions`` for the JSON."""

CARD, ROLL, MOVE, PUSH, ANNOUNCED = "card", "roll", "move", "push", "announced"
CLAIM, LIFTED, END, OVER = "claim", "lifted", "end", "over"
PHASES = (CARD, ROLL, MOVE, PUSH, ANNOUNCED, CLAIM, LIFTED, END, OVER)
STEPS = (CARD, MOVE, PUSH, ANNOUNCED, END)
"""Phases between steps: here the active player, or whoever claims it, may cast."""
NOWHERE = -1
WALK, TOWER = "walk", "tower"


class Announced(msgspec.Struct, frozen=True):
    """Z7: a piece, how far it will go, and who rides with it (X7); ``space`` is NOWHERE when a wizard has left."""

    kind: str
    piece: int
    space: int
    steps: int
    riders: tuple[int, ...] = ()


class Claim(msgspec.Struct, frozen=True):
    """Z9: who is still to be asked, in order, and the phase to return to."""

    queue: tuple[int, ...]
    back: str


class Lifted(msgspec.Struct, frozen=True):
    """X8: who holds which tower in the air, and the phase to return to."""

    seat: int
    tower: int
    back: str


class Position(msgspec.Struct):
    """One position of a game.

    ``played`` are the cards of this turn by number, ``away`` says that the whole hand went (T5); ``steps`` are the
    values for a wizard and for a tower of the card on the table.  ``used`` are who cast for the first and for the
    second action, as bits of seats (Z6; in the basic game only the first counts), ``last`` who cast what just now (Z8).
    ``entered``: the active player has brought one in (W6).  ``bared``: the space where a tower was lifted last.
    ``moves`` are the moves of this turn, with spaces; ``discards`` counts cards by number since the pile was shuffled.
    """

    setup: Setup
    phase: str
    active: int
    round: int
    towers: tuple[tuple[int, ...], ...]
    tiers: tuple[tuple[int, ...], ...]
    keep: int
    home: tuple[int, ...]
    empty: tuple[int, ...]
    full: tuple[int, ...]
    spent: tuple[int, ...]
    pile: int
    discards: tuple[int, ...]
    unknown: int = 0
    played: tuple[int, ...] = ()
    away: bool = False
    steps: tuple[int, int] = (0, 0)
    rolls: int = 0
    used: tuple[int, int] = (0, 0)
    last: tuple[int, str] | None = None
    announced: Announced | None = None
    claim: Claim | None = None
    lifted: Lifted | None = None
    entered: bool = False
    exchanged: bool = False
    last_round: bool = False
    bared: int = NOWHERE
    moves: tuple[Json, ...] = ()


def first_position(setup: Setup) -> Position:
    """S1-S6: keep, towers, wizards and bottles as they start."""
    box, seats = setup.box, len(setup.seats)
    towers = tuple(
        tuple(tower for tower, at in enumerate(box.tower_spaces) if at == space) for space in range(box.spaces)
    )
    crowds = _start_crowds(setup)
    tiers = tuple((0, crowds[each[0]]) if each else (0,) for each in towers)
    return Position(
        setup=setup,
        phase=CARD,
        active=setup.start,
        round=1,
        towers=towers,
        tiers=tiers,
        keep=box.keep,
        home=(0,) * seats,
        empty=(setup.bottles,) * seats,
        full=(0,) * seats,
        spent=(0,) * seats,
        pile=box.pile - box.hand * seats,
        discards=(0,) * len(box.cards),
    )


def _start_crowds(setup: Setup) -> list[int]:
    """S3: one wizard after another on the first tower with room, clockwise from the start player."""
    crowds, seats = [0] * len(setup.box.rooms), len(setup.seats)
    for number in range(setup.wizards * seats):
        tower = next(at for at, room in enumerate(setup.box.rooms) if size(crowds[at]) < room)
        crowds[tower] += one((setup.start + number) % seats)
    return crowds


def size(crowd: int) -> int:
    """How many stand there: the digits of a number to the base 16 add up to it, modulo 15; a crowd is at most six."""
    return crowd % 15


def one(seat: int) -> int:
    """A single wizard as a crowd."""
    return 1 << 4 * seat


def count(crowd: int, seat: int) -> int:
    """How many of a seat's wizards stand there."""
    return crowd >> 4 * seat & 15


def has_room(position: Position, space: int, more: int = 1) -> bool:
    """W3, W4, W7: whether so many more may come to a space; the keep takes all, and only the visible ones count."""
    return space == position.keep or position.tiers[space][-1] % 15 + more <= SIX


def place_of(position: Position, tower: int) -> int:
    """The space of a tower."""
    for space, there in enumerate(position.towers):
        if tower in there:
            return space
    raise LookupError(tower)


def imprisoned(position: Position) -> tuple[int, ...]:
    """V1: how many of each colour have a tower over them; anybody can count it."""
    visible = sum(tiers[-1] for tiers in position.tiers)
    # summed crowds: a colour has at most nine wizards, so no digit overflows
    return tuple(
        position.setup.wizards - position.home[seat] - count(visible, seat) for seat in range(len(position.home))
    )


def main_phase(position: Position) -> str:
    """The phase beneath a claim or a lifted tower."""
    phase = position.phase
    if phase == LIFTED and position.lifted is not None:
        phase = position.lifted.back
    if phase == CLAIM and position.claim is not None:
        phase = position.claim.back
    return phase

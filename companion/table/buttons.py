"""What a seat's button means: pressed it confirms what is asked of the seat, held it takes back.

A button has one meaning at a time or none: where a choice is left (two places to go, two values that a wand may show,
a dispute) a press does nothing, and the phone asks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games import Game, Json
from companion.protocol import Command
from companion.table import asks, play, proposals, rewind, undo
from companion.table.course import Ask, Course, Proposal
from companion.table.table import Done, Table

Doing = Callable[[Table, str], Done]
"""What a gesture does, with the request's id."""


def meaning(game: Game[Any], course: Course, seat: str, gesture: str) -> Doing | None:
    """What a gesture of a seat's button does now; None: nothing.

    Doing it raises what the same command of a phone raises: Stale, Denied, NotYours.
    """
    return _press(game, course, seat) if gesture == "press" else _hold(game, course, seat)


def _press(game: Game[Any], course: Course, seat: str) -> Doing | None:
    """Agree to an ask, count the one reading of a doubtful throw, or play the one action that there is to confirm."""
    ask, proposal, seq = course.ask, course.proposal, course.seq
    if ask is not None and seat in ask.voters and seat not in ask.votes:
        return _agree(ask, seat)
    if proposal is not None:
        return _count(proposal, seat, seq)
    action = confirmed(game, course, seat)
    if action is None:
        return None
    return lambda table, request: play.act(table, Command(seq, course.questions[seat], request, seat, action))


def _agree(ask: Ask, seat: str) -> Doing | None:
    """Say yes, where that is one of the choices."""
    if "yes" not in ask.choices:
        return None
    return lambda table, request: asks.vote(table, seat, ask.id, "yes", request)


def _count(proposal: Proposal, seat: str, seq: int) -> Doing | None:
    """Let the throw of this seat count, where it can be read in just one way."""
    counts = [str(each["choice"]) for each in proposal.choices if str(each["choice"]).startswith("count")]
    if proposal.seat != seat or len(counts) != 1:
        return None
    return lambda table, request: proposals.judge(table, seat, seq, request, proposal.id, counts[0])


def confirmed(game: Game[Any], course: Course, seat: str) -> Json | None:
    """The action that a seat's press plays, as the game says; None where a throw is awaited or a choice is left."""
    if seat not in course.questions or game.throw_wanted(course.position) is not None:
        return None
    return game.confirmed(course.position, seat)


def _hold(game: Game[Any], course: Course, seat: str) -> Doing | None:
    """Ask to take back the last decision, if this seat made it.

    A seat that nobody holds has nothing to take back, and joining is always open (``/join``): there it does nothing.
    """
    void = rewind.taken_back(game, course)
    if course.seats[seat].hash is None or not void or void[0].seat != seat:
        return None
    return lambda table, request: undo.undo(table, seat, course.seq, request)

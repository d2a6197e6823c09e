"""Playing: a command of a seat becomes an action."""

from __future__ import annotations

from typing import Any

from companion.games import Game, Json, Reason
from companion.protocol import Command
from companion.table import sentences
from companion.table.bodies import Acted, Asked, draft
from companion.table.course import Course
from companion.table.entries import Draft, Origin, digest
from companion.table.errors import Denied, Stale
from companion.table.table import Done, Table


def act(table: Table, command: Command) -> Done:
    """Play a seat's action.

    The command must name the question that it answers, and that very question must still stand for its seat, whatever
    others did meanwhile; raises Stale otherwise.  Raises Denied with the game's reason, games.Invalid for an unreadable
    action, StorageFailed when it could not be saved.

    An action that wants consent is asked of all other seats that somebody holds, and played once they agree.
    """

    def plan(course: Course) -> list[Draft]:
        if command.seq > course.seq or not _answers(table.game, course, command):
            raise Stale("this question is not asked any more")
        action = played(table.game, course.position, command.action, command.seat, "hand")
        others = [name for name, seat in course.seats.items() if seat.hash and name != command.seat]
        if others and table.game.wants_consent(command.action):
            return [_asked(course, command, others)]
        return [action]

    return table.write(plan, origin(command.seat, command.request, [command.question, command.action]))


def _asked(course: Course, command: Command, others: list[str]) -> Draft:
    """The entry that asks these seats whether the action may stand; raises Denied while something else is asked."""
    if course.ask is not None:
        raise Denied(sentences.reason("table.busy"))
    return draft(Asked("action", command.seat, {"action": command.action}, others, len(others), ["yes", "no"]))


def _answers(game: Game[Any], course: Course, command: Command) -> bool:
    """Whether the question that the command names stands: what is asked of the seat, or what it may do beside."""
    asked, offered = course.questions.get(command.seat), course.offers.get(command.seat)
    if command.action in game.may(course.position):
        standing = {offered}
    elif command.action.get("type") in game.besides(course.position).get(command.seat, ()):
        standing = {asked, offered}
    else:
        standing = {asked}
    return command.question in standing - {None}


def played(
    game: Game[Any], position: Any, action: Json, seat: str | None, source: str, picture: str | None = None
) -> Draft:
    """The entry for an action that the game takes here (by this seat, where one is named); raises Denied or Invalid."""
    why = game.why_not(position, action, seat)
    if why is not None:
        raise Denied(why)
    actor = game.actor(position, action)
    if seat is not None and actor != seat:
        raise Denied(Reason("", "table.not-asked", {}, "Du bist gerade nicht an der Reihe."))
    source = source if game.is_chance(action) or source == "table" else "hand"
    return draft(Acted(action, actor, source, picture))


def require_now(course: Course, seq: int) -> None:
    """Raises Stale unless a command was made on the present sequence number."""
    if seq != course.seq:
        raise Stale(f"made on {seq}, the table is at {course.seq}")


def origin(actor: str, request: str, said: Any) -> Origin:
    """Whose request this is; the same one again must say the same."""
    return Origin(actor, request, digest(said))

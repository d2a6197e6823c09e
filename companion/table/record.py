"""Game records: JSON Lines, the header first, then one accepted action a line.

A line is the game's action, with what the table knows besides under ``"note"`` (``source``, ``seq``, ``at``,
``picture``, ``verdict``, ``voices``); readers that want the action alone drop that key.  The header has a note too:
what is told of the game (``companion.table.summary``), and a check sum over all later lines, so that a record that was
cut or altered is known.  Who alters one on purpose leaves the header's note out.  Example:
``tests/table/records/pocket.jsonl``.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from companion.games import Game, GameError, Json
from companion.table import players
from companion.table.bodies import Acted, Begun, Ghost
from companion.table.course import Course
from companion.table.errors import Sealed, TableError
from companion.table.summary import Summary, summary

LARGEST = 8 * 1024 * 1024


class BadRecord(TableError, ValueError):
    """A record that cannot be used; the message names the line and the fault."""

    def __init__(self, line: int, fault: str) -> None:
        self.line = line
        super().__init__(f"line {line}: {fault}")


def opened_lines(game: Game[Any], course: Course) -> Iterator[str]:
    """The record of a game for people; raises Sealed while the game keeps a secret in it."""
    why = None if course.position is None else game.sealed(course.position)
    if why is not None:
        raise Sealed(why)
    return lines(game, course)


def lines(game: Game[Any], course: Course) -> Iterator[str]:
    """The record of a game, line by line (with line ends)."""
    actions = list(_actions(course))
    yield headed(course.header, summary(game, course), actions)
    yield from actions


def headed(header: Json, told: Summary, actions: list[str]) -> str:
    """The first line of a record: the header, and what is told of the game whose actions follow."""
    note = {**msgspec.to_builtins(told), "check": checked(actions)}
    return _line({**header, "note": note})


def checked(actions: list[str]) -> str:
    """The check sum of the lines after the header; their ends do not count, so that no mail program breaks it."""
    return hashlib.sha256("\n".join(line.strip() for line in actions).encode()).hexdigest()[:32]


def _actions(course: Course) -> Iterator[str]:
    verdicts = _verdicts(course)
    for played in course.line:
        note: Json = {"seq": played.seq, "source": played.source}
        note |= {key: value for key in ("picture", "at") if (value := getattr(played, key)) is not None}
        note |= {} if played.ghost is None else {"ghost": msgspec.to_builtins(played.ghost)}
        yield _line({**played.action, "note": note | verdicts.get(played.seq, {})})


def _verdicts(course: Course) -> dict[int, Json]:
    """Verdict and voices by the throw that stands by them: the disputed one, or the one that took its place."""
    found: dict[int, Json] = {}
    for told in course.told:
        if told.kind == "correction" and told.body["verdict"] in ("stands", "rewind"):
            seq = told.body["entry"] if told.body["verdict"] == "stands" else told.seq + 1
            found[seq] = {key: told.body[key] for key in ("verdict", "voices")}
    return found


def _line(value: Json) -> str:
    return msgspec.json.encode(value, order="sorted").decode() + "\n"


class Recorded:
    """Reads a record line by line; ``position`` is that after the lines read so far.  Raises BadRecord.

    Where ``doubts`` is a list, the choices of ghosts are made again, and what differs is told there; those that were
    made by other weights are not.
    """

    def __init__(self, game: Game[Any], text: str, doubts: list[str] | None = None) -> None:
        self._game = game
        self.doubts, self._count = doubts, 0
        self._lines = text.splitlines()
        self.header, self.told, self._check = opened(self._lines)
        if self.header.get("game") != game.name:
            raise BadRecord(1, f"a record of {self.header.get('game')!r}, not of {game.name!r}")
        try:
            self.position = game.start(self.header)
        except (GameError, LookupError, TypeError, ValueError, AttributeError) as error:
            raise BadRecord(1, f"the header cannot be used: {error}") from error

    def actions(self) -> Iterator[Acted]:
        """Each action that the game takes; blank lines are passed over.  The check sum is looked at last: a fault
        that can be named is of more use than to know that there is one."""
        for number, text in enumerate(self._lines[1:], 2):
            if text.strip():
                action = _object(self._lines, number)
                note = action.pop("note", {})
                ghost = _ghost(note)
                self._look(number, action, ghost)
                yield Acted(action, self._apply(number, action), _source(note), at=_time(note), ghost=ghost)
                self._count += 1
        require_whole(self._lines, self._check)

    def _look(self, number: int, action: Json, ghost: Ghost | UnsetType) -> None:
        """Note a choice of a ghost that it would not make: of an earlier version, or not its own.

        Under other weights it may well choose otherwise: that is said once, and no choice is doubted.
        """
        if (
            self.doubts is None
            or ghost is UNSET
            or ghost.level not in self._game.levels
            or self._game.why_not(self.position, action)
        ):
            return
        if ghost.weights not in ("", self._game.weights):
            self._tell_of(ghost.weights, self.doubts)
            return
        seat = self._game.actor(self.position, action)
        chosen = players.choice(self._game, self.header, self.position, seat, ghost, self._count)
        if chosen != action:
            self.doubts.append(f"line {number}: the ghost would choose {_line(chosen).strip()}")

    def _tell_of(self, weights: str, doubts: list[str]) -> None:
        here = self._game.weights or "none"
        told = f"ghosts chose by other weights ({weights}, here {here}); their choices are not made again"
        if told not in doubts:
            doubts.append(told)

    def _apply(self, number: int, action: Json) -> str:
        try:
            why = self._game.why_not(self.position, action)
            if why is not None:
                raise BadRecord(number, f"{why.rule}: {why.text}")
            seat = self._game.actor(self.position, action)
            self.position, _ = self._game.apply(self.position, action)
        except (GameError, LookupError, TypeError) as error:
            raise BadRecord(number, str(error)) from error
        return seat


def opened(lines: list[str]) -> tuple[Json, Summary | None, str | None]:
    """Header, summary and check sum (None: it has none) of a record; raises BadRecord."""
    if not lines:
        raise BadRecord(1, "the record is empty; the first line must be the header")
    header = _object(lines, 1)
    note = header.pop("note", None)
    if note is None:
        return header, None, None
    try:
        return header, msgspec.convert(note, Summary), str(msgspec.convert(note, dict[str, Any])["check"])
    except (msgspec.ValidationError, KeyError) as error:
        raise BadRecord(1, f"the note cannot be read ({error})") from error


def require_whole(lines: list[str], check: str | None) -> None:
    """Raises BadRecord where the check sum of a record does not hold."""
    if check is not None and check != checked([line for line in lines[1:] if line.strip()]):
        raise BadRecord(len(lines), "the record was cut or altered since it was written (its check sum is another)")


def _object(lines: list[str], number: int) -> Json:
    try:
        return msgspec.json.decode(lines[number - 1], type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise BadRecord(number, f"not a JSON object ({error})") from error


def _time(note: Any) -> int | UnsetType:
    at = note.get("at") if isinstance(note, dict) else None
    return at if type(at) is int else UNSET


def _source(note: Any) -> str:
    source = note.get("source") if isinstance(note, dict) else None
    return source if source in ("camera", "hand", "simulated", "table", "ghost") else "import"


def _ghost(note: Any) -> Ghost | UnsetType:
    told = note.get("ghost") if isinstance(note, dict) else None
    with contextlib.suppress(msgspec.ValidationError):
        return msgspec.convert(told, Ghost)
    return UNSET


def begun(recorded: Recorded) -> Begun:
    """The beginning of a recorded game, when it was."""
    told = recorded.told
    return Begun(recorded.header, "import", UNSET if told is None or told.began is None else told.began)


def replay(game: Game[Any], text: str, doubts: list[str] | None = None) -> tuple[Any, int]:
    """Check every line; the last position and the number of actions.  Raises BadRecord.

    ``doubts`` is told where a ghost would choose otherwise.
    """
    recorded = Recorded(game, text, doubts)
    count = sum(1 for _ in recorded.actions())
    return recorded.position, count


def game_name(text: str) -> str:
    """The game that a record's header names; raises BadRecord."""
    first = text.split("\n", 1)[0]
    try:
        name = msgspec.json.decode(first, type=dict[str, Any]).get("game")
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise BadRecord(1, f"not a JSON object ({error})") from error
    if not isinstance(name, str):
        raise BadRecord(1, "the header names no game")
    return name

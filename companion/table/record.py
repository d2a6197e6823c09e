"""Game records: JSON Lines, the header first, then one accepted action a line.

A line is the game's action, with what the table knows besides under ``"note"`` (``source``, ``seq``,
``picture``, ``verdict``, ``voices``); readers that want the action alone drop that key.  Example:
``tests/table/records/pocket.jsonl``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.games import Game, GameError, Json
from companion.table.bodies import Acted, Begun, draft
from companion.table.course import Course
from companion.table.errors import TableError
from companion.table.play import origin
from companion.table.table import Done, Table

LARGEST = 8 * 1024 * 1024


class BadRecord(TableError, ValueError):
    """A record that cannot be used; the message names the line and the fault."""

    def __init__(self, line: int, fault: str) -> None:
        self.line = line
        super().__init__(f"line {line}: {fault}")


def lines(game: Game[Any], course: Course) -> Iterator[str]:
    """The record of the game on the table, line by line (with line ends)."""
    yield _line(course.header)
    verdicts = _verdicts(course)
    for played in course.line:
        note: Json = {"seq": played.seq, "source": played.source}
        if played.picture:
            note["picture"] = played.picture
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
    """Reads a record line by line; ``position`` is that after the lines read so far.  Raises BadRecord."""

    def __init__(self, game: Game[Any], text: str) -> None:
        self._game = game
        self._lines = text.splitlines()
        self.header = self._header()
        try:
            self.position = game.start(self.header)
        except (GameError, LookupError, TypeError, ValueError, AttributeError) as error:
            raise BadRecord(1, f"the header cannot be used: {error}") from error

    def _header(self) -> Json:
        if not self._lines:
            raise BadRecord(1, "the record is empty; the first line must be the header")
        header = self._object(1)
        if header.get("game") != self._game.name:
            raise BadRecord(1, f"a record of {header.get('game')!r}, not of {self._game.name!r}")
        return header

    def _object(self, number: int) -> Json:
        try:
            return msgspec.json.decode(self._lines[number - 1], type=dict[str, Any])
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            raise BadRecord(number, f"not a JSON object ({error})") from error

    def actions(self) -> Iterator[tuple[Json, str, str]]:
        """Each action that the game takes, with seat and source; blank lines are passed over."""
        for number, text in enumerate(self._lines[1:], 2):
            if text.strip():
                action = self._object(number)
                note = action.pop("note", {})
                seat = self._apply(number, action)
                yield action, seat, _source(note)

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


def _source(note: Any) -> str:
    source = note.get("source") if isinstance(note, dict) else None
    return source if source in ("camera", "hand", "simulated", "table") else "import"


def import_(table: Table, text: str, request: str) -> Done:
    """Continue from a record: a new game with all its actions, at once.  Raises BadRecord, nothing changed."""
    recorded = Recorded(table.game, text)
    drafts = [draft(Begun(recorded.header, "import"))]
    for action, seat, source in recorded.actions():
        drafts.append(draft(Acted(action, seat, source)))
    return table.write(lambda _: drafts, origin("host", request, ["import", text]))


def replay(game: Game[Any], text: str) -> tuple[Any, int]:
    """Check every line; the last position and the number of actions.  Raises BadRecord."""
    recorded = Recorded(game, text)
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

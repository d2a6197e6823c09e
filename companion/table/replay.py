"""An archived game step by step: its course after any number of its actions."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

import msgspec

from companion.games import Events, Game
from companion.table.archive import Archive, Kept
from companion.table.bodies import draft
from companion.table.course import Course, Seat, question_id
from companion.table.entries import Entry
from companion.table.installed import Installed
from companion.table.record import Recorded, begun
from companion.table.steps import follow

AT_ONCE = 4


class Replays:
    """Archived games that were folded, the last few of them.  Thread-safe."""

    def __init__(self, games: Installed, archive: Archive) -> None:
        self._games, self._archive = games, archive
        self._lock = threading.Lock()
        self._folded: OrderedDict[str, tuple[Kept, Course]] = OrderedDict()

    def whole(self, kept: Kept) -> Course:
        """The course of a whole record.  Raises record.BadRecord."""
        with self._lock:
            known = self._folded.pop(kept.id, None)
            if known is None or known[0] != kept:
                known = (kept, fold(self._games.named(kept.game), self._archive.text(kept.id)))
            self._folded[kept.id] = known
            if len(self._folded) > AT_ONCE:
                self._folded.popitem(last=False)
        return known[1]

    def at(self, kept: Kept, step: int) -> Course:
        """The course after so many actions, at most all.  Raises record.BadRecord."""
        return cut(self._games.named(kept.game), self.whole(kept), step)


def fold(game: Game[Any], text: str) -> Course:
    """The course of a record; those who sat there then hold nothing here.  Raises record.BadRecord."""
    recorded = Recorded(game, text)
    course = Course()
    for number, each in enumerate([draft(begun(recorded)), *map(draft, recorded.actions())], 1):
        course = follow(game, course, Entry(number, each.kind, each.body, ""))
    names = recorded.told.names if recorded.told else {}
    seats = {seat: Seat(names.get(seat, ""), None) for seat in course.seats}
    return msgspec.structs.replace(course, seats=seats, sat=names)


def hindsight(game: Game[Any], whole: Course) -> tuple[Events, ...]:
    """What a course that is over tells as a whole, for its beginning and after each of its actions."""
    return game.hindsight([*(played.before for played in whole.line), whole.position])


def cut(game: Game[Any], course: Course, step: int) -> Course:
    """What the course was after so many of its actions."""
    line = course.line[: max(step, 0)]
    position = course.line[len(line)].before if len(line) < len(course.line) else course.position
    seq = line[-1].seq if line else course.began
    return msgspec.structs.replace(
        course,
        seq=seq,
        position=position,
        line=line,
        questions={asked.seat: question_id(asked.kind, asked.seat, seq) for asked in game.asked(position)},
        offers={},
        told=tuple(told for told in course.told if told.seq <= seq),
    )

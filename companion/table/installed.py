"""The games that a table can carry; which one lies on it says the header of each game that was begun."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games import Game, GameError, Json, registry
from companion.table.bodies import Begun, read
from companion.table.course import Course
from companion.table.entries import Entry
from companion.table.errors import Refolded
from companion.table.steps import follow, pass_by


class Installed:
    """Games by name.  ``first`` lies on the table before one was begun; it is there also where it is not installed."""

    def __init__(self, first: Game[Any], find: Callable[[str], Game[Any]] = registry.find) -> None:
        self.first = first
        self._find = find

    def named(self, name: str) -> Game[Any]:
        """The game of this name.  Raises games.Invalid."""
        return self.first if name == self.first.name else self._find(name)

    def all(self) -> tuple[Game[Any], ...]:
        """Each once, by name; the first is among them."""
        names = dict.fromkeys((*registry.names(), self.first.name))
        return tuple(self.named(name) for name in sorted(names))

    def of(self, course: Course) -> Game[Any]:
        """The game on the table."""
        return self.under(course.header)

    def under(self, header: Json) -> Game[Any]:
        """The game of a header.  Raises games.Invalid."""
        return self.named(str(header.get("game", self.first.name)))

    def follow(self, course: Course, entry: Entry) -> Course:
        """The course after one more entry, which may begin another game.  Raises Refolded."""
        return follow(self._whose(course, entry), course, entry)

    def pass_by(self, course: Course, entry: Entry) -> Course:
        """The course after an entry of a past game.  Raises Refolded."""
        return pass_by(self._whose(course, entry), course, entry)

    def _whose(self, course: Course, entry: Entry) -> Game[Any]:
        try:
            if entry.kind != "game":
                return self.of(course)
            return self.under(read(entry, Begun).header)
        except GameError as error:
            raise Refolded(f"entry {entry.seq} ({entry.kind}) cannot follow: {error}") from error

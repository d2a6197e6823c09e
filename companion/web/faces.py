"""The faces of all games that a host has; the pages show that of the game on the table."""

from __future__ import annotations

from flask import abort, g, request

from companion.table.course import Course
from companion.web import games
from companion.web.hosting import Hosting
from companion.web.pages.face import Face
from companion.web.pages.host import SHOWN


class Faces:
    """Faces by name, each made once."""

    def __init__(self, here: Hosting) -> None:
        self._here = here
        self._found = {name: games.find(name) for name in self.names()}
        self._known: tuple[Course | None, Face] = (None, self.find(""))

    def names(self) -> tuple[str, ...]:
        """The games that there are."""
        return tuple(game.name for game in self._here.table.games.all())

    def find(self, name: str) -> Face:
        """The face of a game of this name; of one that is not there (a record from elsewhere, a damaged one) the bare
        one, whatever it is called."""
        return self._found.get(name) or Face("unknown", games.__name__)

    def guard(self) -> None:
        """A page of a game is there while that lies on the table."""
        name = request.blueprint
        if name in self._found and request.endpoint != f"{name}.static" and name != self._here.table.game.name:
            abort(404)

    def shown(self) -> Face:
        """The face of the game whose page is drawn, by itself of the one on the table."""
        return g.get(SHOWN) or self._lying()

    def _lying(self) -> Face:
        """That of the game on the table, looked up once a state of it: one page asks a hundred times."""
        course, (known, face) = self._here.table.course, self._known
        if course is not known:
            face = self.find(self._here.table.games.of(course).name)
            self._known = course, face
        return face

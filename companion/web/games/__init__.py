"""Faces of games: each is one package beside this module with a ``FACE`` (``companion.web.pages.face``).

Its name is that of the rules in ``companion.games``; nothing outside the package names it.
"""

from __future__ import annotations

import importlib
import pkgutil

from companion.web.pages.face import Face


class Faceless(Face):
    """That of a game for which nobody has drawn one."""

    offered_here = False


def find(name: str) -> Face:
    """The face of the game of this name; where it has none, the shell's own."""
    if name not in {module.name for module in pkgutil.iter_modules(__path__) if module.ispkg}:
        return Faceless(name, __name__)
    face: Face = importlib.import_module(f"{__name__}.{name}").FACE
    return face

"""Faces of games: each is one package beside this module with its pages, templates and static files.

Its name is that of the rules in ``companion.games``; nothing outside the package names it.
"""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType


def find(name: str) -> ModuleType | None:
    """The face of the game of this name; None where it has none."""
    if name not in {module.name for module in pkgutil.iter_modules(__path__) if module.ispkg}:
        return None
    return importlib.import_module(f"{__name__}.{name}")

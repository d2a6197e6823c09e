"""Die drei Magier (Noris 1985) as pure rules.

``GAME`` is what a table uses.  Where a rule lives: its id stands in the docstring of the function that applies it.
"""

from __future__ import annotations

from companion.games.dreimagier.game import GAME, DreiMagier

__all__ = ["GAME", "DreiMagier"]

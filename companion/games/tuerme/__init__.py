"""Die wandelnden Türme (Abacusspiele 2022) as pure rules.

``GAME`` is what a table uses.  Where a rule lives: its id stands in the docstring of the function that applies it.
"""

from __future__ import annotations

from companion.games.tuerme.game import GAME, Tuerme

__all__ = ["GAME", "Tuerme"]

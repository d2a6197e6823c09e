"""Wizard (the Amigo edition) as block of truth and judge, in pure rules.

``GAME`` is what a table uses.  The companion deals nothing and sees no card: it notes the turned card's kind, bids and
tricks.  Where a rule lives: its id stands in the docstring of the function that applies it.
"""

from __future__ import annotations

from companion.games.wizard.game import GAME, Wizard

__all__ = ["GAME", "Wizard"]

"""M1, M2: the sixty cards, by their notation: ``B7`` (blue seven), ``W`` (a wizard), ``J`` (a jester)."""

from __future__ import annotations

from typing import Any

COLOURS = ("blue", "red", "green", "yellow")
"""Humans, dwarfs, elves, giants."""
WIZARD, JESTER = "wizard", "jester"
NONE = "none"
"""No card is turned, or no colour is trump."""
HIGHEST = 13
LETTERS = {colour[0].upper(): colour for colour in COLOURS}
SPECIAL = {"W": WIZARD, "J": JESTER}
SPECIAL_VALUES = {"W": HIGHEST + 1, "J": 0}
DECK = (*(f"{letter}{number}" for letter in LETTERS for number in range(1, HIGHEST + 1)), *"WWWWJJJJ")


def is_card(value: Any) -> bool:
    """M1: whether there is such a card."""
    return isinstance(value, str) and value in DECK


def kind(card: str) -> str:
    """Its colour, or ``wizard`` or ``jester``."""
    return SPECIAL.get(card) or LETTERS[card[0]]


def value(card: str) -> int:
    """M2: jesters below every 1, wizards above every 13."""
    return SPECIAL_VALUES[card] if card in SPECIAL_VALUES else int(card[1:])


def colour_named(word: str) -> str | None:
    """The colour of a letter or a name in any case; None for what is none."""
    return LETTERS.get(word.upper()) or (word.lower() if word.lower() in COLOURS else None)

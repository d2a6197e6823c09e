"""What a card is called: its people and number, in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.wizard.cards import COLOURS, kind
from companion.web.pages.words import Speaker


def spoken(card: str, t: Speaker) -> str:
    """One card, as ``R13`` or ``W`` is said."""
    return t(f"people.{kind(card)}") + (f" {card[1:]}" if kind(card) in COLOURS else "")


def listed(cards: Sequence[str], t: Speaker) -> str:
    """Several of them."""
    return ", ".join(spoken(card, t) for card in cards)

"""What a type of card is called on the box page."""

from __future__ import annotations

from companion.games.tuerme.cards import card_named
from companion.web.pages.words import Speaker


def name(card: str, t: Speaker) -> str:
    """``Turm 3``, ``Magier, Würfel bis 2×``, ``Turm 5 oder Magier 1``."""
    found = card_named(card)
    if found is None:
        return card
    value = t("box.die", count=found.rolls) if found.rolls else found.wizard or found.tower
    if found.wizard and found.tower and found.wizard != found.tower:
        return t("box.card.both", wizard=found.wizard, tower=found.tower)
    kind = "either" if found.wizard and found.tower else "wizard" if found.wizard else "tower"
    return t(f"box.card.{kind}", value=value)

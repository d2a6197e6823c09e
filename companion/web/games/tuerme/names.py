"""What pieces and cards are called: a tower by its space and height, a card by what it moves and how far."""

from __future__ import annotations

from companion.games import Json
from companion.games.tuerme.cards import card_named
from companion.web.pages.seen import Seen
from companion.web.pages.words import Speaker


def place_of(view: Json, tower: str) -> tuple[int, int, int]:
    """Space, height from 1 and towers there; all 0 for one that is nowhere."""
    for space in view["spaces"]:
        found = [each["tower"] for each in space["towers"]]
        if tower in found:
            return space["space"], found.index(tower) + 1, len(found)
    return 0, 0, 0


def tower(view: Json, name: str, t: Speaker) -> str:
    """M2: by space, and in a stack by height."""
    space, height, count = place_of(view, name)
    if count == 1:
        return t("tower.alone", space=space)
    if height == count:
        return t("tower.top", space=space)
    return t("tower.lower", space=space, height=height)


def wizard(colour: str, seen: Seen) -> str:
    """A wizard by whose it is."""
    return seen.t("wizard.of", name=seen.who.name(colour))


def card(name: str, t: Speaker) -> str:
    """A type of card in words."""
    found = card_named(name)
    if found is None:
        return name
    if found.rolls:
        kind = "either" if found.wizard and found.tower else "wizard" if found.wizard else "tower"
        return t(f"card.die.{kind}", count=found.rolls)
    if found.wizard and found.tower and found.wizard != found.tower:
        return t("card.both", tower=found.tower, wizard=found.wizard)
    kind = "either" if found.wizard and found.tower else "wizard" if found.wizard else "tower"
    return t(f"card.{kind}", value=found.wizard or found.tower)


def crowd(who: Json, seen: Seen) -> str:
    """Wizards by colour and number; nobody in words too."""
    return ", ".join(f"{seen.who.name(seat)} {count}" for seat, count in who.items()) or seen.t("nobody")

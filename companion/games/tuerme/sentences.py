"""The sentences of refusals, and the names in them, in every language; what a value is called follows from its key."""

from __future__ import annotations

from companion.games import Json
from companion.games.catalogue import Catalogue

WORDS = Catalogue("companion.games.tuerme")
KINDS = {"seat": "colour", "colour": "colour", "spell": "spell"}
"""Placeholder to the list of names; one that is not here is written as it is."""


def sentence(message: str, values: Json, language: str = "de") -> str:
    """The sentence of a message id with its values filled in."""
    named = {key: _name(key, value, language) for key, value in values.items()}
    text = WORDS.say(language, message, **named)
    return text[:1].upper() + text[1:]


def _name(key: str, value: object, language: str) -> object:
    word = f"{KINDS[key]}.{value}" if key in KINDS else ""
    return WORDS.say(language, word) if word in WORDS else value

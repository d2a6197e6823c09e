"""The sentences of refusals in every language."""

from __future__ import annotations

from companion.games import Json
from companion.games.catalogue import Catalogue

WORDS = Catalogue("companion.games.wizard")


def sentence(message: str, values: Json, language: str = "de") -> str:
    """The sentence of a message id with its values filled in."""
    return WORDS.say(language, message, **values)

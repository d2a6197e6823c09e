"""The sentences of refusals, and the names in them, in every language.

A reason carries the message id and its values in code words (``castle``, ``red``, ``magic``, numbers); ``sentence``
fills them in.  What a value is called follows from its placeholder: ``KINDS``.
"""

from __future__ import annotations

from companion.games import Json
from companion.games.catalogue import Catalogue

KINDS: dict[str, str] = {
    "seat": "colours",
    "winner": "colours",
    "wand": "wands",
    "place": "nodes",
    "between": "nodes",
    "node": "nodes",
    "symbol": "symbols",
    "best": "symbols",
    "question": "questions",
    "throw": "throws",
    "distance": "numbers",
    "fields": "lengths",
    "sum": "lengths",
    "double": "lengths",
    "longest": "lengths",
}
"""Placeholder to the list of names; a placeholder that is not here is written as it is."""

WORDS = Catalogue("companion.games.dreimagier")
"""Sentences by message id, and names as ``kind.word``."""


def sentence(message: str, values: Json, language: str = "de") -> str:
    """The sentence of a message id with its values filled in."""
    named = {key: _name(key, value, language) for key, value in values.items()}
    text = WORDS.say(language, message, **named)
    return text[:1].upper() + text[1:]


def _name(key: str, value: object, language: str) -> str:
    kind, word = KINDS.get(key, ""), str(value)
    if f"{kind}.{word}" in WORDS:
        return WORDS.say(language, f"{kind}.{word}")
    return WORDS.say(language, "nodes.field", node=word) if kind == "nodes" else word

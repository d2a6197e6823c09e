"""The sentences of refusals, and the names in them, in every language.

A reason carries the message id and its values in code words (``castle``, ``red``, ``magic``, numbers; a field of the
path by its name, see ``fieldnames``); ``sentence`` fills them in.  Sentences stand in ``WORDS`` by message id, names as
``kind.word``.  What a value is called follows from its placeholder: ``KINDS``.
"""

from __future__ import annotations

from companion.games import Json
from companion.games.dreimagier import fieldnames
from companion.games.dreimagier.fieldnames import WORDS as WORDS

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


def sentence(message: str, values: Json, language: str = "de") -> str:
    """The sentence of a message id with its values filled in."""
    named = {key: _name(key, value, language) for key, value in values.items()}
    text = WORDS.say(language, message, **named)
    return text[:1].upper() + text[1:]


def nodes(values: Json) -> tuple[str, ...]:
    """The nodes that a reason speaks of, so that a page can point at them."""
    spoken = (value for key, value in values.items() if KINDS.get(key) == "nodes")
    return tuple(value["node"] if isinstance(value, dict) else value for value in spoken)


def _name(key: str, value: object, language: str) -> str:
    if isinstance(value, dict):
        return fieldnames.say(value, language)
    kind, word = KINDS.get(key, ""), str(value)
    return WORDS.say(language, f"{kind}.{word}") if f"{kind}.{word}" in WORDS else word

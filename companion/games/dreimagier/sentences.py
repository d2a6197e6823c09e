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
}
"""Placeholder to the list of names; a placeholder that is not here is written as it is."""

COUNTED: dict[str, str] = {
    "pips": "pips",
    "count": "times",
    "distance": "jumps",
    "fields": "lengths",
    "longest": "lengths",
    "sum": "strides",
    "double": "strides",
}
"""Placeholder of a number to the counted word that it is said with; a stride is a length that is walked.

A number is itself a word up to twelve; above, it is written in figures.
"""

CASES = {"of_wands": "wand", "at": "place"}
"""Other cases of a value's name, for sentences that need one: of the red wand, in the forest."""


def sentence(message: str, values: Json, language: str = "de") -> str:
    """The sentence of a message id with its values filled in."""
    named = {key: _name(key, value, language) for key, value in values.items()}
    named |= {case: WORDS.say(language, f"{case}.{values[key]}") for case, key in CASES.items() if key in values}
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
    if key in COUNTED:
        number = WORDS.say(language, f"numbers.{word}") if f"numbers.{word}" in WORDS else word
        return WORDS.say(language, COUNTED[key], count=value, number=number)
    return WORDS.say(language, f"{kind}.{word}") if f"{kind}.{word}" in WORDS else word

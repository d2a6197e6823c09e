"""The sentences of refusals, and the names in them, in every language (one module each in ``words``).

A reason carries the message id and its values in code words (``castle``, ``red``, ``magic``, numbers); ``sentence``
fills them in.  What a value is called follows from its placeholder: ``KINDS``.
"""

from __future__ import annotations

from companion.games import Json
from companion.games.dreimagier.words import de, en, fr, it, nl

Words = dict[str, str]

KINDS: Words = {
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

LANGUAGES = {"de": de, "en": en, "nl": nl, "fr": fr, "it": it}

SENTENCES: dict[str, Words] = {language: module.SENTENCES for language, module in LANGUAGES.items()}
"""Language to message id to sentence."""

NAMES: dict[str, dict[str, Words]] = {language: module.NAMES for language, module in LANGUAGES.items()}
"""Language to kind of name to code word to name."""


def sentence(message: str, values: Json, language: str = "de") -> str:
    """The sentence of a message id with its values filled in.  A language without sentences gets the English ones."""
    language = language if language in SENTENCES else "en"
    filled = {key: _name(key, value, language) for key, value in values.items()}
    text = SENTENCES[language][message].format(**filled)
    return text[:1].upper() + text[1:]


def _name(key: str, value: object, language: str) -> str:
    names = NAMES[language].get(KINDS.get(key, ""), {})
    word = str(value)
    if KINDS.get(key) == "nodes" and word not in names:
        return names["field"].format(word)
    return names.get(word, word)

"""Words: one catalogue an owner (the shell, the table, the rules and the face of each game), all of one shape.

A catalogue is a folder ``words`` in its owner's package with one JSON file a language, German first.  A file maps a
message id to a sentence with ``{name}`` places, or to its forms: ``{"one": .., "other": ..}``, where it helps also
``"none"``, told apart by the value ``count``.  A language that there is not speaks German, and so does a message that a
language lacks (a test holds that none is missing).
"""

from __future__ import annotations

import json
from collections.abc import Container
from functools import cached_property
from importlib import resources
from typing import Any

LANGUAGES = ("de", "en", "nl", "fr", "it")
"""German is the original and the one that is spoken where nothing fits."""

Sentence = str | dict[str, str]


class Catalogue:
    """The words of one owner, read when they are first needed."""

    def __init__(self, package: str) -> None:
        self.package = package

    @cached_property
    def sentences(self) -> dict[str, dict[str, Sentence]]:
        """Language to message id to sentence."""
        return {language: self._read(language) for language in LANGUAGES}

    def _read(self, language: str) -> dict[str, Sentence]:
        file = resources.files(self.package).joinpath("words", f"{language}.json")
        if not file.is_file():
            return {}
        found: dict[str, Sentence] = json.loads(file.read_text(encoding="utf-8"))
        return found

    def __contains__(self, message: object) -> bool:
        return message in self.sentences[LANGUAGES[0]]

    def find(self, language: str, message: str) -> Sentence | None:
        """A sentence with its places still to be filled; None where the owner has no such message."""
        german = self.sentences[LANGUAGES[0]]
        return self.sentences.get(language, german).get(message, german.get(message))

    def say(self, language: str, message: str, **values: Any) -> str:
        """A sentence in a language; raises LookupError for a message that the owner does not have."""
        found = self.find(language, message)
        if found is None:
            raise LookupError(f"{self.package} has no words for {message!r}")
        return filled(language, found, values)


def filled(language: str, sentence: Sentence, values: dict[str, Any]) -> str:
    """A sentence with its values put in; one that lacks a value is left as it is, so that nothing is hidden."""
    text = sentence if isinstance(sentence, str) else sentence[form(language, values.get("count"), sentence)]
    try:
        return text.format(**values)
    except (KeyError, IndexError):
        return text


def form(language: str, count: Any, forms: Container[str] = ()) -> str:
    """The form of a word that is counted: French counts none like one, the others like many."""
    if count == 0 and "none" in forms:
        return "none"
    single = (0, 1) if language == "fr" else (1,)
    return "one" if count in single else "other"

"""The words of the pages: one JSON catalogue a language, German first, read once.

A catalogue maps a message id to a sentence with ``{name}`` places.  A value that is itself a word of the game is given
by its id with a mark in front, ``@place.mill``, and is put into the page's language.  A message that a language lacks
is shown in German; a test holds that none is missing.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from importlib import resources
from typing import Any

from flask import Flask, request

from companion.web import language as chosen

LANGUAGES: dict[str, str] = {
    "de": "Deutsch",
    "en": "English",
    "nl": "Nederlands",
    "fr": "Français",
    "it": "Italiano",
}
"""Each language of the pages in its own name; German where nothing fits."""
SUBJECTS = ("referee",)
"""Folders with catalogues of their own."""

Translate = Callable[..., str]


@lru_cache(maxsize=16)
def catalogue(language: str) -> dict[str, str]:
    """The sentences of a language, by message id."""
    folder = resources.files("companion.web").joinpath("translations")
    found: dict[str, str] = {}
    for name in ("", *SUBJECTS):
        found |= json.loads(folder.joinpath(name, f"{language}.json").read_text(encoding="utf-8"))
    return found


def translate(language: str, message: str, **values: Any) -> str:
    """A sentence in a language; unknown ids are given back as they are, so that nothing is hidden."""
    sentence = catalogue(language).get(message) or catalogue("de").get(message)
    if sentence is None:
        return str(values.get("default", message))
    filled = {name: _word(language, value) for name, value in values.items()}
    try:
        return sentence.format(**filled)
    except (KeyError, IndexError):
        return sentence


def known(message: str) -> bool:
    """True where the German catalogue has this id."""
    return message in catalogue("de")


def speaker(language: str) -> Translate:
    """``translate`` in one language, for templates; German for a language that there is not."""
    return Speaker(language if language in LANGUAGES else "de")


class Speaker:
    """``translate`` in one ``language``."""

    __slots__ = ("language",)

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, message: str, **values: Any) -> str:
        return translate(self.language, message, **values)


def of_request() -> str:
    """Language of the present request, the same for a page and for the stream that renews its parts."""
    return chosen.of_request()


def install(app: Flask) -> None:
    """Give every template of a request its language and ``t``."""

    @app.context_processor
    def _words() -> dict[str, Any]:
        language = of_request()
        theme = request.cookies.get("theme")
        return {
            "t": speaker(language),
            "language": language,
            "languages": LANGUAGES,
            "theme": theme if theme in ("dark", "light") else "auto",
        }


def _word(language: str, value: Any) -> Any:
    return translate(language, value[1:]) if isinstance(value, str) and value.startswith("@") else value

"""The words of the pages: those of the game's face first, then those of the shell (``companion.games.catalogue``).

A value that is itself a word is given by its message id with a mark in front, ``@place.mill``, and is put into the
page's language.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, request

from companion.games.catalogue import Catalogue, filled
from companion.web import language as chosen

LANGUAGES: dict[str, str] = {
    "de": "Deutsch",
    "en": "English",
    "nl": "Nederlands",
    "fr": "Français",
    "it": "Italiano",
}
"""Each language of the pages in its own name; German where nothing fits."""
SHELL = Catalogue("companion.web")

Translate = Callable[..., str]


class Speaker:
    """Says every message in one ``language``; unknown ids are given back as they are, so that nothing is hidden."""

    __slots__ = ("language", "owners")

    def __init__(self, language: str, *owners: Catalogue) -> None:
        self.language = language if language in LANGUAGES else "de"
        self.owners = (*owners, SHELL)

    def __call__(self, message: str, **values: Any) -> str:
        for owner in self.owners:
            found = owner.find(self.language, message)
            if found is not None:
                if not values and type(found) is str:
                    return found
                return filled(self.language, found, {name: self._word(value) for name, value in values.items()})
        return str(values.get("default", message))

    def _word(self, value: Any) -> Any:
        return self(value[1:]) if isinstance(value, str) and value.startswith("@") else value

    def __contains__(self, message: object) -> bool:
        return any(message in owner for owner in self.owners)


def of_request() -> str:
    """Language of the present request, the same for a page and for the stream that renews its parts."""
    return chosen.of_request()


def install(app: Flask, speaker: Callable[[str], Speaker]) -> None:
    """Give every template of a request its language and ``t``, the speaker of the game on the table."""

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

"""The language of an answer: ``?lang=``, else what was chosen on this device, else what the browser asks for."""

from __future__ import annotations

from flask import request

from companion.games.catalogue import LANGUAGES

COOKIES = ("language", "lang")


def of_request() -> str:
    """One of the languages; German where nothing fits."""
    chosen = [request.args.get("lang"), *(request.cookies.get(name) for name in COOKIES)]
    for language in chosen:
        if language in LANGUAGES:
            return language
    return asked()


def asked() -> str:
    """The browser's first wish that there is; ``fr-CH`` is a wish for French, before any wish that follows it."""
    for wish, weight in request.accept_languages:
        language = wish.replace("_", "-").split("-")[0].lower()
        if weight > 0 and language in LANGUAGES:
            return language
    return "de"

"""Sentences of programs that speak English, found among the messages by their words and said in the page's language."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from companion.games.catalogue import Catalogue
from companion.web.pages.words import Speaker


def found(
    t: Speaker, text: str, prefixes: tuple[str, ...], word: Callable[[str], str] = lambda value: value
) -> str | None:
    """A sentence in the page's language, its gaps filled by what ``word`` makes of them; None where nobody knows it."""
    for message, pattern in _cures(t.owners, prefixes):
        match = pattern.fullmatch(text)
        if match is not None:
            return t(message, **{name: word(value) for name, value in match.groupdict().items()})
    return None


@cache
def _cures(owners: tuple[Catalogue, ...], prefixes: tuple[str, ...]) -> list[tuple[str, re.Pattern[str]]]:
    """Message ids and how their English words look with anything in the gaps; the longest first."""
    english = [pair for owner in owners for pair in owner.sentences["en"].items()]
    told = [(id_, text) for id_, text in english if id_.startswith(prefixes) and isinstance(text, str)]
    told.sort(key=lambda each: -len(each[1]))
    return [(id_, re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(text)))) for id_, text in told]

"""Names in a board file that were meant for others: a place in a language of the players, a letter that slipped."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache

from companion.games.catalogue import LANGUAGES
from companion.games.dreimagier.board import PLACES
from companion.games.dreimagier.fieldnames import WORDS

CLOSE = 0.75
SHORT = 3
"""Names up to here are likened to none: every letter more would be another name."""


@lru_cache(maxsize=1)
def _spoken() -> dict[str, str]:
    """Each place as people call it."""
    found = {WORDS.say(language, f"short.{place}").casefold(): place for place in PLACES for language in LANGUAGES}
    return found | {place: place for place in PLACES}


def meant(name: str, missing: Iterable[str] = PLACES) -> str | None:
    """The place that a name means: for certain by a word for it, and by a slip where the place is missing."""
    word = name.casefold()
    if word in _spoken():
        return _spoken()[word]
    missing = set(missing)
    words = [spoken for spoken, place in _spoken().items() if place in missing]
    close = get_close_matches(word, words, 1, CLOSE) if len(word) > SHORT else []
    return _spoken()[close[0]] if close else None


def hint(name: str, known: Iterable[str] = PLACES) -> str:
    """What was perhaps meant, to be put behind a fault; nothing where no name is like it."""
    known = list(known)
    place = meant(name) if isinstance(name, str) else None
    close = [place] if place in known else get_close_matches(str(name), known, 1, CLOSE)
    return f"; did you mean {close[0]}?" if close else ""

"""The rules in our own words, and the words of the game."""

from __future__ import annotations

from typing import Any

from companion.games.tuerme.settings import RULE_OF
from companion.web.games.tuerme import choosing
from companion.web.pages.book import Book
from companion.web.pages.words import Speaker


def _worded(value: Any, name: str, t: Speaker) -> tuple[str, str]:
    return t(f"set.{name}"), choosing.worded(name, value, t)


BOOK = Book(__name__, "MSTCWKBIZXGEVU", RULE_OF, _worded)

"""The rules in the game's own words, two sentences each."""

from __future__ import annotations

from typing import Any

from companion.games.dreimagier.rulesets import RULE_OF
from companion.web.games.dreimagier import rules
from companion.web.pages.book import Book
from companion.web.pages.words import Speaker


def _worded(value: Any, name: str, t: Speaker) -> tuple[str, str]:
    return t(f"rule.{name}").lstrip("… "), rules.worded(value, name, t)


BOOK = Book(__name__, "MSTCEDZBWPK", RULE_OF, _worded)

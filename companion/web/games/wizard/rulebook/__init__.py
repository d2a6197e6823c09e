"""The rules in our own words, and the words of the game."""

from __future__ import annotations

from companion.games.wizard.settings import RULE_OF
from companion.web.pages.book import Book

BOOK = Book(__name__, "MSDTBLWCEVONRPJ", RULE_OF)

"""A game's book of rules: what each rule says in the game's own words, in chapters, and a glossary.

The words are a catalogue of the package that is named: ``law.ID`` is what a rule says, ``chapter.NAME`` the title of a
chapter, ``term.KEY`` a word of the game and ``means.KEY`` what it means.  The letters of a rule's id name its chapter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.games import Json
from companion.games.catalogue import LANGUAGES, Catalogue
from companion.web.pages.words import Speaker

Worded = Callable[[Any, str, Speaker], tuple[str, str]]
"""``worded(value, name, t)``: what a setting is called, and its value."""
DIGITS = "0123456789"


def by_name(value: Any, name: str, t: Speaker) -> tuple[str, str]:
    """A setting whose words are ``set.NAME`` and ``set.NAME.VALUE``."""
    return t(f"set.{name}"), t(f"set.{name}.{value}")


class Book:
    """``chapters`` are the names of the chapters in the order of reading, ``rule_of`` has the rule of each setting."""

    def __init__(
        self, package: str, chapters: Iterable[str], rule_of: Mapping[str, str], worded: Worded = by_name
    ) -> None:
        self.words = Catalogue(package)
        self._chapters = tuple(chapters)
        self._rule_of = rule_of
        self._worded = worded

    def ids(self) -> tuple[str, ...]:
        """Every rule that is explained, in the order of reading."""
        return tuple(sorted(self._keys("law."), key=self._place))

    def _keys(self, start: str) -> list[str]:
        german = self.words.sentences[LANGUAGES[0]]
        return [message.removeprefix(start) for message in german if message.startswith(start)]

    def _place(self, rule: str) -> tuple[int, int]:
        chapter = rule.rstrip(DIGITS)
        return self._chapters.index(chapter), int(rule.removeprefix(chapter) or 0)

    def chapters(self, header: Json | None, t: Speaker) -> list[Json]:
        """``letter``, ``title``, ``rules`` of each chapter; a rule has ``id``, ``text``, ``settings`` that change it.

        Without a header nothing is said of settings: the game does not lie on the table.
        """
        return [
            {
                "letter": chapter,
                "title": t(f"chapter.{chapter}"),
                "rules": [
                    {"id": rule, "text": t(f"law.{rule}"), "settings": self._settings(rule, header, t)}
                    for rule in self.ids()
                    if rule.rstrip(DIGITS) == chapter
                ],
            }
            for chapter in self._chapters
        ]

    def _settings(self, rule: str, header: Json | None, t: Speaker) -> list[str]:
        changing = [name for name, changed in self._rule_of.items() if changed == rule] if header else []
        held = header["settings"] if header else {}
        said = [self._worded(held[name], name, t) for name in changing]
        return [t("book.setting", label=label, value=value) for label, value in said]

    def glossary(self, t: Speaker) -> list[Json]:
        """``key``, ``word``, ``means`` of each word of the game in the order of the alphabet.

        ``german`` is what it is called on the box and on the rules beside it, nothing where that is the same.
        """
        return sorted((self._term(key, t) for key in self._keys("term.")), key=lambda each: each["word"].casefold())

    def _term(self, key: str, t: Speaker) -> Json:
        word, german = t(f"term.{key}"), self.words.say(LANGUAGES[0], f"term.{key}")
        return {"key": key, "word": word, "means": t(f"means.{key}"), "german": german if german != word else ""}

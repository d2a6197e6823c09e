"""The rules in our own words: a page that every reason leads to.

What a rule says stands in this package's words as ``law.ID``, the chapters' names as ``chapter.LETTER``.
"""

from __future__ import annotations

from companion.games import Json
from companion.games.catalogue import Catalogue
from companion.games.wizard.settings import RULE_OF
from companion.web.pages import parts, words
from companion.web.pages.host import host
from companion.web.pages.words import Speaker

PATH = "/wizard/rules"
WORDS = Catalogue(__name__)
CHAPTERS = "MSDTBLWCEVONRPJ"
"""The order of reading; the letter of a rule's id names its chapter."""


def page() -> str:
    """The whole book, in the reader's language, with what holds in the game on the table."""
    here = host()
    t = here.face.speaker(words.of_request())
    book = chapters(here.header(), t)
    return parts.page("wizard/rulebook.html", state=here.state(None), seats=here.seats(), chapters=book)


def ids() -> tuple[str, ...]:
    """Every rule that is explained, in the order of reading."""
    found = (message.removeprefix("law.") for message in WORDS.sentences["de"] if message.startswith("law."))
    return tuple(sorted(found, key=lambda rule: (CHAPTERS.index(rule[0]), int(rule[1:]))))


def chapters(header: Json, t: Speaker) -> list[Json]:
    """``letter``, ``title``, ``rules`` of each chapter; a rule has ``id``, ``text``, ``settings`` that change it."""
    return [
        {
            "letter": letter,
            "title": t(f"chapter.{letter}"),
            "rules": [
                {"id": rule, "text": t(f"law.{rule}"), "settings": _settings(rule, header, t)}
                for rule in ids()
                if rule[0] == letter
            ],
        }
        for letter in CHAPTERS
    ]


def _settings(rule: str, header: Json, t: Speaker) -> list[str]:
    return [
        t("book.setting", label=f"@set.{name}", value=f"@set.{name}.{header['settings'][name]}")
        for name, changed in RULE_OF.items()
        if changed == rule
    ]

"""The rules in the game's own words, two sentences each: a page that every reason leads to.

What a rule says stands in this package's words as ``law.ID``, the chapters' names as ``chapter.LETTER``.
"""

from __future__ import annotations

from companion.games import Json
from companion.games.catalogue import Catalogue
from companion.games.dreimagier.rulesets import RULE_OF
from companion.web.games.dreimagier import rules
from companion.web.pages import parts, words
from companion.web.pages.host import host
from companion.web.pages.words import Speaker

PATH = "/rules"
WORDS = Catalogue(__name__)
CHAPTERS = "MSTCEDZBWPK"
"""The order of reading; the letter of a rule's id names its chapter."""


def page() -> str:
    """The whole book, in the reader's language, with what holds in the game on the table."""
    here = host()
    t = here.face.speaker(words.of_request())
    state, seats = here.state(None), here.seats()
    return parts.page("dreimagier/rulebook.html", state=state, seats=seats, chapters=chapters(here.header(), t))


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
        t("book.setting", label=t(f"rule.{name}").lstrip("… "), value=rules.worded(header["settings"][name], name, t))
        for name, changed in RULE_OF.items()
        if changed == rule
    ]

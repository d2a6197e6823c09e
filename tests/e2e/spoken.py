"""Which language a page speaks: every word on it is one of its own catalogues (those of all games), or a name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from playwright.sync_api import Page

from companion.games import registry
from companion.games.catalogue import Catalogue, Sentence
from companion.games.dreimagier.fieldnames import WORDS as RULES
from companion.web import games
from companion.web.pages.words import LANGUAGES

WORD = re.compile(r"[^\W\d_]{3,}")
PLACE = re.compile(r"\{\w+\}|https?://\S+")
"""What is put in later, and addresses."""
APART = re.compile(r"[IVX]+|[A-Z]{4}|[A-Z]{6}")
"""Numerals of cards, the letters of the table and those of the owner."""
NAMES = frozenset({"dreimagier", "simulated", "files", "seed", "accidents", "width", "fps", "virtual", "http", "local"})
"""Said alike in every language: names of the product, of back ends and their options, parts of addresses."""
TABLE = Catalogue("companion.table")
TOLD = """(page) => {
  const apart = "script, style, template, .languages, .code-big, .code-sheet, .address, code, [data-rule]";
  const said = /^(alt|title|placeholder|aria-label|data-(words|really|done|press|over|label|ok|bad|none|empty))$/;
  const told = [page.title];
  const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (!text.parentElement.closest(apart)) told.push(text.data);
  for (const element of page.body.querySelectorAll("*"))
    for (const { name, value } of element.closest(apart) ? [] : element.attributes)
      if (said.test(name) && !value.startsWith("{")) told.push(value);
  return told;
}"""
"""Texts, hidden ones too, and what is said by attributes."""
ECHO = f"""async (language) => {{
  const answer = await fetch(location.href, {{ headers: {{ "Accept-Language": language }} }});
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return [answer.status, page.documentElement.lang, ({TOLD})(page)];
}}"""
"""The same of this page as the host draws it just now in another language."""


def strange(page: Page, language: str, names: Iterable[str] = ()) -> list[str]:
    """Words of a page that its language does not have."""
    return _strange(page.evaluate(f"() => ({TOLD})(document)"), language, names)


def strange_elsewhere(page: Page, language: str, names: Iterable[str] = ()) -> list[str]:
    """The same of every other language, in which somebody else might see this page now."""
    found: list[str] = []
    for other in LANGUAGES:
        if other != language:
            status, spoken, texts = page.evaluate(ECHO, other)
            assert (status, spoken) == (200, other)
            found += _strange(texts, other, names)
    return found


def _strange(texts: list[str], language: str, names: Iterable[str]) -> list[str]:
    own = _vocabulary(language) | NAMES | {word.lower() for name in names for word in WORD.findall(name)}
    told = {word for text in texts for word in WORD.findall(PLACE.sub(" ", text))}
    return sorted({word.lower() for word in told if not APART.fullmatch(word)} - own)


@cache
def _vocabulary(language: str) -> frozenset[str]:
    """Every word of a language's catalogues: rules, table, shell, face."""
    assert language in LANGUAGES
    faces = [games.find(name) for name in registry.names()]
    owners = (*(owner for face in faces for owner in face.speaker(language).owners), TABLE, RULES)
    texts = [text for owner in owners for each in owner.sentences[language].values() for text in _forms(each)]
    return frozenset(word.lower() for text in texts for word in WORD.findall(PLACE.sub(" ", text)))


def _forms(sentence: Sentence) -> list[str]:
    return [sentence] if isinstance(sentence, str) else list(sentence.values())

"""What is wrong with a box, in plain words: where it stands on the page, and what must be."""

from __future__ import annotations

from companion.games import Invalid, Json
from companion.games.tuerme.box import SPELLS
from companion.games.tuerme.sentences import WORDS as RULES
from companion.web.games.tuerme.boxes import cardwords
from companion.web.pages import cures
from companion.web.pages.words import Speaker

KNOWN = ("box.fault.",)
MOST = 60
"""So many faults are shown; who mends those sees the others."""


def spoken(invalid: Invalid, t: Speaker) -> list[Json]:
    """One a fault: the key, its place in words, and what is wrong there."""
    return [
        {"key": fault.where, "text": f"{place(fault.where, t)}: {cures.found(t, fault.text, KNOWN) or fault.text}"}
        for fault in invalid.faults[:MOST]
    ]


def place(key: str, t: Speaker) -> str:
    """Where a key stands on the page."""
    if f"box.{key}" in t:
        return t(f"box.{key}")
    part, _, name = key.partition(".")
    if part == "prices" and name in SPELLS:
        return RULES.say(t.language, f"spell.{name}")
    if part == "wizards" and f"colour.{name}" in RULES:
        return f"{t('box.wizards')} {RULES.say(t.language, f'colour.{name}')}"
    if part == "cards":
        return cardwords.name(name, t)
    return f"{t(f'box.{part}', default=part)} {name}".strip()

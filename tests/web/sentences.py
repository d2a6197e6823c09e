"""A table of sentences with numbers and names in them, as they are said: ``python -m tests.web.sentences`` writes it.

Whoever changes a word reads here, in every language, what becomes of it with 0, 1, 2, 5 and 14 and with both a woman's
and a man's name.
"""

from __future__ import annotations

import string
from collections.abc import Iterator
from pathlib import Path

from companion.games.catalogue import LANGUAGES, Sentence
from companion.games.dreimagier import GAME
from companion.games.dreimagier.fieldnames import field_names
from companion.games.dreimagier.sentences import COUNTED, WORDS, sentence
from companion.web import games

BOARD = GAME.header({})["board"]["toml"]
TABLE = Path(__file__).parent / "data" / "sentences.txt"
COUNTS = (0, 1, 2, 5, 14)
NAMES = {"name": "Anna", "other": "Björn", "loser": "Björn", "challenged": "Björn", "seat": "Anna", "winner": "Björn"}
FIELD = field_names(BOARD)["a2"]
SAMPLES = {
    "place": "tower", "node": FIELD, "between": "life", "wand": "red", "symbol": "magic", "best": "fate", "steps": 2,
    "top": 1, "throw": "pip", "question": "move", "way": "2-2-2",
}  # fmt: skip
FILLED = {
    "one": "@face.fate", "new": "1, 2, 0", "values": "0, 1, 2", "fly": "1", "card": "@card.mill",
    "at": "@at.forest", "to": "@to.mill",
    "place": "@at.tower", "colour": "@seat.red", "value": 2, "sum": 4, "throws": 2, "size": 1.5, "lying": "2",
    "score": "4 auf 1", "won": "5 auf 2", "lost": "4 auf 2", "names": "Anna, Cem", "wanted": 300,
    "title": "@ask.move.mine",
    "figure": "@figure.magician", "start": "@place.mill", "end": "@place.sun", "seat": "@seat.red",
}  # fmt: skip


def fill(said: Sentence, **values: object) -> dict[str, object]:
    """What is put into a sentence: the names and samples, for places that are not known any number."""
    names = {name for form in forms(said) for _, name, _, _ in string.Formatter().parse(form) if name}
    return {**dict.fromkeys(names, 3), **FILLED, **NAMES, **values}


def forms(said: Sentence) -> list[str]:
    """A sentence, or each of its forms."""
    return [said] if isinstance(said, str) else list(said.values())


def counted(said: Sentence) -> bool:
    """Whether a message has forms."""
    return not isinstance(said, str)


def pages() -> Iterator[tuple[str, str, object, str]]:
    """Every message of the pages that counts, or names somebody."""
    face = games.find("dreimagier")
    for language in LANGUAGES:
        t = face.speaker(language)
        for owner in t.owners:
            for key, said in sorted(owner.sentences[language].items()):
                if counted(said):
                    for count in COUNTS:
                        yield language, key, count, t(key, **fill(said, count=count, reach=count))
                elif any("{" + name + "}" in said for name in NAMES):
                    yield language, key, "-", t(key, **fill(said, count=2))


def reasons() -> Iterator[tuple[str, str, object, str]]:
    """Every reason of the rules; those with numbers in them for each number."""
    for language in LANGUAGES:
        for key, said in sorted(WORDS.sentences["de"].items()):
            if counted(said) or "." in key:
                continue
            numbers = [name for name in COUNTED if "{" + name + "}" in said]
            for count in COUNTS if numbers else ("-",):
                values = {**SAMPLES, **NAMES, **dict.fromkeys(numbers, count)}
                yield language, key, count, sentence(key, values, language)


def written() -> str:
    """The whole table."""
    rows = sorted({*pages(), *reasons()}, key=lambda row: (LANGUAGES.index(row[0]), row[1], str(row[2]).zfill(2)))
    return "".join(f"{language} {key} {count}: {said}\n" for language, key, count, said in rows)


if __name__ == "__main__":
    TABLE.write_text(written(), encoding="utf-8")

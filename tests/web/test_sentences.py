"""What is said is said well: the table of sentences is as it was read, and no language breaks its own grammar."""

from __future__ import annotations

import re

import pytest

from companion.games import Reason
from companion.games.catalogue import LANGUAGES, filled
from companion.games.dreimagier import GAME
from companion.games.dreimagier.sentences import WORDS, sentence
from companion.table import sentences
from companion.web import games
from tests.web.sentences import TABLE, written

BROKEN = {
    "de": r"\b1 (Felder|Würfe|Karten|Augen|Plätze|Schritte|Bilder|Orte|Duelle|Sprünge)\b|\b(ein|14|zwei) weit\b",
    "en": r"\b(1|one) (fields|throws|cards|pips|places|steps|pictures|spots|duels|jumps|times)\b|\bso long\b",
    "nl": r"\b(1|één) (velden|worpen|kaarten|ogen|plaatsen|stappen|beelden|plekken|sprongen)\b|\bmeevallen\b",
    "fr": r"\b(1|une?) (cases|lancers|cartes|points|places|sauts)\b|\b(de|que|ne|se|le|la|je|te) (une?|il|elle|on)\b",
    "it": r"\b(1|una?) (caselle|lanci|carte|punti|luoghi|salti|volte)\b|\b(di|da|in|su|a) (il|lo|la|i|gli|le)\b",
}
OTHER_WORDS = {
    "de": r"Rival|Zeichen|[Kk]ampf|\bkämpf|aufgehoben|aufheben",
    "en": r"\b[Ff]igures?\b(?!})|\b[Vv]oices?\b|\bContent\b",
    "nl": r"\b[Ss]taf\b|\b[Ss]taven\b|\b[Dd]uel\b",
    "fr": r"Récit|\bpions?\b",
    "it": r"\bStoria\b|\bpedin",
}
"""Words for which the glossary has another: player, symbol, duel, save; piece, vote; toverstaf, gevecht; history."""
CODE = re.compile(r"\b[a-z]\d\b")


def test_the_table_of_sentences_is_as_it_was_read() -> None:
    """Who changes or adds a sentence writes the table anew (``python -m tests.web.sentences``) and reads it."""
    said, read = written().splitlines(), set(TABLE.read_text(encoding="utf-8").splitlines())
    assert sorted(read - set(said)) == []
    assert [line for line in said if " -: " not in line and line not in read] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_breaks_its_grammar_or_names_a_field_by_its_code(language: str) -> None:
    said = [line.partition(": ")[2] for line in written().splitlines() if line.startswith(language + " ")]
    assert len(said) > 150
    assert [line for line in said if re.search(BROKEN[language], line, re.IGNORECASE)] == []
    assert [line for line in said if CODE.search(line) or "{" in line] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_thing_has_one_word(language: str) -> None:
    owners = (*games.find("dreimagier").speaker(language).owners, WORDS, sentences.WORDS)
    said = [
        str(each)
        for owner in owners
        for key, each in owner.sentences[language].items()
        if not key.startswith("speech.")  # the browser's voices are no votes
    ]
    assert [each for each in said if re.search(OTHER_WORDS[language], each)] == []


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [
        ("de", 1, "Der Turm liegt ein Feld weit, dein Lehrling geht ein Feld."),
        ("de", 14, "Der Turm liegt 14 Felder weit, dein Lehrling geht 14 Felder."),
        ("en", 1, "The tower is one field away, your apprentice walks one field."),
        ("en", 14, "The tower is 14 fields away, your apprentice walks 14 fields."),
        ("fr", 1, "La tour est à une case, ton apprenti avance d'une case."),
        ("fr", 2, "La tour est à deux cases, ton apprenti avance de deux cases."),
        ("nl", 1, "De toren ligt één veld verder, je leerling loopt één veld."),
        ("it", 1, "La torre dista una casella, il tuo apprendista fa una casella."),
    ],
)
def test_a_number_keeps_its_noun(language: str, count: int, said: str) -> None:
    assert sentence("walk-too-far", {"node": "tower", "fields": count, "sum": count}, language) == said


def test_none_has_a_form_of_its_own_where_it_helps() -> None:
    forms = {"none": "gar nicht", "one": "einmal", "other": "{count}-mal"}
    assert [filled("de", forms, {"count": count}) for count in (0, 1, 2)] == ["gar nicht", "einmal", "2-mal"]
    assert filled("fr", {"one": "{count} carte", "other": "{count} cartes"}, {"count": 0}) == "0 carte"


def test_reasons_call_people_by_their_names() -> None:
    why = Reason("P1", "other-seat", {"seat": "black", "question": "move"}, "")
    assert sentences.sentence(GAME, why, "de", {"black": "Björn"}) == "Björn ist dran: Figuren ziehen."
    assert sentences.sentence(GAME, why, "en", {"red": "Anna"}) == "Black to move."
    wand = Reason("S2", "wand-missing", {"wand": "black"}, "")
    assert (
        sentences.sentence(GAME, wand, "en", {"black": "Björn"}) == "The black wand is still missing: it must fly too."
    )

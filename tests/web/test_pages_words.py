"""Every word is there in every language, with the same places to fill; each owner has its own catalogue."""

from __future__ import annotations

import json
import re
import string
from importlib import resources
from pathlib import Path

import pytest

import companion.games.dreimagier
from companion.games import registry
from companion.games.catalogue import LANGUAGES, Catalogue, Sentence, filled
from companion.games.dreimagier.play import THROW_KINDS
from companion.web import games
from companion.web.games.dreimagier import rulebook, story, survey
from companion.web.pages import words
from companion.web.pages.words import Speaker

WEB = Path(str(resources.files("companion.web")))
FACE = games.find("dreimagier")
CATALOGUES = {
    "shell": words.SHELL,
    "table": Catalogue("companion.table"),
    "rules": Catalogue("companion.games.dreimagier"),
    "face": FACE.words,
    "wizard": games.find("wizard").words,
    "wizard book": Catalogue("companion.web.games.wizard.rulebook"),
    "wizard rules": Catalogue("companion.games.wizard"),
    "towers": games.find("tuerme").words,
    "towers book": Catalogue("companion.web.games.tuerme.rulebook"),
    "towers ring": Catalogue("companion.web.games.tuerme.ring"),
    "towers table": Catalogue("companion.web.games.tuerme.wall"),
    "towers box": Catalogue("companion.web.games.tuerme.boxes"),
    "towers rules": Catalogue("companion.games.tuerme"),
    "rulebook": rulebook.BOOK.words,
    "survey": survey.WORDS,
}
CALL = re.compile(r"""\bt\(\s*["']([a-z][\w.-]*)["']\s*[,)]""")
START = re.compile(r"""\bt\(\s*f?["']([a-z][\w.-]*\.)(?:["']\s*~|\{)""")
SILENT = {"turn", "ranked", "accepted", "doublet-right"}
"""Events that need no sentence: the one beside them says it."""


def forms(sentence: Sentence) -> list[str]:
    """A sentence, or each of its forms."""
    return [sentence] if isinstance(sentence, str) else list(sentence.values())


def places(sentence: Sentence) -> set[str]:
    """The names of a sentence's places."""
    return {name for form in forms(sentence) for _, name, _, _ in string.Formatter().parse(form) if name}


def sources() -> str:
    """All templates and page modules in one text."""
    files = [*WEB.glob("**/templates/**/*.html"), *WEB.glob("pages/**/*.py"), *WEB.glob("games/**/*.py")]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def files() -> list[Path]:
    """Every file of every catalogue."""
    folders = [Path(str(resources.files(owner.package))) / "words" for owner in CATALOGUES.values()]
    return [file for folder in folders for file in folder.glob("*.json")]


def known(message: str) -> bool:
    """Whether the pages have this message."""
    return any(message in games.find(name).speaker("de") for name in registry.names())


def test_everybody_speaks_every_language() -> None:
    assert tuple(words.LANGUAGES) == LANGUAGES == ("de", "en", "nl", "fr", "it")
    assert sorted(file.stem for file in files()) == sorted(LANGUAGES * len(CATALOGUES))


@pytest.mark.parametrize("owner", CATALOGUES)
@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "de"])
def test_a_language_says_all_that_german_says(owner: str, language: str) -> None:
    german, other = (CATALOGUES[owner].sentences[name] for name in ("de", language))
    assert sorted(other) == sorted(german)
    assert {key for key in german if places(german[key]) != places(other[key])} == set()
    assert {key for key in german if type(german[key]) is not type(other[key])} == set(), "a plural here and none there"
    long = {key for key in german if len(str(german[key])) > 12 and "{" not in german[key]}
    same = {key for key in long if german[key] == other[key]}
    assert same == set(), "not translated"
    blank = {key for key in german for form in forms(other[key]) if form.strip() != form or not form}
    assert blank == ({"or"} if owner == "shell" else set())


@pytest.mark.parametrize("owner", CATALOGUES)
def test_counted_words_have_both_forms_and_name_the_count(owner: str) -> None:
    for sentences in CATALOGUES[owner].sentences.values():
        for key, sentence in sentences.items():
            if not isinstance(sentence, str):
                assert {"one", "other"} <= set(sentence) <= {"none", "one", "other"}, key
                assert {"count", "number", "reach"} & places(sentence["other"]), key


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [
        ("de", 0, "0 Karten"),
        ("de", 1, "1 Karte"),
        ("de", 2, "2 Karten"),
        ("fr", 0, "0 carte"),
        ("fr", 1, "1 carte"),
        ("fr", 2, "2 cartes"),
        ("it", 1, "1 carta"),
        ("nl", 1, "1 kaart"),
        ("en", 0, "0 cards"),
        ("xx", 1, "1 Karte"),
    ],
)
def test_what_is_counted_is_said_as_the_language_counts(language: str, count: int, said: str) -> None:
    assert FACE.speaker(language)("after.cards", count=count) == said


@pytest.mark.parametrize("owner", CATALOGUES)
def test_a_language_that_there_is_not_speaks_german(owner: str) -> None:
    catalogue = CATALOGUES[owner]
    message = next(iter(catalogue.sentences["de"]))
    assert catalogue.find("xx", message) == catalogue.sentences["de"][message]


def test_no_catalogue_says_a_key_twice() -> None:
    for file in files():
        keys = [key for key, _ in json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=list)]
        assert len(keys) == len(set(keys)), file


@pytest.mark.parametrize("owner", CATALOGUES)
@pytest.mark.parametrize("language", [name for name in LANGUAGES if name not in ("de", "en")])
def test_a_translation_is_not_left_in_another_language(owner: str, language: str) -> None:
    """Longer sentences that are word for word those of another language were forgotten."""
    own = CATALOGUES[owner].sentences[language]
    for other in set(LANGUAGES) - {language}:
        theirs = CATALOGUES[owner].sentences[other]
        same = {key for key in own if own[key] == theirs[key] and len(re.sub(r"{.*?}", "", str(own[key]))) > 12}
        assert same == set(), other


NUMBERS = re.compile(r"\b(zwei|drei|two|three|deux|trois|due|tre|twee|drie)\b", re.IGNORECASE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_decides_a_vote_is_said_for_any_number_of_seats(language: str) -> None:
    said = words.SHELL.sentences[language]
    votes = {key: str(said[key]) for key in said if re.match(r"(correct|trial|vote|voice)\.", key)}
    assert len(votes) > 20
    assert {key for key, text in votes.items() if NUMBERS.search(text)} == set()


def test_every_message_of_templates_and_modules_is_there() -> None:
    text = sources()
    used = set(CALL.findall(text))
    assert len(used) > 80
    assert {key for key in used if not known(key)} == set()
    starts = set(START.findall(text))
    assert len(starts) > 15
    assert {start for start in starts if not any(key.startswith(start) for key in all_keys())} == set()


def test_every_event_has_a_sentence() -> None:
    rules = Path(companion.games.dreimagier.__file__).parent
    types = set(re.findall(r'"type": "([a-z-]+)"', "\n".join(file.read_text() for file in rules.glob("*.py"))))
    events = types & set(re.findall(r"^\s+([a-z-]+)  ", _list_of_events(), re.MULTILINE)) or types
    spoken = {key.split(".")[1] for key in FACE.words.sentences["de"] if key.startswith("event.")}
    decisions = {"throw", "jump", "walk", "stay", "take", "again", "stop", "accept", "decline", "symbol", "magic"}
    assert events - spoken - SILENT - decisions == set()


def _list_of_events() -> str:
    return companion.games.dreimagier.__doc__ or ""


def test_shaded_events_have_each_of_their_shades() -> None:
    shades = {
        "thrown": set(THROW_KINDS.values()),
        "stayed": {"magician", "apprentice"},
        "banished": {"magician", "apprentice"},
        "card-taken": {"place", "rival"},
        "spell": {"power", "magic", "fate"},
        "right-gained": {"bonus"},
        "right-declined": {"spell", "bonus", "doublet"},
    }
    assert set(shades) == set(story.SHADES)
    for event, values in shades.items():
        assert {f"event.{event}.{value}" for value in values if not known(f"event.{event}.{value}")} == set()


def all_keys() -> set[str]:
    """The messages of the pages."""
    return {key for owner in CATALOGUES.values() for key in owner.sentences["de"]}


def test_words_put_values_and_other_words_in() -> None:
    assert FACE.speaker("de")("wand.lies", colour="@seat.red", value=2) == "Rot zeigt 2"
    assert FACE.speaker("en")("wand.lies", colour="@seat.red", value=2) == "Red shows 2"
    assert FACE.speaker("nl")("wand.lies", colour="@seat.red", value=2) == "Rood toont 2"
    assert Speaker("de")("no.such.message") == "no.such.message"
    assert Speaker("de")("no.such.message", default="") == ""
    assert filled("de", "{name} fehlt", {}) == "{name} fehlt"


def test_the_words_of_a_game_go_before_those_of_the_shell() -> None:
    assert "seat.red" not in words.SHELL and known("seat.red") and known("offline")
    assert set(FACE.words.sentences["de"]) & set(words.SHELL.sentences["de"]) == set(), "said twice"


def test_values_are_not_read_as_words() -> None:
    """A player may be called like a message id, or hold braces in his name."""
    assert FACE.speaker("de")("event.starter", name="{name} seat.red") == "{name} seat.red beginnt."


def test_catalogues_are_sorted_text() -> None:
    for file in files():
        keys = list(json.loads(file.read_text(encoding="utf-8")))
        assert keys == sorted(keys), file

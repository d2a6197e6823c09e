"""Every word of the pages is there in every language, with the same places to fill."""

from __future__ import annotations

import json
import re
import string
from importlib import resources
from pathlib import Path

import pytest

import companion.games.dreimagier
from companion.games.dreimagier.play import THROW_KINDS
from companion.games.dreimagier.sentences import SENTENCES
from companion.table.sentences import LANGUAGES as TABLE_LANGUAGES
from companion.web.games.dreimagier import history
from companion.web.pages import words

WEB = Path(str(resources.files("companion.web")))
CALL = re.compile(r"""\bt\(\s*["']([a-z][\w.-]*)["']\s*[,)]""")
START = re.compile(r"""\bt\(\s*f?["']([a-z][\w.-]*\.)(?:["']\s*~|\{)""")
SILENT = {"turn", "ranked", "accepted", "doublet-right"}
"""Events that need no sentence: the one beside them says it."""


def places(sentence: str) -> set[str]:
    """The names of a sentence's places."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def sources() -> str:
    """All templates and page modules in one text."""
    files = [*WEB.glob("**/templates/**/*.html"), *WEB.glob("pages/**/*.py"), *WEB.glob("games/**/*.py")]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def test_the_pages_speak_every_language_of_the_rules() -> None:
    assert set(words.LANGUAGES) == set(SENTENCES) == set(TABLE_LANGUAGES) == {"de", "en", "nl", "fr", "it"}
    assert {file.stem for file in WEB.glob("translations/**/*.json")} == set(words.LANGUAGES)


@pytest.mark.parametrize("language", [name for name in words.LANGUAGES if name != "de"])
def test_a_language_says_all_that_german_says(language: str) -> None:
    german, other = words.catalogue("de"), words.catalogue(language)
    assert sorted(other) == sorted(german)
    different = {key for key in german if places(german[key]) != places(other[key])}
    assert different == set()
    same = {key for key in german if german[key] == other[key] and len(german[key]) > 12 and "{" not in german[key]}
    assert same == set(), "not translated"
    assert {
        key for key in german if other[key].strip() == "" or bool(other[key] != other[key].strip()) != (key == "or")
    } == set()


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_no_catalogue_says_a_key_twice(language: str) -> None:
    for file in WEB.glob(f"translations/**/{language}.json"):
        keys = [key for key, _ in json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=list)]
        assert len(keys) == len(set(keys)), file


@pytest.mark.parametrize("language", [name for name in words.LANGUAGES if name not in ("de", "en")])
def test_a_translation_is_not_left_in_another_language(language: str) -> None:
    """Longer sentences that are word for word those of another language were forgotten."""
    own = words.catalogue(language)
    for other in set(words.LANGUAGES) - {language}:
        theirs = words.catalogue(other)
        same = {key for key in own if own[key] == theirs[key] and len(re.sub(r"{.*?}", "", own[key])) > 12}
        assert same == set(), other


def test_every_message_of_templates_and_modules_is_there() -> None:
    text = sources()
    used = set(CALL.findall(text))
    assert len(used) > 80
    assert {key for key in used if not words.known(key)} == set()
    starts = set(START.findall(text))
    assert len(starts) > 15
    assert {start for start in starts if not any(key.startswith(start) for key in words.catalogue("de"))} == set()


def test_every_event_has_a_sentence() -> None:
    rules = Path(companion.games.dreimagier.__file__).parent
    types = set(re.findall(r'"type": "([a-z-]+)"', "\n".join(file.read_text() for file in rules.glob("*.py"))))
    events = types & set(re.findall(r"^\s+([a-z-]+)  ", _list_of_events(), re.MULTILINE)) or types
    spoken = {key.split(".")[1] for key in words.catalogue("de") if key.startswith("event.")}
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
    assert set(shades) == set(history.SHADES)
    for event, values in shades.items():
        assert {f"event.{event}.{value}" for value in values if not words.known(f"event.{event}.{value}")} == set()


def test_words_put_values_and_other_words_in() -> None:
    assert words.translate("de", "wand.lies", colour="@seat.red", value=2) == "Rot liegt auf 2"
    assert words.translate("en", "wand.lies", colour="@seat.red", value=2) == "Red lies on 2"
    assert words.translate("nl", "wand.lies", colour="@seat.red", value=2) == "Rood ligt op 2"
    assert words.translate("de", "no.such.message") == "no.such.message"
    assert words.translate("de", "no.such.message", default="") == ""


def test_a_language_that_there_is_not_speaks_german() -> None:
    assert words.speaker("xx")("seat.white") == "Weiß"


def test_values_are_not_read_as_words() -> None:
    """A player may be called like a message id, or hold braces in his name."""
    assert words.translate("de", "event.starter", name="{name} seat.red") == "{name} seat.red beginnt."


def test_catalogues_are_sorted_text() -> None:
    for file in WEB.glob("translations/**/*.json"):
        keys = list(json.loads(file.read_text(encoding="utf-8")))
        assert keys == sorted(keys), file.name

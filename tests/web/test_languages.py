"""The language of a page: what was chosen on this phone, else what its browser asks for, else German."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.games.dreimagier import GAME
from companion.settings import Settings
from companion.table.table import Table
from companion.web import create_app
from companion.web.language import COOKIES
from companion.web.pages import words

CHOICE = re.compile(
    r'<button type="button"\s+data-language="(\w+)"\s+lang="(\w+)"\s+aria-pressed="(\w+)">([^<]+)</button>'
)


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[FlaskClient]:
    """A browser at a table of the real game."""
    table = Table(tmp_path / "data", GAME)
    yield create_app(table, Settings(data=str(tmp_path / "data"), bind="127.0.0.1")).test_client()
    table.close()


def shown(browser: FlaskClient, asked: str = "", path: str = "/join") -> str:
    """The page for an Accept-Language."""
    return browser.get(path, headers={"Accept-Language": asked} if asked else {}).text


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("nl-BE,nl;q=0.9,en;q=0.8", "nl"),
        ("fr-CH, de;q=0.9", "fr"),
        ("it", "it"),
        ("nl;q=0, fr_FR;q=0.5", "fr"),
        ("en-GB,en;q=0.9", "en"),
        ("de-AT", "de"),
        ("es, pt;q=0.9, it;q=0.3", "it"),
        ("ja", "de"),
        ("", "de"),
    ],
)
def test_the_browser_picks_the_first_language(browser: FlaskClient, asked: str, language: str) -> None:
    page = shown(browser, asked)
    assert f'<html lang="{language}"' in page
    assert words.Speaker(language)("join.code") in page


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_choice_outlives_what_the_browser_asks_for(browser: FlaskClient, language: str) -> None:
    browser.set_cookie(COOKIES[0], language)
    for asked in ("de", "fr", "ja"):
        assert f'<html lang="{language}"' in shown(browser, asked)


def test_a_choice_that_there_is_not_is_none(browser: FlaskClient) -> None:
    browser.set_cookie(COOKIES[0], "tlh")
    assert '<html lang="nl"' in shown(browser, "nl")


@pytest.mark.parametrize("path", ["/join", "/join?one=1", "/setup", "/after", "/rules"])
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_language_is_offered_in_its_own_name(browser: FlaskClient, language: str, path: str) -> None:
    page = shown(browser, language, path)
    found = CHOICE.findall(page)
    assert [(key, name) for key, _, _, name in found] == list(words.LANGUAGES.items())
    assert all(key == spoken for key, spoken, _, _ in found)
    assert [key for key, _, pressed, _ in found if pressed == "true"] == [language]
    assert f'role="group" aria-label="{words.Speaker(language)("language")}"' in page


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_an_address_may_name_the_language(browser: FlaskClient, language: str) -> None:
    assert f'<html lang="{language}"' in shown(browser, "de", f"/join?lang={language}")

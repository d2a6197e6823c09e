"""The rules page explains exactly the rules that the code cites, in every language, in two sentences of our own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

import companion.games.dreimagier
from companion.games.catalogue import LANGUAGES
from companion.games.dreimagier import GAME
from companion.games.dreimagier.rulesets import RULE_OF
from companion.settings import Settings
from companion.table.table import Table
from companion.web import create_app, games
from companion.web.games.dreimagier.rulebook import BOOK as rulebook
from companion.web.pages import asking
from tests.web.games.dreimagier.faces import seen

RULES = Path(companion.games.dreimagier.__file__).parent
CITED = re.compile(r"\b[MSTCEDZBWPK]\d{1,2}\b")
ENDS = re.compile(r"[.!?](?=[\s”»]|$)")


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[FlaskClient]:
    """A browser at a fresh table."""
    table = Table(tmp_path / "data", GAME)
    yield create_app(table, Settings(data=str(tmp_path / "data"), bind="127.0.0.1")).test_client()
    table.close()


def cited() -> set[str]:
    """Every rule id that stands in the code of the rules."""
    return {rule for file in RULES.glob("*.py") for rule in CITED.findall(file.read_text(encoding="utf-8"))}


def test_the_page_explains_every_rule_of_the_code_and_no_other() -> None:
    assert set(rulebook.ids()) == cited()
    assert len(rulebook.ids()) > 50


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_two_sentences_of_its_own(language: str) -> None:
    said = {key: text for key, text in rulebook.words.sentences[language].items() if key.startswith("law.")}
    assert set(said) == {f"law.{rule}" for rule in cited()}
    assert {key: text for key, text in said.items() if len(ENDS.findall(str(text))) != 2} == {}
    assert len(set(said.values())) == len(said)


def test_rules_stand_in_the_order_of_play_each_under_its_chapter() -> None:
    t = games.find("dreimagier").speaker("de")
    found = rulebook.chapters(GAME.header({}), t)
    assert [rule["id"] for chapter in found for rule in chapter["rules"]] == list(rulebook.ids())
    assert [rule["id"] for rule in found[2]["rules"]] == [f"T{number}" for number in range(1, 13)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_setting_is_named_with_its_rule_and_what_holds(language: str) -> None:
    t = games.find("dreimagier").speaker(language)
    shown = {
        rule["id"]: rule["settings"]
        for chapter in rulebook.chapters(GAME.header({"ruleset": "kurzregel"}), t)
        for rule in chapter["rules"]
    }
    assert {rule: len(settings) for rule, settings in shown.items() if settings} == {
        rule: list(RULE_OF.values()).count(rule) for rule in RULE_OF.values()
    }
    assert t("rule.fate.both") in shown["K3"][0]
    assert not any("{" in setting or "@" in setting for settings in shown.values() for setting in settings)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_an_anchor_for_every_rule(browser: FlaskClient, language: str) -> None:
    html = browser.get(f"/rules?lang={language}").text
    assert re.findall(r'class="law" id="(\w+)"', html) == list(rulebook.ids())
    assert f'<html lang="{language}"' in html


def test_a_reading_that_cannot_be_leads_to_its_rule(tmp_path: Path) -> None:
    table = Table(tmp_path / "data", GAME)
    app = create_app(table, Settings(data=str(tmp_path / "data"), bind="127.0.0.1"))
    refusal = {"rule": "M4", "text": "So können die Stäbe nicht liegen.", "nodes": []}
    proposal = {"id": 3, "seat": "red", "reason": "refused", "kind": None, "refusal": refusal}
    asked = asking.proposal(games.find("dreimagier"), seen(GAME.start(GAME.header({})), proposal=proposal))
    values = {"trial": {"type": "proposal", "id": 3}, "state": {"sounds": [], "seq": 1}, "proposal": asked}
    t = games.find("dreimagier").speaker("de")
    with app.test_request_context("/play"):
        html = app.jinja_env.get_template("parts/referee.html").render(**values, t=t, who=None)
    assert re.search(r'href="/rules#M4"\s+aria-label="Regel M4 nachlesen">M4</a>', html)
    table.close()

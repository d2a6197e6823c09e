"""What moved without a hand stands on all screens until the next throw; sentences point at the board."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import Json
from tests.e2e.phone import context
from tests.e2e.planner import Planned, Step, done
from tests.e2e.programs import Host
from tests.e2e.round import Round
from tests.programs.running import until

CODE = r"\b[a-n]\d\b"
BOX = "el => el.getBoundingClientRect().toJSON()"


@pytest.fixture
def table(host: Host, browser: Browser) -> Any:
    """Three phones."""
    found = Round(host, browser)
    yield found
    assert found.faults() == []
    found.close()


def brings(kind: str, nth: int = 1, **values: str) -> Any:
    """A step that brings an event, the nth of its kind."""
    seen = 0

    def found(step: Step) -> bool:
        nonlocal seen
        _, events = done(step.position, step.action)
        seen += any(event["type"] == kind and values.items() <= event.items() for event in events)
        return seen == nth

    return found


def after(table: Round, planned: Planned, until: Any) -> None:
    """Play up to a step, and that step."""
    step = table.play(planned, until)
    table.act(step.seat, step.action)


def now(page: Page) -> list[str]:
    """The lines of the strip."""
    return [text.strip() for text in page.locator("#now .now .point > span:last-child").all_inner_texts()]


def test_a_duel_ends_with_a_result_on_every_screen(table: Round, browser: Browser, planned: Planned) -> None:
    after(table, planned, brings("duel-won"))
    wall = context(browser, 1280, 800).new_page()
    wall.goto(table.host.url)
    table.open()
    table.shown()
    won = "Björn gewinnt das Duell gegen Çelik: 6 auf 1 gegen 4 auf 2"
    assert now(wall) == [won, "Magier von Çelik ins Labyrinth"] == now(table.page("red"))
    assert now(table.page("white")) == [
        "Björn gewinnt das Duell gegen dich: 6 auf 1 gegen 4 auf 2", "Dein Magier ins Labyrinth",
    ]  # fmt: skip
    assert now(table.page("black"))[0] == "Du gewinnst das Duell gegen Çelik: 6 auf 1 gegen 4 auf 2"
    assert table.page("white").locator("#now .now .figured.white use[href='#magician']").count() == 1
    for colour in ("red", "black", "white"):
        table.page("red").locator(f'[data-key="pad-{colour}-1"]').tap()
    expect(table.page("white").locator("#now .now")).to_have_count(0)
    expect(wall.locator("#now .now")).to_have_count(0)
    wall.context.close()


def test_the_robbed_one_is_told_so_and_an_undo_takes_it_back(table: Round, planned: Planned) -> None:
    after(table, planned, lambda step: step.action["type"] == "take")
    table.open()
    table.shown()
    assert now(table.page("black")) == ["Anna nimmt dir den Magier ab"]
    assert now(table.page("white")) == ["Anna nimmt Björn den Magier ab"]
    mine = table.page("red")
    mine.locator("[data-open=sheet-more]").tap()
    mine.get_by_role("button", name="Zurücknehmen").tap()
    gone = table.page("black").locator("#now .now")
    until(lambda: table.state("black")["ask"] or not gone.count(), what="the question or the step back")
    for seat in ("black", "white"):
        agree = table.page(seat).get_by_role("button", name="Einverstanden")
        if table.state(seat)["ask"] and seat in table.state(seat)["ask"]["voters"]:
            agree.tap()
    expect(table.page("black").locator("#now .now")).to_have_count(0)
    back = mine.locator("[data-back]")
    expect(back).to_contain_text("Der Magier: Anna → Björn")
    back.locator(".point", has_text="Der Magier").tap()
    expect(mine.locator("[data-node=house][data-pointed]")).to_have_count(1)
    expect(mine.locator("#board + [role=status]")).to_contain_text("Auf dem Brett leuchtet: Haus des Magiers")
    mine.locator("#ask h1").tap()
    expect(mine.locator("[data-pointed]")).to_have_count(0)


def test_the_strip_points_at_the_board(table: Round, planned: Planned) -> None:
    after(table, planned, brings("banished", 2, figure="apprentice"))
    table.open("red")
    table.shown("red")
    page = table.page("red")
    page.locator("#now .point").first.tap()
    expect(page.locator("[data-node][data-pointed]")).to_have_attribute("data-node", "labyrinth")


def walked(step: Step) -> bool:
    return step.action["type"] == "walk" and bool(re.fullmatch(CODE, step.action["to"]))


def test_a_line_of_the_history_makes_its_field_glow(table: Round, planned: Planned) -> None:
    step = table.play(planned, walked)
    table.act(step.seat, step.action)
    table.open("red")
    table.shown("red")
    page = table.page("red")
    page.locator("[data-open=sheet-history]").press("Enter")
    line = page.locator(f".history .point[data-point='{step.action['to']}']").first
    assert re.search(r"geht auf das \w+ Feld v", line.inner_text())
    line.press("Enter")
    expect(page.locator("#sheet-history")).to_be_hidden()
    node = page.locator(f"[data-node={step.action['to']}]")
    expect(node).to_have_attribute("data-pointed", "")
    expect(node).to_be_focused()
    box, tall = node.locator(".focus").evaluate(BOX), page.evaluate("innerHeight")
    assert box["top"] >= 0 and box["bottom"] <= tall
    assert node.locator(".focus").evaluate("el => getComputedStyle(el).stroke") != "none"


def test_a_reason_points_and_goes_with_its_question(table: Round, planned: Planned) -> None:
    step = table.play(planned, lambda step: step.action["type"] == "walk")
    table.open()
    table.shown()
    phone, page = table.phones[step.seat], table.page(step.seat)
    told = table.state(step.seat)["view"]
    dark = next(node for node in ("a2", "b2", "d2", "e2", "g2") if node not in {a.get("to") for a in told["legal"]})
    phone.tap_node(dark)
    why = page.locator("[data-why]")
    expect(why).to_be_visible()
    expect(why).to_contain_text(re.compile(r"Das \w+ Feld v"))
    expect(page.locator(f"[data-node={dark}]")).to_have_attribute("data-pointed", "")
    page.locator("#ask h1").tap()
    expect(page.locator("[data-pointed]")).to_have_count(0)
    why.locator(".point").tap()
    expect(page.locator(f"[data-node={dark}]")).to_have_attribute("data-pointed", "")
    table.act(step.seat, step.action)
    expect(why).to_be_hidden()


@pytest.mark.parametrize("language", ["de", "en", "nl", "fr", "it"])
def test_no_sentence_of_a_page_says_a_code(table: Round, planned: Planned, language: str) -> None:
    """All that is read or spoken on the page of a player and on the table page, after a walk to a field."""
    step = table.play(planned, walked)
    table.act(step.seat, step.action)
    page = table.page("red")
    page.context.add_cookies([{"name": "language", "value": language, "url": table.host.url}])
    for path in ("/play", "/", "/after"):
        page.goto(table.host.url + path)
        said = page.evaluate(
            "() => [document.body.textContent, ...[...document.querySelectorAll('[aria-label]')]"
            ".map((el) => el.getAttribute('aria-label'))].join('\\n')"
        )
        assert re.findall(CODE, said) == [], path


def board_of(page: Page) -> Json:
    found: Json = page.evaluate("() => JSON.parse(document.querySelector('#boardstate [data-board]').dataset.board)")
    return found


def test_names_of_who_stands_there_count_fields(table: Round, planned: Planned) -> None:
    step = table.play(planned, walked)
    table.act(step.seat, step.action)
    table.open("red")
    labels = board_of(table.page("red"))["labels"]
    assert re.match(r"das \w+ Feld v", labels[step.action["to"]])

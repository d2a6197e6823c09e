"""What was believed wrongly: others under a tower than thought, a step back, and whether the board still stands so."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.axe import axe
from tests.e2e.phone import context
from tests.e2e.test_every_width import WIDE
from tests.e2e.test_tuerme_look import WIDTHS, fits
from tests.e2e.tower_stage import staged
from tests.e2e.towers import Taps
from tests.games.tuerme.table import table

COLUMNS = {3: "b/1", 5: "y/2", 7: "b"}
"""A blue one under t1, a yellow one under t2."""


@pytest.fixture(autouse=True)
def quiet() -> None:
    """The server of these tests says nothing."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)


@contextmanager
def evening(folder: Path, browser: Browser, *before: str) -> Iterator[Taps]:
    """Three people at the table; no page says a fault."""
    with staged(folder / "table", table(COLUMNS, seats="byr").do(*before).position) as stage:
        taps = Taps(stage, browser, stage.seats)
        yield taps
        assert taps.faults == []
        for phone in taps.phones.values():
            phone.page.context.close()


def lifts(taps: Taps) -> None:
    """Blue moves t1, and a blue one comes out."""
    taps.do("blue", {"type": "tower", "tower": "t1"})
    taps.shown()


def there(page: Page) -> dict[str, str]:
    """What the dialog says of each colour."""
    return {each.get_attribute("data-there") or "": each.inner_text() for each in page.locator("[data-there]").all()}


def visible(page: Page, space: int) -> list[str]:
    """Who is drawn on a space."""
    drawn = page.locator(f"#stage [data-space='{space}'] [data-wizard]:not(.ghost)")
    return sorted(each.get_attribute("data-wizard") or "" for each in drawn.all())


def says(taps: Taps, seat: str, **counts: int) -> None:
    """The dialog is opened, and the colours are counted up or down."""
    page = taps.page(seat)
    page.locator("[data-key=correct]").tap()
    for colour, count in counts.items():
        for _ in range(abs(count)):
            page.locator(f"#sheet-correct [data-{'more' if count > 0 else 'less'}={colour}]").tap()
    taps.touch(page.locator("[data-key=correct-do]"))
    expect(page.locator("dialog[open]")).to_have_count(0)


def votes(taps: Taps, choice: str, *seats: str, title: str = "Unter dem Turm stand: ") -> None:
    """Each of them says so."""
    for seat in seats:
        page = taps.page(seat)
        expect(page.locator("#ask")).to_contain_text(title)
        taps.touch(page.locator(f"[data-key=vote-{choice}]"))


def test_what_stood_under_a_tower_is_corrected_when_the_others_agree(tmp_path: Path, browser: Browser) -> None:
    with evening(tmp_path, browser, "card t1") as taps:
        yellow = taps.page("yellow")
        expect(yellow.locator("[data-key=correct]")).to_have_count(0)
        lifts(taps)
        expect(yellow.locator("#correct")).to_contain_text("auf Feld 3")
        assert there(yellow) == {"blue": "1", "yellow": "0", "red": "0"}, "it begins with what is believed"
        fits(yellow, "a tower was lifted")
        yellow.locator("[data-key=correct]").tap()
        axe(yellow, "correction")
        for width, height in WIDTHS:
            yellow.set_viewport_size({"width": width, "height": height})
            assert yellow.evaluate(WIDE) == [], width
        taps.close("yellow")
        says(taps, "yellow", blue=-1, yellow=1)
        assert visible(yellow, 3) == ["blue"], "nothing holds before the others agree"
        votes(taps, "yes", "blue", "red")
        taps.shown()
        for page in (phone.page for phone in taps.phones.values()):
            assert visible(page, 3) == ["yellow"]
            expect(page.locator("#history")).to_contain_text("berichtigt, wer unter dem Turm stand")


def test_who_says_no_keeps_it_as_it_was(tmp_path: Path, browser: Browser) -> None:
    with evening(tmp_path, browser, "card t1") as taps:
        lifts(taps)
        says(taps, "yellow", yellow=1)
        votes(taps, "no", "red")
        taps.shown()
        assert visible(taps.page("blue"), 3) == ["blue"]
        expect(taps.page("blue").locator("[data-key^=vote-]")).to_have_count(0)


def test_more_of_a_colour_than_can_be_there_is_refused_without_telling_where_they_are(
    tmp_path: Path, browser: Browser
) -> None:
    with evening(tmp_path, browser, "card t1") as taps:
        lifts(taps)
        says(taps, "red", blue=5)
        why = taps.page("red").locator("[data-why]")
        expect(why.locator("[data-rule]")).to_have_text("V3")
        expect(why.locator("[data-said]")).to_be_disabled()
        assert taps.state("blue")["ask"] is None, "nobody is asked"


def test_a_lifted_tower_is_not_taken_back_and_a_walk_after_it_is(tmp_path: Path, browser: Browser) -> None:
    with evening(tmp_path, browser, "card t1") as taps:
        lifts(taps)
        blue = taps.page("blue")
        blue.locator("[data-open=sheet-more]").tap()
        expect(blue.get_by_role("button", name="Zurücknehmen")).to_be_disabled()
        taps.close("blue")
        taps.do("blue", {"type": "card", "card": "w2"})
        taps.do("blue", {"type": "walk", "colour": "blue", "space": 7})
        taps.shown()
        assert visible(blue, 9) == ["blue"]
        blue.locator("[data-open=sheet-more]").tap()
        taps.touch(blue.get_by_role("button", name="Zurücknehmen"))
        votes(taps, "yes", "yellow", title="möchte einen Schritt zurück")
        back = blue.locator("[data-back]")
        expect(back).to_contain_text("Feld 7 wieder so: Thomas")
        expect(back).to_contain_text("Feld 9 wieder so: leer")
        axe(blue, "put back")
        blue.locator("[data-back-done]").tap()
        expect(back).to_be_hidden()
        assert visible(blue, 7) == ["blue"] and visible(blue, 9) == []


NOTE = "[data-passing] p"
WITHIN = """el => { const box = el.getBoundingClientRect();
  return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight; }"""


def test_what_a_lifted_tower_shows_stands_on_every_open_page_for_a_while(tmp_path: Path, browser: Browser) -> None:
    with evening(tmp_path, browser, "card t1") as taps:
        wall = context(browser, 1280, 800).new_page()
        wall.goto(taps.host.url)
        pages = [*(phone.page for phone in taps.phones.values()), wall]
        for page in pages:
            page.clock.install()
        lifts(taps)
        for page in pages:
            expect(page.locator(NOTE)).to_have_text("Unter dem Turm: Thomas 1.")
            assert page.locator(NOTE).evaluate(WITHIN)
        yellow = taps.page("yellow")
        axe(yellow, "a note")
        for width, height in WIDTHS:
            yellow.set_viewport_size({"width": width, "height": height})
            assert yellow.locator(NOTE).evaluate(WITHIN), width
        taps.do("blue", {"type": "card", "card": "w2"})
        taps.pick(taps.page("blue"), "blue", 7, done=False)
        taps.page("red").reload()
        expect(taps.page("red").locator("#ask h1")).to_contain_text("Thomas")
        expect(taps.page("red").locator(NOTE)).to_have_count(0)
        for page in (taps.page("blue"), yellow, wall):
            expect(page.locator(NOTE)).to_be_visible()
            page.clock.fast_forward(16_000)
            expect(page.locator(NOTE)).to_have_count(0)
        wall.context.close()


def test_checking_the_board_after_a_restart_shows_no_prisoner(tmp_path: Path, browser: Browser) -> None:
    position = table(COLUMNS, seats="byr").do("card t1").position
    with staged(tmp_path / "table", position) as stage:
        taps = Taps(stage, browser, stage.seats)
        lifts(taps)
    page = taps.page("yellow")
    with staged(tmp_path / "table", position) as again:
        page.goto(f"{again.url}/play")
        expect(page.locator(".asked-check")).to_contain_text("Der Tisch war aus")
        page.locator("[data-key=check-start]").tap()
        asked = list[str]()
        for number in range(1, 7):
            expect(page.locator(".checking .soft")).to_contain_text(f"{number} von 6")
            asked.append(" ".join(page.locator(".checking h1").inner_text().split()))
            page.locator(f"[data-key=check-{'wrong' if number == 3 else 'right'}]").tap()
        assert asked == [
            "die Rabenburg: Feld 1",
            "Thomas 1: Feld 3",
            "ein Turm: Feld 4",
            "ein Turm: Feld 5",
            "Thomas 1: Feld 7",
            "7 Türme: Feld 12",
        ], "not the yellow one on space 5"
        expect(page.locator(".checking")).to_contain_text("Feld 4")
        axe(page, "the end of the check")
        page.locator("[data-key=check-done]").tap()
        expect(page.locator(".checking")).to_have_count(0)
        for phone in taps.phones.values():
            phone.page.context.close()

"""Which spells lie out and what they cost, chosen for a new game of the towers, in every language."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.tuerme.box import COLOURS, SPELLS
from companion.web.language import COOKIES
from tests.e2e.axe import axe
from tests.e2e.programs import Host
from tests.e2e.test_every_width import WIDE
from tests.e2e.test_tuerme_look import WIDTHS
from tests.e2e.towers import Taps, serving

BASIC = ["tower_forward", "wizard_forward"]
RAW = r"() => document.querySelector('.newgame').innerText.match(/\b(set|spell|new|rule)\.[a-z_.-]+/g)"


def laid(page: Page) -> list[str]:
    """The spells that are ticked."""
    ticked = page.locator("[data-of=spells] :checked").all()
    return sorted((each.get_attribute("data-one") or "").strip('"') for each in ticked)


def tick(page: Page, spell: str) -> None:
    """A finger on a spell."""
    page.locator(f"[data-of=spells] [data-one='\"{spell}\"']").tap()


def test_spells_and_prices_are_chosen_and_hold_in_the_next_game(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path / "table", COLOURS[:2]) as host:
        taps = Taps(host, browser, COLOURS[:2])
        page = taps.page("blue")
        page.goto(f"{host.url}/new")
        spells, mode = page.locator("[data-of=spells]"), page.locator("#set-mode")
        assert laid(page) == BASIC
        expect(spells.locator("[data-barred]")).to_have_text("Huckepack: Huckepack braucht die Meister-Variante.")
        expect(page.locator("[data-of=teams] [data-barred]")).to_contain_text("zu viert oder zu sechst")
        mode.select_option('"master"')
        expect(spells.locator("[data-barred]")).to_be_hidden()
        assert laid(page) == sorted(SPELLS)
        expect(spells.locator("[data-differs]")).to_be_hidden()
        expect(page.locator("#set-spell_wizards")).to_have_value('"any"')
        mode.select_option('"basic"')
        expect(spells.locator("[data-barred]")).to_be_visible()
        assert laid(page) == BASIC
        mode.select_option('"master"')
        expect(spells.locator("[data-barred]")).to_be_hidden()
        for spell in ("free", "keep", "wizard_back"):
            tick(page, spell)
        expect(spells.locator("[data-differs]")).to_be_visible()
        page.locator("[data-of=spell_costs]").get_by_label("Turmtausch").select_option("3")
        page.get_by_role("button", name="Spiel beginnen").tap()
        yellow = taps.page("yellow")
        expect(yellow.locator("#ask")).to_contain_text("Turmtausch 3")
        yellow.locator("[data-key=vote-yes]").tap()
        page.wait_for_url("**/play")
        expect(page.locator("#actions .tu-card").first).to_be_visible()
        found = {each["spell"]: each["price"] for each in taps.state("blue")["view"]["spells"]}
        assert sorted(found) == sorted({*SPELLS} - {"free", "keep", "wizard_back"}) and found["swap"] == 3
        assert taps.faults == []


@pytest.fixture
def host(tmp_path: Path) -> Host:
    """A table of the master variant."""
    return serving(tmp_path / "table", COLOURS[:2], mode="master")


def test_the_sheet_is_whole_in_every_language_and_fits(host: Host, browser: Browser) -> None:
    with host:
        taps = Taps(host, browser, COLOURS[:1])
        page = taps.page("blue")
        for language in ("de", "en", "nl", "fr", "it"):
            page.context.add_cookies([{"name": COOKIES[0], "value": language, "url": host.url}])
            page.goto(f"{host.url}/new")
            expect(page.locator("html")).to_have_attribute("lang", language)
            page.locator("#set-mode").select_option('"basic"')
            expect(page.locator("[data-of=spells] [data-barred]")).to_contain_text(": ")
            assert page.evaluate(RAW) is None, language
            for width, height in WIDTHS:
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate(WIDE) == [], f"{language} {width}"
        axe(page, "new")
        assert taps.faults == []

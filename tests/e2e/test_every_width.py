"""Every page fits every screen in every language: nothing sideways, no word cut."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.e2e.planner import Planned
from tests.e2e.programs import Host
from tests.e2e.test_languages import speaks
from tests.e2e.test_phones import WIDTHS, Course, everybody

LANGUAGES = ("de", "en", "nl", "fr", "it")
PAGES = ("/", "/join", "/play", "/setup", "/setup/steps", "/setup/ways", "/setup/kept", "/rules", "/after")
WIDE = """() => [document.documentElement.scrollWidth > innerWidth && 'the page',
  ...[...document.querySelectorAll('button, .button, h1, h2, h3, p, th, td, label, .chip b, .chip span')]
    .filter((el) => el.checkVisibility({ visibilityProperty: true }) && !el.closest('.unseen, dialog:not([open])')
      && !el.classList.contains('unseen') && el.clientWidth && el.scrollWidth > el.clientWidth + 1)
    .map((el) => `${el.tagName} ${el.textContent.trim().slice(0, 40)}`)].filter(Boolean)"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_or_sideways(host: Host, browser: Browser, planned: Planned, language: str) -> None:
    phone = everybody(browser, host)
    Course(planned, phone).until("move")
    for path in PAGES:
        speaks(phone.page, host, language, path)
        phone.page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        for width, height in WIDTHS:
            phone.page.set_viewport_size({"width": width, "height": height})
            assert phone.page.evaluate(WIDE) == [], f"{path} {width}"

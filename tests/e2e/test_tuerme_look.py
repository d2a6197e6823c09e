"""The pages of the towers for everybody: axe, any width, and nothing that lies over something else."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page

from companion.games.tuerme.box import COLOURS
from tests.e2e.axe import axe
from tests.e2e.test_every_width import WIDE
from tests.e2e.towers import Taps, serving

PAGES = ("/", "/after", "/new", "/rules")
WIDTHS = ((320, 568), (390, 844), (768, 1024), (1280, 800))
BURIED = """() => [...document.querySelectorAll('.dock button')].filter((el) => {
  const box = el.getBoundingClientRect();
  if (!box.width || !el.checkVisibility()) return false;
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return !top || !(el.contains(top) || top.contains(el));
}).map((el) => el.textContent.trim() || el.dataset.key)"""
"""Buttons under the thumb that something else lies on, or that are off the screen."""


def fits(page: Page, where: str) -> None:
    """Nothing is wider than the page, and every button of the dock can be reached."""
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WIDE) == [], f"{where} {width}"
        assert page.evaluate(BURIED) == [], f"{where} {width}"
    page.set_viewport_size({"width": 390, "height": 844})


def test_axe_finds_nothing_and_everything_fits_in_every_phase(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path / "table", COLOURS[:3], mode="master") as host:
        taps = Taps(host, browser, COLOURS[:3])
        page = taps.page("blue")
        page.set_viewport_size({"width": 1280, "height": 800})
        drawn = page.locator(".tw-ring").bounding_box()
        assert drawn is not None and drawn["width"] > 600 and drawn["height"] > 600, "the ring fills its side"
        steps = (
            ("card", {"type": "card", "card": "t1"}),
            ("move", {"type": "tower", "tower": "t1"}),
            ("spell", {"type": "card", "card": "e-die"}),
            ("roll", {"type": "roll", "value": 4}),
        )
        for phase, action in steps:
            taps.shown()
            fits(page, phase)
            axe(page, phase)
            taps.act("blue", action)
        taps.shown()
        taps.pick(page, "t4", 5, done=False)
        fits(page, "picked")
        axe(page, "picked")
        page.locator("#actions [data-unpick]").tap()
        for sheet in ("counts", "spells", "history"):
            page.locator(f"[data-open=sheet-{sheet}]").tap()
            axe(page, sheet)
            taps.close("blue")
        for path in PAGES:
            page.goto(host.url + path)
            axe(page, path)
            for width, height in WIDTHS:
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate(WIDE) == [], f"{path} {width}"
        assert taps.faults == []

"""Table page, box and map of lamps of the wandering towers: axe, any width, seen from two metres, little to load."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request

from companion.games.tuerme.position import Position
from tests.e2e.axe import axe
from tests.e2e.phone import context
from tests.e2e.test_every_width import WALLS, WIDE
from tests.e2e.tower_screens import CROWD, MASTER, RICH, tables
from tests.e2e.tower_stage import Stage, staged
from tests.games.tuerme.table import table

WIDTHS = ((320, 568), (390, 844), (768, 1024), (1280, 800))
LONG = {
    "blue": "Maximiliana-Leopolds",
    "yellow": "Wolfgangus Amadeusss",
    "red": "Konstantinopolitaner",
    "green": "Donaudampfschifferin",
    "orange": "Bartholomäus Österle",
    "violet": "Gwendolynn-Charlotta",
}
TABLES = {name: found.position for name, found, _ in tables()}
APART = """() => [...document.querySelectorAll('.tw-space')]
  .flatMap((one, at, all) => all.slice(at + 1).flatMap((other) => {
  const [a, b] = [one, other].map((space) => [...space.querySelectorAll('[data-wizard], .tw-number, .tw-card rect')]
    .map((el) => el.getBoundingClientRect()));
  const meet = (p, q) => p.left < q.right - 2 && q.left < p.right - 2 && p.top < q.bottom - 2 && q.top < p.bottom - 2;
  return a.some((p) => b.some((q) => meet(p, q))) ? [one.dataset.space + ' and ' + other.dataset.space] : [];
}))"""
"""Wizards and numbers of two spaces never cover one another."""
BELOW = """() => [document.querySelector('.tw-ring'), ...document.querySelectorAll('.side li, .side .tw-row')]
  .filter((el) => el.getBoundingClientRect().bottom > innerHeight + 1).map((el) => el.outerHTML.slice(0, 80))"""


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """The server of these tests says nothing."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    yield


def crowd() -> Position:
    """Six at the table, all spells, the highest stacks."""
    return table(CROWD, seats="byrgov", keep=13, full={**RICH, "v": 3}, home="v", **MASTER).do("card t4w2").position


def seated(stage: Stage, browser: Browser, **size: int) -> Page:
    """A browser that holds every seat, long names and all."""
    return stage.phone(browser, *stage.seats, names=LONG, **size)


@pytest.mark.parametrize("name", ["card", "announced", "over"])
def test_axe_finds_nothing_on_the_table_page(tmp_path: Path, browser: Browser, name: str) -> None:
    with staged(tmp_path / name, TABLES[name]) as stage:
        page = seated(stage, browser)
        page.goto(stage.url)
        page.locator(".tw-ring").wait_for()
        axe(page, name)
        page.context.close()


def test_axe_finds_nothing_on_the_box_pages(tmp_path: Path, browser: Browser) -> None:
    with staged(tmp_path / "box", TABLES["card"]) as stage:
        page = seated(stage, browser)
        page.goto(f"{stage.url}/box/new")
        axe(page, "new")
        page.locator("[id='f-prices.swap']").fill("9")
        page.locator("button[type=submit]").tap()
        page.locator("[data-faults] a").wait_for()
        axe(page, "wrong")
        page.locator("[id='f-prices.swap']").fill("2")
        page.locator("button[type=submit]").tap()
        page.locator("[data-done]", has_text="Behalten").wait_for()
        page.goto(f"{stage.url}/box")
        axe(page, "list")
        page.context.close()


def test_six_players_with_long_names_and_all_spells_fit_every_width(tmp_path: Path, browser: Browser) -> None:
    with staged(tmp_path / "wide", crowd()) as stage:
        page = seated(stage, browser)
        for path in ("/", "/box", "/box/new"):
            page.goto(stage.url + path)
            for width, height in WIDTHS:
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate(WIDE) == [], f"{path} {width}"
        page.goto(stage.url)
        for width, height in (*WIDTHS, *WALLS):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(APART) == [], width
        page.context.close()


def test_ring_players_and_spells_are_seen_at_once_from_two_metres(tmp_path: Path, browser: Browser) -> None:
    with staged(tmp_path / "far", crowd()) as stage:
        page = seated(stage, browser, width=1280, height=800)
        page.goto(stage.url)
        page.locator(".tw-ring").wait_for()
        assert page.evaluate(BELOW) == []
        tall = "el => el.getBoundingClientRect().height"
        assert page.locator("[data-wizard] use").first.evaluate(tall) >= 28, "a wizard on the ring"
        assert page.locator(".tw-number").first.evaluate(tall) >= 18
        assert page.locator(".tw-action").evaluate(tall) >= 26
        page.context.close()


def test_a_missing_type_of_card_is_added_and_reset_brings_the_printed_values_back(
    tmp_path: Path, browser: Browser
) -> None:
    with staged(tmp_path / "reset", TABLES["card"]) as stage:
        page = seated(stage, browser)
        page.goto(f"{stage.url}/box/new")
        price, shield = page.locator("[id='f-prices.swap']"), page.locator("[data-set='ring.shields'][value='2']")
        price.fill("3")
        shield.check()
        page.locator("[data-changed]", has_text="2 Angaben").wait_for()
        page.locator("#f-more").select_option("t9w8")
        page.locator("[data-add]").tap()
        page.keyboard.type("2")
        page.locator("[data-sum]", has_text="92").wait_for()
        axe(page, "added")
        assert page.evaluate(WIDE) == []
        page.locator("[data-reset]").tap()
        assert (price.input_value(), shield.is_checked()) == ("1", False)
        assert page.locator("[id='f-cards.t9w8']").input_value() == "0"
        assert page.locator("[data-other]").count() == 0
        page.context.close()


def test_the_map_of_lamps_is_tapped_on_the_ring(tmp_path: Path, browser: Browser) -> None:
    with staged(tmp_path / "lamps", TABLES["card"]) as stage:
        token = (tmp_path / "lamps" / "tokens" / "host.token").read_text().strip()
        page = context(browser, extra_http_headers={"Authorization": f"Bearer {token}"}).new_page()
        page.goto(f"{stage.url}/setup")
        page.locator("[data-map-start]").tap()
        for lamp in range(16):
            page.locator("[data-mapping-now]", has_text=str(lamp + 1)).wait_for()
            page.locator(f"#board [data-node='{16 - lamp}']").tap()
        page.locator("[data-mapping-now]", has_text="17").wait_for()
        page.locator("[data-map-save]").tap()
        page.locator("[data-mapping]").wait_for(state="hidden")
        found = json.loads((stage.table.folder / "setup" / "lamps.tuerme.json").read_text())
        assert found == {str(space): [16 - space] for space in range(1, 17)}
        page.context.close()


@pytest.mark.parametrize(("path", "parts"), [("/", 15), ("/play", 20)])
def test_table_page_and_seat_page_are_small_and_ask_nobody_else(
    tmp_path: Path, browser: Browser, path: str, parts: int
) -> None:
    with staged(tmp_path / "small", crowd()) as stage:
        page = stage.phone(browser, stage.seats[stage.table.course.position.active]) if path == "/play" else None
        page = page or context(browser).new_page()
        sizes: dict[str, int] = {}

        def weigh(asked: Request) -> None:
            sizes.setdefault(asked.url, asked.sizes()["responseBodySize"])

        page.on("requestfinished", weigh)
        page.goto(stage.url + path, wait_until="load")
        page.locator(".tw-ring").wait_for()
        assert all(url.startswith(stage.url) for url in sizes)
        assert len(sizes) > parts, "what came over the air was not seen"
        assert sum(sizes.values()) <= 150_000, sizes
        page.context.close()

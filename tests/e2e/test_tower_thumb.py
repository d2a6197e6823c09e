"""A short phone at the towers: all cards under one thumb, and a ring that can still be read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from companion.games.tuerme.boxfile import box_file, contents
from companion.games.tuerme.game import GAME
from tests.e2e.test_every_width import WIDE
from tests.e2e.tower_screens import COLUMNS, MASTER, RICH
from tests.e2e.tower_stage import staged
from tests.games.tuerme.table import table

OTHERS = (*(f"{kind}{value}" for kind in "wte" for value in range(6, 10)), "e5", "t-die", "w-die", "e-die2", "t9w8")
"""Types that only an own box has."""

CELLS = """() => [...document.querySelectorAll('.dock button')].filter((el) => el.checkVisibility())
  .map((el) => el.getBoundingClientRect()).map((box) => [box.width, box.height, box.bottom])"""
HEARD = """() => {
  const box = (el) => { const b = el.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
  return [box(document.querySelector('#stage .tw-ring')), box(document.querySelector('.tu-mine')),
    box(document.querySelector('main'))];
}"""


@pytest.mark.parametrize("settings", [{}, MASTER], ids=["basic", "master"])
@pytest.mark.parametrize("seats", ["by", "byrg"])
def test_a_short_phone_that_is_asked_for_a_card_shows_ring_and_own_bottles(
    tmp_path: Path, browser: Browser, seats: str, settings: dict[str, Any]
) -> None:
    columns = COLUMNS if seats == "byrg" else {1: "b/1bb", 2: "y", 5: "/4by", 9: "/5y"}
    with staged(tmp_path / "short", table(columns, seats=seats, keep=13, full=RICH, **settings).position) as stage:
        page = stage.phone(browser, "blue", width=320, height=568)
        page.goto(f"{stage.url}/play")
        page.locator("#actions [data-key=card-hand]").wait_for()
        assert all(width >= 44 and height >= 44 and end <= 568 for width, height, end in page.evaluate(CELLS))
        ring, mine, main = page.evaluate(HEARD)
        assert ring[3] - ring[1] >= 150 and ring[2] - ring[0] >= 150, f"{ring}"
        assert ring[3] <= main[3] and mine[3] <= main[3] and mine[1] >= main[1], "both without scrolling"
        assert mine[0] >= ring[2] - 1, "they lie beside one another"
        assert page.evaluate(WIDE) == []
        page.context.close()


def test_forty_types_of_cards_leave_the_ring_its_room_and_the_last_one_is_played(
    tmp_path: Path, browser: Browser
) -> None:
    usual = contents("default")
    cards = {**usual["cards"], **dict.fromkeys(OTHERS, 1)}
    own = {**usual, "name": "own", "cards": cards, "pile": {"cards": sum(cards.values()), "hand": 3}}
    header = GAME.header({"board": {"toml": box_file(own, usual["lamps"])}})
    with staged(tmp_path / "own", GAME.start(header)) as stage:
        page = stage.phone(browser, "blue", width=320, height=568)
        page.goto(f"{stage.url}/play")
        cells = page.locator(".tu-card")
        expect(cells).to_have_count(len(cards) + 1)
        boxes = [cell.bounding_box() for cell in cells.all()]
        assert all(box and box["width"] >= 44 and box["height"] >= 44 for box in boxes)
        assert all(box and box["y"] + box["height"] <= 568 for box in boxes[:24])
        ring, mine, main = page.evaluate(HEARD)
        assert ring[3] - ring[1] >= 150 and ring[3] <= main[3] and mine[3] <= main[3]
        assert page.evaluate(WIDE) == []
        page.locator("[data-key=card-t9w8]").tap()
        expect(page.locator("#ask h1")).to_have_text("Was zieht?")
        expect(page.locator("#history")).to_contain_text("spielt Turm 9 oder Magier 8")
        page.context.close()

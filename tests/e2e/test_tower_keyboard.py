"""A whole turn at the towers by keyboard alone: cards, the die, a tower out of a stack, a wizard, a spell."""

from __future__ import annotations

import logging
from pathlib import Path

from playwright.sync_api import Browser, expect

from companion.games import Json
from tests.e2e.phone import context
from tests.e2e.test_keyboard_game import Keys
from tests.e2e.tower_stage import NAMES, Stage, staged
from tests.games.tuerme.table import table

COLUMNS = {2: "/1bb", 4: "/2/3y", 9: "b"}


class Seated(Keys):
    """Blue's page, without a finger or a mouse."""

    def __init__(self, stage: Stage, browser: Browser) -> None:
        self.stage = stage
        super().__init__(context(browser, 1280, 800, has_touch=False).new_page())
        told = {"code": stage.table.code, "seat": "blue", "name": NAMES["blue"]}
        assert self.page.request.post(f"{stage.url}/api/join", data=told).ok
        self.page.goto(f"{stage.url}/play")

    def space(self, number: int) -> None:
        """The ground of a space, in the order of the keyboard, is pressed."""
        self.press(f'#stage [data-target="{number}"]')

    def confirm(self) -> None:
        """What is chosen is done; the table knows it."""
        before = self.seq
        self.press("[data-confirm]")
        self.after(before)

    def key(self, name: str) -> None:
        """A button under the thumb; the table knows it."""
        before = self.seq
        self.press(f'[data-key="{name}"]')
        self.after(before)

    def arrow(self, key: str, to: int) -> None:
        """An arrow leads to this space, lit or dark."""
        self.page.keyboard.press(key)
        expect(self.page.locator(f'#stage [data-target="{to}"]')).to_be_focused()

    def why(self, text: str) -> None:
        """The space that has the focus says why it is dark."""
        self.page.keyboard.press("Enter")
        expect(self.page.locator("[data-why] [data-text]")).to_contain_text(text)

    @property
    def seq(self) -> int:
        """How far the page is."""
        found: int = self.page.evaluate("Number(document.body.dataset.seq)")
        return found

    def after(self, seq: int) -> None:
        """A newer state stands there, and the page takes a key."""
        self.settled(seq + 1)

    @property
    def view(self) -> Json:
        """What the seat is told."""
        found: Json = self.page.request.get(f"{self.stage.url}/api/state?seat=blue").json()["view"]
        return found


def test_a_whole_turn_by_keyboard(tmp_path: Path, browser: Browser) -> None:
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    position = table(COLUMNS, seats="by", keep=16, full={"b": 2}).position
    with staged(tmp_path / "table", position) as stage:
        keys = Seated(stage, browser)
        keys.key("card-e-die")
        keys.key("die-3")
        keys.space(4)
        keys.press("#sheet-column[open] [data-piece=t2]")
        expect(keys.page.locator("[data-chosen]")).to_have_attribute("data-piece", "t2")
        keys.confirm()
        assert [each["tower"] for each in keys.view["spaces"][6]["towers"]] == ["t2", "t3"]
        keys.press('[data-key="spells"]')
        keys.press('#sheet-spells[open] [data-spell="tower_forward"]')
        keys.space(2)
        keys.confirm()
        assert [each["tower"] for each in keys.view["spaces"][3]["towers"]] == ["t1"]
        keys.key("card-w2")
        keys.space(4)
        keys.confirm()
        assert keys.view["spaces"][5]["visible"] == {"blue": 1}
        assert keys.view["active"] == "yellow", "the turn is over"
        assert keys.faults == []
        keys.page.context.close()


def test_every_dark_space_says_why_by_keyboard(tmp_path: Path, browser: Browser) -> None:
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    position = table(COLUMNS, seats="by", keep=16).position
    with staged(tmp_path / "table", position) as stage:
        keys = Seated(stage, browser)
        stops = keys.page.locator('#stage [tabindex="0"]')
        expect(stops).to_have_count(1)
        keys.to('#stage [data-target="1"]')
        keys.arrow("ArrowLeft", 16)
        expect(stops).to_have_count(1)
        keys.why("Erst eine Karte")
        keys.key("card-e1")
        keys.to('#stage [data-target="4"]')
        keys.arrow("ArrowRight", 5)
        keys.why("Auf Feld 5")
        for space in range(6, 17):
            keys.arrow("ArrowDown", space)
        keys.arrow("ArrowDown", 1)
        assert keys.faults == []
        keys.page.context.close()

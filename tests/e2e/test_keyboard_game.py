"""A whole game by keyboard alone: tab, enter, space and nothing else, from taking the seats to the last card.

In ``make test`` all that comes for the first time, for each seat, and the end; what lies between goes through the API.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import Json
from companion.games.dreimagier import GAME
from tests.e2e.phone import Phone, context
from tests.e2e.planner import Planned, telling
from tests.e2e.programs import Host
from tests.e2e.test_phones import Course

TABS = 160
WAY = """([selector, number]) => {
  const wanted = [...document.querySelectorAll(selector)].filter((el) => el.checkVisibility())[number];
  const here = document.activeElement;
  if (!wanted || here === wanted) return wanted ? "here" : "gone";
  return here.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_PRECEDING ? "Shift+Tab" : "Tab";
}"""
"""Which key leads to an element that is shown."""


class Keys:
    """A player with a keyboard."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))

    def to(self, selector: str, number: int = 0) -> None:
        """Tab to what matches."""
        for _ in range(TABS):
            way = self.page.evaluate(WAY, [selector, number])
            if way == "here":
                return
            self.page.keyboard.press(way if way != "gone" else "Tab")
        raise AssertionError(f"the keyboard does not reach {selector}")

    def press(self, selector: str, key: str = "Enter") -> None:
        """Tab there and press a key."""
        self.to(selector)
        self.page.keyboard.press(key)

    def write(self, selector: str, text: str) -> None:
        """Tab there and type."""
        self.to(selector)
        self.page.keyboard.type(text)

    def do(self, action: Json) -> None:
        """One action."""
        if action["type"] == "throw":
            for colour, seen in action["wands"].items():
                self.press(f'[data-key="pad-{colour}-{seen.get("top", seen.get("hidden"))}"]')
        elif action["type"] in ("jump", "walk", "magic"):
            self._node(action["to"], "magician" if action["type"] == "jump" else "apprentice")
        elif action["type"] == "again":
            for colour in action["fly"]:
                self.press(f'[data-key="fly-{colour}"]', " ")
            self.press("[data-again]")
        else:
            self._button(action)

    def _node(self, node: str, figure: str) -> None:
        self.press(f'[data-node="{node}"]')
        board = self.page.locator("#boardstate [data-board]").get_attribute("data-board")
        if len(json.loads(board or "{}")["can"].get(node, [])) > 1:
            self.press(f"#sheet-which[open] [data-figure={figure}]")

    def _button(self, action: Json) -> None:
        offered = self.page.locator("[data-act]").evaluate_all(
            "all => all.filter((el) => el.checkVisibility()).map((el) => el.dataset.act)"
        )
        number = next(n for n, each in enumerate(offered) if json.loads(each) == action)
        self.to("[data-act]", number)
        self.page.keyboard.press("Enter")

    def settled(self, seq: int) -> None:
        """The page shows a state at least this new and takes a key."""
        self.page.wait_for_function(
            "seq => Number(document.body.dataset.seq) >= seq && !('busy' in document.body.dataset)", arg=seq
        )


@pytest.mark.parametrize("keyed", [telling, pytest.param(None, marks=pytest.mark.prove)], ids=["new", "all"])
def test_a_whole_game_by_keyboard(
    planned: Planned, host: Host, browser: Browser, keyed: Callable[[Planned], Container[int]] | None
) -> None:
    page = context(browser, 1280, 800, has_touch=False).new_page()
    keys = Keys(page)
    page.goto(host.url)
    keys.press("a[href^='/join']")
    page.wait_for_url("**/join*")
    keys.press("a[href*='one=1']")
    page.wait_for_url("**one=1*")
    keys.press("form [type=submit]")
    page.wait_for_url("**/play")
    phone = Phone(page, host.url)
    phone.seats |= {step.seat for step in planned.steps}
    course, by_hand = Course(planned, phone), keyed(planned) if keyed else range(len(planned.steps))
    seq = 0
    for number, step in enumerate(planned.steps):
        course.at = number
        if number not in by_hand:
            seq = course.step()["seq"]
            continue
        keys.settled(seq)
        expect(page.locator(f'#boardstate [data-seat="{step.seat}"]')).to_be_attached()
        keys.do(step.action)
        told = page.request.get(f"{host.url}/api/state?after={number}").json()
        for _ in range(100):
            if told["seq"] > seq:
                break
            page.wait_for_timeout(20)
            told = page.request.get(f"{host.url}/api/state").json()
        assert told["seq"] > seq, f"step {number} {step.action} was not taken"
        seq = told["seq"]
    assert page.request.get(f"{host.url}/api/state").json()["view"] == GAME.view(planned.last, "red")
    keys.settled(seq)
    expect(page.locator("#ask h1")).to_contain_text("alle sieben Karten")
    keys.press("a[href='/after']")
    expect(page.locator(".ranking li")).to_have_count(3)
    assert keys.faults == []
    page.context.close()

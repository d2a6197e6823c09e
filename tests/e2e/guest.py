"""Somebody who sets a table up by its pages, in a language of his own, and counts his taps."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Locator, Page, Response, expect

from companion.web.games.dreimagier.face import FACE
from companion.web.pages.words import Speaker
from tests.e2e.programs import Host
from tests.e2e.spoken import TABLE, strange, strange_elsewhere

PATIENCE_MS = 60_000
"""A simulated camera draws its pictures beside a browser, on a busy machine."""
SEEN = """selector => { const found = [...document.querySelectorAll(selector)];
  return found.length === 1 && found[0].checkVisibility({ visibilityProperty: true }); }"""
"""Looked for in every frame; what waits by itself (``expect``) looks ever more seldom."""


class Guest:
    """One browser; ``taps`` are the taps so far, ``pages`` the pages that were opened."""

    def __init__(self, opened: BrowserContext, host: Host, language: str, everywhere: bool = False) -> None:
        """``everywhere``: what is asked of a page's words is asked of the same page in the other languages too."""
        self.page: Page = opened.new_page()
        self.host, self.language, self.everywhere = host, language, everywhere
        self.t = Speaker(language, *FACE.speaker(language).owners, TABLE)
        self.taps, self.pages, self.faults = 0, 0, list[str]()
        self.page.on("framenavigated", self._came)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("response", self._answered)

    def open(self, path: str) -> None:
        """Scan a code, follow a bookmark."""
        self.page.goto(self.host.url + path)

    def tap(self, message: str, role: str = "button", within: str = "body") -> None:
        """A tap on what says this."""
        named = self.page.locator(within).get_by_role(role, name=self.t(message))  # type: ignore[arg-type]
        named.first.tap(timeout=PATIENCE_MS)
        self.taps += 1

    def follow(self, message: str, within: str = "body") -> None:
        """A tap on a link, until its page is there."""
        self._left(lambda: self.tap(message, "link", within))

    def step(self, name: str, state: str) -> None:
        """A step stands so, sooner or later: programs open by and by, and the list renews itself."""
        self._seen(f"[data-step={name}][data-state={state}]")

    def go(self, name: str) -> None:
        """From the list of steps to the page of one."""
        self._left(self.page.locator(f"[data-step={name}] a.button").tap)
        self.taps += 1

    def back(self) -> None:
        """From a step's page to the list of all."""
        self.follow("steps.title")

    def says(self, message: str, within: str = "body", **values: object) -> None:
        """A sentence stands on the page."""
        text = self.t(message, **values)
        expect(self.page.locator(within).get_by_text(text).first).to_be_visible(timeout=PATIENCE_MS)

    def own(self, *names: str) -> None:
        """Nothing on this page is of another language."""
        found = strange(self.page, self.language, names)
        assert found == [], f"{self.language} {self.page.url}: {found}"
        if self.everywhere:
            found = strange_elsewhere(self.page, self.language, names)
            assert found == [], f"not {self.language} {self.page.url}: {found}"

    # the eye's pages

    def now(self, message: str) -> None:
        """A tap on a button of the step, as soon as it is asked for."""
        name = self.t(message)
        self.page.locator("[data-now]").get_by_role("button", name=name, exact=True).tap(timeout=PATIENCE_MS)
        self.taps += 1

    def asked(self, *codes: str) -> Locator:
        """What is asked now."""
        return self._seen(", ".join(f"[data-ask='{code}']" for code in codes))

    def counts(self, done: int) -> None:
        """So many pictures count."""
        self._seen(f"[data-now] progress[value='{done}']")

    def refused(self) -> str:
        """The last picture does not count; gives why."""
        return self._seen(".eyelast[data-how=bad]").inner_text()

    def laid(self) -> int:
        """How many notches the hand counts that laid a wand down."""
        texts = [self.t(f"eye.laid.{top}") for top in range(3)]
        said = self.page.locator("[data-now]").get_by_text(re.compile("|".join(map(re.escape, texts))))
        expect(said).to_be_visible(timeout=PATIENCE_MS)
        return texts.index(said.inner_text().strip())

    def wand(self) -> None:
        """Lay what is asked for, and tap how many notches are up where that is asked."""
        value = self.asked("teach-value", "teach-lay").get_attribute("data-ask") == "teach-value"
        self.now("eye.do.lay")
        if value:
            self.now(f"eye.value.{self.laid()}")

    def _seen(self, selector: str) -> Locator:
        """What this selects, and nothing else, once it is to be seen."""
        self.page.wait_for_function(SEEN, arg=selector, timeout=PATIENCE_MS)
        return self.page.locator(selector)

    def _left(self, leave: Callable[[], None]) -> None:
        """Do what leads to another page."""
        before = self.page.url
        leave()
        self.page.wait_for_url(lambda url: url != before)

    def _came(self, frame: object) -> None:
        self.pages += frame == self.page.main_frame

    def _answered(self, answer: Response) -> None:
        if answer.status >= 500:
            self.faults.append(f"{answer.status} {answer.url}")

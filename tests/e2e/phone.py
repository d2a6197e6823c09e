"""One phone in the browser: taps what a player would tap, and nothing else."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, FloatRect, Locator, Page, expect

from companion.games import Json
from tests.pace import bar

WHOLE = "/usr/bin/chromium"
"""The browser with windows and settings of its own (what a profile forbids holds only there)."""
CHROMIUM = shutil.which("chromium-headless-shell") or WHOLE
"""The browser without its own windows, where the distribution has it: a quarter of the time of the whole one."""
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
WAIT_MS = 15_000
RESTLESS = 200
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Two frames are drawn."""
ASKED = """([seat, seq]) => Number(document.body.dataset.seq) >= seq && !('busy' in document.body.dataset)
  && !('offline' in document.body.dataset)
  && document.querySelector(`#boardstate [data-seat="${seat}"]:not([data-question=""])`)"""
"""Looked at in every frame; what waits by itself (``expect``) looks ever more seldom."""
MEETS = "([node, x, y]) => document.elementFromPoint(x, y)?.closest('[data-node]')?.dataset.node === node"
"""Nothing else is there, and the page takes taps (what is inert is not met)."""
THEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")


def context(browser: Browser, width: int = 390, height: int = 844, **more: Any) -> BrowserContext:
    """A phone of its own: cookies, size, touch."""
    options = {"locale": "de-DE", "has_touch": True, "color_scheme": "dark", "reduced_motion": "reduce", **more}
    opened = browser.new_context(viewport={"width": width, "height": height}, **options)
    opened.set_default_timeout(WAIT_MS)
    return opened


def themes(page: Page) -> Iterator[str]:
    """The page by night and by day, at rest; what fits in one fits in the other (tests/web/test_schemes.py)."""
    for scheme in THEMES:
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function("() => document.getAnimations().every((a) => a.playState !== 'running')")
        yield scheme
    page.emulate_media(color_scheme="dark")


def choose(page: Page, choice: str) -> None:
    """One of several, by its label as with a thumb, and so not before the page listens."""
    box = page.locator(choice)
    page.locator("label").filter(has=box).tap()
    expect(box).to_be_checked()


def within(seconds: float, page: Page, url: str) -> float:
    """Milliseconds in which a page does what is promised in so many seconds, on a machine as busy as it is now."""

    def plain() -> None:
        page.request.get(f"{url}/health")
        page.evaluate("() => new Promise((done) => setTimeout(done))")

    return 1000 * bar(seconds, plain)


class Phone:
    """A browser that holds one seat or all."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.faults: list[str] = []
        self.seats: set[str] = set()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)

    def join(self, code: str, seat: str, name: str) -> None:
        """Take a seat as after scanning the QR code."""
        self.seats.add(seat)
        self.page.goto(f"{self.url}/join?code={code}")
        choose(self.page, f"input[value={seat}]")
        self.page.get_by_label("Dein Name").fill(name)
        self.page.get_by_role("button", name="Platz nehmen").tap()
        self.page.wait_for_url("**/play")

    def join_all(self, code: str) -> None:
        """All three seats on this device, names as they stand."""
        self.seats |= {"red", "black", "white"}
        self.page.goto(f"{self.url}/join?code={code}")
        self.page.get_by_role("link", name="Alle an diesem Gerät").tap()
        self.page.get_by_role("button", name="Platz nehmen").tap()
        self.page.wait_for_url("**/play")

    def asked(self, seat: str, seq: int) -> None:
        """Wait until this phone shows the state ``seq``, asks this seat, and takes a tap."""
        self.page.wait_for_function(ASKED, arg=[seat, seq])

    def shows(self, seq: int) -> None:
        """Wait until this phone shows at least the state ``seq``."""
        self.page.wait_for_function("seq => Number(document.body.dataset.seq) >= seq", arg=seq)

    def do(self, action: Json) -> None:
        """Carry an action out with the thumb."""
        getattr(self, f"_{action['type']}")(action)

    def _throw(self, action: Json) -> None:
        for colour, seen in action["wands"].items():
            name = str(seen.get("top", seen.get("hidden")))
            self.page.locator(f'[data-pad] [data-key="pad-{colour}-{name}"]').tap()

    def _jump(self, action: Json) -> None:
        self._node(action, "magician")

    def _walk(self, action: Json) -> None:
        self._node(action, "apprentice")

    def _magic(self, action: Json) -> None:
        self._node(action, "apprentice")

    def _node(self, action: Json, figure: str) -> None:
        """Tap the place itself; where both figures could go there, say which."""
        self.tap_node(action["to"])
        which = self.page.locator("#sheet-which[open]")
        if len(self.can(action["to"])) > 1:
            which.locator(f"[data-figure={figure}]").tap()

    def can(self, node: str) -> list[Json]:
        """What a tap on a node offers, as the page knows it."""
        board = self.page.locator("#boardstate [data-board]").get_attribute("data-board")
        found: list[Json] = json.loads(board or "{}")["can"].get(node, [])
        return found

    def tap_node(self, node: str) -> None:
        """A finger on the middle of a node, once a finger can meet it there."""
        spot = self.page.locator(f'[data-node="{node}"] .hit')
        spot.scroll_into_view_if_needed()
        box = self._at_rest(spot)
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.wait_for_function(MEETS, arg=[node, x, y])
        self.page.touchscreen.tap(x, y)

    def _at_rest(self, spot: Locator) -> FloatRect:
        """Where it stands when it stands still: a notice that comes (lamps, a banner) moves all that is below."""
        box = spot.bounding_box()
        for _ in range(RESTLESS):
            self.page.evaluate(FRAMES)
            before, box = box, spot.bounding_box()
            if box is not None and box == before:
                return box
        raise AssertionError("the page does not come to rest")

    def _again(self, action: Json) -> None:
        for colour in action["fly"]:
            self.page.locator(f'[data-fly] [data-wand="{colour}"]').tap()
        self.page.locator("[data-again]").tap()

    def _button(self, action: Json) -> None:
        buttons = self.page.locator("[data-act]")
        for number in range(buttons.count()):
            if json.loads(buttons.nth(number).get_attribute("data-act") or "{}") == action:
                buttons.nth(number).tap()
                return
        raise AssertionError(f"there is no button for {action}")

    _stay = _take = _stop = _accept = _decline = _symbol = _button

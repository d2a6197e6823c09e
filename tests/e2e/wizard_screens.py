"""Pictures of every page and state of Wizard: ``python -m tests.e2e.wizard_screens [folder]`` writes wizard-*.png."""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from companion.games.wizard.settings import SEATS
from tests.e2e.phone import ARGUMENTS, CHROMIUM, context
from tests.e2e.small_png import write
from tests.e2e.wizard import THREE, Taps, join, serving, state

FOLDER = Path(__file__).parents[2] / "docs" / "screens"
SMALL, PHONE, WIDE = (320, 568), (390, 844), (1280, 800)
ROUNDS = 8


class Camera:
    """Takes pictures of a table and its phones."""

    def __init__(self, taps: Taps, browser: Browser, folder: Path) -> None:
        self.taps, self.browser, self.folder = taps, browser, folder
        folder.mkdir(parents=True, exist_ok=True)

    def take(self, page: Page, name: str, **more: Any) -> None:
        """One picture, once the page has come to rest."""
        page.wait_for_function("() => document.getAnimations().every((a) => a.playState !== 'running')")
        page.wait_for_timeout(150)
        write(self.folder / f"wizard-{name}.png", page.screenshot(**more))

    def phone(self, seat: str, name: str) -> None:
        """A phone as it is."""
        self.take(self.taps.page(seat), name)

    def sheet(self, seat: str, sheet: str, name: str) -> Page:
        """A sheet of a phone; it stays open."""
        self.taps.sheet(seat, sheet)
        self.phone(seat, name)
        return self.taps.page(seat)

    def visit(self, path: str, name: str, size: tuple[int, int] = PHONE, **more: Any) -> None:
        """A page for anybody, whole."""
        page = context(self.browser, *size, **more).new_page()
        page.goto(self.taps.host.url + path)
        page.wait_for_load_state("load")
        self.take(page, name, full_page=size != WIDE)
        page.context.close()


def rounds(taps: Taps) -> None:
    """Some rounds by chance."""
    rng = random.Random(3)
    for number in range(2, ROUNDS):
        tricks = [0, 0, 0]
        for _ in range(number):
            tricks[rng.randrange(3)] += 1
        bids = [min(max(won + rng.choice((0, 0, 0, 1, -1)), 0), number) for won in tricks]
        if sum(bids) == number:
            bids[0] += 1 if bids[0] < number else -1
        card = rng.choice(("red", "blue", "green", "yellow", "jester"))
        taps.noted(dict(zip(THREE, bids, strict=True)), dict(zip(THREE, tricks, strict=True)), card)


def first_round(camera: Camera) -> None:
    """The questions of a round, and a quarrel."""
    taps = camera.taps
    camera.phone("owl", "turn")
    taps.act("owl", "turn", card="wizard")
    taps.asks("stag", "Welche Farbe wird Trumpf?")
    camera.phone("stag", "trump")
    taps.act("stag", "trump", colour="red")
    for seat in ("owl", "fox"):
        taps.act(seat, "bid", bid=0)
    taps.asks("stag", "Wie viele Stiche machst du?")
    camera.phone("stag", "bid-barred")
    taps.act("stag", "bid", bid=0)
    taps.asks("owl", "Wer bekommt Stich 1 von 1?")
    camera.phone("owl", "read-out")
    camera.sheet("owl", "judge", "judge")
    taps.judged("owl", "B7 W R13")
    taps.page("owl").locator("[data-take-over]").wait_for()
    camera.phone("owl", "judge-verdict")
    taps.touch(taps.page("owl").locator("[data-take-over]"))


def evening(camera: Camera) -> None:
    """Later in the evening."""
    taps = camera.taps
    rounds(taps)
    taps.act("owl", "turn", card="green")
    for _ in THREE:
        seat = state(taps.page("owl"), taps.host)["view"]["asked"][0]["seat"]
        taps.act(seat, "bid", bid=2)
    taps.act("owl", "trick", winner="fox")
    taps.asks("fox", f"Wer bekommt Stich 2 von {ROUNDS}?")
    camera.phone("fox", "trick")
    page = camera.sheet("fox", "block", "block")
    page.locator("#sheet-block").evaluate("el => el.scrollTo(0, el.scrollHeight)")
    camera.phone("fox", "ranking")
    taps.close("fox")
    page = camera.sheet("fox", "note", "note")
    page.locator("[data-task]").select_option("mend-3")
    page.locator("select[name=bids][data-of=owl]").select_option("1")
    camera.phone("fox", "mend")
    taps.touch(page.locator("[data-do]"))
    taps.close("fox")
    taps.page("owl").locator(".wiz-mended").wait_for()
    camera.phone("owl", "mended")
    page = taps.page("owl")
    for size, name in ((SMALL, "small"), (WIDE, "wide")):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        camera.phone("owl", f"trick-{name}")
        for sheet in ("block", "judge", "note"):
            camera.sheet("owl", sheet, f"{sheet}-{name}")
            taps.close("owl")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.emulate_media(color_scheme="light")
    camera.phone("owl", "trick-light")
    camera.sheet("owl", "block", "block-light")
    taps.close("owl")
    camera.visit("/", "table", WIDE)
    camera.visit("/", "table-light", WIDE, color_scheme="light")
    camera.visit("/", "table-phone", PHONE)
    camera.visit("/rules", "rules")
    taps.act("owl", "stop", besides=True)
    camera.visit("/after", "after")
    camera.visit("/after", "after-wide", WIDE)


def hidden(camera: Camera) -> None:
    """Bids that nobody sees yet, and one device for all."""
    taps = camera.taps
    taps.act("owl", "turn", card="blue")
    taps.act("owl", "bid", bid=1)
    taps.page("owl").locator("#actions summary").wait_for()
    camera.phone("owl", "bid-given")
    taps.page("owl").locator("#actions summary").tap()
    camera.phone("owl", "bid-again")
    camera.phone("fox", "bid-hidden")


def main() -> None:
    """All of them."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as data:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        with serving(Path(data) / "open", THREE, "stag", sum="not-equal") as host:
            camera = Camera(Taps(host, browser, THREE), browser, folder)
            first_round(camera)
            evening(camera)
        with serving(Path(data) / "hidden", THREE, "stag", bids="hidden", clairvoyance="yes") as host:
            hidden(Camera(Taps(host, browser, THREE), browser, folder))
        with serving(Path(data) / "one", SEATS, bids="secret") as host:
            phone = join(host, browser, *SEATS)
            taps = Taps(host, browser, ())
            taps.phones = {"owl": phone}
            taps.act("owl", "turn", card="red")
            phone.page.locator("#actions .cover").wait_for()
            Camera(taps, browser, folder).phone("owl", "one-device")
        browser.close()


if __name__ == "__main__":
    main()

"""Pictures of setting up for the guide: ``python -m tests.e2e.building_screens [folder]`` writes docs/building/*.png.

A simulated camera sees the printed board and a wand laid down, as a real one would; each step in German and English.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from tests.e2e.phone import ARGUMENTS, CHROMIUM
from tests.e2e.programs import Host, Sight
from tests.e2e.small_png import write
from tests.e2e.test_eye_pages import PATIENCE_MS, asked, owner, tap

FOLDER = Path(__file__).parents[2] / "docs" / "building"
FACES = 9
TILTS = ("board-tilt", "board-other", "board-corner")


def count(page: Page, done: int) -> None:
    """So many pictures count."""
    expect(page.locator(f"[data-now] progress[value='{done}']")).to_be_attached(timeout=PATIENCE_MS)


def shown_wand(page: Page) -> None:
    """Lay what is asked for, and count its notches as the simulated hand says."""
    tap(page, "Simuliert hinlegen")
    if page.locator("[data-ask='teach-value']").count():
        said = page.get_by_text(re.compile("simulierte Hand zählt"))
        expect(said).to_be_visible(timeout=PATIENCE_MS)
        words = re.search(r"(keine|eine|zwei) Kerbe", said.inner_text())
        assert words is not None
        tap(page, f"{words[1]} Kerbe")


class Shots:
    """A phone's screen in both languages, from its top."""

    def __init__(self, page: Page, url: str, folder: Path) -> None:
        self.page, self.url, self.folder = page, url, folder

    def take(self, name: str, ready: str) -> None:
        """What is asked now, once it and the live picture are there."""
        for language in ("en", "de"):
            self.page.context.add_cookies([{"name": "language", "value": language, "url": self.url}])
            self.page.reload()
            expect(self.page.locator(ready).first).to_be_visible(timeout=PATIENCE_MS)
            expect(self.page.locator(".eyepicture").first).to_be_visible(timeout=PATIENCE_MS)
            self.page.wait_for_function("() => [...document.images].every(image => image.complete)")
            self.page.evaluate("() => scrollTo(0, 0)")
            write(self.folder / f"{name}-{language}.png", self.page.screenshot())


def take_pane(shots: Shots, url: str) -> None:
    """The printed board, flat and tilted."""
    page = shots.page
    page.goto(f"{url}/eye/pane")
    tap(page, "Anfangen")
    asked(page, "board-flat")
    tap(page, "Simuliert hinlegen")
    count(page, 1)
    for number, code in enumerate(TILTS, 2):
        asked(page, code)
        if code == TILTS[0]:
            shots.take("pane", f"[data-ask='{code}']")
        tap(page, "Simuliert hinlegen")
        count(page, number)
    tap(page, "Das genügt")
    asked(page, "board-done")


def take_wands(shots: Shots, url: str) -> None:
    """One face asked for, one to count the notches of, and the end."""
    page = shots.page
    page.goto(f"{url}/eye/thrown")
    tap(page, "Anfangen")
    asked(page, "teach-empty")
    tap(page, "Simuliert hinlegen")
    tap(page, "Die Scheibe ist leer")
    for number in range(FACES):
        expect(page.locator("[data-ask='teach-value'], [data-ask='teach-lay']")).to_be_visible(timeout=PATIENCE_MS)
        if number == 3:
            shots.take("wands", "[data-ask]")
        shown_wand(page)
        count(page, number + 1)
    asked(page, "teach-done")


def take_trial(shots: Shots, url: str) -> None:
    """The first throw, read right."""
    page = shots.page
    page.goto(f"{url}/eye/trial")
    tap(page, "Anfangen")
    tap(page, "Simulierte Stäbe werfen")
    asked(page, "trial-right")
    shots.take("trial", "[data-ask='trial-right']")


def main(folder: Path) -> None:
    """All of them."""
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        data = Path(place) / "table"
        data.mkdir()
        with Host(data) as house:
            camera = Sight(house, "simulated:seed=3,accidents=0,width=960", data.parent / "cache").start()
            try:
                shots = Shots(owner(house, browser), house.url, folder)
                for part in (take_pane, take_wands, take_trial):
                    part(shots, house.url)
            finally:
                camera.kill()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)

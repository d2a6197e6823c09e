"""Pictures of every page and state of the wandering towers: ``python -m tests.e2e.tower_screens [folder] [names]``
writes tower-*.png; with names only of those tables."""

from __future__ import annotations

import logging
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from companion.games.tuerme.box import SPELLS
from tests.e2e.phone import ARGUMENTS, CHROMIUM, context
from tests.e2e.small_png import write
from tests.e2e.tower_stage import Stage, served, staged
from tests.games.tuerme.table import Table, table
from tests.web.games.tuerme.past import evening

FOLDER = Path(__file__).parents[2] / "docs" / "screens"
SMALL, PHONE, TABLET, WIDE = (320, 568), (390, 844), (768, 1024), (1280, 800)
COLUMNS = {1: "b/1bb", 2: "y", 4: "/2y/3r", 5: "g/4bgr", 9: "/5g", 11: "yy", 14: "/7/9g"}
CROWD = {2: "/1byrgov", 3: "/2bb", 5: "y/3/4yr", 8: "/5/6/7/8/9rgg", 10: "v", 12: "oo"}
LIFTED = {1: "b", 4: "b/2y/3r", 5: "/4gr", 9: "/5g", 11: "yy", 14: "/7/9g"}
RICH = {"b": 2, "y": 2, "g": 3}
MASTER: dict[str, Any] = {"mode": "master", "spells": "+".join(SPELLS)}
CROWDED = 141
"""A step of the golden game of teams at which wizards of three come out."""
PRICES = "[id='f-prices.%s']"


class Camera:
    """Takes pictures of a table and its phones."""

    def __init__(self, browser: Browser, folder: Path, stage: Stage, host: str) -> None:
        self.browser, self.folder, self.stage, self.host = browser, folder, stage, host
        self.phones = {seat: stage.phone(browser, seat) for seat in stage.seats} if host else {}

    def take(self, page: Page, name: str, **more: Any) -> None:
        """One picture, once the page has come to rest."""
        page.wait_for_function("() => document.getAnimations().every((a) => a.playState !== 'running')")
        page.wait_for_timeout(200)
        write(self.folder / f"tower-{name}.png", page.screenshot(**more))

    def phone(self, seat: str, name: str, size: tuple[int, int] = PHONE, scheme: Any = "dark", sheet: str = "") -> None:
        """The page of a seat as it opens, or one of its sheets."""
        page = self.phones[seat]
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=scheme)
        page.goto(f"{self.stage.url}/play")
        page.locator(".band .light").wait_for()
        if sheet:
            page.locator(f"[data-open=sheet-{sheet}]").first.tap()
        self.take(page, name)

    def wall(self, name: str, path: str = "/", size: tuple[int, int] = WIDE, **more: Any) -> None:
        """A page for anybody."""
        page = context(self.browser, *size, **more).new_page()
        page.goto(self.stage.url + path)
        page.wait_for_load_state("load")
        self.take(page, name, full_page=size != WIDE)
        page.context.close()

    def owner(self, name: str, path: str, before: Callable[[Page], None], size: tuple[int, int] = PHONE) -> None:
        """A page as the owner sees it, whole, after something was done on it."""
        page = context(self.browser, *size, extra_http_headers={"Authorization": f"Bearer {self.host}"}).new_page()
        page.goto(self.stage.url + path)
        page.wait_for_load_state("load")
        before(page)
        self.take(page, name, full_page=True)
        page.context.close()


def card(camera: Camera) -> None:
    """The first card is asked."""
    camera.phone("blue", "card")
    camera.phone("blue", "card-small", SMALL)
    camera.phone("blue", "card-wide", WIDE)
    camera.phone("yellow", "turned-to-the-chair")
    camera.phone("blue", "counts", sheet="counts")
    camera.wall("table-start")
    boxes(camera)


def boxes(camera: Camera) -> None:
    """The owner's box: as printed, with faults, kept, the list; the map of lamps."""
    camera.owner("box-new", "/box/new", lambda page: None)
    camera.owner("box-small", "/box/new", lambda page: None, SMALL)
    camera.owner("box-wide", "/box/new", lambda page: None, WIDE)

    def wrong(page: Page) -> None:
        page.locator(PRICES % "swap").fill("9")
        page.locator("[id='f-name']").fill("")
        page.locator("button[type=submit]").tap()
        page.locator("[data-faults] li").first.wait_for()

    def kept(page: Page) -> None:
        page.locator(PRICES % "swap").fill("2")
        page.locator("button[type=submit]").tap()
        page.locator("[data-done]", has_text=".").wait_for()

    def lamps(page: Page) -> None:
        page.locator("[data-map-start]").tap()
        page.locator("[data-mapping-now]", has_text="1").wait_for()
        for space in (1, 2, 3):
            page.locator(f"#board [data-node='{space}']").tap()
            page.locator("[data-mapping-now]", has_text=str(space + 1)).wait_for()

    camera.owner("box-wrong", "/box/new", wrong)
    camera.owner("box-kept", "/box/new", kept)
    camera.owner("boxes", "/box", lambda page: None)
    camera.owner("setup-lamps", "/setup", lamps)


def move(camera: Camera) -> None:
    """A card of both kinds lies on the table."""
    camera.phone("blue", "move")
    camera.phone("blue", "move-small", SMALL)
    camera.phone("blue", "move-light", scheme="light")
    camera.phone("red", "move-seen-by-another")
    camera.wall("table-move")
    camera.wall("table-move-light", color_scheme="light")
    camera.wall("table-phone", size=PHONE)
    camera.wall("table-tablet", size=TABLET)


def announced(camera: Camera) -> None:
    """A wizard is announced."""
    camera.phone("blue", "announced")
    camera.phone("yellow", "announced-seen-by-another")
    camera.phone("yellow", "spells", sheet="spells")
    camera.wall("table-announced")
    camera.wall("table-announced-light", color_scheme="light")


def crowd(camera: Camera) -> None:
    """Six at the table, high stacks, all spells."""
    camera.phone("blue", "crowd-small", SMALL)
    camera.phone("blue", "crowd-light", scheme="light")
    camera.wall("table-crowd")
    camera.wall("table-crowd-small", size=SMALL)


def phone_only(seat: str, name: str) -> Callable[[Camera], None]:
    """A state that one phone tells, and the table."""

    def taken(camera: Camera) -> None:
        camera.phone(seat, name)
        camera.wall(f"table-{name}")

    return taken


def over(camera: Camera) -> None:
    """The game is over."""
    camera.wall("table-over")
    camera.phone("blue", "over")
    camera.wall("after", "/after", PHONE)


def tables() -> Iterator[tuple[str, Table, Callable[[Camera], None]]]:
    """Each table with the pictures of it."""
    basic = table(COLUMNS, seats="byrg", keep=13, full=RICH)
    master = table(COLUMNS, seats="byrg", keep=13, full=RICH, **MASTER)
    six = table(CROWD, seats="byrgov", keep=13, full={"b": 2, "g": 1, "v": 3}, home="v", **MASTER)
    lifted = table(LIFTED, seats="byrg", keep=13, full=RICH, **MASTER)
    last = table(
        {1: "b", 3: "/1y", 6: "gg"}, seats="byrg", keep=13, home="rrrryyy", full={"r": 5}, flags="l", active="g"
    )
    yield "card", basic, card
    yield "move", basic.do("card e4"), move
    yield "roll", basic.do("card t-die3", "roll 2"), phone_only("blue", "roll-again")
    yield "die", basic.do("card e-die"), phone_only("blue", "roll")
    yield "push", basic.do("hand"), phone_only("blue", "push")
    yield "announced", master.do("card e4", "walk b 1"), announced
    yield "claim", master.do("card e4", "walk b 1", "claim g"), phone_only("blue", "claim")
    yield "lifted", lifted.do("cast b free t2"), phone_only("blue", "lifted")
    yield "crowd", six.do("card t4w2"), crowd
    yield "last", last, phone_only("green", "last-round")
    yield "team", table(COLUMNS, seats="byrg", keep=13, full=RICH, teams="yes"), phone_only("blue", "team")
    won = table({12: "b"}, seats="by", keep=13, rest=9, active="b", home="bbbbyy", full={"b": 6, "y": 3}, start="y")
    yield "over", won.do("card w1", "walk b 12", "over"), over


def replayed(browser: Browser, folder: Path, data: Path) -> None:
    """The replay with towers of glass: a crowded step, somebody comes out, the end; and the page after the game."""
    with served(evening(data, "teams")) as stage:
        camera, path = Camera(browser, folder, stage, ""), f"/archive/{stage.table.game_id(stage.table.course)}"
        camera.wall("replay", f"{path}?at={CROWDED}")
        camera.wall("replay-light", f"{path}?at={CROWDED}", color_scheme="light")
        camera.wall("replay-phone", f"{path}?at={CROWDED}", PHONE)
        camera.wall("replay-small", f"{path}?at={CROWDED}", SMALL)
        camera.wall("replay-end", f"{path}?at={len(stage.table.course.line)}")
        camera.wall("replay-after", "/after", PHONE)


def main() -> None:
    """All of them, or those that are named."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as data:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for name, found, pictures in tables():
            if sys.argv[2:] and name not in sys.argv[2:]:
                continue
            with staged(Path(data) / name, found.position) as stage:
                token = (Path(data) / name / "tokens" / "host.token").read_text().strip()
                pictures(Camera(browser, folder, stage, token))
            for opened in browser.contexts:
                opened.close()
        if not sys.argv[2:] or "replay" in sys.argv[2:]:
            replayed(browser, folder, Path(data) / "replay")
        browser.close()


if __name__ == "__main__":
    main()

"""Pictures of a table with ghosts: whom to throw for, what to move, odds for spectators, luck and skill after it."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.e2e.haunted import Haunted, lines_of
from tests.e2e.phone import context
from tests.e2e.planner import Planned
from tests.e2e.programs import Host
from tests.e2e.small_png import write
from tests.e2e.test_eye_game import import_record
from tests.games.ghost.evenings import evening, first

SIZES = {"": (390, 844), "small-": (320, 568), "wide-": (1280, 800)}


def take_ghosts(browser: Browser, _: Planned, folder: Path) -> None:
    """One person and two ghosts until a walk is wished, then a game that is over."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as kept:
        data = Path(kept) / "ghosts"
        data.mkdir()
        (data / "settings.toml").write_text("ghost_s = 1.5\n")
        with Host(data) as host:
            _played(browser, host, folder)
            import_record(host, lines_of(evening(first(), "screens")))
            _pages(browser, host, folder, "luck-and-skill")


def _played(browser: Browser, host: Host, folder: Path) -> None:
    table = Haunted(host, browser, ("red",))
    table.call("red", "black", "strong")
    table.call("red", "white", "child")
    walked = False
    for _ in range(60):
        told = table.told()
        ghost = told["throws_for"]
        if ghost and not walked:
            _take(table.page, folder / "ghost-throw.png")
        table.step()
        last = [line for line in table.told()["history"] if line["kind"] == "action"][-1]
        table.phones["red"].shows(table.told()["seq"])
        walked = last["source"] == "ghost" and last["action"]["type"] == "walk"
        if walked:
            break
    for size, (width, height) in SIZES.items():
        table.page.set_viewport_size({"width": width, "height": height})
        _take(table.page, folder / f"{size}ghost-wish.png")
    _pages(browser, host, folder, "odds-for-spectators")


def _pages(browser: Browser, host: Host, folder: Path, name: str) -> None:
    for size, (width, height) in SIZES.items():
        page = context(browser, width, height).new_page()
        page.goto(f"{host.url}/luck")
        _take(page, folder / f"{size}{name}.png")
        page.context.close()


def _take(page: Page, path: Path) -> None:
    page.wait_for_function("() => document.fonts.ready.then(() => true)")
    page.wait_for_timeout(300)
    write(path, page.screenshot())

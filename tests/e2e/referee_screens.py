"""Pictures of what the table judges: doubtful and early throws, a dispute, a correction, the board after a restart,
another phone for a seat, the parts of set-up, spectators."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.e2e.eye import Eye, shows, wand
from tests.e2e.phone import choose, context
from tests.e2e.planner import Planned
from tests.e2e.programs import Host
from tests.e2e.round import Round
from tests.e2e.small_png import write
from tests.e2e.test_referee_disputes import doubt, duel_throw, say, thrower
from tests.e2e.test_referee_readings import ask_to_correct, second_turn

PHONE, SMALL, LANDSCAPE, WALL = (390, 844), (320, 568), (844, 390), (1280, 800)


class Shots:
    """Pictures of pages, in one folder."""

    def __init__(self, browser: Browser, planned: Planned, folder: Path) -> None:
        self.browser, self.planned, self.folder = browser, planned, folder

    def take(self, page: Page, name: str, size: tuple[int, int] = PHONE, whole: bool = False) -> None:
        """One picture at a size, once the page has come to rest; ``whole``: all that can be scrolled to."""
        page.set_viewport_size({"width": size[0], "height": size[1]})
        if whole:
            tall = page.evaluate("Math.max(innerHeight, document.documentElement.scrollHeight)")
            page.set_viewport_size({"width": size[0], "height": tall})
        page.wait_for_function("() => document.fonts.ready.then(() => true)")
        page.wait_for_function("() => [...document.images].every((image) => image.complete)")
        page.wait_for_timeout(150)
        write(self.folder / f"{name}.png", page.screenshot())
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})

    @contextmanager
    def table(self) -> Iterator[Round]:
        """A host of its own with three phones."""
        with tempfile.TemporaryDirectory() as folder:
            data = Path(folder) / "table"
            data.mkdir()
            with Host(data) as host:
                found = Round(host, self.browser)
                yield found
                found.close()

    def watcher(self, table: Round, size: tuple[int, int] = PHONE) -> Page:
        """A browser that holds no seat."""
        page = context(self.browser, *size).new_page()
        page.goto(table.host.url)
        return page


def take_all(browser: Browser, planned: Planned, folder: Path) -> None:
    """All of them."""
    shots = Shots(browser, planned, folder)
    for scene in SCENES:
        with shots.table() as table:
            scene(shots, table)


def disputed(shots: Shots, table: Round) -> None:
    """A doubtful wand of a duel, its dispute and the verdict."""
    table.play(shots.planned, duel_throw)
    table.open()
    eye = Eye(table.host.url, table.host.data)
    eye.sees({**shows(1, 2, 0), "black": wand("black", 2, 2, 1)}, "unsure")
    table.shown()
    seat = table.state()["proposal"]["seat"]
    shots.take(table.page(seat), "doubtful")
    shots.take(table.page(seat), "small-doubtful", SMALL)
    shots.take(table.page(next(each for each in table.phones if each != seat)), "doubtful-seen-by-another")
    table.page(seat).locator(".answers .count").first.tap()
    table.page(seat).locator(".trial").wait_for(state="detached")
    table.shown()
    loser = thrower(table)
    duel = table.state()["view"]["duel"]
    rival = next(each for each in (duel["challenger"], duel["challenged"]) if each != loser)
    judge = next(each for each in table.phones if each not in (loser, rival))
    wall, spectator = shots.watcher(table, WALL), shots.watcher(table)
    shots.take(spectator, "spectator", whole=True)
    doubt(table, rival)
    shots.take(table.page(judge), "dispute")
    shots.take(table.page(judge), "small-dispute", SMALL)
    shots.take(table.page(judge), "dispute-landscape", LANDSCAPE)
    say(table.page(rival), "black", 1)
    table.shown()
    shots.take(table.page(rival), "dispute-seen-by-another")
    shots.take(wall, "table-dispute", WALL)
    say(table.page(judge), "black", 1)
    table.shown()
    shots.take(table.page(rival), "verdict")
    table.page(rival).locator("[data-open=sheet-history]").tap()
    shots.take(table.page(rival), "verdict-history")
    for page in (wall, spectator):
        page.context.close()


def early(shots: Shots, table: Round) -> None:
    """Wands that flew before anybody said so, and one that was knocked."""
    table.play(shots.planned, duel_throw)
    eye = Eye(table.host.url, table.host.data)
    eye.sees(shows(0, 1, 2))
    table.open()
    seat = thrower(table)
    eye.sees({**shows(2, 2, 2), "white": wand("white", 2, movement="kept")}, early=True)
    table.shown()
    shots.take(table.page(seat), "early-throw")
    table.page(seat).get_by_role("button", name="Noch einmal werfen").tap()
    table.page(seat).locator(".trial").wait_for(state="detached")
    table.shown()
    table.act(seat, {"type": "again", "fly": ["black"]})
    knocked = {"red": wand("red", 0, movement="kept"), "black": wand("black", 2)}
    eye.sees({**knocked, "white": wand("white", 2, movement="nudged")})
    table.shown()
    shots.take(table.page(seat), "knocked-wand")


def corrected(shots: Shots, table: Round) -> None:
    """An old throw that was read wrongly, what goes back, and the board checked after a restart."""
    throw = second_turn(table, shots.planned)
    table.open()
    ask_to_correct(table, throw, "white")
    judge = table.page("red")
    judge.locator("[data-key=vote-rewind]").wait_for()
    table.shown()
    shots.take(judge, "correction")
    shots.take(table.page("white"), "correction-seen-by-another")
    judge.locator("[data-key=vote-rewind]").tap()
    table.page("black").locator("[data-back]").wait_for()
    table.shown()
    table.page("black").locator("[data-back] input").first.check()
    shots.take(table.page("black"), "move-back")
    shots.take(table.page("black"), "move-back-landscape", LANDSCAPE)
    history = table.page("black")
    history.locator("[data-open=sheet-history]").tap()
    history.locator("[data-key=corrections] > summary").tap()
    history.locator("[data-key=corrections] details summary").first.tap()
    shots.take(history, "correct-a-throw")
    history.locator("#sheet-history [data-close]").tap()
    checked(shots, table)


def checked(shots: Shots, table: Round) -> None:
    """The host comes back."""
    page = table.page("white")
    table.host.stop()
    table.host.start()
    page.locator("[data-key=check-start]").wait_for()
    shots.take(page, "check-offered")
    page.locator("[data-key=check-start]").tap()
    page.locator("[data-key=check-wrong]").wait_for()
    table.shown("white")
    shots.take(page, "check-piece")
    page.locator("[data-key=check-wrong]").tap()
    for at in range(1, 2 * len(table.phones)):
        page.locator(f"[data-key=check-right][data-body^='{{\"at\": {at + 1},']").tap()
    page.locator("[data-key=check-done]").wait_for()
    shots.take(page, "check-wrong")


def replaced(shots: Shots, table: Round) -> None:
    """Another phone for a seat."""
    table.open()
    fresh = context(shots.browser).new_page()
    fresh.goto(f"{table.host.url}/join?code={table.state()['code']}")
    choose(fresh, "input[value=red]")
    fresh.get_by_label("Dein Name").fill("Anna")
    fresh.get_by_role("button", name="Hier weiterspielen").tap()
    table.page("red").get_by_role("button", name="Einverstanden").wait_for()
    table.shown()
    shots.take(fresh, "seat-waits", whole=True)
    shots.take(table.page("red"), "seat-consent")
    shots.take(table.page("black"), "seat-consent-seen-by-another")
    fresh.context.close()


def set_up(shots: Shots, table: Round) -> None:
    """The set-up page's parts: tests, a new game, whose table it is, the lamp map."""
    Eye(table.host.url, table.host.data).beat()
    page = table.page("red")
    page.goto(f"{table.host.url}/setup")
    page.get_by_role("button", name="Alles prüfen").tap()
    page.locator("[data-results][data-done]").wait_for(state="attached")
    part(shots, page, "s-parts", "setup-test")
    page.goto(f"{table.host.url}/new")
    shots.take(page, "new-game", whole=True)
    page.goto(f"{table.host.url}/setup")
    page.get_by_role("button", name="Von hier aus einrichten").tap()
    page.get_by_role("button", name="Lampen zuordnen").tap()
    page.locator("[data-mapping]").wait_for()
    part(shots, page, "s-lamps", "setup-lamps")
    shots.take(page, "setup-table", WALL, whole=True)


def part(shots: Shots, page: Page, title: str, name: str) -> None:
    """One panel of a page, scrolled to the top."""
    page.locator(f"#{title}").evaluate("title => title.closest('section').scrollIntoView()")
    shots.take(page, name)


SCENES = (disputed, early, corrected, replaced, set_up)

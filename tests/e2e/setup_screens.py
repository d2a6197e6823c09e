"""Pictures of setting a table up: ``python -m tests.e2e.setup_screens FOLDER [PART ...]``, at every size and light.

From an empty data folder, with a simulated camera, simulated lamps and a photo of a board: the first page, the list of
steps, each step of the eye, the survey of a board, the lamp map, addresses, copies.  ``tests.e2e.screens`` keeps of
them what the manual shows.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Container, Iterable
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

from companion.games.dreimagier.board import load_board
from tests.e2e.boardphoto import photo
from tests.e2e.guest import PATIENCE_MS, Guest
from tests.e2e.phone import ARGUMENTS, CHROMIUM, context
from tests.e2e.planner import Planned
from tests.e2e.programs import Host, Lamps, Sight
from tests.e2e.small_png import write
from tests.e2e.surveyor import Surveyor
from tests.e2e.test_first_throw import AWAY
from tests.table import learnt

PHONE, SMALL, WALL = (390, 844), (320, 568), (1280, 800)
Looks = Iterable[tuple[tuple[int, int], str]]
EVERY: Looks = [(PHONE, "dark"), (PHONE, "light"), (SMALL, "light"), (WALL, "dark")]
MANUAL: Looks = [(PHONE, "dark")]
KEPT = {
    "page", "steps", "steps-en", "camera", "pane-counted", "corners-marked", "wands-lay", "wands-value", "trial-right",
    "survey-corners", "survey-path", "survey-check", "survey-check-en", "survey-tour", "boards-wrong", "lampmap",
    "ways", "kept-asked",
}  # fmt: skip
"""What the manual keeps; the guide shows some of them."""
REST = """() => document.fonts.ready.then(() => [...document.images].every((image) => image.complete) &&
  document.getAnimations().every((each) => each.playState !== "running"))"""


class Shots:
    """Pictures of whole pages in one folder, each at some sizes and in some lights."""

    def __init__(self, guest: Guest, folder: Path, looks: Looks, kept: Container[str] | None = None) -> None:
        self.guest, self.folder, self.looks, self.kept = guest, folder, list(looks), kept

    def take(self, name: str, page: Guest | None = None) -> None:
        """One state, as far down as it can be scrolled."""
        if self.kept is not None and name not in self.kept:
            return
        shown = (page or self.guest).page
        for (width, height), scheme in self.looks:
            shown.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            shown.set_viewport_size({"width": width, "height": height})
            shown.wait_for_function(REST)
            more = "" if (width, scheme) == (PHONE[0], "dark") else f"-{width}-{scheme}"
            write(self.folder / f"first-{name}{more}.png", shown.screenshot(full_page=True))
        shown.emulate_media(color_scheme="dark")
        shown.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})

    def english(self, name: str) -> None:
        """The same page for a reader of English."""
        context, url = self.guest.page.context, self.guest.host.url
        for language, shown in (("en", f"{name}-en"), ("de", name)):
            context.add_cookies([{"name": "language", "value": language, "url": url}])
            self.guest.page.reload()
            self.take(shown)

    def eye(self, name: str, code: str = "") -> None:
        """A state of the eye's pages, once the live picture and what is asked are there."""
        if code:
            self.guest.asked(code)
        expect(self.guest.page.locator(".eyepicture")).to_be_visible(timeout=PATIENCE_MS)
        self.take(name)


def owned(shots: Shots, browser: Browser) -> None:
    """The first page at the table and on a phone, and who owns the table."""
    guest = shots.guest
    machine = Guest(context(browser, *WALL), guest.host, "de")
    machine.open("/")
    shots.take("page", machine)
    machine.open("/setup/steps")
    shots.take("machine", machine)
    guest.open("/")
    shots.take("phone")
    guest.open("/setup/steps")
    shots.take("steps-stranger")
    guest.page.get_by_label(guest.t("owner.code")).fill("QQQQQQ")
    guest.tap("owner.prove")
    guest.says("owner.bad")
    guest.page.get_by_label(guest.t("owner.code")).fill(machine.page.locator(".code-big").inner_text())
    guest.tap("owner.prove")
    guest.says("owner.yes")
    guest.tap("steps.skip", within="[data-step=board]")
    guest.step("camera", "simulated")
    guest.step("board", "skipped")
    shots.english("steps")


def pane(shots: Shots) -> None:
    """The camera, then the printed board: asked for, refused, counted, done."""
    guest = shots.guest
    guest.open("/eye")
    expect(guest.page.locator(".eyefocus")).to_be_visible(timeout=PATIENCE_MS)
    shots.eye("camera")
    guest.open("/eye/pane")
    shots.eye("pane")
    guest.now("eye.do.begin")
    guest.asked("board-flat")
    guest.now("eye.do.take")
    guest.refused()
    shots.eye("pane-refused", "board-flat")
    for number, code in enumerate(("board-flat", "board-tilt", "board-other", "board-corner")):
        guest.asked(code)
        guest.now("eye.do.lay")
        guest.counts(number + 1)
    shots.eye("pane-counted")
    guest.now("eye.do.enough")
    shots.eye("pane-done", "board-done")


def corners(shots: Shots) -> None:
    """The pane found anew from its corners, by hand."""
    guest = shots.guest
    guest.open("/eye/corners")
    shots.eye("corners")
    guest.now("eye.do.begin")
    guest.asked("corners-mark")
    expect(guest.page.locator("[data-marks] button")).to_have_count(4)
    shots.eye("corners-marked")


def wands(shots: Shots) -> None:
    """The bare pane, a face, a wrong value, a wand anew."""
    guest = shots.guest
    guest.open("/eye/thrown")
    shots.eye("wands")
    guest.now("eye.do.begin")
    shots.eye("wands-bare", "teach-empty")
    guest.now("eye.do.lay")
    guest.now("eye.do.bare")
    shots.eye("wands-lay", "teach-lay")
    guest.now("eye.do.values")
    guest.asked("teach-value")
    guest.now("eye.do.lay")
    top = guest.laid()
    shots.eye("wands-value", "teach-value")
    guest.now(f"eye.value.{top}")
    guest.counts(1)
    shots.eye("wands-counted")
    for number in range(1, 9):
        guest.wand()
        guest.counts(number + 1)
    shots.eye("wands-done", "teach-done")
    guest.open("/eye/thrown/red")
    shots.eye("wand-anew")


def trial(shots: Shots) -> None:
    """Ten throws to try, the first of which is right."""
    guest = shots.guest
    guest.open("/eye/trial")
    shots.eye("trial")
    guest.now("eye.do.begin")
    guest.now("toss")
    shots.eye("trial-right", "trial-right")
    guest.now("eye.do.right")
    guest.counts(1)
    shots.eye("trial-counted")


def survey(shots: Shots) -> None:
    """A tilted photo, its corners, places, path, symbols, the tour; then the list of boards and a wrong file."""
    guest, board = shots.guest, load_board("forks")
    file = guest.host.data.parent / "board.jpg"
    file.write_bytes(photo(board))
    guest.open("/survey")
    shots.take("boards")
    surveyor = Surveyor(guest.page, guest.host.url, board)
    surveyor.begin("Omas Brett")
    shots.take("survey")
    surveyor.photo(file)
    surveyor.step("picture")
    expect(guest.page.locator(".y-corner")).to_have_count(4)
    shots.take("survey-corners")
    surveyor.step("places")
    shots.take("survey-places")
    surveyor.places()
    surveyor.step("path")
    surveyor.trace(board.trails[:2])
    shots.take("survey-path")
    surveyor.trace(board.trails[2:])
    surveyor.step("symbols")
    for node in board.symbols[:5]:
        surveyor.tap(node)
    shots.take("survey-symbols")
    surveyor.step("check")
    shots.english("survey-check")
    surveyor.step("check")
    guest.page.get_by_role("button", name="Rundgang beginnen").tap()
    expect(guest.page.locator("[data-right]")).to_be_visible()
    shots.take("survey-tour")
    surveyor.keep("So schon spielen, der Rest wird geraten")
    shots.take("survey-kept")
    wrong = file.with_name("wrong.toml")
    wrong.write_text(board.toml.replace("forest", "Wald"))
    guest.open("/survey")
    guest.page.locator("[data-bring]").set_input_files(wrong)
    expect(guest.page.locator("[data-bring-faults] li").first).to_be_visible()
    shots.take("boards-wrong")


def rest(shots: Shots) -> None:
    """Lamp map, addresses, copies with one to bring back, all of set-up, the list at the end."""
    guest = shots.guest
    for width in (640, 800):
        guest.host.teach("pane.json", learnt.pane(width))
    guest.open("/setup")
    shots.take("setup")
    guest.tap("lamps.start")
    guest.says("lamps.now", lamp=1)
    guest.page.locator('[data-node="forest"] .hit').dispatch_event("click")
    guest.says("lamps.now", lamp=2)
    shots.take("lampmap")
    guest.open("/setup/ways")
    shots.take("ways")
    guest.open("/setup/kept")
    with guest.page.expect_download() as download:
        guest.tap("kept.save", "link")
    copy = guest.host.data.parent / "copy.zip"
    download.value.save_as(copy)
    for content, name in ((copy.read_bytes()[:-40], "kept-damaged"), (copy.read_bytes(), "kept-asked")):
        copy.write_bytes(content)
        guest.page.locator("[data-bring-file]").set_input_files(copy)
        said = "[data-bring-back] [data-fault]:not(:empty)" if name == "kept-damaged" else "[data-bring-row]"
        expect(guest.page.locator(said)).to_be_visible()
        shots.take(name)
    guest.open("/setup/steps")
    guest.step("board", "done")
    shots.take("steps-done")


PARTS = {"pane": pane, "corners": corners, "wands": wands, "trial": trial, "survey": survey, "rest": rest}


def take_all(browser: Browser, folder: Path, looks: Looks, *parts: str, kept: Container[str] | None = None) -> None:
    """All of them, or some parts."""
    with ExitStack() as stack:
        place = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (place / "table" / "setup").mkdir(parents=True)
        host = stack.enter_context(Host(place / "table", begun=False))
        host.fix("192.168.1.7")
        camera = Sight(host, "simulated:seed=3,accidents=0,width=960", place / "cache").start()
        lamps = Lamps(host)
        stack.callback(camera.kill)
        stack.callback(lamps.stop)
        shots = Shots(Guest(context(browser, extra_http_headers=AWAY), host, "de"), folder, looks, kept)
        owned(shots, browser)
        for part in parts or PARTS:
            PARTS[part](shots)


def manual(browser: Browser, _planned: Planned, folder: Path) -> None:
    """What the manual shows."""
    take_all(browser, folder, MANUAL, kept=KEPT)


def main(folder: Path, *parts: str) -> None:
    """Every size and light."""
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        take_all(browser, folder, EVERY, *parts)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])

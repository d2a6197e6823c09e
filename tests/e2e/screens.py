"""Pictures of every page and state: ``python -m tests.e2e.screens [folder [part ...]]`` writes docs/screens/*.png.

The parts are game, votes, referee, setup and ghosts; without any all are taken.  The planned game of the tests
is played through the API; at each kind of question the phones are photographed.
"""

from __future__ import annotations

import signal
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from companion.games import Json
from tests.e2e.ghost_screens import take_ghosts
from tests.e2e.phone import ARGUMENTS, CHROMIUM, context
from tests.e2e.planner import Planned, Step, plan
from tests.e2e.programs import Host
from tests.e2e.referee_screens import take_all
from tests.e2e.setup_screens import manual
from tests.e2e.small_png import write

FOLDER = Path(__file__).parents[2] / "docs" / "screens"
NAMES = {"red": "Anna", "black": "Björn", "white": "Çelik"}
SMALL = (320, 568)
SEED = 5


class Camera:
    """Takes pictures of a table and its phones."""

    def __init__(self, browser: Browser, host: Host, folder: Path) -> None:
        self.browser, self.host, self.folder = browser, host, folder
        self.pages: dict[str, Page] = {}
        self.request = 0
        folder.mkdir(parents=True, exist_ok=True)

    def page(self, name: str, path: str, size: tuple[int, int] = (390, 844), **more: Any) -> Page:
        """A page in a browser of its own."""
        opened = context(self.browser, *size, **more).new_page()
        opened.goto(self.host.url + path)
        self.pages[name] = opened
        return opened

    def take(self, page: Page, name: str) -> None:
        """One picture, once the page has come to rest."""
        page.wait_for_function("() => document.fonts.ready.then(() => true)")
        page.wait_for_timeout(120)
        write(self.folder / f"{name}.png", page.screenshot())

    def state(self, seat: str) -> Json:
        """The state as a seat is sent it."""
        answer: Json = self.pages[seat].request.get(f"{self.host.url}/api/state").json()
        return answer

    def act(self, seat: str, action: Json) -> None:
        """Play an action for a seat."""
        told = self.state(seat)
        self.post(seat, "/api/act", {"seq": told["seq"], "question": told["question"][seat], "action": action})

    def post(self, seat: str, path: str, message: Json) -> Any:
        """A message of a seat."""
        self.request += 1
        body = {"seat": seat, "request": f"screens-{self.request}", **message}
        answer = self.pages[seat].request.post(self.host.url + path, data=body)
        assert answer.ok, f"{path}: {answer.status} {answer.text()}"
        return answer.json()

    def settle(self) -> None:
        """Wait until every open phone shows the present state."""
        seq = self.state("red")["seq"]
        for page in self.pages.values():
            if page.locator("body[data-stream]").count():
                page.wait_for_function("seq => Number(document.body.dataset.seq) >= seq", arg=seq)


def join(camera: Camera) -> None:
    """The table while seats are free, and taking them."""
    table = camera.page("table", "/", (1280, 800))
    camera.take(table, "table-join")
    code = table.locator(".code-big").inner_text()
    for seat, name in NAMES.items():
        page = camera.page(seat, f"/join?code={code}")
        if seat == "white":
            camera.take(page, "join")
        answer = page.request.post(f"{camera.host.url}/api/join", data={"code": code, "seat": seat, "name": name})
        assert answer.ok
        page.goto(f"{camera.host.url}/play")
    one = camera.page("one", f"/join?one=1&code={code}")
    camera.take(one, "join-taken")
    one.context.close()
    del camera.pages["one"]


def picture_of(step: Step, seen: set[str]) -> str | None:
    """A name for a state that was not photographed yet."""
    from companion.games.dreimagier import GAME

    view = GAME.view(step.position, step.seat)
    kind = view["asked"][0]["kind"]
    if kind == "throw":
        wanted = view["throw_wanted"]
        kind = f"throw-{wanted['kind']}" + ("-kept" if wanted["kept"] else "")
    elif kind == "offer":
        kind = f"offer-{view['offer']['kind']}"
    elif kind == "move" and view["move"]["magician"] != "open":
        kind = "move-apprentice"
    elif kind == "move" and sum(view["supply"].values()) > 11:
        return None
    if kind in seen:
        return None
    seen.add(kind)
    return kind


def game(camera: Camera, planned: Planned) -> None:
    """The whole game; each new kind of state is photographed on all sorts of screens."""
    seen: set[str] = set()
    small = camera.page("small", "/", SMALL)
    for step in planned.steps:
        name = picture_of(step, seen)
        if name:
            camera.settle()
            page = camera.pages[step.seat]
            camera.take(page, name)
            small.context.clear_cookies()
            small.context.add_cookies(page.context.cookies())
            page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
            camera.take(page, f"small-{name}")
            page.set_viewport_size({"width": 390, "height": 844})
            if name in ("move", "duel", "throw-spell"):
                camera.take(camera.pages["table"], f"table-{name}")
                extras(camera, step, name)
        camera.act(step.seat, step.action)


def extras(camera: Camera, step: Step, name: str) -> None:
    """What belongs to a state besides: other seats, sheets, the other light, the other language."""
    page = camera.pages[step.seat]
    other = camera.pages[next(seat for seat in NAMES if seat != step.seat)]
    camera.take(other, f"{name}-seen-by-another")
    if name != "move":
        return
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    camera.take(page, "move-light")
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    dark = page.locator("[data-node][data-place]:not([data-can])").first
    dark.scroll_into_view_if_needed()
    dark.focus()
    page.keyboard.press("Enter")
    page.locator("[data-why]:not([hidden])").wait_for()
    camera.take(page, "why-not")
    page.locator("[data-close-why]").tap()
    for sheet in ("cards", "history", "more"):
        page.locator(f"[data-open=sheet-{sheet}]").tap()
        camera.take(page, f"sheet-{sheet}")
        page.locator(f"#sheet-{sheet} [data-close]").tap()
    page.set_viewport_size({"width": 844, "height": 390})
    camera.take(page, "move-landscape")
    page.set_viewport_size({"width": 768, "height": 1024})
    camera.take(page, "move-tablet")
    page.set_viewport_size({"width": 390, "height": 844})
    page.context.add_cookies([{"name": "language", "value": "en", "url": camera.host.url}])
    page.reload()
    camera.take(page, "move-english")
    page.context.add_cookies([{"name": "language", "value": "de", "url": camera.host.url}])
    page.reload()


def votes(camera: Camera, planned: Planned) -> None:
    """Taking a step back with the consent of another, on a table where somebody has just moved."""
    for step in planned.steps[:-1]:
        camera.act(step.seat, step.action)
        told = camera.state("red")
        other = next(iter(told["question"]), None)
        if told["undo"] and other and other != step.seat:
            camera.post(step.seat, "/api/undo", {"seq": told["seq"]})
            if camera.state("red")["ask"]:
                camera.settle()
                camera.take(camera.pages[camera.state("red")["ask"]["voters"][0]], "undo-consent")
                return


def proposals(camera: Camera) -> None:
    """A throw that the camera is not sure of, and one that does not count; the camera is simulated and says so."""
    token = (camera.host.data / "tokens" / "vision.token").read_text().strip()
    told = camera.state("red")
    seat, question = next(iter(told["question"].items()))
    heads = {"Authorization": f"Bearer {token}"}
    anywhere = camera.pages["red"].request
    beat = {"device": "vision", "state": "ok", "backend": "simulated", "simulated": True}
    assert anywhere.post(f"{camera.host.url}/api/device/heartbeat", data=beat, headers=heads).ok
    camera.take(camera.pages[seat], "simulated-throw")
    wands = {colour: {"top": 1, "bottom": "power", "sure": True, "options": [], "corners_px": []} for colour in NAMES}
    wands["white"] |= {"sure": False, "options": [1, 2], "bottom": None}
    report = {"seq": told["seq"], "question": question, "simulated": True}
    for status, kind, name in (("unsure", None, "proposal-unsure"), ("invalid", "stacked", "proposal-invalid")):
        reading = {"status": status, "kind": kind, "wands": wands}
        body = {**report, "request": name, "seq": camera.state("red")["seq"], "reading": reading}
        assert anywhere.post(f"{camera.host.url}/api/device/throw", data=body, headers=heads).ok
        camera.settle()
        camera.take(camera.pages[seat], name)
        told = camera.state(seat)
        again = {"seq": told["seq"], "proposal": told["proposal"]["id"], "choice": "hand"}
        camera.post(seat, "/api/proposal", again)


def end(camera: Camera) -> None:
    """The end of the game, afterwards, set-up, and a host that vanishes."""
    camera.settle()
    camera.take(camera.pages["red"], "won")
    camera.take(camera.pages["table"], "table-won")
    after = camera.page("after", "/after")
    write(camera.folder / "after.png", after.screenshot(full_page=True))
    after.set_viewport_size({"width": 1280, "height": 800})
    write(camera.folder / "after-table.png", after.screenshot(full_page=True))
    setup = camera.page("setup", "/setup")
    write(camera.folder / "setup.png", setup.screenshot(full_page=True))
    camera.host.signal(signal.SIGSTOP)
    camera.pages["red"].locator("[data-banner]:not([hidden])").wait_for()
    camera.take(camera.pages["red"], "host-lost")
    camera.host.signal(signal.SIGCONT)


def new_host(folder: str, name: str) -> Host:
    """A host with data of its own."""
    data = Path(folder) / name
    data.mkdir()
    return Host(data)


def whole_game(browser: Browser, planned: Planned, folder: Path) -> None:
    """From joining to the end."""
    with tempfile.TemporaryDirectory() as data, new_host(data, "game") as host:
        camera = Camera(browser, host, folder)
        join(camera)
        game(camera, planned)
        end(camera)


def asked_of_others(browser: Browser, planned: Planned, folder: Path) -> None:
    """A simulated camera, and a step that is taken back."""
    with tempfile.TemporaryDirectory() as data, new_host(data, "votes") as host:
        camera = Camera(browser, host, folder)
        join(camera)
        proposals(camera)
        votes(camera, planned)


PARTS = {
    "game": whole_game,
    "votes": asked_of_others,
    "referee": take_all,
    "setup": manual,
    "ghosts": take_ghosts,
}


def main() -> None:
    """Take the pictures that were asked for, or all."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    planned = plan(SEED)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for part in sys.argv[2:] or PARTS:
            PARTS[part](browser, planned, folder)
        browser.close()


if __name__ == "__main__":
    main()

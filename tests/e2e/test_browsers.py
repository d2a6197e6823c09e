"""Browsers as they come: without cookies or storage, from another app, behind a proxy, old; a disk that is full."""

from __future__ import annotations

import json
import resource
import signal
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from companion.games import Json
from tests.e2e.axe import violations
from tests.e2e.phone import ARGUMENTS, CHROMIUM, WHOLE, Phone, choose, context, within
from tests.e2e.planner import Planned
from tests.e2e.programs import Host
from tests.e2e.round import Round
from tests.e2e.test_every_width import PAGES
from tests.e2e.test_phones import Course, everybody, seated, told

PHONE = {"viewport": {"width": 390, "height": 844}, "locale": "de-DE", "has_touch": True}
THROW: Json = {"type": "throw", "wands": {colour: {"top": 1} for colour in ("red", "black", "white")}}
NO_STORAGE = """for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, {
  get() { throw new DOMException("denied", "SecurityError"); } });"""
WIDTH = """src => new Promise((done) => {
  const image = new Image(); image.onload = () => done(image.naturalWidth); image.src = src; })"""
NEWS_S = 2.5
"""Asked about once a second, with some room."""


def sit(page: Page, host: Host, seat: str = "red") -> None:
    """Try to take a seat through the page."""
    code = page.request.get(f"{host.url}/api/state").json()["code"]
    page.goto(f"{host.url}/join?code={code}")
    choose(page, f"input[value={seat}]")
    page.get_by_label("Dein Name").fill("Anna")
    page.get_by_role("button", name="Platz nehmen").tap()


def test_a_browser_that_keeps_no_cookies_is_told_and_takes_no_seat(
    host: Host, browser: Browser, tmp_path: Path
) -> None:
    (tmp_path / "profile" / "Default").mkdir(parents=True)
    blocked = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (tmp_path / "profile" / "Default" / "Preferences").write_text(json.dumps(blocked))
    opened = browser.browser_type.launch_persistent_context(
        tmp_path / "profile", executable_path=WHOLE, args=ARGUMENTS, **PHONE
    )
    page = opened.new_page()
    for _ in range(2):
        sit(page, host)
        expect(page.locator("[data-join] [data-fault]")).to_contain_text("nimmt keine Cookies an")
        assert not any(seat["taken"] for seat in page.request.get(f"{host.url}/api/state").json()["seats"].values())
    opened.close()


def test_a_browser_that_remembers_nothing_plays_all_the_same(host: Host, browser: Browser, planned: Planned) -> None:
    opened = context(browser)
    opened.add_init_script(NO_STORAGE)
    phone = Phone(opened.new_page(), host.url)
    phone.join_all(phone.page.request.get(f"{host.url}/api/state").json()["code"])
    state = Course(planned, phone).until("move")
    phone.page.locator("[data-turn-board]").tap()
    phone.page.locator("[data-open=sheet-more]").tap()
    sound = phone.page.locator("[data-sense=sound]")
    sound.tap()
    expect(sound).to_have_attribute("aria-pressed", "true")
    phone.page.locator("#sheet-more [data-close]").tap()
    target = phone.page.locator("[data-node][data-can]").first
    phone.tap_node(target.get_attribute("data-node") or "")
    which = phone.page.locator("#sheet-which[open] button[data-figure]")
    if len(phone.can(target.get_attribute("data-node") or "")) > 1:
        which.first.tap()
    phone.shows(state["seq"] + 1)
    for path in ("/", "/setup", "/join", "/archive"):
        phone.page.goto(host.url + path)
        expect(phone.page.locator("html[data-alive]")).to_be_attached()
    assert phone.faults == []


@pytest.fixture
def elsewhere(host: Host) -> Iterator[str]:
    """Another site with a link to the seat."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(f'<a href="{host.url}/play">zum Spiel</a>'.encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://localhost:{site.server_port}/"
        site.shutdown()


def test_a_link_in_another_app_brings_back_to_the_seat(host: Host, browser: Browser, elsewhere: str) -> None:
    phone = seated(browser, host)
    again = phone.page.context.new_page()
    again.goto(elsewhere)
    again.get_by_role("link", name="zum Spiel").tap()
    again.wait_for_url("**/play")
    expect(again.locator("#ask h1")).to_have_text("Wirf um den Anfang")


@pytest.mark.parametrize("how", ["held", "refused"])
def test_where_the_stream_is_held_back_the_page_asks(host: Host, browser: Browser, how: str) -> None:
    table = Round(host, browser)
    page = table.page("black")

    def between(route: Route) -> None:
        if how == "refused":
            route.fulfill(status=502, body="")

    page.route("**/live?*", between)
    table.open("black")
    banner = page.locator("[data-banner]")
    table.act("red", THROW)
    seq = table.state()["seq"]
    soon_ms = within(NEWS_S, page, host.url)
    page.wait_for_function("seq => Number(document.body.dataset.seq) >= seq", arg=seq, timeout=soon_ms)
    expect(banner).to_be_hidden()
    assert not page.evaluate("document.querySelector('main').inert")
    for colour in ("red", "black", "white"):
        page.locator(f'[data-key="pad-{colour}-1"]').tap()
    expect(page.locator("[data-pad]")).to_have_count(0)
    table.act("white", THROW)
    seq = table.state()["seq"]
    soon_ms = within(NEWS_S, page, host.url)
    page.wait_for_function("seq => Number(document.body.dataset.seq) >= seq", arg=seq, timeout=soon_ms)
    told_ms = within(4.0, page, host.url)
    host.signal(signal.SIGSTOP)
    expect(banner).to_be_visible(timeout=told_ms)
    host.signal(signal.SIGCONT)
    expect(banner).to_be_hidden(timeout=15_000)
    page.unroute("**/live?*")
    table.close()


def test_a_table_page_behind_such_a_proxy_renews_itself(host: Host, browser: Browser) -> None:
    table = Round(host, browser)
    page = context(browser, width=1280, height=800).new_page()
    page.route("**/live?*", lambda route: None)
    page.goto(host.url)
    table.act("red", THROW)
    seq = table.state()["seq"]
    soon_ms = within(NEWS_S, page, host.url)
    page.wait_for_function("seq => Number(document.body.dataset.seq) >= seq", arg=seq, timeout=soon_ms)
    expect(page.locator("[data-banner]")).to_be_hidden()
    table.close()


def broken(page: Page) -> None:
    """A browser to which the scripts mean nothing; it reads what is written for all."""

    def answer(route: Route) -> None:
        if route.request.url.endswith("/old.js"):
            route.continue_()
        else:
            route.fulfill(status=200, content_type="text/javascript", body="this does not parse ?. (")

    page.route("**/*.js", answer)


@pytest.mark.parametrize("path", ["/", "/join", "/setup", "/archive", "/play"])
def test_an_old_browser_is_told_in_one_line(host: Host, browser: Browser, path: str) -> None:
    phone = seated(browser, host)
    page = phone.page.context.new_page()
    broken(page)
    page.goto(host.url + path)
    line = page.locator("[data-too-old]")
    expect(line).to_have_count(1)
    expect(line).to_be_visible()
    expect(line).to_contain_text("der Browser ist zu alt")
    page.goto(f"{host.url}/archive")
    expect(page.get_by_role("heading", name="Archiv")).to_be_visible()


def test_a_form_of_an_old_browser_does_not_send_itself(host: Host, browser: Browser) -> None:
    page = context(browser).new_page()
    broken(page)
    page.goto(f"{host.url}/join?code=ABCD")
    expect(page.locator("[data-too-old]")).to_be_visible()
    page.get_by_label("Dein Name").fill("Opa")
    page.get_by_role("button", name="Platz nehmen").tap()
    expect(page.get_by_label("Dein Name")).to_have_value("Opa")
    expect(page.locator("[data-too-old]")).to_be_in_viewport()
    assert page.url.endswith("/join?code=ABCD")


def test_the_table_page_of_an_old_browser_renews_itself(host: Host, browser: Browser) -> None:
    table = Round(host, browser)
    page = context(browser, width=1280, height=800).new_page()
    broken(page)
    page.goto(host.url)
    expect(page.locator("[data-too-old]")).to_be_visible()
    table.act("red", THROW)
    expect(page.locator("body")).to_have_attribute("data-seq", str(table.state()["seq"]), timeout=15_000)
    table.close()


def test_where_no_script_at_all_is_read_the_style_sheet_says_so(host: Host, browser: Browser) -> None:
    page = context(browser).new_page()
    page.route("**/*.js", lambda route: route.fulfill(content_type="text/javascript", body="does not parse ?. ("))
    page.goto(f"{host.url}/join")
    expect(page.locator("[data-too-old]")).to_be_hidden()
    expect(page.locator("[data-too-old]")).to_be_visible(timeout=15_000)


def test_without_javascript_a_line_says_so(host: Host, browser: Browser) -> None:
    page = context(browser, java_script_enabled=False).new_page()
    for path in ("/", "/join", "/setup"):
        page.goto(host.url + path)
        expect(page.get_by_text("JavaScript ist aus")).to_be_visible(timeout=15_000)


def test_a_browser_that_is_young_enough_is_told_nothing(host: Host, browser: Browser) -> None:
    phone = seated(browser, host)
    for path in ("/play", "/", "/join", "/setup", "/after", "/archive"):
        phone.page.goto(host.url + path)
        expect(phone.page.locator("html[data-alive]")).to_be_attached()
        phone.page.wait_for_function("() => document.readyState === 'complete'")
        expect(phone.page.locator("[data-too-old]")).to_be_hidden()
    assert phone.faults == []


def family(parent: int) -> Iterator[int]:
    """A process and all that it started."""
    yield parent
    for child in Path(f"/proc/{parent}/task/{parent}/children").read_text().split():
        yield from family(int(child))


def test_a_failed_save_is_a_sentence_on_the_phone(host: Host, browser: Browser, planned: Planned) -> None:
    phone = everybody(browser, host)
    before = Course(planned, phone).until("move")
    size = (host.data / "journal.db-wal").stat().st_size
    processes = list(family(host.pid))
    for each in processes:
        resource.prlimit(each, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    node = phone.page.locator("[data-node][data-can]").first.get_attribute("data-node") or ""
    phone.tap_node(node)
    if len(phone.can(node)) > 1:
        phone.page.locator("#sheet-which[open] button[data-figure]").first.tap()
    why = phone.page.locator("[data-why]")
    expect(why).to_be_visible()
    expect(why).to_contain_text("nichts hat sich geändert")
    assert told(phone)["seq"] == before["seq"]
    health = phone.page.request.get(f"{host.url}/health").json()
    assert health["status"] == "degraded" and health["unsaved"]
    for each in processes:
        resource.prlimit(each, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    expect(phone.page.locator("body[data-busy]")).to_have_count(0)
    phone.tap_node(node)
    if len(phone.can(node)) > 1:
        phone.page.locator("#sheet-which[open] button[data-figure]").first.tap()
    phone.shows(before["seq"] + 1)
    assert phone.page.request.get(f"{host.url}/health").json()["unsaved"] is None


NAME = f"{socket.gethostname().partition('.')[0].lower()}.lan"
RUNS = """() => { const film = document.querySelector(".film");
  return film && !film.paused && !film.muted && film.volume > 0 && film.currentTime > 0.2; }"""
AGAIN = """() => new Promise((done) => document.querySelector(".film").addEventListener("seeked",
  () => done(document.querySelector(".film").currentTime < 1), { once: true }))"""
GRANTED = """Object.defineProperty(Navigator.prototype, "wakeLock", { value: {
  request: () => Promise.resolve({ release() {} }) } });"""
DENIED = """Object.defineProperty(Navigator.prototype, "wakeLock", { value: {
  request: () => Promise.reject(new DOMException("denied", "NotAllowedError")) } });"""


EVERYWHERE = (*PAGES, "/new", "/archive", "/survey", "/eye", "/eye-now", "/luck")
"""Pages of every kind."""


@pytest.fixture
def far(browser: Browser) -> Iterator[Browser]:
    """A browser to which the host is no secure place: it opens it by a name, as at home."""
    arguments = [*ARGUMENTS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
    opened = browser.browser_type.launch(executable_path=CHROMIUM, args=arguments)
    yield opened
    opened.close()


def awake(page: Page) -> Locator:
    """The switch, in its sheet."""
    page.locator("[data-open=sheet-more]").tap()
    found = page.locator("#sheet-more [data-sense=awake]")
    expect(found).to_be_enabled()
    return found


def test_over_plain_http_a_film_keeps_the_screen_awake(host: Host, far: Browser) -> None:
    """Measured as far as Chromium shows it: it runs, unmuted, within the page, past its own end, after a reload."""
    phone = Phone(context(far).new_page(), f"http://{NAME}:{host.port}")
    page = phone.page
    phone.join(page.request.get(f"{host.url}/api/state").json()["code"], "red", "Anna")
    assert not page.evaluate("isSecureContext || 'wakeLock' in navigator")
    switch = awake(page)
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-film]")).to_contain_text("stiller Film")
    page.wait_for_function(RUNS)
    box = page.locator(".film").bounding_box()
    assert box is not None and box["x"] + box["width"] <= 390 and box["y"] + box["height"] <= 844 and box["width"] > 0
    assert page.evaluate("document.querySelector('.film').duration") < 5, "no music to a phone"
    assert page.evaluate(AGAIN), "it begins again before its end"
    page.wait_for_function(RUNS)
    page.reload()
    page.locator("[data-open=sheet-more]").tap()
    page.wait_for_function(RUNS)
    page.locator("#sheet-more [data-sense=awake]").tap()
    expect(page.locator(".film")).to_have_count(0)
    expect(page.locator("[data-film]")).to_be_hidden()
    assert phone.faults == []


def test_the_console_of_every_page_is_silent_over_plain_http(host: Host, far: Browser) -> None:
    """At home the host is no secure place: nothing is sent or asked for that a browser grumbles about there."""
    url = f"http://{NAME}:{host.port}"
    page = context(far).new_page()
    said: list[str] = []
    page.on("console", lambda each: said.append(f"{page.url}: {each.text}"))
    page.on("pageerror", lambda error: said.append(f"{page.url}: {error}"))
    page.on("response", lambda each: said.append(f"{each.status} {each.url}") if each.status >= 400 else None)
    phone = Phone(page, url)
    phone.join(page.request.get(f"{host.url}/api/state").json()["code"], "red", "Anna")
    for path in EVERYWHERE:
        answer = page.goto(url + path, wait_until="load")
        assert answer is not None and answer.ok, path
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    assert not page.evaluate("isSecureContext")
    assert said == []


@pytest.mark.parametrize(("lock", "films"), [(GRANTED, 0), (DENIED, 1)])
def test_the_browsers_own_lock_goes_first(host: Host, browser: Browser, lock: str, films: int) -> None:
    phone = seated(browser, host)
    phone.page.context.add_init_script(lock)
    phone.page.reload()
    switch = awake(phone.page)
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(phone.page.locator(".film")).to_have_count(films)
    expect(phone.page.locator("[data-film]")).to_be_visible(visible=bool(films))
    assert phone.faults == []


def test_a_browser_that_can_neither_says_so(host: Host, browser: Browser) -> None:
    phone = seated(browser, host)
    phone.page.context.add_init_script(
        "delete Navigator.prototype.wakeLock; HTMLMediaElement.prototype.canPlayType = () => '';"
    )
    phone.page.reload()
    phone.page.locator("[data-open=sheet-more]").tap()
    expect(phone.page.locator("#sheet-more [data-sense=awake]")).to_be_disabled()
    expect(phone.page.locator("[data-cannot=awake]")).to_be_visible()


def test_the_home_screen_gets_name_and_icons(host: Host, browser: Browser) -> None:
    page = context(browser).new_page()
    page.goto(f"{host.url}/join")
    link = page.locator("link[rel=manifest]").get_attribute("href") or ""
    answer = page.request.get(host.url + link)
    assert answer.headers["content-type"].startswith("application/manifest+json")
    told = answer.json()
    assert told["name"] == "Die drei Magier" and told["start_url"] == "/play" and told["display"] == "minimal-ui"
    for icon in told["icons"]:
        drawn = page.request.get(host.url + icon["src"])
        assert drawn.ok and drawn.headers["content-type"].startswith(icon["type"])
    size = (
        "src => new Promise((done) => { const i = new Image(); i.onload = () => done(i.naturalWidth); i.src = src; })"
    )
    for pixels in (180, 192, 512):
        assert page.evaluate(size, f"/static/icon-{pixels}.png") == pixels
    assert violations(page) == []

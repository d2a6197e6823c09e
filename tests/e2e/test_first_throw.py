"""The first page, the list of steps, addresses, copies: who sees what, what fits, what is asked first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, Request, expect

from companion.games import Json
from tests.e2e.axe import violations
from tests.e2e.phone import THEMES, context, themes
from tests.e2e.programs import Host
from tests.e2e.test_every_width import WIDE
from tests.e2e.test_phones import WIDTHS
from tests.table import learnt

AWAY = {"X-Forwarded-For": "192.168.1.20"}
"""What is passed on is not at the machine itself: a phone."""


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Host]:
    """A host with nothing in its data folder."""
    data = tmp_path / "table"
    data.mkdir()
    with Host(data, begun=False) as running:
        yield running


def test_just_play_is_one_tap_at_the_machine(empty: Host, browser: Browser) -> None:
    page = context(browser, 1280, 800).new_page()
    page.goto(empty.url)
    page.get_by_role("button", name="Gleich spielen").tap()
    expect(page.locator("body.tablepage")).to_be_visible()
    expect(page.locator("[data-before-begun] .code-big")).to_have_text(
        page.request.get(f"{empty.url}/api/state").json()["code"]
    )


@pytest.mark.parametrize("scheme", THEMES)
def test_every_code_can_be_scanned_by_day_and_by_night(empty: Host, browser: Browser, scheme: str) -> None:
    empty.fix("192.168.1.7")
    page = context(browser, color_scheme=scheme).new_page()
    for path, leads in (("/", "/setup/steps"), ("/setup/ways", "")):
        page.goto(empty.url + path)
        seen = cv2.imdecode(np.frombuffer(page.locator(".qr").first.screenshot(), np.uint8), cv2.IMREAD_COLOR)
        told = cv2.QRCodeDetector().detectAndDecode(cv2.resize(seen, None, fx=3, fy=3))[0]
        assert told.startswith(f"http://192.168.1.7:{empty.port}{leads}"), f"{path} {scheme}: {told}"


def test_a_stranger_sees_no_letters_on_the_table_page(host: Host, browser: Browser) -> None:
    host.fix("192.168.1.7")
    page = context(browser, extra_http_headers=AWAY).new_page()
    page.goto(host.url)
    expect(page.locator("[data-before-begun] .code-big")).to_have_count(0)
    expect(page.locator("[data-before-begun]")).to_contain_text("wo man am Tisch sitzt")


def test_the_pages_fit_every_screen_and_axe_finds_nothing(empty: Host, browser: Browser) -> None:
    owner = context(browser).new_page()
    for path, away in (("/", False), ("/", True), ("/setup/steps", True), ("/setup/ways", True), ("/setup/kept", True)):
        page = context(browser, extra_http_headers=AWAY if away else {}).new_page()
        _fits(page, empty.url + path)
    owner.goto(f"{empty.url}/setup/steps")
    owner.get_by_role("button", name="Von hier aus einrichten").tap()
    expect(owner.get_by_role("button", name="Abgeben")).to_be_visible()
    for width in (640, 800):
        empty.teach("pane.json", learnt.pane(width))
    for path in ("/setup/steps", "/setup/ways", "/setup/kept", "/setup"):
        _fits(owner, empty.url + path)


def _fits(page: Page, address: str) -> None:
    """Every size, axe, and the weight of a first view."""
    sizes: dict[str, int] = {}

    def came(asked: Request) -> None:
        sizes.setdefault(asked.url, asked.sizes()["responseBodySize"])

    page.on("requestfinished", came)
    page.goto(address, wait_until="load")
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WIDE) == [], f"{address} {width}"
    for scheme in themes(page):
        assert violations(page) == [], f"{address} ({scheme})"
    assert 0 < sum(sizes.values()) <= 150_000, sizes


def test_the_list_shows_what_was_done_elsewhere_and_the_focus_stays(empty: Host, browser: Browser) -> None:
    page = context(browser).new_page()
    page.goto(f"{empty.url}/setup/steps")
    looked = page.locator("[data-step=lamps] a.button")
    looked.focus()
    expect(page.locator("[data-step=pane]")).to_have_attribute("data-state", "missing")
    empty.teach("pane.json", learnt.pane(640))
    expect(page.locator("[data-step=pane]")).to_have_attribute("data-state", "done")
    expect(looked).to_be_focused()


def test_a_copy_is_brought_back_only_when_it_is_whole_and_asked(empty: Host, browser: Browser, tmp_path: Path) -> None:
    page = context(browser).new_page()
    page.goto(f"{empty.url}/setup/kept")
    page.get_by_role("button", name="Von hier aus einrichten").tap()
    expect(page.get_by_label("Datei zurückholen")).to_be_visible()
    expect(page.get_by_role("link", name="Datei sichern")).to_have_count(0)
    pane = empty.data / "setup" / "pane.json"
    for width in (640, 800):
        empty.teach("pane.json", learnt.pane(width))
        page.reload()
        with page.expect_download() as kept:
            page.get_by_role("link", name="Datei sichern").tap()
        kept.value.save_as(tmp_path / f"{width}.zip")
    good = tmp_path / "640.zip"
    bad = tmp_path / "bad.zip"
    bad.write_bytes(good.read_bytes()[:-30])
    page.locator("[data-bring-file]").set_input_files(bad)
    expect(page.locator("[data-bring-back] [data-fault]")).to_contain_text("beschädigt")
    expect(page.locator("[data-bring-row]")).to_be_hidden()
    page.locator("[data-bring-file]").set_input_files(good)
    expect(page.locator("[data-bring-ask]")).to_contain_text("Scheibe")
    assert pane.read_bytes() == learnt.pane(800), "asked first"
    page.get_by_role("button", name="Ersetzen").tap()
    expect(page.locator(".versions li")).to_have_count(3)
    assert pane.read_bytes() == learnt.pane(640)
    page.locator(".versions li").nth(1).get_by_role("button").tap()
    page.locator(".versions li").nth(1).get_by_role("button").tap()
    expect(page.locator(".versions li")).to_have_count(4)
    assert pane.read_bytes() == learnt.pane(800)


def test_a_press_at_the_table_makes_a_phone_the_first_owners(empty: Host, browser: Browser) -> None:
    token = (empty.data / "tokens" / "firmware.token").read_text().strip()
    page = context(browser, extra_http_headers=AWAY).new_page()

    def tell(path: str, body: Json) -> None:
        said = page.request.post(empty.url + path, data=body, headers={"Authorization": f"Bearer {token}"})
        assert said.status == 200

    tell("/api/device/heartbeat", {"device": "firmware", "state": "ok", "backend": "x", "simulated": False})
    page.goto(f"{empty.url}/setup/steps")
    page.get_by_role("button", name="Mit einem Knopf am Tisch ausweisen").tap()
    expect(page.locator("[data-claim-says]")).to_have_text("Drückt jetzt irgendeinen Platzknopf am Tisch.")
    seq = page.request.get(f"{empty.url}/api/state").json()["seq"]
    tell("/api/device/button", {"button": 0, "gesture": "press", "request": "p", "seq": seq})
    expect(page.get_by_role("button", name="Abgeben")).to_be_visible()

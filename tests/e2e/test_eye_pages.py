"""The eye's set-up pages with a simulated camera: what fits, who sees what, a wand anew, corners by a finger.

The whole way from the printed board to the first throw is walked in test_walk.py and test_walk_files.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.axe import violations
from tests.e2e.phone import context
from tests.e2e.programs import Host, Sight
from tests.e2e.test_first_throw import _fits

pytestmark = pytest.mark.xdist_group("eye-pages")
"""One camera for all of them: it takes long to open."""
PATIENCE_MS = 60_000


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Iterator[Host]:
    """A host with a simulated camera without accidents, for all tests here: it takes long to open."""
    data = tmp_path_factory.mktemp("eye") / "table"
    data.mkdir()
    with Host(data) as running:
        camera = Sight(running, "simulated:seed=3,accidents=0,width=960", cache).start()
        yield running
        camera.kill()


def owner(house: Host, browser: Browser) -> Page:
    """A phone that sets the table up."""
    page = context(browser).new_page()
    page.goto(f"{house.url}/setup/steps")
    page.get_by_role("button", name="Von hier aus einrichten").tap()
    expect(page.get_by_role("button", name="Abgeben")).to_be_visible()
    return page


def tap(page: Page, name: str) -> None:
    """A tap on a button of the step, as soon as it is asked for."""
    page.locator("[data-now]").get_by_role("button", name=name, exact=True).tap(timeout=PATIENCE_MS)


def asked(page: Page, code: str) -> None:
    """What is asked now."""
    expect(page.locator(f"[data-ask='{code}']")).to_be_visible(timeout=PATIENCE_MS)


def test_one_wand_is_taught_anew_on_a_page_of_its_own(house: Host, browser: Browser) -> None:
    """A step of all wands that is under way is not the red one's."""
    page = owner(house, browser)
    for path, wanted in (("/eye/thrown", "0 von 9"), ("/eye/thrown/red", "0 von 3")):
        page.goto(house.url + path)
        tap(page, "Anfangen")
        asked(page, "teach-empty")
        expect(page.locator(".eyecount")).to_contain_text(wanted)


def test_the_pages_fit_every_screen_and_axe_finds_nothing(house: Host, browser: Browser) -> None:
    page = owner(house, browser)
    for path in ("/eye", "/eye/pane", "/eye/corners", "/eye/thrown", "/eye/trial"):
        page.goto(house.url + path)
        expect(page.locator(".eyepicture")).to_be_visible(timeout=PATIENCE_MS)
        if path != "/eye":
            tap(page, "Anfangen")
            expect(page.locator("[data-ask]")).to_be_visible(timeout=PATIENCE_MS)
        _fits(page, house.url + path)
        page.emulate_media(color_scheme="light")
        assert violations(page) == [], path
        page.emulate_media(color_scheme="dark")


def test_a_stranger_sees_no_picture(house: Host, browser: Browser) -> None:
    page = context(browser).new_page()
    page.goto(f"{house.url}/eye")
    expect(page.locator("[data-eye]")).to_have_count(0)
    for path in ("/api/eye/picture", "/eye-now"):
        assert page.request.get(house.url + path).status == 403


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A finger from one place of the screen to another, as a touch screen tells it."""
    finger = page.context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", [start]),
        ("touchMove", [((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)]),
        ("touchMove", [end]),
        ("touchEnd", []),
    ):
        told = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})


def test_a_finger_draws_the_corners_of_the_pane(house: Host, browser: Browser) -> None:
    page = owner(house, browser)
    page.goto(f"{house.url}/eye/corners")
    expect(page.locator(".eyepicture")).to_be_visible(timeout=PATIENCE_MS)
    tap(page, "Anfangen")
    asked(page, "corners-mark")
    handles = page.locator("[data-marks] button")
    expect(handles).to_have_count(4)
    page.locator(".eyebox").scroll_into_view_if_needed()
    picture, handle = page.locator("[data-marks]").bounding_box(), handles.first.bounding_box()
    assert picture is not None and handle is not None and min(handle["width"], handle["height"]) >= 44
    start = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
    scrolled = page.evaluate("scrollY")
    drag(page, start, (picture["x"] + 0.3 * picture["width"], picture["y"] + 0.25 * picture["height"]))
    expect(handles.first).to_have_attribute("data-x", re.compile(r"^0\.(29|3)"))
    expect(handles.first).to_have_attribute("data-y", re.compile(r"^0\.(24|25)"))
    assert page.evaluate("scrollY") == scrolled, "the page stays under the finger"
    drag(page, (picture["x"] + 0.3 * picture["width"], picture["y"] + 0.25 * picture["height"]), start)
    page.keyboard.press("Tab")
    handles.first.focus()
    before = float(handles.first.get_attribute("data-x") or 0)
    page.keyboard.press("ArrowRight")
    assert float(handles.first.get_attribute("data-x") or 0) > before

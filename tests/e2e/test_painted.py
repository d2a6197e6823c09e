"""What luck and play were is sent on as a picture that every phone shows; without the script as the drawing itself."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from companion.games.dreimagier.ghost.arena import named
from tests.e2e.haunted import lines_of
from tests.e2e.phone import context
from tests.e2e.programs import Host
from tests.e2e.test_eye_game import import_record
from tests.games.ghost.evenings import evening, first

PICTURE = "Als Bild"
LINES = ((201, 72, 61), (217, 207, 184), (227, 200, 148))
"""The inks of red, black and white, as in the drawing."""
ENOUGH = 100
SHORT = 40


@pytest.fixture
def page(host: Host, browser: Browser) -> Page:
    """The page of a game that is over."""
    import_record(host, lines_of(evening(first(board="tiny"), "painted", named("greedy"))))
    found = context(browser).new_page()
    found.goto(f"{host.url}/luck")
    return found


def saved(page: Page, folder: Path) -> Path:
    """The file that a tap on the picture gives."""
    with page.expect_download() as download:
        page.get_by_role("link", name=PICTURE).tap()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def test_a_phone_gets_a_picture_with_all_three_lines(page: Page, tmp_path: Path) -> None:
    file = saved(page, tmp_path)
    assert file.name == "luck.png"
    picture = cv2.imdecode(np.frombuffer(file.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None and picture.shape[1] >= 1200 and picture.shape[0] > picture.shape[1]
    for red, green, blue in LINES:
        assert (np.abs(picture.astype(int) - (blue, green, red)).max(axis=2) < SHORT).sum() > ENOUGH


def test_without_its_script_the_link_gives_the_drawing(page: Page, tmp_path: Path) -> None:
    page.route("**/static/painted.js*", lambda route: route.abort())
    page.reload()
    file = saved(page, tmp_path)
    assert file.name == "luck.svg" and file.read_text(encoding="utf-8").startswith("<svg")


def test_what_cannot_be_painted_is_given_as_it_is(page: Page, tmp_path: Path) -> None:
    page.evaluate("() => { HTMLCanvasElement.prototype.toBlob = (done) => done(null); }")
    assert saved(page, tmp_path).name == "luck.svg"

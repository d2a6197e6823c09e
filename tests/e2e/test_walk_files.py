"""From an empty data folder to the first throw with a camera of rendered pictures: nothing is known of it at first.

The pane is found, nine pictures of the wands are taken, and throws are tried; a picture that is wrong, values that are
exchanged and a camera that was moved are told in words, and what counted before counts still.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.axe import violations
from tests.e2e.guest import PATIENCE_MS, Guest
from tests.e2e.phone import context
from tests.e2e.programs import Host, Sight
from tests.vision.conftest import SET
from vision.files import read_picture

THROWS = ("004.jpg", "018.jpg")
FACES = 9
VIEWS = ("board-flat", "board-tilt", "board-other", "board-corner")
TAPS, TEACHING_TAPS = 45, 25
"""Of the whole walk, with its wrong pictures; of the wands alone.  What time they take by hand is in the eye's own
tests (tests/vision/live/test_desk.py), on a clock that a busy machine does not move."""


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Boards, empty pane, wands and two throws; the boards are called so that nobody has set this camera up before."""
    folder = tmp_path / "pictures"
    shutil.copytree(SET / "teach", folder / "teach")
    shutil.copy(SET / "empty.jpg", folder)
    for number in (1, 2, 3, 4):
        shutil.copy(SET / f"charuco_{number}.jpg", folder / f"charuco_{'abcd'[number - 1]}.jpg")
    (folder / "throws").mkdir()
    for name in THROWS:
        shutil.copy(SET / "throws" / name, folder / "throws")
    return folder


@pytest.fixture
def programs(tmp_path: Path, pictures: Path) -> Iterator[Host]:
    """A host with nothing in its data folder, and the camera of pictures."""
    data = tmp_path / "table"
    data.mkdir()
    with Host(data, begun=False) as running:
        camera = Sight(running, f"files:{pictures / 'throws'},fps=8", tmp_path / "cache").start()
        yield running
        camera.kill()


def test_from_an_empty_folder_to_the_first_throw(programs: Host, browser: Browser, pictures: Path) -> None:
    began = time.monotonic()
    guest = Guest(context(browser, locale="de-DE"), programs, "de")
    guest.open("/setup/steps")
    guest.tap("owner.here")
    guest.says("owner.yes")
    guest.step("pane", "missing")
    pane(guest)
    taught = time.monotonic()
    taps = guest.taps
    wands(guest)
    seconds, taps = time.monotonic() - taught, guest.taps - taps
    moved(guest, pictures)
    trial(guest)
    first(guest)
    print(f"{guest.taps} taps, {guest.pages} pages, {time.monotonic() - began:.0f} s")
    print(f"of which teaching {taps} taps, {seconds:.0f} s")
    assert (guest.taps, taps) == (TAPS, TEACHING_TAPS)
    assert guest.faults == []


def pane(guest: Guest) -> None:
    """Four views of the board; it is kept at the host."""
    guest.go("pane")
    guest.now("eye.do.begin")
    guest.asked("board-flat")
    guest.now("eye.do.take")
    assert guest.t("eye.board-unseen") in guest.refused()
    for number, code in enumerate(VIEWS):
        guest.asked(code)
        guest.now("eye.do.lay")
        guest.counts(number + 1)
    assert violations(guest.page) == [], "four views count"
    guest.own()
    guest.now("eye.do.enough")
    guest.asked("board-done")
    guest.back()
    guest.step("pane", "done")
    guest.step("thrown", "missing")


def wands(guest: Guest) -> None:
    """Nine faces; two values of the red wand are exchanged first, which is told when all three are there."""
    guest.go("thrown")
    guest.now("eye.do.begin")
    guest.asked("teach-empty")
    guest.now("eye.do.lay")
    guest.now("eye.do.bare")
    exchanged(guest)
    for number in range(1, FACES):
        if number == FACES // 2:
            guest.back()
            guest.go("thrown")
            guest.counts(number)
        guest.wand()
        guest.counts(number + 1)
    guest.asked("teach-done")
    guest.own()
    guest.back()
    guest.step("thrown", "done")


def exchanged(guest: Guest) -> None:
    """The first face by the third's value, the second by its own; one of three pictures still counts afterwards."""
    for number, away in enumerate((1, 0)):
        guest.asked("teach-value")
        guest.now("eye.do.lay")
        top = guest.laid()
        if number == 0:
            assert violations(guest.page) == [], "a value is asked for"
        guest.now(f"eye.value.{(top + away) % 3}")
        guest.counts(number + 1)
    guest.asked("teach-lay")
    guest.now("eye.do.lay")
    guest.counts(1)
    assert guest.refused().strip("✗ ").startswith(guest.t("eye.cure.notches").partition("{")[0].strip())
    guest.own()


def moved(guest: Guest, pictures: Path) -> None:
    """The camera is moved before a throw of the trial: it says so, and the throw counts nothing."""
    file = pictures / "throws" / THROWS[0]
    whole = file.read_bytes()
    picture = read_picture(file)
    height, width = picture.shape[:2]
    shift = cv2.getRotationMatrix2D((width / 2, height / 2), 4, 1.0) + np.array([[0, 0, 60], [0, 0, 40]])
    cv2.imwrite(str(file), cv2.warpAffine(picture, shift, (width, height), borderMode=cv2.BORDER_REPLICATE))
    guest.open("/eye/trial")
    guest.now("eye.do.begin")
    guest.now("toss")
    guest.says("eye.trial-moved")
    guest.counts(0)
    guest.own()
    file.write_bytes(whole)


def trial(guest: Guest) -> None:
    """The second picture is read as it was rendered; a person says so."""
    guest.now("toss")
    guest.asked("trial-right")
    found = guest.page.locator(".eyevalues li").all_inner_texts()
    labels = json.loads((SET / "labels.json").read_text())["throws"][THROWS[1]]["wands"]
    assert violations(guest.page) == [], "a throw on trial"
    assert [int(text.split()[-1]) for text in found] == [labels[c]["top_value"] for c in ("red", "black", "white")]
    guest.now("eye.do.right")
    guest.counts(1)
    guest.back()


def first(guest: Guest) -> None:
    """To the table; the first picture is the first throw."""
    guest.page.locator("[data-post='/api/setup/begin']").tap()
    guest.taps += 1
    guest.page.wait_for_url("**/")
    guest.follow("join.title")
    guest.follow("join.one")
    guest.tap("join.sit")
    guest.page.wait_for_url("**/play")
    before = guest.page.locator("#actions .actions").get_attribute("data-question")
    guest.tap("toss")
    after = guest.page.locator(f"#actions .actions:not([data-question='{before}'])")
    expect(after).to_be_attached(timeout=PATIENCE_MS)
    labels = json.loads((SET / "labels.json").read_text())["throws"][THROWS[0]]["wands"]
    told = json.loads(guest.page.request.get(f"{guest.host.url}/api/record").text().splitlines()[1])
    tops = {colour: wand["top_value"] for colour, wand in labels.items()}
    assert {colour: wand["top"] for colour, wand in told["wands"].items()} == tops

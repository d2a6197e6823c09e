"""From an empty data folder to the first camera throw, with simulated camera and lamps.

Every step is left and resumed; pictures, letters, a board and a copy that are wrong are told and nothing is lost; no
page on the way has a word of another language.  The German walk looks at each page in the other languages as well;
``make prove`` walks in each of them.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.games.dreimagier.wands import COLOURS
from tests.e2e.guest import PATIENCE_MS, Guest
from tests.e2e.phone import context
from tests.e2e.programs import Host, Lamps, Sight
from tests.e2e.test_every_width import LANGUAGES
from tests.e2e.test_first_throw import AWAY

TAPS, SHORTEST, LONGEST_S = 55, 5, 600
"""Of the whole walk: letters typed wrongly once, every step left and resumed, and wrong things tried.  The shortest way
to a first throw is counted below."""
LOCALES = {"en": "en-GB"}
WANTED = {"camera": "simulated", "pane": "simulated", "thrown": "simulated", "lamps": "simulated"}


@pytest.fixture
def programs(tmp_path: Path, cache: Path) -> Iterator[Host]:
    """A host with nothing in its data folder, a simulated camera and simulated lamps."""
    data = tmp_path / "table"
    data.mkdir()
    with Host(data, begun=False) as running:
        camera = Sight(running, "simulated:seed=3,accidents=0,width=960,fps=8", cache).start()
        lamps = Lamps(running)
        yield running
        lamps.stop()
        camera.kill()


FIRST, *OTHERS = LANGUAGES


@pytest.mark.parametrize("language", [FIRST, *(pytest.param(each, marks=pytest.mark.prove) for each in OTHERS)])
def test_from_an_empty_folder_to_the_first_throw(programs: Host, browser: Browser, language: str) -> None:
    began = time.monotonic()
    guest = proved(programs, browser, language)
    for name, state in WANTED.items():
        guest.step(name, state)
    camera(guest)
    pane(guest)
    wands(guest)
    if language == FIRST:
        programs.stop()  # the evening is over, and goes on another day
        programs.start()
    guest.open("/setup/steps")
    guest.own()
    trial(guest)
    board(guest)
    lamps(guest)
    ways(guest)
    kept(guest)
    thrown(guest)
    seconds = time.monotonic() - began
    print(f"{language}: {guest.taps} taps, {guest.pages} pages, {seconds:.0f} s")
    assert guest.taps == TAPS and seconds < LONGEST_S
    assert guest.faults == []


def proved(host: Host, browser: Browser, language: str) -> Guest:
    """A phone becomes the owner's by the letters at the machine; wrong ones are told."""
    locale = LOCALES.get(language, f"{language}-{language.upper()}")
    everywhere = language == FIRST
    machine = Guest(context(browser, 1280, 800, locale=locale), host, language, everywhere)
    machine.open("/")
    machine.own()
    machine.follow("first.setup")
    machine.own()
    code = machine.page.locator(".code-big").inner_text()
    guest = Guest(context(browser, extra_http_headers=AWAY, locale=locale), host, language, everywhere)
    guest.open("/")
    guest.own()
    guest.follow("first.setup")
    guest.own()
    for letters, sentence in (("QQQQQQ", "owner.bad"), (code, "owner.yes")):
        guest.page.get_by_label(guest.t("owner.code")).fill(letters)
        guest.tap("owner.prove")
        guest.says(sentence)
    for skipped in ("steps.skip", "steps.unskip"):
        guest.tap(skipped, within="[data-step=board]")
        guest.step("board", "skipped" if skipped == "steps.skip" else "missing")
    return guest


def camera(guest: Guest) -> None:
    """The live picture; locked, as far as a simulated camera can be."""
    guest.go("camera")
    expect(guest.page.locator(".eyepicture")).to_be_visible(timeout=PATIENCE_MS)
    guest.tap("eye.do.lock", within="[data-eye]")
    guest.own()
    guest.back()


def pane(guest: Guest) -> None:
    """A picture without the board, one that counts; left, resumed, another."""
    guest.go("pane")
    guest.now("eye.do.begin")
    guest.asked("board-flat")
    guest.now("eye.do.take")
    assert guest.t("eye.board-unseen") in guest.refused()
    guest.now("eye.do.lay")
    guest.counts(1)
    guest.own()
    guest.back()
    guest.go("pane")
    guest.asked("board-tilt")
    guest.counts(1)
    guest.now("eye.do.lay")
    guest.counts(2)
    guest.back()


def wands(guest: Guest) -> None:
    """The bare pane; a wand by a wrong value, then by the right one; left and resumed."""
    guest.go("thrown")
    guest.now("eye.do.begin")
    guest.asked("teach-empty")
    guest.own()
    guest.now("eye.do.lay")
    guest.now("eye.do.bare")
    guest.wand()
    guest.counts(1)
    guest.back()
    guest.go("thrown")
    guest.asked("teach-lay")
    guest.counts(1)
    guest.now("eye.do.lay")
    guest.laid()
    guest.own()
    guest.back()


def trial(guest: Guest) -> None:
    """A throw that is right; left and resumed: it counts still."""
    guest.open("/eye/trial")
    guest.now("eye.do.begin")
    guest.now("toss")
    guest.asked("trial-right")
    expect(guest.page.locator(".eyevalues li")).to_have_count(3)
    guest.own()
    guest.now("eye.do.right")
    guest.counts(1)
    guest.back()
    guest.open("/eye/trial")
    guest.counts(1)
    guest.back()


def board(guest: Guest) -> None:
    """A survey that is begun, left, resumed, and good enough to play on."""
    guest.go("board")
    guest.own()
    guest.tap("survey.begin")
    guest.page.wait_for_selector("[data-survey][data-taps]")
    name = guest.t("survey.name.usual")
    guest.tap("survey.picture.without")
    guest.tap("survey.places.usual")
    expect(guest.page.locator(".y-place")).to_have_count(9)
    guest.own(name)
    guest.back()
    guest.go("board")
    guest.follow("survey.edit")
    expect(guest.page.locator(".y-place")).to_have_count(9)
    guest.tap("survey.keep.draft")
    guest.says("survey.kept")
    guest.own(name)
    guest.back()
    guest.step("board", "done")


def lamps(guest: Guest) -> None:
    """Two lamps are mapped, one before and one after a pause."""
    guest.go("lampmap")
    guest.tap("lamps.start")
    guest.says("lamps.now", lamp=1)
    guest.page.locator('[data-node="forest"] .hit').dispatch_event("click")
    guest.says("lamps.now", lamp=2)
    guest.own(guest.t("survey.name.usual"))
    guest.back()
    guest.go("lampmap")
    guest.tap("lamps.resume")
    guest.says("lamps.now", lamp=2)
    guest.tap("lamps.skip")
    guest.says("lamps.now", lamp=3)
    guest.tap("lamps.save")
    guest.says("lamps.done")
    guest.back()
    guest.step("lampmap", "done")


def ways(guest: Guest) -> None:
    """An address that is none is told."""
    guest.open("/setup/ways")
    guest.page.get_by_label(guest.t("ways.own")).fill("a b")
    guest.tap("ways.fix", within="[data-address]")
    guest.says("setup.address.bad")
    guest.own()
    guest.back()


def kept(guest: Guest) -> None:
    """A copy that is damaged is refused, and what was taught is there still."""
    guest.open("/setup/kept")
    guest.own(guest.t("survey.name.usual"))
    with guest.page.expect_download() as download:
        guest.tap("kept.save", "link")
    file = guest.host.data.parent / "copy.zip"
    download.value.save_as(file)
    whole, before = file.read_bytes(), taught(guest.host)
    for content, sentence in ((whole[:-40], "setup.file.damaged"), (b"PK", "setup.file.damaged")):
        file.write_bytes(content)
        guest.page.locator("[data-bring-file]").set_input_files(file)
        guest.says(sentence, within="[data-bring-back]")
    guest.own(guest.t("survey.name.usual"))
    assert taught(guest.host) == before and len(before) >= 3
    guest.open("/setup/steps")


def taught(host: Host) -> dict[str, bytes]:
    """Everything that the table was taught, by its file."""
    return {path.name: path.read_bytes() for path in (host.data / "setup").iterdir() if path.is_file()}


def thrown(guest: Guest) -> None:
    """To the table, all seats at one phone, and the first throw of the camera counts."""
    guest.own()
    guest.page.locator("[data-post='/api/setup/begin']").tap()
    guest.taps += 1
    guest.page.wait_for_url("**/")
    guest.own(guest.t("survey.name.usual"))
    guest.follow("join.title")
    guest.own()
    guest.follow("join.one")
    guest.tap("join.sit")
    guest.page.wait_for_url("**/play")
    names = [guest.t(f"seat.{seat}") for seat in COLOURS]  # given to people by the page, in its language
    before = guest.page.locator("#actions .actions").get_attribute("data-question")
    guest.tap("toss")
    doubt = guest.page.locator("[data-key=judge-count]")
    after = guest.page.locator(f"#actions .actions:not([data-question='{before}'])")
    expect(doubt.or_(after).first).to_be_attached(timeout=PATIENCE_MS)
    guest.own(guest.t("survey.name.usual"), *names)
    if doubt.count():  # a wand may fall where it lay
        doubt.tap()
    expect(after).to_be_attached(timeout=PATIENCE_MS)
    told = json.loads(guest.page.request.get(f"{guest.host.url}/api/record").text().splitlines()[1])
    assert (told["type"], told["note"]["source"]) == ("throw", "simulated")
    guest.own(guest.t("survey.name.usual"), *names)


def test_the_shortest_way_with_simulated_parts_is_few_taps(programs: Host, browser: Browser) -> None:
    """Just play, join, all seats at one device, sit, toss: nobody must set anything up."""
    guest = Guest(context(browser, locale="de-DE"), programs, "de")
    guest.open("/setup/steps")
    for name, state in WANTED.items():
        guest.step(name, state)
    thrown(guest)
    print(f"shortest: {guest.taps} taps")
    assert guest.taps == SHORTEST

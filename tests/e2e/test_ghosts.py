"""A person and ghosts in Chromium: handed over on the phone, thrown for, their wishes on the board now, taken back."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import Json
from tests.e2e.phone import Phone, context
from tests.e2e.programs import Host

SIZES = ((390, 844), (320, 568))


@pytest.fixture
def quick(tmp_path: Path) -> Any:
    """A host whose ghosts think for a moment."""
    data = tmp_path / "table"
    data.mkdir()
    (data / "settings.toml").write_text('ghost_s = 0.1\n[game_options]\nboard = "tiny"\n')
    with Host(data) as running:
        yield running


def state(page: Page, url: str) -> Json:
    found: Json = page.request.get(f"{url}/api/state").json()
    return found


def shot(page: Page, name: str) -> None:
    """Kept where somebody wants to look."""
    folder = os.environ.get("GHOST_SHOTS")
    if folder:
        page.screenshot(path=f"{folder}/{name}-{page.viewport_size['width']}.png")  # type: ignore[index]


def call(page: Page, seat: str, level: str) -> None:
    """In the sheet of everything else, which closes by itself."""
    expect(page.locator("body[data-busy]")).to_have_count(0)
    page.locator('[data-open="sheet-more"]').first.tap()
    page.locator(f'#sheet-more [data-key="ghost-{seat}-{level}"]').tap()
    expect(page.locator(f'#sheet-more [data-key="free-{seat}"]')).to_be_attached()
    expect(page.locator("#sheet-more[open]")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_one_person_and_two_ghosts(browser: Browser, quick: Host, size: tuple[int, int]) -> None:
    page = context(browser, *size).new_page()
    phone = Phone(page, quick.url)
    phone.join(state(page, quick.url)["code"], "red", "Anna")
    shot(page, "joined")
    for seat, level in (("black", "strong"), ("white", "child")):
        call(page, seat, level)
    shot(page, "called")
    chance, threw = Random(2), 0
    for _ in range(400):
        told = state(page, quick.url)
        if not told["question"] or threw > 12:
            break
        (seat,) = told["question"]
        phone.shows(told["seq"])
        if told["view"]["throw_wanted"]:
            _type(page, told, chance)
            threw += seat != "red"
            shot(page, f"throw-{seat}")
        elif seat == "red":
            _act(page, quick.url, told, chance)
        page.wait_for_function("seq => Number(document.body.dataset.seq) > seq", arg=told["seq"])
        if seat != "red":
            shot(page, f"now-{threw}")
    assert threw > 3
    assert phone.faults == []


def _type(page: Page, told: Json, chance: Random) -> None:
    wanted = told["view"]["throw_wanted"]
    for colour in wanted["wands"]:
        value = chance.choice(["power", "magic", "fate"] if wanted["needs"] == "hidden" else ["0", "1", "2"])
        page.locator(f'[data-pad] [data-key="pad-{colour}-{value}"]').tap()


def _act(page: Page, url: str, told: Json, chance: Random) -> None:
    body = {"seq": told["seq"], "question": told["question"]["red"], "request": f"t{told['seq']}", "seat": "red"}
    page.request.post(f"{url}/api/act", data=body | {"action": chance.choice(told["view"]["legal"])})

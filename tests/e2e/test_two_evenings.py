"""Two evenings: next week the host has another address, the browsers are new, one old phone is dead."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import Json
from tests.e2e.phone import Phone, choose, context
from tests.e2e.programs import Host
from tests.e2e.round import NAMES, Round

SETTINGS = """\
question_s = 6.0
away_s = 1.0
[game_options]
ruleset = "kurzregel"
board = "forks"
seats = ["white", "red", "black"]
settings = { must_leave_labyrinth = true }
"""
ACTIONS = 14


class Elsewhere(Host):
    """A host at another address of this machine: no browser has cookies of it."""

    def __init__(self, data: Path) -> None:
        super().__init__(data, "--bind", "127.0.0.2")

    @property
    def url(self) -> str:
        """Where it is reached."""
        return f"http://127.0.0.2:{self.port}"


def play(table: Round, actions: int) -> None:
    """So many actions of the game, each the first that is allowed."""
    tops = count()
    for _ in range(actions):
        seat = next(iter(table.state()["question"]))
        view = table.state(seat)["view"]
        wanted = view["throw_wanted"]
        thrown = {wand: _shown(wanted, next(tops)) for wand in wanted["wands"]} if wanted else {}
        table.act(seat, {"type": "throw", "wands": thrown} if wanted else view["legal"][0])


def _shown(wanted: Json, number: int) -> Json:
    """What one wand of a throw shows."""
    if wanted["needs"] == "hidden":
        return {"hidden": ("power", "magic", "magic")[number % 3]}
    return {"top": (1, 2, 1, 0)[number % 4]}


def header(page: Page, host: Host) -> Json:
    """The header of the game on the table: all that was chosen."""
    found: Json = json.loads(page.request.get(f"{host.url}/api/record").text().splitlines()[0])
    return {key: value for key, value in found.items() if key != "note"}


@pytest.fixture
def week(tmp_path: Path, browser: Browser) -> Iterator[tuple[Host, Json]]:
    """The host of the second evening, and the header of the first one's game; nobody's old phone is there."""
    data = tmp_path / "table"
    data.mkdir()
    (data / "settings.toml").write_text(SETTINGS)
    with Host(data) as first:
        table = Round(first, browser)
        table.open()
        play(table, ACTIONS)
        chosen = header(table.page("red"), first)
        assert chosen["board"]["name"] == "forks" and chosen["seats"] == ["white", "red", "black"]
        table.close()
        first.signal(signal.SIGKILL)
    with Elsewhere(data) as second:
        yield second, chosen


def door(host: Host, browser: Browser) -> Page:
    """A new browser at the door of the full table."""
    page = context(browser).new_page()
    page.goto(f"{host.url}/")
    code = page.request.get(f"{host.url}/api/state").json()["code"]
    page.goto(f"{host.url}/join?code={code}")
    expect(page.get_by_role("heading", name="Der Tisch ist voll")).to_be_visible()
    expect(page.get_by_text("Ihre Telefone sind alle weg.")).to_be_visible()
    return page


def test_other_people_begin_anew_with_the_same_board_and_house_rules(week: tuple[Host, Json], browser: Browser) -> None:
    host, chosen = week
    page = door(host, browser)
    page.get_by_label("Dein Name").fill("Dora")
    page.get_by_role("button", name="Neuer Abend").tap()
    expect(page.get_by_role("heading", name="Der Tisch ist voll")).to_have_count(0, timeout=15_000)
    code = page.request.get(f"{host.url}/api/state").json()["code"]
    phones = {"red": Phone(page, host.url)}
    for seat, name in (("red", "Dora"), ("black", "Emil"), ("white", "Fritz")):
        phones.setdefault(seat, Phone(context(browser).new_page(), host.url)).join(code, seat, name)
    assert header(page, host) == chosen, "board, rules, wands and seats stay"
    thrower = phones["white"].page
    expect(thrower.locator("#ask h1")).to_have_text("Wirf um den Anfang")
    for colour in NAMES:
        thrower.locator(f'[data-pad] [data-key="pad-{colour}-1"]').tap()
    expect(page.locator("#ask h1")).to_have_text("Wirf um den Anfang")
    page.goto(f"{host.url}/archive")
    kept = page.locator(".archive li.panel")
    expect(kept).to_have_count(1)
    for name in NAMES.values():
        expect(kept).to_contain_text(name)
    assert [phone.faults for phone in phones.values()] == [[], [], []]
    for phone in phones.values():
        phone.page.context.close()


def test_the_same_people_go_on_where_they_were(week: tuple[Host, Json], browser: Browser) -> None:
    host, chosen = week
    pages = {seat: door(host, browser) for seat in NAMES}
    before = pages["red"].request.get(f"{host.url}/api/state").json()
    for seat, page in pages.items():
        choose(page, f"input[value={seat}]")
        page.get_by_label("Dein Name").fill(NAMES[seat])
        page.get_by_role("button", name="Hier weiterspielen").tap()
        expect(page.locator("[data-while-waiting] [data-ends]")).to_contain_text("noch")
        if seat != "red":  # the first is let in because nobody is there to answer, the others by the first
            pages["red"].get_by_role("button", name="Einverstanden").tap()
        page.wait_for_url("**/play")
    after = pages["red"].request.get(f"{host.url}/api/state").json()
    assert after["view"]["figures"] == before["view"]["figures"] and header(pages["red"], host) == chosen
    for page in pages.values():
        page.context.close()

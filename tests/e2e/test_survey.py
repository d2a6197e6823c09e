"""The survey of one's own board on phones: by a tilted photo, on plain ground, by keyboard; then it is played on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.dreimagier.board import Board, load_board
from tests.e2e.axe import violations
from tests.e2e.boardphoto import photo
from tests.e2e.phone import context
from tests.e2e.programs import Host
from tests.e2e.round import Round
from tests.e2e.surveyor import STEPS, Surveyor, compared
from tests.e2e.test_every_width import LANGUAGES, WIDE
from tests.e2e.test_first_throw import _fits
from tests.e2e.test_languages import speaks
from tests.e2e.test_phones import WIDTHS

KEEP = "Speichern und hierauf spielen"
DRAFT = "So schon spielen, der Rest wird geraten"


@pytest.fixture
def table(host: Host, browser: Browser) -> Iterator[Round]:
    """Three phones that play through the API."""
    found = Round(host, browser)
    yield found
    found.close()


def owner(host: Host, browser: Browser, width: int, height: int = 700, **more: Any) -> Page:
    """The browser of the table's owner."""
    page = context(browser, width, height, **more).new_page()
    token = (host.data / "tokens" / "host.token").read_text().strip()
    assert page.request.post(f"{host.url}/api/host", data={"token": token}).ok
    return page


def begin(page: Page) -> None:
    """A new game from its sheet, everything as it stands."""
    page.get_by_role("link", name="Neues Spiel").tap()
    page.wait_for_url("**/new")
    page.get_by_role("button", name="Spiel beginnen").tap()
    page.wait_for_url(lambda url: not url.endswith("/new"))


def header(table: Round) -> Any:
    """The first line of the record."""
    return json.loads(record(table).splitlines()[0])


def record(table: Round) -> str:
    """The record of the game on the table."""
    text: str = table.page("red").request.get(f"{table.host.url}/api/record").text()
    return text


def played(table: Round, actions: int = 20) -> Board:
    """Some throws and moves; gives the board that they are on."""
    for _ in range(actions):
        view = table.state()["view"]
        seat = view["asked"][0]["seat"]
        mine = table.state(seat)["view"]
        table.act(seat, mine["legal"][-1] if mine["legal"] else thrown(mine["throw_wanted"]))
    assert len(record(table).splitlines()) > actions
    return load_board(header(table)["board"]["toml"])


def thrown(wanted: Any) -> Any:
    """A throw of the wands that are to fly, as typed by hand."""
    needed = "hidden" if wanted["needs"] == "hidden" else "top"
    value = "power" if needed == "hidden" else 1
    return {"type": "throw", "wands": {wand: {needed: value} for wand in wanted["wands"]}}


def actions(text: str) -> list[Any]:
    """Header and actions of a record without what a table notes of them."""
    lines = [json.loads(line) for line in text.splitlines()]
    return [{key: value for key, value in line.items() if key != "note"} for line in lines]


def elsewhere(table: Round, data: Path) -> str:
    """The record is brought to another table; gives the name of its board there."""
    data.mkdir()
    with Host(data) as other:
        token = (data / "tokens" / "host.token").read_text().strip()
        request = table.page("red").request
        bearer = {"Authorization": f"Bearer {token}"}
        told = {"request": "elsewhere", "record": record(table)}
        assert request.post(f"{other.url}/api/import", data=told, headers=bearer).ok
        assert actions(request.get(f"{other.url}/api/record").text()) == actions(record(table))
        view = request.get(f"{other.url}/api/state").json()["view"]
        assert view == table.state()["view"] | {"legal": view["legal"]}
        return str(view["board"]["name"])


def kept_and_carried(table: Round, page: Page, made: Board, folder: Path) -> None:
    """A rematch is on the same board, and its record is played on at another table."""
    page.goto(f"{table.host.url}/survey")
    begin(page)
    assert played(table, 4).hash == made.hash, "a rematch keeps the board"
    assert elsewhere(table, folder / "elsewhere") == made.name


def test_a_tilted_photo_becomes_the_board_that_is_played_on_and_kept(
    host: Host, browser: Browser, table: Round, tmp_path: Path
) -> None:
    forks, file = load_board("forks"), tmp_path / "board.jpg"
    file.write_bytes(photo(forks))
    page = owner(host, browser, 320, 568)
    surveyor = Surveyor(page, host.url, forks)
    surveyor.begin("Omas Brett")
    surveyor.photo(file)
    surveyor.places()
    surveyor.step("path")
    surveyor.trace(forks.trails)
    surveyor.step("symbols")
    for node in forks.symbols:
        surveyor.tap(node)
    told = surveyor.tour()
    assert told[0].startswith("Vom Wald zur Gabelung: kein Feld dazwischen. Stimmt das? (1 von ")
    assert "zum losen Ende" in " ".join(told)
    surveyor.keep(KEEP)
    assert surveyor.thumb <= 90
    begin(page)
    made = played(table)
    assert made.surveyed and made.name == "Omas Brett"
    assert compared(made, forks) < 4, "millimetres, by a thumb on 290 pixels"
    kept_and_carried(table, page, made, tmp_path)


def test_plain_ground_is_surveyed_with_a_larger_picture(
    host: Host, browser: Browser, table: Round, tmp_path: Path
) -> None:
    default = load_board("default")
    page = owner(host, browser, 390, 844)
    surveyor = Surveyor(page, host.url, default)
    surveyor.begin("Unser Brett")
    page.get_by_role("button", name="Ohne Foto weiter").tap()
    surveyor.places()
    surveyor.step("path")
    page.get_by_role("button", name="Größer").tap()
    surveyor.trace(default.trails)
    surveyor.step("symbols")
    for node in default.symbols:
        surveyor.tap(node)
    expect(page.locator("[data-complete]")).to_be_visible()
    surveyor.keep(KEEP)
    begin(page)
    made = played(table)
    assert made.surveyed and compared(made, default) < 2
    kept_and_carried(table, page, made, tmp_path)
    page.goto(f"{host.url}/")
    drawn = page.locator("#board [data-node]")
    assert drawn.count() == len(default.nodes), "in our own hand on the table's page"


def test_a_draft_by_keyboard_is_left_resumed_and_played_before_it_is_complete(
    host: Host, browser: Browser, table: Round, tmp_path: Path
) -> None:
    tiny = load_board("tiny")
    page = owner(host, browser, 1280, 800)
    surveyor = Surveyor(page, host.url, tiny)
    surveyor.begin("Halbes Brett")
    page.get_by_role("button", name="Ohne Foto weiter").tap()
    surveyor.button("Alle übrigen wie vorgeschlagen")
    surveyor.step("path")
    surveyor.surface.focus()
    at = (500, 500)
    for node in ("forest", "a", "house", "b", "tower", "k"):
        at = surveyor.keyed(node, at)
    other = owner(host, browser, 390, 844)
    other.goto(f"{host.url}/survey")
    other.get_by_role("link", name="Weiter vermessen").tap()
    expect(other.locator("[data-survey] [data-ask]")).to_contain_text("von hier Feld für Feld")
    expect(other.locator("[data-findings]")).to_contain_text("Eine Sackgasse: hört der Weg dort wirklich auf?")
    resumed = Surveyor(other, host.url, tiny)
    taps = resumed.taps()
    other.get_by_role("button", name="Zurücknehmen").tap()
    other.wait_for_selector(f'[data-survey][data-taps="{taps - 1}"]')
    expect(other.locator(".y-field")).to_have_count(2)
    resumed.keep(DRAFT)
    begin(other)
    made = played(table)
    assert not made.surveyed and made.neighbours["f1"] == ("forest", "house")
    assert made.name == "Halbes Brett" and made.neighbours["f2"] == ("house", "tower")
    kept_and_carried(table, other, made, tmp_path)


def test_what_cannot_be_is_said_and_mended_with_each_tool(host: Host, browser: Browser) -> None:
    tiny = load_board("tiny")
    page = owner(host, browser, 390, 844)
    surveyor = Surveyor(page, host.url, tiny)
    surveyor.begin("Werkzeug")
    page.get_by_role("button", name="Ohne Foto weiter").tap()
    surveyor.button("Alle übrigen wie vorgeschlagen")
    surveyor.step("path")
    surveyor.trace((("forest", "a", "house", "b", "tower"),))
    fault, field = page.locator("[data-survey] [data-fault]"), page.locator(".y-field")
    page.get_by_role("button", name="Schieben").tap()
    page.touchscreen.tap(*surveyor.where("a"))
    page.touchscreen.tap(*surveyor.where("forest"))
    expect(fault).to_have_text("Dort liegt schon etwas.")
    page.get_by_role("button", name="Trennen").tap()
    page.touchscreen.tap(*surveyor.where("a"))
    surveyor.tap("house")
    expect(page.locator(".y-step")).to_have_count(3)
    page.get_by_role("button", name="Weg damit").tap()
    surveyor.tap("b")
    expect(field).to_have_count(1)
    page.locator("[data-findings] button").first.tap()
    expect(page.locator(".y-pointed").first).to_be_visible()
    for left in (1, 2):
        page.get_by_role("button", name="Zurücknehmen").tap()
        expect(field).to_have_count(left if left == 2 else 2)
    page.route("**/tap", lambda route: route.abort())
    page.get_by_role("button", name="Ziehen").tap()
    page.touchscreen.tap(*surveyor.where("c"))
    expect(fault).to_contain_text("dieser Tipp zählt nicht")


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_every_step_fits_and_axe_finds_nothing(host: Host, browser: Browser, tmp_path: Path, scheme: str) -> None:
    file = tmp_path / "board.jpg"
    file.write_bytes(photo(load_board("forks")))
    page = owner(host, browser, 390, 844, color_scheme=scheme)
    surveyor = Surveyor(page, host.url, load_board("forks"))
    surveyor.begin("Unser Brett")
    surveyor.photo(file)
    surveyor.places()
    surveyor.step("path")
    surveyor.trace(load_board("forks").trails[:3])
    for step in STEPS:
        surveyor.step(step)
        assert violations(page) == [], step
    page.goto(f"{host.url}/survey")
    assert violations(page) == [], "list"
    if scheme == "light":
        return
    for language in LANGUAGES:
        speaks(page, host, language, "/survey")
        cut(page, f"list {language}")
        speaks(page, host, language, "/survey/Unser%20Brett")
        for step in ("picture", *STEPS):
            page.evaluate("step => document.querySelector(`button[data-step=${step}]`).click()", step)
            page.wait_for_selector(f"[data-survey][data-step={step}]")
            cut(page, f"{step} {language}")


def test_the_pages_of_boards_are_light(host: Host, browser: Browser) -> None:
    page = owner(host, browser, 390, 844)
    surveyor = Surveyor(page, host.url, load_board("tiny"))
    surveyor.begin("Unser Brett")
    for path in ("/survey", "/survey/Unser%20Brett"):
        fresh = owner(host, browser, 390, 844)
        _fits(fresh, host.url + path)


def test_a_board_file_is_brought_in_and_what_is_wrong_with_it_is_told(
    host: Host, browser: Browser, tmp_path: Path
) -> None:
    page, toml = owner(host, browser, 320, 568), load_board("forks").toml
    wrong, right = tmp_path / "wrong.toml", tmp_path / "right.toml"
    wrong.write_text(toml.replace("[places]", "[plaetze]"))
    right.write_text(toml)
    page.goto(f"{host.url}/survey")
    page.locator("[data-bring]").set_input_files(wrong)
    expect(page.locator("[data-fault]")).to_contain_text("Nichts wurde geändert")
    expect(page.locator("[data-bring-faults] li").first).to_be_visible()
    cut(page, "faults")
    assert not (host.data / "setup" / "boards").exists()
    page.locator("[data-bring]").set_input_files(right)
    expect(page.locator("[data-brought]")).to_be_visible()
    expect(page.locator("[data-bring-faults] li")).to_have_count(0)
    assert (host.data / "setup" / "boards" / "dreimagier" / "forks.toml").read_text() == toml
    page.reload()
    expect(page.locator("[data-board=forks]")).to_contain_text("hierauf wird gespielt")


def cut(page: Page, where: str) -> None:
    """Nothing is cut or sideways at any width."""
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WIDE) == [], f"{where} {width}"

"""Past evenings: listed, saved, replayed step by step by the game's own face, counted, forgotten."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import Json
from companion.games.dreimagier import GAME
from companion.table import games, seats
from companion.table.table import Table
from tests.e2e.axe import axe
from tests.e2e.phone import Phone, context
from tests.e2e.planner import Planned
from tests.e2e.programs import Host
from tests.e2e.round import NAMES, Round
from tests.e2e.test_languages import CUT, speaks
from tests.e2e.test_other_games import SEATS, TOY, join, serving, tap
from tests.e2e.test_phones import OUTSIDE, WIDTHS
from tests.e2e.test_referee_fit import FAULTS
from tests.table.hands import Hands

Past = tuple[Path, dict[str, str]]

ENDED = 40
"""So many steps of a game that nobody finished."""


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory, planned: Planned) -> Past:
    """One whole game, one that ended early, and a third that is under way: the data folder, and the seats' tokens."""
    folder = tmp_path_factory.mktemp("past") / "table"
    table = Table(folder, GAME)
    hands = Hands(table)
    hands.tokens |= {seat: seats.join(table, table.code, seat, name).token for seat, name in NAMES.items()}
    for steps in (planned.steps, planned.steps[:ENDED]):
        for step in steps:
            hands.act(step.seat, step.action)
        games.new(table, None, table.course.seq, hands.request(), {})
    hands.act(planned.steps[0].seat, planned.steps[0].action)
    table.close()
    return folder, hands.tokens


@pytest.fixture
def evenings(past: Past, tmp_path: Path, browser: Browser) -> Iterator[Round]:
    """The same at a host of its own."""
    folder, tokens = past
    with Host(shutil.copytree(folder, tmp_path / "table")) as host:
        table = Round(host, browser, tokens=tokens)
        yield table
        table.close()


def listed(table: Round, page: Page | None = None) -> Page:
    """The archive on a phone."""
    shown: Page = page or table.page("red")
    shown.goto(f"{table.host.url}/archive")
    return shown


def record(page: Page, url: str) -> list[Json]:
    """A record as it is saved, line by line."""
    return [json.loads(line) for line in page.request.get(url).text().splitlines()]


def figures(page: Page) -> Json:
    """Where the board of the page shows the figures."""
    drawn = page.locator("#boardstate [data-board]").get_attribute("data-board")
    found: Json = json.loads(drawn or "{}")["figures"]
    return {figure: stands["at"] for figure, stands in found.items()}


def standing(position: object) -> Json:
    """Where the rules say that the figures stand."""
    view = GAME.view(position, None)["figures"]
    return {f"{seat}-{figure}": at[figure] for seat, at in view.items() for figure in ("magician", "apprentice")}


def at_step(page: Page, step: int) -> None:
    """Wait until the page shows a step."""
    expect(page.locator("body")).to_have_attribute("data-step", str(step))


def test_every_game_that_ended_is_listed_with_all_that_people_ask(evenings: Round, planned: Planned) -> None:
    page = listed(evenings)
    games = page.locator(".archive > li")
    expect(games).to_have_count(2)
    ended, whole = games.nth(0), games.nth(1)
    expect(ended).to_contain_text("Vor dem Ende abgebrochen")
    last = planned.steps[-1]
    winner = GAME.view(GAME.apply(last.position, last.action)[0], None)["ranking"][0]["seat"]
    expect(whole.locator(".result")).to_have_text(f"{NAMES[winner]} hat gewonnen")
    for name in NAMES.values():
        expect(whole.locator(".seated")).to_contain_text(name)
    expect(whole.locator("time")).to_have_text(re.compile(r"^\d+\.\d\d\.\d{4}, \d\d:\d\d$"))
    assert evenings.faults() == []


def test_a_game_is_saved_as_a_record_that_replays(evenings: Round, tmp_path: Path) -> None:
    from companion.table import record as records

    page = listed(evenings)
    link = page.locator(".archive > li").last.get_by_role("link", name="Spiel speichern")
    with page.expect_download() as saved:
        link.tap()
    saved.value.save_as(tmp_path / "game.jsonl")
    position, _ = records.replay(GAME, (tmp_path / "game.jsonl").read_text(encoding="utf-8"))
    assert GAME.asked(position) == ()
    head = json.loads((tmp_path / "game.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert head["note"]["names"] == NAMES


def test_a_game_is_replayed_forward_back_and_with_the_slider(evenings: Round) -> None:
    page = listed(evenings)
    whole = page.locator(".archive > li").last
    lines = record(
        page, evenings.host.url + (whole.get_by_role("link", name="Spiel speichern").get_attribute("href") or "")
    )
    header = {key: value for key, value in lines[0].items() if key != "note"}
    positions = [GAME.start(header)]
    for line in lines[1:]:
        positions.append(GAME.apply(positions[-1], {key: value for key, value in line.items() if key != "note"})[0])
    whole.get_by_role("link", name="Nachspielen").tap()
    at_step(page, 0)
    for step in (1, 2, 3):
        page.get_by_role("link", name="Ein Schritt weiter").tap()
        at_step(page, step)
        assert figures(page) == standing(positions[step])
    expect(page.locator("#replay .saying li").first).not_to_be_empty()
    page.get_by_role("link", name="Ein Schritt zurück").tap()
    at_step(page, 2)
    slider, last = page.get_by_label("Schritt wählen"), len(positions) - 1
    assert slider.get_attribute("max") == str(last)
    for step in (last // 2, last // 3, last):
        slider.fill(str(step))
        at_step(page, step)
        assert figures(page) == standing(positions[step])
        expect(page.locator("#replay")).to_contain_text(f"Schritt {step} von {last}")
    slider.press("ArrowLeft")
    at_step(page, last - 1)
    page.get_by_role("link", name="An den Anfang").tap()
    at_step(page, 0)
    duel = next(step for step, position in enumerate(positions) if GAME.view(position, None)["duel"])
    slider.fill(str(duel + 2))
    at_step(page, duel + 2)
    expect(page.locator(".duel").first).to_be_visible()
    page.reload()
    at_step(page, duel + 2)
    assert figures(page) == standing(positions[duel + 2]), "the address tells the step"
    page.locator("#before summary").tap()
    page.locator("#before .history a").first.tap()
    at_step(page, duel + 1)
    assert evenings.faults() == []


def test_it_runs_by_itself_and_stops(evenings: Round) -> None:
    page = evenings.page("red")
    page.goto(f"{evenings.host.url}/archive")
    page.clock.install()
    page.locator(".archive > li").last.get_by_role("link", name="Nachspielen").tap()
    page.get_by_role("button", name="Von selbst weiterlaufen").tap()
    for step in (1, 2):
        page.clock.run_for(1_500)
        at_step(page, step)
    page.get_by_role("button", name="Anhalten").tap()
    page.clock.run_for(5_000)
    at_step(page, 2)


def test_without_scripts_every_step_is_a_page(evenings: Round, browser: Browser) -> None:
    page = context(browser, java_script_enabled=False).new_page()
    listed(evenings, page)
    page.locator(".archive > li").last.get_by_role("link", name="Nachspielen").click()
    page.get_by_role("link", name="Ein Schritt weiter").click()
    page.get_by_role("link", name="Ein Schritt weiter").click()
    expect(page.locator("#replay")).to_contain_text("Schritt 2 von")


def test_a_host_that_is_gone_is_told_while_replaying(evenings: Round) -> None:
    page = listed(evenings)
    page.locator(".archive > li").last.get_by_role("link", name="Nachspielen").tap()
    at_step(page, 0)
    page.route("**/parts?*", lambda route: route.abort())
    page.get_by_role("link", name="Ein Schritt weiter").tap()
    expect(page.locator("[data-steps] [data-fault]")).to_contain_text("Keine Verbindung")
    at_step(page, 0)
    page.unroute("**/parts?*")
    page.get_by_role("link", name="Ein Schritt weiter").tap()
    at_step(page, 1)
    expect(page.locator("[data-steps] [data-fault]")).to_be_hidden()


def test_people_are_remembered_and_forgotten_with_two_taps(evenings: Round, browser: Browser) -> None:
    page = listed(evenings)
    anna = page.locator(".people > li", has_text="Anna")
    expect(anna).to_contain_text("2 Spiele")
    expect(anna).to_contain_text("Karte")
    anna.get_by_role("button", name="Anna vergessen").tap()
    expect(anna.get_by_role("button", name="Wirklich?")).to_be_visible()
    with page.expect_navigation():
        anna.get_by_role("button", name="Wirklich?").tap()
    expect(page.locator(".people > li", has_text="Anna")).to_have_count(0)
    expect(page.locator(".seated", has_text="Anna")).to_have_count(0)
    expect(page.locator(".seated", has_text="Rot")).to_have_count(2)
    assert not [path for path in (evenings.host.data / "archive").iterdir() if "Anna" in path.read_text("utf-8")]
    stranger = context(browser).new_page()
    listed(evenings, stranger)
    expect(stranger.get_by_role("button", name="vergessen")).to_have_count(0)
    body = {"request": "x", "name": "Björn"}
    assert stranger.request.post(f"{evenings.host.url}/api/forget", data=body).status == 403


def test_chance_is_judged_honestly(evenings: Round) -> None:
    page = listed(evenings)
    things = page.locator(".thing")
    expect(things).to_have_count(6)
    expect(things.first).to_contain_text("Noch zu früh")
    expect(page.get_by_text("Clopper und Pearson")).to_be_visible()


def test_a_damaged_record_is_listed_as_damaged(evenings: Round) -> None:
    path = min((evenings.host.data / "archive").iterdir())
    path.write_text(path.read_text("utf-8")[:-200], encoding="utf-8")
    page = listed(evenings)
    bad = page.locator(".archive > li", has_text="beschädigt")
    expect(bad).to_have_count(1)
    expect(bad.get_by_role("link", name="Nachspielen")).to_have_count(0)
    page.goto(f"{evenings.host.url}/archive/{path.stem}")
    expect(page.get_by_text("beschädigt")).to_be_visible()
    assert page.request.get(f"{evenings.host.url}/archive/nothing").status == 404


def test_the_archive_can_be_reached_from_where_people_look(evenings: Round) -> None:
    page = evenings.page("red")
    for path in ("/", "/setup", "/after"):
        page.goto(evenings.host.url + path)
        expect(page.get_by_role("link", name="Archiv")).to_be_visible()
    page.goto(f"{evenings.host.url}/play")
    page.locator("[data-open=sheet-more]").tap()
    page.get_by_role("link", name="Archiv").tap()
    page.wait_for_url("**/archive")


def test_the_pages_are_whole_at_every_width_in_every_language(evenings: Round, browser: Browser) -> None:
    page = context(browser).new_page()
    page.context.add_cookies(evenings.page("red").context.cookies())
    listed(evenings, page)
    address = page.locator(".archive > li").last.get_by_role("link", name="Nachspielen").get_attribute("href") or ""
    steps = int(evenings.page("red").request.get(evenings.host.url + address).text().split('max="')[1].split('"')[0])
    for path in ("/archive", address, f"{address}?at={steps // 2}", f"{address}?at={steps}"):
        for language in ("de", "en", "nl", "fr", "it"):
            speaks(page, evenings.host, language, path)
            for width, height in WIDTHS:
                page.set_viewport_size({"width": width, "height": height})
                over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                assert over <= 0, f"{path} {language} is {over} px too wide at {width}"
                assert page.evaluate(OUTSIDE) == [], f"{path} {language} at {width}"
                assert page.evaluate(FAULTS) == [], f"{path} {language} at {width}"
                assert page.evaluate(CUT) == [], f"{path} {language} at {width}"
        axe(page, path)


def test_the_first_view_is_small(evenings: Round, browser: Browser) -> None:
    replay = listed(evenings).get_by_role("link", name="Nachspielen").last.get_attribute("href") or ""
    for path in ("/archive", replay):
        sizes = weight(context(browser).new_page(), evenings.host.url + path)
        assert all(url.startswith(evenings.host.url) for url in sizes)
        assert 0 < sum(sizes.values()) <= 150_000, sizes


def weight(page: Page, address: str) -> dict[str, int]:
    """What a page weighs over the air, by address."""
    sizes: dict[str, int] = {}
    page.on("requestfinished", lambda done: sizes.setdefault(done.url, done.sizes()["responseBodySize"]))
    page.goto(address, wait_until="load")
    page.locator("h1").wait_for()
    return sizes


def test_the_toy_game_is_listed_and_replayed_by_its_own_face(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path / "toy", "toy", TOY, SEATS) as host:
        phones = {seat: join(host, browser, seat) for seat in SEATS}
        for number, (_, phone) in enumerate(phones.items()):
            tap(phone, str(number % 3 + 1))
        tap(phones["north"], "3")
        page = phones["north"].page
        expect(page.locator("#ask h1")).to_have_text("Das Spiel ist aus")
        page.goto(f"{host.url}/archive")
        game = page.locator(".archive > li")
        expect(game).to_have_count(1)
        expect(game.locator(".result")).to_have_text("South Down haben gewonnen")
        game.get_by_role("link", name="Nachspielen").tap()
        page.get_by_role("link", name="Ein Schritt weiter").tap()
        at_step(page, 1)
        expect(page.locator("[data-of=north] [data-pick]")).to_have_text("1")  # after the end a secret is open
        page.get_by_role("link", name="Ans Ende").tap()
        at_step(page, 7)
        expect(page.locator("[data-of=north] [data-pick]")).to_have_text("1")
        assert Phone.__name__ and [fault for phone in phones.values() for fault in phone.faults] == []

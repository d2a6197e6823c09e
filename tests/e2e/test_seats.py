"""Who may do what from which browser: another phone for a seat, a seat given up, spectators, replays and late taps."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Request, expect

from companion.games import Json
from tests.e2e.phone import Phone, choose, context
from tests.e2e.planner import Planned, Step
from tests.e2e.programs import Host
from tests.e2e.round import Round


@pytest.fixture
def table(host: Host, browser: Browser) -> Iterator[Round]:
    """Three phones at the start."""
    found = Round(host, browser)
    found.open()
    found.shown()
    yield found
    found.close()


THROW: Json = {"type": "throw", "wands": {colour: {"top": 1} for colour in ("red", "black", "white")}}


def test_a_phone_is_replaced_with_its_own_consent(table: Round, browser: Browser) -> None:
    old = table.command("red", THROW)
    fresh = Phone(context(browser).new_page(), table.host.url)
    page = fresh.page
    page.goto(f"{table.host.url}/join?code={table.state()['code']}")
    choose(page, "input[value=red]")
    page.get_by_label("Dein Name").fill("Anna")
    page.get_by_role("button", name="Hier weiterspielen").tap()
    expect(page.get_by_role("alert")).to_contain_text("Am Tisch wird gefragt")
    assert page.request.post(f"{table.host.url}/api/act", data=old).status == 403, "no seat before consent"
    expect(table.page("black").get_by_role("button", name="Einverstanden")).to_have_count(0)
    table.page("red").get_by_role("button", name="Einverstanden").tap()
    page.wait_for_url("**/play")
    expect(page.locator("[data-pad]")).to_be_visible()
    table.post("red", "/api/act", old, status=403)
    for colour in ("red", "black", "white"):
        page.locator(f'[data-key="pad-{colour}-1"]').tap()
    expect(table.page("black").locator("[data-pad]")).to_be_visible()
    assert table.state("black")["seats"]["red"]["name"] == "Anna"
    expect(table.page("red").locator("[data-pad]")).to_have_count(0)
    page.context.close()


def test_another_phone_is_refused_by_the_seats_own(table: Round, browser: Browser) -> None:
    stranger = context(browser).new_page()
    told = {"code": table.state()["code"], "seat": "red", "name": "Fremd"}
    assert stranger.request.post(f"{table.host.url}/api/join", data=told).json()["waiting"]
    table.page("red").get_by_role("button", name="Nein", exact=True).tap()
    expect(table.page("red").locator("[data-key=vote-no]")).to_have_count(0)
    assert table.state()["ask"] is None and table.state()["seats"]["red"]["name"] == "Anna"
    stranger.goto(f"{table.host.url}/play")
    assert stranger.url.endswith("/join")
    stranger.context.close()


def test_a_seat_is_given_up_with_two_taps_and_taken_by_another(table: Round, browser: Browser) -> None:
    page = table.page("white")
    page.locator("[data-open=sheet-more]").tap()
    button = page.locator("[data-leave=white]")
    button.tap()
    expect(button).to_have_text("Wirklich abgeben? Noch einmal tippen")
    assert table.state("red")["seats"]["white"]["taken"]
    button.tap()
    page.wait_for_url(f"{table.host.url}/")
    assert not table.state("red")["seats"]["white"]["taken"]
    fresh = Phone(context(browser).new_page(), table.host.url)
    fresh.join(table.state("red")["code"], "white", "Dora")
    assert table.state("red")["seats"]["white"]["name"] == "Dora"
    fresh.page.context.close()


def test_a_spectator_sees_everything_and_may_do_nothing(table: Round, browser: Browser) -> None:
    watcher = Phone(context(browser).new_page(), table.host.url)
    page = watcher.page
    page.goto(table.host.url)
    before = table.state()
    table.act("red", THROW)
    expect(page.locator("#throw .sum")).to_have_text("3")
    expect(page.locator("[data-key=doubt], [data-pad], [data-act], [data-post]")).to_have_count(0)
    seq = table.state()["seq"]
    for path in ("act", "dispute", "correct", "undo", "vote", "proposal", "check", "leave", "new", "pictures/delete"):
        command = {**table.command("black", THROW), "entry": 5, "ask": 1, "choice": "yes", "proposal": 1}
        assert page.request.post(f"{table.host.url}/api/{path}", data=command).status == 403, path
    assert table.state()["seq"] == seq > before["seq"]
    page.context.close()


def test_replays_and_late_taps_change_nothing(table: Round, planned: Planned) -> None:
    sent: list[Request] = []
    page = table.page("red")
    page.on("request", lambda asked: sent.append(asked) if asked.url.endswith("/api/act") else None)
    for colour in ("red", "black", "white"):
        page.locator(f'[data-key="pad-{colour}-1"]').tap()
    table.shown()
    expect(table.page("black").locator("[data-pad]")).to_be_visible()
    message = json.loads(sent[0].post_data or "{}")
    after = table.state()
    assert len(sent) == 1
    for _ in range(3):
        assert table.post("red", "/api/act", message)["seq"] == after["seq"], "the same answer again"
    late = {**message, "request": "late"}
    assert table.post("red", "/api/act", late, status=409)["state"]["seq"] == after["seq"]
    other = {**message, "action": {"type": "spoilt"}}
    table.post("red", "/api/act", other, status=400)
    assert table.state() == after


def test_taps_that_come_twice_count_once(table: Round, planned: Planned) -> None:
    step = table.play(planned, decides)
    table.shown()
    before = table.state()
    page = table.page(step.seat)
    target = page.locator(f'[data-node="{step.action["to"]}"] .hit')
    box = target.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for _ in range(3):
        page.touchscreen.tap(x, y)
    which = page.locator("#sheet-which[open] button[data-figure]")
    if which.count():
        which.first.dblclick()
    page.wait_for_function("seq => Number(document.body.dataset.seq) > seq", arg=before["seq"])
    table.shown()
    lines = [line for line in table.state()["history"] if line["seq"] > before["seq"] and line["source"] != "table"]
    assert len(lines) == 1


def decides(step: Step) -> bool:
    return step.action["type"] == "jump"

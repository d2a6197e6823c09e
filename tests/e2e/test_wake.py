"""Phones that sleep, lose the host and come back."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.games import Json
from tests.e2e.phone import within
from tests.e2e.planner import Planned, Step
from tests.e2e.programs import Host
from tests.e2e.round import Round
from tests.e2e.sleeper import Sleeper
from tests.e2e.wire import Wire
from tests.pace import bar

CURRENT_S = 2.0
TOLD_S = 3.0
THROW: Json = {"type": "throw", "wands": {colour: {"top": 1} for colour in ("red", "black", "white")}}


@pytest.fixture
def table(host: Host, browser: Browser) -> Iterator[Round]:
    """Three phones at the start."""
    found = Round(host, browser)
    found.open()
    yield found
    found.close()


@pytest.fixture
def wire(host: Host) -> Iterator[Wire]:
    """What a sleeping phone hangs on."""
    with Wire(host.port) as found:
        yield found


def threw(step: Step) -> bool:
    return step.action["type"] in ("jump", "walk")


def distant(table: Round, wire: Wire, seat: str) -> None:
    """Let a phone reach the host over the wire alone."""
    table.page(seat).goto(f"{wire.url}/play")
    table.shown(seat)


@pytest.fixture
def sleeper(wire: Wire, host: Host, tmp_path: Path) -> Iterator[Sleeper]:
    """A phone that holds the white seat over the wire."""
    with Sleeper(tmp_path / "phone") as phone:
        phone.go(f"{wire.url}/join")
        phone.run(SIT)
        phone.go(f"{wire.url}/play")
        yield phone


SIT = """fetch("/api/state").then((answer) => answer.json()).then(({ code }) => fetch("/api/join", { method: "POST",
  headers: { "Content-Type": "application/json" }, body: JSON.stringify({ code, seat: "white", name: "Dora" }) }))
  .then((answer) => answer.ok)"""


def test_a_phone_that_slept_is_current_within_two_seconds(
    sleeper: Sleeper, host: Host, browser: Browser, planned: Planned, wire: Wire
) -> None:
    table = Round(host, browser, {"red": "Anna", "black": "Björn"})
    table.open("red")
    sleeper.run("window.ticks = 0; setInterval(() => { window.ticks += 1; }, 20)")
    sleeper.until("window.ticks > 2 && !document.body.hasAttribute('data-offline')", CURRENT_S)
    before = sleeper.run("Number(document.body.dataset.seq)")
    current_s = bar(CURRENT_S, lambda: (table.state("red"), sleeper.run("window.ticks")))
    sleeper.sleep()
    ticks = sleeper.run("window.ticks")
    wire.cut()
    table.act("red", THROW)
    table.act("black", THROW)
    table.page("red").wait_for_timeout(3_000)
    assert sleeper.run("window.ticks") == ticks, "a frozen page does not run"
    assert sleeper.run("Number(document.body.dataset.seq)") == before, "and takes nothing in"
    wire.mend()
    sleeper.wake()
    seq = table.state("red")["seq"]
    took = sleeper.until(f"Number(document.body.dataset.seq) >= {seq}", current_s)
    sleeper.until("!document.body.hasAttribute('data-offline')", current_s - took)
    assert sleeper.run("Boolean(document.querySelector('[data-pad]'))"), "it is asked what the table asks"
    table.close()


def test_a_stream_that_was_cut_is_opened_again(table: Round, wire: Wire) -> None:
    page = table.page("black")
    distant(table, wire, "black")
    told_ms = within(TOLD_S, page, table.host.url)
    wire.cut()
    expect(page.locator("[data-banner]")).to_be_visible(timeout=told_ms)
    table.act("red", THROW)
    current_ms, seq = within(CURRENT_S, page, table.host.url), table.state()["seq"]
    wire.mend()
    page.wait_for_function("seq => Number(document.body.dataset.seq) >= seq", arg=seq, timeout=current_ms)
    expect(page.locator("[data-banner]")).to_be_hidden(timeout=current_ms)
    expect(page.locator("[data-pad]")).to_be_visible()


@pytest.mark.parametrize("how", [signal.SIGSTOP, signal.SIGKILL])
def test_a_host_that_vanishes_locks_the_buttons_until_it_is_back(table: Round, how: signal.Signals) -> None:
    page, banner = table.page("red"), table.page("red").locator("[data-banner]")
    button = page.locator('[data-key="pad-red-1"]')
    state, told_ms = table.state(), within(TOLD_S, page, table.host.url)
    table.host.signal(how)
    expect(banner).to_be_visible(timeout=told_ms)
    assert page.evaluate("document.querySelector('main').inert && document.querySelector('footer').inert")
    button.dispatch_event("click")
    if how == signal.SIGKILL:
        table.host.stop()
        table.host.start()
    else:
        table.host.signal(signal.SIGCONT)
    expect(banner).to_be_hidden(timeout=15_000)
    assert not page.evaluate("document.querySelector('main').inert")
    after = table.state()
    assert (after["question"], after["view"]) == (state["question"], state["view"])
    for colour in ("red", "black", "white"):
        page.locator(f'[data-key="pad-{colour}-1"]').tap()
    expect(table.page("black").locator("[data-pad]")).to_be_visible(timeout=15_000)


def test_after_a_restart_the_board_is_checked_piece_by_piece(table: Round, planned: Planned) -> None:
    step = table.play(planned, threw)
    figures = table.state()["view"]["figures"]
    table.host.signal(signal.SIGKILL)
    table.host.stop()
    table.host.start()
    for seat in table.phones:
        expect(table.page(seat).locator("[data-key=check-start]")).to_be_visible(timeout=15_000)
    table.page("red").locator("[data-key=check-start]").tap()
    for number in range(6):
        expect(table.page("black").locator(".checking")).to_contain_text(f"{number + 1} von 6")
        glowing = table.page("black").locator("[data-node][data-roles=chosen]")
        expect(glowing).to_have_count(1)
        piece = table.state()["check"]["pieces"][number]
        assert glowing.get_attribute("data-node") == piece["node"] == figures[piece["seat"]][piece["figure"]]
        assert lamps(table) == {piece["node"]: ["chosen"]}
        key = "check-wrong" if number == 2 else "check-right"
        table.page("red").locator(f"[data-key={key}]").tap()
        expect(table.page("red").locator("body[data-busy]")).to_have_count(0)
    wrong = table.state()["check"]["pieces"][2]
    expect(table.page("white").locator(".checking li")).to_have_count(1)
    assert wrong == {"seat": "black", "figure": "magician", "node": figures["black"]["magician"], "stone": False}
    expect(table.page("white").locator(".checking")).to_contain_text("Magier von Björn")
    table.page("white").locator("[data-key=check-done]").tap()
    expect(table.page("red").locator(".checking")).to_have_count(0)
    table.act(step.seat, step.action)


def lamps(table: Round) -> Json:
    """What the lamps are told, as a device is."""
    token = (table.host.data / "tokens" / "firmware.token").read_text().strip()
    script = """async token => {
      const answer = await fetch("/api/live", { headers: { Authorization: `Bearer ${token}` } });
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      while (!/data: .*\\n\\n/.test(text)) text += (await reader.read()).value;
      reader.cancel();
      return JSON.parse(text.split("data: ")[1].split("\\n\\n")[0]).lamps;
    }"""
    told: Json = table.page("white").evaluate(script, token)
    return told

"""The set-up page: a new game with its own rules, a test of everything, the lamp map, a copy to restore."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.eye import Eye
from tests.e2e.phone import choose
from tests.e2e.programs import Host
from tests.e2e.round import Round
from tests.e2e.test_seats import THROW


@pytest.fixture
def table(host: Host, browser: Browser) -> Iterator[Round]:
    """Three phones, none opened."""
    found = Round(host, browser)
    yield found
    found.close()


def setup(table: Round, seat: str = "red") -> Page:
    page: Page = table.page(seat)
    page.goto(f"{table.host.url}/setup")
    return page


def owner(table: Round) -> Page:
    """The set-up page of a device whose people have read the letters at the table."""
    file = table.host.data / "tokens" / "owner.code"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    page = table.page("red")
    away = {"X-Forwarded-For": "192.168.1.20"}  # what is passed on is not at the machine itself
    page.set_extra_http_headers(away)
    page.goto(f"{table.host.url}/setup")
    page.get_by_label("Buchstaben des Besitzers").fill("falsch")
    page.get_by_role("button", name="Ausweisen").tap()
    expect(page.locator("[data-owner] [data-fault]")).to_contain_text("nicht die Buchstaben")
    page.get_by_label("Buchstaben des Besitzers").fill(file.read_text().strip().lower())
    page.get_by_role("button", name="Ausweisen").tap()
    expect(page.get_by_role("button", name="Lampen zuordnen")).to_be_visible()
    return page


def test_a_new_game_with_rules_of_its_own_needs_the_others(table: Round) -> None:
    table.open("black", "white")
    page = setup(table)
    page.get_by_role("link", name="Neues Spiel").tap()
    choose(page, "[name=ruleset][value=kurzregel]")
    page.get_by_label("Sechs Karten geben einen Wurf").select_option(label="ja")
    page.get_by_role("button", name="Spiel beginnen").tap()
    expect(page.locator("[data-asked]")).to_contain_text("Regelwerk: Kurzregel")
    before = table.state()["seq"]
    for seat in ("black", "white"):
        table.page(seat).get_by_role("button", name="Einverstanden").tap()
    table.page("black").wait_for_function("seq => Number(document.body.dataset.seq) > seq + 1", arg=before)
    record = page.request.get(f"{table.host.url}/api/record").text().splitlines()[0]
    header = json.loads(record)
    assert header["ruleset"] == "kurzregel" and header["settings"]["bonus"] is True
    assert header["settings"]["fate"] == "both"
    assert page.goto(f"{table.host.url}/setup")
    expect(page.locator("#s-rules ~ table")).to_contain_text("Sechs Karten geben einen Wurf: ja")


def test_everything_is_tested_from_one_button(table: Round) -> None:
    page = setup(table)
    Eye(table.host.url, table.host.data).beat()
    page.get_by_role("button", name="Alles prüfen").tap()
    results = page.locator("[data-results] li")
    expect(page.locator("[data-results][data-done]")).to_be_attached()
    told = results.all_inner_texts()
    assert [line.split(" (")[0] for line in told] == [
        "Tisch: in Ordnung",
        "Kamera: in Ordnung",
        "Lampen: nicht da; es geht auch ohne",
        "Verbindung dieses Telefons: in Ordnung",
        "Sichere Verbindung: in Ordnung",
    ]


def glows(table: Round, page: Page, number: int) -> None:
    """This lamp glows alone, and the page says so."""
    expect(page.locator("[data-mapping-now]")).to_have_text(f"Lampe {number + 1} leuchtet. Tippe an, wo.")
    assert told(table)["lamp_numbers"] == {"lamp": [number]} and told(table)["lamps"] == {"lamp": ["chosen"]}


def test_lamps_are_mapped_by_tapping_where_one_glows_left_and_resumed(table: Round) -> None:
    page = owner(table)
    page.get_by_role("button", name="Lampen zuordnen").tap()
    for number, node in enumerate(["forest", None]):
        glows(table, page, number)
        if node is None:
            page.get_by_role("button", name="Keine zu sehen").tap()
        else:
            page.locator(f'[data-node="{node}"] .hit').dispatch_event("click")
    glows(table, page, 2)
    page.reload()
    page.get_by_role("button", name="Weiter zuordnen").tap()
    glows(table, page, 2)
    expect(page.locator("[data-map-spare]")).to_have_text("Ohne Feld: 2")
    page.locator('[data-node="a1"] .hit').dispatch_event("click")
    glows(table, page, 3)
    page.get_by_label("Nummer der Lampe").fill("8")
    page.get_by_role("button", name="Diese Lampe leuchten lassen").tap()
    glows(table, page, 7)
    page.locator('[data-node="forest"] .hit').dispatch_event("click")
    glows(table, page, 8)
    page.get_by_role("button", name="So speichern").tap()
    expect(page.locator("[data-map-fault]")).to_contain_text("Gespeichert")
    assert told(table)["lamp_numbers"] == {"forest": [0, 7], "a1": [2]}
    assert "lamp" not in told(table)["lamps"]
    table.host.stop()
    table.host.start()
    assert told(table)["lamp_numbers"] == {"forest": [0, 7], "a1": [2]}


def test_the_order_with_little_wire_is_shown_and_taken(table: Round) -> None:
    page = owner(table)
    page.get_by_role("button", name="Lampen zuordnen").tap()
    glows(table, page, 0)
    page.get_by_text("Mit wenig Draht").tap()
    expect(page.get_by_text("braucht der Streifen 2")).to_be_visible()
    page.get_by_role("button", name="Reihenfolge zeigen").tap()
    expect(page.locator(".wire-order text")).to_have_count(48)
    page.get_by_role("button", name="Reihenfolge übernehmen").tap()
    expect(page.locator("[data-map-fault]")).to_contain_text("Gespeichert")
    numbers = told(table)["lamp_numbers"]
    assert isinstance(numbers, dict)
    assert sorted(lamp for lamps in numbers.values() for lamp in lamps) == list(range(48))


def told(table: Round) -> dict[str, object]:
    """The state that the lamps are sent."""
    token = (table.host.data / "tokens" / "firmware.token").read_text().strip()
    script = """async token => {
      const answer = await fetch("/api/live", { headers: { Authorization: `Bearer ${token}` } });
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      while (!/data: .*\\n\\n/.test(text)) text += (await reader.read()).value;
      reader.cancel();
      return JSON.parse(text.split("data: ")[1].split("\\n\\n")[0]);
    }"""
    page = table.page("white")
    if not page.url.startswith(table.host.url):
        page.goto(f"{table.host.url}/join")
    state: dict[str, object] = page.evaluate(script, token)
    return state


def test_only_the_owner_restores_and_only_a_sound_record(table: Round, tmp_path: Path) -> None:
    table.act("red", THROW)
    kept = table.page("red").request.get(f"{table.host.url}/api/record").text()
    table.act("black", THROW)
    expect(setup(table).locator("[data-restore]")).to_have_count(0)
    page = owner(table)
    bad, good = tmp_path / "bad.jsonl", tmp_path / "good.jsonl"
    bad.write_text(kept[: len(kept) // 2])
    good.write_text(kept)
    before = table.state()
    page.locator("[data-restore-file]").set_input_files(bad)
    expect(page.locator("[data-restore] [data-fault]")).not_to_be_empty()
    assert table.state()["seq"] == before["seq"]
    page.locator("[data-restore-file]").set_input_files(good)
    expect(page.locator("[data-restore] [data-fault]")).to_contain_text("geht von dort weiter")
    assert table.state()["view"]["asked"] == [{"seat": "black", "kind": "throw"}]

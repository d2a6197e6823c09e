"""The steps from the box to the first throw, the first page, addresses, copies and dates."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.dreimagier import GAME
from companion.settings import Settings
from companion.table import setupfile
from companion.table.table import Table
from companion.web import create_app, networks
from companion.web.hosting import hosting
from companion.web.networks import Network
from tests.games.toy import TOY
from tests.table import learnt
from tests.web.guests import HEARTBEAT, House

PANE = learnt.pane(640)
PHONE: dict[str, Any] = {"environ_base": {"REMOTE_ADDR": "192.168.1.20"}, "base_url": "http://192.168.1.2:8080"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """An untouched table of the first game."""
    made = Table(tmp_path / "data", GAME)
    yield made
    made.close()


def states(html: str) -> dict[str, str]:
    """Step to state, as the page says."""
    return dict(re.findall(r'data-step="(\w+)"\s+data-state="(\w+)"', html))


def test_an_untouched_table_shows_the_first_page_until_somebody_begins(table: Table) -> None:
    app = create_app(table, Settings(data=str(table.folder)))
    machine, phone = app.test_client(), app.test_client()
    assert "Gleich spielen" in machine.get("/").text and hosting(app).owners.code in machine.get("/").text
    assert "Gleich spielen" not in phone.get("/", **PHONE).text, "a stranger may join, with the code"
    assert phone.post("/api/setup/begin", json={"code": "XXXX"}, **PHONE).status_code == 403
    assert machine.post("/api/setup/begin", json={"code": table.code}).status_code == 200
    assert 'data-page="table"' in machine.get("/").text
    again = create_app(table, Settings(data=str(table.folder)))
    assert 'data-page="table"' in again.test_client().get("/").text, "over a restart too"


def test_a_seat_that_is_taken_is_a_beginning(table: Table) -> None:
    client = create_app(table, Settings(data=str(table.folder))).test_client()
    client.post("/api/join", json={"code": table.code, "seat": "red", "name": "Anna"})
    assert 'data-page="table"' in client.get("/").text


def test_steps_tell_what_is_there_and_what_is_missing(table: Table) -> None:
    app = create_app(table, Settings(data=str(table.folder)))
    client, here = app.test_client(), hosting(app)
    assert states(client.get("/setup/steps").text)["camera"] == "missing"
    eye = {"Authorization": f"Bearer {(table.folder / 'tokens' / 'vision.token').read_text().strip()}"}
    client.post("/api/device/heartbeat", json=HEARTBEAT, headers=eye)
    found = states(client.get("/setup/steps").text)
    assert (found["camera"], found["pane"], found["lamps"]) == ("simulated", "simulated", "missing")
    client.post("/api/device/heartbeat", json={**HEARTBEAT, "simulated": False, "state": "failed"}, headers=eye)
    here.setup.put("pane.json", PANE)
    found = states(client.get("/setup/steps").text)
    assert (found["camera"], found["pane"], found["thrown"]) == ("trouble", "done", "missing")


def test_a_step_is_left_out_and_resumed_by_the_owner_over_a_restart(house: House) -> None:
    owner = house.bearer("host")
    body = {"request": "s", "step": "lamps"}
    assert house.guest.post("/api/setup/skip", json=body).status_code == 403
    for skipped in (True, True, False):
        said = house.guest.post("/api/setup/skip", json={**body, "skipped": skipped}, headers=owner)
        assert said.status_code == 200
        again = create_app(house.table, Settings(data=str(house.table.folder))).test_client()
        assert states(again.get("/setup/steps").text)["lamps"] == ("skipped" if skipped else "missing")
    house.guest.post("/api/setup/skip", json={"request": "s", "step": "no such"}, headers=owner)
    assert house.hosting.choices["skipped"] == []


def test_a_game_without_devices_has_no_steps_for_them(tmp_path: Path) -> None:
    table = Table(tmp_path / "toy", TOY)
    client = create_app(table, Settings(data=str(table.folder))).test_client()
    assert list(states(client.get("/setup/steps").text)) == ["ways"]
    table.close()


SEVERAL = [
    Network("wlan0", "192.168.178.23", wireless=True, way_out=True),
    Network("tun0", "10.8.0.2", wireless=False, way_out=True),
    Network("docker0", "172.17.0.1", wireless=False, way_out=False),
    Network("lo", "127.0.0.1", wireless=False, way_out=False),
]


def test_every_address_has_its_code_and_the_owner_may_fix_one(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(networks, "found", lambda: SEVERAL)
    owner = house.bearer("host")
    html = house.guest.get("/setup/ways").text
    assert html.index("192.168.178.23") < html.index("10.8.0.2") < html.index("172.17.0.1")
    assert html.count('class="qr"') == 3 and "127.0.0.1" not in html
    for address in ("http://x", "a b", "-x", "x/../y", "x" * 300):
        body = {"request": "a", "address": address}
        assert house.guest.post("/api/setup/address", json=body, headers=owner).status_code == 422
    body = {"request": "a", "address": "tisch.local"}
    assert house.guest.post("/api/setup/address", json=body).status_code == 403
    assert house.guest.post("/api/setup/address", json=body, headers=owner).status_code == 200
    assert "http://tisch.local" in house.guest.get("/").text, "that is where phones are sent"
    assert house.guest.get("/setup/ways", base_url="http://tisch.local").status_code == 200, "and let in"
    house.guest.post("/api/setup/address", json={"request": "b"}, headers=owner)
    assert house.hosting.address == ""


def test_a_machine_without_a_network_says_so(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(networks, "found", lambda: SEVERAL[3:])
    assert "Kein Telefon kommt hierher" in house.guest.get("/setup/ways").text
    assert states(house.guest.get("/setup/steps").text)["ways"] == "trouble"


@pytest.mark.parametrize("page", ["/", "/play"])
def test_where_no_phone_gets_the_way_to_join_says_so_instead_of_a_code(
    house: House, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    monkeypatch.setattr(networks, "found", lambda: SEVERAL[3:])
    seat = house.seats["north"]
    assert "Hierher kommt noch kein Telefon" in seat.get(page).text and 'class="qr"' not in seat.get(page).text
    house.hosting.setup.choose(address="tisch.local")
    told = seat.get(page).text
    assert "http://tisch.local" in told and 'class="qr"' in told


def test_what_is_simulated_or_left_out_is_not_counted_as_done(table: Table) -> None:
    app = create_app(table, Settings(data=str(table.folder)))
    client, here = app.test_client(), hosting(app)
    eye = {"Authorization": f"Bearer {(table.folder / 'tokens' / 'vision.token').read_text().strip()}"}
    client.post("/api/device/heartbeat", json=HEARTBEAT, headers=eye)
    here.setup.choose(skipped=["lamps"])
    found = list(states(client.get("/setup/steps").text).values())
    told = client.get("/setup/steps").text
    done, simulated, left_out = (found.count(each) for each in ("done", "simulated", "skipped"))
    assert (simulated, left_out) == (3, 1)
    assert f"{done} von 7 erledigt" in told and "3 nur simuliert" in told and "1 ausgelassen" in told


def test_a_copy_says_what_is_not_in_it_and_that_settings_wait_for_a_start(house: House) -> None:
    owner = house.bearer("host")
    assert "angefangene Vermessungen" in house.guest.get("/setup/kept", headers=owner).text
    assert "neu startet" not in house.guest.get("/setup/kept", headers=owner).text
    house.hosting.setup.put("settings.toml", b"port = 8090\n")
    assert (
        "gelten erst, wenn das Programm des Tisches neu startet" in house.guest.get("/setup/kept", headers=owner).text
    )


def test_a_copy_is_looked_at_told_and_only_then_brought_back(house: House) -> None:
    owner, setup = house.bearer("host"), house.hosting.setup
    setup.put("pane.json", PANE)
    assert house.guest.get("/api/setup/copy").status_code == 403
    kept = house.guest.get("/api/setup/copy", headers=owner).data
    assert zipfile.ZipFile(io.BytesIO(kept)).namelist() == ["dreimagier.json", "pane.json"]
    setup.put("pane.json", None)
    setup.put("lamps.pocket.json", b'{"north": [1]}')
    said = house.guest.post("/api/setup/look", data=kept, headers=owner)
    assert said.get_json() == {"parts": ["Scheibe"], "done": False} and setup.names() == ["lamps.pocket.json"]
    assert house.hosting.device_state().lamp_numbers == {"north": [1]}
    said = house.guest.post("/api/setup/restore", data=kept, headers=owner)
    assert said.get_json() == {"parts": ["Scheibe"], "done": True} and setup.parts() == {"pane.json": PANE}
    assert house.hosting.device_state().lamp_numbers == {}, "what depends on it follows"


@pytest.mark.parametrize("language", ["de", "en", "nl", "fr", "it"])
@pytest.mark.parametrize("wrong", [b"", b"nonsense", setupfile.pack({"pane.json": b"["}), setupfile.pack({"x": b""})])
def test_a_wrong_copy_is_refused_in_the_pages_language_and_nothing_is_lost(
    house: House, wrong: bytes, language: str
) -> None:
    house.hosting.setup.put("pane.json", PANE)
    before = house.hosting.setup.parts()
    said = []
    for path in ("/api/setup/look", "/api/setup/restore"):
        answer = house.guest.post(f"{path}?lang={language}", data=wrong, headers=house.bearer("host"))
        assert answer.status_code == 422
        said.append(answer.get_json()["refusal"]["text"])
    last = {"de": "ersetzt.", "en": "replaced.", "nl": "vervangen.", "fr": "remplacé.", "it": "sostituito."}
    assert said[0] == said[1] and said[0].endswith(last[language])
    assert house.hosting.setup.parts() == before


def test_an_earlier_set_up_is_shown_by_its_date_and_gone_back_to(house: House) -> None:
    owner, setup = house.bearer("host"), house.hosting.setup
    setup.put("pane.json", PANE)
    setup.put("pane.json", PANE.replace(b"640", b"800"))
    html = house.guest.get("/setup/kept", headers=owner).text
    assert html.count("Dahin zurück") == 1 and html.count("Gilt jetzt") == 1
    first = setup.versions()[-1].name
    body = {"request": "g", "version": first}
    assert house.guest.post("/api/setup/back", json=body).status_code == 403
    assert house.guest.post("/api/setup/back", json=body, headers=owner).status_code == 200
    assert setup.get("pane.json") == PANE
    body["version"] = "2000-01-01T00-00-00"
    assert house.guest.post("/api/setup/back", json=body, headers=owner).status_code == 422

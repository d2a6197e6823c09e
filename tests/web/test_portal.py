"""What a phone in the table's own Wi-Fi is answered, and who is shown the password."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.web import addresses, hotspot
from companion.web.portal import ANSWERS
from tests.web.guests import House

PHONE, OTHER = {"REMOTE_ADDR": "10.42.73.20"}, {"REMOTE_ADDR": "10.42.73.21"}
LAN = {"REMOTE_ADDR": "192.168.1.20"}
PROBES = {
    "Android": ("connectivitycheck.gstatic.com", "/generate_204", 204, b""),
    "Android by another host": ("www.google.com", "/gen_204", 204, b""),
    "iOS": ("captive.apple.com", "/hotspot-detect.html", 200, b"<BODY>Success</BODY>"),
    "Windows": ("www.msftconnecttest.com", "/connecttest.txt", 200, b"Microsoft Connect Test"),
    "older Windows": ("www.msftncsi.com", "/ncsi.txt", 200, b"Microsoft NCSI"),
    "Firefox": ("detectportal.firefox.com", "/success.txt", 200, b"success\n"),
    "Firefox's page": ("detectportal.firefox.com", "/canonical.html", 200, b"support.mozilla.org/kb/captive-portal"),
    "GNOME": ("nmcheck.gnome.org", "/check_network_status.txt", 200, b"NetworkManager is online"),
}
"""What each asks, and what it takes for the internet."""


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The network is there."""
    (tmp_path / "hotspot.json").write_text('{"address": "10.42.73.1", "ssid": "Drei Magier", "password": "stab7stab7"}')
    monkeypatch.setattr(hotspot, "FILE", tmp_path / "hotspot.json")
    monkeypatch.setattr(addresses, "own", lambda: ["10.42.73.1", "192.168.1.5"])


def probe(client: FlaskClient, name: str, where: dict[str, str] = PHONE) -> TestResponse:
    host, path, *_ = PROBES[name]
    return client.get(path, headers={"Host": host}, environ_base=where)


@pytest.mark.usefixtures("opened")
@pytest.mark.parametrize("name", PROBES)
def test_a_phone_is_led_to_the_table_and_stays_when_somebody_has_tapped(name: str, house: House) -> None:
    led = probe(house.guest, name)
    assert (led.status_code, led.headers["Location"]) == (302, "http://10.42.73.1:8080/portal")
    house.guest.get("/portal/on", headers={"Host": "10.42.73.1:8080"}, environ_base=PHONE)
    told = probe(house.guest, name)
    assert told.status_code == PROBES[name][2] and PROBES[name][3] in told.data
    assert probe(house.guest, name, OTHER).status_code == 302, "every phone for itself"


def test_every_answer_is_somebodys() -> None:
    assert {path for _, path, *_ in PROBES.values()} | {"/library/test/success.html"} == set(ANSWERS)


@pytest.mark.usefixtures("opened")
def test_the_page_says_the_address_and_leads_to_the_table(house: House) -> None:
    page = house.guest.get("/portal", headers={"Host": "10.42.73.1:8080"}, environ_base=PHONE)
    assert page.status_code == 200 and "http://10.42.73.1:8080" in page.text and "/portal/on" in page.text
    on = house.guest.get("/portal/on", headers={"Host": "10.42.73.1:8080"}, environ_base=PHONE)
    assert (on.status_code, on.headers["Location"]) == (302, "/")


@pytest.mark.usefixtures("opened")
def test_any_other_page_of_the_internet_leads_to_the_table_too(house: House) -> None:
    house.guest.get("/portal/on", headers={"Host": "10.42.73.1:8080"}, environ_base=PHONE)
    led = house.guest.get("/news", headers={"Host": "www.example.com"}, environ_base=PHONE)
    assert led.headers["Location"] == "http://10.42.73.1:8080/portal"


@pytest.mark.usefixtures("opened")
def test_nobody_outside_the_hotspot_is_answered_and_nothing_is_changed_by_a_foreign_name(house: House) -> None:
    assert probe(house.guest, "Android", LAN).status_code == 403
    host = {"Host": "connectivitycheck.gstatic.com"}
    assert house.guest.post("/api/join", json={}, headers=host, environ_base=PHONE).status_code == 403
    house.guest.get("/portal/on", environ_base=LAN)
    assert probe(house.guest, "Android", LAN).status_code == 403


def test_without_a_hotspot_a_foreign_name_stays_foreign(house: House) -> None:
    assert probe(house.guest, "iOS").status_code == 403


@pytest.mark.parametrize("text", ["", "{", "[]", '{"address": 1}', '{"ssid": "x"}'])
def test_a_bad_file_is_no_hotspot(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "hotspot.json").write_text(text)
    monkeypatch.setattr(hotspot, "FILE", tmp_path / "hotspot.json")
    assert hotspot.found() is None


@pytest.mark.usefixtures("opened")
def test_the_password_is_shown_to_those_at_the_table(house: House) -> None:
    assert "stab7stab7" in house.seats["north"].get("/", environ_base=PHONE).text
    assert "stab7stab7" in house.guest.get("/", headers={"Host": "127.0.0.1"}).text, "the machine's own screen"
    assert "stab7stab7" not in house.guest.get("/", headers={"Host": "192.168.1.5"}, environ_base=LAN).text


@pytest.mark.usefixtures("opened")
def test_a_network_that_is_shut_is_not_shown(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "own", lambda: ["192.168.1.5"])
    assert "stab7stab7" not in house.guest.get("/", headers={"Host": "127.0.0.1"}).text

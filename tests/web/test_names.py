"""Names, proxies, cookies: how browsers come to this host, and what a refusal says to people."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import pytest

from companion.table.table import Table
from companion.web import names
from tests.table.pocket import POCKET
from tests.web.guests import House

OWN = socket.gethostname().lower().partition(".")[0]
PAGE = {"Accept": "text/html,application/xhtml+xml"}
HTTPS = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.168.1.40"}


def joined(house: House, **more: object) -> str:
    """The cookie that a seat gets."""
    body = {"code": house.table.code, "seat": "north", "name": "Nora"}
    house.seats["north"].post("/api/leave", json={"seat": "north", "request": house.request()})
    answer = house.app.test_client().post("/api/join", json=body, **more)  # type: ignore[arg-type]
    assert answer.status_code == 200, answer.text
    return answer.headers["Set-Cookie"]


@pytest.mark.parametrize(
    "ending",
    ["", ".local", "-2.local", "-17.local", ".fritz.box", ".lan", ".home.arpa", ".speedport.ip", ".localdomain"],
)
def test_names_that_home_networks_give_are_known(house: House, ending: str) -> None:
    for name in (OWN + ending, (OWN + ending).upper(), f"{OWN}{ending}.:8310"):
        assert house.guest.get("/health", headers={"Host": name}).status_code == 200, name


@pytest.mark.parametrize(
    "name",
    [
        *("fritz.box", "other.fritz.box", f"{OWN}.fritz.box.evil.example", f"{OWN}.example.com", f"{OWN}.evil"),
        *(f"{OWN}-2", f"{OWN}-2.fritz.box", f"{OWN}-x.local", f"{OWN}-1234.local", f"x{OWN}.local", "local", ".local"),
    ],
)
def test_names_of_somebody_else_are_not(house: House, name: str) -> None:
    assert house.guest.get("/health", headers={"Host": name}).status_code in (400, 403)


def test_an_ending_that_the_network_told_is_known(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "resolv.conf"
    told.write_text("# made by a router\nnameserver 10.0.0.1\nsearch haus.example.net Garten.\n")
    monkeypatch.setattr(names, "RESOLVER", told)
    names.told.cache_clear()
    for ending in ("haus.example.net", "garten"):
        assert house.guest.get("/health", headers={"Host": f"{OWN}.{ending}"}).status_code == 200
    monkeypatch.setattr(names, "RESOLVER", tmp_path / "none")
    names.told.cache_clear()
    assert house.guest.get("/health", headers={"Host": f"{OWN}.haus.example.net"}).status_code == 403
    names.told.cache_clear()


@pytest.mark.parametrize(("language", "word"), [("de", "Adresse"), ("en", "address"), ("fr", "adresse")])
def test_a_person_gets_a_page_with_the_address(house: House, language: str, word: str) -> None:
    told = {"Host": "wrong.example:8310", **PAGE, "Accept-Language": language}
    answer = house.guest.get("/join?code=ABCD", headers=told)
    assert answer.status_code == 403 and answer.mimetype == "text/html"
    assert word in answer.text and re.search(r'href="http://[\d.]+(:\d+)?/join\?code=ABCD"', answer.text)
    assert house.guest.get("/health", headers={"Host": "wrong.example", **PAGE}).mimetype == "application/json"


@pytest.mark.parametrize("path", ["/nothing", "/archive/nothing"])
def test_what_is_not_there_is_told_to_people_in_words(house: House, path: str) -> None:
    answer = house.guest.get(path, headers=PAGE)
    assert answer.status_code == 404 and "Hier ist nichts" in answer.text
    assert house.guest.get(path).mimetype == "application/json"


def test_a_seat_comes_back_by_a_link_of_another_app_and_changes_nothing_from_there(house: House) -> None:
    cookie = joined(house)
    assert "SameSite=Lax" in cookie and "HttpOnly" in cookie
    command = house.command("east", {"type": "lay", "seat": "east", "card": 1})
    answer = house.seats["east"].post("/api/act", json=command, headers={"Origin": "http://messenger.example"})
    assert answer.status_code == 403


def test_what_a_stranger_says_of_https_has_no_effect(house: House) -> None:
    assert "Secure" not in joined(house, headers=HTTPS)
    for origin, status in (("https://localhost", 403), ("http://localhost", 400)):
        assert house.guest.post("/api/join", data=b"", headers={**HTTPS, "Origin": origin}).status_code == status


def test_a_proxy_that_the_owner_named_is_believed(tmp_path: Path) -> None:
    table = Table(tmp_path / "data", POCKET)
    house = House(table, proxies=["127.0.0.1"])
    assert "Secure" in joined(house, headers=HTTPS)
    for origin, status in (("https://localhost", 400), ("http://localhost", 403)):
        assert house.guest.post("/api/join", data=b"", headers={**HTTPS, "Origin": origin}).status_code == status
    public = {**HTTPS, "X-Forwarded-For": "192.168.1.7, 8.8.8.8"}
    assert house.guest.get("/health", headers=public).status_code == 403, "the address that the proxy itself saw"
    elsewhere = {"REMOTE_ADDR": "192.168.1.66"}
    assert "Secure" not in joined(house, headers=HTTPS, environ_overrides=elsewhere)
    table.close()

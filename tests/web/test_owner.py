"""Who may set the table up, and to whom its codes are shown."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.web import claim, guesses, knocking
from tests.web.guests import House

PHONE: dict[str, Any] = {"environ_base": {"REMOTE_ADDR": "192.168.1.20"}, "base_url": "http://192.168.1.2:8080"}
OTHER: dict[str, Any] = {"environ_base": {"REMOTE_ADDR": "192.168.1.30"}, "base_url": "http://192.168.1.2:8080"}


def prove(client: FlaskClient, code: str, where: dict[str, Any] = PHONE) -> TestResponse:
    """Type a code."""
    return client.post("/api/owner/prove", json={"code": code}, **where)


def glow(client: FlaskClient, where: dict[str, Any] = PHONE) -> int:
    """Do what only an owner may."""
    return client.post("/api/lamps/glow", json={"request": "r"}, **where).status_code


def test_a_phone_is_an_owners_by_the_code_and_until_it_is_withdrawn(house: House) -> None:
    phone, other = house.app.test_client(), house.app.test_client()
    assert glow(phone) == 403
    assert prove(phone, house.hosting.owners.code.lower()).status_code == 200 and glow(phone) == 200
    assert prove(other, house.hosting.owners.code, OTHER).status_code == 200, "passed on by the next code"
    first = house.hosting.owners.all()[0].id
    body = {"request": "w", "owner": first}
    assert other.post("/api/owner/withdraw", json=body, **OTHER).status_code == 200
    assert glow(phone) == 403 and glow(other, OTHER) == 200


def test_wrong_guesses_of_one_phone_make_only_it_wait(house: House) -> None:
    phone, other = house.app.test_client(), house.app.test_client()
    said = [prove(phone, "WRONGX") for _ in range(guesses.FROM_ONE + 1)]
    assert [answer.status_code for answer in said] == [403] * guesses.FROM_ONE + [429]
    assert said[0].get_json()["said"].startswith("Das sind nicht die Buchstaben")
    assert said[-1].get_json()["said"].startswith("Zu viele falsche Versuche")
    assert prove(phone, house.hosting.owners.code).status_code == 429, "right or wrong: it waits"
    assert prove(other, house.hosting.owners.code, OTHER).status_code == 200 and glow(other, OTHER) == 200
    assert house.guest.post("/api/host", json={"token": "x"}).status_code == 403, "a program is not locked out either"


@pytest.mark.parametrize("path", ["/", "/setup", "/setup/steps", "/setup/ways", "/setup/kept", "/join", "/api/state"])
def test_no_code_is_told_to_a_stranger_in_the_network(house: House, path: str) -> None:
    secrets = (house.table.code, house.hosting.owners.code)
    told = house.app.test_client().get(path, **PHONE).text
    assert not any(f"{mark}{secret}" in told for secret in secrets for mark in ("=", ">", '"'))


def test_the_tables_code_is_told_at_the_machine_to_seats_and_to_owners(house: House) -> None:
    code = house.table.code
    assert f"code={code}" in house.guest.get("/").text
    assert house.guest.get("/api/state").get_json()["code"] == code
    assert house.seats["north"].get("/", **PHONE).text.count(code) == 0, "a seat of another name of this host"
    owner = house.app.test_client()
    prove(owner, house.hosting.owners.code)
    assert f"code={code}" in owner.get("/", **PHONE).text


@pytest.mark.parametrize(
    "where",
    [
        {"headers": {"X-Forwarded-For": "192.168.1.20"}},
        {"headers": {"Forwarded": "for=192.168.1.20"}},
        {"headers": {"Via": "1.1 proxy"}},
        {"base_url": "http://192.168.1.2:8080"},
        {"environ_base": {"REMOTE_ADDR": "192.168.1.20"}},
    ],
)
def test_what_is_passed_on_to_this_machine_is_not_at_it(house: House, where: dict[str, Any]) -> None:
    assert house.guest.get("/api/state", **where).get_json()["code"] == ""
    assert house.hosting.owners.code not in house.guest.get("/setup", **where).text


def test_the_owners_code_stands_on_the_table_page_at_the_machine_until_there_is_one(house: House) -> None:
    assert house.hosting.owners.code in house.guest.get("/").text
    prove(house.app.test_client(), house.hosting.owners.code)
    assert house.hosting.owners.code not in house.guest.get("/").text
    assert house.hosting.owners.code in house.guest.get("/setup").text, "there one may always become an owner"


def press(house: House) -> int:
    """Somebody presses the first seat's button."""
    body = {"button": 0, "gesture": "press", "request": house.request(), "seq": house.table.course.seq}
    return house.guest.post("/api/device/button", json=body, headers=house.bearer("firmware")).status_code


def ask(client: FlaskClient, where: dict[str, Any] = PHONE) -> int:
    """Ask to be the first owner's."""
    return client.post("/api/owner/ask", json={"request": "a"}, **where).status_code


def test_a_press_at_a_table_without_a_screen_makes_the_first_owner(house: House) -> None:
    phone, before = house.app.test_client(), house.table.fingerprint
    assert ask(phone) == 200 and phone.get("/api/owner", **PHONE).get_json() == {"owner": False, "waits": True}
    assert glow(phone) == 403 and press(house) == 200 and glow(phone) == 200
    assert phone.get("/api/owner", **PHONE).get_json() == {"owner": True, "waits": False}
    assert house.table.fingerprint == before, "that press played nothing"
    assert ask(house.app.test_client(), OTHER) == 403, "from now on the code is needed"


def test_a_press_counts_for_a_minute_and_for_one_phone_alone(house: House) -> None:
    phone, other = house.app.test_client(), house.app.test_client()
    ask(phone)
    house.clock += claim.WINDOW_S + 1
    assert press(house) == 200 and glow(phone) == 403, "too late"
    ask(phone)
    ask(other, OTHER)
    assert press(house) == 200 and glow(phone) == glow(other, OTHER) == 403, "whose press was it?"
    assert ask(phone) == 200 and ask(phone) == 422, "not for ever"
    assert press(house) == 200 and glow(phone) == 200


def test_joins_of_one_address_are_limited_and_no_other_waits_for_them(house: House) -> None:
    body = {"request": "l", "seat": "north"}
    join = {"code": house.table.code, "seat": "north", "name": "N"}
    client = house.seats["north"]
    said = []
    for _ in range(knocking.JOINS + 1):
        assert client.post("/api/leave", json=body).status_code in (200, 403)
        said.append(client.post("/api/join", json=join, **PHONE).status_code)
        body["request"] = house.request()
    assert said[:-1] == [200] * knocking.JOINS and said[-1] == 422
    assert client.post("/api/join", json=join, **OTHER).status_code == 200
    house.clock += knocking.WINDOW_S + 1
    client.post("/api/leave", json=body, **OTHER)
    assert client.post("/api/join", json=join, **PHONE).status_code == 200

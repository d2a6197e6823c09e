"""A walk over the route map: nothing changes for those who do not belong.

Every route with a changing method is walked; its body is made from its message struct, so that a new route is covered
by itself.  A route that is not in the API's list of routes fails the first test.
"""

from __future__ import annotations

import types
import typing
from typing import Any

import msgspec
import pytest
from werkzeug.test import TestResponse

from companion.games import registry
from companion.web import create_app  # registers every route
from companion.web.auth import CHANGING
from companion.web.routes import ROUTES, Route
from tests.web.guests import HEARTBEAT, House

__all__ = ["create_app"]
CHANGES = [route for route in ROUTES if route.changes]
WALK = pytest.mark.parametrize("route", CHANGES, ids=lambda route: route.path)


def sample(kind: Any, name: str, house: House) -> Any:
    """A plausible value for a field, by its name or its type."""
    course = house.table.course
    known: dict[str, Any] = {
        "seq": course.seq,
        "request": house.request(),
        "seat": "north",
        "question": course.questions["north"],
        "action": {"type": "lay", "seat": "north", "card": 2},
        "code": "WRONG",
        "token": "x" * 43,
        "choice": "yes",
        "reading": {"status": "empty", "kind": None, "wands": {}},
        "options": {},
        **HEARTBEAT,
    }
    if name in known:
        return known[name]
    origin = typing.get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        return sample(typing.get_args(kind)[0], name, house)
    if origin is typing.Literal:
        return typing.get_args(kind)[0]
    return {int: 0, str: "text", bool: False, float: 0.0, list: [], tuple: []}.get(origin or kind, {})


def body(route: Route, house: House, **changes: Any) -> bytes:
    """A readable body for this route."""
    if isinstance(route.body, str):
        return b"\xff\xd8\xff" + house.request().encode()
    fields = msgspec.structs.fields(route.body)
    if route.needs == "firmware" or changes.get("device") == "firmware":
        changes.setdefault("device", "firmware")
    made = {field.name: sample(field.type, field.name, house) for field in fields}
    made |= {key: value for key, value in changes.items() if key in made}
    return msgspec.json.encode(made)


def send(house: House, route: Route, who: str | None, **more: Any) -> TestResponse:
    """Send a readable request as a seat, a device, the host's owner, or nobody."""
    client = house.seats[who] if who in house.seats else house.app.test_client()
    headers = house.bearer(who) if who in ("vision", "firmware", "host") else {}
    if who == "stranger":
        headers = {"Authorization": "Bearer " + "s" * 43}
    environ = more.pop("environ", {})
    headers |= more.pop("headers", {})
    path = more.pop("path", route.path)
    data = more.pop("data", None) or body(route, house, **more)
    return client.open(path, method=route.method, data=data, headers=headers, environ_overrides=environ)


def right(route: Route) -> str | None:
    """Who may call it."""
    return {"seat": "north", "seat-or-host": "north", "device": "vision", "code": None, "unowned": None}.get(
        route.needs, route.needs
    )


def wrong(route: Route) -> list[str | None]:
    """Everybody who may not, for the body that names the seat north."""
    everybody = [None, "stranger", "east", "vision", "firmware", "host"]
    if route.needs in ("code", "unowned"):
        return everybody  # the code or token in the body is wrong
    allowed = {right(route)}
    if route.needs == "seat" and isinstance(route.body, str):
        allowed.add("east")  # a picture names no seat: any seat may send one
    return [who for who in everybody if who not in allowed]


def test_every_changing_route_is_in_the_list(house: House) -> None:
    listed = {(route.method, route.path) for route in CHANGES}
    mapped = {
        (method, rule.rule)
        for rule in house.app.url_map.iter_rules()
        for method in (rule.methods or set()) & CHANGING
        if rule.endpoint.partition(".")[0] not in registry.names()
    }
    assert mapped == listed and len(listed) >= 15


def test_the_pages_of_another_game_are_not_there(house: House) -> None:
    others = [
        (method, rule)
        for rule in house.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.endpoint.partition(".")[0] in registry.names() and not rule.endpoint.endswith(".static")
    ]
    assert len(others) >= 5
    before = house.table.fingerprint
    for method, rule in others:
        path = rule.rule.replace("<name>", "x")
        assert house.guest.open(path, method=method).status_code in (404, 403), path
    assert house.guest.get("/rules").status_code == 404
    assert house.table.fingerprint == before


@WALK
def test_nobody_without_the_right_token(house: House, route: Route) -> None:
    before = house.table.fingerprint
    for who in wrong(route):
        if route.needs == "unowned" and not house.hosting.owners.all():
            house.hosting.owners.prove(house.hosting.owners.code)
        answer = send(house, route, who)
        assert answer.status_code in (403, 429), f"{who}: {answer.text}"
        assert house.table.fingerprint == before
    assert not house.hosting.devices.last("vision") and not house.hosting.devices.last("firmware")


@WALK
def test_the_right_token_is_let_in(house: House, route: Route) -> None:
    if route.needs != "code":
        assert send(house, route, right(route)).status_code != 403


@WALK
def test_a_foreign_origin(house: House, route: Route) -> None:
    before = house.table.fingerprint
    for origin in ("http://evil.example", "null", "http://localhost.evil.example", "https://localhost", ""):
        assert send(house, route, right(route), headers={"Origin": origin}).status_code == 403, origin
    assert house.table.fingerprint == before


@WALK
def test_a_foreign_site_without_origin(house: House, route: Route) -> None:
    assert send(house, route, right(route), headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


@WALK
def test_a_foreign_host_name(house: House, route: Route) -> None:
    before = house.table.fingerprint
    for host in ("evil.example", "localhost.evil.example", "evil.example:8080", "[::1", "127.0.0.1.nip.io"):
        assert send(house, route, right(route), headers={"Host": host}).status_code in (400, 403), host
    assert house.table.fingerprint == before


@WALK
def test_a_public_address_whatever_the_headers_say(house: House, route: Route) -> None:
    before = house.table.fingerprint
    forged = dict.fromkeys(("X-Forwarded-For", "X-Real-IP", "Client-IP"), "127.0.0.1")
    forged["Forwarded"] = "for=127.0.0.1"
    for address in ("8.8.8.8", "2001:4860:4860::8888", "::ffff:8.8.8.8", "nonsense"):
        answer = send(house, route, right(route), environ={"REMOTE_ADDR": address}, headers=forged)
        assert answer.status_code == 403, address
    assert house.table.fingerprint == before


@WALK
def test_a_replayed_request_changes_nothing_more(house: House, route: Route) -> None:
    house.lay(east=1)
    data = body(route, house)
    send(house, route, right(route), data=data)
    after = house.table.fingerprint
    send(house, route, right(route), data=data)
    assert house.table.fingerprint == after


def test_reading_changes_nothing(house: House) -> None:
    before = house.table.fingerprint
    for route in ROUTES:
        if not route.changes:
            house.guest.get(route.path.replace("<name>", "x"))
    assert house.table.fingerprint == before


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "192.168.1.7", "10.0.0.9", "fe80::1%eth0", "::1", "fd00::5", "169.254.3.3"]
)
def test_the_own_network_is_served(house: House, address: str) -> None:
    assert house.guest.get("/health", environ_overrides={"REMOTE_ADDR": address}).status_code == 200


@pytest.mark.parametrize("host", ["127.0.0.1:8080", "localhost", "192.168.1.7", "[::1]:80", "LOCALHOST:99"])
def test_addresses_are_known_names(house: House, host: str) -> None:
    assert house.guest.get("/health", headers={"Host": host}).status_code == 200


def test_a_seats_token_in_the_header_of_another_kind(house: House) -> None:
    cookie = house.seats["north"].get_cookie("dreimagier")
    assert cookie is not None
    command = house.command("north", {"type": "lay", "seat": "north", "card": 2})
    for header in ("Basic " + cookie.value, cookie.value, "Bearer", "Bearer  x"):
        answer = house.guest.post("/api/act", json=command, headers={"Authorization": header})
        assert answer.status_code == 403
    answer = house.guest.post("/api/act", json=command, headers={"Authorization": f"bearer {cookie.value}"})
    assert answer.status_code == 200


def test_a_devices_token_in_a_cookie_is_nothing(house: House) -> None:
    token = house.bearer("vision")["Authorization"].removeprefix("Bearer ")
    client = house.app.test_client()
    client.set_cookie("dreimagier", token)
    assert client.post("/api/device/heartbeat", json=HEARTBEAT).status_code == 403


def test_a_device_speaks_for_itself_alone(house: House) -> None:
    answer = house.guest.post("/api/device/heartbeat", json=HEARTBEAT, headers=house.bearer("firmware"))
    assert answer.status_code == 403

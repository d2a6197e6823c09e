"""The OpenAPI document is the route map, and hostile requests never break the host."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings

from companion.games import registry
from companion.table.table import Table
from companion.web import openapi
from companion.web.routes import ROUTES
from tests.web.guests import House

OPERATIONS = [f"{route.method} {openapi.openapi_path(route.path)}" for route in ROUTES]


def test_the_document_is_the_route_map(house: House) -> None:
    document = house.guest.get("/api/openapi.json").get_json()
    described = {(method.upper(), path) for path, each in document["paths"].items() for method in each}
    pages = {r.rule for r in house.app.url_map.iter_rules() if r.endpoint.split(".")[0] not in ("api", "live")}
    mapped = {
        (method, openapi.openapi_path(rule.rule))
        for rule in house.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule not in pages
    }
    assert described == mapped and ("POST", "/api/act") in described
    assert not any(page.startswith("/api") or page == "/health" for page in pages)


def test_the_document_is_made_once(house: House) -> None:
    version = house.guest.get("/api/openapi.json").get_json()["info"]["version"]
    made = openapi.encoded(version)
    assert openapi.encoded(version) is made and house.guest.get("/api/openapi.json").get_data() == made
    assert made == msgspec.json.encode(openapi.document(version), order="sorted")


def test_every_reference_leads_somewhere(house: House) -> None:
    document = house.guest.get("/api/openapi.json").get_json()
    references = set(re.findall(r'"#/components/schemas/([A-Za-z]+)"', str(document).replace("'", '"')))
    assert references <= set(document["components"]["schemas"]) and "Command" in references


@pytest.fixture(scope="module")
def magi(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A host of Die drei Magier that many hostile requests are sent to."""
    folder: Path = tmp_path_factory.mktemp("fuzz")
    table = Table(folder, registry.find("dreimagier"), {"board": "tiny"})
    yield House(table)
    table.close()


def near(app: Any) -> Any:
    """The app as seen from this machine; the generator's client names no address."""

    def called(environ: dict[str, Any], start: Any) -> Any:
        return app(environ | {"REMOTE_ADDR": "127.0.0.1"}, start)

    return called


def attack(house: House, operation: str, examples: int) -> None:
    """Send generated requests with the right token: never a 5xx, and the table can still be read."""
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", near(house.app))
    method, path = operation.split()
    found = schema[path][method]
    route = next(route for route in ROUTES if openapi.openapi_path(route.path) == path and route.method == method)
    headers = _headers(house, route.needs)

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=found.as_strategy())
    def run(case: Any) -> None:
        _aim(case, house)
        answer = case.call(headers={**(case.headers or {}), **headers}, cookies=_cookies(house))
        assert answer.status_code < 500, answer.text

    run()
    assert house.guest.get("/api/state").status_code == 200


def _aim(case: Any, house: House) -> None:
    """Make the message one of a seat on the present state, so that it gets past token and number."""
    if isinstance(case.body, dict):
        course, seat = house.table.course, next(iter(house.table.course.questions), "red")
        aimed = {"seat": seat, "seq": course.seq, "question": course.questions.get(seat), "ask": course.seq}
        case.body = case.body | {key: value for key, value in aimed.items() if case.body.get(key) is not None}


def _headers(house: House, needs: str) -> dict[str, str]:
    if needs in ("vision", "firmware", "host"):
        return house.bearer(needs)
    if needs == "device":
        return house.bearer("vision")
    return {}


def _cookies(house: House) -> dict[str, str]:
    """Every seat on one device."""
    held = [client.get_cookie("dreimagier") for client in house.seats.values()]
    return {"dreimagier": ".".join(cookie.value for cookie in held if cookie)}


@pytest.mark.parametrize("operation", OPERATIONS)
def test_hostile_requests_never_break_the_host(magi: House, operation: str) -> None:
    attack(magi, operation, 8)


@pytest.mark.prove
@pytest.mark.parametrize("operation", OPERATIONS)
def test_many_hostile_requests(magi: House, operation: str) -> None:
    attack(magi, operation, 300)

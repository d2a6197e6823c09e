"""Rules of the app's map."""

from __future__ import annotations

from flask import url_for

from companion.web.routes import Rule
from tests.web.guests import House


def test_addresses_are_built_when_they_are_asked_for(house: House) -> None:
    rules = [rule for rule in house.app.url_map.iter_rules() if rule.endpoint != "static"]
    assert len(rules) > 80 and all(type(rule) is Rule for rule in rules)
    with house.app.test_request_context():
        assert url_for("api.act") == "/api/act"
        assert url_for("live.fragments", page="a b") == "/live?page=a+b"

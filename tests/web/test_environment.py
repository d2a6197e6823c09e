"""What a dot means in a template, and that macros are imported from one module."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.templating import Environment
from jinja2 import DictLoader

from companion.web.pages.environment import Facts

TEMPLATES = {
    "kinds.html": "{% macro kind(it) %}<i>{{ it }}</i>{% endmacro %}",
    "part.html": '{% from "kinds.html" import kind %}{{ kind(facts.name) }}',
    "page.html": '{% include "part.html" %}{% include "part.html" %}',
}


def made(environment: type[Environment]) -> Environment:
    """An environment with these templates."""
    return environment(Flask(__name__), loader=DictLoader(TEMPLATES), autoescape=True)


@pytest.mark.parametrize(
    ("source", "facts"),
    [
        ("{{ facts.name }}", {"name": "Anna"}),
        ("{{ facts.name }}", {}),
        ("{{ facts.name is defined }}", {"name": None}),
        ("{{ facts.seat.name }}", {"seat": {"name": "<b>"}}),
        ("{% for key, it in facts.items() %}{{ key }}{{ it }}{% endfor %}", {"items": 1, "keys": 2}),
        ("{{ facts.get('name', 'nobody') }}", {"get": 3}),
        ("{{ facts.upper() }}", "a text"),
        ("{{ facts.name }}", None),
    ],
)
def test_a_dot_means_what_it_means_everywhere_in_jinja(source: str, facts: Any) -> None:
    ours, theirs = (made(each).from_string(source).render(facts=facts) for each in (Facts, Environment))
    assert ours == theirs


def test_a_fact_of_a_fact_that_is_not_there_is_an_error_as_ever() -> None:
    with pytest.raises(Exception, match="'dict object' has no attribute 'seat'"):
        made(Facts).from_string("{{ facts.seat.name }}").render(facts={})


def test_macros_are_made_once_however_often_they_are_imported() -> None:
    environment = made(Facts)
    kinds = environment.get_template("kinds.html")
    made_before = kinds.module
    shown = environment.get_template("page.html").render(facts={"name": "<Anna>"})
    assert shown == 2 * "<i>&lt;Anna&gt;</i>"
    assert kinds.module is made_before

"""Templates lose their indentation, not what keeps attributes apart."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from importlib import resources
from pathlib import Path

import pytest
from jinja2 import Environment

from companion.games.dreimagier import GAME
from companion.settings import Settings
from companion.table.table import Table
from companion.web import create_app
from companion.web.pages.unindented import Unindented

WEB = Path(str(resources.files("companion.web")))
PATHS = ("/", "/join", "/play", "/after", "/setup", "/rules", "/archive")


class Names(HTMLParser):
    """The names of all attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found |= {name for name, _ in attributes}


def drawn(source: str, **values: object) -> str:
    """A template as the app draws it."""
    return (
        Environment(trim_blocks=True, lstrip_blocks=True, extensions=[Unindented]).from_string(source).render(**values)
    )


@pytest.mark.parametrize("more", [True, False])
def test_an_attribute_after_a_block_keeps_its_blank(more: bool) -> None:
    source = (
        '<form data-new{% if more %}\n      data-seat="red"{% endif %}\n      data-waits="1">\n    <b>x</b>\n</form>'
    )
    said = ' data-seat="red"' if more else ""
    assert drawn(source, more=more) == f'<form data-new{said} data-waits="1">\n<b>x</b>\n</form>'


def test_every_attribute_of_every_page_is_one_that_a_template_names(tmp_path: Path) -> None:
    sources = [file.read_text("utf-8") for kind in ("html", "svg") for file in WEB.rglob(f"templates/**/*.{kind}")]
    known = {name.lower() for name in re.findall(r"[a-zA-Z_:][\w:.-]*", "\n".join(sources))}
    table = Table(tmp_path / "data", GAME)
    browser = create_app(table, Settings(data=str(tmp_path / "data"), bind="127.0.0.1")).test_client()
    assert browser.post("/api/join", json={"code": table.code, "seat": "red", "name": "Anna"}).status_code == 200
    for path in PATHS:
        names = Names()
        names.feed(browser.get(path).text)
        assert len(names.found) > 10, path
        assert {
            name for name in names.found if name not in known and name.lower() not in map(str.lower, known)
        } == set()
    table.close()

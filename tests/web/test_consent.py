"""A phone that is asked whether an action may stand reads who wants what, and says yes or no."""

from __future__ import annotations

from pathlib import Path

import pytest

import companion.web.games
from companion.table.table import Table
from tests.table.test_consent import CHANGE, Fickle
from tests.web.test_secrets import FACES, Shown


def test_the_others_read_what_is_asked_and_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(companion.web.games, "__path__", [*companion.web.games.__path__, str(FACES)])
    table = Table(tmp_path, Fickle(), {"seats": ["north", "east"]})
    house = Shown(table)
    assert house.act("north", {"type": "pick", "seat": "north", "number": 1}).status_code == 200
    answer = house.act("north", CHANGE, question=table.course.offers["north"])
    assert answer.status_code == 200 and table.course.position.picks == {"north": 1}
    page = house.seats["east"].get("/play").text
    assert "North möchte das tun, wenn alle einverstanden sind" in page and "Lieber die 3" in page
    ask = {"seat": "east", "ask": table.course.ask.id, "choice": "yes", "request": "v"}  # type: ignore[union-attr]
    assert house.seats["east"].post("/api/vote", json=ask).status_code == 200
    assert table.course.position.picks == {"north": 3}
    table.close()

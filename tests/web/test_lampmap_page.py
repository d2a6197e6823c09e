"""The lamp map of the set-up page: also of a game that draws no board, from where its nodes lie."""

from __future__ import annotations

import re
from pathlib import Path

from companion.games import Json
from companion.table.table import Table
from tests.games.toy import ToyGame
from tests.table.pocket import POCKET
from tests.web.test_secrets import Shown

SPOTS = {"n": (100.0, 0.0), "e": (200.0, 50.0), "s": (100.0, 100.0), "w": (0.0, 50.0)}


class Ring(ToyGame):
    """The toy game with four lamps around it."""

    devices = frozenset({"firmware"})

    def positions(self, header: Json) -> dict[str, tuple[float, float]]:
        """Four of them."""
        return dict(SPOTS)


def test_a_game_that_draws_no_board_has_its_nodes_where_they_lie(tmp_path: Path) -> None:
    table = Table(tmp_path, Ring())
    house = Shown(table)
    owner = house.bearer("host")
    page = house.guest.get("/setup", headers=owner).text
    found = re.findall(r'data-node="(\w)"\s+transform="translate\((\d+) (\d+)\)"', page)
    assert found == [("n", "250", "30"), ("e", "470", "140"), ("s", "250", "250"), ("w", "30", "140")]
    assert 'viewBox="0 0 500 280"' in page
    assert "data-mapping" not in house.guest.get("/setup").text, "that is the owner's"
    body = {"request": "l", "lamps": {"n": [0], "e": [1]}}
    assert house.guest.post("/api/lamps", json=body, headers=owner).status_code == 200
    assert house.hosting.device_state().lamp_numbers == {"n": [0], "e": [1]}
    assert house.hosting.setup.names() == ["choices.json", "lamps.toy.json"]
    table.close()


def test_where_no_lamp_has_a_place_there_is_no_map(tmp_path: Path) -> None:
    table = Table(tmp_path, POCKET)
    house = Shown(table)
    page = house.guest.get("/setup", headers=house.bearer("host"))
    assert page.status_code == 200 and "data-mapping" not in page.text and "s-lamps" in page.text
    table.close()

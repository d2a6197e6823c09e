"""Twins: two games that differ in the secrets of others alone look the same to everybody, byte for byte."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import companion.web.games
from companion.cli import main
from companion.games import Events, Json
from companion.settings import Settings
from companion.table import salvage
from companion.table.owners import Owners
from companion.table.table import Table
from companion.web import create_app
from companion.web.hosting import hosting
from tests.games.toy import TOY, Toy, ToyGame
from tests.web.guests import House

FACES = Path(__file__).parents[1] / "e2e" / "toy" / "faces"
PATHS = ("/api/state", "/play", "/", "/fragments?page=play", "/fragments?page=table", "/after", "/archive", "/setup")
RANDOM = re.compile(r'(?<![\w-])[\w-]{43}(?![\w-])|"left":\{[^}]*\}|"seen_s":[0-9.]+')


class TellsAll(ToyGame):
    """A leak in the history."""

    def tell(self, action: Json, events: Events, role: str | None) -> tuple[Json | None, Events]:
        """To everybody."""
        return action, events


class ShowsAll(ToyGame):
    """A leak in the view."""

    def view(self, position: Toy, role: str | None) -> Json:
        """Every pick."""
        return {**super().view(position, role), "picks": position.picks}


class Unsealed(ToyGame):
    """A leak in the record."""

    def sealed(self, position: Toy) -> None:
        """Never."""


class Shown(House):
    """A house whose pages are the real ones."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        sitting = self.seats
        self.app = create_app(table, Settings(data=str(table.folder)), now=lambda: self.clock)
        self.hosting = hosting(self.app)
        self.guest = self.app.test_client()
        for seat, before in sitting.items():
            self.seats[seat] = self.app.test_client()
            self.seats[seat].set_cookie("dreimagier", before.get_cookie("dreimagier").value)  # type: ignore[union-attr]


@pytest.fixture(autouse=True)
def alike(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy has its face, and tables of the same name and code."""
    monkeypatch.setattr(companion.web.games, "__path__", [*companion.web.games.__path__, str(FACES)])
    monkeypatch.setattr(Owners, "_new_code", lambda _: "OWNERS")
    monkeypatch.setattr(salvage, "fresh_meta", lambda: {"table": "0123abcd", "code": "WXYZ"})
    yield


def sent(folder: Path, game: ToyGame, pick: int) -> list[str]:
    """Everything that others are sent of a game in which north has picked this."""
    table = Table(folder, game, {"seats": ["north", "east", "south"]}, clock=lambda: 1_000_000)
    try:
        return list(_sent(Shown(table), pick))
    finally:
        table.close()


def _sent(house: Shown, pick: int) -> Iterator[str]:
    house.act("east", {"type": "pick", "seat": "east", "number": 2})
    house.act("north", {"type": "pick", "seat": "north", "number": pick})
    yield from _looked(house)
    stranger = house.app.test_client()
    yield stranger.post("/api/join", json={"code": "WXYZ", "seat": "north", "name": "Nora"}).text
    body = {"seq": house.table.course.seq, "request": "u", "seat": "east"}
    yield house.seats["east"].post("/api/undo", json=body).text
    yield from _looked(house)


def _looked(house: Shown) -> Iterator[str]:
    owner: dict[str, Any] = {"headers": house.bearer("host")}
    for client, more in ((house.seats["east"], {}), (house.guest, {}), (house.guest, owner)):
        for path in (*PATHS, "/api/record"):
            yield f"{path} {client.get(path, **more).text}"
    for number in (1, 2, 3):
        action = {"type": "pick", "seat": "north", "number": number}
        yield house.seats["east"].post("/api/why", json={"seat": "east", "action": action}).text


def plain(answers: list[str]) -> list[str]:
    """Without tokens, and without what only time makes."""
    return [RANDOM.sub("*", answer) for answer in answers]


@pytest.mark.parametrize("ends", ["--", "__", "a-", "-a"])
def test_a_token_is_left_out_whatever_it_begins_and_ends_with(ends: str) -> None:
    assert plain([f'{{"token":"{ends[0]}{41 * "x"}{ends[1]}"}}']) == ['{"token":"*"}']


def test_twins_are_the_same_to_everybody(tmp_path: Path) -> None:
    one, other = (plain(sent(tmp_path / str(pick), ToyGame(), pick)) for pick in (1, 3))
    assert len(one) > 50 and one == other


def test_a_device_of_several_is_covered_while_the_game_hides_something_and_not_beyond(tmp_path: Path) -> None:
    table = Table(tmp_path, TOY, {"seats": ["north", "east"]})
    house = Shown(table)
    cookies = [client.get_cookie("dreimagier") for client in house.seats.values()]
    device = house.app.test_client()
    device.set_cookie("dreimagier", ".".join(cookie.value for cookie in cookies if cookie))

    def actions() -> str:
        found: str = device.get("/fragments?page=play").get_json()["fragments"]["actions"]["html"]
        return found

    assert actions().count("data-uncover") == 2 and "data-common" not in actions()
    for seat in ("north", "east"):
        house.act(seat, {"type": "pick", "seat": seat, "number": 3})
    assert "data-uncover" in actions(), "the picks are known to their owners alone"
    house.act("north", {"type": "throw", "wands": {"die": {"top": 2}}})
    assert "data-uncover" not in actions() and "data-common" in actions()
    assert "Winken" in actions(), "it acts for one of them again"
    table.close()


@pytest.mark.parametrize("leak", [TellsAll, ShowsAll, Unsealed])
def test_a_leak_is_found(tmp_path: Path, leak: type[ToyGame]) -> None:
    one, other = (plain(sent(tmp_path / str(pick), leak(), pick)) for pick in (1, 3))
    assert one != other


def test_the_command_exports_no_sealed_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.table.choice.game_for", lambda *_: TOY)
    table = Table(tmp_path, TOY, {"seats": ["north", "east"]})
    table.close()
    said = CliRunner().invoke(main, ["export", "--data", str(tmp_path)])
    assert said.exit_code == 2 and "sealed" in said.output and "{" not in said.output


def test_a_replay_after_the_end_opens_what_the_game_opens(tmp_path: Path) -> None:
    table = Table(tmp_path, TOY, {"seats": ["north", "east"]})
    house = Shown(table)
    house.act("north", {"type": "pick", "seat": "north", "number": 3})
    house.act("east", {"type": "pick", "seat": "east", "number": 1})
    name = table.game_id(table.course)
    assert house.guest.get(f"/archive/{name}/parts?at=1").status_code == 404, "it is under way"
    house.act("north", {"type": "throw", "wands": {"die": {"top": 2}}})
    step = house.guest.get(f"/archive/{name}/parts?at=1").get_json()["fragments"]
    assert f'href="/archive/{name}/result.txt" download>Ergebnis behalten<' in house.guest.get(f"/archive/{name}").text
    assert house.guest.get(f"/archive/{name}/result.txt").text == "txt North 2"
    assert house.guest.get(f"/archive/{name}/result.csv").status_code == 404
    assert "data-pick>3<" in step["stage"]["html"]
    live = house.guest.get("/fragments?page=table").get_json()["fragments"]
    assert "data-pick>3<" in live["stage"]["html"], "and the die has shown it to all"
    table.close()

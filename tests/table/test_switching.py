"""Another game on the same table: by consent, with the same people, and kept as what it was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import Invalid
from companion.table import asks, choice, games, record
from companion.table.errors import Denied, Unreadable
from companion.table.installed import Installed
from companion.table.replay import Replays
from companion.table.table import Table
from tests.games.toy import TOY
from tests.table.hands import Hands
from tests.table.pocket import POCKET


def find(name: str) -> object:
    """Both games of the tests are installed."""
    known = {TOY.name: TOY, POCKET.name: POCKET}
    if name not in known:
        raise Invalid("the game", [])
    return known[name]


def opened(folder: Path) -> Table:
    """A table on which the pocket game lies first."""
    return Table(folder, POCKET, find=find)  # type: ignore[arg-type]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A fresh table."""
    made = opened(tmp_path)
    yield made
    made.close()


def begin(table: Table, seat: str | None, game: str, **more: object) -> None:
    sits = more.pop("sits", None)
    options = {"game": game, **more}
    games.new(table, seat, table.course.seq, f"new.{table.course.seq}", options, sits=sits)  # type: ignore[arg-type]


def test_another_game_is_a_vote_and_everybody_sits_down_again(table: Table) -> None:
    hands = Hands(table).seated()
    names = [seat.name for seat in table.course.seats.values()]
    begin(table, "north", "toy", seats=["up", "down", "west"])
    assert table.game.name == "pocket" and table.course.ask is not None
    assert table.course.ask.data["changes"]["game"] == ["pocket", "toy"]
    for other in [seat for seat in table.course.seats if seat != "north"]:
        hands.vote(other, "yes")
    assert table.game.name == "toy" and list(table.course.seats) == ["up", "down", "west"]
    assert [seat.name for seat in table.course.seats.values()] == names
    hands.act("down", {"type": "pick", "seat": "down", "number": 2})
    assert table.course.position.picks == {"down": 2}


def test_people_put_themselves_in_order_and_a_chair_stays_free(table: Table) -> None:
    hands = Hands(table).seated()
    held = list(table.course.seats)
    order = dict(zip(["south", "north", "east"], reversed(held), strict=True))
    begin(table, None, "toy", seats=["south", "up", "north", "east"], sits=order)
    sat = {seat: each.name for seat, each in table.course.seats.items()}
    assert sat == {"south": held[2].title(), "up": "", "north": held[1].title(), "east": held[0].title()}
    assert asks.taken(table.course) == ["south", "north", "east"]
    assert hands.tokens.keys() == set(held), "the secrets are those of before"


@pytest.mark.parametrize("sits", [{"up": "north"}, {"north": "nobody"}, {"north": "north", "east": "north"}])
def test_an_order_that_cannot_be_is_refused(table: Table, sits: dict[str, str]) -> None:
    Hands(table).seated()
    before = table.fingerprint
    with pytest.raises(Unreadable):
        begin(table, None, "toy", seats=["north", "east"], sits=sits)
    assert table.fingerprint == before


def test_a_folder_that_was_switched_opens_with_the_game_that_lay_there_last(tmp_path: Path) -> None:
    table = opened(tmp_path)
    hands = Hands(table).seated()
    begin(table, None, "toy")
    hands.act("north", {"type": "pick", "seat": "north", "number": 3})
    course = table.course
    table.close()
    again = Table(tmp_path, TOY, find=find)  # type: ignore[arg-type]
    try:
        assert again.course == course and again.game.name == "toy"
        begin(again, None, "pocket")
        assert again.game.name == "pocket" and again.archive.games()[0].game == "toy"
    finally:
        again.close()


def test_before_anybody_sits_a_game_is_just_laid_there(table: Table) -> None:
    games.lay(table, "toy", "a")
    assert table.game is TOY and not asks.taken(table.course)
    before = table.fingerprint
    games.lay(table, "toy", "b")
    assert table.fingerprint == before, "it lies there"
    with pytest.raises(Invalid):
        games.lay(table, "nothing", "c")
    Hands(table).seated()
    with pytest.raises(Denied):
        games.lay(table, "pocket", "d")


def test_a_record_brings_its_game_and_past_games_are_replayed_as_theirs(table: Table) -> None:
    hands = Hands(table).seated()
    hands.lay(north=1)
    text = "".join(record.lines(POCKET, table.course))
    begin(table, None, "toy")
    kept = table.archive.games()[0]
    assert Replays(Installed(TOY, find), table.archive).whole(kept).position.laid == {"north": 1}  # type: ignore[arg-type]
    games.import_(table, text, "back")
    assert table.game is POCKET and table.course.position.laid == {"north": 1}


def test_a_new_evening_of_another_game_frees_every_seat(table: Table) -> None:
    Hands(table).seated()
    games.evening(table, None, "e", {"game": "toy", "seats": ["north", "up"]})
    assert table.game is TOY
    assert list(table.course.seats) == ["north", "up"] and not asks.taken(table.course)


def test_the_settings_name_the_game_of_a_fresh_folder_only(tmp_path: Path) -> None:
    """The record's header wins: people may have chosen another game since."""
    Table(tmp_path, choice.game_for(tmp_path, "dreimagier")).close()
    assert choice.game_for(tmp_path, "nothing").name == "dreimagier"

"""Games that play themselves tell how long a game may last."""

from __future__ import annotations

import threading

import pytest

from companion.games import Draw, Json, registry
from companion.table.installed import Installed
from companion.table.lengths import GAMES, KEPT, Length, Lengths, told
from tests.programs.running import until
from tests.table.pocket import POCKET, PocketGame


class Paced(PocketGame):
    """Lasts as many turns as its header says, and a few more by chance; each game waits until it may."""

    rehearses = True

    def __init__(self) -> None:
        self.gate = threading.Semaphore(0)
        self.played: list[int] = []

    def rehearse(self, header: Json, draw: Draw) -> int:
        self.gate.acquire()
        self.played.append(header["cards"])
        return int(header["cards"]) + draw(10)


def whole(lengths: Lengths, header: Json) -> Length:
    """The length, once all games are played."""
    found: list[Length] = []

    def over() -> bool:
        now = lengths.of(header)
        assert now is not None
        found.append(now)
        return now.games == GAMES

    until(over, what="the games")
    return found[-1]


def test_so_many_games_are_played_and_no_more() -> None:
    game = Paced()
    lengths = Lengths(Installed(game))
    assert lengths.of({"cards": 100}) == Length(0, GAMES)
    game.gate.release(3)
    until(lambda: lengths.of({"cards": 100}).games == 3, what="three games")  # type: ignore[union-attr]
    game.gate.release(1000)
    found = whole(lengths, {"cards": 100})
    assert 100 <= found.least <= found.turns <= found.most < 110
    assert whole(Lengths(Installed(game)), {"cards": 100}) == found, "the same header gives the same games"
    assert len(game.played) == 2 * GAMES


def test_what_was_asked_for_last_is_played_first_and_old_ones_are_forgotten() -> None:
    game = Paced()
    lengths = Lengths(Installed(game))
    for cards in range(KEPT + 5):
        lengths.of({"cards": cards})
    game.gate.release(10_000)
    whole(lengths, {"cards": KEPT + 4})
    assert set(game.played[1:]) == {KEPT + 4}, "the first may have begun before"
    assert len(lengths._known) == KEPT


def test_a_game_that_cannot_play_itself_has_no_length() -> None:
    assert Lengths(Installed(POCKET)).of({"cards": 3}) is None
    with pytest.raises(NotImplementedError):
        POCKET.rehearse({}, lambda below: 0)


def test_one_of_ten_games_is_shorter_or_longer_than_what_is_told() -> None:
    assert told(list(range(1, 12))) == Length(11, GAMES, 6, 2, 10)


@pytest.mark.parametrize("settings", [{}, {"labyrinth_exit": "222"}])
def test_a_rule_that_makes_games_longer_is_told_as_longer(settings: Json) -> None:
    game = registry.find("dreimagier")
    found = whole(Lengths(Installed(game)), game.header({"settings": settings}))
    assert 75 <= found.turns <= 100 if not settings else 140 <= found.turns <= 220
    assert found.least < found.turns < found.most

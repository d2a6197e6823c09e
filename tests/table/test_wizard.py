"""The block of truth on a real table: all at once, secrets, a trick noted twice, undo, mending, restart."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from companion.games import Json
from companion.games.wizard import GAME
from companion.games.wizard.settings import SEATS
from companion.table import play, record
from companion.table.errors import Denied, Stale
from companion.table.state import state
from companion.table.table import Table
from tests.table.hands import Hands


def opened(folder: Path, seats: int = 3, **settings: str) -> Hands:
    """A table of Wizard, everybody seated."""
    folder.mkdir(exist_ok=True)
    return Hands(Table(folder, GAME, {"seats": list(SEATS[:seats]), "settings": settings})).seated()


def besides(hands: Hands, action: Json) -> None:
    """What a seat may do besides what it is asked."""
    play.act(hands.table, hands.command(action["seat"], action, question=hands.table.course.offers[action["seat"]]))


def turn(hands: Hands) -> None:
    hands.act("owl", {"type": "turn", "seat": "owl", "card": "red"})


def bid(seat: str, number: int) -> Json:
    return {"type": "bid", "seat": seat, "bid": number}


def trick(seat: str, winner: str) -> Json:
    return {"type": "trick", "seat": seat, "winner": winner}


def test_six_hidden_bids_in_the_same_moment_all_stand(tmp_path: Path) -> None:
    hands = opened(tmp_path / "six", 6, bids="hidden")
    turn(hands)
    start, fell = threading.Barrier(6), list[str]()
    commands = [hands.command(seat, bid(seat, number % 2)) for number, seat in enumerate(SEATS)]

    def tap(command: Any) -> None:
        start.wait()
        try:
            play.act(hands.table, command)
        except Stale as error:
            fell.append(str(error))

    threads = [threading.Thread(target=tap, args=(each,)) for each in commands]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    playing = hands.table.course.position.playing
    assert fell == [] and playing.bids == (0, 1, 0, 1, 0, 1)
    before = hands.table.fingerprint
    for command in commands:
        assert play.act(hands.table, command).repeated
    assert hands.table.fingerprint == before
    hands.table.close()


def sent(folder: Path, mode: str, number: int) -> list[Json]:
    """All that another seat and a spectator are told while somebody bids, changes his bid, and a trick is noted."""
    hands, told = opened(folder, bids=mode), list[Json]()

    def look() -> None:
        for role in ("fox", None):
            told.append(state(GAME, hands.table.course, role, "de"))

    turn(hands)
    for each in (bid("owl", 1 - number), bid("fox", 1), bid("stag", 1)):
        hands.act(each["seat"], each)
        if each["seat"] == "fox":
            besides(hands, bid("owl", number))
        if mode == "secret" or each["seat"] != "stag":
            look()
    hands.table.close()
    return told


@pytest.mark.parametrize("mode", ["hidden", "secret"])
def test_what_is_sent_does_not_depend_on_bids_that_may_not_be_seen(tmp_path: Path, mode: str) -> None:
    assert sent(tmp_path / "one", mode, 0) == sent(tmp_path / "two", mode, 1)


def test_the_same_trick_noted_by_two_people_is_noted_once(tmp_path: Path) -> None:
    hands = opened(tmp_path / "three")
    turn(hands)
    for seat in ("fox", "stag", "owl"):
        hands.act(seat, bid(seat, 0))
    hands.act("owl", trick("owl", "fox"))
    turn(hands)
    for seat in ("stag", "owl", "fox"):
        hands.act(seat, bid(seat, 1))
    late = hands.command("fox", trick("fox", "stag"))
    hands.act("owl", trick("owl", "stag"))
    with pytest.raises(Stale):
        play.act(hands.table, late)
    assert sum(hands.table.course.position.playing.tricks) == 1
    hands.table.close()


def test_a_locked_bid_is_not_taken_back_and_outlives_a_restart(tmp_path: Path) -> None:
    hands = opened(tmp_path / "locked", bids="secret")
    turn(hands)
    for seat in ("owl", "fox", "stag"):
        hands.act(seat, bid(seat, 1))
    with pytest.raises(Denied):
        hands.undo("owl")
    hands.table.close()
    again = Table(tmp_path / "locked", GAME)
    assert again.course.position.playing.bids == (1, 1, 1)
    assert state(GAME, again.course, None, "de")["view"]["playing"]["bids"] == {}
    again.close()


def test_a_past_round_is_mended_while_others_bid_and_the_record_folds(tmp_path: Path) -> None:
    hands = opened(tmp_path / "mend")
    turn(hands)
    for seat in ("fox", "stag", "owl"):
        hands.act(seat, bid(seat, 0))
    hands.act("stag", trick("stag", "fox"))
    turn(hands)
    asked = hands.table.course.questions["stag"]
    besides(hands, {"type": "mend", "seat": "owl", "round": 1, "bids": {"fox": 1}})
    assert hands.table.course.questions["stag"] == asked
    assert GAME.view(hands.table.course.position, None)["totals"] == {"owl": 20, "fox": 30, "stag": 20}
    text = "".join(record.lines(GAME, hands.table.course))
    assert GAME.encode(record.replay(GAME, text)[0]) == GAME.encode(hands.table.course.position)
    hands.table.close()

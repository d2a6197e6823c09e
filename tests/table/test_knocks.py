"""At the door: nobody is locked out, nobody whose phone is there is put out, nobody's asks block the referee."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.table import asks, games, knocks, seats
from companion.table.deadlines import Deadlines
from companion.table.errors import Denied, Stale
from companion.table.table import Table
from tests.table.hands import Hands
from tests.table.pocket import POCKET, SEATS


def live(*here: str) -> asks.Live:
    """These phones are there."""
    return lambda _: frozenset(here)


def knock(table: Table, seat: str, *here: str, name: str = "Fremd") -> seats.Joined:
    """Somebody asks for a seat."""
    return seats.join(table, table.code, seat, name, live(*here))


def end(table: Table, *here: str) -> None:
    """The minute of all at the door is over."""
    knocks.expire(table, tuple(each.id for each in table.course.knocks), live(*here))


def test_a_seat_whose_phone_is_there_is_given_by_itself_alone(hands: Hands, table: Table) -> None:
    joined = knock(table, "north", "north", "south")
    with pytest.raises(Denied) as denied:
        hands.vote("south", "yes", "north", "south")
    assert denied.value.reason.message == "table.live"
    end(table, "north", "south")
    assert seats.holder(table.course, joined.token) is None and not table.course.knocks
    joined = knock(table, "north", "north")
    hands.vote("north", "yes", "north")
    assert seats.holder(table.course, joined.token) == "north"


def test_a_phone_that_comes_back_in_the_minute_has_the_only_voice(hands: Hands, table: Table) -> None:
    knock(table, "north", "south")
    hands.vote("north", "no", "south")
    assert not table.course.knocks and table.course.told[-1].body["verdict"] == "no"
    assert seats.holder(table.course, hands.tokens["north"]) == "north"


def test_another_phone_is_asked_for_whatever_else_is_open(hands: Hands, table: Table) -> None:
    hands.lay(north=2)
    hands.undo("north")
    joined = knock(table, "east", "north", "south")
    assert joined.waiting and table.course.ask is not None
    hands.vote("south", "yes", "north", "south")
    assert seats.holder(table.course, joined.token) == "east"
    assert table.course.ask is not None and table.course.ask.type == "undo", "the other question still stands"


def test_people_at_the_door_do_not_block_the_referee(hands: Hands, table: Table) -> None:
    hands.lay(north=2)
    for seat in SEATS:
        knock(table, seat, *SEATS)
    hands.undo("north")
    assert table.course.ask is not None and len(table.course.knocks) == 3


def test_where_nobody_can_answer_three_get_in_at_once(hands: Hands, table: Table) -> None:
    joined = {seat: knock(table, seat, name="Dora") for seat in SEATS}
    assert all(each.waiting for each in joined.values())
    end(table)
    assert {seat: seats.holder(table.course, each.token) for seat, each in joined.items()} == {s: s for s in SEATS}


def test_of_two_who_ask_for_one_seat_the_first_gets_it(hands: Hands, table: Table) -> None:
    first, second = knock(table, "north"), knock(table, "north")
    with pytest.raises(Denied):
        knock(table, "north")
    end(table)
    assert seats.holder(table.course, first.token) == "north" and seats.holder(table.course, second.token) is None


def test_silence_of_phones_that_are_there_is_a_no(hands: Hands, table: Table) -> None:
    joined = knock(table, "north", "south")
    end(table, "south")
    assert seats.holder(table.course, joined.token) is None and not table.course.knocks
    assert table.course.told[-1].body["verdict"] == "time"


def test_not_again_tonight_holds_while_somebody_is_there(hands: Hands, table: Table) -> None:
    knock(table, "north", "north")
    hands.vote("north", "never", "north")
    with pytest.raises(Denied) as denied:
        knock(table, "north", "north")
    assert denied.value.reason.message == "table.not-tonight"
    assert knock(table, "east", "east").waiting, "another seat may be asked"
    assert knock(table, "north").waiting, "nobody is there: nobody is locked out"


def asks_again(table: Table, seat: str | None) -> bool:
    """Whether a stranger may ask for this seat (None: for a new evening) while everybody is there; takes it back."""
    try:
        joined = knock(table, seat, *SEATS) if seat else games.ask_evening(table, "Dora", live(*SEATS))
    except Denied as denied:
        assert denied.reason.message == "table.not-tonight"
        return False
    knocks.withdraw(table, frozenset({seats.hashed(joined.token)}), f"w{table.course.seq}")
    return True


class Clock:
    """A clock on the wall, which somebody may set."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def test_not_again_tonight_outlives_new_games_and_restarts(tmp_path: Path) -> None:
    clock = Clock()
    table = Table(tmp_path, POCKET, clock=clock)
    hands = Hands(table).seated()
    knock(table, "north", *SEATS)
    hands.vote("north", "never", *SEATS)
    games.ask_evening(table, "Dora", live(*SEATS))
    hands.vote("south", "never", *SEATS)
    for number in range(3):
        games.new(table, None, table.course.seq, f"n{number}", {})
        assert [asks_again(table, each) for each in ("north", None, "east")] == [False, False, True]
        table.close()
        table = Table(tmp_path, POCKET, clock=clock)
        assert [asks_again(table, each) for each in ("north", None, "east")] == [False, False, True]
    clock.now += knocks.NIGHT_S - 1
    assert not asks_again(table, "north") and not asks_again(table, None)
    clock.now += 1
    assert asks_again(table, "north") and asks_again(table, None), "the next evening"
    table.close()


def test_not_again_tonight_does_not_hold_for_years_when_a_clock_is_put_back(tmp_path: Path) -> None:
    clock = Clock()
    table = Table(tmp_path, POCKET, clock=clock)
    hands = Hands(table).seated()
    knock(table, "north", *SEATS)
    hands.vote("north", "never", *SEATS)
    clock.now -= 10
    assert asks_again(table, "north")
    table.close()


def test_not_again_tonight_is_the_wish_of_who_sits_there(hands: Hands, table: Table) -> None:
    for seat in ("north", "south"):
        knock(table, seat, *SEATS)
        hands.vote(seat, "never", *SEATS)
    seats.leave(table, "north", "bye")
    knock(table, "north")
    assert asks_again(table, "north") and not asks_again(table, "south")
    games.evening(table, None, "e", {}, live())
    hands.seated()
    assert asks_again(table, "south"), "other people, another evening"


def test_a_seat_whose_phone_is_away_is_freed_by_another_seat_or_the_owner(hands: Hands, table: Table) -> None:
    for by, seat in (("south", "north"), (None, "east")):
        with pytest.raises(Denied):
            seats.free(table, by, seat, f"early {seat}", live(seat))
        seats.free(table, by, seat, f"free {seat}", live("south"))
        assert not knock(table, seat, "south").waiting


def test_who_waits_gets_the_seat_that_is_freed(hands: Hands, table: Table) -> None:
    joined = knock(table, "north", "south")
    seats.free(table, "south", "north", "f", live("south"))
    assert seats.holder(table.course, joined.token) == "north"


def test_a_seated_browser_takes_the_seat_of_a_phone_that_is_away(hands: Hands, table: Table) -> None:
    mine = (hands.tokens["south"],)
    joined = seats.join(table, table.code, "north", "Süd", live("south", "east"), mine)
    assert not joined.waiting and seats.holder(table.course, joined.token) == "north"
    joined = seats.join(table, table.code, "east", "Süd", live("south", "east"), mine)
    assert joined.waiting, "not from a phone that is there"


def test_who_asked_at_the_door_asks_once_and_may_go_away(hands: Hands, table: Table) -> None:
    first = knock(table, "north", "north")
    second = seats.join(table, table.code, "east", "Fremd", live("north", "east"), (first.token,))
    assert [each.data["seat"] for each in table.course.knocks] == ["east"], "a second wish takes the first one back"
    knocks.withdraw(table, frozenset({seats.hashed(second.token)}), "w")
    assert not table.course.knocks


def test_no_seat_named_is_a_sentence(hands: Hands, table: Table) -> None:
    for message in ("table.full", "table.choose"):
        with pytest.raises(Denied) as denied:
            seats.join(table, table.code, None, "Vierte")
        assert denied.value.reason.message == message
        seats.leave(table, "north", "bye")


def test_a_new_evening_frees_all_seats_and_keeps_what_was_chosen(hands: Hands, table: Table) -> None:
    games.new(table, None, table.course.seq, "n", {"cards": 2})
    hands.lay(north=2)
    games.evening(table, "north", "e", {}, live("north"))
    assert not asks.taken(table.course) and table.course.header["cards"] == 2 and not table.course.line
    assert not knock(table, "north").waiting


def test_a_new_evening_asks_all_who_are_there(hands: Hands, table: Table) -> None:
    games.evening(table, "north", "e", {}, live("north", "south"))
    assert len(asks.taken(table.course)) == 3
    hands.vote("south", "yes", "north", "south")
    assert not asks.taken(table.course)


@pytest.mark.parametrize("here", [("south",), ("south", "east")])
def test_one_no_ends_a_new_evening(hands: Hands, table: Table, here: tuple[str, ...]) -> None:
    games.evening(table, None, "e", {}, live(*here))
    hands.vote("south", "no", *here)
    assert len(asks.taken(table.course)) == 3 and not table.course.knocks


def test_other_people_next_week_begin_an_evening_themselves(hands: Hands, table: Table) -> None:
    joined = games.ask_evening(table, "Dora")
    assert joined.waiting and len(asks.taken(table.course)) == 3
    end(table)
    assert not asks.taken(table.course) and not knock(table, "red" if "red" in table.course.seats else "north").waiting


def test_an_evening_asked_at_the_door_ends_unheard_while_somebody_is_there(hands: Hands, table: Table) -> None:
    games.ask_evening(table, "Dora", live("south"))
    with pytest.raises(Denied):
        games.ask_evening(table, "Emil", live("south"))
    end(table, "south")
    assert len(asks.taken(table.course)) == 3 and not table.course.knocks


def test_what_is_asked_at_the_door_stands_after_a_restart(hands: Hands, table: Table) -> None:
    knock(table, "north", "north")
    hands.vote("north", "never", "north")
    knock(table, "east", "east")
    games.ask_evening(table, "Dora", live("south"))
    table.close()
    reopened = Table(table.folder, POCKET)
    try:
        assert reopened.course.knocks == table.course.knocks and reopened.course.seats == table.course.seats
        end(reopened)
        assert not asks.taken(reopened.course)
    finally:
        reopened.close()


def test_a_new_evening_stands_after_a_restart(hands: Hands, table: Table) -> None:
    games.evening(table, "north", "e", {})
    table.close()
    reopened = Table(table.folder, POCKET)
    try:
        assert reopened.course == table.course and not asks.taken(reopened.course)
    finally:
        reopened.close()


# the minute, and taking an ask back


def test_an_ask_is_taken_back_by_who_asked(hands: Hands, table: Table) -> None:
    for choice in ("withdraw", "no"):
        hands.lay(**({"north": 2} if choice == "withdraw" else {}))
        hands.undo("north")
        hands.vote("north", choice)
        assert table.course.ask is None and table.course.told[-1].body["verdict"] == "withdrawn"
        assert table.course.position.laid == {"north": 2}


def test_a_dispute_is_taken_back_too(hands: Hands, table: Table) -> None:
    from companion.table import referee

    hands.lay(north=1, east=2, south=3)
    hands.act("north", {"type": "throw", "wands": {"wand": {"top": 1}}})
    referee.dispute(table, "east", table.course.seq, "d")
    hands.vote("east", "withdraw")
    assert table.course.ask is None and table.course.told[-1].body["verdict"] == "withdrawn"


def test_another_seat_cannot_take_it_back(hands: Hands, table: Table) -> None:
    hands.lay(north=2)
    hands.undo("north")
    with pytest.raises(Denied):
        hands.vote("east", "withdraw")


def test_the_next_throw_ends_every_question_of_the_game(hands: Hands, table: Table) -> None:
    hands.lay(north=1, east=2)
    games.new(table, "north", table.course.seq, "n", {}, live(*SEATS))
    hands.lay(south=3)
    assert table.course.ask is not None
    hands.act("north", {"type": "throw", "wands": {"wand": {"top": 1}}})
    assert table.course.ask is None


def test_a_new_game_does_not_wait_for_phones_that_are_away(hands: Hands, table: Table) -> None:
    games.new(table, "north", table.course.seq, "n", {"cards": 2}, live("north", "south"))
    assert table.course.ask is not None and table.course.ask.voters == ("south",)
    assert table.course.ask.data["changes"] == {"cards": [3, 2]}
    hands.vote("south", "yes")
    assert table.course.header["cards"] == 2


def test_a_minute_and_half_of_it_where_nobody_can_answer(hands: Hands, table: Table) -> None:
    clock = [0.0]
    made = Deadlines(60, lambda: clock[0])
    hands.lay(north=2)
    hands.undo("north")
    knock(table, "north", "south")
    undo, door = table.course.ask, table.course.knocks[0]
    assert undo is not None
    assert made.left(table.course, frozenset({"south"})) == {undo.id: 60, door.id: 60}
    clock[0] = 10
    assert made.left(table.course, frozenset()) == {undo.id: 50, door.id: 20}
    asks.expire(table, undo.id)
    assert table.course.ask is None and table.course.position.laid == {"north": 2}
    assert list(made.left(table.course, frozenset())) == [door.id]


def test_a_voice_in_an_ask_that_is_over_is_stale(hands: Hands, table: Table) -> None:
    knock(table, "north", "north")
    ask = table.course.knocks[0].id
    end(table, "north")
    with pytest.raises(Stale):
        asks.vote(table, "north", ask, "yes", "late")

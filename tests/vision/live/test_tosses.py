"""Which throws of a simulated camera are still owed when a child has ended."""

from __future__ import annotations

from companion.protocol import DeviceState
from tests.vision.live.host import state
from vision.live.tosses import Tosses

COLOURS = ["red", "black", "white"]


def asked(*states: DeviceState) -> Tosses:
    """What is known after these states."""
    tosses = Tosses()
    for each in states:
        tosses.asked(each)
    return tosses


def test_a_throw_that_nobody_saw_is_owed_once() -> None:
    now = state(7, toss=2, wands=COLOURS)
    tosses = asked(state(7, toss=1, wands=COLOURS), now)
    assert tosses.owed(now) == 1
    assert tosses.owed(now) == 2, "what ended two children is not tried for ever"


def test_news_of_the_same_moment_leave_it_owed() -> None:
    now = state(7, toss=2, wands=COLOURS)
    assert asked(state(7, toss=1, wands=COLOURS), now, now).owed(now) == 1


def test_two_taps_owe_a_throw() -> None:
    now = state(7, toss=3, wands=COLOURS)
    tosses = asked(state(7, toss=1, wands=COLOURS), state(7, toss=2, wands=COLOURS), now)
    assert tosses.owed(now) == 2


def test_a_throw_that_was_seen_is_owed_no_more() -> None:
    now = state(7, toss=2, wands=COLOURS)
    tosses = asked(state(7, toss=1, wands=COLOURS), now)
    tosses.seen()
    assert tosses.owed(now) == 2


def test_a_table_that_went_on_is_owed_nothing() -> None:
    on = state(8, toss=2, wands=COLOURS)
    assert asked(state(7, toss=1, wands=COLOURS), state(7, toss=2, wands=COLOURS), on).owed(on) == 2
    tosses = asked(state(7, toss=1, wands=COLOURS), state(7, toss=2, wands=COLOURS))
    assert tosses.owed(on) == 2


def test_what_was_asked_before_the_eye_opened_is_not_owed() -> None:
    now = state(7, toss=5, wands=COLOURS)
    assert asked(now).owed(now) == 5


def test_a_host_that_began_anew_owes_nothing_and_counts_anew() -> None:
    anew = state(7, toss=0, wands=COLOURS)
    tosses = asked(state(7, toss=4, wands=COLOURS), state(7, toss=5, wands=COLOURS), anew)
    assert tosses.owed(anew) == 0
    now = state(7, toss=1, wands=COLOURS)
    tosses.asked(now)
    assert tosses.owed(now) == 0


def test_where_no_throw_is_awaited_none_is_owed() -> None:
    now = state(7, toss=2)
    assert asked(state(7, toss=1), now).owed(now) == 2


def test_without_a_state_nothing_is() -> None:
    assert Tosses().owed(None) == 0

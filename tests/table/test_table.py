"""One writer: commands, questions, repeated requests, forced steps, restart."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from companion.games import Invalid
from companion.table import play
from companion.table.errors import Denied, Occupied, Stale, Unreadable
from companion.table.state import state
from companion.table.table import Table
from tests.table.hands import Hands
from tests.table.pocket import POCKET, SEATS

PATIENCE_S = 10.0
LAY = {"type": "lay", "seat": "north", "card": 2}


def test_a_new_table_asks_every_seat_at_once(table: Table) -> None:
    assert table.course.questions == {seat: f"lay.{seat}.1" for seat in SEATS}
    assert len(table.code) == 4


def test_an_action_is_kept_and_its_seat_is_asked_no_more(hands: Hands, table: Table) -> None:
    before = table.course.seq
    done = hands.act("north", LAY)
    assert done.seq == before + 1 == table.course.seq
    assert table.course.questions == {"east": "lay.east.1", "south": "lay.south.1"}


def test_a_command_stands_while_its_own_question_stands(hands: Hands, table: Table) -> None:
    old = hands.command("east", {"type": "lay", "seat": "east", "card": 1})
    hands.act("north", LAY)
    assert old.seq < table.course.seq
    assert play.act(table, old).seq == table.course.seq
    with pytest.raises(Stale):
        play.act(table, hands.command("east", old.action, question=old.question))


@pytest.mark.parametrize("changes", [{"seq": 99}, {"question": "lay.north.77"}, {"question": ""}])
def test_a_command_on_another_state_is_stale(hands: Hands, table: Table, changes: dict[str, object]) -> None:
    before = table.fingerprint
    with pytest.raises(Stale):
        play.act(table, hands.command("north", LAY, **changes))
    assert table.fingerprint == before


def test_a_seat_cannot_play_for_another(hands: Hands, table: Table) -> None:
    before = table.fingerprint
    with pytest.raises(Denied):
        hands.act("east", LAY)
    assert table.fingerprint == before


def test_an_unreadable_action_changes_nothing(hands: Hands, table: Table) -> None:
    before = table.fingerprint
    with pytest.raises(Invalid):
        hands.act("north", {"type": "nonsense"})
    assert table.fingerprint == before


def test_the_same_request_has_the_same_outcome_also_after_a_restart(hands: Hands, table: Table) -> None:
    command = hands.command("north", LAY)
    first = play.act(table, command)
    hands.lay(east=1)
    assert play.act(table, command).seq == first.seq
    table.close()
    reopened = Table(table.folder, POCKET)
    try:
        again = play.act(reopened, command)
        assert (again.seq, again.repeated) == (first.seq, True)
        assert reopened.course.seq == table.course.seq
    finally:
        reopened.close()


def test_a_request_id_cannot_say_two_things(hands: Hands, table: Table) -> None:
    play.act(table, hands.command("north", LAY, request="once"))
    with pytest.raises(Unreadable):
        play.act(table, hands.command("north", {**LAY, "card": 1}, request="once"))


def test_two_seats_may_use_the_same_request_id(hands: Hands, table: Table) -> None:
    play.act(table, hands.command("north", LAY, request="same"))
    play.act(table, hands.command("east", {"type": "lay", "seat": "east", "card": 3}, request="same"))
    assert set(table.course.questions) == {"south"}


def test_forced_steps_are_played_by_the_table_and_recorded(hands: Hands, table: Table) -> None:
    for card in (1, 2):
        hands.lay(north=card, east=card, south=card)
        hands.act("north", {"type": "throw", "wands": {"wand": {"top": 1}}})
    forced = [played for played in table.course.line if played.source == "table"]
    assert [(played.seat, played.action["card"]) for played in forced] == [(seat, 3) for seat in SEATS]
    assert table.course.questions == {"north": f"throw.north.{table.course.seq}"}


def test_a_command_with_its_forced_steps_is_one_request_also_after_a_restart(hands: Hands, table: Table) -> None:
    hands.lay(north=1, east=1, south=1)
    hands.act("north", {"type": "throw", "wands": {"wand": {"top": 1}}})
    hands.lay(north=2, east=2, south=2)
    command = hands.command("north", {"type": "throw", "wands": {"wand": {"top": 1}}})
    done = play.act(table, command)
    assert done.seq == command.seq + 4
    table.close()
    reopened = Table(table.folder, POCKET)
    try:
        assert play.act(reopened, command).seq == done.seq
    finally:
        reopened.close()


def test_a_restart_finds_the_same_position_and_questions(hands: Hands, table: Table) -> None:
    hands.lay(north=2, south=1)
    before = table.course
    table.close()
    reopened = Table(table.folder, POCKET)
    try:
        assert reopened.course == before
        assert reopened.code == table.code
    finally:
        reopened.close()


def test_one_host_a_folder(table: Table) -> None:
    with pytest.raises(Occupied, match="another host"):
        Table(table.folder, POCKET, patience_s=0.0)


def test_what_is_laid_face_down_is_told_to_its_owner_alone(hands: Hands, table: Table) -> None:
    hands.lay(north=2)
    mine, other, guest = (str(state(POCKET, table.course, role, "de")) for role in ("north", "east", None))
    assert "'north': 2" in mine and "'card': 2" in mine
    for told in (other, guest):
        assert "'north': None" in told and "'card'" not in told


def test_nobody_is_sent_a_hash(hands: Hands, table: Table) -> None:
    hashes = [seat.hash for seat in table.course.seats.values()]
    for role in (None, *SEATS):
        told = str(state(POCKET, table.course, role, "de"))
        assert all(hash_ and hash_ not in told for hash_ in hashes)


def test_taps_at_the_same_time_are_played_once(hands: Hands, table: Table) -> None:
    commands = [hands.command("north", {**LAY, "card": card}) for card in (1, 2, 3)] * 4
    outcomes: list[str] = []
    start = threading.Barrier(len(commands))

    def tap(number: int) -> None:
        start.wait()
        try:
            play.act(table, commands[number])
            outcomes.append("done")
        except Stale:
            outcomes.append("stale")

    threads = [threading.Thread(target=tap, args=(number,)) for number in range(len(commands))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes.count("done") == 4 and outcomes.count("stale") == 8
    assert len(table.course.line) == 1


def test_everybody_who_waits_is_told(table: Table) -> None:
    told: list[int] = []
    threads = [
        threading.Thread(target=lambda: told.append(table.wait(table.version, PATIENCE_S)), daemon=True)
        for _ in range(5)
    ]
    for thread in threads:
        thread.start()
    # Only the condition itself knows who waits: started is not yet waiting.
    until = time.monotonic() + PATIENCE_S
    while len(table._changed._waiters) < len(threads):  # type: ignore[attr-defined]
        assert time.monotonic() < until
    table.touch()
    for thread in threads:
        thread.join(PATIENCE_S / 2)
    assert told == [table.version] * len(threads)


def test_options_that_cannot_be_used_leave_no_lock_behind(tmp_path: Path) -> None:
    with pytest.raises(Invalid):
        Table(tmp_path, POCKET, {"nonsense": 1})
    Table(tmp_path, POCKET).close()

"""The spare copy grows by what was done, and what is written for an action or a join is the same early and late."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from companion.games import registry
from companion.table import games, seats, spare
from companion.table.table import SPARE_EVERY, Table
from tests.table.hands import Hands, play_on
from tests.table.pocket import POCKET

ACTION_BYTES = 12_000
"""Of the write-ahead log, the spare copy and the witness, for an action of Die drei Magier."""


def written() -> int:
    """The bytes that this process has written so far."""
    told = Path("/proc/self/io").read_text().splitlines()
    return int(next(line for line in told if line.startswith("wchar")).split()[1])


def played(folder: Path, actions: int) -> Table:
    """A table after so many laid cards."""
    table = Table(folder, POCKET, {"cards": 6})
    play_on(Hands(table).seated(), random.Random(2), actions)
    return table


def held(table: Table) -> spare.Spare:
    """What can be read of its spare copy."""
    return spare.read(table.folder / spare.SPARE)


def test_an_action_costs_the_same_late_in_a_game(tmp_path: Path) -> None:
    table = Table(tmp_path, registry.find("dreimagier"))
    hands, chance, costs = Hands(table).seated(), random.Random(1), []
    for _ in range(3):
        before = written()
        assert play_on(hands, chance, 100) == 100
        costs.append((written() - before) / 100)
    table.close()
    print(f"bytes for an action: {costs}")
    assert max(costs) < ACTION_BYTES and costs[-1] < 1.2 * costs[0]


def test_a_join_costs_the_same_after_hundreds(tmp_path: Path) -> None:
    table, costs = Table(tmp_path, POCKET), []
    hands = Hands(table)
    for _ in range(4):
        before = written()
        for _ in range(100):
            seats.join(table, table.code, "north", "Anna")
            seats.leave(table, "north", hands.request())
        costs.append((written() - before) / 100)
    table.close()
    print(f"bytes for a join and a leave: {costs}")
    assert costs[-1] < 1.4 * costs[0]


def test_it_holds_every_entry_to_the_last_step_of_25(tmp_path: Path) -> None:
    table = played(tmp_path, 1)
    for number in range(3 * SPARE_EVERY):
        seats.leave(table, "north", f"leave{number}")
        seats.join(table, table.code, "north", "Anna")
        found = held(table)
        assert found.entries == table._journal.entries[: len(found.entries)]
        assert table.course.seq - found.end[0] < SPARE_EVERY
    table.close()
    assert held(table).end == (table.course.seq, table._journal.check)


@pytest.mark.parametrize("spoil", ["away", "cut", "longer"])
def test_a_file_that_is_not_what_was_written_is_written_as_a_whole(tmp_path: Path, spoil: str) -> None:
    table = played(tmp_path, 6)
    table._write_spare()
    path = tmp_path / spare.SPARE
    content = path.read_bytes()
    if spoil == "away":
        path.unlink()
    else:
        path.write_bytes(content[:-20] if spoil == "cut" else content + b"rubbish")
    seats.leave(table, "north", "r-leave")
    table._write_spare()
    assert held(table).entries == table._journal.entries
    table.close()


def test_a_torn_line_ends_it_and_what_stands_before_is_read(tmp_path: Path) -> None:
    table = played(tmp_path, 2)
    table._write_spare()
    before = held(table).entries
    seats.leave(table, "north", "r-leave")
    table._write_spare()
    table.close()
    whole = (tmp_path / spare.SPARE).read_bytes()
    for cut in range(1, len(whole) - whole[:-1].rindex(b"\n")):
        (tmp_path / spare.SPARE).write_bytes(whole[:-cut])
        assert held(table).entries[: len(before)] == before
    altered = whole.replace(b'"seq":%d' % table.course.seq, b'"seq":%d' % (table.course.seq + 1))
    (tmp_path / spare.SPARE).write_bytes(altered)
    assert altered != whole and held(table).entries == before


def test_a_copy_of_an_older_program_is_read(tmp_path: Path) -> None:
    table = played(tmp_path, 4)
    table.close()
    found = held(table)
    (tmp_path / spare.SPARE).write_bytes(msgspec.json.encode(found))
    assert held(table) == found and len(found.entries) > 4


def test_a_new_game_begins_a_new_copy(tmp_path: Path) -> None:
    table = played(tmp_path, 6)
    table._write_spare()
    games.new(table, None, table.course.seq, "r-new", {})
    table._write_spare()
    assert held(table).entries == table._journal.entries
    table.close()

"""Records: export, import, replay; every fault names its line."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion.games import registry
from companion.table import games, record
from companion.table.table import Table
from tests.table.hands import Hands, play_on
from tests.table.pocket import POCKET

GOLDEN = Path(__file__).with_name("records") / "pocket.jsonl"


def text(table: Table) -> str:
    return "".join(record.lines(table.game, table.course))


def test_a_record_replays_to_the_same_position(hands: Hands, table: Table) -> None:
    played = play_on(hands, random.Random(1), 50)
    position, count = record.replay(POCKET, text(table))
    assert position == table.course.position
    assert count == len(table.course.line) >= played


def test_the_golden_record_is_still_read() -> None:
    position, count = record.replay(POCKET, GOLDEN.read_text(encoding="utf-8"))
    assert count == 8
    assert POCKET.encode(position)["won"] == {"north": 1, "east": 0, "south": 1}


def test_an_imported_game_is_the_same_game(hands: Hands, table: Table, tmp_path: Path) -> None:
    play_on(hands, random.Random(2), 5)
    other = Table(tmp_path / "other", POCKET)
    try:
        games.import_(other, text(table), "import")
        assert other.course.position == table.course.position
        assert [p.action for p in other.course.line] == [p.action for p in table.course.line]
        assert games.import_(other, text(table), "import").repeated
    finally:
        other.close()


def test_an_imported_game_keeps_the_players(hands: Hands, table: Table) -> None:
    seats = table.course.seats
    games.import_(table, GOLDEN.read_text(encoding="utf-8"), "import")
    assert table.course.seats == seats
    assert len([played for played in table.course.line if played.source == "hand"]) == 8


@pytest.mark.parametrize(
    ("line", "content"),
    [
        (1, "nonsense"),
        (1, "[]"),
        (1, '{"game":"another"}'),
        (1, '{"game":"pocket"}'),
        (3, "{"),
        (3, '{"type":"lay","seat":"north","card":9}'),
        (3, '{"type":"dance"}'),
        (5, '{"type":"throw","wands":{"wand":{"top":7}}}'),
        (5, "\x00"),
        (5, "[" * 100_000),
    ],
)
def test_a_fault_names_its_line_and_changes_nothing(hands: Hands, table: Table, line: int, content: str) -> None:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    lines[line - 1] = content
    before = table.fingerprint
    with pytest.raises(record.BadRecord, match=f"^line {line}: "):
        games.import_(table, "\n".join(lines), "import")
    assert table.fingerprint == before


@pytest.mark.parametrize("content", ["", "\n", "\ufeff"])
def test_an_empty_record(content: str) -> None:
    with pytest.raises(record.BadRecord, match="line 1"):
        record.replay(POCKET, content)


def test_corrections_leave_only_what_stands(hands: Hands, table: Table) -> None:
    from companion.table import referee

    hands.lay(north=1, east=2, south=3)
    hands.act("north", {"type": "throw", "wands": {"wand": {"top": 2}}})
    referee.dispute(table, "east", table.course.seq, "d")
    for seat in ("east", "north"):
        hands.vote(seat, "again")
    assert '"throw"' not in text(table)
    assert record.replay(POCKET, text(table))[0] == table.course.position


def test_a_game_of_die_drei_magier_goes_through_a_record(tmp_path: Path) -> None:
    table = Table(tmp_path, registry.find("dreimagier"), {"board": "tiny"})
    try:
        hands = Hands(table).seated()
        play_on(hands, random.Random(3), 60)
        position, _ = record.replay(table.game, text(table))
        assert table.game.encode(position) == table.game.encode(table.course.position)
    finally:
        table.close()

"""The journal on disk: WAL, synchronous=FULL, one connection; damage is set aside and nothing good is lost."""

from __future__ import annotations

import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from companion.table import files, games, journal, salvage, spare
from companion.table.entries import FIRST_CHECK, Draft, Origin, chained
from companion.table.errors import Damaged, StorageFailed
from companion.table.journal import Journal
from companion.table.table import Table
from tests.table.hands import Hands
from tests.table.pocket import POCKET


def lay(hands: Hands) -> None:
    hands.lay(north=2, east=1)


def reopen(folder: Path) -> Table:
    return Table(folder, POCKET)


def test_every_commit_is_synced(table: Table) -> None:
    pragma = table._journal._connection.execute
    assert pragma("PRAGMA journal_mode").fetchone() == ("wal",)
    assert pragma("PRAGMA synchronous").fetchone() == (2,)


def test_a_failed_write_changes_nothing_and_the_next_one_works(hands: Hands, table: Table) -> None:
    pages = table._journal._connection.execute("PRAGMA page_count").fetchone()[0]
    table._journal._connection.execute(f"PRAGMA max_page_count={pages}")
    before, course = table.fingerprint, table.course
    with pytest.raises(StorageFailed, match="full"):
        table.write(lambda _: [Draft("note", {"type": "test", "text": "x" * 100_000})])
    assert (table.fingerprint, table.course) == (before, course)
    table._journal._connection.execute("PRAGMA max_page_count=1000000")
    lay(hands)
    assert len(table.course.line) == 2


def test_a_zero_length_file_is_set_aside_and_the_spare_copy_goes_on(hands: Hands, table: Table) -> None:
    lay(hands)
    table.close()
    table._journal.path.write_bytes(b"")
    reopened = reopen(table.folder)
    try:
        assert reopened.course.line == table.course.line
        assert reopened.code == table.code
        assert [notice["type"] for notice in reopened.course.notices] == ["salvaged"]
        assert (table.folder / "journal.db.damaged-1").exists()
    finally:
        reopened.close()


@pytest.mark.parametrize("content", [b"", b"nonsense" * 1000, b"SQLite format 3\x00" + b"\xff" * 9000])
def test_without_any_good_entry_a_fresh_table_says_so(tmp_path: Path, content: bytes) -> None:
    (tmp_path / salvage.NAME).write_bytes(content)
    table = reopen(tmp_path)
    try:
        assert table.course.notices[0]["kept"] == 0
        assert (tmp_path / table.course.notices[0]["aside"]).read_bytes() == content
    finally:
        table.close()


def test_a_journal_that_is_gone_is_not_silently_begun_anew(hands: Hands, table: Table) -> None:
    lay(hands)
    table.close()
    table._journal.path.unlink()
    reopened = reopen(table.folder)
    try:
        assert reopened.course.line == table.course.line and reopened.course.notices
    finally:
        reopened.close()


def test_an_entry_that_was_tampered_with_ends_the_good_part(hands: Hands, table: Table) -> None:
    lay(hands)
    table.close()
    (table.folder / spare.SPARE).unlink()
    last = table.course.seq
    with sqlite3.connect(table._journal.path) as connection:
        connection.execute("UPDATE entries SET body = replace(body, '2', '3') WHERE seq = ?", (last - 1,))
    connection.close()
    reopened = reopen(table.folder)
    try:
        assert reopened.course.notices[0]["kept"] == last - 2
        assert len(reopened.course.line) == 0
    finally:
        reopened.close()


def test_a_sound_journal_that_the_rules_of_today_refuse_is_set_aside_whole(hands: Hands, table: Table) -> None:
    lay(hands)
    body = {"action": {"type": "lay", "seat": "north", "card": 2}, "seat": "north", "source": "hand", "picture": None}
    table._journal.append([Draft("action", body)])
    table.close()
    whole, last = table._journal.path.read_bytes(), table._journal.seq
    for _ in range(2):
        reopened = reopen(table.folder)
        try:
            assert reopened.course.line == () and reopened.course.seq > last
            assert [notice["type"] for notice in reopened.course.notices] == ["set-aside"]
            assert (table.folder / "journal.db.before-1").read_bytes() == whole
            assert reopened.course.seats == table.course.seats and reopened.code == table.code
        finally:
            reopened.close()
    assert not (table.folder / "journal.db.before-2").exists()


def test_flipped_bytes_never_lose_the_good_part_silently(hands: Hands, table: Table, tmp_path: Path) -> None:
    lay(hands)
    table.close()
    whole = table._journal.path.read_bytes()
    good = table.course.line
    rng = random.Random(5)
    for number in range(120):
        folder = tmp_path / f"flip{number}"
        folder.mkdir()
        shutil.copy(table.folder / spare.SPARE, folder)
        torn = bytearray(whole)
        for _ in range(rng.randrange(1, 40)):
            torn[rng.randrange(len(torn))] ^= 1 << rng.randrange(8)
        (folder / salvage.NAME).write_bytes(torn)
        try:
            reopened = reopen(folder)
        except StorageFailed as error:
            assert "newer program" in str(error)
            continue
        assert reopened.course.line == good
        reopened.close()


def test_entries_that_vanished_without_a_trace_are_missed(hands: Hands, table: Table) -> None:
    lay(hands)
    table.close()
    with sqlite3.connect(table._journal.path) as connection:
        connection.execute("DELETE FROM entries WHERE seq > 3")
    connection.close()
    reopened = reopen(table.folder)
    try:
        assert reopened.course.line == table.course.line and reopened.course.notices
    finally:
        reopened.close()


def test_past_games_stay_on_disk_and_cost_no_memory(hands: Hands, table: Table) -> None:
    made = []
    for number in range(3):
        lay(hands)
        made.append(table.course.seq)
        games.new(table, None, made[-1], f"new{number}", {})
    lay(hands)
    assert [entry.kind for entry in table.entries] == ["game", "action", "action"]
    with sqlite3.connect(table._journal.path) as connection:
        assert connection.execute("SELECT count(*) FROM entries").fetchone() == (table.course.seq,)
    connection.close()
    table.close()
    reopened = reopen(table.folder)
    try:
        assert reopened.course == table.course
        assert [entry.seq for entry in reopened.entries] == [entry.seq for entry in table.entries]
        assert games.new(reopened, None, made[0], "new0", {}).repeated, "requests of past games are still known"
    finally:
        reopened.close()


def test_only_the_present_game_is_left_when_the_journal_is_lost(hands: Hands, table: Table) -> None:
    lay(hands)
    games.new(table, None, table.course.seq, "new", {})
    lay(hands)
    table.close()
    table._journal.path.write_bytes(b"")
    for _ in range(2):
        reopened = reopen(table.folder)
        assert reopened.course.line == table.course.line and reopened.course.seats == table.course.seats
        reopened.close()
    reopened = reopen(table.folder)
    try:
        Hands(reopened).act("south", {"type": "lay", "seat": "south", "card": 1})
        assert len(reopened.course.line) == 3 and reopened.course.seq == table.course.seq + 2
    finally:
        reopened.close()


def test_a_journal_of_a_newer_program_is_left_alone(table: Table) -> None:
    table.close()
    with sqlite3.connect(table._journal.path) as connection:
        connection.execute("PRAGMA user_version=99")
    connection.close()
    with pytest.raises(StorageFailed, match="newer program"):
        reopen(table.folder)
    assert not list(table.folder.glob("*.damaged*"))


def test_a_new_journal_appears_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    entries = chained([Draft("note", {"n": n}) for n in range(3)], 0, FIRST_CHECK, None)
    journal.create(path, {"code": "ABCD", "table": "t"}, entries)
    opened = Journal(path)
    assert opened.entries == entries
    opened.close()
    assert {file.name for file in tmp_path.iterdir()} == {"j.db"}


def test_a_repeated_request_id_cannot_be_written_twice(table: Table) -> None:
    origin = Origin("north", "once", "d")
    table._journal.append([Draft("note", {})], origin)
    with pytest.raises(StorageFailed):
        table._journal.append([Draft("note", {})], origin)
    assert table._journal._connection.in_transaction is False


def test_a_file_is_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings"
    files.write(path, b"old")
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(StorageFailed, match="No space"):
        files.write(path, b"new")
    assert path.read_bytes() == b"old"


def test_a_read_only_folder_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(StorageFailed, match="cannot be written"):
        Table(tmp_path / "file", POCKET)


def test_an_open_journal_is_never_empty(tmp_path: Path) -> None:
    (tmp_path / "j.db").write_bytes(b"")
    with pytest.raises(Damaged, match="empty"):
        Journal(tmp_path / "j.db")

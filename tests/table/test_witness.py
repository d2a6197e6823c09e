"""What is lost is told: a log cut short, a journal taken away, a folder emptied; what can be healed is."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.table import salvage, witness
from companion.table.table import Table
from tests.table.hands import Hands
from tests.table.pocket import POCKET


def notices(table: Table) -> list[str]:
    return [notice["type"] for notice in table.course.notices]


def reopened(folder: Path) -> Table:
    return Table(folder, POCKET)


def snapshot(table: Table) -> dict[str, bytes]:
    """The files of a running table, as a power cut leaves them."""
    return {path.name: path.read_bytes() for path in table.folder.iterdir() if path.is_file()}


def laid_out(folder: Path, files: dict[str, bytes]) -> Path:
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder


@pytest.mark.parametrize("kept", [0.0, 0.5, 0.9])
def test_a_log_that_was_cut_short_is_told(hands: Hands, table: Table, tmp_path: Path, kept: float) -> None:
    hands.lay(north=2, east=1)
    files = snapshot(table)
    log = files["journal.db-wal"]
    assert len(log) > 4096
    files["journal.db-wal"] = log[: int(len(log) * kept)]
    files.pop("journal.db-shm", None)
    again = reopened(laid_out(tmp_path / "cut", files))
    try:
        assert notices(again) == ["salvaged"]
        assert again.course.seq <= table.course.seq + 2
    finally:
        again.close()
    twice = reopened(tmp_path / "cut")
    try:
        assert notices(twice) == ["salvaged"], "told once"
    finally:
        twice.close()


def test_a_whole_log_is_no_loss(hands: Hands, table: Table, tmp_path: Path) -> None:
    hands.lay(north=2, east=1)
    again = reopened(laid_out(tmp_path / "whole", snapshot(table)))
    try:
        assert notices(again) == [] and again.fingerprint == table.fingerprint
    finally:
        again.close()


@pytest.mark.parametrize(
    "names", [("journal.db",), ("journal.db-wal",), ("journal.db", "journal.db-wal", "journal.db-shm")]
)
def test_a_journal_taken_away_under_a_running_host_is_written_anew(
    hands: Hands, table: Table, names: tuple[str, ...]
) -> None:
    hands.lay(north=2)
    line, code = table.course.line, table.code
    for name in names:
        (table.folder / name).unlink()
    hands.lay(east=1)
    assert notices(table) == ["restored"]
    assert table.course.line[: len(line)] == line and len(table.course.line) == len(line) + 1
    table.close()
    again = reopened(table.folder)
    try:
        assert again.course.line == table.course.line and again.code == code and notices(again) == ["restored"]
    finally:
        again.close()


def test_where_tokens_stay_and_every_journal_is_gone_the_new_table_says_so(table: Table) -> None:
    (table.folder / "tokens").mkdir()
    (table.folder / "tokens" / "host.token").write_text("x" * 43)
    table.close()
    for path in table.folder.glob("journal.*"):
        path.unlink()
    again = reopened(table.folder)
    try:
        assert notices(again) == ["lost"] and again.code != table.code
    finally:
        again.close()


def test_an_empty_folder_has_lost_nothing(tmp_path: Path) -> None:
    first = reopened(tmp_path / "new")
    try:
        assert notices(first) == []
    finally:
        first.close()


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\xff" * 96, b"-5"])
def test_a_damaged_witness_accuses_nobody(hands: Hands, table: Table, content: bytes) -> None:
    hands.lay(north=2)
    table.close()
    witness.file_of(table.folder / salvage.NAME).write_bytes(content)
    again = reopened(table.folder)
    try:
        assert notices(again) == [] and again.fingerprint == table.fingerprint
    finally:
        again.close()

"""Cuts at every write: the files of a game after every prefix of its writes, with dropped and torn ones.

The journal is one SQLite file and its write-ahead log.  A recorded game gives, after each acknowledged action, the
bytes of both; between two acknowledgements the log grows by whole frames.  A cut may leave any prefix of those unsynced
bytes, also with garbage in place of its last block.  Opened, the table must hold every acknowledged action and no
half one.
"""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from companion.games import Json
from companion.table.table import Table
from tests.table.hands import Hands, play_on
from tests.table.pocket import POCKET

BLOCK = 512


class Recording:
    """The files after each acknowledged action of a game, and the course then."""

    def __init__(self, folder: Path, actions: int) -> None:
        table = Table(folder, POCKET, {"cards": 6})
        hands = Hands(table).seated()
        self.states: list[tuple[bytes, bytes, int, tuple[Json, ...]]] = []
        play_on(hands, random.Random(11), actions, lambda: self._note(table))
        table.close()

    def _note(self, table: Table) -> None:
        path = table._journal.path
        log = path.with_name(path.name + "-wal").read_bytes()
        actions = tuple(played.action for played in table.course.line)
        self.states.append((path.read_bytes(), log, table.course.seq, actions))


def opened(folder: Path, database: bytes, log: bytes) -> tuple[int, tuple[Json, ...], bool]:
    """Number and actions of the table in these files, and whether anything was set aside."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "journal.db").write_bytes(database)
    (folder / "journal.db-wal").write_bytes(log)
    table = Table(folder, POCKET)
    try:
        course = table.course
        return course.seq, tuple(played.action for played in course.line), bool(course.notices)
    finally:
        table.close()


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    return Recording(tmp_path_factory.mktemp("recorded"), 12)


def cuts(before: int, after: int, rng: random.Random, count: int) -> list[int]:
    """Lengths of the log between two acknowledged states: at its ends, block by block, and some odd ones."""
    blocks = list(range(before, after, BLOCK))
    return sorted(
        {before, *rng.sample(blocks, min(count, len(blocks))), rng.randrange(before, after), after - 1, after}
    )


def check(recording: Recording, folder: Path, count: int) -> int:
    rng = random.Random(3)
    tried = 0
    for first, second in zip(recording.states, recording.states[1:], strict=False):
        for length in cuts(len(first[1]), len(second[1]), rng, count):
            for torn in (b"", rng.randbytes(BLOCK)):
                log = second[1][:length] + torn
                seq, actions, aside = opened(folder, second[0], log)
                assert (seq, actions) in ((first[2], first[3]), (second[2], second[3])), f"cut at {length}"
                assert not aside
                tried += 1
    return tried


def test_a_cut_at_any_write_leaves_all_that_was_acknowledged(recording: Recording, tmp_path: Path) -> None:
    assert check(recording, tmp_path / "cut", 1) >= 40


@pytest.mark.prove
def test_a_cut_at_every_block(tmp_path: Path) -> None:
    assert check(Recording(tmp_path / "recorded", 30), tmp_path / "cut", 10_000) >= 800


def test_a_synced_action_is_never_dropped(recording: Recording, tmp_path: Path) -> None:
    for database, log, seq, actions in recording.states:
        assert opened(tmp_path / "whole", database, log) == (seq, actions, False)

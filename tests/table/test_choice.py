"""Which game a folder is opened with; a folder of another game stays as it is."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from companion.games import Invalid, registry
from companion.table import choice, games, salvage
from companion.table.errors import OtherGame
from companion.table.table import Table
from tests.games.toy import TOY
from tests.table.hands import Hands
from tests.table.pocket import POCKET


def contents(folder: Path) -> dict[str, str]:
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in folder.iterdir()}


@pytest.mark.parametrize("damage", [None, "zero", "gone", "killed"])
def test_a_folder_of_another_game_is_refused_and_not_touched(tmp_path: Path, damage: str | None) -> None:
    table = Table(tmp_path, POCKET)
    Hands(table).lay(north=1, east=2)
    table._write_spare()
    if damage != "killed":
        table.close()
    else:
        table._folder_lock.release()
    if damage == "zero":
        (tmp_path / salvage.NAME).write_bytes(b"")
    if damage == "gone":
        (tmp_path / salvage.NAME).unlink()
    before = contents(tmp_path)
    with pytest.raises(OtherGame, match="a game of 'pocket', not of 'toy'"):
        Table(tmp_path, TOY)
    after = contents(tmp_path)
    assert {name: after[name] for name in before if "-shm" not in name} == {
        name: before[name] for name in before if "-shm" not in name
    }
    assert not [name for name in after if "damaged" in name or "before" in name]
    if damage == "killed":
        table._journal.close()
    reopened = Table(tmp_path, POCKET)
    assert reopened.course.position.laid == {"north": 1, "east": 2}
    reopened.close()


def test_the_record_chooses_the_game_of_a_folder(tmp_path: Path) -> None:
    usual = registry.usual()
    assert choice.game_for(tmp_path / "none").name == usual
    Table(tmp_path, registry.find(usual)).close()
    assert salvage.game_of(tmp_path) == usual
    assert choice.game_for(tmp_path) is registry.find(usual)


def test_a_folder_of_a_game_that_is_not_installed_says_which(tmp_path: Path) -> None:
    Table(tmp_path, POCKET).close()
    with pytest.raises(Invalid, match="not 'pocket'"):
        choice.game_for(tmp_path)


def test_a_new_game_is_the_same_again_but_for_what_is_chosen(tmp_path: Path) -> None:
    chosen = {"ruleset": "kurzregel", "settings": {"bonus": True}, "board": "forks", "seats": ["white", "red", "black"]}
    table = Table(tmp_path, registry.find(registry.usual()), chosen)
    first = table.course.header
    try:
        games.new(table, None, table.course.seq, "again", {})
        assert table.course.header == first and table.course.told[-1].kind == "game"
        games.new(table, None, table.course.seq, "other", {"ruleset": "noris-1985"})
        other = table.course.header
        assert other["ruleset"] == "noris-1985" and other["settings"]["life_limit"] is not False
        assert (other["board"], other["seats"]) == (first["board"], first["seats"])
    finally:
        table.close()

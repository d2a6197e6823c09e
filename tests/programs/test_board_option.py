"""``--board`` and the setting ``board``: a file becomes the table's board, and its faults are named with a cure."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.dreimagier.board import shipped_text
from tests.programs.running import Running, running

OURS = shipped_text("tiny").replace('name = "tiny"', 'name = "ours"')


def board_of(host: Running) -> str:
    return str(host.ask("/api/state")[1]["view"]["board"]["name"])


def test_a_file_is_the_board_of_the_first_game_and_kept(tmp_path: Path) -> None:
    file, data = tmp_path / "ours.toml", tmp_path / "data"
    file.write_text(OURS, encoding="utf-8-sig")
    with running(data, "--board", str(file)) as host:
        assert board_of(host) == "ours"
        assert (data / "setup" / "boards" / "dreimagier" / "ours.toml").read_text() == OURS
        assert "the board ours: trails: k is a dead end" in host.output()
    with running(data) as host:
        assert board_of(host) == "ours"


def test_the_settings_name_it_too_and_a_game_under_way_keeps_its_own(tmp_path: Path) -> None:
    with running(tmp_path) as host:
        assert board_of(host) == "default"
    (tmp_path / "ours.toml").write_text(OURS)
    (tmp_path / "settings.toml").write_text('board = "ours.toml"\n')
    with running(tmp_path) as host:
        assert board_of(host) == "default"
        assert "the next new game is played on the board ours" in host.output()
        assert (tmp_path / "setup" / "board.dreimagier").read_text() == "ours\n"


@pytest.mark.parametrize("command", ["host", "up"])
def test_faults_of_a_typed_file_are_named_with_what_to_write(tmp_path: Path, command: str) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(OURS.replace('["forest", "a"', '["Wald", "a"').replace("k = [440, 40]", "k = [540, 40]"))
    host = Running(tmp_path / "data", "--board", str(file), command=command)
    process = host.spawn()
    assert process.wait(60) == 2
    said = host.output()
    assert "'Wald' is no place; write forest for the place" in said and "off the board" in said
    assert "Traceback" not in said


def test_a_board_that_is_not_there_is_said(tmp_path: Path) -> None:
    host = Running(tmp_path, "--board", "nowhere.toml")
    assert host.spawn().wait(60) == 2
    assert "nowhere.toml cannot be used" in host.output()

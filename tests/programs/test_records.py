"""``dreimagier export``, ``import``, ``replay`` with and without a running host."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games import registry
from companion.table.table import Table
from tests.programs.running import running, seated
from tests.table.hands import Hands, play_on

GAME = registry.find("dreimagier")


def command(*arguments: str, given: str | bytes = b"") -> subprocess.CompletedProcess[bytes]:
    data = given.encode() if isinstance(given, str) else given
    return subprocess.run(
        [sys.executable, "-m", "companion.cli", *arguments], input=data, capture_output=True, timeout=60
    )


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A data folder with a game under way and no host."""
    table = Table(tmp_path / "data", GAME, {"board": "tiny"})
    play_on(Hands(table).seated(), random.Random(7), 30)
    table.close()
    return table.folder


def exported(folder: Path) -> bytes:
    done = command("export", "--data", str(folder))
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_export_replay_and_import_without_a_host(played: Path, tmp_path: Path) -> None:
    text = exported(played)
    replayed = command("replay", "-", given=text)
    assert replayed.returncode == 0 and json.loads(replayed.stdout)
    file = tmp_path / "game.jsonl"
    file.write_bytes(text)
    other = tmp_path / "other"
    assert command("import", str(file), "--data", str(other)).returncode == 0
    again = command("replay", "-", given=exported(other))
    assert again.stdout == replayed.stdout


def test_export_and_import_with_a_running_host(played: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    assert command("export", str(file), "--data", str(played)).returncode == 0
    with running(tmp_path / "other") as host:
        seated(host)
        before = host.state()
        assert command("import", str(file), "--data", str(host.folder)).returncode == 0
        after = host.state()
        assert after["seq"] > before["seq"] and after["seats"] == before["seats"]
        first = command("replay", "-", given=exported(host.folder)).stdout
        assert first == command("replay", str(file)).stdout


def test_a_fault_names_its_line_and_nothing_is_lost(played: Path, tmp_path: Path) -> None:
    before = exported(played)
    lines = before.decode().splitlines()
    lines[4] = '{"type":"dance"}'
    file = tmp_path / "bad.jsonl"
    file.write_text("\n".join(lines))
    for arguments in (("replay", str(file)), ("import", str(file), "--data", str(played))):
        failed = command(*arguments)
        assert failed.returncode == 2 and b"line 5: " in failed.stderr and b"Traceback" not in failed.stderr
    assert exported(played) == before


@pytest.mark.parametrize("given", [b"", b"\xff\xfe", b"{}", b"[]\n", b'{"game":"nothing"}\n', b"\x00" * 100])
def test_what_is_no_record_ends_with_2(given: bytes) -> None:
    failed = command("replay", "-", given=given)
    assert failed.returncode == 2 and failed.stderr.startswith(b"dreimagier: ") and b"Traceback" not in failed.stderr


def test_a_missing_file_and_an_empty_folder(tmp_path: Path) -> None:
    assert b"cannot be read" in command("replay", str(tmp_path / "none")).stderr
    failed = command("export", "--data", str(tmp_path / "none"))
    assert failed.returncode == 2 and b"there is no game" in failed.stderr
    assert not (tmp_path / "none").exists()


def test_files_as_an_old_editor_saves_them_are_read(played: Path) -> None:
    mark = b"\xef\xbb\xbf"
    (played / "saved.jsonl").write_bytes(mark + exported(played))
    assert command("replay", str(played / "saved.jsonl")).returncode == 0
    (played / "settings.toml").write_bytes(mark + b"port = 0\n")
    done = command("export", "--data", str(played))
    assert done.returncode == 0, done.stderr
    for file in (played / "tokens").glob("*.token"):
        file.write_bytes(mark + file.read_bytes())
    with running(played) as host:
        token = (played / "tokens" / "host.token").read_text(encoding="utf-8-sig").strip()
        assert host.ask("/api/import", {"request": "x", "record": exported(played).decode()}, token)[0] == 200  # type: ignore[index]

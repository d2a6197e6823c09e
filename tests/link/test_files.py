"""Files as a whole: their readers and a power cut find the old content or the new."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.link import files


@pytest.mark.parametrize("put", [files.write, files.show])
def test_a_file_is_replaced_and_nothing_is_left_beside_it(put: Callable[[Path, bytes], None], tmp_path: Path) -> None:
    path = tmp_path / "pane.json"
    put(path, b"old")
    (tmp_path / ".pane.json.new").write_bytes(b"half of one that was cut")
    put(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("put", [files.write, files.show])
def test_what_fails_leaves_the_old_file(
    put: Callable[[Path, bytes], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "pane.json"
    put(path, b"old")
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(OSError, match="No space"):
        put(path, b"new")
    assert path.read_bytes() == b"old"


def test_content_is_on_the_disk_before_the_name_and_the_name_before_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    sync, replace = os.fsync, Path.replace

    def synced(descriptor: int) -> None:
        sync(descriptor)
        done.append("folder" if os.path.isdir(f"/proc/self/fd/{descriptor}") else "content")  # noqa: PTH112

    def replaced(self: Path, target: Path) -> Path:
        done.append("name")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", replaced)
    files.write(tmp_path / "x", b"1")
    assert done == ["content", "name", "folder"]
    done.clear()
    files.show(tmp_path / "x", b"2")
    assert done == ["name"], "what is only shown waits for no disk"


def test_secrets_are_for_the_owner_alone(tmp_path: Path) -> None:
    files.write(tmp_path / "token", b"x")
    assert (tmp_path / "token").stat().st_mode & 0o777 == 0o600

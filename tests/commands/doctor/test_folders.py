"""On what the games lie."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.commands import doctor as doctor_module
from companion.commands.doctor import own
from companion.commands.folders import filesystem

MOUNTS = r"""overlay / overlay rw 0 0
tmpfs /dev/shm tmpfs rw 0 0
/dev/sda1 /home ext4 rw 0 0
/dev/sdb1 /media/my\040disk vfat rw 0 0
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [("/dev/shm/x", "tmpfs"), ("/var/lib/dreimagier", "overlay"), ("/home/anna", "ext4"), ("/media/my disk/x", "vfat")],
)
def test_what_a_folder_lies_on(folder: str, kind: str) -> None:
    assert filesystem(Path(folder), MOUNTS) == kind


@pytest.mark.parametrize("kind", ["tmpfs", "overlay", "ext4"])
def test_a_game_in_memory_is_told_of(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_module, "filesystem", lambda place, mounts: kind)
    hits = [finding for finding in own(str(tmp_path)) if "a power cut forgets it all" in finding.text]
    assert [finding.state for finding in hits] == (["wrong"] if kind != "ext4" else [])
    assert all(finding.cure for finding in hits)

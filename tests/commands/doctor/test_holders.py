"""Which program or service holds the camera."""

from __future__ import annotations

from pathlib import Path

from tests.commands.doctor.workshop import Workshop


def test_who_holds_the_camera_is_named(tmp_path: Path) -> None:
    shop = Workshop(tmp_path)
    shop.write("/proc/812/comm", "motion\n")
    (tmp_path / "proc/812/fd").mkdir()
    (tmp_path / "proc/812/fd/7").symlink_to("/dev/video0")
    (tmp_path / "proc/812/fd/8").symlink_to("/dev/null")
    assert [finding.text for finding in shop.bad()] == ["the camera is held by motion (pid 812)"]


def test_our_own_service_is_named_and_how_to_stop_it(tmp_path: Path) -> None:
    shop = Workshop(tmp_path)
    shop.write("/proc/90/cgroup", "0::/system.slice/dreimagier-vision.service\n")
    (tmp_path / "proc/90/fd").mkdir()
    (tmp_path / "proc/90/fd/7").symlink_to("/dev/media0")
    (found,) = shop.bad()
    assert "held by dreimagier-vision.service (pid 90)" in found.text
    assert found.cure == "sudo systemctl stop dreimagier-vision"

"""What systemd hears of the eye."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from vision.live import notify


def test_systemd_hears_ready_alive_and_stopping(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.settimeout(5)
        notify.ready()
        notify.alive()
        notify.stopping()
        assert [line.recv(99) for _ in range(3)] == [b"READY=1\nSTATUS=the eye is open", b"WATCHDOG=1", b"STOPPING=1"]


def test_an_abstract_socket_is_reached_too(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "dreimagier-test-notify"
    monkeypatch.setenv("NOTIFY_SOCKET", "@" + name)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind("\0" + name)
        line.settimeout(5)
        notify.alive()
        assert line.recv(99) == b"WATCHDOG=1"


@pytest.mark.parametrize("address", ["", "/nowhere/at/all", "@nobody-listens-here"])
def test_without_systemd_nothing_happens(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    notify.alive()

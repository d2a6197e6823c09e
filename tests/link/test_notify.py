"""What systemd hears of a program."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from companion.link.notify import Notifier


def test_systemd_hears_ready_alive_and_stopping(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.settimeout(5)
        systemd = Notifier()
        systemd.ready("the eye is open")
        systemd.alive()
        systemd.stopping()
        assert [line.recv(99) for _ in range(3)] == [b"READY=1\nSTATUS=the eye is open", b"WATCHDOG=1", b"STOPPING=1"]


def test_an_abstract_socket_is_reached_too(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "dreimagier-test-notify"
    monkeypatch.setenv("NOTIFY_SOCKET", "@" + name)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind("\0" + name)
        line.settimeout(5)
        Notifier().alive()
        assert line.recv(99) == b"WATCHDOG=1"


@pytest.mark.parametrize("address", ["", "/nowhere/at/all", "@nobody-listens-here"])
def test_without_systemd_and_with_one_that_is_gone_nothing_happens(address: str, tmp_path: Path) -> None:
    told = Notifier(address)
    told.ready("x")
    told.alive()
    told.stopping()
    assert list(tmp_path.iterdir()) == []


def test_a_socket_that_nobody_empties_never_holds_up_the_loop(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        told = Notifier(str(tmp_path / "notify"))
        for _ in range(2000):
            told.alive()
        line.settimeout(5)
        assert line.recv(99) == b"WATCHDOG=1"

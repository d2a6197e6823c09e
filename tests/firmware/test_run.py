"""``dreimagier firmware`` as its own process against a host, and at a keyboard."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.cli import main
from firmware.controls.base import Press
from firmware.controls.keyboard import KeyboardControls
from firmware.errors import ControlsError
from tests.firmware.states import state
from tests.link.hosts import WAIT_S, FakeHost, event


def started(host: FakeHost, folder: Path, *options: str) -> subprocess.Popen[bytes]:
    token = folder / "firmware.token"
    token.write_text("secret")
    command = [sys.executable, "-m", "companion.cli", "firmware", "run", "--host", host.url]
    return subprocess.Popen(
        [*command, "--token-file", str(token), *options],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=folder,
    )


def beat(host: FakeHost, wanted: str = "state") -> dict[str, Any]:
    """The next heartbeat."""
    while True:
        path, body, _ = host.posts.get(timeout=WAIT_S)
        if path == "/api/device/heartbeat":
            return dict(json.loads(body))


def lamps(file: Path) -> list[str]:
    return list(json.loads(file.read_text())["lamps"])


def resident_mib(process: subprocess.Popen[bytes]) -> float:
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process.pid}/status").read_text())
    assert found
    return int(found[1]) / 1024


def test_a_whole_evening_of_the_program(tmp_path: Path) -> None:
    lit = [event(state({"n2": ["chosen"]})), threading.Event()]
    with FakeHost([b"data: " + b"x" * 10_000_000], lit) as host:
        program = started(host, tmp_path, "--strip", f"virtual:{tmp_path}/lamps.json", "--leds", "12")
        first = beat(host)
        assert (first["backend"], first["simulated"], first["state"]) == ("virtual", True, "ok")
        while lamps(tmp_path / "lamps.json")[2] != "ffffff":
            beat(host)
        assert resident_mib(program) <= 50
        program.send_signal(signal.SIGTERM)
        out, _ = program.communicate(timeout=WAIT_S)
        assert program.returncode == 0
        assert sorted(out.decode().splitlines()) == [
            "dreimagier firmware: the host answers again",
            "dreimagier firmware: the host sent more than a state can be, or broke off in a line",
            "dreimagier firmware: the lamps are simulated (virtual)",
        ]
        assert lamps(tmp_path / "lamps.json") == ["000000"] * 12


def test_a_broken_strip_and_broken_buttons_are_reported_and_the_program_goes_on(tmp_path: Path) -> None:
    with FakeHost() as host:
        program = started(host, tmp_path, "--strip", "neopixel-spi", "--buttons", "gpio")
        beats = [beat(host), beat(host)]
        assert [each["state"] for each in beats] == ["failed", "failed"]
        assert "dtparam=spi=on" in beats[1]["detail"] and "group gpio" in beats[1]["detail"]
        assert beats[1]["simulated"] is False
        program.send_signal(signal.SIGTERM)
        out, _ = program.communicate(timeout=WAIT_S)
        assert program.returncode == 0
        assert sorted(line.split(": ")[1] for line in out.decode().splitlines()) == ["no buttons", "no lamps"]


def test_options_come_from_the_environment_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DREIMAGIER_STRIP", "ws2811")
    done = CliRunner().invoke(main, ["firmware", "blank"])
    assert done.exit_code == 2
    assert done.output.splitlines()[-1].startswith("Error: there is no strip 'ws2811'; choose one of")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--host", "ftp://x"], "the host's address must look like"),
        (["--strip", "ws2811"], "there is no strip"),
        (["--order", "XYZ"], "the colour order must be one of"),
        (["--pin", "button_1=9"], "belong to the lamps' SPI bus"),
        (["--buttons", "mouse"], "there are no buttons 'mouse'"),
    ],
)
def test_a_bad_option_is_one_line_and_exit_2(options: list[str], told: str, tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text("secret")
    given = ["firmware", "run", "--host", "http://127.0.0.1:1", "--token-file", str(token), *options]
    done = CliRunner().invoke(main, given)
    assert done.exit_code == 2
    assert done.output.count("\n") == 1 and told in done.output


def test_blank_and_test_commands(tmp_path: Path) -> None:
    file = tmp_path / "lamps.json"
    file.write_text('{"lamps": ["ffffff"]}')
    assert CliRunner().invoke(main, ["firmware", "blank", "--strip", f"virtual:{file}", "--leds", "2"]).exit_code == 0
    assert lamps(file) == ["000000"] * 2
    done = CliRunner().invoke(main, ["firmware", "blank", "--strip", "neopixel-spi"])
    assert (done.exit_code, "cure" in done.output) == (1, True)


class TestKeyboard:
    def test_keys_are_presses_and_holds_and_the_mode_comes_back(self) -> None:
        import termios

        leader, follower = pty.openpty()
        before = termios.tcgetattr(follower)
        keys = KeyboardControls(follower)
        os.write(leader, '13q"zß§'.encode())
        assert keys.poll(0.0) == [
            Press(0, "press"),
            Press(2, "press"),
            Press(0, "hold"),
            Press(1, "hold"),
            Press(2, "hold"),
        ]
        assert keys.poll(0.1) == []
        keys.close()
        assert termios.tcgetattr(follower) == before
        os.close(leader)
        os.close(follower)

    def test_without_a_terminal_the_cure_is_named(self, tmp_path: Path) -> None:
        with (tmp_path / "file").open("w") as file, pytest.raises(ControlsError, match="--buttons none"):
            KeyboardControls(file.fileno())

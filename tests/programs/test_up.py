"""``dreimagier up``: one command, three programs, no orphans."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import settings
from companion.commands.programs import Program, Pulse
from companion.commands.up import Bound, Evening
from firmware.commands import firmware
from tests.programs.running import Running, alive, children, running, until
from vision.commands import vision


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Running]:
    """Host and lamps, started by ``up``."""
    with running(tmp_path / "data", "--no-vision", "--strip", "virtual", command="up") as made:
        until(lambda: _lamps(made) == "ok", what="the lamps")
        yield made


def _lamps(evening: Running) -> str:
    answer = evening.ask("/health", quiet=True)
    return str(answer[1]["firmware"]["state"]) if answer else ""


def _program(evening: Running, word: str) -> int:
    """The child of ``up`` whose command line has this word."""
    assert evening.process is not None
    for pid in children(evening.process.pid):
        line = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        if word.encode() in line and int(Path(f"/proc/{pid}/stat").read_text().split()[3]) == evening.process.pid:
            return pid
    raise AssertionError(f"no program {word}")


def test_it_prints_address_code_and_qr(evening: Running) -> None:
    output = evening.output()
    assert evening.url in output and f"join?code={evening.state()['code']}" in output
    assert "█" in output


def test_sigterm_leaves_no_orphan(evening: Running) -> None:
    assert evening.process is not None
    pids = children(evening.process.pid)
    assert len(pids) >= 3
    assert evening.stop() == 0
    assert not any(alive(pid) for pid in pids)
    assert "Traceback" not in evening.output()


def test_even_killed_it_leaves_no_orphan(evening: Running) -> None:
    assert evening.process is not None
    pids = children(evening.process.pid)
    os.kill(evening.process.pid, signal.SIGKILL)
    evening.process.wait()
    until(lambda: not any(alive(pid) for pid in pids), 10, "the end of all children")


def test_dead_lamps_are_started_again_and_the_game_goes_on(evening: Running) -> None:
    lamps = _program(evening, "firmware")
    os.kill(lamps, signal.SIGKILL)
    assert evening.state()["seq"]
    until(lambda: _program_or_none(evening, "firmware") not in (None, lamps), 10, "other lamps")
    until(lambda: _lamps(evening) == "ok", 10, "their heartbeat")


def test_a_dead_host_comes_back_at_the_same_address(evening: Running) -> None:
    before = evening.state()
    host = _program(evening, "host")
    os.kill(host, signal.SIGKILL)
    until(lambda: _program_or_none(evening, "host") not in (None, host), 10, "another host")
    until(lambda: evening.ask("/health", quiet=True), 10, "its answer")
    assert evening.state()["code"] == before["code"]
    until(lambda: _lamps(evening) == "ok", 10, "the lamps again")


def _program_or_none(evening: Running, word: str) -> int | None:
    try:
        return _program(evening, word)
    except (AssertionError, FileNotFoundError, ProcessLookupError):
        return None


def test_a_stopped_program_is_noticed(evening: Running) -> None:
    lamps = _program(evening, "firmware")
    os.kill(lamps, signal.SIGSTOP)
    until(lambda: _lamps(evening) == "absent", 5, "the absence to be seen")
    os.kill(lamps, signal.SIGCONT)
    until(lambda: _lamps(evening) == "ok", 10, "the lamps again")


def test_a_strip_that_does_not_exist_is_said_once(tmp_path: Path) -> None:
    with running(tmp_path / "data", "--no-vision", "--strip", "nonsense", command="up") as evening:
        until(lambda: "the lamps cannot run like this" in evening.output())
        assert evening.state()["seq"]
        assert evening.output().count("there is no strip") == 1


def test_bad_settings_end_with_2(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('colour = "red"\n')
    arguments = [sys.executable, "-m", "companion.cli", "up", "--data", str(tmp_path)]
    failed = subprocess.run(arguments, capture_output=True, text=True, timeout=30)
    assert failed.returncode == 2 and "colour" in failed.stderr and failed.stderr.count("\n") == 1


def test_what_the_settings_know_reaches_the_programs(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('leds = 72\ncolour_order = "RGB"\npins = ["buzzer=13", "off=26"]\n')
    evening = Evening(settings.load(data=str(tmp_path), pane="p.json", wands="w.json", leds=80), True, True)
    evening._bound = Bound("http://127.0.0.1:1", 1)
    lamps, eye = evening._firmware_arguments(), evening._vision_arguments()
    assert lamps[-8:] == ["--leds", "80", "--order", "RGB", "--pin", "buzzer=13", "--pin", "off=26"]
    assert eye[-4:] == ["--pane", "p.json", "--wands", "w.json"]
    for arguments in (lamps, eye):
        group = {"firmware": firmware, "vision": vision}[arguments[0]]
        command = group.commands[arguments[1]]
        assert command.make_context("run", arguments[2:]).params


def test_what_is_not_set_is_left_to_the_programs(tmp_path: Path) -> None:
    evening = Evening(settings.load(data=str(tmp_path)), True, True)
    evening._bound = Bound("http://127.0.0.1:1", 1)
    given = evening._firmware_arguments() + evening._vision_arguments()
    assert not {"--leds", "--order", "--pin", "--pane", "--wands"} & set(given)


def test_pauses_grow_and_shrink(monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program("it", list)
    pauses = []
    for _ in range(6):
        program._note_end(1, 0.0)
        pauses.append(program._pause_s)
    assert pauses == [1.0, 2.0, 4.0, 5.0, 5.0, 5.0]
    program._note_end(1, 60.0)
    assert program._pause_s == 0.5


@pytest.mark.parametrize("coding", ["latin-1", "ascii", "cp437"])
def test_a_greeting_that_the_output_cannot_show_ends_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, coding: str
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", coding)
    with running(tmp_path / "data", "--no-vision", "--no-firmware", command="up") as made:
        until(lambda: "join" in (made.folder / "output").read_text(coding), what="the greeting")
        assert made.state()["code"] in (made.folder / "output").read_text(coding)
        assert "Traceback" not in (made.folder / "output").read_text(coding)


def test_an_output_that_nobody_reads_ends_no_table(tmp_path: Path) -> None:
    made = Running(tmp_path / "data", "--no-vision", "--no-firmware", command="up")
    made.folder.mkdir()
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "companion.cli", "up", "--port", "0", "--bind", "127.0.0.1", "--no-vision"]
    made.process = subprocess.Popen(
        [*command, "--no-firmware", "--data", str(made.folder)],
        stdout=writing,
        stderr=writing,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )
    os.close(writing)
    try:
        until(made._bound, what="the start")
        os.kill(_program(made, "host"), signal.SIGKILL)
        until(lambda: made._bound() and made.ask("/health", quiet=True), what="the table after a line to nobody")
        assert made.process.poll() is None
        assert made.stop() == 0
    finally:
        made.over()


def test_a_hang_up_ends_no_table(evening: Running) -> None:
    assert evening.process is not None
    before = evening.state()["seq"]
    os.kill(evening.process.pid, signal.SIGHUP)
    until(lambda: f"kill {evening.process.pid}" in evening.output(), what="a word")  # type: ignore[union-attr]
    assert evening.process.poll() is None and evening.state()["seq"] == before
    assert evening.stop() == 0


def test_what_is_kept_is_for_its_owner_alone(evening: Running) -> None:
    files = [path for path in evening.folder.rglob("*") if path.is_file() and path.name != "output"]
    assert {"journal.db"} <= {path.name for path in files}
    assert {path.name for path in files if path.stat().st_mode & 0o077} == set()


def test_a_program_that_hangs_is_started_anew(tmp_path: Path) -> None:
    """As under systemd: it has said that it lives, and says so no longer."""
    token = tmp_path / "token"
    token.write_text("x" * 43)
    words = ["firmware", "run", "--host", "http://127.0.0.1:9", "--token-file", str(token), "--strip", "virtual"]
    lamps = Program("the lamps", lambda: words, silent_s=3.0)
    first = lamps.start()
    try:
        until(lambda: not lamps.watch() and lamps._pulse._heard_s is not None, 20, "its pulse")
        os.kill(first.pid, signal.SIGSTOP)
        until(lamps.watch, 20, "another one")
        assert lamps.process is not None and lamps.process.pid != first.pid and first.returncode == -signal.SIGKILL
        until(lambda: not lamps.watch() and lamps._pulse._heard_s is not None, 20, "its pulse")
    finally:
        lamps.terminate()
        lamps.end(0.0)


def test_a_program_that_never_spoke_is_left_alone() -> None:
    pulse = Pulse(1.0)
    pulse.begin()
    assert not pulse.lost(1000.0)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.connect("\0" + pulse.environment["NOTIFY_SOCKET"][1:])
        line.send(b"READY=1\nSTATUS=here")
        assert not pulse.lost(1000.0)
        line.send(b"WATCHDOG=1")
        assert not pulse.lost(1000.0)
    assert not pulse.lost(1000.9) and pulse.lost(1001.1)
    pulse.begin()
    assert not pulse.lost(2000.0), "a new program may take its time"

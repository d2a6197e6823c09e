"""The live program against a host of cardboard: throws, heartbeats, a child that hangs or dies."""

from __future__ import annotations

import hashlib
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import cv2
import msgspec
import numpy as np
import pytest

from companion.link.host import Host
from companion.protocol import DeviceState
from tests.vision.conftest import SET
from tests.vision.live.host import CardboardHost, state
from vision.live.client import Child, Client
from vision.live.line import FromChild

COLOURS = ["red", "black", "white"]


@pytest.fixture()
def host(tmp_path: Path) -> Iterator[CardboardHost]:
    """A host that streams and keeps."""
    with CardboardHost(tmp_path) as cardboard:
        yield cardboard


@contextmanager
def eye(host: CardboardHost, camera: str, files: tuple[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """The program as the owner starts it."""
    command = [sys.executable, "-m", "companion.cli", "vision", "run", "--host", host.url]
    command += ["--token-file", str(host.token_file), "--camera", camera, "--pane", files[0], "--wands", files[1]]
    with log_of(host).open("wb") as log:
        program = subprocess.Popen(command, stderr=log)
    try:
        yield program
    finally:
        program.terminate()
        program.wait(20)


def log_of(host: CardboardHost) -> Path:
    """What the program and its child write to standard error."""
    return host.token_file.with_name("log")


def lines(host: CardboardHost) -> list[str]:
    """The program's own lines."""
    said = log_of(host).read_text(encoding="utf-8", errors="replace").splitlines()
    return [line.removeprefix("dreimagier vision: ") for line in said if line.startswith("dreimagier vision: ")]


def children(program: subprocess.Popen[bytes]) -> list[int]:
    """Process ids of the program's children."""
    listed = Path(f"/proc/{program.pid}/task/{program.pid}/children").read_text()
    return [int(pid) for pid in listed.split()]


@pytest.fixture()
def throws(tmp_path: Path) -> Path:
    """A folder with two throws and the empty pane."""
    folder = tmp_path / "throws"
    folder.mkdir()
    for name in ("004.jpg", "018.jpg"):
        shutil.copy(SET / "throws" / name, folder / name)
    shutil.copy(SET / "empty.jpg", folder / "empty.jpg")
    return folder


def test_a_throw_goes_to_the_host_picture_first(host: CardboardHost, files: tuple[str, str], throws: Path) -> None:
    truth = json.loads((SET / "labels.json").read_text())["throws"]
    with eye(host, f"files:{throws}", files):
        host.send(state(7, wands=COLOURS))
        while host.beat_until("ok").pane != "empty":
            pass
        for number, name in enumerate(("004.jpg", "018.jpg"), 1):
            host.send(state(7 + number, toss=number, wands=COLOURS))
            jpeg, report = host.throw()
            assert (report.seq, report.question) == (7 + number, f"throw.red.{7 + number}")
            assert report.simulated
            assert report.reading.status == "ok"
            tops = {c: w["top_value"] for c, w in truth[name]["wands"].items()}
            assert {c: w.top for c, w in report.reading.wands.items()} == tops
            assert report.picture == hashlib.sha256(jpeg).hexdigest()
            shown = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
            assert shown is not None
            assert not (shown[:, :50] > 20).any(), "outside the pane all is masked"
        assert host.posts.empty()


def test_a_throw_before_its_time_is_offered_when_it_is_wanted(
    host: CardboardHost, files: tuple[str, str], throws: Path
) -> None:
    with eye(host, f"files:{throws}", files):
        host.send(state(7, wands=COLOURS))
        while host.beat_until("ok").pane != "empty":
            pass
        host.outcome = "ignored"
        host.send(state(8, toss=1, wands=COLOURS))
        _, early = host.throw()
        host.send(state(9, toss=1))
        host.send(state(10, toss=1, wands=["red"], kept={"black": 1, "white": 0}))
        for _ in range(2):
            host.beat_until("ok")
        assert host.posts.empty(), "another throw is wanted than that which lies there"
        host.outcome = "accepted"
        host.send(state(11, toss=1, wands=COLOURS))
        _, offered = host.throw()
        assert (offered.seq, offered.question) == (11, None)
        assert (offered.reading, offered.picture) == (early.reading, early.picture)
        assert offered.request != early.request
        host.send(state(12, toss=1, wands=COLOURS))
        for _ in range(2):
            host.beat_until("ok")
        assert host.posts.empty(), "it is offered once"


def test_a_host_that_began_anew_asks_for_no_throw(host: CardboardHost, files: tuple[str, str], throws: Path) -> None:
    with eye(host, f"files:{throws}", files):
        host.send(state(7, toss=5, wands=COLOURS))
        while host.beat_until("ok").pane != "empty":
            pass
        host.send(state(90, toss=0, wands=COLOURS))
        for _ in range(2):
            host.beat_until("ok")
        assert host.posts.empty()
        host.send(state(90, toss=1, wands=COLOURS))
        _, report = host.throw()
        assert report.seq == 90


def test_an_eye_that_hangs_is_told_and_started_anew(host: CardboardHost, files: tuple[str, str], throws: Path) -> None:
    with eye(host, f"files:{throws}", files) as program:
        assert host.beat_until("ok").simulated
        first = children(program)
        os.kill(first[0], signal.SIGSTOP)
        assert "camera" in host.beat_until("failed").detail
        host.beat_until("ok")
        assert children(program) != first
    assert lines(host)[1:] == [
        "no throws are read: the camera does not answer",
        "no throws are read: the camera hangs; it is started anew",
        "the camera works again",
    ]


def test_an_eye_that_dies_is_told_and_started_anew(host: CardboardHost, files: tuple[str, str], throws: Path) -> None:
    with eye(host, f"files:{throws}", files) as program:
        host.beat_until("ok")
        first = children(program)
        os.kill(first[0], signal.SIGKILL)
        host.beat_until("failed")
        host.beat_until("ok")
        assert children(program) != first
    said = lines(host)
    assert said[0].startswith("the camera is simulated (files")
    assert said[1:] == ["no throws are read: the camera program ended (code -9)", "the camera works again"]


def test_a_throw_that_an_eye_took_with_it_is_made_by_the_next(
    host: CardboardHost, files: tuple[str, str], throws: Path
) -> None:
    with eye(host, f"files:{throws}", files) as program:
        host.send(state(7, toss=3, wands=COLOURS))
        while host.beat_until("ok").pane != "empty":
            pass
        stopped = children(program)[0]
        os.kill(stopped, signal.SIGSTOP)
        host.send(state(7, toss=4, wands=COLOURS))
        os.kill(stopped, signal.SIGKILL)
        _, report = host.throw()
        assert (report.seq, report.reading.status) == (7, "ok")
        for _ in range(2):
            host.beat_until("ok")
        assert host.posts.empty(), "it was asked for once"


def test_a_camera_that_is_not_there_is_told_with_the_reason(host: CardboardHost, files: tuple[str, str]) -> None:
    with eye(host, "files:/nowhere", files) as program:
        assert "no such folder" in host.beat_until("failed").detail
        assert program.poll() is None
    assert lines(host) == ["no throws are read: /nowhere: no such folder"]


def test_the_eye_gets_what_the_host_was_taught_and_follows_when_that_changes(
    host: CardboardHost, files: tuple[str, str], throws: Path
) -> None:
    host.taught = {Path(name).name: Path(name).read_bytes() for name in files}
    with eye(host, f"files:{throws}", ("", "")) as program:
        host.send(told(state(1), host))
        host.beat_until("ok")
        first = children(program)
        host.taught["wands.json"] = b'{"version": 1}'
        host.send(told(state(2), host))
        assert "wands" in host.beat_until("failed").detail
        assert children(program) != first
        host.taught["wands.json"] = Path(files[1]).read_bytes()
        host.send(told(state(3), host))
        host.beat_until("ok")


def told(state: DeviceState, host: CardboardHost) -> DeviceState:
    """The same from a host that was taught."""
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in host.taught.items()}
    return msgspec.structs.replace(state, taught=sums)


def test_nothing_is_left_running_after_the_end(host: CardboardHost, files: tuple[str, str], throws: Path) -> None:
    with eye(host, f"files:{throws}", files) as program:
        host.beat_until("ok")
        left = children(program)
    assert left
    assert not any(Path(f"/proc/{pid}").exists() for pid in left)


def test_an_eye_that_opens_slowly_is_waited_for(tmp_path: Path) -> None:
    """The watchdog is fed while the camera opens, which has a bound of its own; then by the child that looks."""
    fed: list[bool] = []
    client = Client(Host("http://127.0.0.1:9", tmp_path / "none"), "pi", "", "")
    client.notifier.alive = lambda: fed.append(True)  # type: ignore[method-assign]
    client.child = cast(Child, SlowChild())
    for _ in range(3):
        client._tend(0.0)
    assert len(fed) == 3
    client.child.opened = True
    client._tend(0.0)
    assert len(fed) == 3, "an open eye speaks for itself"


class SlowChild:
    """A child whose camera is not open yet."""

    opened = hangs = False
    alive = True
    heard: queue.Queue[FromChild] = queue.Queue()

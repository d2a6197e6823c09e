"""What the vision program says of its camera: one line for each change, as the child's words come in."""

from __future__ import annotations

import queue
from pathlib import Path
from typing import Any

import pytest

from companion.link.faults import Faults
from companion.link.host import Host
from companion.link.log import ERROR, NOTICE, WARNING
from vision.live.client import SILENT_S, Client
from vision.live.faults import OPENING, tell
from vision.live.line import Beat, Failed, FromChild

BACK = (NOTICE, "the camera works again")
SEES = Beat("ok", "pi", False, "empty")
OPENS = Beat("degraded", "pi", False, None, OPENING)


class Quiet:
    """A child as a test wants it; nothing runs."""

    def __init__(self) -> None:
        self.heard: queue.Queue[FromChild] = queue.Queue()
        self.opened, self.silence, self.hangs, self.alive = True, 0.0, False, True
        self.listener = self.process = self
        self.returncode = -9

    def join(self, timeout: float) -> None:
        """It has said all."""

    def kill(self) -> None:
        """It is gone."""


class Looking:
    """A client without threads: the child's words go in, lines come out."""

    def __init__(self, folder: Path) -> None:
        self.lines: list[tuple[int, str]] = []
        faults = Faults(lambda level, line: self.lines.append((level, line)))
        host = Host("http://127.0.0.1:1", folder / "token", faults)
        self.client = Client(host, "pi", "", "")
        self.start()

    def start(self) -> None:
        self.child: Any = Quiet()
        self.client.child = self.child

    def hear(self, *words: FromChild) -> None:
        """One turn of both loops: the words are heard, then a heartbeat goes out."""
        for word in words:
            self.child.heard.put(word)
        self.client._tend(0.0)
        self.beat()

    def beat(self) -> None:
        for _ in range(3):
            tell(self.client.host.faults, self.client._heartbeat())


@pytest.fixture
def looking(tmp_path: Path) -> Looking:
    return Looking(tmp_path)


def test_a_camera_that_opens_and_sees_is_silence(looking: Looking) -> None:
    looking.beat()
    looking.hear(OPENS)
    looking.hear(SEES, SEES)
    assert looking.lines == []


def test_a_camera_that_fails_and_is_back(looking: Looking) -> None:
    looking.hear(SEES)
    looking.child.alive = False
    looking.hear(Failed("the camera is unplugged"))
    for _ in range(3):
        looking.start()
        looking.hear(OPENS)
        looking.child.alive = False
        looking.hear(Failed("the camera is unplugged"))
    looking.start()
    looking.hear(OPENS, SEES)
    assert looking.lines == [(ERROR, "no throws are read: the camera is unplugged"), BACK]


def test_a_child_that_dies_without_a_word(looking: Looking) -> None:
    looking.hear(SEES)
    looking.child.alive = False
    looking.hear()
    looking.start()
    looking.hear(OPENS, SEES)
    assert looking.lines == [(ERROR, "no throws are read: the camera program ended (code -9)"), BACK]


def test_a_child_that_hangs_is_told_and_again_when_it_is_started_anew(looking: Looking) -> None:
    looking.hear(SEES)
    looking.child.silence = SILENT_S + 0.1
    looking.hear()
    looking.child.hangs = True
    looking.hear()
    looking.start()
    looking.hear(OPENS, SEES)
    assert looking.lines == [
        (ERROR, "no throws are read: the camera does not answer"),
        (ERROR, "no throws are read: the camera hangs; it is started anew"),
        BACK,
    ]


@pytest.mark.parametrize(
    "missing", ["pane.json: no such file", "wands.json: no such file", "this camera is not set up: run ..."]
)
def test_a_pane_or_wands_that_are_missing_are_one_line_however_often_it_is_tried(
    missing: str, looking: Looking
) -> None:
    for _ in range(4):
        looking.start()
        looking.hear(OPENS)
        looking.child.alive = False
        looking.hear(Failed(missing))
    assert looking.lines == [(ERROR, f"no throws are read: {missing}")]


def test_a_camera_that_sends_the_same_picture_is_a_warning(looking: Looking) -> None:
    looking.hear(SEES)
    for _ in range(3):
        looking.hear(Beat("degraded", "pi", False, None, "the camera sends the same picture again and again"))
    looking.hear(SEES)
    assert looking.lines == [
        (WARNING, "no throws are read: the camera sends the same picture again and again"),
        BACK,
    ]


def test_a_simulated_camera_says_so_once(looking: Looking) -> None:
    simulated = Beat("ok", "simulated", True, "empty")
    for _ in range(3):
        looking.hear(simulated)
    looking.child.alive = False
    looking.hear(Failed("no folder"))
    looking.start()
    looking.hear(OPENS)
    looking.hear(simulated)
    assert [line for _, line in looking.lines] == [
        "the camera is simulated (simulated)",
        "no throws are read: no folder",
        "the camera works again",
    ]

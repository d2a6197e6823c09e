"""The guided steps on a terminal: board and wands to the end by typed keys, with a camera of pictures."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec

from companion.protocol import EyeTask, Said
from tests.vision.conftest import SET
from vision.cameras.files import FilesCamera
from vision.geometry.pane import PaneFile
from vision.live.terminal import Terminal
from vision.setup.guided.boards import Calibrating
from vision.setup.guided.shelf import Shelf
from vision.setup.guided.spoken import lines
from vision.setup.guided.step import at_once


class Person:
    """Types what makes sense to whatever is said."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.clock = 100.0
        self.camera = FilesCamera(f"{SET}/throws", lambda: self.clock, self.sleep)
        self.terminal = Terminal(self.camera, (), self.hear)

    def sleep(self, seconds: float) -> None:
        self.clock += seconds

    def hear(self, line: str) -> None:
        """Lay the next board when one is asked for; four are enough."""
        self.said.append(line)
        if "of 6:" in line:
            self.terminal._typed.put("e" if line.startswith("4") else "l")


def test_the_pane_is_found_by_keys(tmp_path: Path) -> None:
    person = Person()
    with person.camera:
        learnt = person.terminal.guide(Calibrating(Shelf(tmp_path), at_once))
    assert learnt is not None, person.said
    assert msgspec.json.decode(learnt.content, type=PaneFile).size_px == (1280, 960)
    assert person.said[0] == "0 of 6: lay the printed sheet flat on the pane, print down [t take]"
    assert any(line.startswith("ok: 3 of 6") for line in person.said)
    assert person.said[-1].endswith("the pane is found")


def test_a_refusal_and_the_values_left_are_said() -> None:
    words: dict[str, str | int | float] = {"wand": "red", "face": "magic"}
    last = Said("line", {"text": "red_top1_power.jpg: blurred"})
    ask = Said("teach-value", words)
    assert lines(EyeTask("teach", "asking", 1, 9, ask, last, choices=["value:0", "value:2"])) == [
        "no: red_top1_power.jpg: blurred",
        "1 of 9: red: lay the wand with magic down; how many notches has the upper edge? [0, 2]",
    ]


def test_stopped_and_gone_on_with_by_the_command(tmp_path: Path) -> None:
    shots, out = tmp_path / "shots", tmp_path / "pane.json"
    command = [sys.executable, "-m", "companion.cli", "vision", "shoot", "--camera", f"files:{SET}/throws"]
    command += ["--shots", str(shots), "--out", str(out)]
    done = subprocess.run(command, input="q\n", capture_output=True, text=True, timeout=120)
    assert done.returncode == 1 and "the same command goes on" in done.stderr
    assert "lay the printed sheet flat" in done.stdout and not out.exists()

"""The program on the processor of a Pi, with the packages of bookworm: it reads, answers and decides as here."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.arm64.emulated import TREE, Emulated

pytestmark = pytest.mark.arm64

SET = "tests/vision/data/set_a"
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def emulated() -> Emulated:
    return Emulated(Path(os.environ["ARM64_ROOT"]))


def here(*command: str) -> subprocess.CompletedProcess[str]:
    """The same command on this machine."""
    own = {"python": [sys.executable], "dreimagier": [sys.executable, "-m", "companion.cli"]}
    return subprocess.run(
        [*own[command[0]], *command[1:]], cwd=TREE, capture_output=True, text=True, check=False, timeout=900
    )


def good(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


LIBRARIES = (
    "import cv2, numpy, lgpio, gpiozero, gpiod, platform;"
    "print(platform.machine(), cv2.__version__.split('.')[0], numpy.__version__.split('.')[0])"
)


def test_the_packages_of_a_pi_are_there_for_its_processor(emulated: Emulated) -> None:
    assert good(emulated.run("python", "-c", LIBRARIES)).split() == ["aarch64", "4", "1"]


def readings(run: Run, folder: str) -> dict[str, Any]:
    """What is read on the throws of a set, set up from its own pictures: all but figures that rounding may change."""
    pane, wands = f"{folder}/pane.json", f"{folder}/wands.json"
    boards = sorted(f"{SET}/{path.name}" for path in (TREE / SET).glob("charuco_*.jpg"))
    throws = sorted(f"{SET}/throws/{path.name}" for path in (TREE / SET / "throws").glob("*.jpg"))
    good(run("dreimagier", "vision", "calibrate", *boards, "--out", pane))
    good(run("dreimagier", "vision", "teach", "--pane", pane, "--shots", f"{SET}/teach", "--out", wands))
    lines = good(run("dreimagier", "vision", "read", "--pane", pane, "--wands", wands, *throws)).splitlines()
    assert len(lines) == len(throws)
    return {line["image"]: told(line) for line in map(json.loads, lines)}


def told(line: dict[str, Any]) -> dict[str, Any]:
    """State of the picture, and of each wand what is read and whether it is sure."""
    wands = {name: [wand[key] for key in ("top", "bottom", "sure", "options")] for name, wand in line["wands"].items()}
    return {"status": line["status"], "kind": line["kind"], **wands}


def test_the_same_pictures_are_read_the_same(emulated: Emulated, tmp_path: Path) -> None:
    folder = emulated.root / "tmp/read"
    folder.mkdir(exist_ok=True)
    assert readings(emulated.run, "/tmp/read") == readings(here, str(tmp_path))


RULES = ("tests/games/tuerme", "tests/games/wizard", "tests/games/ghost")
OWN = {
    "host": ("tests/programs/test_host.py",),
    "strip": ("tests/firmware/test_chain.py",),
    "rules": ("tests/games", *(f"--ignore={game}" for game in RULES)),
    **{game.rpartition("/")[2]: (game,) for game in RULES},
}


@pytest.mark.parametrize("tests", OWN.values(), ids=OWN)
def test_its_own_tests_pass_there(emulated: Emulated, tests: tuple[str, ...]) -> None:
    """The host as a process that answers, the strip's bytes down to the bus, every rule of every game."""
    words = ("-q", "-p", "no:cacheprovider", "-k", "not mib")  # memory is the emulator's
    assert " passed" in good(emulated.run("python", "-m", "pytest", *words, *tests, seconds=1200))


def test_decisions_take_longer_by_no_more_than_the_emulation(
    emulated: Emulated, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing there is slower for another reason, as a part that is compiled here and interpreted there."""
    far, near = (json.loads(good(run("python", "-m", "tests.arm64.figures"))) for run in (emulated.run, here))
    with capsys.disabled():
        print(f"\n{json.dumps(far)}\n{json.dumps(near)}")
    assert (far["processor"], near["processor"]) == ("aarch64", platform.machine())
    assert far["read_ms"] < 60 * near["read_ms"] and far["decisions_s"] > near["decisions_s"] / 60
    assert far["ghost_ms"] < 60 * near["ghost_ms"]

"""Throws by the command line: frames in their order with their stamps, a line for each throw; live, the client."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import vision.live.client
import vision.live.watcher
import vision.read
from companion.link.faults import Fault
from companion.protocol import Reading
from tests.vision.commands.cardboard import grey, kept, shot
from tests.vision.test_commands import complaint, run
from vision.cameras.base import Frame
from vision.geometry.pane import Pane
from vision.live.watcher import Throw
from vision.read import Look
from vision.taught.wandset import WandSet

READING = Reading("invalid", "missing", {})
THROWN = 77
"""A frame so bright settles a throw."""


class Watching:
    """Watchers that were made, and the frames that were shown to them: brightness and stamp."""

    def __init__(self) -> None:
        self.made: list[tuple[tuple[int, int], tuple[str, ...], list[str] | None, float]] = []
        self.fed: list[tuple[int, float]] = []

    def watcher(self, reader: Any, expect: list[str] | None, rest: float) -> SimpleNamespace:
        self.made.append((reader.pane.size, reader.wands.colours, expect, rest))
        return SimpleNamespace(feed=self.feed, reader=reader)

    def feed(self, frame: Frame) -> Throw | None:
        level = int(frame.picture.max())
        self.fed.append((level, frame.stamp))
        return Throw(0, frame, Look(READING, (), ()), READING, {}) if level == THROWN else None


def reader(pane: Pane, wands: WandSet) -> SimpleNamespace:
    return SimpleNamespace(pane=pane, wands=wands)


@pytest.fixture
def watching(monkeypatch: pytest.MonkeyPatch) -> Watching:
    watching = Watching()
    monkeypatch.setattr(vision.live.watcher, "Watcher", watching.watcher)
    monkeypatch.setattr(vision.read, "Reader", reader)
    return watching


@pytest.fixture
def setup(tmp_path: Path) -> tuple[str, ...]:
    """The options that name pane, wands and the folder of frames."""
    pane, wands = kept(tmp_path)
    (tmp_path / "film").mkdir()
    return "--pane", str(pane), "--wands", str(wands), "--frames", str(tmp_path / "film")


def film(folder: Path, *levels: int, size: tuple[int, int] = (241, 241), begin: int = 0) -> None:
    """Frames that differ in brightness."""
    for number, level in enumerate(levels, begin):
        shot(folder / "film" / f"{number:03}.png", grey(*size, level))


def test_frames_are_fed_in_their_order_fifteen_a_second(
    watching: Watching, setup: tuple[str, ...], tmp_path: Path
) -> None:
    film(tmp_path, 5, 3, 9, 1)
    (tmp_path / "film" / "notes.txt").write_text("no frame")
    result = run("watch", *setup)
    assert (result.exit_code, result.output) == (0, "")
    assert [level for level, _ in watching.fed] == [5, 3, 9, 1]
    assert [stamp for _, stamp in watching.fed] == pytest.approx([0, 1 / 15, 2 / 15, 3 / 15])
    assert watching.made == [((241, 241), ("red", "black"), None, 0.3)]


def test_frames_a_second_rest_and_wands_are_as_asked(
    watching: Watching, setup: tuple[str, ...], tmp_path: Path
) -> None:
    film(tmp_path, 5, 3, 9)
    assert run("watch", *setup, "--fps", 4, "--rest", 0.7, "--expect", "black").exit_code == 0
    assert watching.fed == [(5, 0.0), (3, 0.25), (9, 0.5)]
    assert watching.made == [((241, 241), ("red", "black"), ["black"], 0.7)]


def test_each_throw_is_a_line_that_names_its_frame(watching: Watching, setup: tuple[str, ...], tmp_path: Path) -> None:
    film(tmp_path, 5, THROWN, 9, THROWN)
    result = run("watch", *setup)
    assert [json.loads(line) for line in result.stdout.splitlines()] == [
        {"frame": name, "status": "invalid", "kind": "missing", "wands": {}} for name in ("001.png", "003.png")
    ]
    assert (result.exit_code, result.stderr) == (0, "")


def test_the_pane_is_of_the_frames_size(watching: Watching, setup: tuple[str, ...], tmp_path: Path) -> None:
    film(tmp_path, 5, size=(482, 482))
    run("watch", *setup)
    assert watching.made[0][0] == (482, 482)


@pytest.mark.parametrize(
    ("size", "said"), [((482, 482), "another size than the frames before"), ((300, 100), "does not fit pane.json")]
)
def test_a_frame_of_another_size_is_told_and_left_out_and_takes_its_time(
    watching: Watching, setup: tuple[str, ...], tmp_path: Path, size: tuple[int, int], said: str
) -> None:
    film(tmp_path, 5)
    film(tmp_path, 6, size=size, begin=1)
    film(tmp_path, THROWN, begin=2)
    result = run("watch", *setup, "--fps", 10)
    assert result.exit_code == 2 and said in complaint(result)
    assert watching.fed == [(5, 0.0), (THROWN, 0.2)] and len(watching.made) == 1
    assert json.loads(result.stdout)["frame"] == "002.png"


def test_the_first_frame_that_fits_begins_it(watching: Watching, setup: tuple[str, ...], tmp_path: Path) -> None:
    film(tmp_path, 4, size=(300, 100))
    (tmp_path / "film" / "001.png").write_text("no picture")
    film(tmp_path, 5, 6, begin=2)
    result = run("watch", *setup, "--fps", 10)
    assert result.exit_code == 2
    one, other = result.stderr.splitlines()
    assert "300x100 does not fit pane.json" in one and "not an image" in other
    assert watching.fed == [(5, 0.2), (6, pytest.approx(0.3))]


def test_a_wand_that_was_not_taught_is_told_before_anything_is_watched(
    watching: Watching, setup: tuple[str, ...], tmp_path: Path
) -> None:
    film(tmp_path, 5)
    result = run("watch", *setup, "--expect", "green")
    assert result.exit_code == 2 and "no wand 'green'" in complaint(result)
    assert watching.made == []


@pytest.mark.parametrize(("option", "value"), [("--fps", 0), ("--fps", 1001), ("--rest", 0.01), ("--rest", 11)])
def test_a_pace_that_no_camera_has_is_refused(
    watching: Watching, setup: tuple[str, ...], tmp_path: Path, option: str, value: float
) -> None:
    film(tmp_path, 5)
    assert run("watch", *setup, option, value).exit_code == 2
    assert watching.fed == []


class Clients:
    """Clients that were made, and how often one was run."""

    def __init__(self) -> None:
        self.made: list[tuple[Any, ...]] = []
        self.runs = 0

    def client(self, *arguments: Any) -> SimpleNamespace:
        self.made.append(arguments)
        return SimpleNamespace(run=self.run)

    def run(self) -> None:
        self.runs += 1


@pytest.fixture
def clients(monkeypatch: pytest.MonkeyPatch) -> Clients:
    clients = Clients()
    monkeypatch.setattr(vision.live.client, "Client", clients.client)
    monkeypatch.delenv("DREIMAGIER_HOST", raising=False)
    return clients


@pytest.mark.parametrize(
    ("url", "address", "port"),
    [
        ("http://127.0.0.1:8080", "127.0.0.1", 8080),
        ("table.local:81", "table.local", 81),
        ("192.168.1.20", "192.168.1.20", 80),
    ],
)
def test_the_live_eye_runs_for_the_host_that_was_named(
    clients: Clients, tmp_path: Path, url: str, address: str, port: int
) -> None:
    assert run("run", "--host", url, "--token-file", tmp_path / "token").exit_code == 0
    [(host, *rest)] = clients.made
    assert (host.address, host.port, host.token_file) == (address, port, tmp_path / "token")
    assert rest == ["auto", "", "", ""] and clients.runs == 1


def test_camera_pane_wands_and_work_are_handed_on(clients: Clients, tmp_path: Path) -> None:
    options = ("--camera", "usb:3", "--pane", "p.json", "--wands", "w.json", "--work", "folder")
    assert run("run", "--host", "table", "--token-file", tmp_path / "token", *options).exit_code == 0
    assert clients.made[0][1:] == ("usb:3", "p.json", "w.json", "folder")


def test_the_host_may_be_named_by_the_surroundings(
    clients: Clients, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DREIMAGIER_HOST", "http://10.0.0.5:8080")
    assert run("run", "--token-file", tmp_path / "token").exit_code == 0
    assert clients.made[0][0].address == "10.0.0.5"


@pytest.mark.parametrize("url", ["https://table", "http://", "http://table:port", "ftp://table"])
def test_an_address_that_cannot_be_used_is_one_line(clients: Clients, tmp_path: Path, url: str) -> None:
    result = run("run", "--host", url, "--token-file", tmp_path / "token")
    assert result.exit_code == 2 and "the host's address" in complaint(result)
    assert clients.made == []


@pytest.mark.parametrize("options", [("--host", "http://table"), ("--token-file", "token")])
def test_host_and_token_must_be_named(clients: Clients, options: tuple[str, str]) -> None:
    result = run("run", *options)
    assert result.exit_code == 2 and "Missing option" in result.stderr
    assert clients.made == []


def test_what_is_wrong_is_one_line_on_standard_error(
    clients: Clients, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    run("run", "--host", "http://table", "--token-file", tmp_path / "token")
    for _ in range(2):
        clients.made[0][0].faults.tell("camera", Fault("the cable is loose"), "the camera works again")
    assert capfd.readouterr().err == "dreimagier vision: the cable is loose\n"

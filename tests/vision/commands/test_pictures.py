"""Pictures by the command line: one reader for each size, one line for each picture, one drawing where it is asked."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import vision.commands.pictures
import vision.read
import vision.tools.explain
from companion.protocol import Reading, WandReading
from tests.vision.commands.cardboard import grey, kept, shot
from tests.vision.test_commands import complaint, run
from vision.errors import PictureError
from vision.files import read_picture
from vision.geometry.pane import Pane
from vision.picture import Picture
from vision.read import Look
from vision.taught.wandset import WandSet

RED = WandReading(1, "fate", True, [1], [(1.0, 2.0)])


class Readers:
    """Readers that were made, and what they were asked: the pane's size, the picture's brightness, the wands."""

    def __init__(self) -> None:
        self.made: list[tuple[tuple[int, int], float, tuple[str, ...]]] = []
        self.asked: list[tuple[tuple[int, int], int, list[str] | None]] = []
        self.drawn: list[tuple[int, Look]] = []
        self.ticks = iter(np.arange(0, 100, 0.0123456))

    def reader(self, pane: Pane, wands: WandSet) -> SimpleNamespace:
        self.made.append((pane.size, pane.focal, wands.colours))

        def read(picture: Picture, expect: list[str] | None) -> Look:
            level = int(picture.max())
            self.asked.append((pane.size, level, expect))
            if level == 66:
                raise PictureError("the picture is out of hand")
            return Look(Reading("ok", None, {"red": RED}), (), ())

        return SimpleNamespace(read=read, pane=pane)

    def explained(self, reader: Any, picture: Picture, look: Look) -> Picture:
        self.drawn.append((int(picture.max()), look))
        assert reader.pane.size == (picture.shape[1], picture.shape[0])
        return picture // 2


@pytest.fixture
def readers(monkeypatch: pytest.MonkeyPatch) -> Readers:
    readers = Readers()
    monkeypatch.setattr(vision.read, "Reader", readers.reader)
    monkeypatch.setattr(vision.tools.explain, "explained", readers.explained)
    monkeypatch.setattr(
        vision.commands.pictures, "time", SimpleNamespace(perf_counter=lambda: float(next(readers.ticks)))
    )
    return readers


@pytest.fixture
def setup(tmp_path: Path) -> tuple[str, ...]:
    """The options that name pane and wands."""
    pane, wands = kept(tmp_path)
    return "--pane", str(pane), "--wands", str(wands)


def pictures(folder: Path, *levels: int, size: int = 241) -> list[Path]:
    """Pictures that differ in brightness."""
    return [shot(folder / f"{level}.png", grey(size, size, level)) for level in levels]


def test_a_line_names_the_picture_and_tells_all_that_was_read_and_how_long_it_took(
    readers: Readers, setup: tuple[str, ...], tmp_path: Path
) -> None:
    result = run("read", *setup, *pictures(tmp_path, 10))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.count("\n") == 1 and list(json.loads(result.stdout).items()) == [
        ("image", "10.png"),
        ("status", "ok"),
        ("kind", None),
        (
            "wands",
            {
                "red": {
                    "top": 1,
                    "bottom": "fate",
                    "sure": True,
                    "options": [1],
                    "corners_px": [[1.0, 2.0]],
                    "movement": None,
                }
            },
        ),
        ("ms", 12.3),
    ]


def test_pictures_of_one_size_share_a_reader_whose_pane_is_of_that_size(
    readers: Readers, setup: tuple[str, ...], tmp_path: Path
) -> None:
    small, large = pictures(tmp_path, 10, 20), pictures(tmp_path, 30, size=482)
    result = run("read", *setup, small[0], *large, small[1])
    assert [json.loads(line)["image"] for line in result.stdout.splitlines()] == ["10.png", "30.png", "20.png"]
    assert readers.made == [((241, 241), 600.0, ("red", "black")), ((482, 482), 1200.0, ("red", "black"))]
    assert readers.asked == [((241, 241), 10, None), ((482, 482), 30, None), ((241, 241), 20, None)]


def test_the_wands_that_must_lie_there_are_told_to_the_reader(
    readers: Readers, setup: tuple[str, ...], tmp_path: Path
) -> None:
    run("read", *setup, "--expect", "black, red", *pictures(tmp_path, 10))
    assert readers.asked == [((241, 241), 10, ["black", "red"])]


def test_a_wand_that_was_not_taught_is_told_before_anything_is_read(
    readers: Readers, setup: tuple[str, ...], tmp_path: Path
) -> None:
    result = run("read", *setup, "--expect", "red,green", *pictures(tmp_path, 10))
    assert result.exit_code == 2 and "no wand 'green' was taught; there are red, black" in complaint(result)
    assert result.stdout == "" and readers.made == []


def test_a_picture_that_fails_is_a_line_of_its_own_and_the_others_are_read(
    readers: Readers, setup: tuple[str, ...], tmp_path: Path
) -> None:
    good, wide = pictures(tmp_path, 10, 66, 20), shot(tmp_path / "wide.png", grey(300, 100))
    result = run("read", *setup, tmp_path / "none.png", good[0], wide, good[1], good[2])
    assert result.exit_code == 2
    assert [json.loads(line)["image"] for line in result.stdout.splitlines()] == ["10.png", "20.png"]
    complaints = result.stderr.splitlines()
    assert len(complaints) == 3 and all(line.startswith("error: ") for line in complaints)
    for line, part in zip(complaints, ["no such file", "300x100 does not fit pane.json", "out of hand"], strict=True):
        assert part in line


def test_one_drawing_has_the_name_that_was_asked_for(readers: Readers, setup: tuple[str, ...], tmp_path: Path) -> None:
    result = run("read", *setup, "--explain", tmp_path / "why.png", *pictures(tmp_path, 10))
    assert result.exit_code == 0
    assert int(read_picture(tmp_path / "why.png").max()) == 5
    [(level, look)] = readers.drawn
    assert level == 10 and look.reading.wands == {"red": RED}


def test_drawings_of_several_pictures_are_numbered_as_the_pictures_are(
    readers: Readers, setup: tuple[str, ...], tmp_path: Path
) -> None:
    """A picture that fails leaves its number out, so that numbers and pictures stay together."""
    images = [*pictures(tmp_path, 10), tmp_path / "none.png", *pictures(tmp_path, 30)]
    run("read", *setup, "--explain", tmp_path / "why.now.png", *images)
    drawn = {path.name: int(read_picture(path).max()) for path in tmp_path.glob("why*")}
    assert drawn == {"why.now-1.png": 5, "why.now-3.png": 15}


def test_without_being_asked_nothing_is_drawn(readers: Readers, setup: tuple[str, ...], tmp_path: Path) -> None:
    before = {path.name for path in tmp_path.iterdir()} | {"10.png"}
    run("read", *setup, *pictures(tmp_path, 10))
    assert readers.drawn == [] and {path.name for path in tmp_path.iterdir()} == before


def test_a_drawing_that_cannot_be_written_costs_no_reading(
    readers: Readers, setup: tuple[str, ...], tmp_path: Path
) -> None:
    result = run("read", *setup, "--explain", tmp_path / "none" / "why.png", *pictures(tmp_path, 10, 20))
    assert result.exit_code == 2 and result.stdout.count("\n") == 2
    assert result.stderr.count("there is no folder") == 2


@pytest.mark.parametrize("missing", ["--pane", "--wands"])
def test_pane_and_wands_are_read_before_any_picture(
    readers: Readers, setup: tuple[str, ...], tmp_path: Path, missing: str
) -> None:
    named = dict(zip(setup[::2], setup[1::2], strict=True)) | {missing: str(tmp_path / "none.json")}
    result = run("read", *(part for pair in named.items() for part in pair), *pictures(tmp_path, 10, 20))
    assert result.exit_code == 2 and f"cannot read the {missing[2:]}" in complaint(result)
    assert readers.made == []


def test_the_score_is_told_as_it_is(tmp_path: Path) -> None:
    truth = {"category": "apart", "legal": True, "wands": {"red": {"top_value": 1}}}
    (tmp_path / "labels.json").write_text(json.dumps({"throws": {"10.png": truth, "20.png": truth}}))
    line = {"image": "10.png", "status": "ok", "kind": None, "wands": {"red": {"top": 1, "options": [1]}}}
    (tmp_path / "read.jsonl").write_text(json.dumps(line))
    result = run("score", tmp_path / "labels.json", tmp_path / "read.jsonl")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "legal throws without foreign objects, read fully right: 1 of 2 (50.0 %)"
    assert lines[-1] == "20.png: not read"


def test_a_score_of_what_is_not_there_is_one_line(tmp_path: Path) -> None:
    result = run("score", tmp_path / "labels.json", tmp_path / "read.jsonl")
    assert result.exit_code == 2 and complaint(result).endswith("No such file or directory")

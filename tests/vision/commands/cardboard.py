"""What commands of the eye are called with: a camera of cardboard, files of a set-up, small pictures."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

import vision.cameras
from tests.vision.geometry.panes import PLAIN
from tests.vision.taught.test_wandset import wandset
from vision.cameras.base import Camera, Frame
from vision.cameras.photograph import noted
from vision.files import save_json
from vision.geometry.pane import Pane
from vision.picture import Picture
from vision.taught.wandset import WandSet


class Cardboard(Camera):
    """Notes what is asked of it."""

    name = "cardboard"

    def __init__(self, argument: str = "") -> None:
        super().__init__(argument)
        self.done: list[str] = []
        self.expected: list[tuple[tuple[int, int], float | None, float]] = []
        self.lens: float | None = None
        self.frames = 0

    def open(self) -> None:
        self.done.append("open")

    def capture(self, timeout: float) -> Frame:
        self.frames += 1
        return Frame(grey(80, 64, self.frames), float(self.frames))

    def close(self) -> None:
        self.done.append("close")

    def lock(self) -> None:
        self.done.append("lock")
        self.focus = self.lens

    def expect(self, size: tuple[int, int], focus: float | None, distance_mm: float) -> None:
        self.done.append("expect")
        self.expected.append((size, focus, distance_mm))

    def find_focus(self) -> float | None:
        return self.lens


def chosen(monkeypatch: pytest.MonkeyPatch) -> tuple[Cardboard, list[str]]:
    """The camera that every choice of one gives, and the choices."""
    camera, choices = Cardboard(), list[str]()

    def make(choice: str) -> Cardboard:
        choices.append(choice)
        return camera

    monkeypatch.setattr(vision.cameras, "make_camera", make)
    return camera, choices


def grey(width: int, height: int, level: int = 0) -> Picture:
    return np.full((height, width, 3), level, np.uint8)


def shot(path: Path, picture: Picture, focus: float | None = None) -> Path:
    """A picture on disk, as `photo` writes it."""
    path.write_bytes(noted(cv2.imencode(path.suffix, picture)[1].tobytes(), focus))
    return path


def kept(folder: Path, pane: Pane = PLAIN, wands: WandSet | None = None) -> tuple[Path, Path]:
    """pane.json and wands.json."""
    save_json(folder / "pane.json", pane.file())
    save_json(folder / "wands.json", (wands or wandset("red", "black")).file())
    return folder / "pane.json", folder / "wands.json"

"""One calibrated pane, one taught set, one reader, for all tests of the eye."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from vision.files import read_picture, save_json
from vision.geometry.pane import Pane
from vision.read import Reader
from vision.setup.calibrate import calibrate
from vision.setup.shots import load_shots
from vision.setup.teach import teach
from vision.taught.wandset import WandSet

DATA = Path(__file__).parent / "data"
SET = DATA / "set_a"


@pytest.fixture(scope="session")
def labels() -> dict[str, Any]:
    """Truth for the pictures of the set."""
    content: dict[str, Any] = json.loads((SET / "labels.json").read_text())
    return content


@pytest.fixture(scope="session")
def pane() -> Pane:
    """Calibrated from the four pictures of the board."""
    return calibrate({p.name: read_picture(p) for p in sorted(SET.glob("charuco_*.jpg"))})


@pytest.fixture(scope="session")
def wands(pane: Pane) -> WandSet:
    """Taught from the nine pictures."""
    return teach(pane, load_shots(SET / "teach"))


@pytest.fixture(scope="session")
def reader(pane: Pane, wands: WandSet) -> Reader:
    """Reads pictures of full size."""
    return Reader(pane, wands)


@pytest.fixture(scope="session")
def files(pane: Pane, wands: WandSet, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """pane.json and wands.json on disk."""
    folder = tmp_path_factory.mktemp("setup")
    save_json(folder / "pane.json", pane.file())
    save_json(folder / "wands.json", wands.file())
    return str(folder / "pane.json"), str(folder / "wands.json")

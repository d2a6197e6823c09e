"""A pane from its four corners: near the truth with the lens known, a millimetre or two without, or one clear line."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from tests.vision.conftest import SET
from vision.commands import vision
from vision.errors import PaneError
from vision.files import save_json
from vision.geometry.pane import Pane, Points, load_pane
from vision.setup.corners import pane_from_corners

SIZE = (280.0, 280.0)
SQUARE = np.array([[-140.0, -140], [140, -140], [140, 140], [-140, 140]])


def worst_mm(found: Pane, true: Pane, half: float = 130) -> float:
    """How far places on the pane are from where they are, turned and shifted to fit best."""
    steps = np.linspace(-half, half, 7)
    places = np.array([[x, y] for x in steps for y in steps])
    seen = found.to_mm(true.to_px(places))
    seen, places = seen - seen.mean(axis=0), places - places.mean(axis=0)
    left, _, right = np.linalg.svd(seen.T @ places)
    return float(np.linalg.norm(seen @ (left @ right) - places, axis=1).max())


@pytest.fixture()
def corners(pane: Pane) -> Points:
    """Where a square of the pane shows, to the nearest pixel as a hand would mark it."""
    return np.round(pane.to_px(SQUARE))


def test_with_the_lens_known_it_is_as_good_as_the_board(pane: Pane, corners: Points) -> None:
    found = pane_from_corners(corners, SIZE, pane.size, lens=pane)
    assert worst_mm(found, pane) < 0.3
    assert abs(found.eye[2]) == pytest.approx(abs(pane.eye[2]), abs=1.5)
    assert found.rms < 1.0


def test_without_the_lens_it_is_off_by_what_the_lens_bends(pane: Pane, corners: Points) -> None:
    straight = replace(pane, distortion=(0.0, 0.0, 0.0, 0.0, 0.0))
    assert worst_mm(pane_from_corners(straight.to_px(SQUARE), SIZE, pane.size), straight) < 0.6
    assert worst_mm(pane_from_corners(corners, SIZE, pane.size), pane) < 3.0


def test_the_first_side_is_the_first_length(pane: Pane) -> None:
    wide = pane.to_px(np.array([[-140.0, -90], [140, -90], [140, 90], [-140, 90]]))
    found = pane_from_corners(np.roll(wide, -1, axis=0), (180.0, 280.0), pane.size, lens=pane)
    assert worst_mm(found, pane) < 0.3


def test_the_opening_is_what_was_marked(pane: Pane, corners: Points) -> None:
    found = pane_from_corners(corners, SIZE, pane.size, lens=pane)
    assert found.to_px(found.opening) == pytest.approx(corners, abs=0.1)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda c: c[::-1], "clockwise"),
        (lambda c: c[[0, 2, 1, 3]], "clockwise"),
        (lambda c: c[:3], "four corners"),
        (lambda c: c + 2000, "outside the picture"),
        (lambda c: np.array([[300.0, 300], [310, 300], [310, 310], [300, 310]]), "shorter than"),
        (lambda c: c * np.nan, "four corners"),
    ],
)
def test_corners_that_are_no_pane_are_refused(pane: Pane, corners: Points, change: object, said: str) -> None:
    assert callable(change)
    with pytest.raises(PaneError, match=said):
        pane_from_corners(change(corners), SIZE, pane.size)


def test_a_size_that_does_not_fit_is_refused(pane: Pane, corners: Points) -> None:
    with pytest.raises(PaneError, match="miss a pane of 280 x 120 mm"):
        pane_from_corners(corners, (280.0, 120.0), pane.size, lens=pane)


@pytest.mark.parametrize(
    "size", [(0.0, 80.0), (-60.0, 80.0), (math.nan, 60.0), (60.0, math.nan), (80.0, math.inf), (1e30, 1e30)]
)
def test_a_size_that_is_no_pane_s_is_refused(size: tuple[float, float], pane: Pane, corners: Points) -> None:
    with pytest.raises(PaneError, match="two lengths in mm"):
        pane_from_corners(corners, size, pane.size)


def test_by_command(pane: Pane, corners: Points, tmp_path: Path) -> None:
    save_json(tmp_path / "lens.json", pane.file())
    marked = " ".join(f"{x:.0f},{y:.0f}" for x, y in corners)
    options = ["--corners", marked, "--size", "280x280", "--out", str(tmp_path / "pane.json")]
    asked = ["calibrate", str(SET / "empty.jpg"), *options]
    told = CliRunner().invoke(vision, [*asked, "--lens", str(tmp_path / "lens.json")])
    assert told.exit_code == 0, told.output
    assert "opening 280 x 280 mm, corners fit within" in told.output
    assert worst_mm(load_pane(tmp_path / "pane.json"), pane) < 0.3
    assert "note: the lens" in CliRunner().invoke(vision, asked).output


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--corners", "1,2 3,4", "--size", "280x280"], "four places"),
        (["--corners", "1,2 3,4 5,6 7,x", "--size", "280x280"], "four places"),
        (["--corners", "1,2 3,4 5,6 7,8", "--size", "280"], "two lengths"),
        (["--size", "280x280"], "are needed together"),
    ],
)
def test_a_command_without_sense_gets_one_line(options: list[str], said: str, tmp_path: Path) -> None:
    asked = ["calibrate", str(SET / "empty.jpg"), "--out", str(tmp_path / "pane.json"), *options]
    told = CliRunner().invoke(vision, asked)
    assert told.exit_code == 2
    assert said in told.output and told.output.count("\n") == 1
    assert not (tmp_path / "pane.json").exists()

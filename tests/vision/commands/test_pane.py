"""The pane by the command line: what goes to the calibration, what is written of it, and what is said."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import vision.setup.calibrate
import vision.setup.corners
from tests.vision.commands.cardboard import grey, kept, shot
from tests.vision.geometry.panes import PLAIN
from tests.vision.test_commands import complaint, run
from vision.geometry.pane import INDEX, Pane, load_pane
from vision.setup.calibrate import Calibration

CORNERS = "40,60 200,60 200,180 40,180"
MARKED = [[40, 60], [200, 60], [200, 180], [40, 180]]
WIDE = replace(PLAIN, opening=np.array([[-40.0, -30], [40, -30], [40, 30], [-40, 30]]), rms=0.254)
"""What CORNERS mark: 80 x 60 mm with 2 px/mm, more than enough of them where the camera is nearer."""
NEAR = replace(WIDE, focal=900.0)
ERRORS = np.array([0.11, 0.44, 0.2, 0.3])


class Fitting:
    """Stands where the pane is found, and keeps what it was asked."""

    def __init__(self, pane: Pane = NEAR, errors: Any = ERRORS, notes: tuple[str, ...] = ()) -> None:
        self.found = Calibration(pane, errors, notes)
        self.asked: list[tuple[Any, ...]] = []

    def by_board(self, *asked: Any) -> Calibration:
        self.asked.append(asked)
        return self.found

    def by_corners(self, *asked: Any) -> Pane:
        self.asked.append(asked)
        return self.found.pane


def fitting(monkeypatch: pytest.MonkeyPatch, found: Fitting) -> Fitting:
    monkeypatch.setattr(vision.setup.calibrate, "calibration", found.by_board)
    monkeypatch.setattr(vision.setup.corners, "pane_from_corners", found.by_corners)
    return found


@pytest.fixture
def fitted(monkeypatch: pytest.MonkeyPatch) -> Fitting:
    return fitting(monkeypatch, Fitting())


@pytest.fixture
def boards(tmp_path: Path) -> list[Path]:
    """Three pictures that differ in brightness, not in the order of their names."""
    return [shot(tmp_path / f"{name}.png", grey(241, 200, level)) for name, level in (("b", 10), ("a", 20), ("c", 30))]


@pytest.fixture
def one(tmp_path: Path) -> Path:
    """A picture without a board."""
    return shot(tmp_path / "one.png", grey(241, 241))


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "pane.json"


def test_the_board_to_print_is_a_pdf_and_what_to_do_with_it_is_told(tmp_path: Path) -> None:
    out = tmp_path / "board.pdf"
    result = run("target", "--out", out)
    assert result.exit_code == 0 and result.stdout.startswith(f"{out}: print at 100 %")
    assert out.read_bytes().startswith(b"%PDF")


def test_all_pictures_go_to_the_calibration_by_name_in_their_order(
    fitted: Fitting, boards: list[Path], out: Path
) -> None:
    assert run("calibrate", *boards, "--out", out).exit_code == 0
    [(pictures, slab, corners)] = fitted.asked
    assert list(pictures) == [str(board) for board in boards]
    assert [int(picture.max()) for picture in pictures.values()] == [10, 20, 30]
    assert slab == (5.0, INDEX) and corners is None


def test_thickness_and_marked_corners_go_with_them(fitted: Fitting, boards: list[Path], out: Path) -> None:
    assert run("calibrate", *boards, "--out", out, "--thickness", 3, "--corners", CORNERS).exit_code == 0
    [(_, slab, corners)] = fitted.asked
    assert slab == (3.0, INDEX) and corners.tolist() == MARKED


def test_the_pane_is_written_and_described(fitted: Fitting, boards: list[Path], out: Path) -> None:
    result = run("calibrate", *boards, "--out", out)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        f"{out}: 3.00 px/mm, camera 300 mm below the pane, opening 80 x 60 mm, "
        "pictures agree within 0.25 px, corners of the pane within 0.4 mm\n"
    )
    assert load_pane(out).file() == NEAR.file()


def test_what_nobody_can_tell_of_the_corners_is_not_told(
    monkeypatch: pytest.MonkeyPatch, boards: list[Path], out: Path
) -> None:
    fitting(monkeypatch, Fitting(errors=None))
    assert run("calibrate", *boards, "--out", out).stdout.endswith(" within 0.25 px\n")


def test_notes_are_told_and_too_few_pixels_last(monkeypatch: pytest.MonkeyPatch, boards: list[Path], out: Path) -> None:
    fitting(monkeypatch, Fitting(WIDE, notes=("b.png: no board", "c.png: blurred")))
    result = run("calibrate", *boards, "--out", out)
    assert result.exit_code == 0 and out.exists()
    notes = result.stderr.splitlines()
    assert notes[:2] == ["note: b.png: no board", "note: c.png: blurred"]
    assert len(notes) == 3 and notes[2].startswith("note: 2.0 px/mm are less than")


def test_where_the_lens_stood_is_kept_with_the_pane(fitted: Fitting, out: Path, tmp_path: Path) -> None:
    pictures = [shot(tmp_path / f"{n}.jpg", grey(241, 200), place) for n, place in enumerate((2.5, 2.52, 2.51))]
    assert run("calibrate", *pictures, "--out", out).exit_code == 0
    assert load_pane(out).focus == 2.51


def test_pictures_with_the_lens_at_two_places_write_nothing(fitted: Fitting, out: Path, tmp_path: Path) -> None:
    pictures = [shot(tmp_path / f"{n}.jpg", grey(241, 200), place) for n, place in enumerate((2.5, 1.0))]
    result = run("calibrate", *pictures, "--out", out)
    assert result.exit_code == 2 and "different places" in complaint(result)
    assert not out.exists()


def test_one_picture_with_corners_and_size_needs_no_board(fitted: Fitting, one: Path, out: Path) -> None:
    result = run("calibrate", one, "--out", out, "--corners", CORNERS, "--size", "80x60", "--thickness", 4)
    assert result.exit_code == 0 and result.stderr.splitlines() == [
        "note: the lens is taken as free of errors; with a wide lens give --lens or use the board"
    ]
    [(marked, size, picture, lens, thickness)] = fitted.asked
    assert marked.tolist() == MARKED
    assert (size, picture, lens, thickness) == ((80.0, 60.0), (241, 241), None, 4.0)
    assert result.stdout.endswith("opening 80 x 60 mm, corners fit within 0.25 px\n")
    assert load_pane(out).file() == NEAR.file()


def test_the_size_of_a_picture_is_columns_by_rows(fitted: Fitting, boards: list[Path], out: Path) -> None:
    run("calibrate", boards[0], "--out", out, "--corners", CORNERS, "--size", "80x60")
    assert fitted.asked[0][2] == (241, 200)


def test_the_lens_of_an_earlier_pane_is_free_of_the_note(fitted: Fitting, one: Path, out: Path, tmp_path: Path) -> None:
    lens, _ = kept(tmp_path, replace(PLAIN, distortion=(-0.06, 0.0, 0.0, 0.0, 0.0)))
    result = run("calibrate", one, "--out", out, "--corners", CORNERS, "--size", "80x60", "--lens", lens)
    assert (result.exit_code, result.stderr) == (0, "")
    assert fitted.asked[0][3].distortion[0] == -0.06


def test_corners_and_lens_give_the_pane_that_they_were_taken_of(one: Path, out: Path, tmp_path: Path) -> None:
    lens, _ = kept(tmp_path, replace(PLAIN, index=1.0))
    result = run("calibrate", one, "--out", out, "--corners", CORNERS, "--size", "80x60", "--lens", lens)
    assert result.exit_code == 0, result.output
    assert "2.00 px/mm, camera 300 mm below the pane, opening 80 x 60 mm, corners fit within 0.00 px" in result.stdout
    pane = load_pane(out)
    assert pane.to_px(pane.opening) == pytest.approx(np.array(MARKED), abs=0.02)


@pytest.mark.parametrize("size", ["80x60", "80X60", " 80 x 60 ", "80.0x6e1"])
def test_a_size_is_two_lengths_however_it_is_typed(fitted: Fitting, one: Path, out: Path, size: str) -> None:
    run("calibrate", one, "--out", out, "--corners", CORNERS, "--size", size)
    assert fitted.asked[0][1] == (80.0, 60.0)


@pytest.mark.parametrize("size", ["80", "80x", "80x60x5", "axb", "80*60", "80,60"])
def test_another_size_is_refused_with_an_example(fitted: Fitting, one: Path, out: Path, size: str) -> None:
    result = run("calibrate", one, "--out", out, "--corners", CORNERS, "--size", size)
    assert result.exit_code == 2 and "two lengths in mm, as 300x300" in complaint(result)
    assert not fitted.asked and not out.exists()


@pytest.mark.parametrize("corners", ["1,2 3,4 5,6", "1,2 3,4 5,6 7,8 9,10", "a,b c,d e,f g,h", "1;2 3;4 5;6 7;8"])
@pytest.mark.parametrize("size", [("--size", "80x60"), ()])
def test_other_corners_are_refused_with_an_example(
    fitted: Fitting, boards: list[Path], out: Path, corners: str, size: tuple[str, ...]
) -> None:
    pictures = boards[:1] if size else boards
    result = run("calibrate", *pictures, "--out", out, "--corners", corners, *size)
    assert result.exit_code == 2 and 'four places, as "120,80' in complaint(result)
    assert not fitted.asked and not out.exists()


@pytest.mark.parametrize(
    ("count", "options"),
    [
        (1, ("--corners", CORNERS)),
        (1, ("--size", "80x60")),
        (3, ("--size", "80x60")),
        (3, ("--corners", CORNERS, "--size", "80x60")),
        (1, ("--lens", "lens.json")),
        (3, ("--lens", "lens.json")),
        (3, ("--corners", CORNERS, "--lens", "lens.json")),
    ],
)
def test_what_belongs_together_without_a_board_is_told(
    fitted: Fitting, boards: list[Path], out: Path, count: int, options: tuple[str, ...]
) -> None:
    result = run("calibrate", *boards[:count], "--out", out, *options)
    assert result.exit_code == 2
    assert complaint(result) == "error: without the board, one picture, --corners and --size are needed together"
    assert not fitted.asked and not out.exists()


def test_a_picture_or_lens_that_cannot_be_read_is_one_line(
    fitted: Fitting, boards: list[Path], out: Path, tmp_path: Path
) -> None:
    none = tmp_path / "none"
    assert "no such file" in complaint(run("calibrate", boards[0], none, "--out", out))
    marked = ("--corners", CORNERS, "--size", "80x60")
    assert "no such file" in complaint(run("calibrate", none, "--out", out, *marked))
    assert "cannot read the pane" in complaint(run("calibrate", boards[0], "--out", out, *marked, "--lens", none))
    assert not fitted.asked and not out.exists()


@pytest.mark.parametrize("thickness", ["-1", "21", "thin"])
def test_a_thickness_that_no_pane_has_is_refused(
    fitted: Fitting, boards: list[Path], out: Path, thickness: str
) -> None:
    assert run("calibrate", *boards, "--out", out, "--thickness", thickness).exit_code == 2
    assert not fitted.asked


def test_what_cannot_be_written_is_not_said_to_be(fitted: Fitting, boards: list[Path], tmp_path: Path) -> None:
    result = run("calibrate", *boards, "--out", tmp_path / "none" / "pane.json")
    assert result.exit_code == 2 and "there is no folder" in complaint(result)
    assert result.stdout == ""


def test_the_file_is_plain_json(fitted: Fitting, boards: list[Path], out: Path) -> None:
    run("calibrate", *boards, "--out", out)
    assert json.loads(out.read_text())["size_px"] == [241, 241]

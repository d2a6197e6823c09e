"""The command line: JSON lines, exit codes, one clear line for bad input, and the other pictures still read."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.vision.conftest import DATA, SET
from vision.commands import vision
from vision.errors import PictureError
from vision.files import decode_picture
from vision.geometry.pane import Pane

THROWS = SET / "throws"


def run(*arguments: object) -> Result:
    """Call the command."""
    return CliRunner().invoke(vision, [str(a) for a in arguments])


def complaint(result: Result) -> str:
    """The one line on standard error."""
    lines = result.stderr.splitlines()
    assert len(lines) == 1, lines
    assert lines[0].startswith("error: ")
    return lines[0]


def reading(files: tuple[str, str], *arguments: object) -> Result:
    """Call ``read``."""
    return run("read", "--pane", files[0], "--wands", files[1], *arguments)


def test_set_up_and_score(tmp_path: Path) -> None:
    pane, wands, lines = tmp_path / "pane.json", tmp_path / "wands.json", tmp_path / "read.jsonl"
    assert run("calibrate", *sorted(SET.glob("charuco_*.jpg")), "--out", pane).exit_code == 0
    taught = run("teach", "--pane", pane, "--shots", SET / "teach", "--out", wands)
    assert taught.exit_code == 0, taught.output
    assert taught.stdout.count("x") >= 9
    done = run("read", "--pane", pane, "--wands", wands, *sorted(THROWS.glob("*.jpg")))
    assert done.exit_code == 0
    lines.write_text(done.stdout)
    told = run("score", SET / "labels.json", lines)
    assert told.exit_code == 0
    assert "given as ok but wrong: 0 of 11" in told.stdout
    assert "illegal states not given as ok: 5 of 5" in told.stdout
    assert "read fully right: 5 of 5" in told.stdout


def test_a_line_for_each_picture_has_the_documented_shape(files: tuple[str, str]) -> None:
    result = reading(files, THROWS / "004.jpg")
    line = json.loads(result.stdout)
    assert set(line) == {"image", "status", "kind", "wands", "ms"}
    assert line["image"] == "004.jpg"
    assert {"top", "bottom", "sure", "options", "corners_px"} <= set(line["wands"]["red"])
    assert line["wands"]["red"]["bottom"] in ("power", "magic", "fate")


def test_the_other_pictures_are_still_read(files: tuple[str, str], tmp_path: Path) -> None:
    (tmp_path / "text.jpg").write_text("not a picture")
    result = reading(files, THROWS / "004.jpg", tmp_path / "none.jpg", tmp_path / "text.jpg", THROWS / "018.jpg")
    assert result.exit_code == 2
    assert [json.loads(line)["image"] for line in result.stdout.splitlines()] == ["004.jpg", "018.jpg"]
    complaints = result.stderr.splitlines()
    assert len(complaints) == 2
    assert "no such file" in complaints[0]
    assert "not an image" in complaints[1]


def test_another_aspect_ratio_is_refused(files: tuple[str, str], tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "wide.png"), np.zeros((720, 1280, 3), np.uint8))
    result = reading(files, tmp_path / "wide.png")
    assert result.exit_code == 2
    assert "does not fit pane.json" in complaint(result)


def test_no_pane_no_wands_unknown_colour(files: tuple[str, str], tmp_path: Path) -> None:
    assert "cannot read the pane" in complaint(reading((str(tmp_path / "x"), files[1]), THROWS / "004.jpg"))
    assert "cannot read the wands" in complaint(reading((files[0], str(tmp_path / "x")), THROWS / "004.jpg"))
    assert "no pane.json" in complaint(reading((files[1], files[1]), THROWS / "004.jpg"))
    assert "no wand 'green'" in complaint(reading(files, "--expect", "red,green", THROWS / "004.jpg"))


def test_explain_draws_a_picture(files: tuple[str, str], tmp_path: Path) -> None:
    out = tmp_path / "why.png"
    assert reading(files, "--explain", out, THROWS / "004.jpg").exit_code == 0
    drawn = cv2.imread(str(out))
    assert drawn is not None
    assert drawn.shape[0] > 960
    assert drawn.shape[1] >= 1280


def test_watch_tells_the_throw(files: tuple[str, str]) -> None:
    result = run("watch", "--pane", files[0], "--wands", files[1], "--frames", DATA / "sequence")
    assert result.exit_code == 0
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(lines) == 1
    assert lines[0]["wands"]["red"]["movement"] == "thrown"
    assert lines[0]["status"] == "ok"


def test_watch_without_frames_is_refused(files: tuple[str, str], tmp_path: Path) -> None:
    result = run("watch", "--pane", files[0], "--wands", files[1], "--frames", tmp_path)
    assert result.exit_code == 2
    assert "no pictures" in complaint(result)


def test_a_mirrored_board_is_named(tmp_path: Path) -> None:
    for number in range(1, 5):
        picture = cv2.imread(str(SET / f"charuco_{number}.jpg"))
        assert picture is not None
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture[:, ::-1])
    result = run("calibrate", *sorted(tmp_path.glob("*.png")), "--out", tmp_path / "pane.json")
    assert result.exit_code == 2
    assert "mirrored" in complaint(result)
    assert not (tmp_path / "pane.json").exists()


def test_calibrate_says_how_exact_the_corners_are(tmp_path: Path) -> None:
    told = run("calibrate", *sorted(SET.glob("charuco_*.jpg")), "--out", tmp_path / "pane.json")
    assert "corners of the pane within 0." in told.stdout
    assert told.stderr == ""


def test_calibrate_without_the_flat_picture_writes_nothing(tmp_path: Path) -> None:
    result = run("calibrate", *(SET / f"charuco_{n}.jpg" for n in (2, 3, 4)), "--out", tmp_path / "pane.json")
    assert result.exit_code == 2
    assert "the flat picture is missing" in complaint(result)
    assert not list(tmp_path.iterdir())


def test_marked_corners_beside_the_boards(tmp_path: Path, pane: Pane) -> None:
    marked = " ".join(f"{x:.0f},{y:.0f}" for x, y in pane.to_px(pane.opening))
    result = run("calibrate", *sorted(SET.glob("charuco_*.jpg")), "--corners", marked, "--out", tmp_path / "pane.json")
    assert result.exit_code == 0, result.output
    assert "opening 294 x 294 mm, pictures agree" in result.stdout


@pytest.mark.parametrize("place", ["missing/out", "file/out", "folder"])
@pytest.mark.parametrize("command", ["calibrate", "teach", "target", "explain"])
def test_what_cannot_be_written_is_one_line(command: str, place: str, files: tuple[str, str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "folder.png").mkdir()
    out = tmp_path / (place + (".png" if command == "explain" else ".json"))
    asked: dict[str, tuple[object, ...]] = {
        "calibrate": ("calibrate", *sorted(SET.glob("charuco_*.jpg")), "--out", out),
        "teach": ("teach", "--pane", files[0], "--shots", SET / "teach", "--out", out),
        "target": ("target", "--out", out),
        "explain": ("read", "--pane", files[0], "--wands", files[1], "--explain", out, THROWS / "004.jpg"),
    }
    result = run(*asked[command])
    assert result.exit_code == 2
    assert f"cannot write {out}" in complaint(result)
    assert ("there is no folder" in result.stderr) == (place == "missing/out")
    assert not list(tmp_path.glob("*.new"))


def test_a_picture_of_an_unknown_kind_is_one_line(files: tuple[str, str], tmp_path: Path) -> None:
    result = reading(files, "--explain", tmp_path / "why.xyz", THROWS / "004.jpg")
    assert result.exit_code == 2
    assert "must end in .jpg or .png" in complaint(result)


@pytest.mark.parametrize("where", ["pane", "wands", "image", "labels", "shots", "frames"])
def test_a_folder_where_a_file_is_meant_and_the_reverse_is_one_line(
    where: str, files: tuple[str, str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    asked: dict[str, tuple[object, ...]] = {
        "pane": ("read", "--pane", tmp_path, "--wands", files[1], THROWS / "004.jpg"),
        "wands": ("read", "--pane", files[0], "--wands", tmp_path, THROWS / "004.jpg"),
        "image": ("read", "--pane", files[0], "--wands", files[1], tmp_path),
        "labels": ("score", tmp_path, tmp_path / "file"),
        "shots": ("teach", "--pane", files[0], "--shots", tmp_path / "file", "--out", tmp_path / "x.json"),
        "frames": ("watch", "--pane", files[0], "--wands", files[1], "--frames", tmp_path / "file"),
    }
    result = run(*asked[where])
    assert result.exit_code == 2
    assert str(tmp_path) in complaint(result)


def test_score_of_nonsense_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("nonsense")
    assert "no labels.json" in complaint(run("score", tmp_path / "x", tmp_path / "x"))
    assert "line 1" in complaint(run("score", SET / "labels.json", tmp_path / "x"))


def test_score_counts_what_was_not_read_as_not_right(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("")
    told = run("score", SET / "labels.json", tmp_path / "empty").stdout
    assert "read fully right: 0 of 5" in told
    assert "illegal states not given as ok: 0 of 5" in told


def test_score_tells_a_sure_wrong_value(tmp_path: Path) -> None:
    truth = json.loads((SET / "labels.json").read_text())["throws"]["004.jpg"]["wands"]
    wands = {c: {"top": (w["top_value"] + 1) % 3, "options": [0]} for c, w in truth.items()}
    (tmp_path / "p").write_text(json.dumps({"image": "a/004.jpg", "status": "ok", "wands": wands}))
    assert "given as ok but wrong: 1 of 11" in run("score", SET / "labels.json", tmp_path / "p").stdout


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=400), cut=st.integers(0, 5000))
def test_broken_files_give_an_error_or_a_picture(data: bytes, cut: int) -> None:
    whole = (SET / "empty.jpg").read_bytes()
    broken = whole[:cut] + data + whole[cut + len(data) :]
    for content in (data, broken):
        try:
            picture = decode_picture(content, "x.jpg")
        except PictureError as error:
            assert "\n" not in str(error)
        else:
            assert picture.ndim == 3


@pytest.mark.parametrize("command", ["calibrate", "target", "teach", "read", "watch", "score", "run"])
def test_every_command_explains_itself(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "Usage" in result.stdout

"""Millimetres and pixels: the calibration against the true geometry of the pictures."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest

from tests.vision.conftest import SET
from vision.errors import PaneError, PictureError
from vision.files import read_picture, save_json
from vision.geometry.pane import Pane, load_pane, masked, pane_of
from vision.setup.board import find_board
from vision.setup.calibrate import calibrate


def test_flat_wands_measure_as_long_and_wide_as_they_are(pane: Pane, labels: dict[str, Any]) -> None:
    length, side = labels["wand_mm"]["length"], labels["wand_mm"]["side"]
    for throw in labels["throws"].values():
        for wand in throw["wands"].values():
            if wand["state"] != "flat":
                continue
            p = pane.to_mm(np.array(wand["corners_px"]))
            assert np.linalg.norm(p[1] - p[0]) == pytest.approx(length, abs=0.4)
            assert np.linalg.norm(p[3] - p[0]) == pytest.approx(side, abs=0.1)


def test_points_come_back_through_lens_and_pane(pane: Pane) -> None:
    places = np.array([[x, y] for x in (-140.0, -60, 0, 90, 140) for y in (-140.0, 5, 140)])
    assert pane.to_mm(pane.to_px(places)) == pytest.approx(places, abs=0.01)


def test_a_point_above_the_pane_appears_nearer_to_the_axis(pane: Pane) -> None:
    low, high = pane.to_px(np.array([[120.0, 0, 0], [120.0, 0, 12.0]]))
    assert 8 < low[0] - high[0] < 20


def test_the_opening_is_what_the_ledge_leaves(pane: Pane) -> None:
    sides = np.linalg.norm(pane.opening - np.roll(pane.opening, -1, axis=0), axis=1)
    # 290 mm, seen 10 mm further up by a camera 300 mm below.
    assert sides == pytest.approx([294] * 4, abs=1.5)


def test_a_scaled_pane_maps_to_scaled_pixels(pane: Pane) -> None:
    half = pane.scaled(640, 480)
    places = np.array([[50.0, -80.0], [-100, 20]])
    assert (half.to_px(places) + 0.5) * 2 - 0.5 == pytest.approx(pane.to_px(places), abs=1e-6)


def test_another_aspect_ratio_is_refused(pane: Pane) -> None:
    with pytest.raises(PictureError, match="1280x720 does not fit"):
        pane.scaled(1280, 720)


def test_a_mirrored_board_is_named_as_such() -> None:
    mirrored = np.ascontiguousarray(read_picture(SET / "charuco_1.jpg")[:, ::-1])
    with pytest.raises(PaneError, match="mirrored"):
        find_board("x.jpg", mirrored)


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_turned_board_is_still_found(turns: int) -> None:
    turned = np.ascontiguousarray(np.rot90(read_picture(SET / "charuco_2.jpg"), turns))
    assert len(find_board("x.jpg", turned).board) >= 20


def test_a_picture_without_board_is_refused_in_one_line() -> None:
    pictures = {n: read_picture(SET / "empty.jpg") for n in ("a.jpg", "b.jpg", "c.jpg")}
    with pytest.raises(PaneError, match=r"a\.jpg: the ChArUco board is not to be seen") as raised:
        calibrate(pictures)
    assert "\n" not in str(raised.value)


def test_two_pictures_are_too_few() -> None:
    with pytest.raises(PaneError, match="at least three"):
        calibrate({n: read_picture(SET / n) for n in ("charuco_1.jpg", "charuco_2.jpg")})


def test_the_file_keeps_everything(pane: Pane, tmp_path: Any) -> None:
    save_json(tmp_path / "pane.json", pane.file())
    again = load_pane(tmp_path / "pane.json")
    places = np.array([[50.0, -80.0], [-100, 20]])
    assert again.to_px(places) == pytest.approx(pane.to_px(places), abs=1e-9)
    assert again.opening == pytest.approx(pane.opening, abs=0.01)


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"[1,2]", b"\xff\xfe", b'{"version": 1}', b"{" * 2000],
)
def test_a_damaged_file_is_refused_with_the_cure(content: bytes, tmp_path: Any) -> None:
    path = tmp_path / "pane.json"
    path.write_bytes(content)
    with pytest.raises(PaneError, match="dreimagier vision calibrate"):
        load_pane(path)


@pytest.mark.parametrize(("field", "value"), [("focal_px", -1.0), ("version", 9), ("rotation", [[1, 0, 0]])])
def test_senseless_numbers_are_refused(pane: Pane, field: str, value: object) -> None:
    raw = msgspec.to_builtins(pane.file())
    raw[field] = value
    file = msgspec.convert(raw, type(pane.file()), strict=False)
    with pytest.raises(ValueError, match="out of range"):
        pane_of(file)


def test_everything_outside_the_pane_is_masked(pane: Pane) -> None:
    picture = np.full((960, 1280, 3), 200, np.uint8)
    left = masked(pane, picture)
    assert not left[:, :60].any()
    assert not left[:5].any()
    assert (left[480, 640] == 200).all()

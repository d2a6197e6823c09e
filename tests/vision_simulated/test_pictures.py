"""What is drawn agrees with what the labels say, measured in the pictures themselves."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.hardframes import HardSet
from vision.cameras.simulated import setup_shots, things
from vision.cameras.simulated.layers import wand_layer
from vision.cameras.simulated.looks import shipped
from vision.cameras.simulated.setup import board_place, board_shot
from vision.cameras.simulated.truth import wand_truth
from vision.cameras.simulated.wand import FACES, lying
from vision.cameras.simulated.watermark import corner


def decoded(data: bytes) -> np.ndarray:
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR))


@pytest.mark.parametrize("number", range(4))
def test_the_cover_of_a_drawn_wand_fills_its_corners(number: int) -> None:
    look = HardSet(31, number, 1).look
    lens, rng = look.place.lens, np.random.default_rng(number)
    for wand in look.wands.values():
        x, y, yaw = (float(v) for v in rng.uniform([-70, -70, 0], [70, 70, 6]))
        pose = lying(wand, FACES[number % 3], x, y, yaw)
        truth = wand_truth(lens, wand, pose)
        layer = wand_layer(lens, look.light, (wand, pose), [], 2)
        assert layer is not None
        inner, outer = np.zeros((2, lens.height, lens.width), np.uint8)
        corners = np.array(truth["corners_px"])
        middle = corners.mean(0)
        cv2.fillPoly(outer, [np.round((corners - middle) * 1.02 + middle).astype(np.int32)], 1)
        cv2.dilate(outer, np.ones((7, 7)), outer)
        cv2.fillPoly(inner, [np.round((corners - middle) * np.array([0.9, 0.9]) + middle).astype(np.int32)], 1)
        cover = np.zeros((lens.height, lens.width), np.float32)
        rows, columns = layer.sheet.shape[:2]
        cover[layer.y : layer.y + rows, layer.x : layer.x + columns] = layer.sheet[..., 3]
        tall = wand.shape.height / 300
        assert cover[outer == 0].sum() < (0.02 + tall) * cover.sum()
        assert cover[inner == 1].mean() > 0.96


def test_the_printed_board_is_found_where_the_geometry_puts_it() -> None:
    look = shipped()
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    board = cv2.aruco.CharucoBoard(things.BOARD_SQUARES, 30.0, 22.0, words)
    for number in range(1, 5):
        turn, place = board_place(number, np.random.default_rng(5))
        picture = decoded(board_shot(look, number, np.random.default_rng(5)))
        corners, ids, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(picture)
        found, which = np.asarray(corners).reshape(-1, 2), np.asarray(ids).ravel()
        assert len(found) >= 20
        flat = np.asarray(board.getChessboardCorners())[which] - np.array([105.0, 75.0, 0.0])
        expected = look.place.lens.pixels(flat @ turn.T + place)
        assert float(np.median(np.linalg.norm(found - expected, axis=1))) < 0.35


def test_set_up_shots_have_the_names_that_teaching_wants(tmp_path: Path) -> None:
    setup_shots(tmp_path)
    look = shipped()
    names = {f"{c}_top{w.opposite[f]}_{f}.jpg" for c, w in look.wands.items() for f in FACES}
    assert {p.name for p in (tmp_path / "teach").iterdir()} == names
    assert {p.name for p in tmp_path.glob("*.jpg")} == {"empty.jpg", *(f"charuco_{n}.jpg" for n in range(1, 5))}
    x0, y0, x1, y1 = corner(1280, 960)
    for path in tmp_path.rglob("*.jpg"):
        picture = decoded(path.read_bytes())
        assert picture.shape == (960, 1280, 3)
        orange = picture[y0:y1, x0:x1].reshape(-1, 3).max(0)
        assert orange[2] > 200 and orange[2] > orange[0] + 80


def test_the_watermark_stands_outside_the_pane() -> None:
    for width in (1280, 640):
        lens = shipped(width).place.lens
        x0, y0, x1, y1 = corner(lens.width, lens.height)
        half = lens.pane.visible_half_mm
        edge = np.array([[-half, y, 0.0] for y in np.linspace(-half, half, 30)])
        assert x1 < lens.pixels(edge)[:, 0].min()
        assert x0 >= 0 and y0 > 0.9 * lens.height and y1 < lens.height

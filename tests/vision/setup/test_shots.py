"""What the names of the teaching pictures say, and what a folder of them must hold."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import PictureError, WandSetError
from vision.setup.shots import load_shots

GOOD = ("red_top2_power.png", "red_top1_magic.png", "red_top0_fate.png")


def put(folder: Path, *names: str) -> Path:
    """Pictures of one grey each, the later the brighter."""
    for number, name in enumerate(names):
        done, data = cv2.imencode(Path(name).suffix.lower(), np.full((64, 80, 3), 10 * number, np.uint8))
        assert done
        (folder / name).write_bytes(data.tobytes())
    return folder


def test_a_name_tells_colour_value_and_face_in_either_language_and_any_case(tmp_path: Path) -> None:
    shots = load_shots(put(tmp_path, "grün_top1_KRAFT.PNG", "grün_top2_Magic.png", "grün_TOP0_schicksal.Jpeg"))
    told = {s.name: (s.colour, s.top, s.face) for s in shots}
    assert told == {
        "grün_top1_KRAFT.PNG": ("grün", 1, "power"),
        "grün_top2_Magic.png": ("grün", 2, "magic"),
        "grün_TOP0_schicksal.Jpeg": ("grün", 0, "fate"),
    }


def test_each_name_comes_with_its_own_picture_in_the_order_of_the_names(tmp_path: Path) -> None:
    shots = load_shots(put(tmp_path, *GOOD))
    assert [s.name for s in shots] == sorted(GOOD)
    assert [int(s.picture.mean()) for s in shots] == [20, 10, 0]


def test_files_that_are_no_teaching_pictures_are_left_alone(tmp_path: Path) -> None:
    put(tmp_path, *GOOD, "charuco_1.png", "my_red_top0_fate.png", "red_top3_fate.png", "red_top0_.png")
    for name in ("red_top0_fate.png.part", "red_top0_fate.txt", "._red_top0_fate.png"):
        (tmp_path / name).write_bytes(b"no picture")
    assert {s.name for s in load_shots(tmp_path)} == set(GOOD)


def test_a_picture_that_was_cut_off_is_named(tmp_path: Path) -> None:
    file = put(tmp_path, *GOOD) / GOOD[1]
    file.write_bytes(file.read_bytes()[:20])
    with pytest.raises(PictureError, match=f"{GOOD[1]}: not an image"):
        load_shots(tmp_path)


@pytest.mark.parametrize("more", ["red_top2_kraft.png", "red_top2_power.jpg"])
def test_a_fourth_picture_of_a_wand_is_refused(tmp_path: Path, more: str) -> None:
    with pytest.raises(WandSetError, match="the red wand needs three pictures"):
        load_shots(put(tmp_path, *GOOD, more))


def test_what_is_no_folder_is_named(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere", put(tmp_path, GOOD[0]) / GOOD[0]):
        with pytest.raises(WandSetError, match=f"there is no folder .*{path.name}"):
            load_shots(path)

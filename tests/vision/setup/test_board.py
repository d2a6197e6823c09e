"""The printed board is found in a picture, and said where it is not."""

from __future__ import annotations

import numpy as np
import pytest

from vision.errors import PaneError
from vision.picture import Picture
from vision.setup.board import SQUARE_MM, SQUARES, View, charuco_board, completed, find_board, seen

PX_MM, FOCAL = 3.0, 1000.0
CORNERS = (SQUARES[0] - 1) * (SQUARES[1] - 1)


def drawn() -> Picture:
    """The board from straight above, in the middle of a grey picture."""
    size = [round(n * SQUARE_MM * PX_MM) for n in SQUARES]
    board = charuco_board().generateImage((size[0], size[1]))
    picture = np.full((size[1] + 80, size[0] + 80, 3), 128, np.uint8)
    picture[40:-40, 40:-40] = board[..., None]
    return picture


def test_every_corner_of_the_board_is_found() -> None:
    view = find_board("one", drawn())
    assert len(view.board) == CORNERS
    assert np.abs(view.pixels - (view.board[:, :2] * PX_MM + 39.5)).max() < 0.5


def test_a_mirrored_board_is_said_to_be() -> None:
    with pytest.raises(PaneError, match="mirrored"):
        find_board("one", np.ascontiguousarray(drawn()[:, ::-1]))


def test_a_picture_without_a_board_is_refused_or_left_out() -> None:
    blank = np.full((200, 300, 3), 128, np.uint8)
    with pytest.raises(PaneError, match="not to be seen"):
        find_board("one", blank)
    views, left_out = seen({"a": drawn(), "b": drawn(), "c": drawn(), "d": blank})
    assert [v.name for v in views] == ["a", "b", "c"]
    assert len(left_out) == 1


def test_corners_that_got_lost_are_found_where_they_are_expected() -> None:
    picture = drawn()
    view = find_board("one", picture)
    some = View("one", view.board[:8], view.pixels[:8])
    depth = FOCAL / PX_MM
    height, width = picture.shape[:2]
    lens = np.array([FOCAL, (width - 1) / 2, (height - 1) / 2, 0, 0, 0, 0, 0])
    away = ((np.array([39.5, 39.5]) - lens[1:3]) / PX_MM).tolist()
    whole = completed(some, picture, lens, np.array([0, 0, 0, *away, depth]))
    assert len(whole.board) == CORNERS
    assert np.abs(whole.pixels - (whole.board[:, :2] * PX_MM + 39.5)).max() < 0.5

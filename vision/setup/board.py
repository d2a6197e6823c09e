"""The printed ChArUco board and its corners in pictures."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import PaneError
from vision.geometry.pane import Points
from vision.picture import Picture

SQUARES = (7, 5)
SQUARE_MM = 30.0
MARKER_MM = 22.0
"""The printed target (`vision.setup.target`): squares across and down, and their sizes."""
PAPER_MM = 12.0
"""So much of white paper is left around the squares, about; less does no harm."""
LEAST_CORNERS = 6
"""A plane seen flat needs four; two more, so that one that is off is noticed in the fit."""
LEAST_VIEWS = 3
"""Views of a plane that a lens with an unknown middle needs at least (two equations each, five unknowns)."""
CRUDENESS = (0.03, 0.08)
"""How crudely (share of its border) a marker's outline may be a square: OpenCV's own share, and more for far and tilted
ones, whose corners few pixels round off."""
THRESHOLD_PX = 43
"""The widest window of a threshold: a marker near the camera is wider than OpenCV's 23 px reach."""
WINDOW_PX = 6
"""Half the window in which a corner is sharpened; corners nearer to the picture's end than it and as much again are not
looked for."""
ROUNDS, STILL_PX = 40, 0.01
"""A corner is sharpened so often, or until it moves by less, far below the scatter of a fit (0.1 px and more)."""
NEAR_PX = 2.5
"""A corner that was not found at first lies at most so far from where the first fit expects it."""


@dataclass(frozen=True)
class View:
    """The board in one picture: corner places on the board (n, 3) mm and in the picture (n, 2) px."""

    name: str
    board: Points
    pixels: Points

    def covered(self, size: tuple[int, int]) -> NDArray[np.uint8]:
        """1 where the board, with the paper around it, hides what is behind it in a picture of that size (columns,
        rows), else 0.
        """
        wide, high = (n * SQUARE_MM + PAPER_MM for n in SQUARES)
        sheet = np.array(
            [[x, y] for x, y in ((-PAPER_MM, -PAPER_MM), (wide, -PAPER_MM), (wide, high), (-PAPER_MM, high))]
        )
        turn, _ = cv2.findHomography(self.board[:, :2], self.pixels)
        corners = cv2.perspectiveTransform(sheet[None], turn)[0]
        mask = np.zeros(size[::-1], np.uint8)
        cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
        return mask


def charuco_board() -> cv2.aruco.CharucoBoard:
    """The board of the printed target."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return cv2.aruco.CharucoBoard(SQUARES, SQUARE_MM, MARKER_MM, dictionary)


def find_board(name: str, picture: Picture) -> View:
    """Find the board.  Raises PaneError, saying so when the picture is mirrored."""
    view = _detect(name, picture)
    if view is not None:
        return view
    if _detect(name, np.ascontiguousarray(picture[:, ::-1])) is not None:
        raise PaneError(f"{name}: the picture is mirrored; turn off mirroring in the camera's settings")
    raise PaneError(
        f"{name}: the ChArUco board is not to be seen (fewer than {LEAST_CORNERS} corners); "
        "take it again, sharp, bright and with the whole printed target in view"
    )


def _detect(name: str, picture: Picture) -> View | None:
    board = charuco_board()
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    best: View | None = None
    for crudeness in CRUDENESS:
        settings = cv2.aruco.DetectorParameters()
        settings.adaptiveThreshWinSizeMax = THRESHOLD_PX
        settings.polygonalApproxAccuracyRate = crudeness
        detector = cv2.aruco.CharucoDetector(board, detectorParams=settings)
        corners, ids, _, _ = detector.detectBoard(grey)
        if ids is None or len(ids) < LEAST_CORNERS:
            continue
        places = np.asarray(board.getChessboardCorners(), dtype=np.float64)[np.asarray(ids).ravel()]
        view = View(name, places, np.asarray(corners, dtype=np.float64).reshape(-1, 2))
        if min(np.ptp(places[:, 0]), np.ptp(places[:, 1])) >= SQUARE_MM - 1 and (
            best is None or len(places) > len(best.board)
        ):
            best = view
    return best


def completed(view: View, picture: Picture, lens: NDArray[np.float64], pose: NDArray[np.float64]) -> View:
    """Look again for every corner of the board where the first fit expects it: far and tilted markers get lost."""
    board = np.asarray(charuco_board().getChessboardCorners(), dtype=np.float64)
    matrix = np.array([[lens[0], 0, lens[1]], [0, lens[0], lens[2]], [0, 0, 1]])
    expected, _ = cv2.projectPoints(board, pose[:3], pose[3:], matrix, lens[3:])
    start = np.asarray(expected, dtype=np.float32).reshape(-1, 1, 2)
    height, width = picture.shape[:2]
    rim = 2 * WINDOW_PX
    inside = ((start[:, 0] > rim) & (start[:, 0] < [width - rim, height - rim])).all(axis=1)
    if not inside.any():
        return view
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, ROUNDS, STILL_PX)
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    found = cv2.cornerSubPix(grey, start[inside].copy(), (WINDOW_PX, WINDOW_PX), (-1, -1), stop).reshape(-1, 2)
    near = np.linalg.norm(found - start[inside].reshape(-1, 2), axis=1) < NEAR_PX
    known = {tuple(b) for b in view.board}
    new = [i for i, ok in enumerate(near) if ok and tuple(board[inside][i]) not in known]
    return View(
        view.name,
        np.vstack([view.board, board[inside][new]]),
        np.vstack([view.pixels, found[new].astype(np.float64)]),
    )


def seen(pictures: dict[str, Picture]) -> tuple[list[View], list[str]]:
    """The views that show the board, and a line for each picture that does not.

    Up to half of the pictures may fail as long as three are left, else PaneError.
    """
    views: list[View] = []
    faults: list[PaneError] = []
    for name, picture in pictures.items():
        try:
            views.append(find_board(name, picture))
        except PaneError as error:
            faults.append(error)
    if faults and (len(views) < LEAST_VIEWS or len(faults) > len(views)):
        raise faults[0]
    return views, [f"left out: {fault}" for fault in faults]

"""From pictures of the printed ChArUco board to a `Pane`: one lies flat on the pane, the others are held above it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import PaneError
from vision.geometry.pane import INDEX, THICKNESS_MM, Pane, Points, project
from vision.picture import Picture
from vision.setup.opening import find_opening

SQUARES = (7, 5)
SQUARE_MM = 30.0
MARKER_MM = 22.0
LEAST_CORNERS = 6
WORST_RMS_PX = 1.5


@dataclass(frozen=True)
class View:
    """The board in one picture: corner places on the board (n, 3) mm and in the picture (n, 2) px."""

    name: str
    board: Points
    pixels: Points


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
    raise PaneError(f"{name}: the ChArUco board is not to be seen (fewer than {LEAST_CORNERS} corners)")


def _detect(name: str, picture: Picture) -> View | None:
    board = charuco_board()
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    best: View | None = None
    for approximation in (0.03, 0.08):
        settings = cv2.aruco.DetectorParameters()
        settings.adaptiveThreshWinSizeMax = 43
        settings.polygonalApproxAccuracyRate = approximation
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


def _completed(view: View, picture: Picture, lens: NDArray[np.float64], pose: NDArray[np.float64]) -> View:
    """Look again for every corner of the board where the first fit expects it: far and tilted markers get lost."""
    board = np.asarray(charuco_board().getChessboardCorners(), dtype=np.float64)
    matrix = np.array([[lens[0], 0, lens[1]], [0, lens[0], lens[2]], [0, 0, 1]])
    expected, _ = cv2.projectPoints(board, pose[:3], pose[3:], matrix, lens[3:])
    start = np.asarray(expected, dtype=np.float32).reshape(-1, 1, 2)
    height, width = picture.shape[:2]
    inside = ((start[:, 0] > 12) & (start[:, 0] < [width - 12, height - 12])).all(axis=1)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 40, 0.01)
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    found = cv2.cornerSubPix(grey, start[inside].copy(), (6, 6), (-1, -1), stop).reshape(-1, 2)
    near = np.linalg.norm(found - start[inside].reshape(-1, 2), axis=1) < 2.5
    known = {tuple(b) for b in view.board}
    new = [i for i, ok in enumerate(near) if ok and tuple(board[inside][i]) not in known]
    return View(
        view.name,
        np.vstack([view.board, board[inside][new]]),
        np.vstack([view.pixels, found[new].astype(np.float64)]),
    )


def calibrate(pictures: dict[str, Picture], thickness: float = THICKNESS_MM, index: float = INDEX) -> Pane:
    """Fit lens, pane plane and opening.  Raises PaneError when the pictures do not suffice or disagree."""
    sizes = {(p.shape[1], p.shape[0]) for p in pictures.values()}
    if len(sizes) != 1:
        raise PaneError("the pictures differ in size; take all with the same camera settings")
    if len(pictures) < 3:
        raise PaneError("at least three pictures of the board are needed, one of them flat on the pane")
    size = sizes.pop()
    views = _seen(pictures)
    lens, poses = _start(views, size)
    views = [_completed(v, pictures[v.name], lens, p) for v, p in zip(views, poses, strict=True)]
    lens, poses = _start(views, size)
    flat = _flat_view(views, poses)
    lens, poses, rms = _refine(views, lens, poses, flat, size, (thickness, index))
    if rms > WORST_RMS_PX:
        raise PaneError(f"the pictures disagree by {rms:.1f} px; were camera or focus moved between them?")
    pane = upright(size, lens, poses[flat], (thickness, index), rms)
    return find_opening(pane, list(pictures.values()), pane.to_mm(views[flat].pixels))


def _seen(pictures: dict[str, Picture]) -> list[View]:
    """The views that show the board; up to half of the pictures may fail as long as three are left."""
    views: list[View] = []
    faults: list[PaneError] = []
    for name, picture in pictures.items():
        try:
            views.append(find_board(name, picture))
        except PaneError as error:
            faults.append(error)
    if faults and (len(views) < 3 or len(faults) > len(views)):
        raise faults[0]
    return views


def _start(views: list[View], size: tuple[int, int]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    width, height = size
    guess = np.array([[width, 0, (width - 1) / 2], [0, width, (height - 1) / 2], [0, 0, 1.0]])
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_ZERO_TANGENT_DIST
    flags |= cv2.CALIB_FIX_K2 | cv2.CALIB_FIX_K3 | cv2.CALIB_FIX_PRINCIPAL_POINT
    boards = [v.board.astype(np.float32) for v in views]
    pixels = [v.pixels.astype(np.float32).reshape(-1, 1, 2) for v in views]
    try:
        _, matrix, dist, turns, shifts = cv2.calibrateCamera(boards, pixels, size, guess, np.zeros(5), flags=flags)
    except cv2.error as error:
        raise PaneError("the lens cannot be found from these pictures; take them from more different angles") from error
    k1 = float(np.asarray(dist).ravel()[0])
    lens = np.array([matrix[0, 0], matrix[0, 2], matrix[1, 2], k1, 0, 0, 0, 0])
    poses = np.array([np.concatenate([np.ravel(r), np.ravel(t)]) for r, t in zip(turns, shifts, strict=True)])
    return lens, poses


def _flat_view(views: list[View], poses: NDArray[np.float64]) -> int:
    """The board that touches the pane has every other board behind it."""
    clear = []
    for pose in poses:
        turn, _ = cv2.Rodrigues(pose[:3])
        normal = turn[:, 2] * np.sign(turn[:, 2] @ pose[3:])
        others = np.vstack([_placed(v.board, p) for v, p in zip(views, poses, strict=True)])
        clear.append(float(np.min((others - pose[3:]) @ normal)))
    return int(np.argmax(clear))


def _placed(board: Points, pose: NDArray[np.float64]) -> Points:
    turn, _ = cv2.Rodrigues(pose[:3])
    return np.asarray(board @ turn.T + pose[3:], dtype=np.float64)


def _refine(
    views: list[View],
    lens: NDArray[np.float64],
    poses: NDArray[np.float64],
    flat: int,
    size: tuple[int, int],
    slab: tuple[float, float],
) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    """Least squares over focal length, centre, k1, k2 and all poses, with the pane's refraction in the model."""
    free = 5
    start = np.concatenate([lens[:free], poses.ravel()])
    prior = np.array([(size[0] - 1) / 2, (size[1] - 1) / 2, 0.0])
    # Weak: the middle within 2 % of the width, k2 within 0.1.
    loose = 0.3 / np.array([0.02 * size[0], 0.02 * size[0], 0.1])

    def residuals(x: NDArray[np.float64]) -> NDArray[np.float64]:
        full = np.concatenate([x[:free], np.zeros(3)])
        placed = x[free:].reshape(-1, 6)
        turn, _ = cv2.Rodrigues(placed[flat, :3])
        normal = np.asarray(turn[:, 2] * np.sign(turn[:, 2] @ placed[flat, 3:]), dtype=np.float64)
        off = [project(_placed(v.board, p), normal, full, *slab) - v.pixels for v, p in zip(views, placed, strict=True)]
        return np.concatenate([np.vstack(off).ravel(), (x[[1, 2, 4]] - prior) * loose])

    best = levenberg(residuals, start)
    off = residuals(best)[:-3]
    rms = float(np.sqrt(np.mean(off**2) * 2))
    return np.concatenate([best[:free], np.zeros(3)]), best[free:].reshape(-1, 6), rms


def levenberg(residuals: object, x: NDArray[np.float64], rounds: int = 40) -> NDArray[np.float64]:
    """Levenberg-Marquardt with a numeric Jacobian; a few dozen unknowns, a few hundred residuals."""
    assert callable(residuals)
    damping, current = 1e-3, np.asarray(residuals(x))
    for _ in range(rounds):
        steps = 1e-6 * np.maximum(1.0, np.abs(x))
        columns = [(residuals(x + np.eye(1, len(x), i)[0] * s) - current) / s for i, s in enumerate(steps)]
        jacobian = np.column_stack(columns)
        normal = jacobian.T @ jacobian
        step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-12), -jacobian.T @ current)
        trial = np.asarray(residuals(x + step))
        if trial @ trial < current @ current:
            gain = 1 - (trial @ trial) / (current @ current)
            x, current, damping = x + step, trial, damping / 5
            if gain < 1e-9:
                break
        else:
            damping *= 8
    return x


def upright(
    size: tuple[int, int],
    lens: NDArray[np.float64],
    pose: NDArray[np.float64],
    slab: tuple[float, float],
    rms: float,
) -> Pane:
    """Turn the flat board's frame so that x runs along the picture and the picture's middle is the origin."""
    turn, _ = cv2.Rodrigues(pose[:3])
    normal = turn[:, 2] * np.sign(turn[:, 2] @ pose[3:])
    across = np.array([1.0, 0, 0]) - normal[0] * normal
    across /= np.linalg.norm(across)
    rotation = np.column_stack([across, np.cross(normal, across), normal])
    ray = np.array([(size[0] / 2 - lens[1]) / lens[0], (size[1] / 2 - lens[2]) / lens[0], 1.0])
    origin = ray * (pose[3:] @ normal) / (ray @ normal)
    k1, k2, p1, p2, k3 = (float(v) for v in lens[3:])
    return Pane(
        size=size,
        focal=float(lens[0]),
        centre=(float(lens[1]), float(lens[2])),
        distortion=(k1, k2, p1, p2, k3),
        rotation=rotation,
        translation=origin,
        opening=np.array([[-150.0, -150], [150, -150], [150, 150], [-150, 150]]),
        thickness=slab[0],
        index=slab[1],
        rms=rms,
    )

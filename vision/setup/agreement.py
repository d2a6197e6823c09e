"""Do the pictures of the board belong together, and do they tell enough?  Each refusal names what to do."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import PaneError
from vision.geometry.grid import GRID_SCALE, Grid
from vision.geometry.pane import Pane, Points, project
from vision.numeric.least import levenberg
from vision.picture import Picture
from vision.scene.mount import Mount
from vision.setup.above import uncovered
from vision.setup.board import View
from vision.setup.lens import Fit, normal_of, placed
from vision.setup.opening import UNSEEN

Array = NDArray[np.float64]

THROUGH_MM = 5.0
"""Nothing is behind the pane: no board reaches so far through the plane of the one that lies flat (an uneven print may
by 1; three tilted boards alone did by 28 to 60 in eleven sets).
"""
LEAST_TILT = 6.0
"""Degrees between the flat board and at least one other, else distance and focal length cannot be told apart."""
AMISS_RATIO = 1.35
"""How much worse (px) a picture may fit together with the others than alone: up to 1.05 for one camera, 1.5 to 4 for
pictures of two cameras (eleven and sixteen sets of pictures)."""
AMISS_PX = 0.1
"""A picture that fits so well together is never amiss."""
UNEVEN_PX = 0.0006
"""A sharp flat board alone fits its lens within this share of the picture's width (0.14 px of 1280 were seen)."""
SLANT_DEGREES = 20.0
"""A camera that looks at the pane more slantingly than this sees no square opening any more."""
SQUARE = 0.02
"""Opposite sides of the opening are equal within this share; half a degree of tilt makes 0.01 of it."""
RIGHT_DEGREES = 1.5
"""The opening's corners are right angles within this."""
LEAST_SHOWN = 0.5
"""Share of a side that must show where most pictures have the border (0.8 in eleven sets)."""
MARGIN, FINE_PX = 0.04, 25
"""Share of the picture's width that is wood above and below the pane; what is larger than so many pixels is light."""
HIDDEN = 0.3
"""Share of a side of the opening that a board hides in a picture in which it is not asked where that side is."""
PLAY_PX, ALIKE, LESS, MUCH_LESS = 12, 0.6, 0.02, 0.3
"""Where the wood is so much alike (correlation; of nine cameras 0.8 and more) and hardly more so at any place within so
many pixels, the camera stood still, and it is the border that was not found; a move by 5 pixels along the grain makes
it less alike by 0.04 and more.  Where it is alike elsewhere and by much less here, the camera was moved (by 0.9 for 9
pixels across the grain; of pictures without a move by 0.04 at most)."""
FOCAL_LOOSE, K1_LOOSE = 0.2, 0.1
"""How far a single picture's own focal length (logarithm) and k1 may be from the common ones."""


def flat_view(views: list[View], poses: Array) -> tuple[int, float]:
    """The board that touches the pane has every other board behind it: which, and by how much (mm, 0 or less) the
    nearest of all boards is before it.
    """
    clear = []
    for pose in poses:
        others = np.vstack([placed(v.board, p) for v, p in zip(views, poses, strict=True)])
        clear.append(float(np.min((others - pose[3:]) @ normal_of(pose))))
    best = int(np.argmax(clear))
    return best, clear[best]


def check_flat(clear: float) -> None:
    """Raises PaneError when no board lies flat: another reaches through its plane (`flat_view`)."""
    if clear < -THROUGH_MM:
        raise PaneError("the flat picture is missing: add one with the board lying flat on the pane, print downwards")


def check_tilts(poses: Array, flat: int) -> None:
    """Raises PaneError when all boards are held alike."""
    turns = [normal_of(p) @ normal_of(poses[flat]) for p in poses]
    if np.degrees(np.arccos(np.clip(min(turns), -1, 1))) < LEAST_TILT:
        raise PaneError(
            "all boards lie alike; keep one picture of the board flat on the pane "
            "and take at least two with it held tilted by about 20 degrees, each to another side"
        )


def check_each(views: list[View], fit: Fit, size: tuple[int, int]) -> None:
    """Raises PaneError for a board that is bent or blurred, and for pictures of two cameras."""
    alone = np.array([_alone(v, fit, pose, size) for v, pose in zip(views, fit.poses, strict=True)])
    worst = int(np.argmax(alone))
    if alone[worst] > UNEVEN_PX * size[0]:
        raise PaneError(
            f"{views[worst].name}: the board is bent or blurred (corners off by {alone[worst]:.1f} px); "
            "glue the print on stiff card, hold it still and take the picture again"
        )
    ratio = fit.each / np.maximum(alone, AMISS_PX / AMISS_RATIO)
    worst = int(np.argmax(ratio))
    if ratio[worst] > AMISS_RATIO:
        raise PaneError(
            f"{views[worst].name} and the others are not of one camera (corners off by {fit.each[worst]:.2f} px, alone "
            f"{alone[worst]:.2f}); take all pictures anew, without touching camera, focus or zoom in between"
        )


def _alone(view: View, fit: Fit, pose: Array, size: tuple[int, int]) -> float:
    """How well (px) one board's corners fit when its picture may have focal length and k1 of its own."""

    def residuals(x: Array) -> Array:
        lens = np.array([fit.lens[0] * np.exp(x[0]), *fit.lens[1:3], x[1], 0, 0, 0, 0])
        off = project(placed(view.board, x[2:]), np.array([0.0, 0, 1]), lens, 0.0, 1.5) - view.pixels
        return np.concatenate([off.ravel() * 10, [x[0] / FOCAL_LOOSE, (x[1] - fit.lens[3]) / K1_LOOSE]])

    best = levenberg(residuals, np.concatenate([[0.0, fit.lens[3]], pose]), rounds=12)
    return float(np.sqrt(np.mean(residuals(best)[:-2] ** 2) * 2) / 10)


def check_slant(pane: Pane) -> None:
    """Raises PaneError when the camera cannot look at the pane like that: the flat board did not lie flat."""
    slant = float(np.degrees(np.arccos(np.clip(abs(pane.rotation[2, 2]), -1, 1))))
    if slant > SLANT_DEGREES:
        raise PaneError(
            f"the flat picture is missing, or the camera is {slant:.0f} degrees aslant: "
            "lay the board flat on the pane in one picture, and point the camera straight up"
        )


def check_square(opening: Points) -> None:
    """Raises PaneError when an opening (4, 2) mm is crooked: then the flat board did not lie flat."""
    sides = np.roll(opening, -1, axis=0) - opening
    lengths = np.linalg.norm(sides, axis=1)
    turned = np.einsum("ij,ij->i", sides, np.roll(sides, 1, axis=0)) / lengths / np.roll(lengths, 1)
    uneven = max(abs(lengths[0] / lengths[2] - 1), abs(lengths[1] / lengths[3] - 1))
    if uneven > SQUARE or np.degrees(np.arcsin(np.abs(turned).max())) > RIGHT_DEGREES:
        told = ", ".join(f"{s:.0f}" for s in lengths)
        raise PaneError(
            f"the pane comes out crooked (sides of {told} mm): lay the board flat on the pane in one picture, "
            "with nothing under it"
        )


def check_unmoved(pane: Pane, views: list[View], pictures: list[Picture], flat: int) -> None:
    """Raises PaneError when the pane's border is elsewhere in one of the pictures than in the others; a board that lies
    over it, in a small opening, is no move, as the wood beyond it tells.
    """
    grid = Grid(pane, GRID_SCALE)
    covered = [v.covered(pane.size) for v in views]
    mount = Mount(pane, grid, uncovered(grid, pictures, covered))
    faint = (mount.shown.reshape(4, -1).mean(axis=1) < LEAST_SHOWN).sum() > 1
    wood = [_alike(pictures[flat], picture) for picture in pictures]
    still = [here > ALIKE and here > most - LESS for here, most in wood]
    if faint:
        raise PaneError(UNSEEN.format("border") if all(still) else ELSEWHERE.format(views[flat].name, "the others"))
    still[flat] = all(still)
    hidden = [same and _hides(board, pane) for board, same in zip(covered, still, strict=True)]
    # Where half of the pictures are moved the border shows in both places, and each of them fits.
    gone = [most > ALIKE and here < most - MUCH_LESS for here, most in wood]
    seen = [out or mount.place(p).way == "in place" for p, out in zip(pictures, hidden, strict=True)]
    away = [moved or not there for moved, there in zip(gone, seen, strict=True)]
    names = [v.name for v, off in zip(views, away, strict=True) if off]
    if names:
        odd, usual = (views[flat].name, "the others") if away[flat] else (names[0], views[flat].name)
        raise PaneError(ELSEWHERE.format(odd, usual))


def _hides(board: Picture, pane: Pane) -> bool:
    """Whether a board (1 where it is seen) lies over much of one side of the opening."""
    ends = zip(pane.opening, np.roll(pane.opening, -1, axis=0), strict=True)
    sides = [a + np.linspace(0.05, 0.95, 40)[:, None] * (b - a) for a, b in ends]
    spots = [np.rint(pane.to_px(side)).astype(np.intp).T for side in sides]
    height, width = board.shape
    shares = [board[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)].mean() for x, y in spots]
    return bool(max(shares) >= HIDDEN)


def _alike(one: Picture, other: Picture) -> tuple[float, float]:
    """How much the wood along the pictures' upper and lower border, where no board reaches, is alike (correlation) at
    the same place, and where it is most alike within `PLAY_PX`.
    """
    margin = round(MARGIN * one.shape[1])
    alike = np.zeros((2 * PLAY_PX + 1, 2 * PLAY_PX + 1))
    for part in (slice(margin), slice(-margin, None)):
        a, b = _fine(one[part]), _fine(other[part])[PLAY_PX:-PLAY_PX, PLAY_PX:-PLAY_PX]
        alike += cv2.matchTemplate(a, b, cv2.TM_CCOEFF_NORMED) / 2
    return float(alike[PLAY_PX, PLAY_PX]), float(alike.max())


def _fine(picture: Picture) -> NDArray[np.float32]:
    grey = cv2.GaussianBlur(picture, (5, 5), 0).astype(np.float32).mean(axis=2)
    return np.asarray(grey - cv2.blur(grey, (FINE_PX, FINE_PX)), dtype=np.float32)


ELSEWHERE = (
    "{}: camera or pane stand elsewhere than in {}, or something covers the border; "
    "take all pictures anew, moving only the board"
)

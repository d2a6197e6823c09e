"""Flat pictures in space: a coin, a pawn's foot, a card, the printed board; drawn as albedo and cover."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cameras.simulated.optics import Array
from vision.cameras.simulated.paint import fibres, timber
from vision.cameras.simulated.wand import Colour

BOARD_SQUARES = (7, 5)
BOARD_SQUARE_MM, BOARD_MARKER_MM = 30.0, 22.0


@dataclass(frozen=True, eq=False)
class Sheet:
    """A flat thing: albedo (rows, columns, 3) in linear light, cover 0 to 1, texels a millimetre.

    ``rotation`` (3, 3) and ``place`` put its middle, columns along x and rows along y, into the world; ``own`` is
    light of its own making (a share of the albedo that needs no lamp), ``soft`` extra blur in pixels at 1280 wide.
    """

    albedo: Array
    cover: Array
    fine: float
    rotation: Array
    place: Array
    own: float = 0.0
    soft: float = 0.0

    @property
    def height(self) -> float:
        """How far over the pane its middle is; nearer things hide farther ones."""
        return float(self.place[2])


def flat(x: float, y: float, z: float, yaw: float) -> tuple[Array, Array]:
    """Rotation and place of a level sheet."""
    c, s = math.cos(yaw), math.sin(yaw)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]), np.array([x, y, z])


def _disc(size: int) -> Array:
    y, x = (np.mgrid[0:size, 0:size] - (size - 1) / 2).astype(np.float32)
    return np.asarray(np.hypot(x, y) / (size / 2), np.float32)


def coin(rng: np.random.Generator, metal: Colour, diameter: float, where: tuple[Array, Array]) -> Sheet:
    """A coin: rim, a number, worn metal."""
    fine, size = 6.0, math.ceil(diameter * 6)
    far = _disc(size)
    relief = np.zeros((size, size), np.uint8)
    text = str(rng.choice(["1", "2", "5", "10", "20", "50"]))
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size / 62, max(2, size // 18))
    cv2.putText(
        relief,
        text,
        ((size - wide) // 2, (size + high) // 2),
        cv2.FONT_HERSHEY_SIMPLEX,
        size / 62,
        255,
        max(2, size // 18),
        cv2.LINE_AA,
    )
    rim = (np.abs(far - 0.86) < 0.025) * 0.45
    shade = 1 - 0.35 * relief.astype(np.float32) / 255 - rim + 0.08 * fibres(rng, size, size, 3, 3)
    albedo = np.array(metal, np.float32) * shade[..., None]
    return Sheet(albedo.astype(np.float32), np.clip((1 - far) * size / 2, 0, 1), fine, *where)


def pawn(rng: np.random.Generator, wood: Colour, diameter: float, where: tuple[Array, Array]) -> Sheet:
    """The round wooden foot of a pawn."""
    fine, size = 5.0, math.ceil(diameter * 5)
    far = _disc(size)
    shade = np.exp(0.18 * timber(rng, size, size, fine)) * np.clip(1.15 - 0.5 * far**6, 0.5, 1.1)
    albedo = np.array(wood, np.float32) * shade[..., None]
    return Sheet(albedo.astype(np.float32), np.clip((1 - far) * size / 2, 0, 1), fine, *where)


def card(rng: np.random.Generator, where: tuple[Array, Array], size: tuple[float, float] = (60.0, 100.0)) -> Sheet:
    """A picture card, face down on the pane: border, sky, a sun or moons, a few patches."""
    fine = 5.0
    columns, rows = round(size[0] * fine), round(size[1] * fine)
    paper = np.full((rows, columns, 3), 235, np.uint8)
    edge = round(4 * fine)
    sky = tuple(int(v) for v in rng.integers(40, 190, 3))
    cv2.rectangle(paper, (edge, edge), (columns - edge, rows - edge), sky, -1)
    sun = tuple(int(v) for v in rng.integers(60, 255, 3))
    middle = (columns // 2, round(rows * 0.62))
    cv2.circle(paper, middle, round(9 * fine), sun, -1, cv2.LINE_AA)
    for turn in np.arange(0, 2 * math.pi, math.pi / 8):
        far = [
            (round(middle[0] + math.cos(turn) * r * fine), round(middle[1] + math.sin(turn) * r * fine))
            for r in (11, 18)
        ]
        cv2.line(paper, far[0], far[1], sun, round(1.2 * fine), cv2.LINE_AA)
    for _ in range(9):
        at = (int(rng.uniform(0.2, 0.8) * columns), int(rng.uniform(0.12, 0.35) * rows))
        cv2.circle(
            paper, at, round(rng.uniform(1, 4) * fine), tuple(int(v) for v in rng.integers(0, 255, 3)), -1, cv2.LINE_AA
        )
    cover = np.ones((rows, columns), np.float32)
    return Sheet((paper.astype(np.float32) / 255) ** 2.2 * 0.9, cover, fine, *where)


def board(where: tuple[Array, Array], margin: float = 9.0, ink: float = 0.035) -> Sheet:
    """The printed ChArUco board on stiff paper."""
    fine = 6.0
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    printed = cv2.aruco.CharucoBoard(BOARD_SQUARES, BOARD_SQUARE_MM, BOARD_MARKER_MM, words)
    size = tuple(round(n * BOARD_SQUARE_MM * fine) for n in BOARD_SQUARES)
    inner = np.asarray(printed.generateImage((size[0], size[1])))
    edge = round(margin * fine)
    paper = cv2.copyMakeBorder(inner, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=255).astype(np.float32) / 255
    tone = ink + paper * (0.78 - ink)
    albedo = np.repeat(tone[..., None], 3, 2) * np.array([0.97, 1.0, 1.0], np.float32)
    return Sheet(albedo.astype(np.float32), np.ones(paper.shape, np.float32), fine, *where)

"""Three-sided wands: measures, faces, notches, and how they lie.

Body frame of a wand: x along it in the direction of the arrow, the cross-section in (y, z) around its middle.  Face k
has its outward normal at the angle ``turn * k`` from straight down, so rolling the wand to its right brings face k + 1
down.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.cameras.simulated.optics import Array

FACES = ("power", "magic", "fate")
Colour = tuple[float, float, float]
"""Blue, green, red, in linear light."""


@dataclass(frozen=True)
class Shape:
    """Measures that the wands of a set share, in millimetres; ``notch_shape`` is V or U."""

    length: float = 105.0
    side: float = 14.0
    notch_width: float = 3.2
    notch_depth: float = 2.2
    notch_shape: str = "V"
    two_notch_spacing: float = 16.0
    rounding: float = 0.7

    @property
    def inner(self) -> float:
        """Distance of a face from the middle."""
        return self.side / (2 * math.sqrt(3))

    @property
    def outer(self) -> float:
        """Distance of a sharp long edge from the middle."""
        return self.side / math.sqrt(3)

    @property
    def height(self) -> float:
        """Height of the rounded top edge over the pane when the wand lies flat."""
        return self.inner + self.outer - self.rounding


@dataclass(frozen=True)
class Artwork:
    """What is painted on the faces: an arrow, a star, nothing; ``per_face`` times along the wand.

    ``arrow`` and ``figure`` may name a mark of `symbols` instead.
    """

    arrow: str = "thick"
    points: int = 5
    star: str = "fill"
    per_face: int = 1
    size: float = 0.62
    waist: float = 0.42
    figure: str = "star"


@dataclass(frozen=True)
class Finish:
    """How one wand is painted.

    ``wear`` is the share of symbol and edge rubbed off, ``grain`` the strength of the wood.  ``polish`` is the
    sharpness of the lamps' mirror images in the lacquer (exponent of Blinn's lobe; 0: none, 60 silk, 3000 piano).
    """

    paint: Colour = (0.02, 0.02, 0.3)
    ink: Colour = (0.02, 0.02, 0.02)
    raw: Colour = (0.12, 0.25, 0.42)
    grain: float = 0.1
    wear: float = 0.1
    gloss: float = 0.0
    seed: int = 0
    polish: float = 0.0


@dataclass(frozen=True, eq=False)
class Wand:
    """One wand.

    ``opposite`` maps a face to the notches of the edge opposite it; ``centres`` to their places along x.
    """

    colour: str
    shape: Shape
    opposite: dict[str, int]
    centres: dict[str, tuple[float, ...]]
    finish: Finish
    art: Artwork
    mirrored: bool = False

    @cached_property
    def turns(self) -> dict[str, float]:
        """Angle of each face's normal from straight down, in radians."""
        step = -1 if self.mirrored else 1
        return {face: step * k * 2 * math.pi / 3 for k, face in enumerate(FACES)}

    def opposite_of(self, face: str) -> tuple[float, float]:
        """Unit vector (y, z) in the body frame from the middle to the edge opposite a face."""
        return -math.sin(self.turns[face]), math.cos(self.turns[face])

    def beside(self, face: str) -> tuple[str, str]:
        """The faces opposite the left and the right edge of a face, looking along the arrow from below."""
        others = [f for f in FACES if f != face]
        turn = self.turns[face]
        left = min(others, key=lambda f: self._side(f, turn))
        return left, others[1 - others.index(left)]

    def _side(self, face: str, turn: float) -> float:
        y, z = self.opposite_of(face)
        return y * math.cos(turn) + z * math.sin(turn)


@dataclass(frozen=True, eq=False)
class Pose:
    """Where a wand is: body to world rotation (3, 3) and the place of its middle."""

    rotation: Array
    place: Array

    def world(self, points: Array) -> Array:
        """Body points (n, 3) in the world."""
        moved: Array = np.asarray(points) @ self.rotation.T + self.place
        return moved


def turn_about(axis: Array, angle: float) -> Array:
    """Rotation (3, 3) about a unit axis (Rodrigues)."""
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    turned: Array = np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * (cross @ cross)
    return turned


def rolled(yaw: float, pitch: float, roll: float) -> Array:
    """Rotation of a wand: first rolled about its length, then one end raised by ``pitch``, then turned to ``yaw``."""
    z, y, x = np.array([0.0, 0, 1]), np.array([0.0, 1, 0]), np.array([1.0, 0, 0])
    turned: Array = turn_about(z, yaw) @ turn_about(y, -pitch) @ turn_about(x, roll)
    return turned


def lying(wand: Wand, face: str, x: float, y: float, yaw: float, lift: float = 0.0) -> Pose:
    """Flat on the pane on ``face``, its middle over (x, y), the arrow's direction at ``yaw`` radians."""
    return Pose(rolled(yaw, 0.0, -wand.turns[face]), np.array([x, y, wand.shape.inner + lift]))


def pivoted(pose: Pose, point: Array, axis: Array, angle: float) -> Pose:
    """A pose turned about a line in the world."""
    turn = turn_about(axis / np.linalg.norm(axis), angle)
    return Pose(turn @ pose.rotation, turn @ (pose.place - point) + point)


def face_corners(wand: Wand, face: str) -> Array:
    """Ideal sharp corners p0 p1 p2 p3 of a face in the body frame: p0 to p1 along the arrow, clockwise seen from
    below.
    """
    shape, turn = wand.shape, wand.turns[face]
    down = np.array([0, math.sin(turn), -math.cos(turn)]) * shape.inner
    right = np.array([0, math.cos(turn), math.sin(turn)]) * shape.side / 2
    along = np.array([shape.length / 2, 0, 0])
    return np.array([down - along - right, down + along - right, down + along + right, down - along + right])


def all_corners(wand: Wand) -> Array:
    """The six sharp corners of a wand in the body frame, (6, 3)."""
    rim = [np.array([0.0, *wand.opposite_of(face)]) * wand.shape.outer for face in FACES]
    along = np.array([wand.shape.length / 2, 0, 0])
    return np.array([edge + sign * along for edge in rim for sign in (-1, 1)])

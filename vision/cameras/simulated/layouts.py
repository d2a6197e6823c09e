"""Where wands may come to lie: apart, touching, across one another, on a coin, on end, over the edge."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from vision.cameras.simulated.optics import Array, Pane
from vision.cameras.simulated.wand import FACES, Pose, Wand, all_corners, face_corners, lying, pivoted, rolled

Rect = tuple[float, float, float, float, float]
"""Middle x, y, yaw in radians, half length, half width."""


class NoRoomError(ValueError):
    """No place was found for a wand; another seed may do."""


def rect_corners(rect: Rect, grow: float = 0.0) -> Array:
    """Corners of a footprint, grown on all sides, (4, 2)."""
    x, y, yaw, a, b = rect
    c, s = math.cos(yaw), math.sin(yaw)
    body = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array([a + grow, b + grow])
    corners: Array = body @ np.array([[c, s], [-s, c]]) + np.array([x, y])
    return corners


def gap(one: Rect, two: Rect) -> float:
    """Largest separation along an axis of either rectangle: negative when they overlap, a lower bound of the
    distance.
    """
    a, b = rect_corners(one), rect_corners(two)
    best = -math.inf
    for yaw in (one[2], one[2] + math.pi / 2, two[2], two[2] + math.pi / 2):
        axis = np.array([math.cos(yaw), math.sin(yaw)])
        p, q = a @ axis, b @ axis
        best = max(best, float(q.min() - p.max()), float(p.min() - q.max()))
    return best


def footprint(wand: Wand, pose: Pose) -> Rect:
    """Rectangle of a wand that lies flat."""
    along = pose.rotation[:, 0]
    return (
        float(pose.place[0]),
        float(pose.place[1]),
        math.atan2(along[1], along[0]),
        wand.shape.length / 2,
        wand.shape.side / 2,
    )


def inside(rect: Rect, pane: Pane, margin: float = 2.0) -> bool:
    """Whether a footprint lies wholly in the opening."""
    return bool(np.abs(rect_corners(rect)).max() <= pane.visible_half_mm - margin)


def try_until(make: Callable[[], Rect | None], tries: int = 600) -> Rect:
    """First success of a draw.  Raises NoRoomError."""
    for _ in range(tries):
        found = make()
        if found is not None:
            return found
    raise NoRoomError("no room for another wand")


def place_apart(
    rng: np.random.Generator, wands: Sequence[Wand], pane: Pane, taken: Sequence[Rect] = (), apart: float = 2.5
) -> list[Rect]:
    """Free places for wands, at least ``apart`` mm from each other and from what is taken."""
    rects: list[Rect] = []
    for wand in wands:
        half = (wand.shape.length / 2, wand.shape.side / 2)

        def draw(half: tuple[float, float] = half) -> Rect | None:
            x, y = rng.uniform(-pane.visible_half_mm, pane.visible_half_mm, 2)
            rect = (float(x), float(y), float(rng.uniform(0, 2 * math.pi)), *half)
            return rect if inside(rect, pane) and all(gap(rect, r) > apart for r in [*taken, *rects]) else None

        rects.append(try_until(draw))
    return rects


def place_beside(
    rng: np.random.Generator, wand: Wand, first: Rect, pane: Pane, taken: Sequence[Rect], air: float = 0.1
) -> Rect:
    """A place that touches ``first``: side by side or end to side, ``air`` mm between them."""
    half = (wand.shape.length / 2, wand.shape.side / 2)

    def draw() -> Rect | None:
        parallel = rng.random() < 0.55
        yaw = first[2] + (rng.normal(0, 0.004) if parallel else rng.uniform(0.5, 2.6)) + math.pi * rng.integers(0, 2)
        along, side = rng.uniform(-0.8, 0.8) * first[3], rng.choice([-1.0, 1.0])
        rect = _slid((first, float(yaw), *half), float(along), float(side), air)
        others = [r for r in taken if r is not first]
        return rect if inside(rect, pane) and all(gap(rect, r) > air for r in others) else None

    return try_until(draw)


def _slid(spec: tuple[Rect, float, float, float], along: float, side: float, air: float) -> Rect:
    """Slide a rectangle sideways towards another until ``air`` is left."""
    first, yaw, a, b = spec
    c, s = math.cos(first[2]), math.sin(first[2])

    def at(away: float) -> Rect:
        return first[0] + along * c - side * away * s, first[1] + along * s + side * away * c, yaw, a, b

    low, high = 0.0, 200.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (low, middle) if gap(first, at(middle)) > air else (middle, high)
    return at(high)


def laid(wand: Wand, face: str, rect: Rect) -> Pose:
    """Pose of a wand flat on a face at a footprint."""
    return lying(wand, face, rect[0], rect[1], rect[2])


def random_face(rng: np.random.Generator) -> str:
    """Any of the three faces, equally likely."""
    return FACES[int(rng.integers(0, 3))]


def across(rng: np.random.Generator, wand: Wand, face: str, under: Rect, height: float, pane: Pane) -> Pose:
    """A wand whose bottom face rests on the top edge (``height`` mm up) of another, one corner on the pane.

    Raises NoRoomError.
    """
    along = np.array([math.cos(under[2]), math.sin(under[2]), 0.0])
    for _ in range(200):
        crossing = rng.uniform(-0.7, 0.7) * under[3]
        point = np.array([under[0], under[1], height]) + crossing * along
        yaw = under[2] + rng.choice([-1, 1]) * rng.uniform(0.8, math.pi - 0.8)
        shift = rng.uniform(-0.6, 0.6) * wand.shape.length / 2
        middle = point[:2] + shift * np.array([math.cos(yaw), math.sin(yaw)])
        flat = lying(wand, face, float(middle[0]), float(middle[1]), float(yaw), height)
        pose = _let_down(flat, wand, face, point, along)
        corners = pose.world(face_corners(wand, face))
        if np.abs(corners[:, :2]).max() < pane.visible_half_mm - 2:
            return pose
    raise NoRoomError("no room to lay a wand across")


def _let_down(flat: Pose, wand: Wand, face: str, point: Array, along: Array) -> Pose:
    """Turn about a level line through ``point`` until the heavier side's corner meets the pane."""
    across = np.array([-along[1], along[0], 0.0])
    reach = (flat.world(face_corners(wand, face)) - point) @ across
    heavy = math.copysign(1.0, float((flat.place - point) @ across))
    far = float((reach * heavy).max())
    angle = math.asin(min(point[2] / far, 0.9))
    return pivoted(flat, point, along, -angle * heavy)


def raised(wand: Wand, face: str, rect: Rect, lift: float, at: float) -> Pose:
    """A wand with one end held up: a point ``at`` mm from the low end is ``lift`` mm over the pane."""
    angle = math.asin(min(lift / at, 0.9))
    turn = rolled(rect[2], angle, -wand.turns[face])
    pose = Pose(turn, np.array([rect[0], rect[1], 0.0]))
    low = pose.world(face_corners(wand, face))[:, 2].min()
    return Pose(turn, np.array([rect[0], rect[1], -low]))


def upright(rng: np.random.Generator, wand: Wand, x: float, y: float) -> Pose:
    """A wand that stands on an end."""
    yaw, sign = rng.uniform(0, 2 * math.pi), rng.choice([-1, 1])
    return Pose(rolled(float(yaw), sign * math.pi / 2, 0.0), np.array([x, y, wand.shape.length / 2]))


def over_edge(rng: np.random.Generator, wand: Wand, pane: Pane, taken: Sequence[Rect]) -> Rect:
    """A place flat on pane and table, 10 to 60 percent of it out of the opening."""
    half = (wand.shape.length / 2, wand.shape.side / 2)

    def draw() -> Rect | None:
        edge = pane.visible_half_mm
        x, y = rng.uniform(-edge - 40, edge + 40, 2)
        rect = (float(x), float(y), float(rng.uniform(0, 2 * math.pi)), *half)
        spread = np.linspace(-1, 1, 41)[:, None] * np.array([math.cos(rect[2]), math.sin(rect[2])]) * half[
            0
        ] + np.array([x, y])
        out = float((np.abs(spread).max(1) > edge).mean())
        return rect if 0.1 < out < 0.6 and all(gap(rect, r) > 3 for r in taken) else None

    return try_until(draw)


def low_end(wand: Wand, pose: Pose) -> float:
    """Height of the lowest corner over the pane."""
    return float(pose.world(all_corners(wand))[:, 2].min())


def propped(wand: Wand, face: str, rect: Rect, angle: float, side: int) -> Pose:
    """A wand turned by ``angle`` radians about one long edge of its face; ``side`` 1 lifts the right edge, -1 the
    left, seen along the arrow from below.
    """
    pose = laid(wand, face, rect)
    corners = pose.world(face_corners(wand, face))
    still, lifted = (corners[0], corners[3]) if side > 0 else (corners[3], corners[0])
    axis = pose.rotation[:, 0]
    up = float(np.cross(axis, lifted - still)[2])
    return pivoted(pose, still, axis, math.copysign(angle, up))

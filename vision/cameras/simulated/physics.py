"""Wands fall, bounce, roll over their edges, slide, collide and come to rest: one body a wand, seven numbers and
their rates.

A wand is its middle over the pane, the height of its lowest point, its turn (yaw), the slope of its length (pitch) and
the roll about its length.  On the pane gravity rolls it towards the nearest face; each slap of a face takes energy;
friction couples rolling and sliding.  Footprints keep off each other and off the rim.  Steps of 1/500 s, no chance
but the start: the same start always ends the same.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.cameras.simulated.layouts import Rect, gap, rect_corners
from vision.cameras.simulated.optics import Array
from vision.cameras.simulated.wand import Pose, Wand, all_corners, rolled

STEP = 1 / 500
GRAVITY = 9810.0
FRICTION = 0.2
BOUNCE = 0.4
SLAP = 0.62
RIM_MM = 30.0
_THIRD = 2 * math.pi / 3
_AIR = 0.12


@dataclass(slots=True)
class Body:
    """State of one wand; lengths in mm, angles in radians, rates a second.  ``fixed`` ones lie and are not moved."""

    wand: Wand
    x: float
    y: float
    yaw: float
    z: float = 0.0
    roll: float = 0.0
    pitch: float = 0.0
    vx: float = 0.0
    vy: float = 0.0
    vz: float = 0.0
    spin: float = 0.0
    rolling: float = 0.0
    pitching: float = 0.0
    fixed: bool = False
    still: bool = False

    @property
    def rect(self) -> Rect:
        """Footprint, as wide as a face."""
        return self.x, self.y, self.yaw, self.wand.shape.length / 2, self.wand.shape.side / 2

    def pose(self) -> Pose:
        """Where the wand is, its lowest corner ``z`` over the pane."""
        turn = rolled(self.yaw, self.pitch, self.roll)
        low = float((all_corners(self.wand) @ turn.T)[:, 2].min())
        return Pose(turn, np.array([self.x, self.y, self.z - low]))

    def lean(self) -> float:
        """Roll away from the nearest face, -60 to 60 degrees, in radians."""
        return (self.roll + _THIRD / 2) % _THIRD - _THIRD / 2


def resting(wand: Wand, pose: Pose) -> Body:
    """A body that lies flat at a pose and stays."""
    along, roll = pose.rotation[:, 0], math.atan2(pose.rotation[2, 1], pose.rotation[2, 2])
    yaw = math.atan2(along[1], along[0])
    return Body(wand, float(pose.place[0]), float(pose.place[1]), yaw, roll=roll, fixed=True, still=True)


def dropped(rng: np.random.Generator, wand: Wand, x: float, y: float, height: float) -> Body:
    """A body let go by a hand: a little thrown, a little turning."""
    speed, way = float(rng.uniform(40, 260)), float(rng.uniform(0, 2 * math.pi))
    inward = math.atan2(-y, -x) + rng.normal(0, 0.7)
    way = inward if math.hypot(x, y) > 40 else way
    return Body(
        wand, x, y, float(rng.uniform(0, 2 * math.pi)), height, float(rng.uniform(0, 2 * math.pi)),
        float(rng.normal(0, 0.25)), float(speed * math.cos(way)), float(speed * math.sin(way)),
        float(-rng.uniform(100, 500)), float(rng.normal(0, 3)), float(rng.normal(0, 16)), float(rng.normal(0, 2)),
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Fall:
    """A fall from start to rest: poses of each wand by step (steps, wands) as bodies' copies; ``rest`` says it
    ended well.
    """

    tracks: list[list[Pose]]
    rest: bool

    @property
    def seconds(self) -> float:
        """How long it took."""
        return (len(self.tracks) - 1) * STEP

    def at(self, seconds: float) -> list[Pose]:
        """Poses at a time since the start; before it the first, after it the last."""
        return self.tracks[min(max(round(seconds / STEP), 0), len(self.tracks) - 1)]


def fall(bodies: Sequence[Body], half: float, longest: float = 3.0) -> Fall:
    """Let bodies fall onto a pane with a rim at ``half`` mm until all are still, at most ``longest`` seconds."""
    moving = [replace(body) for body in bodies]
    tracks = [[body.pose() for body in moving]]
    for _ in range(round(longest / STEP)):
        step(moving, half)
        tracks.append([body.pose() if not body.still else tracks[-1][k] for k, body in enumerate(moving)])
        if all(body.still for body in moving):
            break
    tracks[-1] = [body.pose() for body in moving]
    return Fall(tracks, _well(moving, half))


def _well(bodies: Sequence[Body], half: float) -> bool:
    """All still, flat, inside, apart."""
    rects = [body.rect for body in bodies]
    apart = all(gap(a, b) > 0 for k, a in enumerate(rects) for b in rects[k + 1 :])
    inside = all(float(np.abs(rect_corners(rect)).max()) <= half + 0.5 for rect in rects)
    return apart and inside and all(body.still and abs(body.lean()) < 1e-6 for body in bodies)


def step(bodies: Sequence[Body], half: float) -> None:
    """Move all bodies by one step."""
    for body in bodies:
        if not body.still:
            _fly(body)
            if body.z <= 0 and body.vz <= 0:
                _touch(body)
                _roll(body)
                _rub(body)
            _keep_in(body, half)
    for k, one in enumerate(bodies):
        for two in bodies[k + 1 :]:
            _collide(one, two)
    for body in bodies:
        _settle(body)


def _fly(body: Body) -> None:
    if body.z > 0 or body.vz > 0:
        body.vz -= GRAVITY * STEP
        body.z += body.vz * STEP
        body.roll += body.rolling * STEP
        body.pitch += body.pitching * STEP
    body.x += body.vx * STEP
    body.y += body.vy * STEP
    body.yaw += body.spin * STEP


def _touch(body: Body) -> None:
    """Meet the pane: bounce, and turn some of the blow into pitching and rolling."""
    body.z = 0.0
    blow = -body.vz
    if blow > 120:
        body.vz = BOUNCE * blow
        body.pitching = -0.3 * body.pitching - math.copysign(0.9 * blow / body.wand.shape.length, body.pitch)
        body.rolling -= 0.02 * blow * math.sin(3 * body.lean())
    else:
        body.vz = 0.0
        body.pitching -= math.copysign(1.5 * GRAVITY / body.wand.shape.length, body.pitch) * STEP
        before = body.pitch
        body.pitch += body.pitching * STEP
        if before * body.pitch <= 0:
            body.pitching *= -0.25
            body.pitch = 0.0 if abs(body.pitching) < 1.5 else body.pitch
            body.pitching = 0.0 if body.pitch == 0 else body.pitching


def _roll(body: Body) -> None:
    """Gravity turns the wand towards the nearest face; a face that slaps down takes energy."""
    if body.vz > 0:
        return
    side, lean = body.wand.shape.side, body.lean()
    if lean == 0 and body.rolling == 0:
        return
    pull = GRAVITY * body.wand.shape.outer * math.sin(math.pi / 3 - abs(lean)) / (5 * side * side / 12)
    body.rolling -= math.copysign(pull, lean if lean != 0 else body.rolling) * STEP
    body.roll += body.rolling * STEP
    after = body.lean()
    if lean * after < 0 and abs(lean) < 0.8:
        body.rolling *= SLAP
        if abs(body.rolling) < 3.5:
            body.roll -= after
            body.rolling = 0.0


def _rub(body: Body) -> None:
    """Friction: along the wand it slides, across it rolls; turning dies away."""
    c, s = math.cos(body.yaw), math.sin(body.yaw)
    along, across = body.vx * c + body.vy * s, body.vy * c - body.vx * s
    grip, reach = FRICTION * GRAVITY * STEP, 0.7 * body.wand.shape.outer
    along -= math.copysign(min(abs(along), grip), along)
    slip = across + body.rolling * reach
    change = math.copysign(min(abs(slip) / 2, grip), slip)
    across -= change
    if abs(body.lean()) > 1e-9 or abs(change) * 120 > GRAVITY * FRICTION:
        body.rolling -= change / reach
    body.vx, body.vy = along * c - across * s, along * s + across * c
    drag = 3 * FRICTION * GRAVITY / body.wand.shape.length * STEP
    body.spin -= math.copysign(min(abs(body.spin), drag), body.spin)


def _keep_in(body: Body, half: float) -> None:
    """The rim: pushes the farthest corner back and reflects it."""
    if body.z > RIM_MM:
        return
    corners = rect_corners(body.rect)
    for axis in (0, 1):
        for sign in (-1.0, 1.0):
            deep = float((corners[:, axis] * sign).max()) - half
            if deep > 0:
                corner = corners[int((corners[:, axis] * sign).argmax())]
                normal = (-sign, 0.0) if axis == 0 else (0.0, -sign)
                _push(body, normal, deep)
                _blow(body, None, normal, (float(corner[0]), float(corner[1])))


def _push(body: Body, normal: tuple[float, float], way: float) -> None:
    body.x += normal[0] * way
    body.y += normal[1] * way


def _collide(one: Body, two: Body) -> None:
    """Keep two footprints apart and trade their momentum."""
    if (one.still and two.still) or abs(one.z - two.z) > 0.9 * one.wand.shape.height:
        return
    if math.hypot(one.x - two.x, one.y - two.y) > one.wand.shape.length + one.wand.shape.side:
        return
    found = _overlap(one.rect, two.rect)
    if found is None:
        return
    deep, normal, point = found
    share = 0.0 if one.fixed else 1.0 if two.fixed else 0.5
    _push(one, (-normal[0], -normal[1]), deep * share)
    _push(two, normal, deep * (1 - share))
    one.still, two.still = one.fixed, two.fixed
    _blow(two, one, normal, point)


def _overlap(one: Rect, two: Rect) -> tuple[float, tuple[float, float], tuple[float, float]] | None:
    """Depth, direction from one to two, and place of the shallowest overlap of two footprints (with a little air)."""
    a, b = rect_corners(one), rect_corners(two)
    best: tuple[float, Array] | None = None
    for yaw in (one[2], one[2] + math.pi / 2, two[2], two[2] + math.pi / 2):
        axis = np.array([math.cos(yaw), math.sin(yaw)])
        p, q = a @ axis, b @ axis
        for sign, deep in ((1.0, float(p.max() - q.min())), (-1.0, float(q.max() - p.min()))):
            if deep + _AIR <= 0:
                return None
            if best is None or deep < best[0]:
                best = deep, axis * sign
    assert best is not None
    deep, axis = best
    near, far = a[int((a @ axis).argmax())], b[int((b @ axis).argmin())]
    inner = far if _within(far, one) >= _within(near, two) else near
    return deep + _AIR, (float(axis[0]), float(axis[1])), (float(inner[0]), float(inner[1]))


def _within(point: Array, rect: Rect) -> float:
    """How deep a point lies in a footprint; negative outside."""
    c, s = math.cos(rect[2]), math.sin(rect[2])
    dx, dy = point[0] - rect[0], point[1] - rect[1]
    return float(min(rect[3] - abs(dx * c + dy * s), rect[4] - abs(dy * c - dx * s)))


def _blow(body: Body, other: Body | None, normal: tuple[float, float], point: tuple[float, float]) -> None:
    """An impulse along ``normal`` on ``body`` (and against ``other``) where they meet, with little bounce."""
    ease, pace = _ease(body, normal, point), _pace(body, normal, point)
    if other is not None:
        ease, pace = ease + _ease(other, normal, point), pace - _pace(other, normal, point)
    if pace >= 0 or ease == 0:
        return
    push = -1.3 * pace / ease
    _kick(body, normal, point, push)
    if other is not None:
        _kick(other, normal, point, -push)


def _arm(body: Body, normal: tuple[float, float], point: tuple[float, float]) -> float:
    return (point[0] - body.x) * normal[1] - (point[1] - body.y) * normal[0]


def _inertia(body: Body) -> float:
    return body.wand.shape.length**2 / 12 + body.wand.shape.side**2 / 24


def _ease(body: Body, normal: tuple[float, float], point: tuple[float, float]) -> float:
    return 0.0 if body.fixed else 1 + _arm(body, normal, point) ** 2 / _inertia(body)


def _pace(body: Body, normal: tuple[float, float], point: tuple[float, float]) -> float:
    return body.vx * normal[0] + body.vy * normal[1] + body.spin * _arm(body, normal, point)


def _kick(body: Body, normal: tuple[float, float], point: tuple[float, float], push: float) -> None:
    if not body.fixed:
        body.vx += push * normal[0]
        body.vy += push * normal[1]
        body.spin += push * _arm(body, normal, point) / _inertia(body)


def _settle(body: Body) -> None:
    """Call a body still when nothing moves it any more."""
    if body.still or body.z > 0 or body.vz != 0 or body.pitch != 0 or body.rolling != 0 or abs(body.lean()) > 1e-9:
        return
    if math.hypot(body.vx, body.vy) < 4 and abs(body.spin) < 0.05:
        body.vx = body.vy = body.spin = 0.0
        body.still = True

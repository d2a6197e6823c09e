"""Where a ray from below first strikes a wand: a rounded prism minus the cuts of its notches, exactly and for
many rays.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.cameras.simulated.optics import Array
from vision.cameras.simulated.wand import FACES, Pose, Shape, Wand

END, CUT = 3, 4
"""Surfaces: 0 to 2 the faces (rounded edges belong to the nearest), an end, a cut."""


@dataclass(frozen=True, eq=False)
class Strike:
    """What rays hit: which of them (bool of all rays), and for those the height, surface, body point, world normal.

    ``edge`` is 1 on a rounded edge and 0 elsewhere; ``depth`` of a cut is millimetres below the edge.
    """

    hit: Array
    t: Array
    surface: Array
    point: Array
    normal: Array
    edge: Array
    depth: Array


@lru_cache(maxsize=64)
def _planes(shape: Shape, turns: tuple[float, ...]) -> tuple[Array, Array, Array]:
    """Planes n.p <= off of a wand's body: normals (n, 3), offsets (n,), surface of each (n,)."""
    rows = [(np.array([0, math.sin(a), -math.cos(a)]), shape.inner, k) for k, a in enumerate(turns)]
    for k, a in enumerate(turns):
        edge = np.array([0, -math.sin(a), math.cos(a)])
        hub = edge * (shape.outer - 2 * shape.rounding)
        for bend in (-0.52, 0.0, 0.52):
            b = math.pi + a + bend
            normal = np.array([0, math.sin(b), -math.cos(b)])
            near = max((f for f in range(3) if f != k), key=lambda f: float(normal @ rows[f][0]))
            rows.append((normal, float(normal @ hub) + shape.rounding, near))
    rows += [(np.array([s, 0, 0]), shape.length / 2, END) for s in (1.0, -1.0)]
    return np.array([r[0] for r in rows]), np.array([r[1] for r in rows]), np.array([r[2] for r in rows])


def strike(wand: Wand, pose: Pose, rays: Array) -> Strike:
    """Follow rays (n, 4), as of `optics.ray_table`, upwards to their first hit."""
    normals, offsets, surfaces = _planes(wand.shape, tuple(wand.turns[f] for f in FACES))
    origin, way = _in_body(pose, rays)
    near, far, which = _through(normals, offsets, origin, way)
    alive = np.flatnonzero(near < far)
    origin, way, near, far, which = origin[alive], way[alive], near[alive], far[alive], which[alive]
    surface, edge = surfaces[which].copy(), ((which >= 3) & (which < 12)).astype(np.float32)
    normal, depth = normals[which], np.zeros(len(alive), np.float32)
    near = near.copy()
    for face in FACES:
        for centre in wand.centres[face]:
            _cut(wand, face, centre, (origin, way, near, surface, normal, depth))
    ok = near < far
    hit = np.zeros(len(rays), bool)
    hit[alive[ok]] = True
    point = origin[ok] + way[ok] * near[ok, None]
    world = normal[ok] @ pose.rotation.T
    return Strike(hit, near[ok], surface[ok], point, world, edge[ok], depth[ok])


def blocked(wand: Wand, pose: Pose, start: Array, way: Array) -> Array:
    """Whether segments start + t way, 0 < t < 1, meet the wand (notches not counted), (n,) bool."""
    normals, offsets, _ = _planes(wand.shape, tuple(wand.turns[f] for f in FACES))
    near, far, _which = _through(normals[:3], offsets[:3], (start - pose.place) @ pose.rotation, way @ pose.rotation)
    ends_near, ends_far, _ = _through(
        normals[12:], offsets[12:], (start - pose.place) @ pose.rotation, way @ pose.rotation
    )
    met: Array = np.maximum(np.maximum(near, ends_near), 1e-3) < np.minimum(np.minimum(far, ends_far), 1.0)
    return met


def _in_body(pose: Pose, rays: Array) -> tuple[Array, Array]:
    turn = pose.rotation.astype(np.float32)
    start = np.column_stack([rays[:, :2], np.zeros(len(rays), np.float32)]) - pose.place.astype(np.float32)
    way = np.column_stack([rays[:, 2:], np.ones(len(rays), np.float32)])
    return start @ turn, way @ turn


def _through(normals: Array, offsets: Array, origin: Array, way: Array) -> tuple[Array, Array, Array]:
    """Entry and exit of rays through an intersection of half spaces, and the plane of the entry."""
    near = np.full(len(origin), -1e9, np.float32)
    far, which = np.full(len(origin), 1e9, np.float32), np.zeros(len(origin), np.int8)
    axes = np.ascontiguousarray(way.T), np.ascontiguousarray(origin.T)
    for index, (normal, offset) in enumerate(zip(normals.astype(np.float32), offsets.astype(np.float32), strict=True)):
        toward, height = normal @ axes[0], normal @ axes[1]
        toward[np.abs(toward) < 1e-7] = 1e-7
        t = (offset - height) / toward
        enters = toward < 0
        later = enters & (t > near)
        np.copyto(near, t, where=later)
        np.copyto(which, np.int8(index), where=later)
        np.minimum(far, t, out=far, where=~enters)
    return near, far, which


def _cut(wand: Wand, face: str, centre: float, body: tuple[Array, Array, Array, Array, Array, Array]) -> None:
    """Carry rays that enter the wand within one notch on to the wood behind it; changes the arrays in place."""
    origin, way, near, surface, normal, depth = body
    shape, (by, bz) = wand.shape, wand.opposite_of(face)
    x = origin[:, 0] + way[:, 0] * near
    q = (origin[:, 1] + way[:, 1] * near) * by + (origin[:, 2] + way[:, 2] * near) * bz
    rim = shape.outer - shape.rounding
    some = np.flatnonzero((np.abs(x - centre) <= shape.notch_width / 2) & (q > rim - shape.notch_depth))
    if not len(some):
        return
    ox, dx = origin[some, 0] - centre, way[some, 0]
    oq, dq = origin[some, 1] * by + origin[some, 2] * bz, way[some, 1] * by + way[some, 2] * bz
    out = (_leave_v if shape.notch_shape == "V" else _leave_u)(shape, ox, dx, oq - rim, dq, near[some])
    inside = out > near[some] + 1e-4
    some, out, ox, oq = some[inside], out[inside], (ox + dx * out)[inside], (oq + dq * out)[inside]
    near[some], surface[some], depth[some] = out, CUT, rim - oq
    lean_x, lean_q = _cut_normal(shape, ox, oq - rim)
    normal[some] = np.column_stack([lean_x, lean_q * by, lean_q * bz])


def _leave_v(shape: Shape, ox: Array, dx: Array, oq: Array, dq: Array, near: Array) -> Array:
    """Where rays leave a wedge; ``near`` where they are outside of it."""
    slope = 2 * shape.notch_depth / shape.notch_width
    out = np.full(len(ox), 1e9, np.float32)
    within = np.ones(len(ox), bool)
    for sign in (-1, 1):
        value, rate = oq + shape.notch_depth - sign * slope * ox, dq - sign * slope * dx
        within &= value + rate * near > -1e-5
        out = np.where(rate < 0, np.minimum(out, -value / np.minimum(rate, -1e-9)), out)
    return np.where(within, out, near)


def _leave_u(shape: Shape, ox: Array, dx: Array, oq: Array, dq: Array, near: Array) -> Array:
    """Where rays leave a slot with a round floor; ``near`` where they are outside of it."""
    radius, hub = _round(shape)
    x, q = ox + dx * near, oq + dq * near
    within = (np.abs(x) < radius) & ((q > hub) | (x * x + (q - hub) ** 2 < radius**2))
    a = dx * dx + dq * dq + 1e-12
    b, c = ox * dx + (oq - hub) * dq, ox * ox + (oq - hub) ** 2 - radius**2
    disc = np.where(b * b - a * c > 0, (-b + np.sqrt(np.maximum(b * b - a * c, 0))) / a, -1e9)
    wall = np.where(np.abs(dx) > 1e-9, (np.sign(dx) * radius - ox) / np.where(np.abs(dx) > 1e-9, dx, 1), 1e9)
    floor = np.where(dq < 0, (hub - oq) / np.minimum(dq, -1e-9), 1e9)
    slot = np.where(q > hub, np.minimum(wall, floor), -1e9)
    return np.where(within, np.maximum(slot, disc), near)


def _round(shape: Shape) -> tuple[float, float]:
    """Radius of a round notch and its hub's distance from the edge (negative: below it)."""
    half, deep = shape.notch_width / 2, shape.notch_depth
    radius = half if deep >= half else (half**2 + deep**2) / (2 * deep)
    return radius, radius - deep


def _cut_normal(shape: Shape, x: Array, q: Array) -> tuple[Array, Array]:
    """Outward normal of a cut's floor in (along, bisector)."""
    if shape.notch_shape == "V":
        slope = 2 * shape.notch_depth / shape.notch_width
        length = math.hypot(slope, 1)
        return -np.sign(x) * slope / length, np.full(len(x), 1 / length)
    _, hub = _round(shape)
    rise = np.clip(hub - q, 0, None)
    away = np.maximum(np.hypot(x, rise), 1e-6)
    return -x / away, rise / away

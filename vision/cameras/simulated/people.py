"""Hands over the pane and heads that lean over it: soft blobs with a bit of form, seen from below."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from vision.cameras.simulated.optics import Array
from vision.cameras.simulated.paint import fibres
from vision.cameras.simulated.things import Sheet
from vision.cameras.simulated.wand import Colour

Bone = tuple[float, float, float, float, float, float]
"""A capsule: x, y, x, y in millimetres, radius at both ends."""

SKINS: tuple[Colour, ...] = (
    (0.34, 0.45, 0.68),
    (0.2, 0.3, 0.5),
    (0.1, 0.16, 0.3),
    (0.04, 0.07, 0.14),
    (0.28, 0.4, 0.62),
)


LIMB = 1.25, 276, 576
"""Texels a millimetre of the picture of a hand with its arm, and its size: 220 x 460 mm."""


def _relief(bones: Sequence[Bone], width: int, height: int, fine: float) -> Array:
    """Height in millimetres of a union of capsules over their plane, 0 outside, (height, width)."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = ((x - width / 2) / fine).astype(np.float32), ((y - height / 2) / fine).astype(np.float32)
    tall: Array = np.zeros((height, width), np.float32)
    for ax, ay, bx, by, ra, rb in bones:
        dx, dy = bx - ax, by - ay
        share = np.clip(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy + 1e-6), 0, 1)
        radius = ra + (rb - ra) * share
        up = radius**2 - (x - ax - share * dx) ** 2 - (y - ay - share * dy) ** 2
        tall = np.maximum(tall, np.sqrt(np.maximum(up, 0)).astype(np.float32))
    return tall


def _shade(tall: Array, fine: float, soft: float) -> Array:
    """Light on a relief from below and around, dark in its folds."""
    smooth = np.asarray(cv2.GaussianBlur(tall, (0, 0), soft * fine))
    gx, gy = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=fine / 8), cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=fine / 8)
    facing = 1 / np.sqrt(1 + np.asarray(gx) ** 2 + np.asarray(gy) ** 2)
    hollow = smooth - np.asarray(cv2.GaussianBlur(tall, (0, 0), 7 * fine))
    return np.asarray(0.45 + 0.55 * facing + np.clip(hollow * 0.02, -0.25, 0.12), np.float32)


def _cover(tall: Array, fine: float) -> Array:
    hard = (tall > 0.05).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(hard, (0, 0), 0.5 * fine))


def _fingers(rng: np.random.Generator, spread: float, curl: float) -> list[Bone]:
    bones: list[Bone] = []
    for k, length in enumerate((68.0, 78.0, 72.0, 56.0)):
        root = np.array([-33 + 22 * k, -44 + 4 * abs(k - 1.4)])
        turn = (k - 1.5) * spread + rng.normal(0, 0.05)
        bend = 0.12 * rng.normal()
        for part, share in enumerate((0.46, 0.3, 0.24)):
            step = np.array([math.sin(turn), -math.cos(turn)]) * length * share * (1 - curl * (0.35 + 0.3 * part))
            thick = 9.2 - 1.0 * part - (1.2 if k == 3 else 0)
            bones.append((*root, *(root + step), thick, thick - 0.8))
            root, turn = root + step, turn + bend
    return bones


def hand_bones(rng: np.random.Generator, curl: float) -> list[Bone]:
    """A hand, fingers up (towards -y), wrist at +y; ``curl`` 0 is flat and 1 a fist."""
    palm: list[Bone] = [
        (-24, -36, -20, 24, 15, 17),
        (24, -36, 16, 24, 15, 17),
        (0, -40, 0, 24, 16, 20),
        (-8, 10, 8, 10, 22, 22),
    ]
    bend = 0.55 + 0.3 * curl
    knuckle = (-48 + 14 * curl, -20 - 4 * curl)
    tip = (-48 + 14 * curl - 26 * math.cos(bend + 0.6), -20 - 36 * math.sin(bend + 0.3))
    thumb: list[Bone] = [(-20, 16, *knuckle, 15, 11), (*knuckle, *tip, 10.5, 8.5)]
    arm: list[Bone] = [(0, 20, 0, 70, 22, 24)]
    return [*arm, *palm, *_fingers(rng, 0.17 * (1 - curl) + 0.02, curl), *thumb]


def hand(rng: np.random.Generator, curl: float, skin: Colour, sleeve: Colour, where: tuple[Array, Array]) -> Sheet:
    """A hand with a sleeve, about 190 mm long plus arm."""
    bones, sleeves = hand_bones(rng, curl), [(0.0, 57.0, 0.0, 345.0, 34.0, 46.0)]
    return _limb(rng, (bones, sleeves), (skin, sleeve), where)


GRASPED_MM = 105.0
"""What a hand grasps lies so far before the middle of its picture."""


def grasp_bones(rng: np.random.Generator) -> list[Bone]:
    """A hand around something in (0, 0): fingertips beyond it, the thumb before it, wrist at +y."""
    count, apart = int(rng.integers(2, 5)), float(rng.uniform(10, 14))
    bones: list[Bone] = []
    for k in range(count):
        x = (k - (count - 1) / 2) * apart + float(rng.normal(0, 1))
        tip, bend = -float(rng.uniform(6, 13)), float(rng.uniform(-12, -2))
        knuckle = (1.5 * x, 38 + float(rng.normal(0, 3)))
        bones += [(*knuckle, 1.2 * x, bend, 9.5, 8.4), (1.2 * x, bend, x, tip, 7.8, 6.6)]
    thumb = float(rng.uniform(10, 17))
    bones += [(32, 72, 20, 32, 14, 10), (20, 32, float(rng.normal(2, 4)), thumb, 9.6, 8.0)]
    bones += [(-25, 48, 25, 48, 13, 13), (-23, 64, 23, 64, 14, 14), (-21, 79, 21, 79, 15, 15), (0, 60, 0, 140, 17, 22)]
    return bones


def grasp(rng: np.random.Generator, skin: Colour, sleeve: Colour, where: tuple[Array, Array]) -> Sheet:
    """A hand that holds something `GRASPED_MM` before the middle, with a sleeve."""
    size = float(rng.uniform(0.85, 1.1))
    grown = [
        (ax * size, ay * size, bx * size, by * size, r * size, s * size) for ax, ay, bx, by, r, s in grasp_bones(rng)
    ]
    return _limb(rng, (grown, [(0.0, 142.0, 0.0, 345.0, 31.0, 42.0)]), (skin, sleeve), where)


def _limb(
    rng: np.random.Generator,
    parts: tuple[Sequence[Bone], Sequence[Bone]],
    colours: tuple[Colour, Colour],
    where: tuple[Array, Array],
) -> Sheet:
    """Flesh and the cloth over it; their (0, 0) lies `GRASPED_MM` before the middle.  Left or right, by chance."""
    fine, width, height = LIMB
    flesh, cloth = (
        _relief(
            [(ax, ay - GRASPED_MM, bx, by - GRASPED_MM, r, s) for ax, ay, bx, by, r, s in part], width, height, fine
        )
        for part in parts
    )
    tone = _shade(flesh, fine, 1.3) * (1 + 0.04 * fibres(rng, height, width, 3, 3))
    naked = np.array(colours[0], np.float32) * tone[..., None]
    creases = _shade(cloth, fine, 2.5) * (1 + 0.1 * fibres(rng, height, width, 5, 14))
    sleeved = np.array(colours[1], np.float32) * creases[..., None]
    worn = _cover(cloth, fine)
    cover = np.maximum(_cover(flesh, fine), worn)
    albedo = naked * (1 - worn[..., None]) + sleeved * worn[..., None]
    if rng.random() < 0.5:
        albedo, cover = albedo[:, ::-1], cover[:, ::-1]
    return Sheet(np.ascontiguousarray(albedo, np.float32), np.ascontiguousarray(cover), fine, *where)


def fingertips(rng: np.random.Generator, skin: Colour, where: tuple[Array, Array]) -> Sheet:
    """A thumb and a finger that reach up (towards -y) from below the middle, to close over something held there."""
    fine, width, height = 2.5, 150, 240
    bones = [(-9.0, 46.0, -5.0, 4.0, 11.0, 8.5), (11.0, 46.0, 8.0, 10.0 + rng.uniform(-5, 5), 10.0, 8.0)]
    tall = _relief([(float(a), float(b), float(c), float(d), r, s) for a, b, c, d, r, s in bones], width, height, fine)
    tone = _shade(tall, fine, 1.0) * (1 + 0.04 * fibres(rng, height, width, 3, 3))
    flesh = np.array(skin, np.float32) * tone[..., None]
    return Sheet(np.asarray(flesh, np.float32), _cover(tall, fine), fine, *where)


def head(rng: np.random.Generator, skin: Colour, hair: Colour, cloth: Colour, where: tuple[Array, Array]) -> Sheet:
    """A head with shoulders that looks down on the pane; its chin towards +y."""
    fine, width, height = 0.6, 330, 330
    face = _relief(
        [(0, -60, 0, -20, 72, 60), (-78, -35, -78, -25, 14, 12), (78, -35, 78, -25, 14, 12), (0, 30, 0, 90, 45, 60)],
        width,
        height,
        fine,
    )
    body = _relief(
        [(-120.0, 190.0, 120.0, 190.0, 95.0, 95.0), (0.0, 150.0, 0.0, 270.0, 120.0, 120.0)], width, height, fine
    )
    crown = _relief([(-30, -95, 30, -95, 66, 66)], width, height, fine)
    albedo = np.array(skin, np.float32) * _shade(face, fine, 5)[..., None]
    albedo = _features(albedo, fine, width, height)
    cover = _cover(face, fine)
    for relief, colour in ((crown, hair), (body, cloth)):
        over = _cover(relief, fine)[..., None]
        albedo = albedo * (1 - over) + np.array(colour, np.float32) * _shade(relief, fine, 6)[..., None] * over
        cover = np.maximum(cover, over[..., 0])
    grown = 1 + 0.08 * fibres(rng, height, width, 4, 4)[..., None]
    return Sheet(np.asarray(albedo * grown, np.float32), cover, fine, *where)


def _features(albedo: Array, fine: float, width: int, height: int) -> Array:
    """Eyes, brows, nose and mouth."""
    mask = np.zeros((height, width), np.uint8)
    for x, y, a, b, ink in (
        (-28, -38, 10, 6, 200),
        (28, -38, 10, 6, 200),
        (-28, -54, 15, 4, 150),
        (28, -54, 15, 4, 150),
        (0, -8, 11, 8, 90),
        (0, 22, 24, 5, 150),
    ):
        cv2.ellipse(
            mask,
            (round(x * fine + width / 2), round(y * fine + height / 2)),
            (max(1, round(a * fine)), max(1, round(b * fine))),
            0,
            0,
            360,
            ink,
            -1,
            cv2.LINE_AA,
        )
    dark = np.asarray(cv2.GaussianBlur(mask, (0, 0), 1.0), np.float32)[..., None] / 255
    return np.asarray(albedo * (1 - 0.85 * dark), np.float32)

"""The pictures that a table needs once: the printed board, the empty pane, each wand on each face."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from vision.cameras.simulated import things
from vision.cameras.simulated.layers import Placed
from vision.cameras.simulated.layouts import inside, laid
from vision.cameras.simulated.light import Light
from vision.cameras.simulated.looks import Look, shipped
from vision.cameras.simulated.optics import Array
from vision.cameras.simulated.scene import compose
from vision.cameras.simulated.sensor import develop, jpeg
from vision.cameras.simulated.things import Sheet
from vision.cameras.simulated.wand import FACES, turn_about
from vision.cameras.simulated.watermark import watermark


def setup_shots(folder: Path | str, look: Look | None = None, seed: int = 1) -> None:
    """Write charuco_1..4.jpg, empty.jpg and teach/<colour>_top<value>_<face>.jpg; creates the folder.

    Raises OSError.
    """
    look, base = look or shipped(), Path(folder)
    (base / "teach").mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(seed)
    for number in range(1, 5):
        (base / f"charuco_{number}.jpg").write_bytes(board_shot(look, number, rng))
    (base / "empty.jpg").write_bytes(shot(look, [], (), rng))
    for colour, face, placed in teach_poses(look, rng):
        top = placed[0].opposite[face]
        (base / "teach" / f"{colour}_top{top}_{face}.jpg").write_bytes(shot(look, [placed], (), rng))


def shot(
    look: Look, wands: Sequence[Placed], sheets: Sequence[Sheet], rng: np.random.Generator, light: Light | None = None
) -> bytes:
    """One picture as JPEG in the look's normal light or another."""
    picture = develop(compose(look.place, light or look.light, wands, sheets), look.sensor, rng)
    if look.marked:
        watermark(picture)
    return jpeg(picture, look.sensor.quality)


def board_shot(look: Look, number: int, rng: np.random.Generator) -> bytes:
    """The board flat on the pane (number 1) or tilted over it, the lamps' reflections screened off."""
    light = replace(look.light, glare=False, blobs=())
    return shot(look, [], [things.board(board_place(number, rng))], rng, light)


def board_place(number: int, rng: np.random.Generator) -> tuple[Array, Array]:
    """Rotation and place of the board for each of the four shots."""
    yaw, lean, height = [(2.0, 0.0, 0.2), (-14.0, 18.0, 42.0), (28.0, 24.0, 60.0), (80.0, 20.0, 50.0)][(number - 1) % 4]
    turn = turn_about(np.array([0, 0, 1.0]), math.radians(yaw + rng.uniform(-4, 4)))
    if lean:
        toward = rng.uniform(0, 2 * math.pi)
        turn = (
            turn_about(np.array([math.cos(toward), math.sin(toward), 0]), math.radians(lean + rng.uniform(-3, 3)))
            @ turn
        )
    return turn, np.array([*rng.uniform(-14, 14, 2), height])


def teach_poses(look: Look, rng: np.random.Generator) -> list[tuple[str, str, Placed]]:
    """Each wand alone on each of its faces: (colour, face, (wand, pose))."""
    poses = []
    for colour, wand in look.wands.items():
        for face in FACES:
            half = (wand.shape.length / 2, wand.shape.side / 2)
            while True:
                x, y = rng.uniform(-95, 95, 2)
                rect = (float(x), float(y), float(rng.uniform(0, 2 * math.pi)), *half)
                if inside(rect, look.place.lens.pane, 8.0):
                    break
            poses.append((colour, face, (wand, laid(wand, face, rect))))
    return poses

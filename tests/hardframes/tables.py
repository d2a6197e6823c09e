"""Draws a table at random: lens, pane, room, lamps, sensor and three wands that a careful person can tell apart."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np

from vision.cameras.simulated.light import WHITE, Lamps, Light
from vision.cameras.simulated.looks import COLOURS, Look
from vision.cameras.simulated.optics import Lens, Pane
from vision.cameras.simulated.room import Ceiling, Table
from vision.cameras.simulated.scene import Place
from vision.cameras.simulated.sensor import Sensor, level
from vision.cameras.simulated.wand import FACES, Artwork, Colour, Finish, Shape, Wand

PAINTS: dict[str, tuple[Colour, ...]] = {
    "red": (
        (0.025, 0.02, 0.36), (0.05, 0.04, 0.3), (0.02, 0.06, 0.5), (0.04, 0.015, 0.18), (0.35, 0.1, 0.03),
        (0.06, 0.22, 0.05), (0.3, 0.06, 0.22), (0.02, 0.18, 0.55),
    ),
    "black": (
        (0.02, 0.02, 0.02), (0.035, 0.033, 0.03), (0.012, 0.012, 0.012), (0.02, 0.028, 0.05), (0.06, 0.03, 0.02),
        (0.05, 0.05, 0.05), (0.02, 0.035, 0.02),
    ),
    "white": (
        (0.6, 0.68, 0.72), (0.72, 0.75, 0.76), (0.28, 0.5, 0.66), (0.2, 0.4, 0.58), (0.42, 0.58, 0.68),
        (0.5, 0.5, 0.5), (0.1, 0.5, 0.68),
    ),
}  # fmt: skip
DARK_INKS: tuple[Colour, ...] = ((0.012, 0.012, 0.015), (0.02, 0.03, 0.05), (0.08, 0.02, 0.02))
LIGHT_INKS: tuple[Colour, ...] = ((0.5, 0.62, 0.7), (0.7, 0.72, 0.72), (0.15, 0.45, 0.62))
WOODS: tuple[Colour, ...] = ((0.12, 0.25, 0.42), (0.2, 0.36, 0.52), (0.08, 0.16, 0.28), (0.16, 0.3, 0.5))


def luminance(colour: Colour) -> float:
    """Rec. 709 luminance of a linear colour."""
    return 0.0722 * colour[0] + 0.7152 * colour[1] + 0.2126 * colour[2]


def tinted(rng: np.random.Generator, bright: float, spread: float = 0.1) -> Colour:
    """A grey of a luminance with a warm or cold cast."""
    warm = rng.normal(0, spread)
    return bright * float(np.exp(-warm)), bright, bright * float(np.exp(warm))


def draw_lens(rng: np.random.Generator) -> Lens:
    """Heights, focal lengths and distortions that see the whole opening with at least 2.68 px/mm."""
    half = 145.0 if rng.random() < 0.8 else 128.0
    pane = Pane(thickness_mm=float(rng.uniform(3, 8)), visible_half_mm=half, ledge_mm=float(rng.uniform(8, 24)))
    high = float(rng.uniform(285, 420))
    scale = float(rng.uniform(2.7, 2.92)) * (145 / half)
    k1 = float(rng.uniform(-0.28, 0.04))
    dist = (k1, max(0.0, -k1) * 0.22, float(rng.normal(0, 6e-4)), float(rng.normal(0, 6e-4)), 0.0)
    centre = float(639.5 + rng.normal(0, 6)), float(479.5 + rng.normal(0, 4))
    place = float(rng.normal(0, 3)), float(rng.normal(0, 2)), -high
    turn = float(rng.normal(0, 0.4)), float(rng.normal(0, 0.4)), float(rng.uniform(-4, 4))
    return Lens(1280, 960, scale * high, centre, dist, place, turn, pane)


def draw_lamps(rng: np.random.Generator, high: float) -> Lamps:
    """A ring near the lens, two bars or one bar."""
    kind = str(rng.choice(["ring", "bars", "one"], p=[0.4, 0.45, 0.15]))
    colour = tinted(rng, 1.0, 0.05)
    strength = float(rng.uniform(0.7, 1.15))
    if kind == "ring":
        reach, count = float(rng.uniform(30, 70)), int(rng.choice([8, 12, 16, 24]))
        led = float(rng.uniform(4, min(10, 3.6 * reach / count)))
        return Lamps(
            kind, strength, colour, high + float(rng.uniform(-15, 15)), reach, count, led, float(rng.uniform(0.3, 3))
        )
    depth, reach = float(rng.uniform(140, 260)), float(rng.uniform(170, 270))
    glare = float(rng.uniform(0, 3)) if rng.random() < 0.7 else 0.0
    return Lamps(kind, strength, colour, depth, reach, 16, float(rng.uniform(4, 9)), glare)


def draw_ceiling(rng: np.random.Generator) -> Ceiling:
    """Plaster, beams, panels, stripes, a window; light or dark; perhaps a lamp."""
    kind = str(rng.choice(["plain", "plain", "beams", "panels", "stripes", "window"]))
    bright = float(np.exp(rng.uniform(np.log(0.13), np.log(0.58))))
    second = bright * float(rng.uniform(0.25, 0.8)) if kind != "window" else float(rng.uniform(0.7, 1.2))
    lamps: tuple[tuple[float, float, float], ...] = ()
    if rng.random() < 0.35:
        turn, far = rng.uniform(0, 2 * np.pi), rng.uniform(500, 1100)
        lamps = ((float(far * np.cos(turn)), float(far * np.sin(turn)), float(rng.uniform(90, 240))),)
    return Ceiling(
        kind, tinted(rng, bright, 0.16), tinted(rng, second, 0.25), float(rng.uniform(1200, 2400)), lamps,
        float(rng.uniform(0.01, 0.09)), float(rng.uniform(-90, 90)), int(rng.integers(1 << 30)),
    )  # fmt: skip


def draw_sensor(rng: np.random.Generator) -> Sensor:
    """Noise, tone curve, sharpness and JPEG of one camera."""
    return Sensor(
        gamma=float(rng.uniform(2.0, 2.35)), contrast=float(rng.uniform(0.92, 1.12)), vignette=float(rng.uniform(0,
        0.5)), noise=float(rng.uniform(0.8, 3.5)), grit=float(rng.uniform(0.3, 0.9)), quality=int(rng.integers(68, 96)),
        blur=float(rng.choice([0.0, 0.0, 0.5, 0.8])), sharpen=float(rng.choice([0.0, 0.0, 0.4, 0.8])),
        readout_s=float(rng.uniform(0.012, 0.033)), exposure_s=float(rng.choice([0.01, 0.02])),
    )  # fmt: skip


def draw_shape(rng: np.random.Generator) -> Shape:
    """Measures within what the pictures' description allows."""
    width = float(rng.uniform(2.5, 4.0))
    return Shape(
        float(rng.uniform(90, 120)), float(rng.uniform(12, 16)), width, float(rng.uniform(1.5, 3.0)),
        str(rng.choice(["V", "U"])), float(rng.uniform(12, 25)), float(rng.uniform(0.5, 0.8)),
    )  # fmt: skip


def draw_art(rng: np.random.Generator) -> Artwork:
    """Arrows and stars of several makes."""
    return Artwork(
        str(rng.choice(["thick", "thin", "outline", "broad", "chevron"])), int(rng.integers(4, 9)),
        str(rng.choice(["fill", "fill", "outline"])), int(rng.choice([1, 3])), float(rng.uniform(0.5, 0.7)),
        float(rng.uniform(0.36, 0.55)),
    )  # fmt: skip


def draw_finish(rng: np.random.Generator, colour: str) -> Finish:
    """A paint of that wand, a mark that stands out on it, raw or painted cuts."""
    paint = PAINTS[colour][int(rng.integers(len(PAINTS[colour])))]
    paint = (paint[0] * _near(rng), paint[1] * _near(rng), paint[2] * _near(rng))
    pool = LIGHT_INKS if luminance(paint) < 0.09 else DARK_INKS
    ink = pool[int(rng.integers(len(pool)))]
    raw = WOODS[int(rng.integers(len(WOODS)))] if rng.random() < 0.8 else paint
    return Finish(
        paint, ink, raw, float(rng.uniform(0.03, 0.22)), float(rng.uniform(0.0, 0.28)), float(rng.uniform(0, 0.6)),
        int(rng.integers(1 << 30)),
    )  # fmt: skip


def _near(rng: np.random.Generator) -> float:
    return float(np.exp(rng.normal(0, 0.06)))


def draw_wand(rng: np.random.Generator, colour: str, shape: Shape, art: Artwork, finish: Finish) -> Wand:
    """Its own permutation of notches, their places, and the way round of its faces."""
    counts = [int(v) for v in rng.permutation(3)]
    centres: dict[str, tuple[float, ...]] = {}
    for face, count in zip(FACES, counts, strict=True):
        middle, half = float(rng.uniform(-4.5, 4.5)), shape.two_notch_spacing / 2
        centres[face] = {0: (), 1: (middle,), 2: (middle - half, middle + half)}[count]
    return Wand(colour, shape, dict(zip(FACES, counts, strict=True)), centres, finish, art, bool(rng.random() < 0.25))


def draw_table(rng: np.random.Generator) -> Look:
    """A whole table at random; drawn again until a careful person could read it in normal light."""
    while True:
        lens = draw_lens(rng)
        lamps = draw_lamps(rng, -lens.position_mm[2])
        table = Table(
            tinted(rng, float(rng.uniform(0.02, 0.12)), 0.35), tinted(rng, float(rng.uniform(0.02, 0.2)), 0.1),
            int(rng.integers(0, 160)), int(rng.integers(0, 14)), int(rng.integers(1 << 30)),
        )  # fmt: skip
        place = Place(lens, draw_ceiling(rng), table)
        light = Light(lamps, 1.0, tinted(rng, 1.0, 0.04), float(rng.uniform(0.05, 0.2)), float(rng.uniform(0.0, 0.03)))
        shape, art = draw_shape(rng), draw_art(rng)
        wands = {c: draw_wand(rng, c, shape, art, draw_finish(rng, c)) for c in COLOURS}
        look = Look(place, light, draw_sensor(rng), wands)
        if clear(look, look.light, look.sensor, 16.0):
            return look


def clear(look: Look, light: Light, sensor: Sensor, least: float) -> bool:
    """Whether wands stand out by ``least`` levels in some channel from the room, each other, and their marks from
    them.
    """
    among, from_room = stands_out(look, light, sensor)
    return among > 1.5 * least and from_room > least


def stands_out(look: Look, light: Light, sensor: Sensor) -> tuple[float, float]:
    """By how many levels of the best channel the closest two differ: among wands and their marks; of wands and what
    is behind them.
    """
    shine = light.lamps.strength + light.box
    levels = {c: _levels(w.finish.paint, shine, light.lamps.colour, sensor) for c, w in look.wands.items()}
    inks = {c: _levels(w.finish.ink, shine, light.lamps.colour, sensor) for c, w in look.wands.items()}
    backs = _behind(look, light, sensor)
    pairs = list(itertools.combinations(levels.values(), 2))
    pairs = [(a, b) for a, b in pairs] + [(levels[c], inks[c]) for c in look.wands]
    apart = min(float(np.abs(a - b).max()) for a, b in pairs)
    return apart, min(float(np.abs(a - b).max()) for a in levels.values() for b in backs)


def _behind(look: Look, light: Light, sensor: Sensor) -> list[np.ndarray[tuple[int], np.dtype[np.float64]]]:
    """Levels of what is over the pane."""
    lid = look.place.lid
    if lid is not None:
        return [_levels(lid.colour, light.lamps.strength + light.box + lid.passes * light.room, WHITE, sensor)]
    ceiling = look.place.ceiling
    rooms = [ceiling.colour] if ceiling.kind == "plain" else [ceiling.colour, ceiling.second]
    return [_levels(room, light.room, light.room_colour, sensor) + light.veil * 100 for room in rooms]


def _levels(colour: Colour, shine: float, cast: Colour, sensor: Sensor) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array([level(c * shine * k, sensor) for c, k in zip(colour, cast, strict=True)])


def dimmed(look: Look, light: Light, sensor: Sensor, factor: float, noise: float, least: float) -> Sensor:
    """Under- or over-exposed by ``factor``, softened until a careful person could still read it."""
    for step in np.linspace(0, 1, 21):
        tried = replace(sensor, exposure=sensor.exposure * factor ** (1 - float(step)), noise=noise)
        if clear(look, light, tried, least):
            return tried
    return sensor

"""Tables of the kinds that break readers, each by name: close lamps, lids, hoods, rooms, gloss, woods, lenses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from tests.hardframes import paints, tables
from vision.cameras.simulated.ledge import Ledge
from vision.cameras.simulated.lid import Lid
from vision.cameras.simulated.light import Lamps, Light
from vision.cameras.simulated.looks import Look
from vision.cameras.simulated.optics import Lens, Pane
from vision.cameras.simulated.room import Ceiling, Table
from vision.cameras.simulated.scene import Place
from vision.cameras.simulated.sensor import Sensor
from vision.cameras.simulated.wand import Artwork, Finish

FAINT = (6.0, 13.0)
"""Levels of 255 by which a wand stands out from its background on a hood or a pale lid."""
RIM_MM = (15.0, 45.0)
"""How far inwards the ledge's shadow reaches where lamps lie close under the pane."""


@dataclass
class Parts:
    """A table in the making."""

    lens: Lens
    lamps: Lamps
    ceiling: Ceiling
    sensor: Sensor
    finishes: dict[str, Finish]
    art: Artwork
    box: float
    veil: float
    dust: int
    lamp_mm: float = 9.0
    lid: Lid | None = None
    least: tuple[float, float] = (14.0, 256.0)
    """Levels by which wands stand out from what is behind them: from, to."""


def parts(rng: np.random.Generator) -> Parts:
    """An ordinary table with paints and marks of any kind."""
    lens = tables.draw_lens(rng)
    return Parts(
        lens, tables.draw_lamps(rng, -lens.position_mm[2]), tables.draw_ceiling(rng), tables.draw_sensor(rng),
        paints.draw_paints(rng), paints.draw_marks(rng), float(rng.uniform(0.06, 0.2)), float(rng.uniform(0, 0.03)),
        int(rng.integers(0, 300)),
    )  # fmt: skip


def look_of(rng: np.random.Generator, made: Parts) -> Look:
    """The table of its parts."""
    wood = tables.tinted(rng, float(rng.uniform(0.02, 0.2)), 0.35)
    rim = tables.tinted(rng, float(rng.uniform(0.02, 0.2)), 0.1)
    table = Table(wood, rim, made.dust, int(rng.integers(0, 20)), int(rng.integers(1 << 30)))
    ledge = Ledge.under(made.lens.pane, made.lamp_mm)
    light = Light(made.lamps, 1.0, tables.tinted(rng, 1.0, 0.04), made.box, made.veil, ledge=ledge)
    shape = tables.draw_shape(rng)
    wands = {c: tables.draw_wand(rng, c, shape, made.art, finish) for c, finish in made.finishes.items()}
    return Look(Place(made.lens, made.ceiling, table, made.lid), light, made.sensor, wands)


def rim_shadow(rng: np.random.Generator, made: Parts, kind: str = "bars") -> None:
    """Bars or a ring beside the opening, close under the pane: the ledge's shadow lies over wands' ends."""
    pane = replace(made.lens.pane, ledge_mm=float(rng.uniform(14, 42)))
    made.lens = replace(made.lens, pane=pane)
    low, inward = pane.thickness_mm + pane.ledge_mm, float(rng.uniform(*RIM_MM))
    depth = low + float(rng.uniform(25, 90))
    reach = pane.visible_half_mm + inward * (depth - low) / low
    wide, count = float(rng.choice([6.0, 15.0, 40.0])), 16 if kind == "bars" else 32
    glare = float(rng.uniform(0, 3)) if rng.random() < 0.5 else 0.0
    made.lamps = Lamps(kind, 1.0, made.lamps.colour, depth, reach, count, min(wide, 10.0), glare)
    made.lamp_mm, made.box = wide, float(rng.uniform(0.05, 0.3))
    made.lamps = replace(made.lamps, strength=even_strength(made.lamps, pane) * float(rng.uniform(0.8, 1.1)))


def ring_shadow(rng: np.random.Generator, made: Parts) -> None:
    """The same of a ring around the opening."""
    rim_shadow(rng, made, "ring")


def even_strength(lamps: Lamps, pane: Pane) -> float:
    """Strength at which close lamps, bright near the rim, light the pane as 1 on average."""
    side = np.linspace(-0.8, 0.8, 7) * pane.visible_half_mm
    x, y = np.meshgrid(side, side)
    places = np.column_stack([x.ravel(), y.ravel(), np.zeros(x.size)])
    down = np.tile(np.array([0.0, 0.0, -1.0]), (len(places), 1))
    shine = Light(replace(lamps, strength=1.0), room=0.0, box=0.0).on(places, down).mean()
    return float(1 / max(float(shine), 0.5))


def lid(rng: np.random.Generator, made: Parts) -> None:
    """A white lid that catches the wands' and the ledge's shadows; often lit from one side."""
    colour = tables.tinted(rng, float(rng.uniform(0.5, 0.8)), 0.05)
    made.lid = Lid(float(rng.uniform(35, 130)), colour, float(rng.uniform(0.1, 0.5)))
    if rng.random() < 0.5:
        depth, reach = float(rng.uniform(140, 240)), float(rng.uniform(120, 200))
        made.lamps = Lamps("one", 1.0, made.lamps.colour, depth, reach, 12, 9.0, float(rng.uniform(0, 2)))
        made.lamps = replace(made.lamps, strength=even_strength(made.lamps, made.lens.pane))


def room(rng: np.random.Generator, made: Parts) -> None:
    """Beams, stripes or a window, and one or two lamps in view."""
    second = float(rng.uniform(0.015, 0.08))
    lamps = [_lamp(rng) for _ in range(int(rng.integers(1, 3)))]
    kind = str(rng.choice(["beams", "beams", "stripes", "window"]))
    tint = tables.tinted(rng, second if kind != "window" else 1.3, 0.25)
    made.ceiling = replace(made.ceiling, kind=kind, second=tint, lamps=tuple(lamps))
    made.least = (9.0, 256.0)


def _lamp(rng: np.random.Generator) -> tuple[float, float, float]:
    turn, far = rng.uniform(0, 2 * np.pi), rng.uniform(150, 900)
    return float(far * np.cos(turn)), float(far * np.sin(turn)), float(rng.uniform(70, 220))


def gloss(rng: np.random.Generator, made: Parts) -> None:
    """Lacquer in which a ring near the lens, or bars, are mirrored with halo and sparkle."""
    polish = float(np.exp(rng.uniform(np.log(40), np.log(500))))
    made.finishes = paints.draw_paints(rng, polish)
    made.lamps = replace(made.lamps, glare=float(rng.uniform(0.5, 4)))


def hood(rng: np.random.Generator, made: Parts) -> None:
    """A dark hood over the pane and a black wand on it."""
    bright = float(np.exp(rng.uniform(np.log(0.015), np.log(0.06))))
    made.ceiling = Ceiling(
        "hood", tables.tinted(rng, bright * 1.5, 0.1), tables.tinted(rng, bright, 0.1), float(rng.uniform(280, 420)),
        mottle=0.06, turn_deg=float(rng.choice([0.0, 90.0])), seed=int(rng.integers(1 << 30)),
    )  # fmt: skip
    pale = [str(n) for n in rng.choice(["red", "white", "yellow", "cream", "orange", "sky"], 2, replace=False)]
    made.finishes = {name: paints.draw_finish(rng, paints.PALETTE[name]) for name in [pale[0], "black", pale[1]]}
    made.least = FAINT


def pale(rng: np.random.Generator, made: Parts) -> None:
    """A pale wand under a pale ceiling."""
    bright = float(rng.uniform(0.45, 0.75))
    made.ceiling = replace(made.ceiling, kind="plain", colour=tables.tinted(rng, bright, 0.08), lamps=())
    dark = [str(n) for n in rng.choice(["red", "black", "green", "navy", "violet", "teal"], 2, replace=False)]
    name = str(rng.choice(["white", "cream"]))
    made.finishes = {n: paints.draw_finish(rng, paints.PALETTE[n]) for n in [*dark, name]}
    made.least = FAINT


def woods(rng: np.random.Generator, made: Parts) -> None:
    """Three oiled woods, two of them perhaps much alike."""
    made.finishes = paints.draw_timbers(rng)


def wide(rng: np.random.Generator, made: Parts) -> None:
    """A wide lens close under the pane: side faces come into view."""
    high = float(rng.uniform(195, 250))
    k1 = float(rng.uniform(-0.16, 0.0))
    lens = made.lens
    made.lens = replace(
        lens, focal=lens.focal / -lens.position_mm[2] * high, position_mm=(*lens.position_mm[:2], -high),
        dist=(k1, -0.2 * k1, *lens.dist[2:]),
    )  # fmt: skip


def small(rng: np.random.Generator, made: Parts) -> None:
    """A small opening: wands lie by the rim and by one another."""
    half, lens = float(rng.uniform(98, 120)), made.lens
    grow = 0.93 * lens.pane.visible_half_mm / half
    pane = replace(lens.pane, size_mm=2 * half + 10, visible_half_mm=half)
    made.lens = replace(lens, focal=lens.focal * grow, pane=pane)


def webcam(rng: np.random.Generator, made: Parts) -> None:
    """A cheap camera, 16:9: sharpened edges, noise, strong compression."""
    made.sensor = replace(
        made.sensor, sharpen=float(rng.uniform(0.8, 1.8)), noise=float(rng.uniform(3, 6)), blur=float(rng.uniform(0.5,
        1.1)), grit=float(rng.uniform(0.6, 1.0)), quality=int(rng.integers(70, 81)),
    )  # fmt: skip
    scale = 864 / 960
    middle = float(767.5 + rng.normal(0, 6)), float(431.5 + rng.normal(0, 4))
    made.lens = replace(made.lens, width=1536, height=864, focal=made.lens.focal * scale, centre=middle)


LOOKS: dict[str, Callable[[np.random.Generator, Parts], None]] = {
    "rim_shadow": rim_shadow, "ring_shadow": ring_shadow, "lid": lid, "room": room, "gloss": gloss, "hood": hood,
    "pale": pale, "woods": woods, "wide": wide, "small": small, "webcam": webcam,
}  # fmt: skip
"""Kind of table -> what makes it so."""


def draw_harsh_table(rng: np.random.Generator, kind: str) -> Look:
    """A table of a kind; drawn again until a careful person could read it in normal light."""
    while True:
        made = parts(rng)
        LOOKS[kind](rng, made)
        look = look_of(rng, made)
        among, from_room = tables.stands_out(look, look.light, look.sensor)
        if among > 21 and made.least[0] < from_room < made.least[1]:
            return look

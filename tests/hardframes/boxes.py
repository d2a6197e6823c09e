"""Boxes as builders build them: the recommended one, and the same with one thing done otherwise.

``python -m tests.hardframes.boxes --sets N --throws M --seed S`` prints how the eye does in each; with ``--pictures
DIR`` it draws a throw of each box instead.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import ClassVar

import cv2
import numpy as np

from tests.hardframes import paints, tables
from tests.hardframes.figures import Job, figures, options_of
from tests.hardframes.hardset import HardSet
from tests.hardframes.harsh_tables import Parts, even_strength, look_of
from tests.hardframes.harsh_throws import HARSH_CATEGORIES, HARSH_MAKERS
from tests.hardframes.throws import Draft
from vision.cameras.simulated.lid import Lid
from vision.cameras.simulated.light import Lamps
from vision.cameras.simulated.looks import Look
from vision.cameras.simulated.optics import Lens, Pane
from vision.cameras.simulated.room import Ceiling
from vision.cameras.simulated.sensor import Sensor
from vision.cameras.simulated.wand import Finish

BEECH = (0.16, 0.33, 0.52)
"""Natural beech, blue, green, red in linear light."""
HEIGHT_MM, BAR_DEPTH_MM, BAR_OFFSET_MM, LIP_MM = 400.0, 125.0, 209.0, 3.0
"""What ``dreimagier hardware optics`` advises for a pane of 300 mm."""


def recommended(rng: np.random.Generator) -> Parts:
    """Camera 400 mm below, bars that it advises, a grey matt hood, wands painted matt red, black and not at all."""
    pane = Pane(thickness_mm=4.0, ledge_mm=LIP_MM)
    place = (float(rng.normal(0, 2)), float(rng.normal(0, 2)), -HEIGHT_MM)
    lens = Lens(1280, 960, 2.85 * HEIGHT_MM, (640.0, 479.0), (-0.03, 0.0, 0.0, 0.0, 0.0), place, pane=pane)
    lamps = bars(pane, BAR_DEPTH_MM, BAR_OFFSET_MM)
    hood = Ceiling("plain", (0.16, 0.17, 0.17), height_mm=350.0, mottle=0.05, seed=int(rng.integers(1 << 30)))
    art = tables.draw_art(rng)
    return Parts(lens, lamps, hood, Sensor(noise=1.6, vignette=0.1), finishes(rng), art, 0.12, 0.01, 60, lamp_mm=30.0)


def finishes(rng: np.random.Generator) -> dict[str, Finish]:
    """Matt red, black and natural."""
    colours = {"red": paints.PALETTE["red"], "black": paints.PALETTE["black"], "natural": BEECH}
    ink = {"red": (0.02, 0.02, 0.02), "black": (0.5, 0.62, 0.7), "natural": (0.02, 0.02, 0.02)}
    return {c: Finish(p, ink[c], BEECH, 0.1, 0.1, 0.0, int(rng.integers(1 << 30))) for c, p in colours.items()}


def bars(pane: Pane, depth: float, offset: float) -> Lamps:
    """Two bars with diffusers, as bright on average whatever their place."""
    lamps = Lamps("bars", 1.0, (0.96, 0.99, 1.0), depth, offset, 16, 10.0, 1.0)
    return Lamps("bars", even_strength(lamps, pane), lamps.colour, depth, offset, 16, 10.0, 1.0)


def thick_ledge(rng: np.random.Generator) -> Parts:
    """Wood of 20 mm, not bevelled, and the bars 60 mm under the pane: its shadow reaches 24 mm inwards."""
    made = recommended(rng)
    pane = Pane(thickness_mm=4.0, ledge_mm=20.0)
    made.lens = Lens(1280, 960, made.lens.focal, made.lens.centre, made.lens.dist, made.lens.position_mm, pane=pane)
    made.lamps = bars(pane, 60.0, 184.0)
    return made


def no_hood(rng: np.random.Generator) -> Parts:
    """An open room above: beams, and a lamp in view."""
    made = recommended(rng)
    lamp = (float(rng.uniform(-400, 400)), float(rng.uniform(-400, 400)), float(rng.uniform(90, 160)))
    beams = (0.03, 0.05, 0.08)
    turn = float(rng.uniform(-90, 90))
    made.ceiling = Ceiling("beams", (0.45, 0.5, 0.52), beams, 1900.0, (lamp,), 0.05, turn, int(rng.integers(1 << 30)))
    return made


def black_hood(rng: np.random.Generator) -> Parts:
    """A black hood: the black wand lies on black."""
    made = recommended(rng)
    made.ceiling = Ceiling("plain", (0.03, 0.03, 0.03), height_mm=350.0, seed=int(rng.integers(1 << 30)))
    return made


def ring(rng: np.random.Generator) -> Parts:
    """A ring of LEDs round the lens, mirrored in the middle of the pane, and gloss paint."""
    made = recommended(rng)
    made.lamps = Lamps("ring", 1.0, made.lamps.colour, HEIGHT_MM - 10, 50.0, 16, 9.0, 3.0)
    made.finishes = {c: Finish(f.paint, f.ink, f.raw, 0.1, 0.1, 0.4, f.seed, 200.0) for c, f in made.finishes.items()}
    return made


def low_lid(rng: np.random.Generator) -> Parts:
    """A white lid 60 mm over the pane catches the wands' shadows."""
    made = recommended(rng)
    made.lid = Lid(60.0, (0.65, 0.66, 0.66), 0.2)
    return made


def low_camera(rng: np.random.Generator) -> Parts:
    """A wide camera 227 mm below the pane: wands show their sides."""
    made = recommended(rng)
    place = (*made.lens.position_mm[:2], -227.0)
    made.lens = Lens(1280, 960, 2.85 * 227, made.lens.centre, (-0.08, 0.01, 0, 0, 0), place, pane=made.lens.pane)
    return made


BOXES: dict[str, Callable[[np.random.Generator], Parts]] = {
    "recommended": recommended, "thick_ledge": thick_ledge, "no_hood": no_hood, "black_hood": black_hood, "ring": ring,
    "low_lid": low_lid, "low_camera": low_camera,
}  # fmt: skip
"""Name -> the box."""


class BoxSet(HardSet):
    """Set ``number`` is the box ``number`` modulo the boxes there are; the throws are the harsh ones."""

    title: ClassVar[str] = "box"
    shares: ClassVar[dict[str, float]] = HARSH_CATEGORIES
    makers: ClassVar[dict[str, Callable[[Draft], None]]] = HARSH_MAKERS

    @property
    def kind(self) -> str:
        """Which box."""
        return list(BOXES)[self.number % len(BOXES)]

    @cached_property
    def look(self) -> Look:
        """The box; boxes of one round hold the same wands."""
        rng = np.random.default_rng([self.seed, self.number // len(BOXES)])
        return look_of(rng, BOXES[self.kind](rng))


def write_pictures(folder: Path, seed: int) -> None:
    """An ordinary throw of each box as a small JPEG, 800 px wide."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, name in enumerate(BOXES):
        made = BoxSet(seed, number, 40)
        picture = made.throw(made.categories.index("ordinary")).picture()
        small = cv2.resize(picture, (800, 600), interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(folder / f"box-{name.replace('_', '-')}.jpg"), small, [cv2.IMWRITE_JPEG_QUALITY, 82])


def main() -> None:
    """Read the command line; print the figures or draw pictures."""
    parser = options_of("boxes", __doc__)
    parser.add_argument("--pictures", type=Path, help="draw a throw of each box into this folder")
    options = parser.parse_args()
    if options.pictures:
        write_pictures(options.pictures, options.seed)
        return
    jobs = [Job(options.seed, number, options.throws, series=BoxSet) for number in range(options.sets)]
    print(figures(jobs, options.jobs).text())


if __name__ == "__main__":
    main()

"""A look: everything that makes one table's pictures; and the one that ships with the simulated camera."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from vision.cameras.simulated.light import Lamps, Light
from vision.cameras.simulated.optics import Lens
from vision.cameras.simulated.room import Ceiling, Table
from vision.cameras.simulated.scene import Place
from vision.cameras.simulated.sensor import Sensor
from vision.cameras.simulated.wand import Artwork, Finish, Shape, Wand

COLOURS = ("red", "black", "white")


@dataclass(frozen=True, eq=False)
class Look:
    """One table: where the pane stands, its normal light, its sensor, its three wands by colour; ``marked``
    pictures say so.
    """

    place: Place
    light: Light
    sensor: Sensor
    wands: dict[str, Wand]
    marked: bool = False

    def scaled(self, width: int) -> Look:
        """The same table at another picture width."""
        return replace(self, place=replace(self.place, lens=self.place.lens.scaled(width)))


def shipped(width: int = 1280) -> Look:
    """The table of the simulated camera: plaster ceiling, two bars of lamps, red, black and natural beech wands."""
    lens = Lens(1280, 960, 900.0, (641.0, 478.0), (-0.09, 0.01, 0.0, 0.0, 0.0), (1.5, -2.0, -322.0), (0.5, -0.4, 0.8))
    lamps = Lamps(
        kind="bars", strength=1.0, colour=(0.93, 0.98, 1.0), depth_mm=230.0, reach_mm=250.0, count=16, glare=0.0
    )
    ceiling = Ceiling(colour=(0.36, 0.4, 0.42), height_mm=2100.0, mottle=0.04, seed=3)
    place = Place(lens, ceiling, Table(dust=26, scratches=3, seed=4))
    return Look(place, Light(lamps=lamps, box=0.12), Sensor(noise=1.6, vignette=0.0), _wands(), marked=True).scaled(
        width
    )


@lru_cache(maxsize=1)
def _wands() -> dict[str, Wand]:
    shape = Shape(length=108.0, side=14.5, notch_width=3.6, notch_depth=2.6, notch_shape="V", two_notch_spacing=17.0)
    art = Artwork(arrow="thick", points=6, star="fill", per_face=3, size=0.62)
    dark, cream = (0.012, 0.012, 0.014), (0.52, 0.63, 0.7)
    finishes = {
        "red": Finish(paint=(0.03, 0.03, 0.4), ink=dark, grain=0.08, wear=0.12, seed=11),
        "black": Finish(paint=(0.02, 0.018, 0.018), ink=cream, grain=0.1, wear=0.12, seed=12),
        "white": Finish(paint=(0.3, 0.52, 0.68), ink=dark, grain=0.14, wear=0.1, seed=13),
    }
    notches = {
        "red": ({"power": 2, "magic": 1, "fate": 0}, {"power": (-9.0, 8.0), "magic": (1.2,), "fate": ()}),
        "black": ({"power": 0, "magic": 2, "fate": 1}, {"power": (), "magic": (-7.6, 9.4), "fate": (-2.1,)}),
        "white": ({"power": 1, "magic": 0, "fate": 2}, {"power": (0.4,), "magic": (), "fate": (-10.2, 6.8)}),
    }
    return {c: Wand(c, shape, *notches[c], finish=finishes[c], art=art) for c in COLOURS}

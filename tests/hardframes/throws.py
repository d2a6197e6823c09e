"""One throw of each category: where the wands lie, what else is there, what the light does."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from tests.hardframes.tables import clear, dimmed, tinted
from vision.cameras.simulated import layouts, people, things
from vision.cameras.simulated.film import Smear
from vision.cameras.simulated.layers import Placed
from vision.cameras.simulated.layouts import Rect
from vision.cameras.simulated.light import Blob, Light
from vision.cameras.simulated.looks import Look
from vision.cameras.simulated.optics import Array, Pane
from vision.cameras.simulated.sensor import Sensor
from vision.cameras.simulated.things import Sheet, flat
from vision.cameras.simulated.wand import Wand

CATEGORIES: dict[str, float] = {
    "ordinary": 30, "touching": 15, "light_handshadow": 6, "light_glare": 6, "light_dim": 6, "light_over": 5,
    "stacked": 6, "tilted": 5, "on_end": 3, "partly_out": 5, "two_wands": 3, "foreign_pawn": 3, "foreign_card": 2.5,
    "foreign_coin": 2.5, "foreign_fingers": 4,
}  # fmt: skip
"""Category -> its share of the throws, in percent or so."""

ILLEGAL = frozenset(["stacked", "tilted", "on_end", "partly_out", "two_wands", "foreign_fingers"])
LEGAL = frozenset(CATEGORIES) - ILLEGAL


@dataclass
class Draft:
    """A throw in the making."""

    rng: np.random.Generator
    look: Look
    light: Light
    sensor: Sensor
    placed: dict[str, Placed] = field(default_factory=dict)
    states: dict[str, str] = field(default_factory=dict)
    sheets: list[Sheet] = field(default_factory=list)
    smears: list[Smear] = field(default_factory=list)
    crumbs: tuple[int, int] = (0, 0)
    """Crumbs and pieces of lint on the pane."""

    @property
    def colours(self) -> tuple[str, ...]:
        """Names of the three wands."""
        return tuple(self.look.wands)

    @property
    def pane(self) -> Pane:
        """The pane's measures."""
        return self.look.place.lens.pane

    def rects(self) -> list[Rect]:
        """Footprints of the wands placed so far."""
        return [layouts.footprint(wand, pose) for wand, pose in self.placed.values()]

    def put(self, wand: Wand, rect: Rect, state: str = "flat") -> None:
        """Lay a wand flat on a face drawn at random."""
        pose = layouts.laid(wand, layouts.random_face(self.rng), rect)
        self.placed[wand.colour], self.states[wand.colour] = (wand, pose), state

    def shuffled(self) -> list[Wand]:
        """The wands in random order."""
        return [self.look.wands[self.colours[i]] for i in self.rng.permutation(3)]


def draft(rng: np.random.Generator, look: Look, make: Callable[[Draft], None]) -> Draft:
    """Draw a throw as ``make`` lays it; drawn again when there is no room."""
    while True:
        made = Draft(rng, look, *_weather(rng, look))
        try:
            make(made)
        except layouts.NoRoomError:
            continue
        return made


def _weather(rng: np.random.Generator, look: Look) -> tuple[Light, Sensor]:
    """The look's light as it drifts between throws; mild bands from the room's lamps now and then."""
    room = float(np.exp(rng.normal(0, 0.16)))
    lamps = replace(look.light.lamps, strength=look.light.lamps.strength * float(np.exp(rng.normal(0, 0.06))))
    angle = rng.uniform(0, 2 * math.pi)
    side = (math.cos(angle), math.sin(angle), float(rng.uniform(0, 0.8)))
    light = replace(look.light, lamps=lamps, room=look.light.room * room, room_colour=tinted(rng, 1.0, 0.06), side=side)
    sensor = replace(look.sensor, balance=_drift(rng), noise=look.sensor.noise * float(rng.uniform(0.8, 1.3)))
    if rng.random() < 0.15:
        hertz = float(np.exp(rng.uniform(math.log(100), math.log(2000))))
        sensor = replace(sensor, band_hz=hertz, band_depth=float(rng.uniform(0.05, 0.3)))
    if clear(look, light, sensor, 12.0):
        return light, sensor
    return look.light, look.sensor


def _drift(rng: np.random.Generator) -> tuple[float, float, float]:
    blue, red = np.exp(rng.normal(0, 0.025, 2))
    return float(blue), 1.0, float(red)


def lay_apart(made: Draft) -> None:
    """Three flat wands that do not touch."""
    wands = made.shuffled()
    for wand, rect in zip(wands, layouts.place_apart(made.rng, wands, made.pane), strict=True):
        made.put(wand, rect)


def ordinary(made: Draft) -> None:
    """Three flat wands apart; a head leans over in one of four."""
    lay_apart(made)
    if made.rng.random() < 0.25:
        add_head(made)


def add_head(made: Draft) -> None:
    """A head leans over the pane."""
    rng = made.rng
    side = rng.uniform(0, 2 * math.pi)
    far, high = rng.uniform(60, 170), rng.uniform(260, 520)
    where = flat(far * math.cos(side), far * math.sin(side), float(high), side - math.pi / 2 + rng.normal(0, 0.2))
    skin = people.SKINS[int(rng.integers(len(people.SKINS)))]
    cloth = tinted(rng, float(rng.uniform(0.01, 0.25)), 0.6)
    made.sheets.append(people.head(rng, skin, tinted(rng, float(rng.uniform(0.005, 0.1)), 0.3), cloth, where))


def touching(made: Draft) -> None:
    """Two or three wands that touch."""
    wands = made.shuffled()
    made.put(wands[0], layouts.place_apart(made.rng, wands[:1], made.pane)[0])
    beside = 2 if made.rng.random() < 0.4 else 1
    for wand in wands[1 : 1 + beside]:
        taken = made.rects()
        first = taken[int(made.rng.integers(len(taken)))]
        made.put(wand, layouts.place_beside(made.rng, wand, first, made.pane, taken))
    for wand in wands[1 + beside :]:
        made.put(wand, layouts.place_apart(made.rng, [wand], made.pane, made.rects())[0])


def add_hand(made: Draft, curl: float, high: float, at: tuple[float, float], grip: float | None = None) -> None:
    """A hand that comes from outside to ``at``; with ``grip`` its fingertips close there, that high over the pane."""
    rng = made.rng
    inward = math.atan2(-at[1], -at[0]) if math.hypot(*at) > 30 else rng.uniform(0, 2 * math.pi)
    yaw = inward + math.pi / 2 + rng.normal(0, 0.4)
    back = np.array([-math.sin(yaw), math.cos(yaw)]) * 125
    where = flat(at[0] + back[0], at[1] + back[1], high, yaw)
    skin = people.SKINS[int(rng.integers(len(people.SKINS)))]
    made.sheets.append(people.hand(rng, curl, skin, tinted(rng, float(rng.uniform(0.01, 0.3)), 0.7), where))
    if grip is not None:
        made.sheets.append(people.fingertips(rng, skin, flat(at[0], at[1], grip, yaw)))


def add_grasp(made: Draft, high: float, at: tuple[float, float], yaw: float, grip: float | None = None) -> None:
    """A hand that closes around something at ``at``, its arm beyond; ``grip`` as in `add_hand`."""
    rng = made.rng
    back = np.array([-math.sin(yaw), math.cos(yaw)]) * people.GRASPED_MM
    where = flat(at[0] + float(back[0]), at[1] + float(back[1]), high, yaw)
    skin = people.SKINS[int(rng.integers(len(people.SKINS)))]
    made.sheets.append(people.grasp(rng, skin, tinted(rng, float(rng.uniform(0.01, 0.3)), 0.7), where))
    if grip is not None:
        made.sheets.append(people.fingertips(rng, skin, flat(at[0], at[1], grip, yaw)))


def handshadow(made: Draft) -> None:
    """A hand hovers over the pane and takes its light."""
    lay_apart(made)
    at = made.rng.uniform(-80, 80, 2)
    add_hand(made, float(made.rng.uniform(0, 0.5)), float(made.rng.uniform(70, 110)), (float(at[0]), float(at[1])))
    made.light = replace(made.light, room=made.light.room * float(made.rng.uniform(0.75, 1.0)))


def glare(made: Draft) -> None:
    """A bright lamp mirrored over a wand, but not over all that tells its face."""
    lay_apart(made)
    rng = made.rng
    wand, pose = made.placed[made.colours[int(rng.integers(3))]]
    size = (float(rng.uniform(6, 11)), float(rng.uniform(5, 9)))
    along = rng.choice([-1, 1]) * rng.uniform(0.24, 0.48) * wand.shape.length
    spot = pose.place + pose.rotation[:, 0] * along
    spot = spot[:2] + rng.normal(0, 2, 2)
    blob = Blob(
        (float(spot[0]), float(spot[1])),
        size,
        float(rng.uniform(0, 180)),
        float(rng.uniform(1.2, 5)),
        float(rng.uniform(1, 5)),
    )
    made.light = replace(made.light, blobs=(blob,))


def dim(made: Draft) -> None:
    """Too dark and noisy."""
    lay_apart(made)
    factor = float(made.rng.uniform(0.06, 0.2))
    made.sensor = dimmed(made.look, made.light, made.sensor, factor, float(made.rng.uniform(2.5, 5.5)), 9.0)


def over(made: Draft) -> None:
    """Too bright."""
    lay_apart(made)
    factor = float(made.rng.uniform(1.4, 2.4))
    made.sensor = dimmed(made.look, made.light, made.sensor, factor, made.sensor.noise, 9.0)


def stacked(made: Draft) -> None:
    """One wand across another."""
    wands = made.shuffled()
    made.put(wands[0], layouts.place_apart(made.rng, wands[:1], made.pane)[0])
    under = made.rects()[0]
    face = layouts.random_face(made.rng)
    pose = layouts.across(made.rng, wands[1], face, under, wands[0].shape.height, made.pane)
    made.placed[wands[1].colour], made.states[wands[1].colour] = (wands[1], pose), "stacked"
    made.put(wands[2], layouts.place_apart(made.rng, wands[2:], made.pane, made.rects())[0])


def tilted(made: Draft) -> None:
    """One end on a coin or on a pawn's foot."""
    lay_apart(made)
    rng = made.rng
    colour = made.colours[int(rng.integers(3))]
    wand, pose = made.placed[colour]
    rect = layouts.footprint(wand, pose)
    on_coin = rng.random() < 0.5
    lift, size = (rng.uniform(1.7, 3), rng.uniform(18, 26)) if on_coin else (rng.uniform(4, 11), rng.uniform(16, 22))
    at = float(rng.uniform(0.72, 0.95)) * wand.shape.length
    pose = layouts.raised(wand, layouts.random_face(rng), rect, float(lift), at)
    made.placed[colour], made.states[colour] = (wand, pose), "tilted"
    away = at - wand.shape.length / 2
    spot = np.array([rect[0] + away * math.cos(rect[2]), rect[1] + away * math.sin(rect[2])]) + rng.normal(0, 2, 2)
    where = flat(float(spot[0]), float(spot[1]), 0.0, float(rng.uniform(0, 6)))
    made.sheets.append(coin(rng, float(size), where) if on_coin else pawn(rng, float(size), where))
    keep_off(made, colour, spot, float(size) / 2)


def keep_off(made: Draft, colour: str, spot: Array, reach: float) -> None:
    """Raises NoRoomError when a round thing under a wand would lie on another or leave the opening."""
    disc = (float(spot[0]), float(spot[1]), 0.0, reach, reach)
    others = [layouts.footprint(w, p) for c, (w, p) in made.placed.items() if c != colour]
    if any(layouts.gap(disc, rect) < 1 for rect in others) or np.abs(spot).max() + reach > made.pane.visible_half_mm:
        raise layouts.NoRoomError("the coin would lie on a wand")


def coin(rng: np.random.Generator, size: float, where: tuple[Array, Array]) -> Sheet:
    """A coin of some metal."""
    metals = ((0.1, 0.25, 0.5), (0.06, 0.14, 0.36), (0.35, 0.37, 0.38), (0.12, 0.4, 0.55))
    return things.coin(rng, metals[int(rng.integers(4))], size, where)


def pawn(rng: np.random.Generator, size: float, where: tuple[Array, Array]) -> Sheet:
    """A pawn's foot of some colour."""
    woods = ((0.1, 0.3, 0.6), (0.03, 0.05, 0.12), (0.02, 0.02, 0.3), (0.02, 0.02, 0.02), (0.4, 0.55, 0.65))
    return things.pawn(rng, woods[int(rng.integers(5))], size, where)


def on_end(made: Draft) -> None:
    """A wand stands."""
    lay_apart(made)
    colour = made.colours[int(made.rng.integers(3))]
    wand, pose = made.placed[colour]
    made.placed[colour] = (wand, layouts.upright(made.rng, wand, float(pose.place[0]), float(pose.place[1])))
    made.states[colour] = "on_end"


def partly_out(made: Draft) -> None:
    """A wand reaches over the edge of the opening."""
    wands = made.shuffled()
    for wand, rect in zip(wands[:2], layouts.place_apart(made.rng, wands[:2], made.pane), strict=True):
        made.put(wand, rect)
    made.put(wands[2], layouts.over_edge(made.rng, wands[2], made.pane, made.rects()), "partly_out")


def two_wands(made: Draft) -> None:
    """One is missing."""
    ordinary(made)
    del made.placed[made.colours[int(made.rng.integers(3))]]


def foreign(made: Draft, reach: tuple[float, float], make: Callable[..., Sheet]) -> None:
    """Something lies beside the wands."""
    lay_apart(made)
    half = made.pane.visible_half_mm

    def draw() -> Rect | None:
        x, y = made.rng.uniform(-half, half, 2)
        rect = (float(x), float(y), float(made.rng.uniform(0, 2 * math.pi)), *reach)
        return rect if layouts.inside(rect, made.pane) and all(layouts.gap(rect, r) > 2 for r in made.rects()) else None

    rect = layouts.try_until(draw)
    made.sheets.append(make(flat(rect[0], rect[1], 0.0, rect[2])))


def foreign_pawn(made: Draft) -> None:
    """A pawn's foot."""
    size = float(made.rng.uniform(15, 24))
    foreign(made, (size / 2, size / 2), lambda where: pawn(made.rng, size, where))


def foreign_coin(made: Draft) -> None:
    """A coin."""
    size = float(made.rng.uniform(16, 27))
    foreign(made, (size / 2, size / 2), lambda where: coin(made.rng, size, where))


def foreign_card(made: Draft) -> None:
    """A card, face down."""
    wide, high = float(made.rng.uniform(50, 66)), float(made.rng.uniform(80, 105))
    foreign(made, (wide / 2, high / 2), lambda where: things.card(made.rng, where, (wide, high)))


def foreign_fingers(made: Draft) -> None:
    """A hand lifts one end of a wand."""
    lay_apart(made)
    rng = made.rng
    colour = made.colours[int(rng.integers(3))]
    wand, pose = made.placed[colour]
    rect = layouts.footprint(wand, pose)
    lift = float(rng.uniform(8, 32))
    face = layouts.random_face(rng)
    pose = layouts.raised(wand, face, rect, lift, wand.shape.length)
    made.placed[colour], made.states[colour] = (wand, pose), "tilted"
    end = pose.place + pose.rotation[:, 0] * wand.shape.length * 0.42
    high = lift + float(rng.uniform(14, 22))
    add_hand(made, float(rng.uniform(0.6, 1.0)), high, (float(end[0]), float(end[1])), grip=0.3 * lift)


MAKERS: dict[str, Callable[[Draft], None]] = {
    "ordinary": ordinary, "touching": touching, "light_handshadow": handshadow, "light_glare": glare, "light_dim": dim,
    "light_over": over, "stacked": stacked, "tilted": tilted, "on_end": on_end, "partly_out": partly_out,
    "two_wands": two_wands, "foreign_pawn": foreign_pawn, "foreign_card": foreign_card, "foreign_coin": foreign_coin,
    "foreign_fingers": foreign_fingers,
}  # fmt: skip

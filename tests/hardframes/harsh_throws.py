"""Throws of the kinds that break readers: by the rim, propped on coins, under hands, dust and smears."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from tests.hardframes import throws
from tests.hardframes.throws import Draft, add_grasp, add_hand, add_head, lay_apart
from vision.cameras.simulated import layouts, people
from vision.cameras.simulated.film import Smear
from vision.cameras.simulated.layouts import Rect
from vision.cameras.simulated.things import flat
from vision.cameras.simulated.wand import Wand

HARSH_CATEGORIES: dict[str, float] = {
    "ordinary": 24, "touching": 13, "light_handshadow": 5, "light_glare": 6, "light_dim": 5, "light_over": 4,
    "light_dust": 4, "stacked": 7, "tilted": 10, "on_end": 3, "partly_out": 5, "two_wands": 3, "foreign_pawn": 2.5,
    "foreign_card": 2, "foreign_coin": 2.5, "foreign_fingers": 6, "foreign_hand": 4, "foreign_smear": 5,
}  # fmt: skip
"""Category -> its share; ``foreign_hand`` and ``foreign_smear`` are three flat wands with a hand over them or a smear
on the glass: reading them right and a doubt are both honest.
"""
ENDS_CATEGORIES: dict[str, float] = {
    "ordinary": 5, "touching": 7, "light_handshadow": 12, "light_glare": 6, "light_dim": 3, "light_over": 3,
    "light_dust": 2, "tilted": 30, "foreign_coin": 5, "foreign_pawn": 3, "foreign_fingers": 26, "foreign_hand": 9,
    "foreign_smear": 4,
}  # fmt: skip
"""Shares for sets that are to teach what an end looks like that is up."""
GRAZE_MM = (1.0, 3.0)
"""How near the opening's side a wand by the rim lies."""
HOOD_MM = 600.0
"""What hangs lower than this over the pane is a hood."""
LIFT_MM = (12.0, 24.0)
"""How far fingers lift an end, mostly."""


def by_rim(made: Draft, wand: Wand, taken: list[Rect]) -> Rect:
    """A place along one of the four sides, at any angle, 1 to 3 mm inside the opening.  Raises NoRoomError."""
    rng, half = made.rng, made.pane.visible_half_mm

    def draw() -> Rect | None:
        yaw, air = float(rng.uniform(0, 2 * math.pi)), float(rng.uniform(*GRAZE_MM))
        body = (0.0, 0.0, yaw, wand.shape.length / 2, wand.shape.side / 2)
        reach = np.abs(layouts.rect_corners(body)).max(0)
        axis, side = int(rng.integers(2)), float(rng.choice([-1.0, 1.0]))
        at = rng.uniform(-1, 1, 2) * (half - air - reach)
        at[axis] = side * (half - air - reach[axis])
        rect = (float(at[0]), float(at[1]), *body[2:])
        return rect if all(layouts.gap(rect, r) > 2.5 for r in taken) else None

    return layouts.try_until(draw)


def ordinary(made: Draft) -> None:
    """Three flat wands apart, in half of the throws one or two by the rim; a head now and then where it can be seen."""
    wands, near = made.shuffled(), int(made.rng.choice([0, 0, 1, 2]))
    for index, wand in enumerate(wands):
        taken = made.rects()
        by = by_rim(made, wand, taken) if index < near else layouts.place_apart(made.rng, [wand], made.pane, taken)[0]
        made.put(wand, by)
    if made.rng.random() < 0.25 and not _covered(made):
        add_head(made)


def _covered(made: Draft) -> bool:
    """Whether lid or hood keep heads out of sight."""
    return made.look.place.lid is not None or made.look.place.ceiling.height_mm < HOOD_MM


def two_wands(made: Draft) -> None:
    """One is missing."""
    ordinary(made)
    del made.placed[made.colours[int(made.rng.integers(3))]]


def tilted(made: Draft) -> None:
    """An end on a coin or a pawn, or a coin under a long side."""
    if made.rng.random() < 0.5:
        throws.tilted(made)
    else:
        propped(made)


def propped(made: Draft) -> None:
    """A coin under a long side: the wand is turned about its other edge."""
    lay_apart(made)
    rng = made.rng
    colour = made.colours[int(rng.integers(3))]
    wand, pose = made.placed[colour]
    rect, shape = layouts.footprint(wand, pose), wand.shape
    thick, size, under = float(rng.uniform(1.7, 3.2)), float(rng.uniform(17, 26)), float(rng.uniform(2.5, 7))
    side = int(rng.choice([-1, 1]))
    angle = math.atan2(thick, shape.side - under)
    made.placed[colour] = (wand, layouts.propped(wand, layouts.random_face(rng), rect, angle, side))
    made.states[colour] = "tilted"
    away, along = side * (shape.side / 2 - under + size / 2), float(rng.uniform(-0.35, 0.35)) * shape.length
    c, s = math.cos(rect[2]), math.sin(rect[2])
    spot = np.array([rect[0] + along * c - away * s, rect[1] + along * s + away * c])
    where = flat(float(spot[0]), float(spot[1]), 0.0, float(rng.uniform(0, 6)))
    made.sheets.append(throws.coin(rng, size, where))
    throws.keep_off(made, colour, spot, size / 2)


def foreign_fingers(made: Draft) -> None:
    """A hand around an end lifts it: an open one with fingers before the wand, as it must; or a fist, half of them so.

    Before the wand is where the camera sees them.  An open hand all behind it holds nothing: it hovers.
    """
    lay_apart(made)
    rng = made.rng
    colour = made.colours[int(rng.integers(3))]
    wand, pose = made.placed[colour]
    rect = layouts.footprint(wand, pose)
    lift = float(rng.uniform(*LIFT_MM)) if rng.random() < 0.75 else float(rng.uniform(6, 34))
    pose = layouts.raised(wand, layouts.random_face(rng), rect, lift, wand.shape.length)
    made.placed[colour], made.states[colour] = (wand, pose), "tilted"
    end = pose.place + pose.rotation[:, 0] * wand.shape.length * float(rng.uniform(0.3, 0.48))
    at, high = (float(end[0]), float(end[1])), lift + float(rng.uniform(8, 20))
    if rng.random() < 0.5:
        # From either side of the wand or from beyond its end.
        turn = float(rng.choice([0.0, math.pi, -math.pi / 2])) + float(rng.normal(0, 0.3))
        add_grasp(made, high, at, rect[2] + turn, 0.3 * lift if rng.random() < 0.5 else None)
        return
    add_hand(made, float(rng.uniform(0.5, 1.0)), high, at, 0.3 * lift)


def light_handshadow(made: Draft) -> None:
    """A hand hovers over the pane and takes its light: open or, over the wand that it let go, still like a fist."""
    if made.rng.random() < 0.7:
        throws.handshadow(made)
        return
    lay_apart(made)
    _, pose = made.placed[made.colours[int(made.rng.integers(3))]]
    end = pose.place + pose.rotation[:, 0] * float(made.rng.uniform(-50, 50))
    add_grasp(made, float(made.rng.uniform(70, 110)), (float(end[0]), float(end[1])), float(made.rng.uniform(0, 6.28)))


def foreign_hand(made: Draft) -> None:
    """A hand rests over the wands or an arm reaches in beside them; now and then fingertips lie on the pane."""
    lay_apart(made)
    rng = made.rng
    wand, pose = made.placed[made.colours[int(rng.integers(3))]]
    at = pose.place[:2] + rng.normal(0, 18, 2)
    if rng.random() < 0.3:
        at = at / max(float(np.abs(at).max()), 1.0) * made.pane.visible_half_mm * float(rng.uniform(0.6, 1.0))
    add_hand(made, float(rng.uniform(0, 0.8)), float(rng.uniform(22, 62)), (float(at[0]), float(at[1])))
    if rng.random() < 0.35:
        spot = at + rng.normal(0, 30, 2)
        skin = people.SKINS[int(rng.integers(len(people.SKINS)))]
        where = flat(float(spot[0]), float(spot[1]), wand.shape.height, float(rng.uniform(0, 6)))
        made.sheets.append(people.fingertips(rng, skin, where))


def light_dust(made: Draft) -> None:
    """Crumbs and lint on the pane."""
    ordinary(made)
    made.crumbs = int(made.rng.integers(20, 160)), int(made.rng.integers(2, 16))


def foreign_smear(made: Draft) -> None:
    """One to three smears on the glass, at least one of them over a wand."""
    ordinary(made)
    rng = made.rng
    wand, pose = made.placed[made.colours[int(rng.integers(3))]]
    at = pose.place[:2] + pose.rotation[:2, 0] * float(rng.uniform(-0.3, 0.3)) * wand.shape.length
    for _ in range(int(rng.integers(1, 4))):
        made.smears.append(draw_smear(rng, (float(at[0]), float(at[1]))))
        at = rng.uniform(-0.8, 0.8, 2) * made.pane.visible_half_mm


def draw_smear(rng: np.random.Generator, at: tuple[float, float]) -> Smear:
    """A stroke through a place (mm)."""
    turn, long = float(rng.uniform(0, math.pi)), float(rng.uniform(10, 60))
    c, s = math.cos(turn) * long, math.sin(turn) * long
    ends = (at[0] - c, at[1] - s), (at[0] + c, at[1] + s)
    return Smear(*ends, float(rng.uniform(15, 55)), float(rng.uniform(2.5, 11)), float(rng.uniform(0.02, 0.5)))


def beyond(make: Callable[[Draft], None]) -> Callable[[Draft], None]:
    """The same throw with a room brighter on one side: a notch's bite is brighter or darker by its direction."""

    def laid(made: Draft) -> None:
        side = made.light.side
        room = made.light.room * float(made.rng.uniform(0.8, 1.5))
        made.light = replace(made.light, side=(side[0], side[1], float(made.rng.uniform(0, 1))), room=room)
        make(made)

    return laid


HARSH_MAKERS: dict[str, Callable[[Draft], None]] = {
    **throws.MAKERS, "ordinary": beyond(ordinary), "two_wands": two_wands, "tilted": tilted, "light_dust": light_dust,
    "light_handshadow": light_handshadow, "foreign_fingers": foreign_fingers, "foreign_hand": foreign_hand,
    "foreign_smear": foreign_smear,
}  # fmt: skip

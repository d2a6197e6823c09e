"""Paints, woods, inks and marks of tables that are no red, black and white."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tests.hardframes.tables import DARK_INKS, LIGHT_INKS, WOODS, draw_art, luminance
from vision.cameras.simulated import symbols
from vision.cameras.simulated.wand import Artwork, Colour, Finish

PALETTE: dict[str, Colour] = {
    "red": (0.025, 0.02, 0.36), "black": (0.02, 0.02, 0.02), "white": (0.62, 0.68, 0.72), "yellow": (0.03, 0.42, 0.6),
    "green": (0.04, 0.12, 0.03), "navy": (0.2, 0.045, 0.025), "teal": (0.28, 0.26, 0.04), "violet": (0.13, 0.03, 0.1),
    "orange": (0.015, 0.16, 0.72), "cream": (0.42, 0.62, 0.72), "pink": (0.3, 0.24, 0.62), "sky": (0.55, 0.36, 0.16),
    "olive": (0.03, 0.14, 0.14), "grey": (0.2, 0.2, 0.2),
}  # fmt: skip
"""Name of the wand -> its paint, blue, green, red in linear light."""

ALIKE = ({"white", "cream"}, {"navy", "black"}, {"black", "violet"})
"""Paints that nobody gives two wands of one set."""

TIMBERS: dict[str, Colour] = {
    "walnut": (0.03, 0.055, 0.1), "cherry": (0.045, 0.085, 0.21), "oak": (0.1, 0.2, 0.32), "maple": (0.28, 0.46, 0.6),
    "mahogany": (0.025, 0.04, 0.13),
}  # fmt: skip
"""The same of woods that are oiled only."""

COLOURED_INKS: tuple[Colour, ...] = ((0.03, 0.28, 0.5), (0.03, 0.03, 0.22), (0.45, 0.3, 0.2), (0.4, 0.4, 0.4))


def draw_marks(rng: np.random.Generator) -> Artwork:
    """Any arrow, any figure, once or thrice."""
    art = draw_art(rng)
    arrow = str(rng.choice([art.arrow, *symbols.POWER]))
    figure = str(rng.choice(["star", *symbols.MAGIC]))
    return replace(art, arrow=arrow, figure=figure, size=float(rng.uniform(0.55, 0.78)))


def draw_finish(rng: np.random.Generator, paint: Colour, polish: float = 0.0) -> Finish:
    """A paint with a mark in any ink that may stand out on it; the cuts raw, paler or painted."""
    shade = np.exp(rng.normal(0, 0.08, 3))
    body = (paint[0] * float(shade[0]), paint[1] * float(shade[1]), paint[2] * float(shade[2]))
    plain = LIGHT_INKS if luminance(body) < 0.12 else DARK_INKS
    pool = (*plain, *COLOURED_INKS) if rng.random() < 0.4 else plain
    raw = WOODS[int(rng.integers(len(WOODS)))] if rng.random() < 0.6 else body
    return Finish(
        body, pool[int(rng.integers(len(pool)))], raw, float(rng.uniform(0.02, 0.25)), float(rng.uniform(0.0, 0.3)),
        float(rng.uniform(0, 0.8)), int(rng.integers(1 << 30)), polish,
    )  # fmt: skip


def draw_paints(rng: np.random.Generator, polish: float = 0.0) -> dict[str, Finish]:
    """Three wands of different colours that a person would name differently."""
    names = [str(n) for n in rng.choice(list(PALETTE), 3, replace=False)]
    while any(alike <= set(names) for alike in ALIKE):
        names = [str(n) for n in rng.choice(list(PALETTE), 3, replace=False)]
    return {name: draw_finish(rng, PALETTE[name], polish) for name in names}


def draw_timbers(rng: np.random.Generator) -> dict[str, Finish]:
    """Three oiled woods with strong grain, marks burnt or inlaid, cuts of the same wood."""
    names = [str(n) for n in rng.choice(list(TIMBERS), 3, replace=False)]
    made = {}
    for name in names:
        finish = draw_finish(rng, TIMBERS[name])
        raw = (finish.paint[0] * 1.1, finish.paint[1] * 1.1, finish.paint[2] * 1.1)
        made[name] = replace(finish, raw=raw, grain=float(rng.uniform(0.25, 0.45)))
    return made

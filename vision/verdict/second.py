"""The second look: which of the places that were found by it are the wands that the first look missed or misplaced."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, permutations, product

import numpy as np
from numpy.typing import NDArray

from vision.evidence.model import WandModel
from vision.geometry.pose import same_place
from vision.locate.assignment import PLAINLY
from vision.locate.outline import Fit
from vision.numeric.colour import unlike
from vision.numeric.medians import colour_median
from vision.numeric.veil import unveiled
from vision.scene.view import View
from vision.verdict.found import Found

Array = NDArray[np.float64]

MARK_GIVES, FAULT_COSTS = 0.3, 0.3
LIKE_GIVES, LEAST_LIKE, MOST_LIKE = 0.05, -5.0, 10.0
"""What the network's odds (logarithm, between these limits) that a place shows a wand are worth."""
BARE, APART = 0.2, 12.0
"""What is so much nearer to the bare pane than to a wand's wood is the pane: of 40 places of wands none by more than
0.17, a band between lamps that passed for a white wand in the dark by 0.28.  A whole outline that stands out from
the pane around it by so many of the camera's levels is a wand's all the same (a white one in shadow).  What looks like
a wand's wood only where a veil is thinnest must be nearer to that than to the pane."""
KNOWN = 1.0
"""The network thinks a sure wand so much likelier than none: of 4,535 right ones of 31 tables 22 had less, of 77 places
that are no such wand's 59 had."""
ABSENT = 0.45
"""A wand is left out rather than put where it is worth less."""
ALONG = 40
"""Places of a footprint at which the bare pane is looked up."""
TRUST, TAPER_MM, PLAIN = 0.4, 1.2, 0.8
SHOWN = 0.35
"""Less than this of the outline, and of its worse side's pieces, is no wand at all."""
SAME_MM, SAME_DEGREES = 6.0, 8.0
"""Two wands that cross lie farther apart than this, or at another angle."""
HELD, ENDS = 0.65, 0.45
"""A wand whose outline shows like this is likelier to lie there than one that shows less."""


@dataclass(frozen=True)
class Try:
    """A wand looked at where a fit lies, and what that place would be worth for it."""

    fit: int
    found: Found
    worth: float


def sound(found: list[Found], models: dict[str, WandModel]) -> list[Found]:
    """Those that need no second look: all, where none is in doubt or seems covered; else those that the network knows,
    for another wand may lie where it was taken for one.
    """
    plain = [f for f in found if f.fault is None and f.reading.sure]
    if {f.colour for f in plain} >= set(models):
        return plain
    return [f for f in plain if f.colour not in models or _like(models[f.colour], f) >= KNOWN]


def _like(model: WandModel, found: Found) -> float:
    """How much more likely (logarithm) the network thinks that is a face of this wand than none."""
    return model.taught.wands_odds(found.exhibit.patch, found.exhibit.clear)


def _likely(found: Found) -> int:
    """How well a wand seems to lie there: of two the greater one does so better."""
    outlined = found.outline.held >= HELD and found.facts.ends >= ENDS
    return 4 * (found.fault is None) + 2 * found.reading.sure + outlined


def tried(model: WandModel, view: View, gain: float, fit: int, place: Fit, found: Found) -> Try:
    """What the place ``place`` (number ``fit``) is worth for the wand of ``model``, whose look there is ``found``."""
    colour = colour_of(model, found)
    off = unlike(colour, model.base * gain)
    plain = place.shown >= PLAINLY and place.contrast >= APART * view.grain
    slack = BARE if np.array_equal(colour, colour_median(_middle(model, found))) else 0.0
    if not plain and off > unlike(colour, _bare(view, model, place)) + slack:
        return Try(fit, found, -np.inf)
    margin = min(1.0, found.exhibit.mark.margin(model.tops))
    like = min(max(_like(model, found), LEAST_LIKE), MOST_LIKE)
    worth = place.shown - off + MARK_GIVES * margin + LIKE_GIVES * like
    return Try(fit, found, worth - FAULT_COSTS * (found.fault is not None or not _straight(found, margin)))


def colour_of(model: WandModel, found: Found) -> Array:
    """The usual colour of a face, of the part that mirrors least."""
    return unveiled(_middle(model, found))


def _middle(model: WandModel, found: Found) -> NDArray[np.uint8]:
    return model.middle(np.clip(found.exhibit.patch, 0, 255).astype(np.uint8))


def _bare(view: View, model: WandModel, place: Fit) -> Array:
    """The colour of the empty pane in this light along the middle of a footprint."""
    us = np.linspace(-0.45, 0.45, ALONG) * model.wand.length
    return np.asarray(np.median(view.around(place.pose.places(np.column_stack([us, 0 * us])))[1], axis=0))


def _straight(found: Found, margin: float) -> bool:
    """Whether both sides are the wand's, by themselves or by a plain mark between them."""
    return (found.facts.trust >= TRUST and abs(found.facts.taper) <= TAPER_MM) or margin >= PLAIN


def best_tries(tries: dict[str, list[Try]], fits: int) -> dict[str, Found]:
    """Give each wand of ``tries`` the fit of its own that together are worth most, or none."""
    slots = [*range(fits), *[-1] * len(tries)]
    worth = {(c, t.fit): t.worth for c, own in tries.items() for t in own}

    def total(order: tuple[int, ...]) -> float:
        return sum(worth.get((c, i), ABSENT) for c, i in zip(tries, order, strict=True))

    best = max(set(permutations(slots, len(tries))), key=lambda o: (total(o), o))
    return {c: t.found for (c, own), i in zip(tries.items(), best, strict=True) for t in own if t.fit == i}


def mended(found: list[Found], better: dict[str, Found], key: Callable[[str], int]) -> list[Found]:
    """The first look with what the second one found for missing wands, and for such as lie better there; no two of them
    at one place.
    """
    ways = {f.colour: [f] for f in found}
    for colour, new in better.items():
        if new.fault is None:
            ways[colour] = [*ways.get(colour, []), new]
    best = max(product(*ways.values()), key=lambda way: (-_shared(way), sum(map(_likely, way))))
    return sorted((f for f in best if _shows(f)), key=lambda f: key(f.colour))


def _shared(way: tuple[Found, ...]) -> int:
    """How many pairs of wands lie at one place."""
    poses = [f.outline.centred for f in way]
    return sum(same_place(a, b, SAME_MM, SAME_DEGREES) for a, b in combinations(poses, 2))


def _shows(found: Found) -> bool:
    """Whether anything of a wand's outline shows; the border of a sleeve or a body is none."""
    return found.fault != "obstructed" or found.outline.held >= SHOWN or found.facts.trust >= SHOWN

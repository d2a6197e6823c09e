"""The search: from the view of a pane to where the wand of each colour lies."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from vision.geometry.grid import Grid
from vision.geometry.pane import Pane
from vision.geometry.patches import Sampler
from vision.geometry.pose import Pose, same_place, shared_area
from vision.locate.assignment import Place, Wood, alike, assigned
from vision.locate.lengthwise import strip_of
from vision.locate.outline import Fit, settle
from vision.locate.proposals import Candidate, Search
from vision.numeric.medians import colour_median
from vision.picture import Picture
from vision.scene.foreground import Foreground
from vision.scene.view import View

MOST_CANDIDATES = 10
COARSE = 1.6
"""Samples a millimetre while candidates are compared."""
WHOLLY_NEW, NEWER, SLID_MM = 0.93, 0.04, 3.0
"""A place of less is tried farther along; it must be so much newer there, and so far off to be another place."""
SHARED, EDGE_MM = 0.35, 2.0
OLD_KEEPS = 0.4


@dataclass(frozen=True)
class Lying:
    """Where a wand of known colour lies, and how much of that (mm, at one end) is bare pane."""

    pose: Pose
    bare: float


@dataclass(frozen=True)
class Located:
    """Each wand that was found, how bright wands are (compared with the teaching), and what was looked at."""

    wands: dict[str, Lying]
    gain: float
    candidates: tuple[Candidate, ...]


class Locator:
    """Finds the wands of one set on one pane."""

    def __init__(self, pane: Pane, grid: Grid, woods: dict[str, Wood], size: tuple[float, float]) -> None:
        self.pane, self.grid, self.woods = pane, grid, woods
        self.length, self.side = size
        self.search = Search(grid, self.length, self.side)

    def located(self, view: View) -> Located:
        """Look for all wands."""
        candidates = self._on_pane(self.search.find(view.flat, 3 * MOST_CANDIDATES, view.lit))
        candidates = self._ordered(candidates, view.foreground)
        coarse = Sampler(self.pane, view.picture, COARSE)
        places = self._settled(coarse, candidates, view.foreground)
        given, gain = assigned(places, self.woods, view.light)
        wands = {c: self._lengthwise(coarse, self.woods[c], p, gain, view.lit) for c, p in given.items()}
        return Located(wands, gain, tuple(candidates[:MOST_CANDIDATES]))

    def _on_pane(self, candidates: list[Candidate]) -> list[Candidate]:
        """Those whose middle is on the visible pane."""
        middles = np.array([[c.pose.x, c.pose.y] for c in candidates]).reshape(-1, 2)
        inside = self.pane.beyond(middles) < 0
        return [c for c, on in zip(candidates, inside, strict=True) if on]

    def _ordered(self, candidates: list[Candidate], foreground: Foreground) -> list[Candidate]:
        """By turns the best that differ from the empty pane (a ceiling has many stripes), and the best of all."""
        shares = foreground.shares([c.pose for c in candidates], self.length - 2, self.side - 2)
        worth = np.array([c.score for c in candidates]) * (OLD_KEEPS + (1 - OLD_KEEPS) * shares)
        new = [candidates[i] for i in np.argsort(-worth, kind="stable")]
        turns = [c for pair in zip(new, candidates, strict=True) for c in pair]
        return list({id(c): c for c in turns}.values())

    def _new_share(self, foreground: Foreground, pose: Pose) -> float:
        """Share of a footprint that is not the empty pane."""
        return foreground.share(pose, self.length - 2, self.side - 2)

    def _settled(self, coarse: Sampler, candidates: list[Candidate], foreground: Foreground) -> list[Place]:
        places: list[Place] = []
        for candidate in candidates:
            if len(places) == MOST_CANDIDATES or _enough(places, candidate, len(self.woods)):
                break
            if any(p.obvious and self._same_wood(p.pose, candidate.pose) for p in places):
                continue
            fit = self._placed(coarse, candidate.pose, foreground)
            if any(same_place(fit.pose, p.pose, 5.0, 6.0) for p in places):
                continue
            patch = coarse.cut(fit.pose, self.length / 2 - 4, self.side / 2 - 2.5)
            colour = colour_median(patch)
            new = self._new_share(foreground, fit.pose)
            even = alike(patch, colour)
            places.append(Place(fit.pose, colour, _shown(fit), fit.ends, new, even, candidate.score))
        return self._apart(places, foreground)

    def _apart(self, places: list[Place], foreground: Foreground) -> list[Place]:
        """The same, where what plain wands show is not counted once more for a place that they reach into."""
        plain = [p.pose for p in places if p.obvious]
        rest = foreground.without(plain, self.length + EDGE_MM, self.side + EDGE_MM)
        shares = rest.shares([p.pose for p in places], self.length - 2, self.side - 2)
        return [p if p.obvious else replace(p, new=float(s)) for p, s in zip(places, shares, strict=True)]

    def _placed(self, sampler: Sampler, pose: Pose, foreground: Foreground) -> Fit:
        """A candidate on its edges; one that is partly empty pane is tried farther along as well."""
        fit = settle(sampler, pose, self.length, self.side)
        new = self._new_share(foreground, fit.pose)
        if new >= WHOLLY_NEW:
            return fit
        slid = foreground.slid(fit.pose, self.length, self.side)
        if same_place(slid, fit.pose, SLID_MM, 1.0) or self._new_share(foreground, slid) < new + NEWER:
            return fit
        other = settle(sampler, slid, self.length, self.side)
        return max(fit, other, key=_shown)

    def _same_wood(self, a: Pose, b: Pose) -> bool:
        """Whether two footprints share so much that they are no two wands, not even crossed."""
        if abs(a.x - b.x) + abs(a.y - b.y) > 1.5 * self.length:
            return False
        one, two = (p.corners(self.length, self.side) for p in (a, b))
        return shared_area(one, two) > SHARED * self.length * self.side

    def _lengthwise(self, coarse: Sampler, wood: Wood, place: Place, gain: float, lit: Picture) -> Lying:
        """Where a wand of known colour lies: without plain ends farther along, where its colour is."""
        if place.plain:
            return Lying(place.pose, 0.0)
        size = (wood.length, wood.side)
        seen = partial(strip_of, coarse, size=size, wood=wood.colour * gain, bare=(lit, self.grid))
        strip = seen(place.pose)
        far = strip.shift()
        if far == 0.0:
            return Lying(place.pose, strip.bare())
        moved = place.pose.moved(far, 0.0)
        fitted = settle(coarse, moved, *size).pose
        pose = fitted if same_place(fitted, moved, SLID_MM, 3.0) else moved
        return Lying(pose, seen(pose).bare())


def _enough(places: list[Place], candidate: Candidate, wands: int) -> bool:
    """Whether every wand has a place that shows plainly, and the next candidate is far worse."""
    plain = [p for p in places if p.obvious]
    return len(plain) >= wands and candidate.score < 0.7 * min(p.score for p in plain)


def _shown(fit: Fit) -> float:
    """How clearly an outline shows; without its ends it may be any stripe."""
    return 0.6 * fit.sides + 0.5 * fit.ends

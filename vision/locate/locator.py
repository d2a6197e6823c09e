"""The search: from the view of a pane to where the wand of each colour lies."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache, partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.pane import Pane, Points
from vision.geometry.patches import Sampler
from vision.geometry.pose import Pose, same_place, shared_area
from vision.locate.assignment import Place, Wood, alike, assigned, plainly
from vision.locate.lengthwise import strip_of
from vision.locate.outline import Fit, settle
from vision.locate.proposals import Candidate, Search
from vision.numeric.veil import unveiled
from vision.picture import Picture
from vision.scene.foreground import Foreground
from vision.scene.view import EmptyPane, View

Array = NDArray[np.float64]

MOST_CANDIDATES = 10
COARSE = 1.6
"""Samples a millimetre while candidates are compared."""
EVEN = (5, 5)
"""Coarse samples (3 mm) over which a face is evened out before it is asked whether it is of one colour."""
WHOLLY_NEW, NEWER, SLID_MM = 0.93, 0.04, 3.0
"""A place of less is tried farther along; it must be so much newer there, and so far off to be another place."""
SHARED, EDGE_MM = 0.35, 2.0
OLD_KEEPS = 0.4
SOFT, MOST_FAINT, MOST_FITS = 5.0, 12, 6
"""Grey levels of an edge that counts half in the second look; candidates of each kind and fits that are looked at: the
true place of 7 faint wands (black on a hood or a sleeve, a wand under a lamp's image) was among the first 11 and 5."""
LEAST_SIDES, LEAST_ENDS = 0.45, 0.3
ALONG, STRETCHES = 40, 8
"""Places along a footprint, and stretches over which they are evened out."""
STANDS_OUT, FEWEST = 3.0, 3
"""Grey levels by which a wand differs from its surroundings at least, in the taught light (a black one on a hood: 6 to
12), over so many stretches off the lamps' images; camera's levels in dim light (of 36 wands one was by 4, the others by
6 and more, other places by up to 4)."""
END_MM, MIRRORED = 8.0, 0.25
"""An end of which a lamp's image hides such a share tells nothing."""


@dataclass(frozen=True)
class Lying:
    """Where a wand of known colour lies, and how much of that (mm, at one end) is bare pane; ``known`` if its face told
    so, and no border beside it may draw it away.
    """

    pose: Pose
    bare: float
    known: bool = False


@dataclass(frozen=True)
class Located:
    """Each wand that was found, how bright wands are (compared with the teaching), and what was looked at."""

    wands: dict[str, Lying]
    gain: float
    candidates: tuple[Candidate, ...]


class Locator:
    """Finds the wands of one set on one pane."""

    def __init__(self, pane: Pane, empty: EmptyPane, woods: dict[str, Wood], size: tuple[float, float]) -> None:
        self.pane, self.empty, self.woods = pane, empty, woods
        self.length, self.side = size
        self.search = Search(empty.grid, self.length, self.side)
        self.mirrors = Foreground(empty.mirrors, empty.grid)

    def located(self, view: View) -> Located:
        """Look for all wands."""
        candidates = self._on_pane(self.search.find(view.flat, 3 * MOST_CANDIDATES, view.lit))
        candidates = self._ordered(candidates, view.foreground)
        coarse = Sampler(self.pane, view.picture, COARSE)
        places = self._settled(coarse, candidates, view.foreground)
        given, gain = assigned(places, self.woods, view.light)
        wands = {c: self._lengthwise(coarse, self.woods[c], p, gain, view.lit) for c, p in given.items()}
        return Located(wands, gain, tuple(candidates[:MOST_CANDIDATES]))

    def again(self, view: View, known: list[Pose], supposed: list[Pose], gain: float) -> list[Fit]:
        """Look once more, for what shows faintly, beside the wands that are ``known``, and where others are
        ``supposed`` to lie; the clearest first.
        """
        bare = Foreground(self.empty.inside.astype(np.uint8), self.empty.grid)
        free = bare.without(known, self.length + EDGE_MM, self.side + EDGE_MM).mask
        candidates = self.search.find_faint(view.flat, view.lit, free, SOFT * min(1.0, gain), MOST_FAINT)
        coarse = Sampler(self.pane, view.picture, COARSE)
        fits: list[Fit] = []
        for pose in [*supposed, *(c.pose for c in self._on_pane(candidates))]:
            fit = self._mirrored(settle(coarse, pose, self.length, self.side))
            new = not any(same_place(fit.pose, f.pose, 5.0, 6.0) for f in fits)
            if not new or not _likely(fit) or self._among(known, fit.pose):
                continue
            fit = replace(fit, contrast=self._contrast(view, fit.pose))
            if fit.contrast >= STANDS_OUT * max(min(1.0, view.light), view.grain):
                fits.append(fit)
        return sorted(fits, key=lambda f: f.shown, reverse=True)[:MOST_FITS]

    def once_more(self, view: View, colour: str, fit: Fit, gain: float) -> Lying:
        """A fit of the second look as the place of the wand of that colour."""
        if plainly(fit.shown, fit.ends, self._new_share(view.foreground, fit.pose)):
            return Lying(fit.pose, 0.0)
        wood, coarse = self.woods[colour], Sampler(self.pane, view.picture, COARSE)
        strip = strip_of(coarse, fit.pose, (wood.length, wood.side), wood.colour * gain, view.lit, self.empty)
        return Lying(fit.pose, strip.bare())

    def _among(self, known: list[Pose], pose: Pose) -> bool:
        return any(self._same_wood(k, pose) for k in known)

    def _contrast(self, view: View, pose: Pose) -> float:
        """Grey levels by which a footprint differs from the empty pane otherwise than what is around it does, usually
        along it: in uneven light a black wand may be darker than the pane at one end and brighter at the other.
        """
        inner = pose.places(_lattice(self.length - 6, self.side - 5))
        line, away = _lattice(self.length, 0.0), np.array([0.0, self.side / 2 + 3])
        outer = pose.places(np.concatenate([line - away, line + away]))
        new = [self._new_along(view, places) for places in (inner, outer)]
        apart = np.abs(new[0] - new[1])
        return float(np.nanmean(apart, axis=0).max()) if np.isfinite(apart[:, 0]).sum() >= FEWEST else 0.0

    def _new_along(self, view: View, places: Points) -> Array:
        """By how much a lattice's colours differ from the empty pane's, in each stretch along it (STRETCHES, 3); nan
        where lamps' images hide it.
        """
        now, bare = view.at(places)
        off = np.where((self.mirrors.at(places) > 0)[:, None], np.nan, now - bare)
        parts = off.reshape(-1, STRETCHES, ALONG // STRETCHES, 3).swapaxes(0, 1).reshape(STRETCHES, -1, 3)
        plain = np.isfinite(parts).any(axis=1)
        return np.where(plain, np.nansum(parts, axis=1) / np.maximum(np.isfinite(parts).sum(axis=1), 1), np.nan)

    def _mirrored(self, fit: Fit) -> Fit:
        """A fit whose fainter end a lamp's image hides is judged by its sides."""
        away = self.length / 2 - END_MM / 2
        hidden = self.mirrors.shares([fit.pose.moved(e * away, 0.0) for e in (-1, 1)], END_MM, self.side)
        return replace(fit, ends=max(fit.ends, fit.sides)) if hidden.max() > MIRRORED else fit

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
            fit, new = self._placed(coarse, candidate.pose, foreground)
            if any(same_place(fit.pose, p.pose, 5.0, 6.0) for p in places):
                continue
            patch = _evened(coarse.cut(fit.pose, self.length / 2 - 4, self.side / 2 - 2.5))
            colour = unveiled(patch)
            even = alike(patch, colour)
            places.append(Place(fit.pose, colour, fit.shown, fit.ends, new, even, candidate.score))
        return self._apart(places, foreground)

    def _apart(self, places: list[Place], foreground: Foreground) -> list[Place]:
        """The same, where what plain wands show is not counted once more for a place that they reach into."""
        plain = [p.pose for p in places if p.obvious]
        rest = foreground.without(plain, self.length + EDGE_MM, self.side + EDGE_MM)
        shares = rest.shares([p.pose for p in places], self.length - 2, self.side - 2)
        return [p if p.obvious else replace(p, new=float(s)) for p, s in zip(places, shares, strict=True)]

    def _placed(self, sampler: Sampler, pose: Pose, foreground: Foreground) -> tuple[Fit, float]:
        """A candidate on its edges, and how much of it is new; one that is partly empty pane is tried farther along as
        well.
        """
        fit = settle(sampler, pose, self.length, self.side)
        new = self._new_share(foreground, fit.pose)
        if new >= WHOLLY_NEW:
            return fit, new
        slid = foreground.slid(fit.pose, self.length, self.side)
        if same_place(slid, fit.pose, SLID_MM, 1.0) or self._new_share(foreground, slid) < new + NEWER:
            return fit, new
        other = settle(sampler, slid, self.length, self.side)
        return (fit, new) if fit.shown >= other.shown else (other, self._new_share(foreground, other.pose))

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
        seen = partial(strip_of, coarse, size=size, wood=wood.colour * gain, bare=lit, empty=self.empty)
        strip = seen(place.pose)
        far = strip.shift()
        if far == 0.0:
            return Lying(place.pose, strip.bare())
        moved = place.pose.moved(far, 0.0)
        fitted = settle(coarse, moved, *size).pose
        pose = fitted if same_place(fitted, moved, SLID_MM, 3.0) else moved
        return Lying(pose, seen(pose).bare())


def _evened(patch: Picture) -> Picture:
    """A coarse patch without noise, which is not of one colour."""
    return np.asarray(cv2.blur(patch, EVEN), dtype=np.uint8)


def _enough(places: list[Place], candidate: Candidate, wands: int) -> bool:
    """Whether every wand has a place that shows plainly, and the next candidate is far worse."""
    plain = [p for p in places if p.obvious]
    return len(plain) >= wands and candidate.score < 0.7 * min(p.score for p in plain)


@lru_cache(maxsize=16)
def _lattice(length: float, width: float) -> Points:
    """Places (u, v) all over a footprint, or along a line."""
    us, vs = np.linspace(-length / 2, length / 2, ALONG), np.linspace(-width / 2, width / 2, 5 if width else 1)
    return np.column_stack([np.tile(us, len(vs)), np.repeat(vs, len(us))])


def _likely(fit: Fit) -> bool:
    """Whether sides and ends show enough to be looked at."""
    return fit.sides >= LEAST_SIDES and fit.ends >= LEAST_ENDS

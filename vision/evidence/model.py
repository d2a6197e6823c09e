"""What is known of one wand, made ready for comparing: its faces both ways, their marks and their notches."""

from __future__ import annotations

from functools import cached_property
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.bites import Bites, Expected
from vision.evidence.crossing import CUT_MM, inner_strips, stretches
from vision.evidence.edges import EdgeGauge
from vision.evidence.ghosts import ghosts_of
from vision.evidence.grain import Grain, grain_of
from vision.evidence.mark_table import MarkTable, both_ways, learn_marks, turned
from vision.evidence.notch_table import learn_notches
from vision.evidence.registration import Pattern, patterns_of
from vision.evidence.resemblance import Taught
from vision.evidence.shadow import shadow_on
from vision.evidence.sharpness import taught_width
from vision.evidence.strange import coarse
from vision.evidence.witness import Guess
from vision.geometry.patches import Patch, within
from vision.numeric.colour import CEILING, distance
from vision.numeric.veil import unveiled
from vision.taught.wandset import TaughtFace, Wand

Mask = NDArray[np.bool_]
T = TypeVar("T", bound=np.generic)

NOTCH_REACH_MM = 2.9
"""The deepest notch (3 mm) bites this far into the face, measured from the visible outline."""
END_MM = 2.5
SIDE_MM = 1.0
"""So much of a face beside its sides is left out where its wood is asked for."""
OF_MARK = 0.15
"""A wood that is so unlike the other faces' (`distance`) may be the colour of a mark that fills the middle."""
BRIGHTER = 0.05
"""Marks are learnt anew for each light that is brighter by so much (logarithm)."""
WHITEST = 0.995
"""Share of the channels of a face's cells that are darker than its brightest mark: one stroke is a hundredth."""


class WandModel:
    """What is known of one wand, made ready for comparing: arrays on the template's axes."""

    def __init__(self, wand: Wand, density: float, blur: float = 0.0) -> None:
        self.wand, self.density = wand, density
        faces = [_blurred(f, blur) for f in wand.faces]
        rows, columns = faces[0].picture.shape[:2]
        self.us = (np.arange(columns) - columns // 2) / density
        self.vs = (np.arange(rows) - rows // 2) / density
        self.columns = np.flatnonzero(np.abs(self.us) <= wand.length / 2 - END_MM)
        self.zone = np.flatnonzero(np.abs(self.vs) <= wand.side / 2 - NOTCH_REACH_MM)
        rough = np.median(self._woods(faces), axis=0)
        faces = [_evenly_lit(f, density, wand, rough) for f in faces]
        self.woods = self._woods(faces)
        """The colour (b, g, r) of each face's wood."""
        self.base = np.asarray(np.median(self.woods, axis=0), dtype=np.float64)
        """That of all."""
        self.guesses = [Guess(f.face, f.top, forward) for f in faces for forward in (True, False)]
        self.pictures = [q for f in faces for q in (f.picture, turned(f.picture))]
        self.plain: dict[int, Mask] = {}
        self.clears = [q for f in faces for q in (f.clear, turned(f.clear))]
        self.brightest = np.max([q.min(axis=2) * c for q, c in zip(self.pictures, self.clears, strict=True)], axis=0)
        self.middles = [(self.middle(f.picture), self.middle(f.clear)) for f in faces]
        self.marks = learn_marks(self.middles, density)
        self.marked = self.marks.marked
        self.whitest = max(float(np.quantile(p, WHITEST)) for p, _ in self.middles)
        self._marks: dict[int, MarkTable] = {}
        self.ghosts = ghosts_of(self.marks.patterns, self.marked, density)
        self.grain = self._grain()
        self.width = taught_width([f.picture for f in faces], density, wand.length, wand.side)
        self.gauge = EdgeGauge(wand.length, wand.side, self.us, self.vs)
        edges = [self.gauge.measure(f.picture, f.clear) for f in faces]
        self.bites = [q for b in learn_notches([f.top for f in faces], edges).bites for q in (b, b.turned())]
        # Where a face looked uneven without a notch (a mark that reaches the edge, a reflection), it may do so again.
        even = np.stack([q.even for e in edges for q in (e, e.turned())])
        self.expected = Expected(self.gauge.u, self.bites, even)
        lit = zip(self.pictures, self.clears, np.repeat(self.woods, 2, axis=0), strict=True)
        plain = [np.where(clear[..., None], picture, wood) for picture, clear, wood in lit]
        self.strips = [inner_strips(p, density, wand.length, wand.side) for p in plain]
        """How the inner strips of both sides look, for each guess, wood where a lamp hid them: (strips, 2, n, 3)."""
        self.colours = [coarse(p, density) for p in self.pictures]
        """How each guess looks on cells of 1 mm."""
        self.cuts = [_cuts(bites, wand.length) for bites in self.bites]

    @property
    def tops(self) -> list[int]:
        """The value of each guess."""
        return [g.top for g in self.guesses]

    @cached_property
    def taught(self) -> Taught:
        """Its faces as the network compares them."""
        return Taught(self)

    @cached_property
    def patterns(self) -> list[list[Pattern]]:
        """Its faces as they are registered."""
        return [patterns_of(self, p, clear) for p, clear in zip(self.pictures, self.clears, strict=True)]

    def middle(self, picture: NDArray[T]) -> NDArray[T]:
        """The part of a patch between the notches' reach."""
        return picture[self.zone[0] : self.zone[-1] + 1, self.columns[0] : self.columns[-1] + 1]

    def _woods(self, faces: list[TaughtFace]) -> list[NDArray[np.float64]]:
        """The colour (b, g, r) of the wood of each face; where a large mark passes for it, that of the whole face."""
        woods = [_wood(self.middle(f.picture), self.middle(f.clear)) for f in faces]
        part = within(self.vs, self.wand.side / 2 - SIDE_MM), within(self.us, self.wand.length / 2 - END_MM)
        for number, face in enumerate(faces):
            if _apart(woods[number], woods, number) > OF_MARK:
                whole = _wood(face.picture[part], face.clear[part])
                woods[number] = min(woods[number], whole, key=lambda w: _apart(w, woods, number))
        return woods

    def _grain(self) -> Grain:
        """The grain of the faces without a mark, along the marks' colour direction."""
        direction = self.marks.direction.astype(np.float32)
        faces = [np.asarray(picture @ direction, dtype=np.float32) for picture, _ in self.middles]
        ways = zip(both_ways(faces), both_ways([c.astype(np.float32) for _, c in self.middles]), strict=True)
        grains = [grain_of(face, clear, self.density) for face, clear in ways]
        return Grain([g for g, marked in zip(grains, self.marked, strict=True) if not marked], self.density)

    def marks_in(self, gain: float) -> MarkTable:
        """The marks as they look in a light that is so much brighter than that of the teaching: a camera tells nothing
        brighter than its ceiling, and pale marks on bright wood become fainter there.
        """
        number = round(np.log(max(gain, 1.0)) / BRIGHTER)
        light = float(np.exp(BRIGHTER * number))
        if self.whitest * light <= CEILING:
            return self.marks
        if number not in self._marks:
            faces = [(np.minimum(p, np.float32(CEILING / light)), clear) for p, clear in self.middles]
            self._marks[number] = learn_marks(faces, self.density).within(self.marks, light)
        return self._marks[number]


def _wood(picture: Patch, clear: Mask) -> NDArray[np.float64]:
    return unveiled(np.clip(picture, 0, 255).astype(np.uint8), clear.astype(np.uint8))


def _apart(wood: NDArray[np.float64], woods: list[NDArray[np.float64]], number: int) -> float:
    """How unlike a wood is to the other faces', whichever is nearer."""
    return min(distance(wood, other) for i, other in enumerate(woods) if i != number)


def _cuts(bites: Bites, length: float) -> Mask:
    """Which stretches of both sides a notch may be in: (2, n)."""
    us = stretches(length)
    return np.array([[any(abs(u - b) < CUT_MM for b in bites.edge(edge)) for u in us] for edge in (0, 1)])


def _blurred(face: TaughtFace, sigma: float) -> TaughtFace:
    if sigma <= 0.3:
        return face
    softer = np.asarray(cv2.GaussianBlur(face.picture, (0, 0), sigma), dtype=np.float32)
    return TaughtFace(face.face, face.top, softer, face.clear)


def _evenly_lit(face: TaughtFace, density: float, wand: Wand, wood: NDArray[np.float64]) -> TaughtFace:
    """The face without the frame's shadow, which lies elsewhere on it in every throw."""
    shadow = shadow_on(face.picture, density, wand.length, wand.side, wood)
    if shadow is None:
        return face
    return TaughtFace(face.face, face.top, shadow.relit(face.picture), face.clear & ~shadow.border)

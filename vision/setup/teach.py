"""Teaching: nine pictures, each wand alone on each face, become a `WandSet`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import WandSetError
from vision.geometry.grid import Grid
from vision.geometry.pane import Pane
from vision.geometry.patches import Sampler
from vision.locate.proposals import Candidate
from vision.picture import Picture
from vision.scene.reflections import reflections
from vision.setup.fit import Fitted, common_fit, refined, size_of
from vision.setup.newness import Newness
from vision.setup.shots import Shot
from vision.taught.wandset import FACES, TaughtFace, Wand, WandSet, empty_grid

Array = NDArray[np.float32]

DENSITY = 3.0
"""Samples a millimetre at least: a stroke of a mark, 1 mm wide, is three of them."""
PX_PER_SAMPLE = 1.1
"""Templates have so many samples a picture's pixel: none is lost."""
BORDER_MM = 1.0
"""Templates reach this far beyond the visible outline."""
AROUND_MM = 6.0
"""So much longer and wider than a wand (both sides together) is what it changes of the empty pane."""
MOST_CANDIDATES = 6
"""On ten rendered sets (90 pictures) the first was always the wand."""
LIKELY = 0.6
"""Candidates whose score is less than this share of the best one's are not fitted."""
STRAY_MM = (3.0, 1.5)
"""A wand whose length or width strays so far from the others' was measured badly, not made otherwise."""


@dataclass(frozen=True)
class Lesson:
    """What was found in the pictures of a teaching, for each shot: its picture from above (``flats``, on ``grid``), the
    places where wands may lie (``candidates``) and where one lies (``fits``); and the bare pane (on ``grid``).
    """

    pane: Pane
    grid: Grid
    shots: list[Shot]
    samplers: list[Sampler]
    flats: list[Picture]
    candidates: list[list[Candidate]]
    fits: list[Fitted]
    empty: Picture

    @cached_property
    def wands(self) -> WandSet:
        """The wands as they are kept."""
        mirrors = reflections(self.empty)
        colours = dict.fromkeys(s.colour for s in self.shots)
        wands = tuple(self._wand(c, mirrors) for c in colours)
        return WandSet(self.samplers[0].density, self.pane.scale, wands, self.empty)

    def _wand(self, colour: str, mirrors: Picture) -> Wand:
        own = _own(self.shots, colour)
        length, side = wand_size(self.fits, own)
        half = length / 2 + BORDER_MM, side / 2 + BORDER_MM
        faces = []
        for i in sorted(own, key=lambda i: FACES.index(self.shots[i].face)):
            shot, sampler, pose = self.shots[i], self.samplers[i], self.fits[i].pose
            # White that is no mirrored lamp is the wand's own: a light mark on a dark wand.
            clear = sampler.layer(mirrors, self.grid, pose, *half) == 0
            faces.append(TaughtFace(shot.face, shot.top, sampler.patch(pose, *half), clear))
        return Wand(colour, length, side, tuple(faces))


def teach(pane: Pane, shots: list[Shot], empty: Picture | None = None) -> WandSet:
    """Learn the wands.  ``empty`` is the bare pane in this light, as a picture of the same size; without it it is what
    most pictures share.  Raises WandSetError when a wand is not found or the pictures are of different sizes.
    """
    return lesson_of(pane, shots, empty).wands


def lesson_of(pane: Pane, shots: list[Shot], empty: Picture | None = None) -> Lesson:
    """Find the wands.  Raises WandSetError as `teach` does."""
    if len({s.picture.shape for s in shots} | ({empty.shape} if empty is not None else set())) != 1:
        raise WandSetError("the teaching pictures differ in size; take all with the same camera settings")
    height, width = shots[0].picture.shape[:2]
    pane = pane.scaled(width, height)
    grid = empty_grid(pane)
    flats = [grid.rectify(s.picture) for s in shots]
    bare = np.median(np.array(flats), axis=0).astype(np.uint8) if empty is None else grid.rectify(empty)
    samplers = [Sampler(pane, s.picture, density_of(pane)) for s in shots]
    newness = Newness(grid, grid.opening_mask(pane))
    found = [newness.candidates(flat, bare, MOST_CANDIDATES) for flat in flats]
    for shot, candidates in zip(shots, found, strict=True):
        if not candidates:
            raise WandSetError(f"{shot.name}: no wand is to be seen on the pane; lay it there, alone")
    likely = [[c for c in own if c.score >= LIKELY * own[0].score] for own in found]
    fits = _refined(shots, samplers, common_fit(samplers, likely))
    bare = _without_wands(flats, fits, grid) if empty is None else bare
    return Lesson(pane, grid, shots, samplers, flats, found, fits, bare)


def wand_size(fits: list[Fitted], own: list[int]) -> tuple[float, float]:
    """Length and width (mm) of the wand that ``own`` fits (their numbers) show; one that hardly shows is as large as
    the others.
    """
    common, size = size_of(fits), size_of([fits[i] for i in own])
    stray = any(abs(a - b) > most for a, b, most in zip(size, common, STRAY_MM, strict=True))
    return common if stray or not any(fits[i].trusted for i in own) else size


def _refined(shots: list[Shot], samplers: list[Sampler], fits: list[Fitted]) -> list[Fitted]:
    """Each wand measured once more with its own size."""
    sizes = {c: wand_size(fits, _own(shots, c)) for c in dict.fromkeys(s.colour for s in shots)}
    return [refined(m, f, sizes[s.colour]) for s, m, f in zip(shots, samplers, fits, strict=True)]


def _own(shots: list[Shot], colour: str) -> list[int]:
    return [i for i, s in enumerate(shots) if s.colour == colour]


def density_of(pane: Pane) -> float:
    """Samples a millimetre of the templates."""
    return max(DENSITY, round(pane.scale * PX_PER_SAMPLE))


def _without_wands(flats: list[Picture], fits: list[Fitted], grid: Grid) -> Picture:
    """The empty pane: each cell's median over the pictures in which no wand lies there."""
    stack = np.array(flats, dtype=np.float32)
    for layer, fit in zip(stack, fits, strict=True):
        layer[footprint(fit, grid) > 0] = np.nan
    stack = np.where(np.isnan(stack).all(axis=0), np.array(flats, dtype=np.float32), stack)
    return np.asarray(_seen_median(stack).round(), dtype=np.uint8)


def _seen_median(stack: Array) -> Array:
    """The median over the first axis of what is no NaN; by sorting, a fifth of the time of `np.nanmedian`."""
    ordered, seen = np.sort(stack, axis=0), np.count_nonzero(~np.isnan(stack), axis=0)
    low, high = (np.take_along_axis(ordered, middle[np.newaxis], axis=0)[0] for middle in ((seen - 1) // 2, seen // 2))
    return np.asarray((low + high) / 2)


def footprint(fit: Fitted, grid: Grid, around: float = AROUND_MM) -> Picture:
    """1 where a wand lies, and ``around`` mm (both sides together), on the grid, else 0."""
    corners = fit.pose.corners(fit.outline.length + around, fit.outline.side + around)
    mask = np.zeros(grid.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(grid.to_cells(corners)).astype(np.int32), 1)
    return mask

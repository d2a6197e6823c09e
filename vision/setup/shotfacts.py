"""What one teaching picture shows beside the wand's face: light, focus, place, and what else lies there."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.grid import Grid
from vision.geometry.pane import Pane
from vision.geometry.patches import Sampler
from vision.geometry.pose import Pose, shared_area
from vision.locate.proposals import Candidate
from vision.numeric.colour import brightest, darkest
from vision.picture import Picture
from vision.scene.glare import WASHED_OUT, unwashed
from vision.scene.illumination import LitPane
from vision.setup.fit import Fitted

Mask = NDArray[np.bool_]
Array = NDArray[np.float64]

RIM_MM = 3.0
"""The outermost of the opening is its border, whose shade moves with the light."""
SHARP_LEVELS, SHARP_MM = 12.0, 5
"""What differs by more grey levels from its surroundings of so many mm is the edge of a thing on the pane: a shadow on
a lid is softer."""
STEP_LEVELS = 12.0
"""A border with a smaller step tells nothing of the focus."""
NEAR_MM = 12.0
"""A wand's own shadow, its end face and its glow lie within this around it (both sides together)."""
SMOOTH_MM = 9
"""What is larger than this is light, not a feature of the room."""
PROFILE_MM, STRETCHES = 2.6, 12
"""A side's border is looked at so far to both its sides, at so many stretches of it."""
OVER, BESIDE = 0.3, 0.1
"""A candidate that shares more of a wand's footprint is this wand, less another."""
OWN_WHITE = 0.8
"""Wood that is so bright (share of white) where light has not washed it out is a white wand's: its grain and the glow
around that hide nothing.  Red and natural wood under a ring of lamps had 0.72 at most.  Marks are darker than that."""
STRAIGHT = 0.5
"""Share of a side's pieces that must agree on one line before it is said where that leads: of a black wand under a ring
of lamps in a glossy pane 0.35 did, on a line that was 1.4 mm askew."""


@dataclass(frozen=True)
class ShotFacts:
    """Measured of one picture.

    ``light`` is its brightness beside the bare pane's (ratio), ``level`` the 95th percentile of the opening (grey
    levels), ``white`` the share of the opening that is white and is not on the bare pane; ``kept`` how much of the
    room's features are where they were (correlation, -1 to 1; nan where the room has none); ``litter`` the area (mm2)
    with edges of other things, ``rim`` the share of it near the border of the opening; ``rival`` how clearly a second
    wand shows beside the first (0 to 1); ``blur`` the width (mm) of the wand's borders; ``outside`` how far (mm) it
    reaches beyond the opening; ``clear`` the share of its face that no lamp has washed out; ``contrast`` by how many
    grey levels it differs from the bare pane behind it; ``sides`` and ``ends`` how clearly its sides and fainter end
    show (0 to 1), ``taper`` by how much (mm) one end is narrower than the wand, of plain sides.
    """

    light: float
    level: float
    white: float
    kept: float
    litter: float
    rim: float
    rival: float
    blur: float
    outside: float
    clear: float
    contrast: float
    sides: float
    ends: float
    taper: float


class Bare:
    """The bare pane and the places on its grid."""

    def __init__(self, pane: Pane, grid: Grid, picture: Picture) -> None:
        self.pane, self.grid, self.picture = pane, grid, picture
        self.inside = grid.opening_mask(pane, RIM_MM) > 0
        self.features = _features(picture)
        self.lit = LitPane(picture, self.inside)

    def facts(self, flat: Picture, sampler: Sampler, fit: Fitted, rivals: list[Candidate]) -> ShotFacts:
        """Measure one picture: ``flat`` is seen from above, ``rivals`` other places where a wand may lie in it."""
        free = self.inside & ~_footprint(fit, self.grid)
        size = fit.outline.length, fit.outline.side
        patch = sampler.cut(fit.pose, size[0] / 2, size[1] / 2)
        litter = self._litter(flat, free)
        corners = fit.pose.corners(*size)
        return ShotFacts(
            light=self.lit.brightness(flat),
            level=float(np.percentile(brightest(flat)[self.inside], 95)),
            white=self._white(flat),
            kept=self._kept(flat, fit),
            litter=float(litter.sum()) / self.grid.scale**2,
            rim=_share(litter, self._rim()),
            rival=self._rival(fit, rivals),
            blur=border_width(sampler, fit.pose, *size),
            outside=float(self.pane.beyond(corners).max()),
            clear=_clear(patch, sampler.density),
            contrast=self._contrast(flat, fit),
            sides=fit.sides,
            ends=float(fit.outline.held_ends.mean(axis=1).min()),
            taper=_taper(fit),
        )

    def _white(self, flat: Picture) -> float:
        new = (darkest(flat) >= WASHED_OUT) & (darkest(self.picture) < WASHED_OUT) & self.inside
        return _share(new, self.inside, of_second=True)

    def _kept(self, flat: Picture, fit: Fitted) -> float:
        """Correlation of the room's features, the wand left out."""
        there = ~_footprint(fit, self.grid)
        here, then = _features(flat)[there].ravel(), self.features[there].ravel()
        spread = float(here.std() * then.std())
        return float(((here - here.mean()) * (then - then.mean())).mean() / spread) if spread > 1.0 else float("nan")

    def _litter(self, flat: Picture, free: Mask) -> Mask:
        """Cells with sharp edges of what is new, beside the wand."""
        lit = self.lit.relit(flat)
        new = flat.astype(np.float32) - lit
        sharp = brightest(np.abs(new - cv2.blur(new, (SHARP_MM, SHARP_MM)))) > SHARP_LEVELS
        return np.asarray(sharp & free)

    def _rim(self) -> Mask:
        return np.asarray(self.inside & ~(self.grid.opening_mask(self.pane, 4 * RIM_MM) > 0))

    def _rival(self, fit: Fitted, rivals: list[Candidate]) -> float:
        """Score of the best other place, beside that of this one."""
        size = fit.outline.length, fit.outline.side
        own = fit.pose.corners(size[0] + 4, size[1] + 4)
        shared = [shared_area(own, c.pose.corners(*size)) / (size[0] * size[1]) for c in rivals]
        here = max((c.score for c, share in zip(rivals, shared, strict=True) if share > OVER), default=0.0)
        other = max((c.score for c, share in zip(rivals, shared, strict=True) if share < BESIDE), default=0.0)
        return other / here if here > 0 else 0.0

    def _contrast(self, flat: Picture, fit: Fitted) -> float:
        mask = _footprint(fit, self.grid, -2.0)
        off = brightest(cv2.absdiff(flat, self.picture))[mask]
        return float(np.median(off)) if len(off) else 0.0


def _clear(patch: Picture, density: float) -> float:
    """Share of a face that no lamp has washed out."""
    seen = darkest(patch)
    own = seen[seen < WASHED_OUT]
    return 1.0 if len(own) and np.median(own) >= OWN_WHITE * WASHED_OUT else float(unwashed(patch, density).mean())


def _taper(fit: Fitted) -> float:
    """By how much (mm) one end is narrower than the wand; 0 where a side is no plain line, as when a lamp is mirrored
    beside it.
    """
    plain = fit.outline.trust.min() >= STRAIGHT
    return max(0.0, float(fit.outline.side - fit.outline.widths.min())) if plain else 0.0


def _footprint(fit: Fitted, grid: Grid, around: float = NEAR_MM) -> Mask:
    corners = fit.pose.corners(fit.outline.length + around, fit.outline.side + around)
    mask = np.zeros(grid.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(grid.to_cells(corners)).astype(np.int32), 1)
    return mask > 0


def _features(flat: Picture) -> NDArray[np.float32]:
    """What is small in a picture seen from above: borders, beams, scratches; not the light."""
    grey = cv2.GaussianBlur(flat, (3, 3), 0).astype(np.float32).mean(axis=2)
    rest = grey - cv2.blur(grey, (2 * SMOOTH_MM + 1,) * 2)
    return np.asarray(np.clip(rest, -30, 30), dtype=np.float32)


def _share(of: Mask, where: Mask, of_second: bool = False) -> float:
    whole = float((where if of_second else of).sum())
    return float((of & where).sum()) / whole if whole else 0.0


def border_width(sampler: Sampler, pose: Pose, length: float, side: float) -> float:
    """Width (mm) of both sides' borders: the whole step over its steepest slope, median of the stretches that show."""
    patch = sampler.patch(pose, length / 2 - 4, side / 2 + PROFILE_MM + 1)
    vs = (np.arange(len(patch)) - len(patch) // 2) / sampler.density
    profiles = cv2.resize(patch, (STRETCHES, len(patch)), interpolation=cv2.INTER_AREA).astype(np.float64)
    near = [profiles[np.abs(vs - v) <= PROFILE_MM] for v in (-side / 2, side / 2)]
    widths = np.concatenate([_widths(n, sampler.density) for n in near])
    return float(np.median(widths)) if len(widths) else float("nan")


def _widths(near: Array, density: float) -> Array:
    """Of profiles (samples, stretches, 3) across a border: step over slope in the channel of the largest step."""
    step = np.abs(near[-2:].mean(axis=0) - near[:2].mean(axis=0))
    slope = np.abs(np.diff(near, axis=0)).max(axis=0) * density
    channel = step.argmax(axis=1)[:, None]
    step, slope = (np.take_along_axis(a, channel, axis=1)[:, 0] for a in (step, slope))
    seen = step > STEP_LEVELS
    return np.asarray(step[seen] / slope[seen])

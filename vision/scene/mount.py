"""Where the camera stands now: in place, moved so little that the pane is followed, turned, mirrored, or elsewhere.

The border is looked at in every picture (`vision.scene.border`), which costs half a millisecond.  Only where a side of
it is not where it was, the dear question is asked where it went.  Where nothing can be seen, nothing is said: darkness
and a head over the pane are no move.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.grid import Grid
from vision.geometry.pane import Pane, Points
from vision.numeric.least import levenberg
from vision.picture import Picture
from vision.scene.border import (
    INSIDE_MM,
    OUTSIDE_MM,
    SHARP,
    STATIONS,
    STEP_MM,
    Look,
    Samples,
    Tones,
    likeness,
)

Way = Literal["in place", "followed", "turned", "mirrored", "moved"]

SLACK_MM = 1.5
"""A border so far off is in place."""
ALIKE = 0.6
"""A station looks as it was: over 0.9 on the empty pane; 0.3 at random."""
SIDE_SHARE = 0.4
"""Of a side's stations so many are in place, or somebody moved something: at least 0.55 in eleven sets of throws except
in the dimmest light; a side that was moved by 4 mm or more keeps less than 0.15.
"""
BEYOND_MM = 2.0
"""A station is in the picture if that much beyond the border is."""
SIDE_LOST, LIT = 0.25, 0.8
"""A side that keeps less is not there any more, if some side is at least so bright as in the teaching (share): a camera
that was moved sees more of the pane on one side and more of the wood on the other, dim light takes from all.
"""
EXCUSED = 0.1
"""A side may keep so much less than when nothing else was found before it is looked for again."""
LEAST_STATIONS = 6
"""A side with fewer stations that show tells nothing."""
REACH_MM = 20.0
"""A border is looked for so far from where it was."""
SHIFTS_MM, TURNS, GROWTHS_MM = np.arange(-12, 12.1, 2), np.radians(np.arange(-4, 4.1, 1)), np.arange(-12, 12.1, 2)
"""Moves that are tried: of the middle, about it, and of the border outwards (nearer) or inwards."""
FOUND, CLEARER = 0.5, 0.15
"""A place is believed that fits so well, and so much better than the old one; chance fits to 0.35."""
HELD = 0.7
"""A side whose mean border fits where it was by this share of how it fits itself is there, however noisy its stations
are: of 12 pictures of a faint border under a webcam's noise all sides had 0.71 and more but one under a hand; of 16 of
a camera that was moved by 5 mm, 3 degrees or 3 percent all had two sides with less, or one that fits elsewhere.
"""
FOLLOWED_MM, FOLLOWED_TURN, FOLLOWED_GROWTH = 10.0, np.radians(4.0), 0.085
"""What is followed: shift of the middle, turn, and share nearer or farther."""
NUDGES_MM = 3.0 * np.array([[1, 0], [-1, 0], [0, 1], [0, -1]])
"""Moves by which the empty pane's own picture shows how far the wood beyond the border can tell that nothing moved."""
TELLING = 0.98
"""Wood that looks more alike than this after one of them tells nothing: plain wood, and light that fades evenly.  In 16
sets the most alike direction had 0.55 to 0.96 (two 0.99); of 57 throws in a set with 0.979 all in teaching's light had
0.997, and the four that were taken for a moved camera too.
"""
TONED, TONE_CLEARER = 0.6, 0.3
"""The wood beyond the border looks as it did; and so much more so when the picture is turned or mirrored."""


@dataclass(frozen=True)
class Place:
    """``way`` and, where readings can go on, the pane as the camera has it now."""

    way: Way
    pane: Pane | None


class Mount:
    """Looks after one pane in pictures of its size."""

    def __init__(self, pane: Pane, grid: Grid, empty: Picture) -> None:
        look = Look(pane, INSIDE_MM, OUTSIDE_MM)
        kept = look.kept(grid, empty)
        self.pane, self.light, self.samples = pane, kept.light, kept
        self.kept, self.tones = kept.profiles(), kept.tones()
        border = round(INSIDE_MM / STEP_MM)
        self.shown = self.kept[:, border - 2 : border + 3].max(axis=1) > SHARP
        self.unmoved = _unmoved(self.tones, [look.kept(grid, empty, nudge).tones() for nudge in NUDGES_MM])
        self._near = _Aim(pane, SLACK_MM, self)
        self._far: _Aim | None = None
        self._now = self._near
        self._excused: Sight | None = None

    def place(self, picture: Picture) -> Place:
        """Where the camera stands, by one picture of the pane's size."""
        for aim in dict.fromkeys((self._now, self._near)):
            sight = aim.sight(picture)
            if sight.in_place or (aim is self._now and sight.no_worse(self._excused)):
                return self._follows(aim)
        return self._searched(picture)

    def _follows(self, aim: _Aim) -> Place:
        self._excused = self._excused if aim is self._now else None
        self._now = aim
        return Place("in place" if aim is self._near else "followed", aim.pane)

    def _searched(self, picture: Picture) -> Place:
        self._far = self._far or _Aim(self.pane, REACH_MM, self)
        move, fit, still = self._far.sought(picture)
        found = fit >= FOUND and fit >= still + CLEARER
        aim = _Aim(self._far.followed(picture, move), SLACK_MM, self) if found and _small(move) else None
        sight, there = aim.sight(picture) if aim else None, self._near.sight(picture)
        if sight is not None and (not sight.trusted or self.unmoved <= there.tones > sight.tones):
            aim = sight = None
        for way, turned in _turned(picture):
            if self._near.sight(turned).clearer(sight or there, TONE_CLEARER if sight is None else 0.0):
                return Place(way, None)
        if aim is not None:
            return self._follows(aim)
        return self._undecided(picture, found, self._far.settled(picture))

    def _undecided(self, picture: Picture, elsewhere: bool, still: bool) -> Place:
        """Nothing that could be followed was found: somewhere else, or only hidden?  Or ``still`` where it was, as
        whole sides say though their stations are too faint to say so by themselves.
        """
        aim = self._near if still else self._now
        sight = aim.sight(picture)
        if sight.tones < self.unmoved and (
            elsewhere or (sight.lit and ((sight.lost and not still) or sight.tones < TONED))
        ):
            return Place("moved", None)
        self._excused = sight
        return self._follows(aim)


def _unmoved(empty: Tones, nudged: list[Tones]) -> float:
    """How alike the wood beyond the border must look to say by itself that nothing moved: nearer to the empty pane than
    to a nudge; never, where it would look the same after one.
    """
    most = max(empty.likeness(each) for each in nudged)
    return (1 + most) / 2 if most <= TELLING else float("inf")


def _turned(picture: Picture) -> list[tuple[Way, Picture]]:
    """The picture as it would be if the camera had been turned or mirrored, and how one says so."""
    size = picture.shape[1::-1]
    quarter = [cv2.getRotationMatrix2D(((size[0] - 1) / 2, (size[1] - 1) / 2), angle, 1) for angle in (90, -90)]
    turned: list[tuple[Way, Picture]] = [("turned", np.ascontiguousarray(picture[::-1, ::-1]))]
    turned += [("turned", np.asarray(cv2.warpAffine(picture, q, size), np.uint8)) for q in quarter]
    mirrored = np.ascontiguousarray(picture[:, ::-1])
    turned += [("mirrored", mirrored), ("mirrored", np.ascontiguousarray(picture[::-1]))]
    turned += [("mirrored", np.asarray(cv2.warpAffine(mirrored, q, size), np.uint8)) for q in quarter]
    return turned


Move = NDArray[np.float64]
"""Shift of the opening's middle (mm, 2), turn about it (radians), share nearer."""


def _small(move: Move) -> bool:
    near = np.hypot(move[0], move[1]) <= FOLLOWED_MM and abs(move[2]) <= FOLLOWED_TURN
    return bool(near and abs(move[3]) <= FOLLOWED_GROWTH)


@dataclass(frozen=True)
class Sight:
    """The share of each side's stations that look as they did (4,), 1 for a side that never tells anything; how much
    the wood beyond the border looks as it did (-1..1); whether there is light to see it by.
    """

    shares: NDArray[np.float64]
    tones: float
    lit: bool

    @property
    def in_place(self) -> bool:
        """Every side of the border is where it was, and the wood beyond it is not another side's."""
        return bool(self.shares.min() >= SIDE_SHARE) and self.tones > TONED - TONE_CLEARER

    @property
    def lost(self) -> bool:
        """Two sides or more are not where they were; a hand or a head hides one."""
        return int((self.shares < SIDE_LOST).sum()) >= 2

    def no_worse(self, excused: Sight | None) -> bool:
        """Whether nothing is hidden but what was, when the border was looked for everywhere and found nowhere else."""
        return excused is not None and bool((self.shares >= excused.shares - EXCUSED).all()) and self.lit <= excused.lit

    @property
    def trusted(self) -> bool:
        """In place, and the wood says so clearly: enough to go by after a move."""
        return self.in_place and self.tones > TONED

    def clearer(self, other: Sight, margin: float) -> bool:
        """Whether this picture, turned, shows the border in place, and its wood fits better by a margin."""
        return self.trusted and self.tones > other.tones + margin


class _Aim:
    """Looks at the border of one pane within ``reach`` mm of where it is."""

    def __init__(self, pane: Pane, reach: float, mount: Mount) -> None:
        self.pane, self.mount = pane, mount
        self.shifts = 2 * round(reach / STEP_MM) + 1
        self.look = Look(pane, INSIDE_MM + reach, OUTSIDE_MM + reach)
        within = np.lib.stride_tricks.sliding_window_view(self.look.within, mount.kept.shape[1], axis=1)
        needed = round((INSIDE_MM + BEYOND_MM) / STEP_MM)
        self.within = within[:, :, :needed].all(axis=2) & mount.shown[:, None]

    def fits(self, samples: Samples) -> NDArray[np.float32]:
        """How well each station fits at each shift, -1..1; 0 where it is not in the picture: (stations, shifts)."""
        return np.where(self.within, likeness(self.mount.kept, samples.profiles(), self.shifts), np.float32(0))

    def sight(self, picture: Picture) -> Sight:
        """What a picture shows of the border."""
        samples = self.look.samples(picture)
        alike = (self.fits(samples).max(axis=1) > ALIKE).reshape(4, STATIONS).sum(axis=1)
        shown = self.within.any(axis=1).reshape(4, STATIONS).sum(axis=1)
        shares = np.where(shown >= LEAST_STATIONS, alike / np.maximum(shown, 1), 1.0)
        return Sight(
            shares, self.mount.tones.likeness(samples.tones()), bool((samples.light >= LIT * self.mount.light).any())
        )

    def sought(self, picture: Picture) -> tuple[Move, float, float]:
        """The move that fits best, how well (-1..1), and how well the border fits where it was."""
        fits = self.fits(self.look.samples(picture))
        wide = np.asarray(cv2.dilate(fits, np.ones((1, 5), np.uint8)), dtype=np.float32)
        best = self._best(wide, _moves(SHIFTS_MM, TURNS, GROWTHS_MM / self._half))
        for fine in (1.0, 0.5):
            steps = np.array([-1.0, 0, 1]) * fine
            near = _moves(steps, steps / self._half, steps / self._half) + best
            best = self._best(fits, near)
        middle = self.shifts // 2
        slack = round(SLACK_MM / STEP_MM)
        there = fits[:, middle - slack : middle + slack + 1].max(axis=1)
        return best, float(self._mean(fits, best[None])[0]), float(there.sum() / max(1, self.mount.shown.sum()))

    def settled(self, picture: Picture) -> bool:
        """Whether each side as a whole is where it was, but at most one that is nowhere else either: it is hidden."""
        use = self.within.any(axis=1)
        kept = self.mount.samples.side_profiles(use)
        fits = likeness(kept, self.look.samples(picture).side_profiles(use), self.shifts)
        fits /= np.maximum(likeness(kept, kept, 1), np.float32(1e-3))
        middle, slack = self.shifts // 2, round(SLACK_MM / STEP_MM)
        gone = (fits[:, middle - slack : middle + slack + 1].max(axis=1) < HELD) & use.reshape(4, STATIONS).any(axis=1)
        return gone.sum() <= 1 and bool((fits[gone].max(axis=1) < HELD).all())

    @property
    def _half(self) -> float:
        return float(np.ptp(self.pane.opening, axis=0).mean() / 2)

    def _best(self, fits: NDArray[np.float32], moves: Move) -> Move:
        return np.asarray(moves[int(np.argmax(self._mean(fits, moves)))])

    def _mean(self, fits: NDArray[np.float32], moves: Move) -> NDArray[np.float64]:
        """The mean fit of all stations that show, for each of some moves (n, 4)."""
        shift = self._displaced(moves) / STEP_MM + self.shifts // 2
        index = np.clip(np.rint(shift), 0, self.shifts - 1).astype(np.intp)
        each = np.where((shift >= 0) & (shift <= self.shifts - 1), fits[np.arange(len(fits)), index], 0.0)
        return np.asarray(each.sum(axis=1) / max(1, self.mount.shown.sum()))

    def _displaced(self, moves: Move) -> NDArray[np.float64]:
        """How far (mm) each station goes outwards with each move: (moves, stations)."""
        feet, outwards = self.look.stations.feet, self.look.stations.outwards
        arms = feet - self.pane.opening.mean(axis=0)
        ahead = (arms * outwards).sum(axis=1)
        aside = arms[:, 0] * outwards[:, 1] - arms[:, 1] * outwards[:, 0]
        return np.asarray(moves[:, :2] @ outwards.T + moves[:, 2:3] * aside + moves[:, 3:] * ahead)

    def followed(self, picture: Picture, move: Move) -> Pane:
        """The pane as a camera of the same lens sees it after a move, by every station that shows."""
        fits = self.fits(self.look.samples(picture))
        centre = self._displaced(move[None])[0] / STEP_MM + self.shifts // 2
        near = np.abs(np.arange(self.shifts) - centre[:, None]) <= SLACK_MM / STEP_MM
        shift = np.where(near, fits, -1).argmax(axis=1)
        good = np.where(near, fits, -1).max(axis=1) > ALIKE
        feet, outwards = self.look.stations.feet, self.look.stations.outwards
        slide = self._slide(move)
        seen = (
            feet + slide + ((shift - self.shifts // 2) * STEP_MM - (slide * outwards).sum(axis=1))[:, None] * outwards
        )
        return _posed(self.pane, feet[good], seen[good], outwards[good], move)

    def _slide(self, move: Move) -> Points:
        """Where each station goes (mm, 2) with a move."""
        arms = self.look.stations.feet - self.pane.opening.mean(axis=0)
        turned = np.column_stack([-arms[:, 1], arms[:, 0]])
        return np.asarray(move[:2] + move[2] * turned + move[3] * arms)


def _moves(shifts: Points, turns: Points, growths: Points) -> Move:
    return np.stack(np.meshgrid(shifts, shifts, turns, growths, indexing="ij"), axis=-1).reshape(-1, 4)


TILT_LOOSE = np.radians(1.5)
"""A nudged camera tilts so far; more is made up from a few stations only where they insist."""
STATION_MM = 0.3


def _posed(pane: Pane, feet: Points, seen: Points, outwards: Points, move: Move) -> Pane:
    """The pane whose border's ``feet`` (n, 2) are where ``seen`` (n, 2), both mm in the old one, as far as one can tell
    across the border.
    """
    pixels, beside = pane.to_px(seen), pane.to_px(seen + outwards)
    across = (beside - pixels) / np.linalg.norm(beside - pixels, axis=1, keepdims=True)

    def posed(x: NDArray[np.float64]) -> Pane:
        turn, _ = cv2.Rodrigues(x[:3])
        return replace(pane, rotation=turn @ pane.rotation, translation=turn @ pane.translation + x[3:])

    def residuals(x: NDArray[np.float64]) -> NDArray[np.float64]:
        off = ((posed(x).to_px(feet) - pixels) * across).sum(axis=1) / (STATION_MM * pane.scale)
        off = off / np.sqrt(1 + np.abs(off) / 3)  # a station that was taken for another counts little
        return np.concatenate([off, x[:2] / TILT_LOOSE])

    depth = abs(float(pane.eye[2]))
    start = np.array([0, 0, move[2], move[0], move[1], -move[3] * depth])
    return posed(levenberg(residuals, start, rounds=20))

"""When is a throw over?  Frames go in with their stamps, settled throws come out; no clock of its own.

Cheap per frame: the pane on a grid of 2 mm, compared with the frame in which the present rest began.  Reading (dear) is
done when nothing has changed for the rest time, or, while something moves *behind* the wands (a head over the pane),
when the footprints themselves have not changed for that time.

A picture without information (dark, washed out, covered, frozen) is no evidence: it neither ends nor begins a rest, and
what lay there before is still the last throw.  A hand over the pane, still or moving, is no rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.protocol import Movement, Reading, Status, WandReading
from vision.cameras.base import Frame
from vision.geometry.pose import Pose, same_place
from vision.live.freshness import Freshness
from vision.live.glances import Glances
from vision.live.lying import Lying
from vision.numeric.colour import brightest
from vision.numeric.medians import median, row_medians
from vision.picture import Picture
from vision.read import Look, Reader
from vision.scene.things import at_wand
from vision.verdict.found import Found

Mask = NDArray[np.bool_]

REST_S = 0.3
DOUBTFUL_S = 1.0
"""An illegal pane must lie still for longer: hands that let go of wands pause."""
UNSEEN_S = 6.0
"""An illegal pane of which a part is not seen, or on which no wand is clear, must lie for longer than a sleeve does."""
HELD_S = 10.0
"""So long may a hand be where wands have not moved: then it is a strap, a cushion or a narrow head."""
LOOK_EVERY_S = 0.35
LEAST_CELLS = 4
SAMPLE = 7
"""Every so manyth cell tells what the light does to all."""
CHANGE, NOISES = 10.0, 7.0
SAME_MM, SAME_DEGREES = 3.0, 5.0
NUDGED_MM, NUDGED_DEGREES = 30.0, 45.0
CLEARLY, STRAIGHT = 0.7, 0.5
STANDS = 0.5
"""While something moves, reading begins when so much of one wand's area stands still: some of the others may be hidden,
or hardly stand out."""


class State(Enum):
    """What the watcher knows without reading."""

    EMPTY = "empty"
    MOVING = "moving"
    AT_REST = "at rest"
    FROZEN = "frozen"
    BLIND = "blind"


@dataclass(frozen=True)
class Throw:
    """A throw that came to rest: the frame's number and picture, the reading, the poses for the next comparison."""

    number: int
    frame: Frame
    look: Look
    reading: Reading
    poses: dict[str, Pose]


class Watcher:
    """Watches one pane.  `feed` takes each frame and returns a throw when one has settled."""

    def __init__(
        self, reader: Reader, expect: list[str] | None = None, rest: float = REST_S, laid: bool = False
    ) -> None:
        """``laid``: what lies there when the first rest is seen was not thrown, or nobody saw it fall."""
        self.reader, self.expect, self.rest, self.laid = reader, expect, rest, laid
        self.grid = reader.known.grid
        self.inside = cv2.erode(self.grid.opening_mask(reader.pane, 2.0), np.ones((3, 3), np.uint8)) > 0
        self._sample = np.flatnonzero(self.inside)[::SAMPLE]
        self.state = State.MOVING
        self.number = -1
        self.last: Throw | None = None
        self.tentative: tuple[float, Look] | None = None
        self._anchor: tuple[float, Picture] | None = None
        self.kept: frozenset[str] = frozenset()
        self.lies = False
        """Whether the wands lie as in ``last``, as far as has been seen since."""
        self._done = self._looked = False
        self._last_look = -np.inf
        self._fresh = Freshness()
        self._lying: Lying | None = None
        self._held: tuple[float, dict[str, Pose]] | None = None
        cells = STANDS * reader.length * reader.side * self.grid.scale**2
        self._glances = Glances(self._changed, reader.known.shrunk(reader.empty.picture), cells)

    def expect_wands(self, expect: list[str] | None) -> None:
        """Change which wands must lie there (another throw is awaited)."""
        if expect != self.expect:
            self.expect, self._done = expect, False

    def feed(self, frame: Frame) -> Throw | None:
        """Take the next frame; return the throw that settled with it, if any."""
        self.number += 1
        if not self._fresh.is_news(frame):
            # Black or white without any noise is the same again and again, and the light is at fault.
            if self._fresh.frozen and self.state is not State.BLIND:
                self._unseeing(State.FROZEN)
            return None
        small = self.grid.rectify(frame.picture)
        if self.reader.known.sight(small).blind:
            self._unseeing(State.BLIND)
            return None
        self._glances.see(frame.stamp, small)
        moved = self._moved(frame, small)
        if moved:
            self._anchor = (frame.stamp, small)
            self._done = self._looked = self.lies = False
            self.state = State.MOVING
            return self._look_behind(frame, small)
        assert self._anchor is not None
        still = frame.stamp - self._anchor[0]
        if self._done or still < self.rest - 1e-6:
            return None
        return self._decide(frame, still)

    @property
    def status(self) -> Status:
        """For the dashboard, between throws."""
        if self.state is State.EMPTY:
            return "empty"
        if self.state in (State.BLIND, State.FROZEN):
            return "blind"
        if self.state is State.AT_REST and self.last is not None:
            return self.last.reading.status
        return "moving"

    def _unseeing(self, state: State) -> None:
        """Nothing can be seen: what was told stays told, and a rest begins anew with the next picture."""
        self.state, self._anchor, self.tentative, self._done, self.lies = state, None, None, False, False

    def _moved(self, frame: Frame, small: Picture) -> bool:
        if self._anchor is None:
            return True
        return int(self._changed(small, self._anchor[1]).sum()) >= LEAST_CELLS

    def _changed(self, small: Picture, before: Picture) -> Mask:
        """Cells that changed by more than noise and a common change of light explain."""
        off = cv2.subtract(small, before, dtype=cv2.CV_16S)
        sample = off.reshape(-1, 3)[self._sample]
        common = row_medians(sample.T)
        apart = brightest(np.abs(off - common.astype(np.int16))).astype(np.float32)
        noise = 1.4826 * median(np.abs(sample - common).max(axis=1))
        changed = (cv2.blur(apart, (2, 2)) > max(CHANGE, NOISES * noise / 2)) & self.inside
        return np.asarray(changed)

    def _decide(self, frame: Frame, still: float) -> Throw | None:
        """Nothing has moved for the rest time: read, and report if this is a throw."""
        if frame.stamp - self._last_look < LOOK_EVERY_S and self._looked:
            return None
        self._last_look, self._looked = frame.stamp, True
        look = self.reader.read(frame.picture, self.expect)
        self.state = self._unthrown(frame, look) or State.AT_REST
        if self.state is State.EMPTY:
            self._done, self.last, self._lying, self.laid = True, None, None, False
        if self.state is not State.AT_REST or not (self.laid or self._counts(look, still)):
            return None
        return self._report(frame, look, still)

    def _unthrown(self, frame: Frame, look: Look) -> State | None:
        """What else the pane shows than wands at rest; None when they are."""
        reading = look.reading
        if reading.status == "blind":
            return State.BLIND
        if reading.status == "empty":
            return State.EMPTY if not self._unmoved(frame) else State.AT_REST
        return State.MOVING if self._in_hand(frame, look) else None

    def _counts(self, look: Look, still: float) -> bool:
        """Whether wands at rest may be a throw: an illegal pane only after some time, and not while it is cleared."""
        if look.reading.status != "invalid":
            return look.reading.status != "empty"
        if not look.found and look.reading.kind == "obstructed":
            return False
        plain = look.whole and (look.reading.kind == "standing" or any(_clearly(f) for f in look.found))
        return still >= (DOUBTFUL_S if plain else UNSEEN_S) - 1e-6 and not self._picked_up(look)

    def _contradicted(self, frame: Frame, poses: dict[str, Pose], still: float) -> bool:
        """Whether wands are missing or elsewhere that clearly lie where they lay, or may do so in too much light."""
        assert self.last is not None and self._lying is not None
        elsewhere = {c for c, p in self.last.poses.items() if not _near(p, poses.get(c), SAME_MM, SAME_DEGREES)}
        washed = self._lying.washed(self.grid.rectify(frame.picture)) if still < UNSEEN_S else frozenset()
        return not elsewhere.isdisjoint(self._unmoved(frame) | washed)

    def _in_hand(self, frame: Frame, look: Look) -> bool:
        """Whether a hand is over the pane or at a wand, unless all has been there for very long."""
        poses = _poses(look)
        if not at_wand(look.things, list(poses.values()), self.reader.length, self.reader.side, self.reader.empty):
            self._held = None
            return False
        if self._held is None or not _same_places(self._held[1], poses, 1.0, 2.0):
            self._held = frame.stamp, poses
        return frame.stamp - self._held[0] < HELD_S - 1e-6

    def _unmoved(self, frame: Frame) -> frozenset[str]:
        """The wands of the last throw that clearly lie where they lay."""
        return frozenset() if self._lying is None else self._lying.unmoved(self.grid.rectify(frame.picture))

    def _look_behind(self, frame: Frame, small: Picture) -> Throw | None:
        """Something moves: have the footprints, seen before it, changed meanwhile?"""
        if frame.stamp - self._last_look < max(self.rest, LOOK_EVERY_S) or not self._calm(small):
            return None
        if not self._glances.still(frame.stamp, small):
            return None
        self._last_look = frame.stamp
        look = self.reader.read(frame.picture, self.expect)
        before, self.tentative = self.tentative, (frame.stamp, look)
        if look.reading.status not in ("ok", "unsure") or before is None:
            return None
        if frame.stamp - before[0] > 3 * LOOK_EVERY_S or not _same_places(_poses(before[1]), _poses(look), 1.0, 2.0):
            return None
        if self.last is not None and _same_places(self.last.poses, _poses(look), SAME_MM, SAME_DEGREES):
            return None
        return None if self._in_hand(frame, look) else self._report(frame, look, 0.0)

    def _calm(self, small: Picture) -> bool:
        """Whether so little of the pane differs from the frame before that reading makes sense."""
        return True if self._anchor is None else float(self._changed(small, self._anchor[1]).mean()) < 0.25

    def _picked_up(self, look: Look) -> bool:
        """After a throw, an illegal pane where no wand clearly lies in a new place is somebody picking them up."""
        if self.last is None:
            return False
        clear = {f.colour: f.outline.centred for f in look.found if _clearly(f)}
        return all(_near(p, self.last.poses.get(c), SAME_MM, SAME_DEGREES) for c, p in clear.items())

    def _report(self, frame: Frame, look: Look, still: float) -> Throw | None:
        self.state, poses = State.AT_REST, _poses(look)
        before = self.last is not None and self._as_before(frame, look, poses)
        if not before and self.last is not None and self._contradicted(frame, poses, still):
            return None
        self._done = self.lies = True
        if before:
            return None
        wands = {c: replaced(w, self._movement(c, w, poses.get(c))) for c, w in look.reading.wands.items()}
        reading = Reading(look.reading.status, look.reading.kind, wands)
        self.last = Throw(self.number, frame, look, reading, poses)
        self._lying = Lying(
            self.reader.known, self.grid.rectify(frame.picture), poses, (self.reader.length, self.reader.side)
        )
        laid, self.laid = self.laid, False
        return None if laid else self.last

    def _as_before(self, frame: Frame, look: Look, poses: dict[str, Pose]) -> bool:
        """Nothing but what has been reported already: no wand moved, and it was a throw or is none yet."""
        assert self.last is not None
        moved = {c for c, p in poses.items() if not _near(p, self.last.poses.get(c), SAME_MM, SAME_DEGREES)}
        if not poses or (moved and not moved <= self._unmoved(frame)):
            return False
        # A doubt that another light would clear was put to the players; an illegal pane was no throw yet.
        return self.last.look.reading.status != "invalid" or look.reading.status != "ok"

    def _movement(self, colour: str, wand: WandReading, pose: Pose | None) -> Movement:
        before = self.last.poses.get(colour) if self.last else None
        if before is None or pose is None:
            return "thrown"
        assert self.last is not None
        old = self.last.reading.wands.get(colour)
        if _near(pose, before, SAME_MM, SAME_DEGREES):
            turned = old is not None and old.sure and wand.sure and old.bottom != wand.bottom
            return "nudged" if turned else "kept"
        if colour in self.kept:
            return "nudged"
        return "nudged" if not self.kept and _near(pose, before, NUDGED_MM, NUDGED_DEGREES) else "thrown"


def _clearly(found: Found) -> bool:
    """Whether this is a wand beyond doubt: its outline shows, and its sides are straight."""
    return found.outline.held >= CLEARLY and float(found.outline.trust.min()) >= STRAIGHT


def replaced(wand: WandReading, movement: Movement) -> WandReading:
    """The reading with its movement."""
    return WandReading(wand.top, wand.bottom, wand.sure, wand.options, wand.corners_px, movement)


def _poses(look: Look) -> dict[str, Pose]:
    return {f.colour: f.outline.centred for f in look.found}


def _near(a: Pose, b: Pose | None, distance: float, degrees: float) -> bool:
    """Whether a wand that lay somewhere before lies there still."""
    return b is not None and same_place(a, b, distance, degrees)


def _same_places(a: dict[str, Pose], b: dict[str, Pose], distance: float, degrees: float) -> bool:
    return a.keys() == b.keys() and all(same_place(p, b[c], distance, degrees) for c, p in a.items())

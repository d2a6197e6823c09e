"""One toss from the first hand to the last wobble: what is on the pane at any moment of it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.cameras.simulated import layouts
from vision.cameras.simulated.layers import Placed
from vision.cameras.simulated.optics import Array, Pane
from vision.cameras.simulated.physics import STEP, Body, Fall, dropped, fall, resting
from vision.cameras.simulated.things import Sheet, flat
from vision.cameras.simulated.wand import Pose, Wand, turn_about

PICKING_S = 0.9
"""How long a hand takes to come in, pick up and leave."""
_TUMBLE_S, _WOBBLE_S = 0.45, 0.35


@dataclass(frozen=True, eq=False)
class Toss:
    """A toss that starts at ``start``: lifted wands leave with a hand, kept ones lie, fallen ones come down to rest."""

    start: float
    kept: dict[str, Placed]
    lifted: dict[str, Placed]
    fallen: list[tuple[Wand, list[Pose]]]
    states: dict[str, str]
    hand: Sheet | None
    way: float

    @property
    def picking(self) -> float:
        """Seconds until the wands are let go."""
        return PICKING_S if self.lifted else 0.2

    @property
    def seconds(self) -> float:
        """Seconds from the start until everything lies."""
        longest = max((len(track) for _, track in self.fallen), default=1)
        return self.picking + (longest - 1) * STEP

    def wands(self, seconds: float) -> list[Placed]:
        """Wands over and on the pane, ``seconds`` after the start."""
        if seconds < self.picking:
            gone = self._gone(seconds)
            return [*self.kept.values(), *(self._carried(placed, gone) for placed in self.lifted.values())]
        index = round((seconds - self.picking) / STEP)
        return [*self.kept.values(), *((wand, track[min(index, len(track) - 1)]) for wand, track in self.fallen)]

    def sheets(self, seconds: float) -> list[Sheet]:
        """The hand, while it is there."""
        if self.hand is None or not self.lifted or seconds >= self.picking:
            return []
        phase = seconds / self.picking
        away = 330 * max(1 - phase / 0.4, 0.0) if phase < 0.5 else 400 * self._gone(seconds)
        spot = self._middle() + np.array([math.cos(self.way), math.sin(self.way)]) * (away + 130)
        turn, place = flat(float(spot[0]), float(spot[1]), 34 + 60 * self._gone(seconds), self.way - math.pi / 2)
        return [replace(self.hand, rotation=turn, place=place)]

    def resting(self) -> dict[str, Placed]:
        """Wands by colour once all lie."""
        return {placed[0].colour: placed for placed in self.wands(self.seconds + STEP)}

    def _gone(self, seconds: float) -> float:
        """How far the hand has taken its wands away, 0 to 1."""
        return min(max(seconds / self.picking * 2 - 1, 0.0), 1.0)

    def _middle(self) -> Array:
        return np.asarray(np.mean([pose.place[:2] for _, pose in self.lifted.values()], axis=0))

    def _carried(self, placed: Placed, gone: float) -> Placed:
        wand, pose = placed
        ease = gone * gone * (3 - 2 * gone)
        spot = pose.place[:2] * (1 - ease) + self._middle() * ease
        spot = spot + np.array([math.cos(self.way), math.sin(self.way)]) * 400 * ease
        return wand, Pose(pose.rotation, np.array([*spot, pose.place[2] + 70 * ease]))


def toss(
    rng: np.random.Generator,
    wands: Sequence[Wand],
    lying_now: Mapping[str, Placed],
    kept: Sequence[str],
    pane: Pane,
    accidents: float,
    start: float,
    hand: Sheet | None,
) -> Toss:
    """Plan a toss of ``wands`` while those in ``kept`` stay; an accident happens with probability ``accidents``."""
    stay = {colour: placed for colour, placed in lying_now.items() if colour in kept}
    lifted = {colour: placed for colour, placed in lying_now.items() if colour not in stay}
    down = _landing(rng, wands, list(stay.values()), pane)
    fallen = [(wand, [poses[k] for poses in down.tracks]) for k, wand in enumerate(wands)]
    states = {wand.colour: "flat" for wand in wands}
    if wands and rng.random() < accidents:
        _mishap(rng, fallen, states, list(stay.values()), pane)
    return Toss(start, stay, lifted, fallen, states, hand, float(rng.uniform(0, 2 * math.pi)))


def _landing(rng: np.random.Generator, wands: Sequence[Wand], stay: Sequence[Placed], pane: Pane) -> Fall:
    """Falls until one ends well: all flat, apart and inside.  A fall that does not is laid out by hand."""
    fixed = [resting(wand, pose) for wand, pose in stay]
    for _ in range(8):
        down = fall([*_let_go(rng, wands), *fixed], pane.visible_half_mm - 2)
        if down.rest:
            return down
    rects = layouts.place_apart(rng, wands, pane, [layouts.footprint(*placed) for placed in stay])
    poses = [layouts.laid(w, layouts.random_face(rng), rect) for w, rect in zip(wands, rects, strict=True)]
    return Fall([poses], True)


def _let_go(rng: np.random.Generator, wands: Sequence[Wand]) -> list[Body]:
    spots = rng.uniform(-70, 70, (len(wands), 2))
    return [
        dropped(rng, w, float(x), float(y), 170.0 + 28 * k)
        for k, (w, (x, y)) in enumerate(zip(wands, spots, strict=True))
    ]


def _mishap(
    rng: np.random.Generator,
    fallen: list[tuple[Wand, list[Pose]]],
    states: dict[str, str],
    stay: Sequence[Placed],
    pane: Pane,
) -> None:
    """Let one wand end across another, against the rim or over the edge; changes ``fallen`` and ``states``."""
    index = int(rng.integers(len(fallen)))
    wand, _ = fallen[index]
    others = [*stay, *((w, track[-1]) for k, (w, track) in enumerate(fallen) if k != index)]
    taken = [layouts.footprint(*placed) for placed in others]
    face, kind = (
        layouts.random_face(rng),
        str(rng.choice(["stacked", "tilted", "partly_out"] if others else ["tilted"])),
    )
    try:
        if kind == "stacked":
            end = layouts.across(rng, wand, face, taken[0], others[0][0].shape.height, pane)
            if any(layouts.gap(layouts.footprint(wand, end), rect) < 1 for rect in taken[1:]):
                return
        elif kind == "partly_out":
            end = layouts.laid(wand, face, layouts.over_edge(rng, wand, pane, taken))
        else:
            end = _against_rim(rng, wand, face, pane, taken)
    except layouts.NoRoomError:
        return
    fallen[index], states[wand.colour] = (wand, _tumble(rng, end)), kind


def _against_rim(rng: np.random.Generator, wand: Wand, face: str, pane: Pane, taken: Sequence[layouts.Rect]) -> Pose:
    """One end on the rim's top, the other on the pane.  Raises NoRoomError."""
    half = (wand.shape.length / 2, wand.shape.side / 2)

    def draw() -> layouts.Rect | None:
        yaw = float(rng.integers(0, 4) * math.pi / 2 + rng.normal(0, 0.3))
        out = pane.visible_half_mm - wand.shape.length / 2 + 4
        side = rng.uniform(-90, 90)
        c, s = math.cos(round(yaw / (math.pi / 2)) * math.pi / 2), math.sin(round(yaw / (math.pi / 2)) * math.pi / 2)
        rect = (float(out * c - side * s), float(out * s + side * c), yaw, *half)
        return rect if all(layouts.gap(rect, r) > 1 for r in taken) else None

    return layouts.raised(wand, face, layouts.try_until(draw), 28.0, wand.shape.length)


def _tumble(rng: np.random.Generator, end: Pose) -> list[Pose]:
    """A way down to a pose: a tumbling drop, then a wobble that dies."""
    axis = rng.normal(size=3)
    axis, angle = axis / np.linalg.norm(axis), float(rng.uniform(1.5, 4))
    start = end.place + np.array([*rng.uniform(-60, 60, 2), 190.0])
    track = []
    for share in np.linspace(0, 1, round(_TUMBLE_S / STEP)):
        place = start + (end.place - start) * np.array([share, share, share**2])
        track.append(Pose(turn_about(axis, angle * (1 - float(share))) @ end.rotation, place))
    for late in np.arange(0, _WOBBLE_S, STEP):
        sway = 0.08 * math.exp(-9 * late) * math.sin(45 * late)
        track.append(
            Pose(turn_about(end.rotation[:, 0], sway) @ end.rotation, end.place + np.array([0, 0, abs(sway) * 6]))
        )
    return [*track, end]

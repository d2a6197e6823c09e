"""Throws as films: frames from the empty pane to rest, and duels in which a hand picks up some wands and throws
again.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.hardframes.hardset import GERMAN, HardSet, camera_labels, german
from tests.hardframes.tables import tinted
from vision.cameras.simulated import people
from vision.cameras.simulated.layers import Placed
from vision.cameras.simulated.looks import COLOURS, Look
from vision.cameras.simulated.scene import Stage
from vision.cameras.simulated.sensor import develop, jpeg
from vision.cameras.simulated.things import flat
from vision.cameras.simulated.tosses import Toss, toss
from vision.cameras.simulated.truth import wand_truth
from vision.cameras.simulated.wand import FACES, all_corners

FPS = 15
STILL_MM = 0.25
"""A frame is at rest when nothing is farther than this from where it ends."""


@dataclass(frozen=True)
class Film:
    """Frames as JPEG by name, and the labels of the sequence."""

    frames: dict[str, bytes]
    labels: dict[str, Any]

    def write(self, folder: Path) -> None:
        """Write frames and labels.json."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in self.frames.items():
            (folder / name).write_bytes(data)
        (folder / "labels.json").write_text(json.dumps(self.labels, indent=1))


class HardSequence:
    """Sequence ``number`` of a ``seed``: one throw of all wands, then ``rethrows`` throws of some while others
    are kept.
    """

    def __init__(self, seed: int, number: int, rethrows: int = 0, width: int = 640, accidents: float = 0.0) -> None:
        self.seed, self.number, self.rethrows, self.width, self.accidents = seed, number, rethrows, width, accidents

    @cached_property
    def look(self) -> Look:
        """The table: that of the hard set of the same numbers."""
        return HardSet(self.seed, self.number, 1).look.scaled(self.width)

    def film(self) -> Film:
        """Draw the whole sequence."""
        rng = np.random.default_rng(np.random.SeedSequence([self.seed, self.number, 9]))
        stage = Stage(self.look.place, self.look.light)
        phases: list[dict[str, Any]] = []
        frames: list[dict[str, Any]] = []
        pictures: dict[str, bytes] = {}
        lying: dict[str, Placed] = {}
        for turn in range(1 + self.rethrows):
            running = self._toss(rng, lying, turn)
            first = len(frames)
            rest = _rest_time(running)
            last = math.ceil((rest + 0.2) * FPS) + int(rng.integers(9, 15))
            for count in range(last + (0 if turn else 4)):
                late = (count - (0 if turn else 4)) / FPS
                name = f"{len(frames):03d}.jpg"
                pictures[name] = self._frame(stage, running, late, rng)
                frames.append(self._label(name, len(frames), running, late, rest))
            lying = running.resting()
            resting = next(k for k in range(first, len(frames)) if frames[k]["all_at_rest"])
            phase = {"phase": "throw", "first_frame": first, "last_frame": len(frames) - 1, "rest_from_frame": resting}
            phases.append({**phase, "thrown": [w.colour for w, _ in running.fallen], "kept": sorted(running.kept)})
        return Film(pictures, {**self._head(), "phases": phases, "frames": frames})

    def _toss(self, rng: np.random.Generator, lying: dict[str, Placed], turn: int) -> Toss:
        again = list(COLOURS) if turn == 0 else [c for c in COLOURS if rng.random() < 0.6] or ["red"]
        kept = [colour for colour in lying if colour not in again]
        wands = [self.look.wands[colour] for colour in again]
        skin = people.SKINS[int(rng.integers(len(people.SKINS)))]
        hand = people.hand(rng, 0.3, skin, tinted(rng, 0.1, 0.7), flat(0, 0, 30, 0))
        return toss(rng, wands, lying, kept, self.look.place.lens.pane, self.accidents, 0.0, hand)

    def _frame(self, stage: Stage, running: Toss, late: float, rng: np.random.Generator) -> bytes:
        exposure = self.look.sensor.exposure_s
        if late < 0:
            moments: list[list[Placed]] = [[]]
        else:
            times = [max(late - exposure * share, 0.0) for share in (1.0, 0.67, 0.33, 0.0)]
            moments = [running.wands(t) for t in times]
            moments = [m for m in moments if len(m) == len(moments[-1])]
            moments = moments[-1:] if late > running.seconds + exposure else moments
        light = stage.picture(moments, running.sheets(late) if late >= 0 else ())
        return jpeg(develop(light, self.look.sensor, rng), self.look.sensor.quality)

    def _label(self, name: str, index: int, running: Toss, late: float, rest: float) -> dict[str, Any]:
        wands, hand = (running.wands(late), bool(running.sheets(late))) if late >= 0 else ([], False)
        at_rest = late - self.look.sensor.exposure_s >= rest
        status = "ok" if at_rest else "moving" if wands or hand else "empty"
        label = {
            "frame": name, "time_s": round(index / FPS, 3), "wands_in_scene": len(wands), "hand": hand,
            "all_at_rest": at_rest, "status": status,
        }  # fmt: skip
        if at_rest:
            lens = self.look.place.lens
            states = running.states
            label["wands"] = {w.colour: german(wand_truth(lens, w, p, states.get(w.colour, "flat"))) for w, p in wands}
        return label

    def _head(self) -> dict[str, Any]:
        return {
            "sequence": f"hard_seq_{self.seed}_{self.number:03d}",
            "look": HardSet(self.seed, self.number, 1).name,
            "fps": FPS,
            "exposure_s": self.look.sensor.exposure_s,
            "colours": list(COLOURS),
            "opposite_edge_notches": {c: {GERMAN[f]: w.opposite[f] for f in FACES} for c, w in self.look.wands.items()},
            "camera": camera_labels(self.look),
        }


def write_film(job: tuple[Path, int, int, int]) -> str:
    """Write one sequence; for a process of its own."""
    out, seed, number, rethrows = job
    cv2.setNumThreads(1)
    film = HardSequence(seed, number, rethrows).film()
    film.write(out / film.labels["sequence"])
    return str(film.labels["sequence"])


def _rest_time(running: Toss) -> float:
    """Seconds after the start from which no corner is farther than STILL_MM from its end."""
    end = {w.colour: p.world(all_corners(w)) for w, p in running.wands(running.seconds + 1)}
    for late in np.arange(running.seconds, running.picking, -0.004):
        for wand, pose in running.wands(float(late)):
            if float(np.linalg.norm(pose.world(all_corners(wand)) - end[wand.colour], axis=1).max()) > STILL_MM:
                return float(late) + 0.004
    return running.picking

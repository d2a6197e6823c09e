"""One hard set: a table drawn from a seed, its set-up pictures, and as many throws as wanted."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import cv2
import numpy as np

from tests.hardframes.tables import draw_table
from tests.hardframes.throws import CATEGORIES, ILLEGAL, MAKERS, Draft, draft
from vision.cameras.simulated import things
from vision.cameras.simulated.film import crumbed, smeared
from vision.cameras.simulated.looks import Look
from vision.cameras.simulated.optics import Array
from vision.cameras.simulated.scene import Place, compose
from vision.cameras.simulated.sensor import develop, jpeg
from vision.cameras.simulated.setup import board_shot, shot, teach_poses
from vision.cameras.simulated.truth import wand_truth
from vision.cameras.simulated.wand import FACES

GERMAN = {"power": "kraft", "magic": "magie", "fate": "schicksal"}
"""Names of the faces in the files."""
LABELS = "labels.json"
"""File of a set's folder with the truth of its pictures."""


@dataclass(frozen=True)
class Throw:
    """A picture as JPEG and its truth: category, legal, wands."""

    name: str
    data: bytes
    label: dict[str, Any]

    def picture(self) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """The picture as a reader would load it."""
        loaded = cv2.imdecode(np.frombuffer(self.data, np.uint8), cv2.IMREAD_COLOR)
        return np.asarray(loaded, np.uint8)


class HardSet:
    """Set ``number`` of a ``seed`` with ``count`` throws; the same numbers give the same bytes on one machine."""

    title: ClassVar[str] = "hard"
    shares: ClassVar[dict[str, float]] = CATEGORIES
    makers: ClassVar[dict[str, Callable[[Draft], None]]] = MAKERS

    def __init__(self, seed: int, number: int, count: int) -> None:
        self.seed, self.number, self.count = seed, number, count
        self.name = f"{self.title}_{seed}_{number:03d}"

    @property
    def kind(self) -> str:
        """What kind of table it is."""
        return "plain"

    def _rng(self, *what: int) -> np.random.Generator:
        return np.random.default_rng(np.random.SeedSequence([self.seed, self.number, *what]))

    @cached_property
    def look(self) -> Look:
        """The table of this set."""
        return draw_table(self._rng(0))

    @cached_property
    def categories(self) -> list[str]:
        """Category of each throw: shares over the whole, in random order."""
        names, shares = list(self.shares), np.array(list(self.shares.values()))
        start = self._rng(1).random()
        marks = (np.arange(self.count) + start) / self.count * shares.sum()
        picks = np.searchsorted(np.cumsum(shares), marks, side="right")
        return [names[i] for i in self._rng(2).permutation(picks)]

    def throw(self, index: int) -> Throw:
        """Throw ``index`` (from 0) with its truth."""
        rng, category = self._rng(3, index), self.categories[index]
        made = draft(rng, self.look, self.makers[category])
        light = compose(_open(self.look.place, made), made.light, list(made.placed.values()), made.sheets)
        light = _on_glass(light, made, rng)
        data = jpeg(develop(light, made.sensor, rng), made.sensor.quality)
        lens = self.look.place.lens
        wands = {c: german(wand_truth(lens, *made.placed[c], made.states[c])) for c in made.colours if c in made.placed}
        return Throw(
            f"{index + 1:03d}.jpg", data, {"category": category, "legal": category not in ILLEGAL, "wands": wands}
        )

    def write_setup(self, folder: Path) -> dict[str, Any]:
        """Write board, empty and teach pictures with the labels but the throws; returns these."""
        (folder / "teach").mkdir(parents=True, exist_ok=True)
        rng, labels = self._rng(4), self.labels()
        for number in range(1, 5):
            (folder / f"charuco_{number}.jpg").write_bytes(board_shot(self.look, number, rng))
        (folder / "empty.jpg").write_bytes(shot(self.look, [], (), rng))
        labels["teach"] = self._teach(folder, rng)
        _keep(folder, labels)
        return labels

    def retake(self, folder: Path, names: Collection[str], time: int) -> None:
        """Draw these teaching pictures anew, their wands elsewhere; ``time`` counts from 1."""
        labels = json.loads((folder / LABELS).read_text())
        labels["teach"] |= self._teach(folder, self._rng(5, time), names)
        _keep(folder, labels)

    def _teach(
        self, folder: Path, rng: np.random.Generator, names: Collection[str] | None = None
    ) -> dict[str, dict[str, Any]]:
        """Write the teaching pictures, all or those with one of the ``names``; returns the truth of each."""
        truths = {}
        for colour, face, (wand, pose) in teach_poses(self.look, rng):
            name = f"{colour}_top{wand.opposite[face]}_{GERMAN[face]}.jpg"
            if names is None or name in names:
                (folder / "teach" / name).write_bytes(shot(self.look, [(wand, pose)], (), rng))
                truths[name] = {"colour": colour, **german(wand_truth(self.look.place.lens, wand, pose))}
        return truths

    def write(self, folder: Path) -> None:
        """Write the whole set with its labels."""
        labels = self.write_setup(folder)
        (folder / "throws").mkdir(exist_ok=True)
        labels["throws"] = {}
        for index in range(self.count):
            throw = self.throw(index)
            (folder / "throws" / throw.name).write_bytes(throw.data)
            labels["throws"][throw.name] = throw.label
        _keep(folder, labels)

    def labels(self) -> dict[str, Any]:
        """The labels' head: measures, notches, symbols, camera."""
        wands = self.look.wands
        shape, art = next(iter(wands.values())).shape, next(iter(wands.values())).art
        measures = {
            "length": shape.length, "side": shape.side, "notch_width": shape.notch_width,
            "notch_depth": shape.notch_depth, "notch_shape": shape.notch_shape, "two_notch_spacing":
            shape.two_notch_spacing, }  # fmt: skip
        return {
            "set": self.name,
            "colours": list(wands),
            "faces": list(GERMAN.values()),
            "wand_mm": {k: round(v, 2) if isinstance(v, float) else v for k, v in measures.items()},
            "opposite_edge_notches": {c: {GERMAN[f]: w.opposite[f] for f in FACES} for c, w in wands.items()},
            "kind": self.kind,
            "symbols": {
                "figure": art.figure,
                "star_points": art.points,
                "star_style": art.star,
                "arrow_style": art.arrow,
                "per_face": art.per_face,
            },
            "camera": camera_labels(self.look),
            "charuco": {
                "squares": list(things.BOARD_SQUARES),
                "square_mm": 30.0,
                "marker_mm": 22.0,
                "dictionary": "DICT_4X4_50",
            },
            "empty": "empty.jpg",
            "charuco_files": [f"charuco_{n}.jpg" for n in range(1, 5)],
            "notch_centres_mm": {
                c: {f"opposite_{GERMAN[f]}": [round(v, 2) for v in w.centres[f]] for f in FACES}
                for c, w in wands.items()
            },
        }


def _keep(folder: Path, labels: dict[str, Any]) -> None:
    (folder / LABELS).write_text(json.dumps(labels, indent=1))


def _open(place: Place, made: Draft) -> Place:
    """The place without its lid, when a hand or a wand on end needs the room above the pane."""
    tall = any(sheet.height > 0.6 * place.lid.height_mm for sheet in made.sheets) if place.lid else False
    return replace(place, lid=None) if tall or "on_end" in made.states.values() else place


def _on_glass(light: Array, made: Draft, rng: np.random.Generator) -> Array:
    """The picture's light through what is on the pane."""
    lens = made.look.place.lens
    if any(made.crumbs):
        light = crumbed(light, lens, rng, *made.crumbs)
    for smear in made.smears:
        light = smeared(light, lens, smear, 0.3 * made.light.lamps.strength)
    return light


def write_set(job: tuple[Path, HardSet]) -> str:
    """Write one set; for a process of its own."""
    out, made = job
    cv2.setNumThreads(1)
    made.write(out / made.name)
    return made.name


def german(truth: dict[str, Any]) -> dict[str, Any]:
    """The truth of a wand with the files' name of its face."""
    face = truth["bottom_face"]
    return {**truth, "bottom_face": GERMAN[face] if face else None}


def camera_labels(look: Look) -> dict[str, Any]:
    """The camera as the labels file describes it."""
    lens = look.place.lens
    pane = lens.pane
    return {
        "width": lens.width, "height": lens.height, "fx": round(lens.focal, 3), "fy": round(lens.focal, 3),
        "cx": round(lens.centre[0], 3), "cy": round(lens.centre[1], 3), "dist": [round(v, 6) for v in lens.dist],
        "position_mm": [round(v, 3) for v in lens.position_mm],
        "R_world_to_cam": [[round(float(v), 6) for v in row] for row in lens.rotation],
        "pane": {
            "size_mm": pane.size_mm, "thickness_mm": round(pane.thickness_mm, 3), "n": pane.n,
            "visible_half_mm": pane.visible_half_mm,
        },
    }  # fmt: skip

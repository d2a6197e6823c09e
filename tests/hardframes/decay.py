"""The decay table: pictures that are read right are changed as cameras, light and glass change, and read again.

``python -m tests.hardframes.decay --sets N --throws M --seed S`` prints, for each kind and strength, how many are still
read right, end in a doubt, count as invalid or in motion, or name a wrong value as sure.  That last column must be 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

import cv2
import numpy as np

from companion.protocol import Reading
from tests.hardframes.changes import CHANGES, Change, Scene
from tests.hardframes.figures import Job, drawn, jobs_of, options_of, read_setup, setup_of, written
from vision.errors import VisionError
from vision.picture import Picture
from vision.read import Reader

OUTCOMES = ("right", "doubt", "invalid", "wrong")


@dataclass(frozen=True)
class Changed:
    """One changed picture: which change, how strong, what came of it, and the name of the picture."""

    kind: str
    strength: str
    outcome: str
    name: str


def outcome(reading: Reading, tops: dict[str, int]) -> str:
    """``wrong`` when a reading that counts names a value as sure that is not the true one, whatever else it says."""
    sure = [wand.top == tops[colour] for colour, wand in reading.wands.items() if wand.sure]
    if reading.status in ("ok", "unsure") and not all(sure):
        return "wrong"
    if reading.status == "ok":
        return "right" if len(reading.wands) == len(tops) else "wrong"
    return "doubt" if reading.status == "unsure" else "invalid"


def decayed(
    reader: Reader, name: str, truth: dict[str, Any], picture: Picture, changes: Sequence[Change]
) -> list[Changed]:
    """All changes of one picture; none when the reader does not read it right as it is."""
    tops = {colour: int(wand["top_value"]) for colour, wand in truth["wands"].items()} if truth["legal"] else {}
    if not tops or outcome(reader.read(picture).reading, tops) != "right":
        return []
    corners = np.array([wand["corners_px"] for wand in truth["wands"].values()])
    made = []
    for number, change in enumerate(changes):
        scene = Scene(reader.pane.scale, corners, np.random.default_rng([number, *name.encode()]))
        made.append(
            Changed(change.kind, change.strength, outcome(reader.read(change.make(picture, scene)).reading, tops), name)
        )
    return made


def decay_of(job: Job) -> list[Changed]:
    """All changes of all throws of a set; for a process of its own."""
    cv2.setNumThreads(1)
    with setup_of(job) as (setup, made):
        try:
            reader, refused = read_setup(setup)
        except VisionError:
            return []
        throws = () if refused else drawn(made) if made else written(setup)
        name = made.name if made else setup.name
        return [c for n, truth, picture in throws for c in decayed(reader, f"{name}/{n}", truth, picture, CHANGES)]


def decay(jobs: list[Job], processes: int) -> list[Changed]:
    """All changes of all sets; sets whose teaching is refused give none."""
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        return [changed for part in pool.map(decay_of, jobs) for changed in part]


def table(changed: Iterable[Changed]) -> str:
    """Shares by kind and strength, and the names of the wrong ones."""
    rows: dict[tuple[str, str], Counter[str]] = {}
    wrong = []
    for one in changed:
        rows.setdefault((one.kind, one.strength), Counter())[one.outcome] += 1
        if one.outcome == "wrong":
            wrong.append(f"{one.name} {one.kind} {one.strength}")
    lines = ["change".ljust(28) + "".join(head.rjust(10) for head in ("count", *OUTCOMES))]
    for (kind, strength), counts in rows.items():
        cells = [str(counts.total()), *(f"{100 * counts[o] / counts.total():.1f} %" for o in OUTCOMES[:3])]
        lines.append(f"{kind} {strength}".ljust(28) + "".join(c.rjust(10) for c in [*cells, str(counts["wrong"])]))
    total = sum(counts.total() for counts in rows.values())
    return "\n".join([*lines, f"{len(wrong)} wrong as sure of {total}", *wrong])


def main() -> None:
    """Read the command line, print the table."""
    options = options_of("decay", __doc__).parse_args()
    print(table(decay(jobs_of(options), options.jobs)))


if __name__ == "__main__":
    main()

"""What the eye's networks learn from: faces, edges and ends of wands as the reader finds them, with their truth.

``python -m tests.hardframes.lessons --out DIR --sets N --throws M --seed S`` draws harsh tables, teaches, reads, and
keeps them in ``DIR/faces``, ``DIR/notches`` and ``DIR/held``; ``--folder`` does so for a written set, ``--ends`` draws
many ends that are up.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

from tests.hardframes.faces import Faces, Row, faces_of, found_faces, strays
from tests.hardframes.figures import Job, drawn, jobs_of, options_of, setup_of, taught, written
from tests.hardframes.hardset import LABELS
from tests.hardframes.harshset import EndsSet
from tests.hardframes.held import End, Held, held_ends, held_of
from tests.hardframes.notched import Notched, notched
from vision.errors import VisionError
from vision.files import read_picture
from vision.read import Look, Reader


class Lessons(NamedTuple):
    """What one set teaches."""

    faces: Faces
    notches: Notched
    held: Held


def lessons_of(job: Job) -> Lessons | None:
    """Those of all throws of a set; None where it cannot be taught.  For a process of its own."""
    cv2.setNumThreads(1)
    with setup_of(job) as (setup, made):
        try:
            reader = taught(setup, made)[0]
        except VisionError:
            return None
        labels = json.loads((setup / LABELS).read_text())
        rng = np.random.default_rng([*(made.name if made else setup.name).encode()])
        faces: list[Row] = []
        edges: list[tuple[np.ndarray, np.ndarray]] = []
        ends: list[End] = []
        for _, truth, picture in drawn(made) if made else written(setup):
            look = reader.read(picture)
            faces += [*found_faces(reader, look, truth), *strays(reader, look, picture, rng)]
            edges += _edges(reader, look, truth["wands"], labels)
            ends += held_ends(reader, look, picture, truth)
        for look, truth in _read_again(reader, setup, labels):
            edges += _edges(reader, look, truth, labels)
    strips, there = zip(*edges, strict=True)
    return Lessons(faces_of(reader, faces), Notched(np.stack(strips), np.stack(there)), held_of(ends))


def _read_again(reader: Reader, setup: Path, labels: dict[str, Any]) -> Iterator[tuple[Look, dict[str, Any]]]:
    """The teaching pictures, read, each with its truth."""
    for name, truth in labels["teach"].items():
        yield reader.read(read_picture(setup / "teach" / name)), {truth["colour"]: truth}


def _edges(
    reader: Reader, look: Look, truth: dict[str, Any], labels: dict[str, Any]
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    for found in look.found:
        label = truth.get(found.colour)
        told = notched(reader.models[found.colour], found, label, labels) if label else None
        if told is not None:
            yield told


def _kept(job: tuple[Job, Path]) -> str:
    name = job[0].folder.name if job[0].folder else job[0].made().name
    files = [job[1] / part / f"{name}.npz" for part in Lessons._fields]
    if not all(file.exists() for file in files) and (lessons := lessons_of(job[0])) is not None:
        for file in files:
            file.parent.mkdir(parents=True, exist_ok=True)
        lessons.faces.save(files[0])
        lessons.notches.save(files[1])
        lessons.held.save(files[2])
    return name


def main() -> None:
    """Read the command line, keep the lessons of all sets."""
    parser = options_of("lessons", __doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--ends", action="store_true", help="tables with many ends that are up")
    options = parser.parse_args()
    jobs = [replace(job, series=EndsSet) if options.ends else job for job in jobs_of(options)]
    with ProcessPoolExecutor(options.jobs, mp_context=get_context("spawn")) as pool:
        for name in pool.map(_kept, [(job, options.out) for job in jobs]):
            print(name, flush=True)


if __name__ == "__main__":
    main()

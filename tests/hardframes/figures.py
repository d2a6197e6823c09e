"""How well the reader does on hard sets: the three figures by kind of table and by category, and what went wrong.

``python -m tests.hardframes.figures --sets N --throws M --seed S`` draws harsh tables of all kinds in turn, calibrates,
teaches and reads; ``--gentle`` draws plain ones, ``--folder`` reads a set that was written before.  ``--pictures DIR``
keeps a drawing of every failure.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import msgspec

from tests.hardframes.hardset import LABELS, HardSet
from tests.hardframes.harshset import HarshSet
from vision.errors import VisionError
from vision.files import decode_picture, read_picture
from vision.picture import Picture
from vision.read import Reader
from vision.setup.calibrate import calibrate
from vision.setup.doubts import confusion
from vision.setup.shots import load_shots
from vision.setup.teach import teach
from vision.tools.explain import explained
from vision.tools.score import Verdict, count_throw, report

RETAKES = 3
"""A player who is told three times to lay a wand elsewhere has had enough."""


@dataclass(frozen=True)
class Job:
    """One set: drawn from numbers in a series, or written before in ``folder``; where drawings of failures go."""

    seed: int = 0
    number: int = 0
    count: int = 0
    folder: Path | None = None
    pictures: Path | None = None
    series: type[HardSet] = HarshSet

    def made(self) -> HardSet:
        """The set that is drawn."""
        return self.series(self.seed, self.number, self.count)


@dataclass(frozen=True)
class Outcome:
    """What came of one set: (name, truth, reading or None) of each throw, and why its first teaching was refused, if it
    was."""

    name: str
    kind: str
    throws: list[tuple[str, dict[str, Any], dict[str, Any] | None]]
    refused: list[str]


@dataclass(frozen=True)
class Figures:
    """The figures over all throws and by kind of table, and the sets whose first teaching was refused, with the
    reasons; their throws are read after pictures were taken again (`taught`)."""

    whole: Verdict
    kinds: dict[str, Verdict]
    sets: dict[str, tuple[int, int]]
    """Kind -> sets, of these refused."""
    refused: list[str]

    def text(self) -> str:
        """As they are printed and kept."""
        count = sum(sets for sets, _ in self.sets.values())
        throws = sum(t.count for t in self.whole.categories.values())
        head = [f"{count} sets, {throws} throws", by_kind(self.kinds, self.sets), "", report(self.whole)]
        return "\n".join([*head, *(["", "teaching refused:", *self.refused] if self.refused else [])])


@contextmanager
def setup_of(job: Job) -> Iterator[tuple[Path, HardSet | None]]:
    """The folder with the set-up pictures, and the set if it is to be drawn."""
    if job.folder is not None:
        yield job.folder, None
        return
    made = job.made()
    with tempfile.TemporaryDirectory() as folder:
        made.write_setup(Path(folder))
        yield Path(folder), made


def read_set(job: Job) -> Outcome:
    """Set up a reader from the set's own shots and read all its throws; for a process of its own."""
    cv2.setNumThreads(1)
    with setup_of(job) as (setup, made):
        name = made.name if made else setup.name
        return _read_all(job, (name, made.kind if made else name), setup, made)


def drawn(made: HardSet) -> Iterator[tuple[str, dict[str, Any], Picture]]:
    """Name, truth and picture of each throw."""
    for index in range(made.count):
        throw = made.throw(index)
        yield throw.name, throw.label, decode_picture(throw.data, throw.name)


def written(folder: Path) -> Iterator[tuple[str, dict[str, Any], Picture]]:
    """The same of a set on disk."""
    for name, truth in json.loads((folder / LABELS).read_text())["throws"].items():
        yield name, truth, read_picture(folder / "throws" / name)


def _read_all(job: Job, named: tuple[str, str], setup: Path, made: HardSet | None) -> Outcome:
    name, throws = named[0], drawn(made) if made else written(setup)
    try:
        reader, refused = taught(setup, made)
    except VisionError as error:
        return Outcome(*named, [(f"{name}/{n}", truth, None) for n, truth, _ in throws], [str(error)])
    read = []
    for number, truth, picture in throws:
        look = reader.read(picture)
        seen = msgspec.to_builtins(look.reading)
        read.append((f"{name}/{number}", truth, seen))
        if job.pictures is not None and _verdict([read[-1]]).faults:
            file = f"{truth['category']}_{name}_{number}"
            cv2.imwrite(str(job.pictures / file), explained(reader, picture, look))
    return Outcome(*named, read, refused)


def read_setup(setup: Path) -> tuple[Reader, list[str]]:
    """A reader from the pictures of a set-up, and the reasons against its teaching."""
    pane = calibrate({p.name: read_picture(p) for p in sorted(setup.glob("charuco_*.jpg"))})
    shots = load_shots(setup / "teach")
    wands = teach(pane, shots)
    return Reader(pane, wands), confusion(pane, wands, shots)[1]


def taught(setup: Path, made: HardSet | None) -> tuple[Reader, list[str]]:
    """The reader that players get, and the reasons against their first pictures: of a set that is ``made`` a picture
    that is refused is taken again elsewhere, `RETAKES` times at most.
    """
    reader, first = read_setup(setup)
    refused = first
    for time in range(1, RETAKES + 1):
        names = [p.name for p in (setup / "teach").iterdir() if any(p.name in reason for reason in refused)]
        if made is None or not names:
            break
        made.retake(setup, names, time)
        reader, refused = read_setup(setup)
    return reader, first


def _verdict(throws: list[tuple[str, dict[str, Any], dict[str, Any] | None]]) -> Verdict:
    verdict = Verdict()
    for name, truth, read in throws:
        count_throw(verdict, name, truth, read)
    return verdict


def figures(jobs: list[Job], processes: int) -> Figures:
    """Read all sets and count."""
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        outcomes = list(pool.map(read_set, jobs))
    refused = [f"{o.name} {o.kind}: {reason}" for o in outcomes for reason in o.refused]
    kinds = {kind: [o for o in outcomes if o.kind == kind] for kind in sorted({o.kind for o in outcomes})}
    return Figures(
        _verdict([throw for o in outcomes for throw in o.throws]),
        {kind: _verdict([throw for o in some for throw in o.throws]) for kind, some in kinds.items()},
        {kind: (len(some), sum(bool(o.refused) for o in some)) for kind, some in kinds.items()},
        refused,
    )


def by_kind(kinds: dict[str, Verdict], sets: dict[str, tuple[int, int]]) -> str:
    """A line for each kind of table."""
    heads = ("sets", "refused", "legal right", "ok but wrong", "illegal not ok", "doubts true")
    lines = ["table".ljust(16) + "".join(h.rjust(16) for h in heads)]
    for kind, verdict in kinds.items():
        shares = (verdict.read_right, verdict.ok_but_wrong, verdict.illegal_noticed, verdict.doubts_true)
        cells = [*map(str, sets[kind]), *(f"{good}/{of}" for good, of in shares)]
        lines.append(kind.ljust(16) + "".join(cell.rjust(16) for cell in cells))
    return "\n".join(lines)


def options_of(module: str, told: str | None) -> argparse.ArgumentParser:
    """A command line that names sets: drawn from numbers or written before."""
    parser = argparse.ArgumentParser(prog=f"python -m tests.hardframes.{module}", description=told)
    parser.add_argument("--sets", type=int, default=8)
    parser.add_argument("--throws", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, action="append", default=[], help="a written set; may be repeated")
    parser.add_argument("--gentle", action="store_true", help="plain tables instead of harsh ones")
    parser.add_argument("--jobs", type=int, default=2)
    return parser


def jobs_of(options: argparse.Namespace, pictures: Path | None = None) -> list[Job]:
    """The sets of a command line."""
    jobs = [Job(folder=folder, pictures=pictures) for folder in options.folder]
    series = HardSet if options.gentle else HarshSet
    return jobs or [Job(options.seed, n, options.throws, None, pictures, series) for n in range(options.sets)]


def main() -> None:
    """Read the command line, print the figures."""
    parser = options_of("figures", __doc__)
    parser.add_argument("--pictures", type=Path, help="a folder for drawings of failures")
    options = parser.parse_args()
    if options.pictures:
        options.pictures.mkdir(parents=True, exist_ok=True)
    jobs = jobs_of(options, options.pictures)
    print(figures(jobs, options.jobs).text())


if __name__ == "__main__":
    main()

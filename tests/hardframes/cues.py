"""How often does one witness alone err?  For wands that lie flat in legal throws, by how much mark and notches speak
for the true value against each other value.

``python -m tests.hardframes.cues --sets N --throws M --seed S`` prints, for each witness and both together, how many of
these comparisons come out for the wrong value at all, beyond a conflict, and by as much as a sure reading needs.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.hardframes.figures import Job, drawn, jobs_of, options_of, read_setup, setup_of, written
from vision.read import Reader
from vision.verdict.found import Found
from vision.verdict.weighing import AGAINST, SURE

NEAR_PX = 8.0

Gaps = NDArray[np.float64]
"""Rows of (by the mark, by the notches): positive speaks for the true value."""


def gaps_of(job: Job) -> Gaps:
    """All comparisons of one set; for a process of its own."""
    cv2.setNumThreads(1)
    rows: list[tuple[float, float]] = []
    with setup_of(job) as (setup, made):
        reader, _ = read_setup(setup)
        for _, truth, picture in drawn(made) if made else written(setup):
            found = reader.read(picture).found if truth["legal"] else ()
            for wand in found:
                rows += _compared(reader, wand, truth["wands"][wand.colour])
    return np.array(rows).reshape(-1, 2)


def _compared(reader: Reader, found: Found, truth: dict[str, Any]) -> list[tuple[float, float]]:
    apart = np.mean(found.reading.corners_px, axis=0) - np.mean(truth["corners_px"], axis=0)
    if float(np.linalg.norm(apart)) > NEAR_PX:
        return []
    tops, true = reader.models[found.colour].tops, int(truth["top_value"])
    witnesses = found.exhibit.mark, found.exhibit.notch
    rivals = [r for r in range(3) if r != true]
    gaps = [[w.of_top(tops, r) - w.of_top(tops, true) for w in witnesses] for r in rivals]
    return [(mark, notch) for mark, notch in gaps]


def table(gaps: Gaps) -> str:
    """Counts as text."""
    lines = [
        f"{len(gaps)} comparisons",
        "".join(h.rjust(16) for h in ("", "for the wrong", "in conflict", "as if sure")),
    ]
    for name, values in (("mark", gaps[:, 0]), ("notches", gaps[:, 1]), ("both", gaps.sum(axis=1))):
        counts = [int((values < -least).sum()) for least in (0.02, AGAINST, SURE)]
        lines.append(name.rjust(16) + "".join(str(c).rjust(16) for c in counts))
    return "\n".join(lines)


def main() -> None:
    """Read the command line, print the table."""
    options = options_of("cues", __doc__).parse_args()
    with ProcessPoolExecutor(options.jobs, mp_context=get_context("spawn")) as pool:
        print(table(np.concatenate(list(pool.map(gaps_of, jobs_of(options))))))


if __name__ == "__main__":
    main()

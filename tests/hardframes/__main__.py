"""Write hard sets as files: ``python -m tests.hardframes --out DIR --sets N --throws M --seed S``."""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from tests.hardframes.hardset import HardSet, write_set
from tests.hardframes.harshset import HarshSet
from tests.hardframes.sequences import write_film


def main() -> None:
    """Read the command line and write the sets with at most two processes."""
    parser = argparse.ArgumentParser(prog="python -m tests.hardframes", description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sets", type=int, default=4)
    parser.add_argument("--throws", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--sequences", type=int, default=0, help="films, of the tables of the first sets; every third a duel"
    )
    parser.add_argument("--gentle", action="store_true", help="plain tables instead of harsh ones")
    parser.add_argument("--jobs", type=int, default=2, choices=(1, 2))
    options = parser.parse_args()
    make = HardSet if options.gentle else HarshSet
    sets = [(options.out, make(options.seed, number, options.throws)) for number in range(options.sets)]
    films = [(options.out, options.seed, number, 2 if number % 3 == 2 else 0) for number in range(options.sequences)]
    with ProcessPoolExecutor(options.jobs, mp_context=get_context("spawn")) as pool:
        for name in [*pool.map(write_set, sets), *pool.map(write_film, films)]:
            print(name)


if __name__ == "__main__":
    main()

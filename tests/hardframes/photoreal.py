"""The three figures on sets made elsewhere, in the layout of the wand images: ``python -m tests.hardframes.photoreal
DIR...``.

Each folder holds charuco_*.jpg, empty.jpg, teach/, throws/ and labels.json; it is calibrated, taught and read as a
table is, and its own name stands for its look.  Two processes; ``--pictures DIR`` keeps a drawing of every failure.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.hardframes.figures import Job, figures


def main() -> None:
    """Read the command line, print the figures by look and by category."""
    parser = argparse.ArgumentParser(prog="python -m tests.hardframes.photoreal", description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", metavar="DIR")
    parser.add_argument("--pictures", type=Path, help="a folder for drawings of failures")
    options = parser.parse_args()
    if options.pictures:
        options.pictures.mkdir(parents=True, exist_ok=True)
    print(figures([Job(folder=folder, pictures=options.pictures) for folder in options.folders], 2).text())


if __name__ == "__main__":
    main()

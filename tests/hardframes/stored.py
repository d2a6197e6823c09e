"""What the eye's networks learn from, kept as files."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, fields
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np


@dataclass(frozen=True)
class Stored:
    """Some arrays of one set of wands."""

    def save(self, file: Path) -> None:
        """Write them as one file."""
        np.savez_compressed(file, **vars(self))

    @classmethod
    def load(cls, file: Path) -> Self:
        """Read them back.  Raises ValueError for what an older version kept."""
        with np.load(file) as stored:
            if {*stored.files} != {field.name for field in fields(cls)}:
                raise ValueError(f"{file}: kept by another version; delete it and keep the lessons anew")
            return cls(**{name: stored[name] for name in stored.files})


class Learning(NamedTuple):
    """Files to learn from and such as are only counted at the end, where the network goes, how long it learns (epochs
    or steps).
    """

    files: list[Path]
    closed: list[Path]
    out: Path
    epochs: int


def parser_of(name: str, told: str | None, epochs: int) -> argparse.ArgumentParser:
    """The command line of a program that learns."""
    parser = argparse.ArgumentParser(prog=f"python -m tests.hardframes.{name}", description=told)
    parser.add_argument("--lessons", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--closed", action="append", default=[], help="part of a set's name; may be repeated")
    parser.add_argument("--epochs", type=int, default=epochs)
    return parser


def learning(parser: argparse.ArgumentParser, part: str) -> Learning:
    """What such a command line says of one ``part`` of the lessons."""
    options = parser.parse_args()
    files = sorted((options.lessons / part).glob("*.npz"))
    closed = [file for file in files if any(wanted in file.name for wanted in options.closed)]
    return Learning([file for file in files if file not in closed], closed, options.out, options.epochs)

"""Pictures of throws: read one by one, and judged against what is true."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import click
import msgspec

from vision.commands.options import UNREADABLE, complain, expect_option, pane_option, plainly, wands_option
from vision.errors import VisionError


@click.command()
@pane_option
@wands_option
@expect_option
@click.option("--explain", type=click.Path(), help="Draw what was seen into this picture (a number is added for more).")
@click.argument("images", nargs=-1, required=True, type=click.Path())
@plainly
def read(
    pane_path: str,
    wands_path: str,
    expect: list[str] | None,
    explain: str | None,
    images: tuple[str, ...],
) -> None:
    """Read pictures; one JSON line each."""
    from vision.geometry.pane import load_pane
    from vision.taught.wandset import load_wands

    pane, wands = load_pane(pane_path), load_wands(wands_path)
    wands.chosen(expect)
    readers: dict[tuple[int, int], Any] = {}
    failed = False
    for number, image in enumerate(images):
        try:
            _read_one(readers, pane, wands, image, expect, _numbered(explain, number, len(images)))
        except VisionError as error:
            complain(str(error))
            failed = True
    sys.exit(UNREADABLE if failed else 0)


def _numbered(path: str | None, number: int, count: int) -> str | None:
    if path is None or count == 1:
        return path
    return str(Path(path).with_stem(f"{Path(path).stem}-{number + 1}"))


def _read_one(
    readers: dict[tuple[int, int], Any],
    pane: Any,
    wands: Any,
    image: str,
    expect: list[str] | None,
    explain: str | None,
) -> None:
    from vision.files import read_picture
    from vision.read import Reader

    picture = read_picture(image)
    height, width = picture.shape[:2]
    if (width, height) not in readers:
        readers[width, height] = Reader(pane.scaled(width, height), wands)
    reader = readers[width, height]
    start = time.perf_counter()
    look = reader.read(picture, expect)
    line = {"image": Path(image).name, **msgspec.to_builtins(look.reading)}
    line["ms"] = round((time.perf_counter() - start) * 1000, 1)
    click.echo(msgspec.json.encode(line).decode())
    if explain:
        from vision.files import save_picture
        from vision.tools.explain import explained

        save_picture(explain, explained(reader, picture, look))


@click.command()
@click.argument("labels", type=click.Path())
@click.argument("predictions", type=click.Path())
@plainly
def score(labels: str, predictions: str) -> None:
    """Compare the JSON lines of ``read`` with a labels.json: three figures and a table by category."""
    from vision.tools.score import judge, report

    click.echo(report(judge(labels, predictions)))

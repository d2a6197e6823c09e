"""Throws as they happen: of a sequence of pictures, and live at a table."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import msgspec

from vision.commands.options import (
    UNREADABLE,
    camera_option,
    complain,
    expect_option,
    pane_option,
    plainly,
    wands_option,
)
from vision.errors import VisionError


@click.command()
@pane_option
@wands_option
@expect_option
@click.option("--frames", required=True, type=click.Path(), help="Folder of pictures in order.")
@click.option("--fps", default=15.0, show_default=True, type=click.FloatRange(0.1, 1000), help="Frames a second.")
@click.option("--rest", default=0.3, show_default=True, type=click.FloatRange(0.05, 10), help="Seconds at rest.")
@plainly
def watch(pane_path: str, wands_path: str, expect: list[str] | None, frames: str, fps: float, rest: float) -> None:
    """Watch a sequence; one JSON line for each throw that settles."""
    from vision.cameras.base import Frame
    from vision.files import list_pictures, read_picture
    from vision.geometry.pane import load_pane
    from vision.live.watcher import Watcher
    from vision.read import Reader
    from vision.taught.wandset import load_wands

    pane, wands = load_pane(pane_path), load_wands(wands_path)
    wands.chosen(expect)
    watcher: Watcher | None = None
    failed = False
    for number, path in enumerate(list_pictures(frames)):
        try:
            picture = read_picture(path)
            if watcher is None:
                watcher = Watcher(Reader(pane.scaled(picture.shape[1], picture.shape[0]), wands), expect, rest)
            pane.scaled(picture.shape[1], picture.shape[0])
            if (picture.shape[1], picture.shape[0]) != watcher.reader.pane.size:
                raise VisionError(f"{path}: another size than the frames before")
        except VisionError as error:
            complain(str(error))
            failed = True
            continue
        throw = watcher.feed(Frame(picture, number / fps))
        if throw is not None:
            line = {"frame": path.name, **msgspec.to_builtins(throw.reading)}
            click.echo(msgspec.json.encode(line).decode())
    sys.exit(UNREADABLE if failed else 0)


@click.command()
@click.option(
    "--host", "url", envvar="DREIMAGIER_HOST", required=True, help="Address of the table, as http://127.0.0.1:8080."
)
@click.option("--token-file", required=True, type=click.Path(), help="The eye's token (data folder, tokens/).")
@camera_option
@click.option("--pane", default="", type=click.Path(), help="pane.json of calibrate.")
@click.option("--wands", default="", type=click.Path(), help="wands.json of teach.")
@click.option("--work", default="", type=click.Path(), help="Folder for pictures of a set-up that is not finished yet.")
@plainly
def run(url: str, token_file: str, camera: str, pane: str, wands: str, work: str) -> None:
    """Look at the pane and tell the table of every throw.

    What is wrong, and that it is well again, is one line on standard error (under systemd: in the journal).
    """
    from companion.link import log
    from companion.link.errors import AddressError
    from companion.link.faults import Faults
    from companion.link.host import Host
    from vision.live.client import Client

    try:
        host = Host(url if "//" in url else f"http://{url}", Path(token_file), Faults(log.opened("vision").log))
    except AddressError as error:
        complain(str(error))
        sys.exit(UNREADABLE)
    Client(host, camera, pane, wands, work).run()

"""The camera: pictures of it, and its focus."""

from __future__ import annotations

import sys
import time
from contextlib import closing
from pathlib import Path

import click

from vision.commands.options import camera_option, plainly


@click.command()
@camera_option
@click.option(
    "--pane", "pane_path", default="", type=click.Path(), help="pane.json: lens and size as it was made with."
)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@plainly
def photo(camera: str, pane_path: str, files: tuple[Path, ...]) -> None:
    """Take pictures through the eye's camera, for calibrate and teach: names of the files, in order.

    At a terminal each picture waits for Enter.  Without --pane a lens that can move is focused once, before the first
    picture: lay the printed board flat on the pane for it, and take all pictures of the board in one go.
    """
    from vision.cameras import make_camera
    from vision.cameras.photograph import photograph, settle
    from vision.geometry.pane import load_pane

    eye, asks = make_camera(camera), sys.stdin.isatty()
    if pane_path:
        pane = load_pane(pane_path)
        eye.expect(pane.size, pane.focus, abs(float(pane.eye[2])))
    with closing(eye):
        for number, file in enumerate(files):
            if asks:
                click.prompt(f"{file}: Enter takes it", default="", show_default=False, prompt_suffix=" ")
            if number == 0:
                eye.open()
                settle(eye)
            height, width = photograph(eye, file).shape[:2]
            click.echo(f"{file}: {width}x{height}" + ("" if eye.focus is None else f", lens at {eye.focus:.2f}"))
        if eye.remark:
            click.echo(f"note: {eye.remark}", err=True)


@click.command()
@camera_option
@click.option("--seconds", default=60.0, show_default=True, type=click.FloatRange(0.1, 3600), help="How long.")
@plainly
def focus(camera: str, seconds: float) -> None:
    """Show how sharp the picture is, for lenses that are turned by hand (Module 2, HQ): turn until it is highest.

    A lens that moves by itself is focused once, and the number shown.
    """
    from vision.cameras import make_camera
    from vision.cameras.photograph import FRAME_S
    from vision.cameras.sharpness import sharpness

    best, until = 0.0, time.monotonic() + seconds
    with make_camera(camera) as eye:
        place = eye.find_focus()
        if place is not None:
            click.echo(f"the lens moves by itself: {place:.2f}")
        while time.monotonic() < until:
            now = sharpness(eye.capture(FRAME_S).picture)
            best = max(best, now)
            click.echo(f"{now:6.0f} of {best:6.0f}  {'#' * round(50 * now / max(best, 1e-9))}")
            if place is not None:
                break

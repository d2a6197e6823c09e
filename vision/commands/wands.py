"""The wands: guided pictures of them, and what is learnt from nine."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from vision.commands.options import REFUSED, camera_option, colours, complain, pane_option, plainly


@click.command()
@camera_option
@click.option("--pane", "pane_path", default="", type=click.Path(), help="pane.json: teach wands; else find the pane.")
@click.option("--wands", default="red,black,white", show_default=True, callback=colours, help="The wands to teach.")
@click.option("--shots", required=True, type=click.Path(path_type=Path), help="Folder of the pictures; left, gone on.")
@click.option("--out", required=True, type=click.Path(), help="Where pane.json or wands.json goes.")
@plainly
def shoot(camera: str, pane_path: str, wands: list[str], shots: Path, out: str) -> None:
    """Guided pictures, as at the set-up page: each is taken when all lies still, named, and checked at once.

    Without --pane the printed board is asked for and pane.json comes out, with it the wands and wands.json.  Keys with
    Enter: t takes it now, 0 1 2 notches on the upper edge, e is enough, m once more, o from the beginning, q stops.
    """
    from vision.cameras import make_camera
    from vision.geometry.pane import load_pane
    from vision.live.terminal import Terminal
    from vision.setup.guided.boards import Calibrating
    from vision.setup.guided.shelf import Shelf
    from vision.setup.guided.wands import Teaching

    pane, eye, shelf = load_pane(pane_path) if pane_path else None, make_camera(camera), Shelf(shots)
    if pane is not None:
        eye.expect(pane.size, pane.focus, abs(float(pane.eye[2])))
    with eye:
        terminal = Terminal(eye, sys.stdin, click.echo)
        run = terminal.runner()
        step = Teaching(pane, wands, shelf, run) if pane else Calibrating(shelf, run, eye.focus)
        learnt = terminal.guide(step)
    if learnt is None:
        complain(f"stopped; the pictures in {shots} are kept, and the same command goes on")
        sys.exit(REFUSED)
    _written(out, learnt.content)
    click.echo(f"{out}: written")


def _written(out: str, content: str) -> None:
    from companion.link import files
    from vision.files import unwritable

    try:
        files.write(Path(out), content.encode(), mode=0o666)
    except OSError as error:
        raise unwritable(out, error) from error


@click.command()
@pane_option
@click.option("--shots", required=True, type=click.Path(), help="Folder of <colour>_top<value>_<face>.jpg.")
@click.option("--out", required=True, type=click.Path(), help="Where wands.json goes.")
@click.option(
    "--into", type=click.Path(), help="An earlier wands.json: only the wands of these pictures are taught anew."
)
@click.option(
    "--empty", type=click.Path(), help="Picture of the bare pane in this light (default: what the shots share)."
)
@plainly
def teach(pane_path: str, shots: str, out: str, into: str | None, empty: str | None) -> None:
    """Learn the wands from nine pictures, re-read them, and refuse what cannot be told apart.

    Tells of each picture what it gave, and of each that was refused what to change.  With --into, three pictures of one
    wand suffice; lay it elsewhere in each.
    """
    from vision.files import read_picture, save_json
    from vision.geometry.pane import load_pane
    from vision.setup.doubts import confusion, given, notes, table
    from vision.setup.shots import load_shots
    from vision.setup.teach import lesson_of
    from vision.taught.wandset import load_wands

    pane, taken = load_pane(pane_path), load_shots(shots)
    lesson = lesson_of(pane, taken, read_picture(empty) if empty else None)
    wands = load_wands(into).retaught(lesson.wands) if into else lesson.wands
    seen, reasons = confusion(pane, wands, taken, lesson)
    click.echo(given(seen) + "\n\n" + table(seen))
    if reasons:
        for reason in reasons:
            complain(reason)
        sys.exit(REFUSED)
    save_json(out, wands.file())
    for note in notes(seen):
        click.echo(f"note: {note}", err=True)
    for wand in wands.wands:
        click.echo(f"{wand.colour}: {wand.length:.1f} x {wand.side:.1f} mm")

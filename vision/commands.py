"""``dreimagier vision``: set up the eye, read pictures, measure how well it reads, run it live.

Exit codes: 0 done, 1 refused (teaching that cannot be trusted), 2 unreadable input.  Every fault is one line.
"""

from __future__ import annotations

import errno
import functools
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from vision.errors import VisionError

if TYPE_CHECKING:
    from vision.geometry.pane import Pane

UNREADABLE, REFUSED = 2, 1


def _plainly(function: Callable[..., Any]) -> Callable[..., Any]:
    """Turn our errors, and the disk's, into one line and exit code 2."""

    @functools.wraps(function)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except VisionError as error:
            complain(str(error))
            sys.exit(UNREADABLE)
        except OSError as error:
            if error.errno == errno.EPIPE:  # `read ... | head`: click ends quietly
                raise
            complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
            sys.exit(UNREADABLE)

    return wrapped


def complain(text: str) -> None:
    """One line on standard error."""
    click.echo("error: " + " ".join(text.split()), err=True)


def _colours(_: click.Context, __: click.Parameter, value: str | None) -> list[str] | None:
    return [c.strip() for c in value.split(",") if c.strip()] if value else None


pane_option = click.option("--pane", "pane_path", required=True, type=click.Path(), help="pane.json of calibrate.")
wands_option = click.option("--wands", "wands_path", required=True, type=click.Path(), help="wands.json of teach.")
expect_option = click.option(
    "--expect", callback=_colours, metavar="COLOURS", help="The wands that must lie there, as red,black (default: all)."
)


camera_option = click.option(
    "--camera",
    default="auto",
    show_default=True,
    help="NAME[:ARGUMENT][,mains=60][,flip=yes]: pi, usb:ID, files:DIR, simulated.",
)


@click.group()
def vision() -> None:
    """The eye: calibrate the pane, teach the wands, read pictures, run live."""


def _numbers(value: str, between: str, count: int, what: str) -> list[float]:
    """Numbers of one option.  Raises PaneError."""
    from vision.errors import PaneError

    try:
        found = [float(part) for part in value.replace(between, " ").split()]
    except ValueError:
        found = []
    if len(found) != count:
        raise PaneError(what)
    return found


@vision.command()
@click.argument("images", nargs=-1, required=True, type=click.Path())
@click.option("--out", required=True, type=click.Path(), help="Where pane.json goes.")
@click.option(
    "--thickness", default=5.0, show_default=True, type=click.FloatRange(0, 20), help="Thickness of the pane in mm."
)
@click.option("--corners", metavar="X,Y X,Y X,Y X,Y", help="The pane's corners in px, clockwise.")
@click.option("--size", metavar="WxH", help="With --corners: what is visible of the pane in mm, first side first.")
@click.option("--lens", type=click.Path(), help="With --corners: an earlier pane.json of this camera, for its lens.")
@_plainly
def calibrate(
    images: tuple[str, ...], out: str, thickness: float, corners: str | None, size: str | None, lens: str | None
) -> None:
    """Find lens and pane from pictures of the printed board: one flat on the pane, the others held tilted above it.

    With --corners beside the board's pictures: where the pane ends, if its edges do not show.  Without a board, from
    one picture, the pane's four corners in it and its size; less exact.
    """
    from dataclasses import replace

    from vision.cameras.photograph import focus_of
    from vision.files import read_picture, save_json
    from vision.geometry.pane import INDEX, few_pixels
    from vision.setup.calibrate import Calibration, calibration

    if size or lens or (corners and len(images) == 1):
        done = Calibration(_from_corners(images, corners, size, lens, thickness), None, () if lens else (NO_LENS,))
    else:
        pictures = {image: read_picture(image) for image in images}
        done = calibration(pictures, (thickness, INDEX), _marked(corners) if corners else None)
    pane = replace(done.pane, focus=focus_of(images))
    save_json(out, pane.file())
    for note in (*done.notes, *few_pixels(pane)):
        click.echo(f"note: {note}", err=True)
    click.echo(f"{out}: {_described(done.pane, done.errors)}")


NO_LENS = "the lens is taken as free of errors; with a wide lens give --lens or use the board"


def _described(pane: Pane, errors: Any) -> str:
    sides = ((pane.opening - pane.opening.take([1, 2, 3, 0], axis=0)) ** 2).sum(axis=1) ** 0.5
    exact = "" if errors is None else f", corners of the pane within {errors.max():.1f} mm"
    return (
        f"{pane.scale:.2f} px/mm, camera {abs(pane.eye[2]):.0f} mm below the pane, "
        f"opening {sides[0]:.0f} x {sides[1]:.0f} mm, {'corners fit' if errors is None else 'pictures agree'} within "
        f"{pane.rms:.2f} px{exact}"
    )


def _marked(corners: str) -> Any:
    import numpy as np

    places = _numbers(corners, ",", 8, '--corners takes four places, as "120,80 1100,90 1090,900 130,890"')
    return np.reshape(places, (4, 2))


def _from_corners(
    images: tuple[str, ...], corners: str | None, size: str | None, lens: str | None, thickness: float
) -> Pane:
    from vision.errors import PaneError
    from vision.files import read_picture
    from vision.geometry.pane import load_pane
    from vision.setup.corners import pane_from_corners

    if not corners or not size or len(images) != 1:
        raise PaneError("without the board, one picture, --corners and --size are needed together")
    marked = _marked(corners)
    width, height = _numbers(size.lower(), "x", 2, "--size takes two lengths in mm, as 300x300")
    rows, columns = read_picture(images[0]).shape[:2]
    known = load_pane(lens) if lens else None
    return pane_from_corners(marked, (width, height), (columns, rows), known, thickness)


@vision.command()
@camera_option
@click.option(
    "--pane", "pane_path", default="", type=click.Path(), help="pane.json: lens and size as it was made with."
)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@_plainly
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
    eye.close()


@vision.command()
@camera_option
@click.option("--pane", "pane_path", default="", type=click.Path(), help="pane.json: teach wands; else find the pane.")
@click.option("--wands", default="red,black,white", show_default=True, callback=_colours, help="The wands to teach.")
@click.option("--shots", required=True, type=click.Path(path_type=Path), help="Folder of the pictures; left, gone on.")
@click.option("--out", required=True, type=click.Path(), help="Where pane.json or wands.json goes.")
@_plainly
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


@vision.command()
@camera_option
@click.option("--seconds", default=60.0, show_default=True, type=click.FloatRange(0.1, 3600), help="How long.")
@_plainly
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


@vision.command()
@click.option("--out", required=True, type=click.Path(), help="Where the PDF goes.")
@_plainly
def target(out: str) -> None:
    """Draw the calibration board as a PDF of true size (A4 landscape); print it at 100 %."""
    from vision.setup.target import write_target

    write_target(out)
    click.echo(f"{out}: print at 100 % (no fitting to the page), then check that the mark is 50 mm long")


@vision.command()
@pane_option
@click.option("--shots", required=True, type=click.Path(), help="Folder of <colour>_top<value>_<face>.jpg.")
@click.option("--out", required=True, type=click.Path(), help="Where wands.json goes.")
@click.option(
    "--into", type=click.Path(), help="An earlier wands.json: only the wands of these pictures are taught anew."
)
@click.option(
    "--empty", type=click.Path(), help="Picture of the bare pane in this light (default: what the shots share)."
)
@_plainly
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


@vision.command()
@pane_option
@wands_option
@expect_option
@click.option("--explain", type=click.Path(), help="Draw what was seen into this picture (a number is added for more).")
@click.argument("images", nargs=-1, required=True, type=click.Path())
@_plainly
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


@vision.command()
@pane_option
@wands_option
@expect_option
@click.option("--frames", required=True, type=click.Path(), help="Folder of pictures in order.")
@click.option("--fps", default=15.0, show_default=True, type=click.FloatRange(0.1, 1000), help="Frames a second.")
@click.option("--rest", default=0.3, show_default=True, type=click.FloatRange(0.05, 10), help="Seconds at rest.")
@_plainly
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


@vision.command()
@click.argument("labels", type=click.Path())
@click.argument("predictions", type=click.Path())
@_plainly
def score(labels: str, predictions: str) -> None:
    """Compare the JSON lines of ``read`` with a labels.json: three figures and a table by category."""
    from vision.tools.score import judge, report

    click.echo(report(judge(labels, predictions)))


@vision.command()
@click.option(
    "--host", "url", envvar="DREIMAGIER_HOST", required=True, help="Address of the table, as http://127.0.0.1:8080."
)
@click.option("--token-file", required=True, type=click.Path(), help="The eye's token (data folder, tokens/).")
@camera_option
@click.option("--pane", default="", type=click.Path(), help="pane.json of calibrate.")
@click.option("--wands", default="", type=click.Path(), help="wands.json of teach.")
@click.option("--work", default="", type=click.Path(), help="Folder for pictures of a set-up that is not finished yet.")
@_plainly
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

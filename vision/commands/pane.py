"""The pane: the printed board, and lens and plane from its pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from vision.commands.options import plainly

if TYPE_CHECKING:
    from vision.geometry.pane import Pane


@click.command()
@click.option("--out", required=True, type=click.Path(), help="Where the PDF goes.")
@plainly
def target(out: str) -> None:
    """Draw the calibration board as a PDF of true size (A4 landscape); print it at 100 %."""
    from vision.setup.target import write_target

    write_target(out)
    click.echo(f"{out}: print at 100 % (no fitting to the page), then check that the mark is 50 mm long")


@click.command()
@click.argument("images", nargs=-1, required=True, type=click.Path())
@click.option("--out", required=True, type=click.Path(), help="Where pane.json goes.")
@click.option(
    "--thickness", default=5.0, show_default=True, type=click.FloatRange(0, 20), help="Thickness of the pane in mm."
)
@click.option("--corners", metavar="X,Y X,Y X,Y X,Y", help="The pane's corners in px, clockwise.")
@click.option("--size", metavar="WxH", help="With --corners: what is visible of the pane in mm, first side first.")
@click.option("--lens", type=click.Path(), help="With --corners: an earlier pane.json of this camera, for its lens.")
@plainly
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

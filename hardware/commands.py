"""``dreimagier hardware``: what to buy, how to wire it, how large the box is, where the lamps go."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any

import click
import msgspec

from hardware.errors import HardwareError


class Unusable(click.ClickException):
    """One line and exit 2."""

    exit_code = 2


def _clear(make: Callable[[], Any]) -> Any:
    """The value, or one clear line."""
    from companion.games import GameError
    from firmware.errors import FirmwareError

    try:
        return make()
    except (HardwareError, FirmwareError, GameError, OSError) as error:
        raise Unusable(str(error)) from error


def _tell(value: Any, text: str, as_json: bool) -> None:
    click.echo(msgspec.json.format(msgspec.json.encode(value)).decode() if as_json else text)


json_option = click.option("--json", "as_json", is_flag=True, help="As JSON.")
pin_option = click.option("--pin", "pins", multiple=True, metavar="NAME=GPIO", help="Another pin for a part.")


@click.group()
def hardware() -> None:
    """Wiring, parts list, printable templates."""


@hardware.command()
@json_option
def parts(as_json: bool) -> None:
    """What to buy."""
    from hardware import parts as listed

    _tell(listed.PARTS, listed.text(), as_json)


@hardware.command()
@json_option
@pin_option
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw it into this file.")
@click.option("--language", type=click.Choice(["en", "de"]), default="en", show_default=True, help="Of the drawing.")
def wiring(as_json: bool, pins: tuple[str, ...], svg: Path | None, language: str) -> None:
    """Which part goes on which pin."""
    from firmware.controls.pins import parse
    from hardware.wiring import connections, table

    chosen = _clear(lambda: parse(pins))
    if svg is not None:
        from hardware.wiring_drawing import draw

        _clear(lambda: svg.write_bytes(draw(chosen, language)))
        click.echo(f"drawn: {svg}")
        return
    _tell(connections(chosen), table(chosen), as_json)


@hardware.command()
@json_option
@click.option("--leds", type=click.IntRange(1, 1000), default=64, show_default=True, help="Lamps on the strip.")
@click.option("--budget-ma", type=click.IntRange(1, 20_000), default=1500, show_default=True, help="Current budget.")
@click.option("--length", type=click.FloatRange(0.1, 10), default=1.0, show_default=True, help="Supply cable, metres.")
def power(as_json: bool, leds: int, budget_ma: int, length: float) -> None:
    """How strong supply, fuse and wires must be."""
    from hardware.power import plan, text

    chosen = _clear(lambda: plan(leds, budget_ma, length))
    _tell(chosen, text(chosen), as_json)


OPTICS = (
    click.option(
        "--camera",
        type=click.Choice(["module3", "module3-wide", "module2", "hq", "usb"]),
        default="module3",
        show_default=True,
        help="Which camera.",
    ),
    click.option("--focal", type=float, default=6.0, show_default=True, help="Lens of the HQ camera, mm."),
    click.option("--fov", type=float, default=78.0, show_default=True, help="Diagonal angle of a USB camera, degrees."),
    click.option("--pane", type=float, default=300.0, show_default=True, help="Side of the pane, mm."),
    click.option("--bar-depth", type=click.FloatRange(10, 500), help="Bars under it, mm; default: off the wands."),
    click.option(
        "--ledge", type=click.FloatRange(0, 100), default=3.0, show_default=True, help="Wood at the edge, mm."
    ),
    click.option("--rim", type=click.FloatRange(0, 100), default=0.0, show_default=True, help="No wand lies here, mm."),
)
board_option = click.option("--board", default="default", show_default=True, help="A shipped board or a board file.")


def optics_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Camera and box, as all that is computed from them asks for them."""
    return reduce(lambda done, option: option(done), reversed(OPTICS), command)


def _layout(
    camera: str, focal: float, fov: float, pane: float, bar_depth: float | None, ledge: float, rim: float
) -> Any:
    from hardware.optics import VIEWS, hq, layout, usb

    view = _clear(lambda: {"hq": lambda: hq(focal), "usb": lambda: usb(fov)}.get(camera, lambda: VIEWS[camera])())
    return _clear(lambda: layout(view, pane, bar_depth, ledge_mm=ledge, rim_mm=rim))


def _board(board: str) -> Any:
    from companion.games.dreimagier.board import load_board

    return _clear(lambda: load_board(Path(board).read_text(encoding="utf-8") if Path(board).is_file() else board))


@hardware.command()
@json_option
@optics_options
def optics(as_json: bool, **chosen: Any) -> None:
    """How deep the box is, where the lights go, and how far the ledge throws its shadow."""
    from hardware.optics import text

    made = _layout(**chosen)
    _tell(made, text(made), as_json)


def box_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """What else the box, its mounts and the wands are made by."""
    own = (
        board_option,
        click.option("--board-mm", type=float, default=3.0, show_default=True, help="Thickness of the board."),
        click.option("--wand-length", type=float, help="Of a wand to print, mm; default: the simulated ones'."),
        click.option("--wand-side", type=float, help="Side of its section, mm."),
    )
    return reduce(lambda done, option: option(done), reversed(own), optics_options(command))


def _plan(board: str, board_mm: float, wand_length: float | None, wand_side: float | None, **chosen: Any) -> Any:
    from hardware.box.plan import plan
    from hardware.box.wand import shape

    made, on = _layout(**chosen), _board(board)
    return _clear(lambda: plan(made, chosen["camera"], on, board_mm, shape(wand_length, wand_side)))


@hardware.command()
@json_option
@click.option("--draw", type=click.Path(file_okay=False, path_type=Path), help="Drawings with measures, into a folder.")
@box_options
def box(as_json: bool, draw: Path | None, **chosen: Any) -> None:
    """What to saw and to print: every piece of the box, the mounts and the wands, with its measures."""
    from hardware.box.plan import lines, text

    made = _plan(**chosen)
    if draw is not None:
        from hardware.box.pictures import write

        written = _clear(lambda: write(made, draw))
        click.echo(f"{len(written)} drawings in {draw}")
        return
    _tell(lines(made), text(made), as_json)


@hardware.command()
@click.argument("output", type=click.Path(file_okay=False, path_type=Path))
@box_options
def cad(output: Path, **chosen: Any) -> None:
    """The same as files for CAD programs and printers: STEP of every piece, STL of every printed one."""
    from hardware.solids.cad import write

    made = _plan(**chosen)
    written = _clear(lambda: write(made.box, [body for body, _ in made.kinds().values()], output))
    click.echo(f"{len(written)} files in {output}")


@hardware.command()
@json_option
@board_option
def lamps(as_json: bool, board: str) -> None:
    """In which order the strip passes the lamps with the least wire, as a part of the board file."""
    from hardware.lamp_order import order, text

    on = _board(board)
    chosen = _clear(lambda: order(on))
    _tell(chosen, text(chosen), as_json)


@hardware.command()
@click.argument("output", type=click.Path(dir_okay=False, path_type=Path))
@board_option
@click.option("--paper", type=click.Choice(["a4", "a3", "letter"]), default="a4", show_default=True, help="Paper.")
def template(output: Path, board: str, paper: str) -> None:
    """Where the lamps go, at true scale: a PDF, or with a name in .svg one file a sheet."""
    from hardware.drawing import svg
    from hardware.pdf import pdf
    from hardware.template import PAPERS, sheets

    on = _board(board)
    pages = _clear(lambda: sheets(on, PAPERS[paper]))
    if output.suffix.lower() == ".svg":
        files = [output.with_stem(f"{output.stem}-{number}") for number in range(1, len(pages) + 1)]
        _clear(lambda: [file.write_text(svg(page), encoding="utf-8") for file, page in zip(files, pages, strict=True)])
    else:
        files = [output]
        _clear(lambda: output.write_bytes(pdf(pages, f"Lamps of the board {board}")))
    click.echo(f"{len(pages)} sheets: {', '.join(map(str, files))}.  Print at 100 %, then measure the 50 mm.")


@hardware.command()
@click.argument("boot", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--hotspot", is_flag=True, help="Open the table's own Wi-Fi as well.")
def card(boot: Path, hotspot: bool) -> None:
    """Make a fresh card of Raspberry Pi OS install the program at its first start; BOOT is where its bootfs lies."""
    from hardware.card import prepare

    for name in _clear(lambda: prepare(boot, Path(__file__).parents[1], hotspot)):
        click.echo(f"written: {boot / name}")

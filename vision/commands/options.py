"""What the commands share: options, exit codes, and every fault as one line."""

from __future__ import annotations

import errno
import functools
import sys
from collections.abc import Callable
from typing import Any

import click

from vision.errors import VisionError

UNREADABLE, REFUSED = 2, 1


def plainly(function: Callable[..., Any]) -> Callable[..., Any]:
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


def colours(_: click.Context, __: click.Parameter, value: str | None) -> list[str] | None:
    """The names in an option; None where it is not given.  Raises BadParameter where it names nothing."""
    if value is None:
        return None
    names = [c.strip() for c in value.split(",") if c.strip()]
    if not names:
        raise click.BadParameter("name at least one wand, as red,black")
    return names


pane_option = click.option("--pane", "pane_path", required=True, type=click.Path(), help="pane.json of calibrate.")
wands_option = click.option("--wands", "wands_path", required=True, type=click.Path(), help="wands.json of teach.")
expect_option = click.option(
    "--expect", callback=colours, metavar="COLOURS", help="The wands that must lie there, as red,black (default: all)."
)


camera_option = click.option(
    "--camera",
    default="auto",
    show_default=True,
    help="NAME[:ARGUMENT][,mains=60][,flip=yes]: pi, usb:ID, files:DIR, simulated.",
)

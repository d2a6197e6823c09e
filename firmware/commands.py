"""``dreimagier firmware``: run the lamps and buttons, test them, darken them."""

from __future__ import annotations

import functools
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from companion.link import log
from companion.link.errors import AddressError, TokenError
from companion.link.faults import Faults
from companion.link.follower import Follower
from companion.link.host import Host
from companion.link.machine import on_a_pi
from companion.link.notify import Notifier
from firmware import controls, strips
from firmware.client import Poster
from firmware.controls.pins import Pins
from firmware.controls.pins import names as pin_names
from firmware.controls.pins import parse as parse_pins
from firmware.errors import ControlsError, FirmwareError, OptionError, StripError
from firmware.lamps import Lamps
from firmware.program import Program
from firmware.strips.base import Wire

DEFAULT_LEDS = 64
DEFAULT_BUDGET_MA = 1500
PIN_HELP = f"Another pin for a part: {pin_names()}."


class BadOption(click.ClickException):
    """One line and exit 2."""

    exit_code = 2


def byte(text: str) -> int:
    """A byte, decimal or as 0xF0.  Raises ValueError."""
    return int(text, 0)


def option(name: str, default: Any, text: str, kind: Any = str, **more: Any) -> Callable[..., Any]:
    """An option that the environment may give too: ``--budget-ma`` is DREIMAGIER_BUDGET_MA."""
    variable = "DREIMAGIER_" + name.removeprefix("--").replace("-", "_").upper()
    return click.option(name, envvar=variable, default=default, show_default=True, type=kind, help=text, **more)


def strip_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options that every command with a strip has."""
    options = (
        option("--strip", "auto", f"auto, {', '.join(strips.BACKENDS)}."),
        option("--leds", DEFAULT_LEDS, "Lamps on the strip.", click.IntRange(1, 1000)),
        option("--budget-ma", DEFAULT_BUDGET_MA, "What the lamps' supply gives.", click.IntRange(100, 20_000)),
        option("--order", "GRB", "Order of the strip's colours."),
        option("--frequency", 6_400_000, "SPI clock in Hz.", int),
        option("--bit0", "0xC0", "SPI byte that is a 0.", byte),
        option("--bit1", "0xF0", "SPI byte that is a 1.", byte),
    )
    return functools.reduce(lambda wrapped, each: each(wrapped), reversed(options), command)


@click.group()
def firmware() -> None:
    """The lamps and buttons: run them, test them."""


@firmware.command()
@click.option(
    "--host", "url", envvar="DREIMAGIER_HOST", required=True, help="Address of the table, as http://127.0.0.1:8080."
)
@click.option(
    "--token-file",
    envvar="DREIMAGIER_TOKEN_FILE",
    type=click.Path(path_type=Path),
    required=True,
    help="File with the firmware's token.",
)
@strip_options
@option("--buttons", "none", "auto, keyboard, gpio or none.")
@click.option("--pin", "pins", envvar="DREIMAGIER_PIN", multiple=True, metavar="NAME=GPIO", help=PIN_HELP)
def run(url: str, token_file: Path, buttons: str, pins: tuple[str, ...], **options: Any) -> None:
    """Show the table's lamps and send its buttons, until told to stop.

    With --buttons keyboard the keys 1 2 3 press the three seats' buttons, and q w e (or shift with 1 2 3) hold them.
    Every option can also be given in the environment, as DREIMAGIER_STRIP or DREIMAGIER_BUDGET_MA (systemd does so).
    Lamps that fail are reported to the table and tried again, buttons are reported; the game goes on without them.
    What is wrong, and that it is well again, is one line on standard error (under systemd: in the journal).
    """
    try:
        host = Host(url, token_file, Faults(log.opened("firmware").log))
        host.token()
        lamps = _lamps(**options)
        name = controls.resolve(buttons, on_a_pi(), sys.stdin.isatty(), told=bool(pins))
        chosen = parse_pins(pins)
    except (AddressError, TokenError, OptionError) as error:
        raise BadOption(str(error)) from error
    _run(host, lamps, name, chosen)


@firmware.command()
@strip_options
def blank(**options: Any) -> None:
    """Turn all lamps off (systemd calls this after the program has ended, however it ended)."""
    _open(options).close()


@firmware.command()
@strip_options
@click.option("--seconds", type=click.FloatRange(0.05, 10), default=0.5, show_default=True, help="For each lamp.")
def test(seconds: float, **options: Any) -> None:
    """Light one lamp after the other in white, then all in red, green and blue, within the current budget."""
    from firmware.selftest import walk

    strip = _open(options)
    try:
        walk(strip, options["leds"], options["budget_ma"], seconds)
    except StripError as error:
        raise click.ClickException(str(error)) from error
    finally:
        strip.close()


def _wire(order: str, frequency: int, bit0: int, bit1: int) -> Wire:
    return Wire(order, frequency, bit0, bit1).checked()


def _lamps(strip: str, leds: int, budget_ma: int, **wire: Any) -> Lamps:
    choice, checked = strips.resolve(strip), _wire(**wire)
    return Lamps(choice.partition(":")[0], functools.partial(strips.open_strip, choice, leds, checked), leds, budget_ma)


def _open(options: dict[str, Any]) -> strips.Strip:
    wire = {key: options[key] for key in ("order", "frequency", "bit0", "bit1")}
    try:
        return strips.open_strip(options["strip"], options["leds"], _wire(**wire))
    except OptionError as error:
        raise BadOption(str(error)) from error
    except StripError as error:
        raise click.ClickException(str(error)) from error


def _controls(name: str, pins: Pins) -> tuple[controls.Controls, str]:
    """The controls, or none with the reason: a board without buttons is still a board."""
    try:
        return controls.open_controls(name, pins), ""
    except ControlsError as error:
        return controls.open_controls("none"), str(error)


def _run(host: Host, lamps: Lamps, buttons: str, pins: Pins) -> None:
    follower, poster = Follower(host), Poster(host)
    hands, trouble = _controls(buttons, pins)
    program = Program(follower, poster, lamps, hands, Notifier(), power_off, trouble, host.faults)
    program.ended.on(signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    follower.start()
    poster.start()
    try:
        program.run()
    except FirmwareError as error:
        raise click.ClickException(str(error)) from error
    finally:
        follower.end()
        poster.end()


def power_off() -> None:
    """Shut the machine down; polkit's rule lets the firmware's user do that and nothing else."""
    command = os.environ.get("DREIMAGIER_POWEROFF", "systemctl poweroff").split()
    subprocess.run(command, check=False, timeout=10)

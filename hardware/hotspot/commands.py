"""``dreimagier hotspot``: the table's own Wi-Fi."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import click

from companion.commands import greeting
from hardware.hotspot import switch
from hardware.install.place import InstallError, Place, root_needed


@click.group()
def hotspot() -> None:
    """The table's own Wi-Fi, where there is none: on, off, status."""


@hotspot.command()
@click.option("--name", default="", help="Name of the network; default: Drei Magier.")
@click.option("--password", default="", help="8 to 63 letters; default: made up.")
@click.option("--interface", default="", help="Of several; on a cable the network is for an access point there.")
def on(name: str, password: str, interface: str) -> None:
    """Open it, now and at every start; asked again it changes what is said only."""
    chosen = _clear(lambda: switch.on(_place(), name, password, interface))
    if chosen.wireless:
        click.echo(f"\nWi-Fi / WLAN: {chosen.ssid}   {chosen.password}\n")
        greeting.put(greeting.wifi(chosen.ssid, chosen.password, sys.stdout.encoding), sys.stdout)


@hotspot.command()
def off() -> None:
    """Close it and forget it; the machine goes back to the network it knows."""
    _clear(lambda: switch.off(_place()))


@hotspot.command()
def status() -> None:
    """What it is: name, password, whether it is open."""
    click.echo(_clear(lambda: switch.told(Place())))


def _place() -> Place:
    root_needed("dreimagier")
    return Place()


def _clear(do: Callable[[], Any]) -> Any:
    try:
        return do()
    except InstallError as error:
        raise click.ClickException(str(error)) from error

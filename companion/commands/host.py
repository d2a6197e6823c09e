"""``dreimagier host``: the table alone."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import Any

import click
import msgspec

from companion import settings as settings_module
from companion.commands import greeting
from companion.settings import Settings, SettingsError

SAID = {
    "salvaged": "dreimagier: {fault}; it is kept as {aside}, the game goes on from its last good entry ({kept})",
    "restored": "dreimagier: {fault}; it was written anew",
    "lost": "dreimagier: {fault}; a new table begins, with new seats and a new code",
    "set-aside": "dreimagier: {fault}; the rules have changed: the game is kept whole as {aside}, a new one begins",
}
"""What to say of a journal that was set aside, by the type of its note."""


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), help="Port to listen on; 0 takes any free one.")
@click.option("--bind", help="Address to listen on; 127.0.0.1 for this machine alone.")
@click.option("--data", type=click.Path(), help="Folder of games and settings.")
@click.option("--game", help="The game that lies on the table; while another is under way that one goes on.")
@click.option("--board", help="The table's board from now on: a board file, or the name of a shipped one.")
@click.option("--public", "public_clients", is_flag=True, default=None, help="Let clients from public addresses in.")
def host(**options: Any) -> None:
    """Start the table alone (camera and lamps may come from elsewhere)."""
    if options["board"] and Path(options["board"]).exists():
        options["board"] = str(Path(options["board"]).absolute())
    try:
        settings = settings_module.load(**options)
    except SettingsError as error:
        fail(error)
    sys.exit(run(settings, bool(options["board"]), options["game"] or ""))


def fail(error: Exception) -> Any:
    """One clear line, exit 2."""
    click.echo(f"dreimagier: {error}", err=True)
    sys.exit(2)


def run(settings: Settings, insist: bool = False, game: str = "") -> int:
    """Serve until a signal; returns the exit code.

    ``insist``: the board was named by whoever starts the host; so was ``game``, where it is not empty.
    """
    from companion.web import server

    def made() -> Any:
        return make_app(settings, insist, game)

    return server.serve(settings, made, lambda host, port: ready(settings, host, port))


def make_app(settings: Settings, insist: bool = False, wanted: str = "") -> Any:
    """Open the table of these settings and make its app."""
    from companion import safe
    from companion.commands import boards
    from companion.table import choice
    from companion.table.boards import first_options
    from companion.table.errors import StorageFailed
    from companion.table.table import Table
    from companion.web import create_app, emergency
    from companion.web.hosting import hosting

    why, opened = safe.reason(), contextlib.ExitStack()
    game = choice.game_for(settings.folder, settings.game)
    board = boards.named(settings, game)
    everybody = {"seats": list(game.chairs)} if game.chairs else {}
    options = everybody | settings.game_options | ({} if board is None else {"board": board})
    try:
        table = Table(settings.folder, game, first_options(settings.folder, game, options))
        opened.callback(table.close)
        _lay(table, wanted)
        app = create_app(table, settings, safe=why)
        if board is not None:
            boards.adopt(hosting(app), board, insist, lambda text: click.echo(f"dreimagier: {text}", err=True))
    except StorageFailed as fault:
        opened.close()
        if emergency.kind_of(fault) is None:
            raise
        click.echo(f"dreimagier: no table: {fault}", err=True)
        return emergency.create_app(settings.folder, fault)
    for notice in table.course.notices:
        if notice.get("type") in SAID:
            click.echo(SAID[notice["type"]].format(**notice), err=True)
    if why is not None:
        click.echo(f"dreimagier: safe mode, throws are typed by hand: {why.splitlines()[-1]}", err=True)
    return app


def _lay(table: Any, wanted: str) -> None:
    """The game that was named lies on the table, unless another is under way: that one goes on, which is said."""
    from companion.table import games
    from companion.table.errors import Denied

    try:
        if wanted:
            games.lay(table, wanted, f"lay.{table.course.seq}")
    except Denied:
        if wanted != table.game.name:
            click.echo(f"dreimagier: {table.game.name} is under way and goes on; begin {wanted} on /new", err=True)


def ready(settings: Settings, host: str, port: int) -> None:
    """The table is open: tell people and other commands where."""
    from companion.table import files
    from companion.table.errors import StorageFailed
    from companion.web import addresses, server

    bound = server.Bound(addresses.local_url(host, port), port, os.getpid())
    with contextlib.suppress(StorageFailed):  # on a full disk people still get the address below
        files.write(settings.folder / "host.json", msgspec.json.encode(bound))
    address = addresses.url(host, port, settings.address)
    server.announce(address)
    if sys.stdout.isatty():
        greeting.put(f"Einrichten / set up: {address}/setup/steps  {greeting.owner(settings.folder)}\n", sys.stdout)

"""``dreimagier replay``, ``export``, ``import``: game records as files."""

from __future__ import annotations

import sys
import urllib.error
import urllib.request
import uuid
from pathlib import Path
from typing import Any, NoReturn

import click
import msgspec

from companion import settings as settings_module
from companion.settings import Settings, SettingsError

DATA = click.option("--data", type=click.Path(), help="Folder of games and settings.")
TIMEOUT_S = 10


def fail(text: object) -> NoReturn:
    """One clear line, exit 2."""
    click.echo(f"dreimagier: {text}", err=True)
    sys.exit(2)


@click.command()
@click.argument("file", type=click.Path(allow_dash=True, dir_okay=False))
def replay(file: str) -> None:
    """Check every line of a game record (- reads standard input) and print the last position as JSON.

    Choices of a ghost are made again; where the one of this version would choose otherwise, a line on standard error
    says so, and one line where they were made by other weights.
    """
    from companion.games import GameError, registry
    from companion.table import record

    text, doubts = read_record(file), list[str]()
    try:
        game = registry.find(record.game_name(text))
        position, _ = record.replay(game, text, doubts)
    except (GameError, record.BadRecord) as error:
        fail(f"{file}: {error}")
    for doubt in doubts:
        click.echo(f"dreimagier: {file}: {doubt}", err=True)
    click.echo(msgspec.json.encode(game.encode(position), order="sorted"))


@click.command()
@click.argument("file", type=click.Path(allow_dash=True, dir_okay=False), default="-")
@DATA
def export(file: str, data: str | None) -> None:
    """Write the game on this table as a record (to standard output by itself); the host may be running."""
    settings = _settings(data)
    text = _from_host(settings, "/api/record") or _from_folder(settings)
    if file == "-":
        click.echo(text, nl=False)
        return
    from companion.table import files
    from companion.table.errors import StorageFailed

    try:
        files.write(Path(file).absolute(), text.encode(), mode=0o644)
    except StorageFailed as error:
        fail(error)


@click.command("import")
@click.argument("file", type=click.Path(allow_dash=True, dir_okay=False))
@DATA
def import_(file: str, data: str | None) -> None:
    """Continue a game from a record; checked line by line before anything changes.  The host may be running."""
    settings = _settings(data)
    text = read_record(file)
    message = msgspec.json.encode({"request": uuid.uuid4().hex, "record": text})
    if _from_host(settings, "/api/import", message) is None:
        _into_folder(settings, file, text)
    click.echo(f"dreimagier: the game goes on from {file}")


def _settings(data: str | None) -> Settings:
    try:
        return settings_module.load(data=data)
    except SettingsError as error:
        fail(error)


def read_record(file: str) -> str:
    from companion.table import record

    try:
        raw = sys.stdin.buffer.read(record.LARGEST + 1) if file == "-" else Path(file).read_bytes()
        if len(raw) > record.LARGEST:
            fail(f"{file} is larger than {record.LARGEST} bytes; that is no game record")
        return raw.decode("utf-8-sig")
    except OSError as error:
        fail(f"{file} cannot be read: {error.strerror}")
    except UnicodeDecodeError as error:
        fail(f"{file} is no text in UTF-8 (byte {error.start})")


def _from_host(settings: Settings, path: str, message: bytes | None = None) -> str | None:
    """Ask the running host of this folder; None where none runs."""
    from companion.table import tokens

    try:
        url = msgspec.json.decode((settings.folder / "host.json").read_bytes())["url"]
        token = tokens.path(settings.folder, "host").read_text(encoding="ascii").strip()
        asked = urllib.request.Request(url + path, message, {"Authorization": f"Bearer {token}"})
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(asked, timeout=TIMEOUT_S) as answer:
            return str(answer.read().decode("utf-8"))
    except urllib.error.HTTPError as error:
        fail(_said(error))
    except (OSError, msgspec.MsgspecError, KeyError, TypeError):
        return None


def _said(error: urllib.error.HTTPError) -> str:
    try:
        said: Any = msgspec.json.decode(error.read())
        return str(said["error"])
    except (msgspec.MsgspecError, KeyError, TypeError):
        return f"the host answers {error.code}"


def _open(settings: Settings) -> Any:
    """The table of a folder without a running host."""
    from companion.games import GameError
    from companion.table import choice
    from companion.table.errors import TableError
    from companion.table.table import Table

    try:
        game = choice.game_for(settings.folder, settings.game)
        return Table(settings.folder, game, settings.game_options, patience_s=0.5)
    except (TableError, GameError) as error:
        fail(error)


def _from_folder(settings: Settings) -> str:
    from companion.table import record, salvage
    from companion.table.errors import Sealed

    if not (settings.folder / salvage.NAME).exists():
        fail(f"there is no game in {settings.folder}")
    table = _open(settings)
    try:
        return "".join(record.opened_lines(table.game, table.course))
    except Sealed as error:
        fail(error)
    finally:
        table.close()


def _into_folder(settings: Settings, file: str, text: str) -> None:
    from companion.table import games
    from companion.table.errors import TableError

    table = _open(settings)
    try:
        games.import_(table, text, uuid.uuid4().hex)
    except TableError as error:
        fail(f"{file}: {error}")
    finally:
        table.close()

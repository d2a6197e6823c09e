"""``dreimagier doctor``: find what is wrong with this machine, and the cure."""

from __future__ import annotations

import os
import shutil
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from companion import settings as settings_module
from companion.commands import bundle as bundles
from companion.commands.checks import CHECKS
from companion.commands.findings import Finding
from companion.commands.folders import FORGETS, filesystem
from companion.commands.machine import Machine
from companion.settings import Settings, SettingsError

LEAST_MB = 200
SIGNS = {"ok": "  ok   ", "note": " note  ", "wrong": " WRONG "}


@click.command()
@click.option("--data", type=click.Path(file_okay=False), help="Folder of games and settings.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.option(
    "--bundle", type=click.Path(dir_okay=False, path_type=Path), help="All that a bug report needs, as a ZIP."
)
def doctor(data: str | None, as_json: bool, bundle: Path | None) -> None:
    """Find what is wrong with this machine, and the cure.

    Ends with 1 when something is wrong.  Nothing is changed.  With --bundle findings, versions, settings and the last
    lines of the services are put into a ZIP for a bug report: no tokens, no codes, no games, no names, no pictures.
    """
    here = Machine()
    found = examine(here, data)
    if bundle is not None:
        write_bundle(here, [line(each) for each in found], bundle)
        return
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        click.echo("\n".join(map(line, found)))
    sys.exit(1 if any(each.state == "wrong" for each in found) else 0)


def write_bundle(here: Machine, found: list[str], path: Path) -> None:
    """Write the bundle, or say in one line why not."""
    try:
        path.write_bytes(bundles.packed(here, found))
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}") from error
    click.echo(f"written: {path}.  Look through it before you send it.")


def examine(here: Machine, data: str | None = None) -> list[Finding]:
    """All findings about a machine, in the order of the checks."""
    found = [finding for check in CHECKS for finding in check(here)]
    return [*found, *own(data)]


def line(found: Finding) -> str:
    """One finding as text, its cure beneath."""
    cure = f"\n        cure: {found.cure}" if found.cure else ""
    return f"{SIGNS[found.state]} {found.check}: {found.text}{cure}"


def own(data: str | None) -> Iterator[Finding]:
    """Settings, data folder and port of this machine's table."""
    try:
        settings = settings_module.load(data=data)
    except SettingsError as error:
        yield Finding("settings", "wrong", str(error), "correct the settings file, or move it away")
        return
    yield from _files(settings)
    yield from _folder(settings)
    yield from _port(settings)


def _files(settings: Settings) -> Iterator[Finding]:
    for name, value in (("pane", settings.pane), ("wands", settings.wands)):
        if value and not os.path.isfile(value):  # noqa: PTH113 - a setting is text
            cure = f"dreimagier vision {'calibrate' if name == 'pane' else 'teach'}, or take it out of the settings"
            yield Finding("settings", "wrong", f"the settings name {value} as {name}, but there is no such file", cure)


def _folder(settings: Settings) -> Iterator[Finding]:
    place = settings.folder
    while not place.exists():
        place = place.parent
    if not os.access(place, os.W_OK | os.X_OK):
        yield Finding("data", "wrong", f"{place} cannot be written", f"sudo chown $USER {place}, or --data FOLDER")
        return
    kind = filesystem(place.resolve(), Path("/proc/self/mounts").read_text(encoding="utf-8", errors="replace"))
    if kind in FORGETS:
        cure = f"{FORGETS[kind]}, or --data on a disk that stays"
        yield Finding("data", "wrong", f"{settings.folder} lies in memory ({kind}): a power cut forgets it all", cure)
    free_mb = shutil.disk_usage(place).free // 1_000_000
    if free_mb < LEAST_MB:
        yield Finding("data", "wrong", f"{settings.folder}: only {free_mb} MB are free", "make room")
    else:
        yield Finding("data", "ok", f"{settings.folder}: {free_mb} MB free")


def _port(settings: Settings) -> Iterator[Finding]:
    with socket.socket(socket.AF_INET6 if ":" in settings.bind else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.bind, settings.port))
        except PermissionError:
            yield Finding("port", "wrong", f"port {settings.port} needs root", "take one from 1024 on, as --port 8080")
        except OSError as error:
            cure = "if that is not a running table: another --port"
            yield Finding("port", "note", f"port {settings.port} cannot be opened ({error.strerror})", cure)
        else:
            yield Finding("port", "ok", f"port {settings.port} is free")

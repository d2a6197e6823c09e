"""``dreimagier where``: the address of this machine's table, for people in front of it and for its console."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import click
import msgspec

from companion import settings as settings_module
from companion.commands import greeting
from companion.settings import Settings, SettingsError
from companion.web import addresses, hotspot
from companion.web.names import NAME

LOOK_S = 10.0


@click.command()
@click.option("--data", type=click.Path(), help="Folder of games and settings.")
@click.option("--console", type=click.Path(path_type=Path), help="Keep this file (shown above the console's login).")
@click.option("--name", is_flag=True, help="Tell the network the name dreimagier.local meanwhile (avahi-publish).")
@click.option("--token-file", type=click.Path(path_type=Path), help="The host's token; default: of the data folder.")
def where(data: str | None, console: Path | None, name: bool, token_file: Path | None) -> None:
    """Where the table of this machine is, as text and as QR code."""
    try:
        settings = settings_module.load(data=data)
    except SettingsError as error:
        raise click.ClickException(str(error)) from error
    token = token_file or settings.folder / "tokens" / "host.token"
    if console is None:
        greeting.put(shown(settings, token, sys.stdout.encoding), sys.stdout)
        return
    Console(settings, token, console, name).run()


def shown(settings: Settings, token: Path, coding: str) -> str:
    """What people read: the address, the way to join, the QR code; or that no table answers."""
    address = addresses.url(settings.bind, settings.port, settings.address)
    code = _code(settings, token)
    if code is None:
        return f"Die drei Magier: {address} (no table answers yet)\n"
    out = _Text(coding)
    network = hotspot.found()
    if network is not None and network.ssid:
        out.write(f"\nWLAN / Wi-Fi: {network.ssid}   {network.password}\n\n")
        out.write(greeting.wifi(network.ssid, network.password, coding))
    greeting.greet(address, f"{address}/join?code={code}" if code else f"{address}/join", out)
    return out.getvalue()


class _Text(io.StringIO):
    """Text for an output of some coding."""

    def __init__(self, coding: str) -> None:
        super().__init__()
        self.coding = coding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self.coding


def _code(settings: Settings, token: Path) -> str | None:
    """The letters to join, empty where the host's token cannot be read, None where no table answers."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    headers = {}
    with contextlib.suppress(OSError, UnicodeDecodeError):
        headers["Authorization"] = f"Bearer {token.read_text(encoding='ascii').strip()}"
    url = f"{addresses.local_url(settings.bind, settings.port)}/api/state"
    try:
        with opener.open(urllib.request.Request(url, headers=headers), timeout=5) as answer:
            return str(msgspec.json.decode(answer.read()).get("code") or "")
    except (OSError, ValueError, AttributeError):
        return None


class Console:
    """Keeps the console's greeting and the name on the network up to date."""

    def __init__(self, settings: Settings, token: Path, file: Path, name: bool) -> None:
        self.settings, self.token, self.file, self.name = settings, token, file, name
        self._said = self._published = ""
        self._publisher: subprocess.Popen[bytes] | None = None

    def run(self) -> None:
        """Until a signal."""
        try:
            while True:
                self.look()
                time.sleep(LOOK_S)
        finally:
            self.end()

    def look(self) -> None:
        """Say what is true now, where that is another thing than before."""
        # The console's own font has these letters; a backslash would be read as a sign of agetty's.
        text = shown(self.settings, self.token, "utf-8").replace("\\", "\\\\")
        if text != self._said:
            self._said = text
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(text, encoding="utf-8")
            _run(["agetty", "--reload"])
        if self.name:
            self._publish(addresses.own()[0])

    def _publish(self, address: str) -> None:
        ended = self._publisher is not None and self._publisher.poll() is not None
        if address == self._published and not ended:
            return
        self.end()
        self._published = address
        if not address.startswith("127."):
            command = ["avahi-publish", "--address", "--no-reverse", f"{NAME}.local", address]
            with contextlib.suppress(OSError):  # no avahi: phones have the address
                self._publisher = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def end(self) -> None:
        """Take the name back."""
        if self._publisher is not None and self._publisher.poll() is None:
            self._publisher.terminate()
            self._publisher.wait(5)
        self._publisher = None


def _run(command: list[str], **more: Any) -> None:
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(command, check=False, timeout=5, capture_output=True, env={**os.environ}, **more)

"""``dreimagier up``: table, camera and lamps on this machine with one command."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import IO, Any

import click
import msgspec

from companion import settings as settings_module
from companion.commands import greeting
from companion.commands.programs import Program, end_all
from companion.settings import Settings, SettingsError

WATCH_S = 0.2
START_S = 30.0


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), help="Port to listen on; 0 takes any free one.")
@click.option("--bind", help="Address to listen on; 127.0.0.1 for this machine alone.")
@click.option("--data", type=click.Path(), help="Folder of games and settings.")
@click.option("--camera", help="Camera, as NAME or NAME:ARGUMENT; auto takes the one there is.")
@click.option("--pane", type=click.Path(), help="pane.json of the calibration.")
@click.option("--wands", type=click.Path(), help="wands.json of the teaching.")
@click.option("--strip", help="Lamps, as NAME; auto takes those there are.")
@click.option("--buttons", help="auto, keyboard, gpio or none.")
@click.option("--leds", type=click.IntRange(1, 1000), help="Lamps on the strip.")
@click.option("--order", "colour_order", help="Order of the strip's colours, as GRB.")
@click.option("--no-vision", is_flag=True, help="Without camera: throws are typed by hand.")
@click.option("--no-firmware", is_flag=True, help="Without lamps and buttons.")
@click.option("--board", help="The table's board from now on: a board file, or the name of a shipped one.")
@click.option("--public", "public_clients", is_flag=True, default=None, help="Let clients from public addresses in.")
def up(no_vision: bool, no_firmware: bool, **options: Any) -> None:
    """Start everything on this machine: table, camera, lamps."""
    if options["board"] and Path(options["board"]).exists():
        options["board"] = str(Path(options["board"]).absolute())
    try:
        settings = settings_module.load(**options)
    except SettingsError as error:
        click.echo(f"dreimagier: {error}", err=True)
        sys.exit(2)
    needed = _needed(settings)
    vision, firmware = not no_vision and "vision" in needed, not no_firmware and "firmware" in needed
    sys.exit(Evening(settings, vision, firmware, options["board"] or "").run())


def _needed(settings: Settings) -> frozenset[str]:
    """The devices that the game of this table needs; a game that is not there is the host's to refuse."""
    from companion.games import GameError
    from companion.table import choice

    try:
        return choice.game_for(settings.folder, settings.game).devices
    except GameError:
        return frozenset()


class Bound(msgspec.Struct, frozen=True):
    """Where the host is (its ``host.json``)."""

    url: str
    port: int


class Evening:
    """The three programs of one machine, from start to end."""

    def __init__(self, settings: Settings, vision: bool, firmware: bool, board: str = "") -> None:
        self._settings = settings
        self._board = board
        self._bound: Bound | None = None
        self._over = False
        self._hung_up = False
        self._ready = threading.Event()
        self._host = Program("the table", self._host_arguments, pipe=True)
        self._clients: list[Program] = []
        if vision:
            self._clients.append(Program("the camera", self._vision_arguments))
        if firmware:
            self._clients.append(Program("the lamps", self._firmware_arguments, tty=settings.buttons == "keyboard"))

    def run(self) -> int:
        """Run until a signal; returns the exit code."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._end)
        signal.signal(signal.SIGHUP, self._alone)
        try:
            return self._evening()
        finally:
            end_all([*self._clients, self._host])

    def _end(self, *_: Any) -> None:
        """A plain flag: a signal handler must not take a lock."""
        self._over = True

    def _alone(self, *_: Any) -> None:
        """The terminal is gone: nobody's game ends with it."""
        self._hung_up = True

    def _evening(self) -> int:
        self._start_host()
        code = self._wait_for_host()
        if code is not None:
            return code
        self._host.steady = True
        for client in self._clients:
            client.start()
        while not self._over:
            time.sleep(WATCH_S)
            self._tell_hung_up()
            if self._host.watch():
                self._listen()
            for client in self._clients:
                client.watch()
        return 0

    def _tell_hung_up(self) -> None:
        if self._hung_up:
            self._hung_up = False
            greeting.say(f"the terminal is gone, the game goes on; to end it: kill {os.getpid()}")

    def _start_host(self) -> None:
        self._host.start()
        self._listen()

    def _listen(self) -> None:
        """Pass on what the host prints; its first line says that it is ready."""
        process = self._host.process
        if process is not None and process.stdout is not None:
            threading.Thread(target=self._pass_on, args=(process.stdout,), daemon=True).start()

    def _pass_on(self, output: IO[bytes]) -> None:
        with output:
            for line in output:
                if self._ready.is_set():
                    continue
                self._bound = msgspec.json.decode((self._settings.folder / "host.json").read_bytes(), type=Bound)
                self._ready.set()
                self._greet(line.decode("utf-8", "replace").split()[-1])

    def _wait_for_host(self) -> int | None:
        """None when the host is ready; otherwise the exit code."""
        process = self._host.process
        until = time.monotonic() + START_S
        while not self._ready.wait(0.05):
            if self._over:
                return 0
            if process is not None and (code := process.poll()) is not None and not self._ready.wait(0.5):
                return code or 1
            if time.monotonic() > until:
                greeting.say("the table does not start; see above")
                return 1
        return None

    def _greet(self, address: str) -> None:
        """Address and code to join, as text and as QR code; the table is there whether anybody reads this or not."""
        try:
            link = f"{address}/join?code={self._code()}"
        except (OSError, ValueError, LookupError):
            link = f"{address}/join"
        greeting.greet(address, link, sys.stdout, greeting.owner(self._settings.folder))

    def _code(self) -> str:
        import urllib.request

        assert self._bound is not None
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        token = (self._settings.folder / "tokens" / "host.token").read_text(encoding="utf-8").strip()
        asked = urllib.request.Request(f"{self._bound.url}/api/state", headers={"Authorization": f"Bearer {token}"})
        with opener.open(asked, timeout=10) as answer:
            return str(msgspec.json.decode(answer.read())["code"])

    def _host_arguments(self) -> list[str]:
        port = self._bound.port if self._bound else self._settings.port
        public = ["--public"] if self._settings.public_clients else []
        board = ["--board", self._board] if self._board else []
        return ["host", "--port", str(port), "--bind", self._settings.bind, "--data", self._data(), *board, *public]

    def _data(self) -> str:
        return str(self._settings.folder)

    def _client(self, name: str) -> list[str]:
        assert self._bound is not None
        token = Path(self._data()) / "tokens" / f"{name}.token"
        return [name, "run", "--host", self._bound.url, "--token-file", str(token)]

    def _vision_arguments(self) -> list[str]:
        more = [("--camera", self._settings.camera), ("--pane", self._settings.pane), ("--wands", self._settings.wands)]
        work = str(self._settings.folder / "eye")
        return [*self._client("vision"), "--work", work, *(part for option in more if option[1] for part in option)]

    def _firmware_arguments(self) -> list[str]:
        chosen = self._settings
        more = [("--leds", str(chosen.leds or "")), ("--order", chosen.colour_order)]
        more += [("--pin", pin) for pin in chosen.pins]
        always = ["--strip", chosen.strip, "--buttons", chosen.buttons, "--budget-ma", str(chosen.lamp_budget_ma)]
        return [*self._client("firmware"), *always, *(part for option in more if option[1] for part in option)]

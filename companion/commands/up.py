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
ANSWER_S = 2.0
LOOK_S = 2.0
"""So often the host is asked which devices its game needs."""
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
@click.option("--game", help="The game that lies on the table; while another is under way that one goes on.")
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
    sys.exit(Evening(settings, not no_vision, not no_firmware, options["board"] or "", options["game"] or "").run())


class Bound(msgspec.Struct, frozen=True):
    """Where the host is (its ``host.json``)."""

    url: str
    port: int


class Needing(msgspec.Struct, frozen=True):
    """What the host's health tells of devices."""

    needed: tuple[str, ...] = ()


class Evening:
    """The three programs of one machine, from start to end."""

    def __init__(self, settings: Settings, vision: bool, firmware: bool, board: str = "", game: str = "") -> None:
        """``vision`` and ``firmware``: they are started while the game on the table needs them."""
        self._settings = settings
        self._game = game
        self._board = board
        self._bound: Bound | None = None
        self._over = False
        self._hung_up = False
        self._ready = threading.Event()
        self._host = Program("the table", self._host_arguments, pipe=True)
        self._clients: dict[str, Program] = {}
        if vision:
            self._clients["vision"] = Program("the camera", self._vision_arguments)
        if firmware:
            tty = settings.buttons == "keyboard"
            self._clients["firmware"] = Program("the lamps", self._firmware_arguments, tty=tty)
        self._running: list[Program] = []
        self._looked = 0.0

    def run(self) -> int:
        """Run until a signal; returns the exit code."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._end)
        signal.signal(signal.SIGHUP, self._alone)
        try:
            return self._evening()
        finally:
            end_all([*self._running, self._host])

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
        while not self._over:
            self._start_needed()
            self._tell_hung_up()
            if self._host.watch():
                self._listen()
            for client in self._running:
                client.watch()
            time.sleep(WATCH_S)
        return 0

    def _start_needed(self) -> None:
        """Eye and lamps run while the game on the table needs them; people may choose another at any time."""
        if not self._clients or time.monotonic() - self._looked < LOOK_S:
            return
        self._looked, needed = time.monotonic(), self._needed()
        if needed is None:
            return
        for name, client in self._clients.items():
            if name in needed and client not in self._running:
                client.start()
                self._running.append(client)
            elif name not in needed and client in self._running:
                self._running.remove(client)
                end_all([client])

    def _needed(self) -> frozenset[str] | None:
        """The devices that the game on the table needs; None while the host does not answer."""
        import urllib.request

        assert self._bound is not None
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(f"{self._bound.url}/health", timeout=ANSWER_S) as answer:
                return frozenset(msgspec.json.decode(answer.read(), type=Needing).needed)
        except (OSError, msgspec.MsgspecError):
            return None

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
        game = ["--game", self._game] if self._game else []
        where = ["--port", str(port), "--bind", self._settings.bind, "--data", self._data()]
        return ["host", *where, *game, *board, *public]

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

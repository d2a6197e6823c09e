"""What one running host holds beside the table: devices, tokens, pictures, who is here, asked simulated throws."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from typing import Any, Literal

import msgspec
from flask import Flask, current_app

from companion import settings as settings_module
from companion.games import Game, Json
from companion.protocol import TAUGHT, Device, DeviceHealth, DeviceState, Health
from companion.settings import Settings
from companion.table import asks, boards, games, ghosts, knocks, knownboards, lampmap, lamps, referee, setuploss, state
from companion.table.archive import Kept
from companion.table.boardcheck import BoardCheck
from companion.table.course import Ask, Course
from companion.table.deadlines import Deadlines
from companion.table.devices import DEVICES, Devices
from companion.table.evidence import Evidence
from companion.table.knownboards import KnownBoard
from companion.table.lengths import Lengths
from companion.table.owners import Owners
from companion.table.replay import Replays
from companion.table.setup import BOARDS, LAMPS, SETTINGS, Setup
from companion.table.table import Table
from companion.table.tokens import Tokens
from companion.web.claim import Claim
from companion.web.eyeroom import EyeRoom
from companion.web.guesses import Guesses
from companion.web.knocking import CLAIMS, JOINS, Knocking
from companion.web.presence import Presence
from companion.web.presses import Presses

KEY = "dreimagier"
GLOW_S = 120.0
GLOWING = "lamp"


class Hosting:
    """A table with all that serves it.  Thread-safe.

    ``safe`` is why it runs in safe mode (None: it does not): then throws are typed by hand and nothing else counts.
    """

    def __init__(
        self,
        table: Table,
        settings: Settings,
        version: str,
        safe: str | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.safe = safe
        self.presses = Presses()
        self.table = table
        self.settings = settings
        self.version = version
        self.devices = Devices()
        self.tokens = Tokens(table.folder)
        self.owners = Owners(table.folder)
        self.evidence = Evidence(table.folder)
        self.replays = Replays(table.games, table.archive)
        self.guesses = Guesses()
        self.logins = Guesses()
        self.eye = EyeRoom(now)
        self.check = BoardCheck(table.games, table.course)
        checks = {LAMPS: lampmap.check, BOARDS: boards.checked(table.games.all), SETTINGS: settings_module.check}
        self.setup = Setup(table.folder, self._taught, checks)
        setuploss.told(table, self.setup)
        table.chosen = boards.chooser(self.setup)
        self._began = table.course.began
        self._lamp_map: tuple[int, dict[str, list[int]] | None] | None = None
        self.choices = self.setup.choices()
        self.lengths = Lengths(table.games)
        self._glow: tuple[int, float] | None = None
        self.presence = Presence(settings.away_s, now)
        self.knocking = Knocking(now)
        self.joins = Knocking(now, JOINS)
        self.claims = Knocking(now, CLAIMS)
        self.claim = Claim(self.owners, now)
        self.ghosts = ghosts.Pace(table, settings.ghost_s, now)
        self.deadlines = Deadlines(settings.question_s, now)
        self._lock = threading.Lock()
        self._seen: tuple[Course | None, dict[tuple[str | None, str], Json]] = (None, {})
        self._toss = 0

    def _taught(self) -> None:
        """Something of the set-up has changed: devices and pages are told."""
        self._lamp_map = None
        self.choices = self.setup.choices()
        self.table.touch()

    def lamp_map(self, course: Course) -> dict[str, list[int]] | None:
        """The lamp map that was taught for the game on the table; None: as its board has it.  Read once a game."""
        known = self._lamp_map
        if known is None or known[0] != course.began:
            game = self.table.games.of(course)
            nodes = set(lamps.positions(game, course.header)) | set(lamps.lamp_numbers(game, course.header))
            known = self._lamp_map = (course.began, lampmap.taught(self.setup, game.name, nodes))
        return known[1]

    @property
    def address(self) -> str:
        """The address that phones are sent to, chosen by the owner on a page or in the settings; empty: nobody did."""
        chosen = self.choices.get("address")
        return chosen if isinstance(chosen, str) and chosen else self.settings.address

    @property
    def untouched(self) -> bool:
        """Whether nobody has begun anything here: no choice, no seat, no action, no game that ended."""
        course = self.table.course
        sat = any(seat.hash for seat in course.seats.values())
        return not (self.choices.get("begun") or sat or course.line or self.archived())

    def archived(self) -> list[Kept]:
        """The games of the archive, the newest first; the one on the table is none of them before it is over."""
        course = self.table.course
        under_way = self.table.game_id(course) if course.questions else ""
        return [kept for kept in self.table.archive.games() if kept.id != under_way]

    def boards(self, header: Json | None = None) -> list[KnownBoard]:
        """The boards that are known here, besides those of the game itself, under this header (by itself the table's).

        ``now``: a new one is on it by itself.
        """
        header = self.table.course.header if header is None else header
        if not isinstance(header.get("board"), dict):
            return []
        game = self.table.games.under(header)
        found = knownboards.known(game, header, self.setup, self.archived())
        chosen = boards.chosen(self.setup, game)
        return [
            board if chosen is None else msgspec.structs.replace(board, now=board.toml == chosen[1]) for board in found
        ]

    def chosen(self, options: Json) -> Json:
        """Options of a new game, its board with its text.  Raises games.Invalid."""
        if not isinstance(options.get("board"), dict):
            return options
        header, named = self.table.course.header, options.get("game")
        if named not in (None, header["game"]):
            header = games.fresh(self.table, {"game": named})
        return knownboards.resolved(options, self.boards(header))

    @property
    def needed(self) -> tuple[Device, ...]:
        """The devices that the game needs; no other is shown or missed."""
        return needed_by(self.table.game)

    def toss(self) -> None:
        """Ask the simulated camera for a throw."""
        with self._lock:
            self._toss += 1
        self.table.touch()

    @property
    def simulated_camera(self) -> bool:
        """Whether throws come from a simulated camera."""
        return self.safe is None and "vision" in self.needed and self.devices.simulated("vision")

    @property
    def simulated_lamps(self) -> bool:
        """Whether the lamps are simulated ones."""
        return "firmware" in self.needed and self.devices.simulated("firmware")

    @property
    def tossing(self) -> bool:
        """Whether the simulated camera can be asked for a throw now."""
        return self.simulated_camera and self.devices.health("vision").state == "ok"

    def glow(self, lamp: int | None) -> None:
        """Let one lamp glow alone for a while, or none."""
        self._glow = None if lamp is None or lamp < 0 else (lamp, time.monotonic())
        self.table.touch()

    def tick(self) -> None:
        """What time does to the table: what was asked of it is over, and phones that are gone are away."""
        course = self.table.course
        if self.presence.changed(course) or self.eye.left():
            self.table.touch()
        if course.began != self._began:
            boards.follow(self.setup, self.table)
            self._began = course.began
        due = [ask for ask in course.asks if self._left(course)[ask.id] <= 0]
        if any(ask.at_the_door for ask in due):
            knocks.expire(self.table, tuple(ask.id for ask in due if ask.at_the_door), self.presence.live)
        self.ghosts.tick()
        for ask in due:
            if not ask.at_the_door:
                (referee.silence if ask.type == "dispute" else asks.expire)(self.table, ask.id)

    def _left(self, course: Course) -> dict[int, float]:
        return self.deadlines.left(course, self.presence.live(course))

    def state(self, role: str | None, language: str = "de") -> Json:
        """The whole state JSON for a role."""
        course = self.table.course
        game = self.table.games.of(course)
        streams, live = self.presence.streams(), self.presence.live(course)
        left = self.deadlines.left(course, live)
        told = self._told(course, role, language)
        return {
            **told,
            "ask": self._first(course, role, live),
            "knocks": [self._asked(course, ask, live) for ask in course.knocks],
            "left": {str(ask): max(0, round(seconds, 1)) for ask, seconds in left.items()},
            "fewest": game.fewest if game.chairs else None,
            "levels": list(game.levels),
            "throws_for": ghosts.thrown_for(game, course),
            "table": self.table.name,
            "code": self.table.code if role is not None else "",
            "seats": {
                name: {
                    "name": seat.name,
                    "taken": seat.hash is not None,
                    "ghost": None if seat.hash is not None or seat.ghost is None else seat.ghost.level,
                    "here": seat.hash in streams,
                    "away": name not in live,
                }
                for name, seat in course.seats.items()
            },
            "check": self.check.told(course) if role is not None else None,
            "evidence": self._evidence(role),
            "devices": {name: self._health(name) for name in needed_by(game)},
            "safe": self.safe,
            "simulated": {"camera": self.simulated_camera, "lamps": self.simulated_lamps},
        }

    def _told(self, course: Course, role: str | None, language: str) -> Json:
        """What the table tells a role; the same for every screen of it until the table goes on.  Never changed."""
        with self._lock:
            if self._seen[0] is not course:
                self._seen = (course, {})
            known = self._seen[1]
        if (role, language) not in known:
            known[role, language] = state.state(self.table.games.of(course), course, role, language)
        return known[role, language]

    def _first(self, course: Course, role: str | None, live: frozenset[str]) -> Json | None:
        """The one ask that a role sees: at the door first where it has a voice, then the table's own."""
        mine = (ask for ask in course.knocks if role in knocks.voices(course, ask, live) and role not in ask.votes)
        found = next(mine, course.ask) or next(iter(course.knocks), None)
        return None if found is None else self._asked(course, found, live)

    def _asked(self, course: Course, ask: Ask, live: frozenset[str]) -> Json:
        """An ask as everybody sees it; at the door with those who may answer now."""
        told = state.ask(ask)
        return {**told, "voters": list(knocks.voices(course, ask, live))} if ask.at_the_door else told

    def _evidence(self, role: str | None) -> Json | None:
        """The picture of what is being judged (else of the last throw), with what was read in it; for seats only."""
        name = referee.picture(self.table.game, self.table.course) if role is not None else None
        told = self.evidence.told(name) if name else None
        return {"picture": name, "here": told is not None, **(told or {"size": None, "wands": {}})} if name else None

    def _health(self, device: Any) -> Json:
        """Health of a device for the pages, with what the pane shows and whether the supply limits the lamps."""
        beat = self.devices.last(device)
        health: Json = msgspec.to_builtins(self.devices.health(device))
        absent = beat is None or health["state"] == "absent"
        return health | {"pane": None if absent else beat.pane, "limited": not absent and beat.limited}  # type: ignore[union-attr]

    def device_state(self) -> DeviceState:
        """What vision and firmware are sent."""
        course = self.table.course
        told = lamps.device_state(self.table.games.of(course), course, self.table.name, self._toss)
        told = msgspec.structs.replace(
            told, taught=self.setup.sums(TAUGHT), watched=self.eye.watched, orders=self.eye.orders
        )
        mapped = self.lamp_map(course)
        if mapped is not None:
            told = msgspec.structs.replace(told, lamp_numbers=mapped)
        if self._glow is not None and time.monotonic() - self._glow[1] < GLOW_S:
            alone: dict[str, list[int]] = {GLOWING: [self._glow[0]]}
            return msgspec.structs.replace(told, lamps={GLOWING: ["chosen"]}, lamp_numbers=alone, dark=False)
        node = self.check.glowing(course)
        return told if node is None else msgspec.structs.replace(told, lamps={node: ["chosen"]}, dark=False)

    def health(self) -> Health:
        """Answer of ``GET /health``: degraded in safe mode, when the last action could not be saved, and when a
        device that was there fails or is gone."""
        vision, firmware = self.devices.health("vision"), self.devices.health("firmware")
        missed = any(_bad(self.devices.health(device)) for device in self.needed)
        unsaved = None if self.table.unsaved is None else str(self.table.unsaved)
        status: Literal["ok", "degraded"] = "degraded" if self.safe or missed or unsaved else "ok"
        name, seq = socket.gethostname(), self.table.course.seq
        return Health(status, self.version, name, seq, vision, firmware, self.safe, unsaved, self.needed)


def needed_by(game: Game[Any]) -> tuple[Device, ...]:
    """The devices that a game needs."""
    return tuple(device for device in DEVICES if device in game.devices)


def _bad(device: DeviceHealth) -> bool:
    return device.state in ("degraded", "failed") or (device.state == "absent" and device.seen_s is not None)


def hosting(app: Flask | None = None) -> Hosting:
    """The hosting of an app, by itself of the present one."""
    found: Hosting = (app or current_app).extensions[KEY]
    return found

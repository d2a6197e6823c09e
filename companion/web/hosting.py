"""What one running host holds beside the table: devices, tokens, pictures, who is here, asked simulated throws."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from typing import Any, Literal

import msgspec
from flask import Flask, current_app

from companion.games import Json
from companion.protocol import Device, DeviceHealth, DeviceState, Health
from companion.settings import Settings
from companion.table import lampmap, lamps, referee, state
from companion.table.archive import Kept
from companion.table.boardcheck import BoardCheck
from companion.table.course import Course
from companion.table.devices import DEVICES, Devices
from companion.table.evidence import Evidence
from companion.table.replay import Replays
from companion.table.table import Table
from companion.table.tokens import Tokens
from companion.web.guesses import Guesses
from companion.web.presses import Presses

KEY = "dreimagier"
TOSSES_A_SEQ = 1000
GLOW_S = 120.0
GLOWING = "lamp"


class Hosting:
    """A table with all that serves it.  Thread-safe.

    ``safe`` is why it runs in safe mode (None: it does not): then throws are typed by hand and nothing else counts.
    """

    def __init__(self, table: Table, settings: Settings, version: str, safe: str | None = None) -> None:
        self.safe = safe
        self.presses = Presses()
        self.table = table
        self.settings = settings
        self.version = version
        self.devices = Devices()
        self.tokens = Tokens(table.folder)
        self.evidence = Evidence(table.folder)
        self.replays = Replays(table.game, table.archive)
        self.guesses = Guesses()
        self.logins = Guesses()
        self.check = BoardCheck(table.game, table.course)
        self.lamps_taught = lampmap.taught(table)
        self._glow: tuple[int, float] | None = None
        self.here: Callable[[], frozenset[str]] = frozenset
        self._lock = threading.Lock()
        self._seen: tuple[Course | None, dict[tuple[str | None, str], Json]] = (None, {})
        self._silent: tuple[tuple[int, int], float] | None = None
        self._toss = table.course.seq * TOSSES_A_SEQ

    def archived(self) -> list[Kept]:
        """The games of the archive, the newest first; the one on the table is none of them before it is over."""
        course = self.table.course
        under_way = self.table.game_id(course) if course.questions else ""
        return [kept for kept in self.table.archive.games() if kept.id != under_way]

    @property
    def needed(self) -> tuple[Device, ...]:
        """The devices that the game needs; no other is shown or missed."""
        return tuple(device for device in DEVICES if device in self.table.game.devices)

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
        """What time does to the table: a dispute that stays silent for a minute is over."""
        ask = self.table.course.ask
        if ask is None or ask.type != "dispute":
            self._silent = None
            return
        heard = (ask.id, len(ask.votes))
        if self._silent is None or self._silent[0] != heard:
            self._silent = (heard, time.monotonic())
        elif time.monotonic() - self._silent[1] > referee.SILENCE_S:
            referee.silence(self.table, ask.id)

    def state(self, role: str | None, language: str = "de") -> Json:
        """The whole state JSON for a role."""
        course = self.table.course
        here = self.here()
        return {
            **self._told(course, role, language),
            "table": self.table.name,
            "code": self.table.code,
            "seats": {
                name: {"name": seat.name, "taken": seat.hash is not None, "here": name in here}
                for name, seat in course.seats.items()
            },
            "check": self.check.told(course) if role is not None else None,
            "evidence": self._evidence(role),
            "devices": {name: self._health(name) for name in self.needed},
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
            known[role, language] = state.state(self.table.game, course, role, language)
        return known[role, language]

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
        told = lamps.device_state(self.table.game, course, self.table.name, self._toss)
        if self.lamps_taught is not None:
            told = msgspec.structs.replace(told, lamp_numbers=self.lamps_taught)
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
        seq = self.table.course.seq
        return Health(status, self.version, socket.gethostname(), seq, vision, firmware, self.safe, unsaved)


def _bad(device: DeviceHealth) -> bool:
    return device.state in ("degraded", "failed") or (device.state == "absent" and device.seen_s is not None)


def hosting(app: Flask | None = None) -> Hosting:
    """The hosting of an app, by itself of the present one."""
    found: Hosting = (app or current_app).extensions[KEY]
    return found

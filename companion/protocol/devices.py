"""Devices: their health, their buttons, and the state that the host sends them."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from companion.protocol.eye import EyeOrder
from companion.protocol.lamps import ROLES, Role
from companion.protocol.readings import Status

Device = Literal["vision", "firmware"]


class Heartbeat(msgspec.Struct, frozen=True):
    """From a device, every second: whether it works, what it runs on, and a sentence when it does not."""

    device: Device
    state: Literal["ok", "degraded", "failed"]
    backend: str
    simulated: bool
    detail: str = ""
    pane: Status | None = None
    limited: bool = False


class ButtonPress(msgspec.Struct, frozen=True):
    """From firmware: a seat's button (0, 1, 2 in playing order) was pressed or held."""

    button: int
    gesture: Literal["press", "hold"]
    request: str
    seq: int


class ThrowRequest(msgspec.Struct, frozen=True):
    """The throw that the table waits for; ``kept`` maps a lying wand to its value."""

    question: str
    seat: str
    kind: str
    wands: list[str]
    kept: dict[str, int]


class DeviceState(msgspec.Struct, frozen=True):
    """To devices: all that they need, whole, at every change.

    ``lamps`` maps nodes to roles.  ``dark`` asks for dark lamps (a throw is awaited).  ``toss`` counts the throws
    that players asked of a *simulated* camera since the host began (then 0); another count than before, but for 0,
    drops the wands of ``throw``.  ``lamp_numbers`` maps nodes to the strip's lamps as the board file says.
    ``sounds`` lists the sounds of the last entry.  ``positions`` maps nodes to millimetres on the board (x east, y
    south), for strips that draw it; it may be empty.  ``taught`` maps the files that the eye was taught
    (``pane.json``, ``wands.json``) to their SHA-256: it gets them from ``/api/device/taught``.  ``watched``: somebody
    looks through the eye at a set-up page; ``orders`` are what people asked of it there, the newest last.
    """

    version: int
    table: str
    seq: int
    throw: ThrowRequest | None
    lamps: dict[str, list[Role]]
    dark: bool
    lamp_numbers: dict[str, list[int]]
    seats: list[str]
    asked: list[str]
    toss: int = 0
    sounds: list[str] = []
    positions: dict[str, tuple[float, float]] = {}
    taught: dict[str, str] = {}
    watched: bool = False
    orders: list[EyeOrder] = []


class Unreadable(msgspec.ValidationError, ValueError):
    """These bytes are no ``DeviceState``."""


class NotForDevices(Unreadable):
    """A state as spectators get it: to the host this device is a stranger, its token is not the host's newest."""


def read_device_state(data: bytes) -> DeviceState:
    """The JSON of a ``DeviceState``; roles of a newer host that are not in ``ROLES`` are left out.

    Raises Unreadable, and NotForDevices where the host has sent what it sends to spectators.
    """
    try:
        told = msgspec.json.decode(data)
        if isinstance(told, dict):
            _sift(told)
        return msgspec.convert(told, DeviceState)
    except Unreadable:
        raise
    except RecursionError as error:
        raise Unreadable("nested too deeply") from error
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Unreadable(str(error)) from error


def _sift(told: dict[str, Any]) -> None:
    """Leave roles out that this program does not know.  Raises NotForDevices for a spectator's state."""
    if "view" in told:
        raise NotForDevices("a state for spectators, not for devices")
    if isinstance(lamps := told.get("lamps"), dict):
        told["lamps"] = {node: _known(roles) for node, roles in lamps.items()}


def _known(roles: Any) -> Any:
    """The roles of a node that this program knows; what is no list of names is left as it is, to be refused."""
    if not isinstance(roles, list):
        return roles
    return [role for role in roles if role in ROLES or not isinstance(role, str)]


class DeviceHealth(msgspec.Struct, frozen=True):
    """State of one program, as the host knows it."""

    state: Literal["ok", "degraded", "failed", "absent"]
    backend: str | None
    simulated: bool
    detail: str
    seen_s: float | None


class Health(msgspec.Struct, frozen=True):
    """Answer of ``GET /health``.

    ``safe`` says why the host runs in safe mode (None: it does not), ``unsaved`` why the last action was not saved,
    ``needed`` which devices the game on the table needs.
    """

    status: Literal["ok", "degraded"]
    version: str
    host: str
    seq: int
    vision: DeviceHealth
    firmware: DeviceHealth
    safe: str | None = None
    unsaved: str | None = None
    needed: tuple[Device, ...] = ()

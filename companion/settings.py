"""Settings of this machine: defaults, then the settings file, then the environment, then the command line.

The file is the one that ``DREIMAGIER_SETTINGS`` names, else ``settings.toml`` in the data folder, else that of this
machine, ``/etc/dreimagier/settings.toml``, which the services read: one file for table, eye and lamps.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from companion.link.errors import OneLine

PORT_VARIABLE = "DREIMAGIER_PORT"
DATA_VARIABLE = "DREIMAGIER_DATA"
FILE_VARIABLE = "DREIMAGIER_SETTINGS"
MACHINE = Path("/etc/dreimagier/settings.toml")


class SettingsError(OneLine, ValueError):
    """The settings cannot be used; the message names the key and what to write instead."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a machine's owner may choose.

    ``port`` is the table's, and where eye and lamps look for it.  ``hosts`` are further names under which browsers may
    open this host, ``address`` the one that phones are sent to (else the likeliest).  ``public_clients`` lets in
    clients from outside the own network.  ``proxies`` are addresses of programs that speak https in front of this host:
    their ``X-Forwarded-For`` and ``X-Forwarded-Proto`` are believed.  ``leds``, ``colour_order`` and ``pins`` (each as
    ``buzzer=13``) are the firmware's; what is not set here is as the firmware or its environment has it.
    ``board`` is a board file, or the name of a board that comes with the game: the table's board.
    ``question_s`` is how long a question to the table stands, ``away_s`` when a phone that is not heard of is away,
    ``ghost_s`` how long a ghost thinks.
    """

    port: int = 8080
    bind: str = "0.0.0.0"
    data: str = ""
    public_clients: bool = False
    hosts: list[str] = []
    address: str = ""
    proxies: list[str] = []
    camera: str = "auto"
    strip: str = "auto"
    buttons: str = "auto"
    pane: str = ""
    wands: str = ""
    lamp_budget_ma: int = 1500
    leds: int | None = None
    colour_order: str = ""
    pins: list[str] = []
    question_s: float = 60.0
    away_s: float = 12.0
    ghost_s: float = 4.0
    game: str = ""
    board: str = ""
    game_options: dict[str, Any] = {}

    @property
    def folder(self) -> Path:
        """The data folder, absolute; not made here."""
        return Path(self.data).expanduser().absolute()


def default_folder() -> Path:
    """``$XDG_DATA_HOME/dreimagier``, as the base directory specification says."""
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(base).expanduser() / "dreimagier"


def load(**overrides: Any) -> Settings:
    """Read the settings; ``overrides`` that are None are ignored.  Raises SettingsError."""
    folder = Path(overrides.get("data") or os.environ.get(DATA_VARIABLE) or default_folder())
    path = file_of(folder)
    values: dict[str, Any] = {"data": str(folder), **_file(path), **_environment()}
    values |= {key: value for key, value in overrides.items() if value is not None}
    try:
        return _checked(msgspec.convert(values, Settings))
    except msgspec.ValidationError as error:
        raise SettingsError(f"settings ({path}): {error}") from error


def file_of(folder: Path) -> Path:
    """The settings file that holds for a data folder; it need not exist."""
    named = os.environ.get(FILE_VARIABLE)
    if named:
        return Path(named)
    own = folder / "settings.toml"
    return MACHINE if not own.exists() and MACHINE.exists() else own


def check(content: bytes) -> None:
    """Whether a settings file could be used.  Raises SettingsError."""
    try:
        _checked(msgspec.convert(tomllib.loads(content.decode("utf-8-sig")), Settings))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise SettingsError(str(error)) from error


def of_programs() -> dict[str, dict[str, dict[str, Any]]]:
    """What eye and lamps take from the settings where nothing else is said: program -> command -> parameter -> value.

    Raises SettingsError.
    """
    chosen = load()
    host = os.environ.get("DREIMAGIER_HOST") or f"http://127.0.0.1:{chosen.port}"
    strip = {
        "strip": chosen.strip,
        "budget_ma": chosen.lamp_budget_ma,
        "leds": chosen.leds,
        "order": chosen.colour_order,
    }
    lamps = {"url": host, "buttons": chosen.buttons, "pins": chosen.pins, **strip}
    eye = {"url": host, "camera": chosen.camera, "pane": chosen.pane, "wands": chosen.wands}
    return {
        "vision": {"run": _set(eye)},
        "firmware": {"run": _set(lamps), "blank": _set(strip), "test": _set(strip)},
    }


def _set(values: dict[str, Any]) -> dict[str, Any]:
    """Those that are set."""
    return {name: value for name, value in values.items() if value not in ("", None, [])}


def _file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        if os.environ.get(FILE_VARIABLE):
            raise SettingsError(f"{FILE_VARIABLE} names {path}, but there is no such file") from None
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"the settings file {path} cannot be read: {error}") from error


def _environment() -> dict[str, Any]:
    port = os.environ.get(PORT_VARIABLE)
    if port is None:
        return {}
    if not port.isdecimal():
        raise SettingsError(f"{PORT_VARIABLE} must be a number from 1 to 65535, not {port!r}")
    return {"port": int(port)}


def _checked(settings: Settings) -> Settings:
    if not 0 <= settings.port <= 65535:
        raise SettingsError(f"port must be from 1 to 65535 (0: any free one), not {settings.port}")
    for name in ("question_s", "away_s"):
        if not 1 <= getattr(settings, name) <= 3600:
            raise SettingsError(f"{name} must be from 1 to 3600 seconds, not {getattr(settings, name)}")
    if not 0 <= settings.ghost_s <= 60:
        raise SettingsError(f"ghost_s must be from 0 to 60 seconds, not {settings.ghost_s}")
    return settings

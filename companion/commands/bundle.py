"""A bundle for bug reports: what doctor found and on what machine, and nothing that is anybody's business.

Games, people's names and pictures are not looked at; tokens, codes to join, names of networks and users and hardware
addresses are hidden wherever they stand.
"""

from __future__ import annotations

import io
import platform
import re
import zipfile
from collections.abc import Iterable
from importlib import metadata

from companion.commands.machine import Machine

FILES = (
    "/etc/os-release",
    "/proc/device-tree/model",
    "/boot/firmware/config.txt",
    "/proc/self/mounts",
    "/proc/meminfo",
)
SETTINGS = (
    "/etc/dreimagier/settings.toml",
    *(f"/etc/dreimagier/{name}.env" for name in ("host", "vision", "firmware")),
)
SAID = {"host": 300, "vision": 200, "firmware": 200, "safe": 100, "fallback": 50}
"""Unit -> how many of its last lines."""
COMMANDS = {
    "units": ["systemctl", "list-units", "--all", "--no-pager", "--plain", "dreimagier*"],
    "cameras": ["rpicam-hello", "--list-cameras"],
    "gpio": ["gpioinfo"],
    "usb": ["lsusb"],
    "supply": ["vcgencmd", "get_throttled"],
}
SECRETS: tuple[tuple[str, str], ...] = (
    (r"(?i)\b(code=)(?!exited|killed|dumped)\w+", r"\1(hidden)"),
    (r"(?i)(token|cookie|password|passwort|psk|secret|ssid)(\s*[=:]\s*)\S+", r"\1\2(hidden)"),
    (r"\b(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{20,}|\b[0-9a-f]{32,}\b", "(hidden)"),
    (r"/home/[^/\s]+", "/home/(hidden)"),
    (r"(?i)\b(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\b", "(hidden)"),
)
"""What is hidden in every text, and by what."""


def packed(here: Machine, found: Iterable[str]) -> bytes:
    """The bundle as a ZIP."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in _texts(here, found).items():
            if text:
                archive.writestr(f"report/{name}.txt", hidden(text) + "\n")
    return out.getvalue()


def hidden(text: str) -> str:
    """A text without what is nobody's business."""
    for pattern, instead in SECRETS:
        text = re.sub(pattern, instead, text)
    return text


def _texts(here: Machine, found: Iterable[str]) -> dict[str, str]:
    texts = {"doctor": "\n".join(found), "versions": _versions()}
    texts |= {path.strip("/").replace("/", "-"): here.text(path) for path in (*FILES, *SETTINGS)}
    texts |= {name: here.runner(command) or "" for name, command in COMMANDS.items()}
    return texts | {f"journal-{unit}": _journal(here, unit, lines) for unit, lines in SAID.items()}


def _journal(here: Machine, unit: str, lines: int) -> str:
    asked = ["journalctl", "--quiet", "--no-pager", "--output=short-iso", f"--lines={lines}"]
    return here.runner([*asked, "--unit", f"dreimagier-{unit}.service"]) or ""


def _versions() -> str:
    """Python, kernel and packages."""
    installed = sorted({f"{each.name} {each.version}" for each in metadata.distributions() if each.name})
    return "\n".join([f"Python {platform.python_version()}", platform.platform(), *installed])

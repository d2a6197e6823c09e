"""What a machine is for, and so which units, packages and files it gets."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from hardware.install.place import InstallError


@dataclass(frozen=True)
class Role:
    """``units`` run at every start, ``more`` stand by; ``packages`` are for a Pi."""

    units: tuple[str, ...]
    more: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()


EYE = ("python3-picamera2", "python3-libcamera")
PINS = ("python3-lgpio", "python3-dev", "gcc")
ROLES = {
    "table": Role(("host", "vision", "firmware", "console"), ("safe", "fallback"), (*EYE, *PINS)),
    "eye": Role(("vision",), packages=(*EYE, *PINS)),
    "lamps": Role(("firmware",), packages=(*EYE, *PINS)),
}
"""Pins need their packages everywhere: one environment holds all programs."""
EVERYWHERE = ("python3-venv",)
TABLE = ("avahi-daemon", "avahi-utils")
"""They tell the network the name dreimagier.local."""
TOKENS = {"eye": "vision", "lamps": "firmware"}

FAR = """# Made by install.sh: this machine is {role} of a table elsewhere.
[Service]
Environment=DREIMAGIER_HOST={host}
LoadCredential=
LoadCredential=token:/etc/dreimagier/{program}.token
"""


def whole(source: Path) -> None:
    """Raises InstallError for a folder of the program that lacks one of our files."""
    for name in OTHERS:
        _text(source / "systemd" / name)


def packages(role: str, a_pi: bool) -> tuple[str, ...]:
    """The packages that a role needs from the system."""
    return (*EVERYWHERE, *(TABLE if role == "table" else ()), *(ROLES[role].packages if a_pi else ()))


def files(source: Path, role: str, host: str, token: str) -> dict[str, str]:
    """Every file of a role but the settings: where it goes -> its text."""
    chosen = ROLES[role]
    found = {
        f"/etc/systemd/system/dreimagier-{name}.service": _text(source / f"systemd/dreimagier-{name}.service")
        for name in (*chosen.units, *chosen.more)
    }
    wanted = " ".join(f"dreimagier-{name}.service" for name in chosen.units)
    target = _text(source / "systemd/dreimagier.target")
    found["/etc/systemd/system/dreimagier.target"] = re.sub(r"(?m)^Wants=.*$", f"Wants={wanted}", target)
    # A release that is gone back to may be older than some of these.
    there = {name: place for name, place in OTHERS.items() if (source / "systemd" / name).exists()}
    found |= {place: _text(source / "systemd" / name) for name, place in there.items()}
    if role in TOKENS:
        program = TOKENS[role]
        folder = f"/etc/systemd/system/dreimagier-{program}.service.d"
        found[f"{folder}/far.conf"] = FAR.format(role=role, host=host, program=program)
        found[f"/etc/dreimagier/{program}.token"] = token
    return found


COMMAND = "/usr/local/bin/dreimagier"
"""People may have one of their own there; then it stays."""
OTHERS = {
    "sysusers.conf": "/etc/sysusers.d/dreimagier.conf",
    "tmpfiles.conf": "/etc/tmpfiles.d/dreimagier.conf",
    "60-dreimagier.rules": "/etc/udev/rules.d/60-dreimagier.rules",
    "50-dreimagier.polkit.rules": "/etc/polkit-1/rules.d/50-dreimagier.rules",
    "dreimagier.sh": COMMAND,
}
SETTINGS = "/etc/dreimagier/settings.toml"


def mode(name: str) -> int:
    """The rights of an installed file."""
    return 0o600 if name.endswith(".token") else 0o755 if name == COMMAND else 0o644


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise InstallError(f"{path} is missing: this folder of the program is not whole; get it anew") from error

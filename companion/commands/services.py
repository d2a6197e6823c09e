"""What ``dreimagier doctor`` looks at in the installed services: their state, port, data, devices and Python."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from companion.commands.findings import Finding
from companion.commands.folders import FORGETS, filesystem
from companion.commands.machine import Machine

UNITS = ("host", "vision", "firmware")
DATA = "/var/lib/dreimagier"
SETTINGS = "/etc/dreimagier/settings.toml"
PYTHON = "/opt/dreimagier/.venv/bin/python"
INSTALL = "sudo sh install.sh, in the folder of the program"
DEVICES = {
    "vision": (("video", "render"), ("video*", "media*", "dma_heap/*")),
    "firmware": (("gpio", "spi"), ("gpiochip*", "spidev0.0")),
}
"""Program -> the groups of its unit, and the devices that it opens by one of them."""


def installed(here: Machine) -> list[str]:
    """The programs that have a unit here."""
    return [name for name in UNITS if here.exists(f"/etc/systemd/system/dreimagier-{name}.service")]


def units(here: Machine) -> Iterator[Finding]:
    """Installed services that have failed or whose last word was a fault, and safe mode."""
    for name in installed(here):
        unit = f"dreimagier-{name}.service"
        state = here.runner(["systemctl", "show", "--property=ActiveState", "--value", unit])
        fault = last_fault(here, unit)
        if state == "failed":
            text = f"{unit} has failed" + (f": {fault}" if fault else "")
            yield Finding("services", "wrong", text, f"journalctl -u {unit} -n 20; systemctl restart {unit}")
        elif fault:
            yield Finding("services", "note", f"{unit} says: {fault}", f"journalctl -u {unit} -n 20")
    machine, folder = SETTINGS, f"{DATA}/settings.toml"
    if here.exists(machine) and here.exists(folder):
        yield Finding(
            "services", "note", f"{folder} is not read by the services", f"what it says belongs into {machine}"
        )
    reason = here.text("/run/dreimagier-safe/reason")
    if reason:
        yield Finding(
            "services",
            "wrong",
            f"the table is in safe mode: {reason.splitlines()[-1]}",
            "see above, then: sudo systemctl start dreimagier.target",
        )


class Entry(msgspec.Struct, frozen=True):
    """A line of the journal: level (3 error, 4 warning, 5 notice) and text (a list of numbers where it is no text)."""

    PRIORITY: str
    MESSAGE: str | list[int] | None = None


def last_fault(here: Machine, unit: str) -> str:
    """The fault that a service's present run told last; empty when a later line says that it is over.

    The programs write a line for each change of a fault, and one when it is over; both are notices or worse.
    """
    run = here.runner(["systemctl", "show", "--property=InvocationID", "--value", unit])
    asked = ["journalctl", "--quiet", "--no-pager", "--output=json", "--lines=1", "--priority=notice"]
    found = here.runner([*asked, f"_SYSTEMD_INVOCATION_ID={run}"]) if run else None
    try:
        entry = msgspec.json.decode(found or "", type=Entry)
    except msgspec.DecodeError:
        return ""
    return entry.MESSAGE if entry.PRIORITY in ("0", "1", "2", "3", "4") and isinstance(entry.MESSAGE, str) else ""


def interpreter(here: Machine) -> Iterator[Finding]:
    """The Python of the services, which an upgrade of the system may have taken."""
    if installed(here) and here.path(PYTHON).is_symlink() and not here.runs(PYTHON):
        yield Finding("services", "wrong", f"the Python of the services is gone ({PYTHON})", INSTALL)


def port(here: Machine) -> Iterator[Finding]:
    """Eye and lamps look for a table of this machine where it is."""
    if not installed(here):
        return
    served = _variables(here, "host").get("DREIMAGIER_PORT") or _settings(here).get("port", 8080)
    for name in ("vision", "firmware"):
        address = urlsplit(_variables(here, name).get("DREIMAGIER_HOST", ""))
        if address.hostname in ("127.0.0.1", "localhost", "::1") and str(address.port or 80) != str(served):
            yield Finding(
                "services",
                "wrong",
                f"/etc/dreimagier/{name}.env looks for the table at port {address.port or 80}, it is at {served}",
                f"take DREIMAGIER_HOST out of {name}.env: the port stands in {SETTINGS} alone",
            )


def data(here: Machine) -> Iterator[Finding]:
    """The services' data: whose it is, and whether it outlives a power cut."""
    if "host" not in installed(here) or not here.exists(DATA):
        return
    owner = here.runner(["stat", "-c", "%U", DATA])
    if owner not in (None, "dreimagier"):
        cure = f"sudo chown -R dreimagier:dreimagier {DATA}"
        yield Finding("services", "wrong", f"{DATA} belongs to {owner}: the table cannot write", cure)
    kind = filesystem(Path(DATA), here.text("/proc/self/mounts"))
    if kind in FORGETS:
        text = f"{DATA} lies in memory ({kind}): a power cut forgets every game"
        yield Finding("services", "wrong", text, f"{FORGETS[kind]}, or mount a disk that stays at {DATA}")


def devices(here: Machine) -> Iterator[Finding]:
    """Whether the groups of eye and lamps open their devices, and their users exist."""
    for name in installed(here):
        user = "dreimagier" if name == "host" else f"dreimagier-{name}"
        passwd = here.text("/etc/passwd")
        if passwd and not re.search(f"^{user}:", passwd, re.MULTILINE):
            yield Finding("services", "wrong", f"there is no user {user}", INSTALL)
        groups, patterns = DEVICES.get(name, ((), ()))
        for path in sorted(path for each in patterns for path in here.path("/dev").glob(each)):
            yield from _opened(here, f"/{path.relative_to(here.root)}", groups)


def _opened(here: Machine, device: str, groups: tuple[str, ...]) -> Iterator[Finding]:
    told = (here.runner(["stat", "-c", "%G %a", device]) or "").split()
    if len(told) == 2 and (told[0] not in groups or int(told[1], 8) & 0o60 != 0o60):
        text = f"{device} belongs to the group {told[0]} ({told[1]}), its service has {' and '.join(groups)}"
        yield Finding("services", "wrong", text, f"{INSTALL}; then: sudo udevadm trigger")


def _settings(here: Machine) -> dict[str, object]:
    try:
        return tomllib.loads(here.text(SETTINGS))
    except tomllib.TOMLDecodeError:
        return {}


def _variables(here: Machine, name: str) -> dict[str, str]:
    """The lines of a program's file of variables."""
    lines = (line.partition("=") for line in here.text(f"/etc/dreimagier/{name}.env").splitlines())
    return {key.strip(): value.strip().strip("\"'") for key, sign, value in lines if sign and not key.startswith("#")}

"""What is asked of the system: packages, users, and whether the services are well."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Callable

from hardware.install.place import InstallError, Place
from hardware.install.record import Record
from hardware.install.roles import ROLES

HEALTH_S = 90.0
COMFORT = ("console",)
"""Units that nobody's game needs: an update is not taken back for them."""
STEADY_S = 5.0
RELEASES = ("bookworm", "trixie")
PORT = "from companion import settings; print(settings.load(data='/var/lib/dreimagier').port)"


def a_pi(place: Place) -> bool:
    """Whether this machine is a Raspberry Pi."""
    return "Raspberry Pi" in (place.text("/proc/device-tree/model") or "")


def checked(place: Place) -> None:
    """Raises InstallError for a system that is not known."""
    text = place.text("/etc/os-release") or ""
    found = [line.partition("=")[2].strip('"') for line in text.splitlines() if line.startswith("VERSION_CODENAME=")]
    if not found or found[0] not in RELEASES:
        raise InstallError(
            f"this system ({found[0] if found else 'unknown'}) is not known; take Raspberry Pi OS (64-bit) or Debian, "
            f"{' or '.join(RELEASES)}"
        )
    if place.ask("uname", "-m").text not in ("aarch64", "x86_64"):
        raise InstallError("a 64-bit system is needed: there is no OpenCV for others")


def packages(place: Place, wanted: tuple[str, ...], record: Record) -> None:
    """Install what is missing, and remember that we did."""
    missing = [name for name in wanted if not _there(place, name)]
    if missing:
        place.do("apt-get update", "apt-get", "update", "-q")
        install = ["apt-get", "install", "-y", "-q", "--no-install-recommends", *missing]
        place.do(f"install {' '.join(missing)}", *install)
        record.packages = sorted({*record.packages, *missing})


def _there(place: Place, package: str) -> bool:
    return "install ok installed" in place.ask("dpkg-query", "-W", "-f", "${Status}", package).text


def users(place: Place, record: Record) -> None:
    """Users and groups of the programs; those that were there before stay when we go."""
    wanted = (place.text("/etc/sysusers.d/dreimagier.conf") or "").splitlines()
    for line in wanted:
        kind, name = (*line.split(), "", "")[:2]
        if kind == "u" and place.ask("getent", "passwd", name).code and name not in record.users:
            record.users.append(name)
        if kind == "g" and place.ask("getent", "group", name).code and name not in record.groups:
            record.groups.append(name)
    place.do("users of the programs", "systemd-sysusers", "dreimagier.conf")
    place.do("their folders", "systemd-tmpfiles", "--create", "dreimagier.conf")


def start(place: Place) -> None:
    """Take over units and rules, and start everything, now and at every start."""
    place.do("rules of devices", "udevadm", "control", "--reload", may_fail=True)
    place.do("apply them", "udevadm", "trigger", "--subsystem-match=spidev", "--subsystem-match=gpio", may_fail=True)
    place.do("units", "systemctl", "daemon-reload")
    place.do("forget old failures", "systemctl", "reset-failed", "dreimagier-*", may_fail=True)
    place.do("at every start", "systemctl", "enable", "dreimagier.target")
    place.do("start", "systemctl", "restart", "dreimagier.target")


def stop(place: Place) -> None:
    """End everything and forget it."""
    place.do("not at every start", "systemctl", "disable", "dreimagier.target", may_fail=True)
    place.do("stop", "systemctl", "stop", "dreimagier.target", "dreimagier-*", may_fail=True)


def ill(place: Place, role: str, sleep: Callable[[float], None] = time.sleep) -> str:
    """Why the services are not well within a minute and a half; empty when they are, and stay so for a while."""
    end, steady, why = time.monotonic() + HEALTH_S, 0.0, ""
    while time.monotonic() < end:
        why = given_up(place, role)
        if why:
            return why
        why = wrong_now(place, role)
        steady = steady + 1.0 if not why else 0.0
        if steady >= STEADY_S:
            return ""
        sleep(1.0)
    return why


def given_up(place: Place, role: str) -> str:
    """Why there is nothing to wait for: safe mode, or a program that is given up."""
    if role == "table" and _state(place, "dreimagier-safe.service") == "active":
        reason = (place.text("/run/dreimagier-safe/reason") or "no reason is given").strip().splitlines()
        return f"the table is in safe mode: {reason[-1]}"
    failed = [name for name in _needed(role) if _state(place, f"dreimagier-{name}.service") == "failed"]
    return wrong_now(place, role) if failed else ""


def _needed(role: str) -> list[str]:
    return [name for name in ROLES[role].units if name not in COMFORT]


def _state(place: Place, unit: str) -> str:
    return place.ask("systemctl", "show", "--property=ActiveState", "--value", unit).text


def wrong_now(place: Place, role: str) -> str:
    """What is wrong at this moment, empty when nothing is."""
    for name in _needed(role):
        unit = f"dreimagier-{name}.service"
        state = _state(place, unit)
        if state != "active":
            said = place.ask("journalctl", "-q", "--no-pager", "-o", "cat", "-n", "3", f"_SYSTEMD_UNIT={unit}").text
            return f"{unit} is {state or 'unknown'}: {said or 'it says nothing'}"
    return _no_answer(place) if role == "table" else ""


def _no_answer(place: Place) -> str:
    """Why the table does not answer where the settings say, empty when it does."""
    told = place.ask("/bin/sh", "-c", ASK).text.splitlines()
    if not told or not told[-1].isdecimal():
        return f"the settings cannot be read: {told[-1] if told else ''}"
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{told[-1]}/health", timeout=5) as answer:
            json.loads(answer.read())
    except (OSError, ValueError) as error:
        return f"no table answers at port {told[-1]}: {error}"
    return ""


ASK = (
    "file=/etc/dreimagier/host.env; set -a; if [ -r $file ]; then . $file; fi; "
    f'DREIMAGIER_SETTINGS=/etc/dreimagier/settings.toml exec /opt/dreimagier/.venv/bin/python -c "{PORT}"'
)
"""The port as the services find it: a shell ends where a file to read is missing."""

"""Switch the table's own network on and off, and tell what it is."""

from __future__ import annotations

import json

from hardware.hotspot import profile
from hardware.hotspot.profile import ADDRESS, DNS, DOOR, MODES, NAME, PROFILE, TOLD, Hotspot
from hardware.install.place import InstallError, Place

PACKAGES = ("network-manager", "dnsmasq-base", "nftables")
DISPATCHER = "NetworkManager-dispatcher"
"""It runs our script when the network opens and closes."""
NEEDED = {"nmcli": "network-manager", "dnsmasq": "dnsmasq-base", "nft": "nftables"}
COUNTRY = "where Wi-Fi is blocked: sudo raspi-config nonint do_wifi_country DE (your own country), then again"
SSID = "Drei Magier"


def on(place: Place, ssid: str = "", password: str = "", interface: str = "") -> Hotspot:
    """Open the network, now and at every start; what is not said is as it was.  Raises InstallError."""
    _ready(place)
    before = _kept(place)
    radios = _radios(place)
    where = interface or before.get("interface") or (radios[0] if radios else "")
    if not where or not place.path(f"/sys/class/net/{where}").exists():
        raise InstallError(f"this machine has no {where or 'Wi-Fi'}; name another one with --interface")
    chosen = Hotspot(
        where,
        where in radios,
        ssid or before.get("ssid") or SSID,
        password or before.get("password") or profile.new_password(),
    )
    profile.checked(chosen.ssid, chosen.password)
    place.say(f"Open the network {chosen.ssid!r} on {where} (what it was connected to is left):")
    for name, text in _files(chosen).items():
        place.write(name, text, MODES[name])
    place.do("the table may read its name and password", "chgrp", NAME, TOLD, may_fail=True)
    place.do("NetworkManager", "nmcli", "connection", "reload")
    try:
        place.do("open it", "nmcli", "--wait", "30", "connection", "up", NAME)
    except InstallError as error:
        raise InstallError(f"{error}\n  {COUNTRY}" if chosen.wireless else str(error)) from error
    return chosen


def _files(chosen: Hotspot) -> dict[str, str]:
    told = {"ssid": chosen.ssid, "password": chosen.password, "address": ADDRESS, "interface": chosen.interface}
    told |= {} if chosen.wireless else {"ssid": "", "password": ""}
    return {
        TOLD: json.dumps(told) + "\n",
        DNS: profile.names(),
        DOOR: profile.door(),
        PROFILE: profile.profile(chosen),
    }


def _ready(place: Place) -> None:
    missing = [package for command, package in NEEDED.items() if place.ask("which", command).code]
    if missing:
        raise InstallError(f"missing: sudo apt install {' '.join(missing)}")
    if place.ask("nmcli", "--terse", "--fields", "RUNNING", "general").text != "running":
        raise InstallError("NetworkManager does not run: sudo systemctl enable --now NetworkManager")
    if place.ask("systemctl", "is-enabled", DISPATCHER).text != "enabled":
        raise InstallError(f"phones would not be led to the table: sudo systemctl enable {DISPATCHER}")


def _radios(place: Place) -> list[str]:
    return sorted(path.parent.name for path in place.path("/sys/class/net").glob("*/wireless"))


def _kept(place: Place) -> dict[str, str]:
    """What was chosen before."""
    try:
        found = json.loads(place.text(TOLD) or "{}")
    except ValueError:
        return {}
    return {str(name): str(value) for name, value in found.items()} if isinstance(found, dict) else {}


def off(place: Place) -> None:
    """Close the network and forget it; the machine goes back to the one it knows."""
    there = [name for name in MODES if place.text(name) is not None]
    if not there:
        return
    place.say("Close the table's own network:")
    if PROFILE in there:
        place.do("close it", "nmcli", "connection", "down", NAME, may_fail=True)
    for name in there:
        place.remove(name)
    # The script that shuts it runs a moment after the network is down, and may be gone by then.
    place.do("shut the door", "nft", "delete", "table", "ip", NAME, may_fail=True)
    place.do("NetworkManager", "nmcli", "connection", "reload", may_fail=True)


def told(place: Place) -> str:
    """What it is, in a few lines."""
    if place.text(PROFILE) is None and place.path(PROFILE).exists():
        return "Only root may read it: sudo dreimagier hotspot status"
    kept = _kept(place)
    if not kept or place.text(PROFILE) is None:
        return "There is no network of the table's own: sudo dreimagier hotspot on"
    state = place.ask("nmcli", "--terse", "--fields", "GENERAL.STATE", "connection", "show", NAME).text
    is_open = state.endswith("activated")
    name = f"{kept.get('ssid')!r}, password {kept.get('password')}" if kept.get("ssid") else "on a cable"
    shut = "" if is_open else f"\nIt is not open: sudo dreimagier hotspot on ({COUNTRY})"
    return f"The table's own network: {name}, on {kept.get('interface')}, the table at {ADDRESS}{shut}"

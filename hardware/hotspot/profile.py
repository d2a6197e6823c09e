"""What NetworkManager is told: the network, the names in it, and the door at port 80."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass

from hardware.install.place import InstallError
from hardware.install.system import ASK

NAME = "dreimagier"
"""The connection's."""
NETWORK, ADDRESS = "10.42.73", "10.42.73.1"
PROFILE = "/etc/NetworkManager/system-connections/dreimagier.nmconnection"
DNS = "/etc/NetworkManager/dnsmasq-shared.d/dreimagier.conf"
DOOR = "/etc/NetworkManager/dispatcher.d/50-dreimagier"
TOLD = "/etc/dreimagier/hotspot.json"
MODES = {PROFILE: 0o600, DNS: 0o644, DOOR: 0o755, TOLD: 0o640}
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""None that are mixed up when a password is read out."""


@dataclass(frozen=True)
class Hotspot:
    """The network: its interface, whether that is wireless, its name and password."""

    interface: str
    wireless: bool
    ssid: str
    password: str


def new_password() -> str:
    """Ten letters that can be read out."""
    return "".join(secrets.choice(LETTERS) for _ in range(10))


def checked(ssid: str, password: str) -> None:
    """Raises InstallError for what phones or NetworkManager would read otherwise."""
    if not 1 <= len(ssid.encode()) <= 32 or re.search(r'[\\;,:"\x00-\x1f]|^\s|\s$', ssid):
        raise InstallError(f'the name of the network has 1 to 32 letters and none of \\ ; , : ", not {ssid!r}')
    if not re.fullmatch(r"[A-Za-z0-9._!-]{8,63}", password):
        raise InstallError("the password has 8 to 63 of the letters a-z A-Z 0-9 . _ ! -")


def profile(chosen: Hotspot) -> str:
    """The connection as a key file of NetworkManager; on a cable (to an access point) it has no Wi-Fi of its own."""
    radio = f"[wifi]\nmode=ap\nband=bg\nssid={chosen.ssid}\n\n" if chosen.wireless else ""
    lock = f"[wifi-security]\nkey-mgmt=wpa-psk\nproto=rsn;\npairwise=ccmp;\npsk={chosen.password}\n\n"
    return (
        f"[connection]\nid={NAME}\ntype={'wifi' if chosen.wireless else 'ethernet'}\n"
        f"interface-name={chosen.interface}\nautoconnect=true\nautoconnect-priority=100\n\n"
        f"{radio}{lock if chosen.wireless else ''}"
        f"[ipv4]\nmethod=shared\naddress1={ADDRESS}/24\n\n[ipv6]\nmethod=disabled\n"
    )


def names() -> str:
    """Every name leads to the table; Windows asks one name for one answer before it believes in a network."""
    return f"# Made by dreimagier hotspot.\naddress=/#/{ADDRESS}\naddress=/dns.msftncsi.com/131.107.255.255\n"


def door() -> str:
    """Phones look for the internet at port 80; the table is at its own port and may not open that one."""
    return f"""#!/bin/sh
# Made by dreimagier hotspot: what phones ask at port 80 comes to the table.
[ "${{CONNECTION_ID:-}}" = {NAME} ] || exit 0
nft delete table ip {NAME} 2>/dev/null
[ "$2" = up ] || exit 0
port=$({ASK})
nft -f - <<RULES
table ip {NAME} {{
    chain door {{
        type nat hook prerouting priority dstnat;
        iifname "$1" tcp dport 80 redirect to :$port
    }}
}}
RULES
"""

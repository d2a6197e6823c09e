"""The table's own Wi-Fi as this host sees it: what ``dreimagier hotspot`` wrote, while the network is there."""

from __future__ import annotations

import ipaddress
from pathlib import Path

import msgspec

from companion.web import addresses

FILE = Path("/etc/dreimagier/hotspot.json")


class Hotspot(msgspec.Struct, frozen=True):
    """Name and password (empty on a cable), and this machine's address in it."""

    address: str
    ssid: str = ""
    password: str = ""

    def has(self, client: str | None) -> bool:
        """Whether a client is in this network: its address differs in the last number alone."""
        try:
            return ipaddress.ip_address(client or "") in ipaddress.ip_network(f"{self.address}/24", strict=False)
        except ValueError:
            return False


def found() -> Hotspot | None:
    """The network, None where there is none or it is not open."""
    try:
        told = msgspec.json.decode(FILE.read_bytes(), type=Hotspot)
    except (OSError, msgspec.DecodeError):
        return None
    return told if told.address in addresses.own() else None

"""The networks of this machine, those first in which people's phones are.

A home has one; a Pi may have its own hotspot and no way out, a laptop a VPN that all traffic goes through, containers
and virtual machines besides.  A phone reaches none of the latter.
"""

from __future__ import annotations

import ipaddress
import re
from pathlib import Path
from typing import NamedTuple

import ifaddr

APART = re.compile(
    r"(tun|tap|wg|ppp|utun|zt|tailscale|nordlynx|proton|docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxd|cni|flannel|podman|nerdctl|dummy|ifb)"
)
"""Tunnels, containers and virtual machines, by the names that they give their interfaces."""
ROUTES = Path("/proc/net/route")
CLASS = Path("/sys/class/net")
UP = 0x1


class Network(NamedTuple):
    """One address of this machine: its interface, and whether that is wireless or holds the way out."""

    interface: str
    address: str
    wireless: bool = False
    way_out: bool = False


def usable(networks: list[Network]) -> list[str]:
    """The addresses that phones may reach, the likeliest first."""
    ranked = sorted((_rank(network), number) for number, network in enumerate(networks) if _rank(network))
    return [networks[number].address for _, number in ranked]


def _rank(network: Network) -> tuple[int, ...]:
    """Small is likely; empty for an address that no phone reaches."""
    address = ipaddress.ip_address(network.address)
    if address.is_loopback or address.is_unspecified or address.is_multicast:
        return ()
    if address.version == 6 and address.is_link_local:
        return ()  # a browser cannot be told the interface
    apart = APART.match(network.interface) is not None
    foreign = not address.is_private
    return (apart, address.is_link_local, address.version == 6, foreign, not network.way_out, not network.wireless)


def found() -> list[Network]:
    """The addresses of all interfaces that are up; none where the system does not tell them."""
    out = _ways_out()
    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:
        return []
    return [
        Network(adapter.name, _text(ip), (CLASS / adapter.name / "wireless").exists(), adapter.name in out)
        for adapter in adapters
        if _up(adapter.name)
        for ip in adapter.ips
    ]


def _text(ip: ifaddr.IP) -> str:
    return str(ip.ip if isinstance(ip.ip, str) else ip.ip[0])


def _up(interface: str) -> bool:
    try:
        return bool(int((CLASS / interface / "flags").read_text(), 16) & UP)
    except (OSError, ValueError):
        return True


def _ways_out() -> frozenset[str]:
    """Interfaces with a default route (destination and mask 0)."""
    try:
        rows = [line.split() for line in ROUTES.read_text().splitlines()[1:]]
    except OSError:
        return frozenset()
    return frozenset(row[0] for row in rows if len(row) > 7 and row[1] == row[7] == "00000000")

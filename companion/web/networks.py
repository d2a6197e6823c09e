"""The networks of this machine, those first in which people's phones are.

A home has one; a Pi may have its own hotspot and no way out, a laptop a VPN that all traffic goes through, containers
and virtual machines besides.  A phone reaches none of the latter.
"""

from __future__ import annotations

import fcntl
import ipaddress
import re
import socket
import struct
from pathlib import Path
from typing import NamedTuple

import ifaddr

APART = re.compile(
    r"(tun|tap|wg|ppp|utun|zt|tailscale|nordlynx|proton|docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxd|cni|flannel|podman|nerdctl|dummy|ifb)"
)
"""Tunnels, containers and virtual machines, by the names that they give their interfaces."""
ROUTES = Path("/proc/net/route")
CLASS = Path("/sys/class/net")
FLAGS_OF, UP = 0x8913, 0x1
"""SIOCGIFFLAGS and its first flag."""


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
    """Whether an interface is up; asked of the kernel itself, for /sys may show another room's (a container's host)."""
    asked = struct.pack("256s", interface.encode()[:15])
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
            told = fcntl.ioctl(any_socket, FLAGS_OF, asked)
    except OSError:
        return True
    return bool(struct.unpack_from("H", told, 16)[0] & UP)


def _ways_out() -> frozenset[str]:
    """Interfaces with a default route (destination and mask 0)."""
    try:
        rows = [line.split() for line in ROUTES.read_text().splitlines()[1:]]
    except OSError:
        return frozenset()
    return frozenset(row[0] for row in rows if len(row) > 7 and row[1] == row[7] == "00000000")

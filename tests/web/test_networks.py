"""Where phones are sent: on networks as homes, Pis and laptops have them, and in real network namespaces."""

from __future__ import annotations

import subprocess
import sys

import ifaddr
import pytest

from companion.web import addresses
from companion.web.networks import Network, usable

HOME = Network("wlan0", "192.168.178.23", wireless=True, way_out=True)
CABLE = Network("eth0", "192.168.178.24", way_out=True)
LOOP = Network("lo", "127.0.0.1")
FE80 = Network("wlan0", "fe80::1", wireless=True)


@pytest.mark.parametrize(
    ("networks", "found"),
    [
        pytest.param([LOOP, HOME], ["192.168.178.23"], id="home"),
        pytest.param([LOOP, Network("wlan0", "192.168.4.1", wireless=True)], ["192.168.4.1"], id="own hotspot"),
        pytest.param(
            [LOOP, Network("tun0", "10.8.0.2", way_out=True), Network("wlan0", "192.168.178.23", wireless=True)],
            ["192.168.178.23", "10.8.0.2"],
            id="vpn that takes all traffic",
        ),
        pytest.param(
            [
                Network("docker0", "172.17.0.1"),
                Network("br-0a1b", "172.18.0.1"),
                CABLE,
                Network("virbr0", "192.168.122.1"),
            ],
            ["192.168.178.24", "172.17.0.1", "172.18.0.1", "192.168.122.1"],
            id="containers",
        ),
        pytest.param(
            [Network("wlan0", "169.254.7.7", wireless=True), CABLE], ["192.168.178.24", "169.254.7.7"], id="link local"
        ),
        pytest.param([Network("eth0", "2001:db8::5", way_out=True), FE80], ["2001:db8::5"], id="ipv6 alone"),
        pytest.param([Network("eth0", "fd00::5"), CABLE], ["192.168.178.24", "fd00::5"], id="both kinds"),
        pytest.param([CABLE, HOME], ["192.168.178.23", "192.168.178.24"], id="cable and wireless"),
        pytest.param([LOOP, FE80], [], id="none"),
    ],
)
def test_phones_are_sent_to_the_network_that_they_are_in(networks: list[Network], found: list[str]) -> None:
    assert usable(networks) == found


def test_a_system_that_tells_no_addresses_stops_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden() -> None:
        raise PermissionError("address family not supported")

    monkeypatch.setattr(ifaddr, "get_adapters", forbidden)
    assert addresses.urls("0.0.0.0", 8080) == ["http://127.0.0.1:8080"]


def test_the_owner_may_fix_the_address() -> None:
    assert addresses.urls("0.0.0.0", 8080, "tisch.local") == ["http://tisch.local:8080"]
    assert addresses.urls("192.168.1.7", 8080) == ["http://192.168.1.7:8080"]
    assert addresses.url("::1", 80) == "http://[::1]:80"


UP = "ip link set lo up; "
WLAN = "ip link add wlan0 type veth peer name p0; ip link set wlan0 up; ip link set p0 up; ip addr add {0} dev wlan0; "
ROUTE = "ip route add default via 192.168.178.1 dev wlan0; "
VPN = (
    "ip link add tun0 type veth peer name p1; ip link set tun0 up; ip link set p1 up; "
    "ip addr add 10.8.0.2/24 dev tun0; ip route add 0.0.0.0/1 dev tun0; ip route add 128.0.0.0/1 dev tun0; "
)
BRIDGE = "ip link add docker0 type bridge; ip link set docker0 up; ip addr add 172.17.0.1/16 dev docker0; "
SHOW = "from companion.web import addresses; print(*addresses.urls('0.0.0.0', 1))"


@pytest.mark.parametrize(
    ("made", "first"),
    [
        pytest.param(WLAN.format("192.168.178.23/24") + ROUTE, "192.168.178.23", id="home"),
        pytest.param(WLAN.format("192.168.4.1/24"), "192.168.4.1", id="own hotspot"),
        pytest.param(
            BRIDGE + WLAN.format("192.168.178.23/24") + ROUTE + VPN, "192.168.178.23", id="vpn and containers"
        ),
        pytest.param("", "127.0.0.1", id="no network"),
    ],
)
def test_in_a_network_of_its_own(made: str, first: str) -> None:
    script = f'set -e; {UP}{made}exec {sys.executable} -c "{SHOW}"'
    done = subprocess.run(["unshare", "-rn", "sh", "-c", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[0] == f"http://{first}:1"

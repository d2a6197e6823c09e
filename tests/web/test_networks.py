"""Where phones are sent: on networks as homes, Pis and laptops have them, and in real network namespaces."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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
ROUTE = "ip route add default via 192.168.178.1 dev {0}; "
VPN = "ip route add 0.0.0.0/1 dev {0}; ip route add 128.0.0.0/1 dev {0}; "
BRIDGE = "ip link add {0} type bridge; ip link set {0} up; ip addr add {1} dev {0}; "
SHOW = "from companion.web import addresses; print(*addresses.urls('0.0.0.0', 1, '{0}'))"


def card(name: str, *addresses: str) -> str:
    """A network card that is up, with these addresses; those of IPv6 hold at once."""
    made = f"ip link add {name} type veth peer name peer-{name}; ip link set {name} up; ip link set peer-{name} up; "
    nodad = {True: " nodad", False: ""}
    return made + "".join(f"ip addr add {each} dev {name}{nodad[':' in each]}; " for each in addresses)


HOME_CARD = card("wlan0", "192.168.178.23/24") + ROUTE.format("wlan0")
IN_HOMES = {
    "home": (HOME_CARD, ["192.168.178.23"]),
    "own hotspot without a way out": (card("wlan0", "192.168.4.1/24"), ["192.168.4.1"]),
    "hotspot beside a cable with the way out": (
        card("wlan0", "192.168.4.1/24") + card("eth0", "192.168.178.24/24") + ROUTE.format("eth0"),
        ["192.168.178.24", "192.168.4.1"],
    ),
    "vpn that takes all traffic": (
        HOME_CARD + card("tun0", "10.8.0.2/24") + VPN.format("tun0"),
        ["192.168.178.23", "10.8.0.2"],
    ),
    "vpn with the only default route": (
        card("wlan0", "192.168.178.23/24") + card("wg0", "10.64.0.2/24") + "ip route add default dev wg0; ",
        ["192.168.178.23", "10.64.0.2"],
    ),
    "containers and virtual machines": (
        BRIDGE.format("docker0", "172.17.0.1/16")
        + BRIDGE.format("br-0a1b", "172.18.0.1/16")
        + BRIDGE.format("virbr0", "192.168.122.1/24")
        + HOME_CARD,
        ["192.168.178.23", "172.17.0.1", "172.18.0.1", "192.168.122.1"],
    ),
    "link-local beside a home": (
        card("eth0", "169.254.7.7/16") + HOME_CARD,
        ["192.168.178.23", "169.254.7.7"],
    ),
    "link-local alone: two machines and a cable": (card("eth0", "169.254.7.7/16"), ["169.254.7.7"]),
    "ipv6 of one's own beside ipv4": (
        card("wlan0", "fd00::5/64", "192.168.178.23/24") + ROUTE.format("wlan0"),
        ["192.168.178.23", "[fd00::5]"],
    ),
    "ipv6 alone": (card("eth0", "fd00::5/64"), ["[fd00::5]"]),
    "a card that is down": (HOME_CARD + card("eth0", "192.168.9.9/24") + "ip link set eth0 down; ", ["192.168.178.23"]),
    "no network": ("", ["127.0.0.1"]),
}


def shown(made: str, chosen: str = "") -> list[str]:
    """The addresses that a host in a network namespace of its own would show."""
    script = f'set -e; {UP}{made}exec {sys.executable} -c "{SHOW.format(chosen)}"'
    done = subprocess.run(["unshare", "-rn", "sh", "-c", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return [url.removeprefix("http://").removesuffix(":1") for url in done.stdout.split()]


@pytest.mark.parametrize("name", IN_HOMES)
def test_in_a_network_of_its_own(name: str) -> None:
    made, wanted = IN_HOMES[name]
    found = shown(made)
    assert found[0] == wanted[0] and sorted(found) == sorted(wanted)


def test_what_the_owner_fixed_stands_whatever_networks_there_are() -> None:
    made, _ = IN_HOMES["vpn that takes all traffic"]
    assert shown(made, "10.8.0.2") == ["10.8.0.2"] and shown("", "tisch.local") == ["tisch.local"]


SERVED = """
import subprocess, sys, urllib.request, re
from companion.web import addresses
host = subprocess.Popen([sys.executable, "-m", "companion.cli", "host", "--bind", "0.0.0.0", "--port", "8310",
                         "--data", sys.argv[1]], stdout=subprocess.PIPE, text=True)
line = host.stdout.readline()
page = urllib.request.urlopen("http://127.0.0.1:8310/setup/ways").read().decode()
host.terminate()
host.wait()
print(line.split()[-1], *re.findall(r'<p class="address">(http://[^<]+)</p>', page))
"""


def test_the_page_of_addresses_shows_them_in_a_real_network(tmp_path: Path) -> None:
    made, _ = IN_HOMES["vpn that takes all traffic"]
    (tmp_path / "served.py").write_text(SERVED)
    script = f"set -e; {UP}{made}exec {sys.executable} {tmp_path / 'served.py'} {tmp_path / 'data'}"
    done = subprocess.run(["unshare", "-rn", "sh", "-c", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    home, tunnel = "http://192.168.178.23:8310", "http://10.8.0.2:8310"
    assert done.stdout.split() == [home, home, tunnel]

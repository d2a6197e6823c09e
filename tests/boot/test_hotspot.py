"""The table's own network under the real NetworkManager: a phone on a cable in place of the radio, else as it is."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.boot.booted import Booted

pytestmark = pytest.mark.boot

WELL = {"table": "ok", "eye": "ok", "lamps": "ok"}
ADDRESS, PHONE = "10.42.73.1", "10.42.73.20"
ASKED = """
import http.client, json, socket, struct, sys
def name(host):
    parts = b"".join(bytes([len(part)]) + part.encode() for part in host.split("."))
    query = struct.pack(">6H", 7, 0x100, 1, 0, 0, 0) + parts + b"\\0" + struct.pack(">2H", 1, 1)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        out.settimeout(10)
        out.sendto(query, ("10.42.73.1", 53))
        return socket.inet_ntoa(out.recv(512)[-4:])
def page(host, path, port=80):
    line = http.client.HTTPConnection(name(host) if host else "10.42.73.1", port, timeout=10)
    line.request("GET", path, headers={"Host": host} if host else {})
    answer = line.getresponse()
    return [answer.status, answer.getheader("Location") or answer.read().decode()[:80]]
android = ("connectivitycheck.gstatic.com", "/generate_204")
apple = ("captive.apple.com", "/hotspot-detect.html")
told = {"led": [page(*android), page(*apple)], "windows": name("dns.msftncsi.com")}
told["portal"] = page("", "/portal", 8080)[0]
told["on"] = page("", "/portal/on", 8080)
told["after"] = [page(*android), page(*apple)]
json.dump(told, sys.stdout)
"""


@pytest.fixture(params=["bookworm", "trixie"])
def pi(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Booted]:
    """A table with NetworkManager, and a cable to nobody yet."""
    made = Booted(Path(os.environ["BOOT_ROOTS"]) / request.param, tmp_path / "console")
    try:
        made.run("systemctl", "start", "NetworkManager")
        done = made.install()
        assert done.returncode == 0, done.stdout + done.stderr
        made.until(lambda: made.health() == WELL, 90, "a table")
        yield made
    finally:
        made.close()


@pytest.fixture
def phone(pi: Booted) -> Iterator[str]:
    """A phone at the other end of the cable: the process whose network it is."""
    with subprocess.Popen(["unshare", "--net", "sleep", "600"]) as there:
        pid = str(there.pid)
        own, here = Path(f"/proc/{pid}/ns/net"), Path("/proc/self/ns/net").readlink()
        pi.until(lambda: own.readlink() != here, 10, "its network")
        network(pi.leader, "link", "add", "hot0", "type", "veth", "peer", "name", "phone0", "netns", pid)
        network(pi.leader, "link", "set", "hot0", "up")
        network(pid, "addr", "add", f"{PHONE}/24", "dev", "phone0")
        network(pid, "link", "set", "phone0", "up")
        yield pid
        there.terminate()


def network(pid: str, *words: str) -> None:
    """Set up links of a process's network."""
    subprocess.run(["nsenter", "-t", pid, "-n", "ip", *words], check=True)


def asked(pid: str) -> dict[str, object]:
    """What the phone is answered."""
    done = subprocess.run(
        ["nsenter", "-t", pid, "-n", "python3", "-c", ASKED], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, object] = json.loads(done.stdout)
    return told


def test_a_phone_joins_is_led_to_the_table_and_stays(pi: Booted, phone: str) -> None:
    before = pi.files()
    pi.run("nmcli", "device", "set", "hot0", "managed", "yes")
    done = pi.ask("/usr/local/bin/dreimagier", "hotspot", "on", "--interface", "hot0")
    assert done.returncode == 0, done.stdout + done.stderr
    pi.until(lambda: "tcp dport 80 redirect to :8080" in pi.run("nft", "list", "ruleset"), 20, "the door")
    led = [302, f"http://{ADDRESS}:8080/portal"]
    told = asked(phone)
    assert told["led"] == [led, led] and told["windows"] == "131.107.255.255"
    assert told["portal"] == 200 and told["on"] == [302, "/"]
    assert told["after"] == [[204, ""], [200, "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"]]
    assert "the table at 10.42.73.1" in pi.run("/usr/local/bin/dreimagier", "hotspot", "status")
    off = pi.ask("/usr/local/bin/dreimagier", "hotspot", "off")
    assert off.returncode == 0, off.stdout + off.stderr
    pi.until(lambda: "dport 80" not in pi.run("nft", "list", "ruleset"), 20, "the door shut")
    changed = {name for name, told in pi.files().items() if before.get(name) != told}
    assert {name for name in changed if name.startswith("etc/")} == set()


def test_a_radio_is_an_access_point_for_networkmanager_too(pi: Booted) -> None:
    """No radio here: NetworkManager itself reads what it would be told, and finds nothing strange."""
    from hardware.hotspot.profile import Hotspot, profile

    pi.write("root/wifi.nmconnection", profile(Hotspot("wlan0", True, "Drei Magier", "stab7stab7")))
    shown = pi.ask("sh", "-c", "nmcli --offline connection modify connection.id again </root/wifi.nmconnection")
    assert shown.returncode == 0, shown.stderr
    for line in ("mode=ap", "ssid=Drei Magier", "key-mgmt=wpa-psk", "psk=stab7stab7", "method=shared"):
        assert line in shown.stdout, shown.stdout
    pi.run("sh", "-c", "install -m 600 /root/wifi.nmconnection /etc/NetworkManager/system-connections/")
    loaded = pi.run("sh", "-c", "nmcli connection reload; nmcli -t -f NAME,TYPE connection show")
    assert "dreimagier:802-11-wireless" in loaded
    pi.run("rm", "/etc/NetworkManager/system-connections/wifi.nmconnection", "/root/wifi.nmconnection")

"""The table's own Wi-Fi on a made-up machine: what NetworkManager is told, and that nothing of it stays."""

from __future__ import annotations

import configparser
import json
import shutil
import stat
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from hardware.hotspot import profile, switch
from hardware.hotspot.profile import ADDRESS, DNS, DOOR, PROFILE, TOLD
from hardware.install.place import Answer, InstallError, Place


class Machine:
    """A machine with a radio and a cable; commands in ``broken`` fail."""

    def __init__(self, root: Path) -> None:
        self.root, self.done, self.said = root, list[str](), list[str]()
        self.broken: dict[str, str] = {}
        (root / "sys/class/net/wlan0/wireless").mkdir(parents=True)
        (root / "sys/class/net/eth0").mkdir()
        (root / "etc/NetworkManager/dnsmasq-shared.d").mkdir(parents=True)
        self.place = Place(root, runner=self.run, voice=self.said.append)

    def run(self, command: Sequence[str], folder: Path | None) -> Answer:
        words = " ".join(command)
        for start, text in self.broken.items():
            if words.startswith(start):
                return Answer(1, text)
        self.done.append(words)
        told = {"RUNNING": "running", "STATE": "GENERAL.STATE:activated", "is-enabled": "enabled"}
        return Answer(0, next((text for sign, text in told.items() if sign in words), ""))

    def text(self, name: str) -> str:
        return (self.root / name.lstrip("/")).read_text(encoding="utf-8")

    def files(self) -> set[Path]:
        return {path for path in self.root.rglob("*") if path.is_file()}


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def keys(text: str) -> configparser.ConfigParser:
    found = configparser.ConfigParser(delimiters=("=",), interpolation=None)
    found.read_string(text)
    return found


def test_the_profile_is_an_access_point_that_shares_one_address(machine: Machine) -> None:
    chosen = switch.on(machine.place)
    found = keys(machine.text(PROFILE))
    assert dict(found["wifi"]) == {"mode": "ap", "band": "bg", "ssid": "Drei Magier"}
    assert found["wifi-security"]["key-mgmt"] == "wpa-psk" and found["wifi-security"]["psk"] == chosen.password
    assert found["connection"]["interface-name"] == "wlan0" and found["connection"]["autoconnect"] == "true"
    assert dict(found["ipv4"]) == {"method": "shared", "address1": f"{ADDRESS}/24"}
    assert machine.done[-1] == "nmcli --wait 30 connection up dreimagier"


def test_passwords_are_for_the_readers_that_need_them(machine: Machine) -> None:
    switch.on(machine.place)
    modes = {name: stat.S_IMODE((machine.root / name.lstrip("/")).stat().st_mode) for name in (PROFILE, TOLD, DOOR)}
    assert modes == {PROFILE: 0o600, TOLD: 0o640, DOOR: 0o755}
    assert f"chgrp dreimagier {TOLD}" in machine.done


def test_a_made_up_password_can_be_read_out_and_is_new_each_time() -> None:
    made = {profile.new_password() for _ in range(50)}
    assert len(made) == 50
    for password in made:
        profile.checked("Drei Magier", password)
        assert not set(password) & set("01ilo")


def test_what_was_chosen_stays_until_something_else_is_said(machine: Machine) -> None:
    first = switch.on(machine.place, ssid="Höhle", password="schwert-und-stab")
    assert switch.on(machine.place) == first
    again = switch.on(machine.place, interface="eth0")
    assert (again.ssid, again.password, again.wireless) == (first.ssid, first.password, False)
    assert "wifi" not in machine.text(PROFILE) and "type=ethernet" in machine.text(PROFILE)
    assert json.loads(machine.text(TOLD))["password"] == "", "the access point has its own"


@pytest.mark.parametrize("ssid", ["a;b", "a\\b", "x" * 33, "ä" * 17, " a", 'a"b', "a\nb"])
def test_a_name_that_would_be_read_otherwise_is_refused(ssid: str, machine: Machine) -> None:
    with pytest.raises(InstallError, match="name of the network"):
        switch.on(machine.place, ssid=ssid)
    assert not machine.files()


@pytest.mark.parametrize("password", ["short", "x" * 64, "pass word1", "pässword1", "pass;word1"])
def test_a_password_that_would_be_read_otherwise_is_refused(password: str, machine: Machine) -> None:
    with pytest.raises(InstallError, match="password has 8 to 63"):
        switch.on(machine.place, password=password)


def test_without_a_radio_another_interface_is_asked_for(machine: Machine) -> None:
    shutil.rmtree(machine.root / "sys/class/net/wlan0")
    with pytest.raises(InstallError, match="no Wi-Fi; name another one with --interface"):
        switch.on(machine.place)
    with pytest.raises(InstallError, match="no eth7"):
        switch.on(machine.place, interface="eth7")


@pytest.mark.parametrize(
    ("broken", "cure"),
    [
        ("which nft", "sudo apt install nftables"),
        ("which dnsmasq", "sudo apt install dnsmasq-base"),
        ("nmcli --terse --fields RUNNING", "systemctl enable --now NetworkManager"),
        ("systemctl is-enabled", "systemctl enable NetworkManager-dispatcher"),
        ("nmcli --wait 30 connection up", "raspi-config nonint do_wifi_country"),
    ],
)
def test_what_stands_in_the_way_is_said_with_its_cure(broken: str, cure: str, machine: Machine) -> None:
    machine.broken[broken] = "no"
    with pytest.raises(InstallError) as told:
        switch.on(machine.place)
    assert cure in str(told.value)


def test_off_leaves_nothing_and_twice_does_no_harm(machine: Machine) -> None:
    before = machine.files()
    switch.on(machine.place)
    assert len(machine.files()) == len(before) + 4
    switch.off(machine.place)
    switch.off(machine.place)
    assert machine.files() == before
    assert machine.done.count("nmcli connection down dreimagier") == 1


def test_it_is_told(machine: Machine) -> None:
    assert "sudo dreimagier hotspot on" in switch.told(machine.place)
    chosen = switch.on(machine.place)
    told = switch.told(machine.place)
    assert "'Drei Magier'" in told and chosen.password in told and "not open" not in told
    machine.broken["nmcli --terse --fields GENERAL.STATE"] = ""
    assert "It is not open" in switch.told(machine.place)


def test_who_may_not_read_it_is_told_so(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    switch.on(machine.place)
    monkeypatch.setattr(machine.place, "text", lambda name: None)
    assert switch.told(machine.place) == "Only root may read it: sudo dreimagier hotspot status"


def test_the_door_is_a_script_for_our_connection_alone(machine: Machine, tmp_path: Path) -> None:
    switch.on(machine.place)
    assert subprocess.run(["sh", "-n", str(machine.root / DOOR.lstrip("/"))], check=False).returncode == 0
    (tmp_path / "nft").write_text(f"#!/bin/sh\necho called >>{tmp_path}/calls\n")
    (tmp_path / "nft").chmod(0o755)
    other = {"PATH": f"{tmp_path}:/usr/bin:/bin", "CONNECTION_ID": "home"}
    subprocess.run(["sh", str(machine.root / DOOR.lstrip("/")), "wlan0", "up"], env=other, check=True)
    assert not (tmp_path / "calls").exists()


def test_every_name_leads_to_the_table(machine: Machine) -> None:
    switch.on(machine.place)
    assert f"address=/#/{ADDRESS}\n" in machine.text(DNS)

"""The units are sound, silent under systemd's own check, closed enough, and agree with the programs."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.settings import Settings

FOLDER = Path(__file__).parents[2] / "systemd"
SERVICES = ("host", "safe", "vision", "firmware")
EXPOSURE = {"host": 20, "safe": 20, "vision": 35, "firmware": 35, "fallback": 35, "console": 35}
"""Tenths: what `systemd-analyze security` may find at most."""


class Unit(configparser.RawConfigParser):
    """A unit file; a key that stands several times keeps all its values, a line each."""

    def __init__(self, path: Path) -> None:
        super().__init__(strict=False, delimiters=("=",), comment_prefixes=("#",), interpolation=None)
        self.optionxform = str  # type: ignore[assignment, method-assign]
        text, seen = [], {}
        for line in path.read_text(encoding="utf-8").splitlines():
            key, sign, value = line.partition("=")
            if sign and not line.startswith("#") and key in seen:
                text[seen[key]] += " " + value
                continue
            if line.startswith("["):
                seen = {}
            elif sign:
                seen[key] = len(text)
            text.append(line)
        self.read_string("\n".join(text))


def unit(name: str) -> Unit:
    return Unit(FOLDER / f"dreimagier-{name}.service")


@pytest.fixture
def copies(tmp_path: Path) -> Iterator[Path]:
    """The units with the paths of a folder of ours, where the command exists."""
    program = tmp_path / "opt/dreimagier"
    (program / ".venv/bin").mkdir(parents=True)
    (program / ".venv/bin/dreimagier").write_text("#!/bin/sh\n")
    (program / ".venv/bin/dreimagier").chmod(0o755)
    shutil.copytree(FOLDER, program / "systemd")
    shutil.copytree(FOLDER.parent / "docs", program / "docs")
    units = tmp_path / "units"
    units.mkdir()
    for path in [*FOLDER.glob("*.service"), *FOLDER.glob("*.target")]:
        (units / path.name).write_text(path.read_text().replace("/opt/dreimagier", str(program)))
    yield units


def analyze(units: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "SYSTEMD_UNIT_PATH": f"{units}:", "SYSTEMD_COLORS": "0", "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        ["systemd-analyze", *arguments], capture_output=True, text=True, env=environment, timeout=60, check=False
    )


def test_systemd_finds_nothing_to_say(copies: Path) -> None:
    done = analyze(copies, "verify", *sorted(str(path) for path in copies.iterdir()))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_check_would_find_a_mistake(copies: Path) -> None:
    path = copies / "dreimagier-host.service"
    path.write_text(path.read_text().replace("WatchdogSec=", "WatchdogSecs="))
    assert "WatchdogSecs" in analyze(copies, "verify", str(path)).stderr


@pytest.mark.parametrize("name", EXPOSURE)
def test_the_exposure_is_low(name: str, copies: Path) -> None:
    path = str(copies / f"dreimagier-{name}.service")
    done = analyze(copies, "security", "--offline=yes", f"--threshold={EXPOSURE[name]}", "--no-pager", path)
    assert done.returncode == 0, done.stdout[-300:] + done.stderr
    assert "Overall exposure level" in done.stdout


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_tells_when_it_is_ready_and_is_watched(name: str) -> None:
    service = unit(name)["Service"]
    assert service["Type"] == "notify"
    assert 0 < int(service["WatchdogSec"]) <= 15
    assert service["Restart"] == "on-failure"
    assert service["WorkingDirectory"] == f"/run/{service['RuntimeDirectory']}"
    assert service["User"] not in ("root", "")


def test_three_failed_starts_of_the_table_lead_to_safe_mode() -> None:
    host, safe = unit("host"), unit("safe")
    assert (host["Unit"]["StartLimitBurst"], host["Unit"]["OnFailure"]) == ("3", "dreimagier-fallback.service")
    assert "why.sh dreimagier-host.service" in safe["Service"]["ExecStartPre"]
    assert "dreimagier-vision.service" in safe["Unit"]["Conflicts"]
    assert all(unit(name)["Unit"]["StartLimitBurst"] == "3" for name in ("vision", "firmware"))


def test_a_way_back_from_safe_mode_is_never_refused_for_coming_too_soon() -> None:
    assert "reset-failed dreimagier-host.service" in unit("safe")["Service"]["ExecStartPost"]


@pytest.mark.parametrize(
    ("states", "started"),
    [
        (["failed"], True),
        (["activating", "activating", "failed"], True),
        (["activating", "active"], False),
        (["deactivating", "inactive"], False),
    ],
)
def test_only_a_table_that_is_given_up_leads_to_safe_mode(states: list[str], started: bool, tmp_path: Path) -> None:
    """Since systemd 254 OnFailure= fires at every failure, also when the unit is started again by itself."""
    (tmp_path / "states").write_text("".join(f"{state}\n" for state in states))
    (tmp_path / "systemctl").write_text(MANAGER)
    (tmp_path / "sleep").write_text("#!/bin/sh\n")
    for command in ("systemctl", "sleep"):
        (tmp_path / command).chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    subprocess.run(["sh", str(FOLDER / "fallback.sh")], check=True, timeout=30, env=environment, cwd=tmp_path)
    assert (tmp_path / "started").exists() is started


MANAGER = """#!/bin/sh
case $1 in
    show) head -n 1 states; sed -i 1d states ;;
    start) echo "$3" >started ;;
esac
"""
"""A stand-in that tells one state after the other."""


@pytest.mark.parametrize("name", ["host", "vision", "firmware"])
def test_the_port_stands_in_one_place(name: str) -> None:
    text = (FOLDER / f"dreimagier-{name}.service").read_text()
    assert "8080" not in text
    assert "DREIMAGIER_SETTINGS=/etc/dreimagier/settings.toml" in text
    assert "EnvironmentFile=-/etc/dreimagier/host.env" in text


def test_the_settings_file_names_every_setting_as_it_is_delivered() -> None:
    text = (FOLDER / "settings.toml").read_text()
    assert tomllib.loads(text) == {}
    shown = tomllib.loads("\n".join(re.findall(r"^# (\w+ = .*)$", text, re.MULTILINE)))
    assert set(shown) == set(Settings.__struct_fields__) - {"data", "game", "game_options"}
    chosen = msgspec.convert(shown, Settings)
    free = ("pane", "wands", "leds", "colour_order")
    assert msgspec.structs.replace(chosen, **{name: getattr(Settings(), name) for name in free}) == Settings()


SAID = "dreimagier: 0.0.0.0:80 cannot be used: Permission denied; choose another --port"


@pytest.mark.parametrize(
    ("journal", "reason"),
    [
        (f"dreimagier: http://192.168.1.2:8080\n{SAID}\n", SAID),
        ("dreimagier: http://192.168.1.2:8080\n", "it ended with: watchdog"),
        ("", "it ended with: watchdog"),
    ],
    ids=["its own line", "a greeting only", "nothing"],
)
def test_the_reason_is_the_programs_own_last_line(journal: str, reason: str, tmp_path: Path) -> None:
    """The manager's lines of a unit carry its name too; what the program said carries it as _SYSTEMD_UNIT."""
    (tmp_path / "said").write_text(journal)
    (tmp_path / "journalctl").write_text(
        '#!/bin/sh\ncase "$*" in *_SYSTEMD_UNIT=*) cat said ;; *) echo chatter ;; esac\n'
    )
    (tmp_path / "systemctl").write_text("#!/bin/sh\necho watchdog\n")
    for command in ("journalctl", "systemctl"):
        (tmp_path / command).chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    command = ["sh", str(FOLDER / "why.sh"), "dreimagier-host.service", "reason"]
    subprocess.run(command, check=True, timeout=20, env=environment, cwd=tmp_path)
    assert (tmp_path / "reason").read_text().splitlines()[-1] == reason


JOURNAL = """#!/bin/sh
case "$*" in
    *--boot*) exit 1 ;;  # the unit hides /proc/sys, where the boot's number stands
    *_SYSTEMD_UNIT=*) cat said ;;
    *) echo "Triggering OnFailure= dependencies." ;;
esac
"""
"""A stand-in as the unit of safe mode finds it."""


def test_safe_mode_reads_settings_that_are_good() -> None:
    values = tomllib.loads((FOLDER / "safe.toml").read_text())
    assert msgspec.convert(values, Settings).camera == "none"
    assert "DREIMAGIER_SETTINGS=/opt/dreimagier/systemd/safe.toml" in unit("safe")["Service"]["Environment"]


def test_the_reason_is_written_and_its_lack_stops_nothing(tmp_path: Path) -> None:
    reason = tmp_path / "reason"
    command = ["sh", str(FOLDER / "why.sh"), "dreimagier-host.service", str(reason)]
    assert subprocess.run(command, check=False, timeout=20).returncode == 0
    assert reason.read_text().startswith("dreimagier-host.service did not start three times.")
    command[-1] = str(tmp_path / "no folder" / "reason")
    assert subprocess.run(command, check=False, timeout=20, capture_output=True).returncode == 0


@pytest.mark.parametrize("name", ["vision", "firmware"])
def test_devices_have_their_nodes_groups_and_their_own_token(name: str) -> None:
    service = unit(name)["Service"]
    assert service["DevicePolicy"] == "closed"
    assert service.get("PrivateDevices", "no") == "no"
    allowed, groups = {
        "vision": ({"char-video4linux", "char-media", "char-dma_heap"}, {"video", "render"}),
        "firmware": ({"char-gpiochip", "/dev/spidev0.0"}, {"gpio", "spi"}),
    }[name]
    assert set(re.findall(r"(\S+) rw", service["DeviceAllow"])) == allowed
    assert set(service["SupplementaryGroups"].split()) == groups
    assert service["LoadCredential"] == f"token:/var/lib/dreimagier/tokens/{name}.token"
    assert "--token-file %d/token" in service["ExecStart"]


def test_each_program_has_a_user_of_its_own() -> None:
    users = {unit(name)["Service"]["User"] for name in ("host", "vision", "firmware")}
    known = {line.split()[1] for line in (FOLDER / "sysusers.conf").read_text().splitlines() if line.startswith("u ")}
    assert len(users) == 3 and users == known
    groups = {line.split()[1] for line in (FOLDER / "sysusers.conf").read_text().splitlines() if line.startswith("g ")}
    assert groups == {"gpio", "spi", "video", "render"}


@pytest.mark.parametrize("name", ["host", "vision", "firmware"])
def test_the_commands_of_the_units_exist(name: str) -> None:
    command = unit(name)["Service"]["ExecStart"].split()[1:]
    options = {word for word in command if word.startswith("--")}
    words = [word for word in command[:2] if not word.startswith("-")]
    done = CliRunner().invoke(main, [*words, "--help"])
    assert done.exit_code == 0
    assert options <= set(re.findall(r"--[a-z-]+", done.output))


def test_lamps_are_darkened_however_the_program_ended() -> None:
    command = unit("firmware")["Service"]["ExecStopPost"]
    assert command == "-/opt/dreimagier/.venv/bin/dreimagier firmware blank"


@pytest.mark.parametrize("name", ["host", "safe", "vision"])
def test_the_kernel_may_be_asked_for_addresses_and_cameras(name: str) -> None:
    """Without it no address is found, and the table does not start."""
    assert "AF_NETLINK" in unit(name)["Service"]["RestrictAddressFamilies"].split()


def test_only_neighbours_may_come_in() -> None:
    for name in SERVICES:
        service = unit(name)["Service"]
        assert service["IPAddressDeny"] == "any"
        assert "192.168.0.0/16" in service["IPAddressAllow"].split()


def test_users_are_made_as_written(tmp_path: Path) -> None:
    (tmp_path / "etc/sysusers.d").mkdir(parents=True)
    shutil.copy(FOLDER / "sysusers.conf", tmp_path / "etc/sysusers.d/dreimagier.conf")
    (tmp_path / "etc/passwd").touch()
    (tmp_path / "etc/group").touch()
    subprocess.run(["systemd-sysusers", f"--root={tmp_path}"], check=True, timeout=30)
    users = (tmp_path / "etc/passwd").read_text()
    assert all(f"\n{user}:" in f"\n{users}" for user in ("dreimagier", "dreimagier-vision", "dreimagier-firmware"))
    assert users.count("/usr/sbin/nologin") == 3


def test_folders_belong_to_their_programs() -> None:
    lines = [line.split() for line in (FOLDER / "tmpfiles.conf").read_text().splitlines() if line.startswith("d ")]
    made = {path: (mode, user) for _, path, mode, user, *_ in lines}
    assert made["/var/lib/dreimagier"] == ("0750", unit("host")["Service"]["User"])
    assert made["/var/lib/dreimagier-vision"] == ("0750", unit("vision")["Service"]["User"])


def test_udev_accepts_the_rules() -> None:
    lines = [line for line in (FOLDER / "60-dreimagier.rules").read_text().splitlines() if not line.startswith("#")]
    assert len(lines) == 5
    assert all(re.fullmatch(r'(SUBSYSTEM|KERNEL)=="[^"]+",( \w+==?"[^"]+",?)+', line) for line in lines)

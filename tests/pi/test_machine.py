"""A Pi on which everything is installed and attached, as a whole: ``pytest -m pi``."""

from __future__ import annotations

import json
import statistics
import subprocess
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from companion import settings
from companion.commands.doctor import examine
from companion.commands.findings import bus_hertz
from companion.commands.machine import Machine
from companion.link.machine import on_a_pi
from tests.benchmarks.vision_speed import SET, THROWS
from vision.files import read_picture
from vision.read import Reader
from vision.setup.calibrate import calibrate
from vision.setup.shots import load_shots
from vision.setup.teach import teach

pytestmark = pytest.mark.pi

MEMORY_MIB = {"host": 90, "vision": 180, "firmware": 50}
DECISION_S = 0.4
"""Of the 0.7 s from rest to the phone the rest window takes 0.3."""


def asked(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)
    assert done.returncode == 0, f"{' '.join(command)}: {done.stderr}"
    return done.stdout.strip()


def health() -> dict[str, Any]:
    """What the installed table tells."""
    port = settings.load(data="/var/lib/dreimagier").port
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=10) as answer:
        told: dict[str, Any] = json.loads(answer.read())
    return told


def test_it_is_a_pi_and_doctor_finds_nothing_wrong() -> None:
    assert on_a_pi()
    assert [each for each in examine(Machine(), "/var/lib/dreimagier") if each.state == "wrong"] == []


def test_our_lines_in_config_txt_hold() -> None:
    assert Path("/dev/spidev0.0").exists(), "dtparam=spi=on"
    core = int(asked("vcgencmd", "measure_clock", "core").rpartition("=")[2])
    assert 5_000_000 <= bus_hertz(core) <= 8_000_000, "a one and a zero of the lamps keep their length"


def test_the_services_have_the_real_parts() -> None:
    told = health()
    for name in ("vision", "firmware"):
        assert told[name]["state"] == "ok" and not told[name]["simulated"], told[name]


@pytest.mark.parametrize("name", sorted(MEMORY_MIB))
def test_each_program_stays_within_its_memory(name: str) -> None:
    pid = asked("systemctl", "show", "--property=MainPID", "--value", f"dreimagier-{name}.service")
    family = [pid, *asked("sh", "-c", f"pgrep -P {pid} || true").split()]
    used = [Path(f"/proc/{each}/smaps_rollup").read_text() for each in family]
    shares = [int(line.split()[1]) for text in used for line in text.splitlines() if line.startswith("Pss:")]
    assert sum(shares) / 1024 <= MEMORY_MIB[name]


def test_a_throw_is_decided_in_time() -> None:
    pane = calibrate({path.name: read_picture(path) for path in sorted(SET.glob("charuco_*.jpg"))})
    reader = Reader(pane, teach(pane, load_shots(SET / "teach")))
    taken = []
    for name in THROWS * 3:
        picture = read_picture(SET / "throws" / name)
        begin = time.perf_counter()
        reader.read(picture)
        taken.append(time.perf_counter() - begin)
    assert statistics.median(taken) <= DECISION_S


def test_an_eye_that_starts_anew_is_there_within_a_minute() -> None:
    subprocess.run(["systemctl", "restart", "dreimagier-vision.service"], check=True, timeout=120)
    end = time.monotonic() + 60
    while health()["vision"]["state"] != "ok":
        assert time.monotonic() < end, health()["vision"]
        time.sleep(0.5)


def test_the_radio_can_be_an_access_point() -> None:
    (radio, *_) = sorted(path.parent.name for path in Path("/sys/class/net").glob("*/wireless"))
    assert asked("nmcli", "--terse", "--get-values", "WIFI-PROPERTIES.AP", "device", "show", radio) == "yes"

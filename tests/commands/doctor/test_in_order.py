"""A machine that has all it needs is told of nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.commands.findings import LISTED
from tests.commands.doctor.workshop import APT, MODELS, PIP, Workshop


@pytest.mark.parametrize("model", MODELS)
def test_a_pi_in_order_has_nothing_wrong(model: str, tmp_path: Path) -> None:
    shop = Workshop(tmp_path, model)
    assert shop.bad() == []
    assert shop.machine().model == model
    assert any("SPI is on" in finding.text for finding in shop.findings())


def test_trixie_in_order_has_nothing_wrong(tmp_path: Path) -> None:
    shop = Workshop(tmp_path, "5", "trixie")
    shop.python = (3, 13)
    shop.packages |= {"numpy": ("2.2.4", APT), "opencv-python-headless": ("5.0.0.93", PIP), "lgpio": ("0.2.2.0", APT)}
    assert shop.bad() == []


def test_services_in_order_have_nothing_wrong(tmp_path: Path) -> None:
    shop = Workshop(tmp_path)
    shop.units("host", "vision", "firmware")
    shop.write("/opt/dreimagier/.venv/bin/python", "")
    shop.write("/etc/passwd", "".join(f"dreimagier{each}:x:9:9::/:\n" for each in ("", "-vision", "-firmware")))
    shop.write("/etc/dreimagier/settings.toml", "port = 8181\n")
    shop.write("/etc/dreimagier/vision.env", "DREIMAGIER_HOST=http://192.168.1.20:8080\n")
    shop.write("/proc/self/mounts", "/dev/root / ext4 rw 0 0\n")
    shop.config("dtoverlay=w1-gpio\n[pi5]\ndtoverlay=gpio-fan")
    shop.write("/var/lib/dreimagier/x", "")
    shop.answers |= {
        "stat -c %U /var/lib/dreimagier": "dreimagier",
        "stat -c %G %a /dev/spidev0.0": "spi 660",
        "stat -c %G %a /dev/video0": "video 660",
        f"/usr/bin/python3 -c {LISTED}": "imx708_wide",
        "gpioinfo": '\tline  17: "GPIO17" "lg" input active-high [used]\n\tline 2: "SDA1" unused\n',
    }
    assert shop.bad() == []


def test_a_laptop_is_not_asked_for_a_pis_parts(tmp_path: Path) -> None:
    shop = Workshop(tmp_path)
    shop.write("/proc/device-tree/model", "")
    for name in ("picamera2", "lgpio", "gpiozero", "gpiod"):
        del shop.packages[name]
    shop.remove("/dev/spidev0.0")
    assert [finding.text for finding in shop.bad()] == ["no USB camera: a simulated one is used, or throws are typed"]
    shop.write("/dev/v4l/by-id/usb-046d_C920-video-index0", "")
    assert shop.bad() == []
    assert any("usb-046d_C920" in finding.text for finding in shop.findings())

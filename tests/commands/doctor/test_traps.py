"""Each trap is found on a machine that has it, with its cure, and not on one that has not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.commands.findings import LISTED
from tests.commands.doctor.workshop import APT, CONFIGS, PIP, Workshop

Break = Callable[[Workshop], Any]
TRAPS: dict[str, tuple[Break, str, str]] = {
    "old python": (lambda w: setattr(w, "python", (3, 9)), "Python 3.9 is too old", "3.11"),
    "32 bit": (lambda w: setattr(w, "processor", "armv7l"), "32-bit", "64-bit Raspberry Pi OS"),
    "old release": (
        lambda w: w.write("/etc/os-release", "VERSION_CODENAME=bullseye\n"),
        "bullseye is not known",
        "bookworm or trixie",
    ),
    "little memory": (
        lambda w: w.write("/proc/meminfo", "MemTotal:  440000 kB\n"),
        "too little memory",
        "eye or lamps",
    ),
    "closed environment": (
        lambda w: w.write("/venv/pyvenv.cfg", "home = /usr/bin\ninclude-system-site-packages = false\n"),
        "does not see the system's packages",
        "--system-site-packages",
    ),
    "foreign python": (
        lambda w: w.write("/venv/pyvenv.cfg", "home = /home/pi/.pyenv\ninclude-system-site-packages = true\n"),
        "not of the system's Python",
        "/usr/bin/python3 -m venv",
    ),
    "no picamera2": (lambda w: w.packages.pop("picamera2"), "picamera2 is missing", "apt install python3-picamera2"),
    "picamera2 by pip": (
        lambda w: w.packages.update(picamera2=("0.3.38", PIP)),
        "came with pip",
        "pip uninstall picamera2",
    ),
    "no libcamera": (lambda w: w.modules.clear(), "libcamera cannot be imported", "apt install python3-libcamera"),
    "numpy 2": (
        lambda w: w.packages.update(numpy=("2.2.6", PIP)),
        "apt's simplejpeg wants numpy 1, but numpy 2.2.6",
        "locks/bookworm.txt",
    ),
    "two opencvs": (
        lambda w: w.packages.update({"opencv-python": ("4.11", PIP)}),
        "a second OpenCV",
        "pip uninstall opencv-python",
    ),
    "no opencv": (lambda w: w.packages.pop("opencv-python-headless"), "OpenCV is missing", "pip install opencv"),
    "opencv 6": (
        lambda w: w.packages.update({"opencv-python-headless": ("6.0", PIP)}),
        "OpenCV 6.0 is not tested",
        "opencv-python-headless<6",
    ),
    "camera off": (
        lambda w: w.write("/boot/firmware/config.txt", f"dtparam=spi=on\n{CONFIGS['4']}\ncamera_auto_detect=0\n"),
        "camera_auto_detect is off",
        "camera_auto_detect=1",
    ),
    "no camera": (
        lambda w: w.remove("/sys/class/video4linux/v4l-subdev0/name"),  # codec and ISP keep their media nodes
        "no camera answers",
        "check the ribbon",
    ),
    "settings that no service reads": (
        lambda w: (w.write("/etc/dreimagier/settings.toml", ""), w.write("/var/lib/dreimagier/settings.toml", "")),
        "/var/lib/dreimagier/settings.toml is not read by the services",
        "/etc/dreimagier/settings.toml",
    ),
    "no spi": (lambda w: w.remove("/dev/spidev0.0"), "SPI is off", "dtparam=spi=on"),
    "core clock": (
        lambda w: w.write("/boot/firmware/config.txt", "core_freq=500\n"),
        "core_freq_min is not set",
        "core_freq_min=500",
    ),
    "core clock of another pi": (
        lambda w: w.write("/boot/firmware/config.txt", "[pi3]\ncore_freq=500\ncore_freq_min=500\n"),
        "core_freq is not set",
        "core_freq=500",
    ),
    "no lgpio": (lambda w: w.packages.pop("lgpio"), "lgpio is missing", "apt install python3-lgpio"),
    "empty lgpio": (
        lambda w: w.packages.update(lgpio=("0.0.0.2", PIP)),
        "lgpio 0.0.0.2 is an empty placeholder",
        "pip uninstall -y lgpio; sudo apt install python3-lgpio",
    ),
    "old gpiozero": (lambda w: w.packages.update(gpiozero=("2.0", APT)), "gpiozero 2.0.1 or newer", "gpiozero>=2.0.1"),
    "gpiod 1": (lambda w: w.packages.update(gpiod=("1.6.3", APT)), "gpiod 2.2.2", "gpiod>=2.2.2,<3"),
    "no chip": (lambda w: w.remove("/dev/gpiochip0"), "no GPIO chip", "/dev/gpiochip0"),
    "i2c": (
        lambda w: (
            w.write("/boot/config.txt", "")
            or w.write("/boot/firmware/config.txt", f"dtparam=spi=on,i2c_arm=on\n{CONFIGS['4']}\n")
        ),
        "I2C is on",
        "--pin off=26",
    ),
    "groups": (
        lambda w: w.answers.update({"id -nG": "pi video"}),
        "not in the groups gpio, spi, render",
        "sudo usermod -aG gpio,spi,render $USER",
    ),
    "weak supply now": (
        lambda w: w.answers.update({"vcgencmd get_throttled": "throttled=0x50005"}),
        "too little voltage now",
        "a stronger supply",
    ),
    "weak supply once": (
        lambda w: w.answers.update({"vcgencmd get_throttled": "throttled=0x50000"}),
        "too little voltage since it started",
        "a stronger supply",
    ),
    "libcamera offers none": (
        lambda w: w.answers.update({f"/usr/bin/python3 -c {LISTED}": ""}),
        "the kernel has imx708, libcamera offers no such camera",
        "libcamera-ipa",
    ),
    "overlay on our pins": (
        lambda w: w.config("dtoverlay=w1-gpio,gpiopin=17"),
        "the overlay w1-gpio uses GPIO 17 (button_1)",
        'pins = ["buzzer=13"]',
    ),
    "overlay by its own choice": (
        lambda w: w.config("dtoverlay=gpio-fan"),
        "the overlay gpio-fan uses GPIO 12 (buzzer)",
        "config.txt",
    ),
    "overlay on the lamps' bus": (
        lambda w: w.config("dtoverlay=mcp2515-can0,oscillator=16000000,interrupt=25"),
        "GPIO 10 (lamps)",
        "config.txt",
    ),
    "a level that the firmware drives": (
        lambda w: w.config("gpio=22-23=op,dh"),
        "the overlay gpio uses GPIO 22 (button_3)",
        "config.txt",
    ),
    "sound on a changed pin": (
        lambda w: (
            w.config("dtoverlay=hifiberry-dac") or w.write("/etc/dreimagier/settings.toml", 'pins = ["status=19"]\n')
        ),
        "the overlay hifiberry-dac uses GPIO 19 (status)",
        "config.txt",
    ),
    "a pin that a driver holds": (
        lambda w: w.answers.update(gpioinfo='gpiochip0 - 58 lines:\n\tline  27: "GPIO27" input consumer="w1"\n'),
        "GPIO 27 (button_2) is held by w1",
        "another pin",
    ),
    "a pin that a driver holds, older format": (
        lambda w: w.answers.update(gpioinfo='\tline  16:     "GPIO16"       "led1"  output  active-high [used]\n'),
        "GPIO 16 (status) is held by led1",
        "another pin",
    ),
    "python of the services gone": (
        lambda w: (w.units("host"), w.dangling("/opt/dreimagier/.venv/bin/python")),
        "the Python of the services is gone",
        "install.sh",
    ),
    "another port": (
        lambda w: (
            w.units("host", "vision")
            or w.write("/etc/dreimagier/settings.toml", "port = 8181\n")
            or w.write("/etc/dreimagier/vision.env", "DREIMAGIER_HOST=http://127.0.0.1:8080\n")
        ),
        "vision.env looks for the table at port 8080, it is at 8181",
        "take DREIMAGIER_HOST out",
    ),
    "another port by variable": (
        lambda w: (
            w.units("host", "firmware")
            or w.write("/etc/dreimagier/host.env", "DREIMAGIER_PORT=80\n")
            or w.write("/etc/dreimagier/firmware.env", 'DREIMAGIER_HOST="http://localhost:8080"\n')
        ),
        "firmware.env looks for the table at port 8080, it is at 80",
        "take DREIMAGIER_HOST out",
    ),
    "data of somebody else": (
        lambda w: (
            w.units("host"),
            (w.root / "var/lib/dreimagier").mkdir(parents=True),
            w.answers.update({"stat -c %U /var/lib/dreimagier": "root"}),
        ),
        "/var/lib/dreimagier belongs to root",
        "sudo chown -R dreimagier:dreimagier",
    ),
    "the services' games in memory": (
        lambda w: (
            w.units("host"),
            (w.root / "var/lib/dreimagier").mkdir(parents=True),
            w.write("/proc/self/mounts", "overlay / overlay rw 0 0\n"),
        ),
        "/var/lib/dreimagier lies in memory (overlay)",
        "raspi-config",
    ),
    "no user": (
        lambda w: (w.units("vision"), w.write("/etc/passwd", "root:x:0:0::/root:/bin/sh\n")),
        "there is no user dreimagier-vision",
        "install.sh",
    ),
    "a device of another group": (
        lambda w: (w.units("firmware"), w.answers.update({"stat -c %G %a /dev/spidev0.0": "root 600"})),
        "/dev/spidev0.0 belongs to the group root (600), its service has gpio and spi",
        "udevadm trigger",
    ),
    "failed unit": (
        lambda w: (
            w.write("/etc/systemd/system/dreimagier-vision.service", "")
            or w.answers.update({"systemctl show --property=ActiveState --value dreimagier-vision.service": "failed"})
        ),
        "dreimagier-vision.service has failed",
        "journalctl -u dreimagier-vision.service",
    ),
    "safe mode": (
        lambda w: w.write("/run/dreimagier-safe/reason", "x did not start three times.\nsettings: bad port\n"),
        "the table is in safe mode: settings: bad port",
        "systemctl start dreimagier.target",
    ),
}


@pytest.mark.parametrize("trap", TRAPS)
def test_a_trap_is_found_with_its_cure(trap: str, tmp_path: Path) -> None:
    shop = Workshop(tmp_path)
    breaking, text, cure = TRAPS[trap]
    breaking(shop)
    hits = [finding for finding in shop.bad() if text in finding.text]
    assert len(hits) == 1, shop.bad()
    assert cure in hits[0].cure

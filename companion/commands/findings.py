"""What ``dreimagier doctor`` looks at in the machine itself: each trap that somebody fell into, with its cure."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import msgspec

from companion.commands.machine import Machine
from companion.link.holders import holders


class Finding(msgspec.Struct, frozen=True):
    """``wrong`` stops a part from working, ``note`` is worth knowing; ``cure`` is what to type or change."""

    check: str
    state: Literal["ok", "note", "wrong"]
    text: str
    cure: str = ""


Check = Callable[[Machine], Iterator[Finding]]
CONFIG = "/boot/firmware/config.txt"
RESTART = "then restart"
SUBDEVICES = "/sys/class/video4linux"


def python(here: Machine) -> Iterator[Finding]:
    """Python 3.11 or newer."""
    version = ".".join(map(str, here.python))
    if here.python >= (3, 11):
        yield Finding("python", "ok", f"Python {version}")
    else:
        yield Finding("python", "wrong", f"Python {version} is too old", "install Python 3.11 or newer")


def system(here: Machine) -> Iterator[Finding]:
    """A Pi with a 64-bit system of a known release, or a laptop."""
    if not here.model:
        yield Finding("system", "ok", "no Raspberry Pi: camera by USB or simulated, lamps simulated")
        return
    yield Finding("system", "ok", f"Raspberry Pi {here.model}, {here.release or 'unknown release'}")
    if here.processor != "aarch64":
        yield Finding("system", "wrong", "a 32-bit system has no OpenCV", "install the 64-bit Raspberry Pi OS")
    if here.release not in ("bookworm", "trixie"):
        yield Finding("system", "wrong", f"{here.release or 'this release'} is not known", "use bookworm or trixie")
    memory = re.search(r"MemTotal:\s+(\d+)", here.text("/proc/meminfo"))
    if memory and int(memory[1]) < 1_500_000:
        yield Finding(
            "system", "note", "too little memory for all three programs", "use it as eye or lamps of a table elsewhere"
        )


def environment(here: Machine) -> Iterator[Finding]:
    """On a Pi the virtual environment sees the system's packages: libcamera comes from apt alone."""
    if not here.model:
        return
    settings = (here.prefix / "pyvenv.cfg").read_text(encoding="utf-8") if (here.prefix / "pyvenv.cfg").exists() else ""
    cure = "rm -r .venv && /usr/bin/python3 -m venv --system-site-packages .venv (make run does so)"
    if re.search(r"include-system-site-packages\s*=\s*true", settings):
        yield Finding("environment", "ok", "the environment sees the system's packages")
    else:
        yield Finding("environment", "wrong", "the environment does not see the system's packages", cure)
    if settings and not re.search(r"^home\s*=\s*/usr/bin$", settings, re.MULTILINE):
        yield Finding("environment", "wrong", "the environment is not of the system's Python", cure)


def camera_packages(here: Machine) -> Iterator[Finding]:
    """picamera2 from apt, and numpy and OpenCV that go with it."""
    if not here.model:
        return
    found = here.packages("picamera2")
    if found is None:
        yield Finding("camera", "wrong", "picamera2 is missing", "sudo apt install python3-picamera2")
    elif "dist-packages" not in found[1]:
        yield Finding(
            "camera",
            "wrong",
            "picamera2 came with pip, which cannot reach libcamera",
            "pip uninstall picamera2 && sudo apt install python3-picamera2",
        )
    elif not here.modules("libcamera"):
        yield Finding("camera", "wrong", "libcamera cannot be imported", "sudo apt install python3-libcamera")
    else:
        yield Finding("camera", "ok", f"picamera2 {found[0]} from apt")
    jpeg, numpy = here.packages("simplejpeg"), here.packages("numpy")
    if here.release == "bookworm" and jpeg and "dist-packages" in jpeg[1] and numpy and numpy[0].startswith("2."):
        yield Finding(
            "camera",
            "wrong",
            f"apt's simplejpeg wants numpy 1, but numpy {numpy[0]} is installed",
            "pip install -r locks/bookworm.txt (or: pip install simplejpeg)",
        )


def opencv(here: Machine) -> Iterator[Finding]:
    """One OpenCV, of a version that is tested."""
    names = ("opencv-python", "opencv-contrib-python", "opencv-contrib-python-headless")
    others = [name for name in names if here.packages(name)]
    found = here.packages("opencv-python-headless")
    if others:
        yield Finding("opencv", "wrong", f"a second OpenCV is installed: {others[0]}", f"pip uninstall {others[0]}")
    if found is None:
        yield Finding("opencv", "wrong", "OpenCV is missing", "pip install opencv-python-headless")
    elif not 4 <= int(found[0].split(".")[0]) <= 5:
        yield Finding("opencv", "wrong", f"OpenCV {found[0]} is not tested", "pip install 'opencv-python-headless<6'")
    else:
        yield Finding("opencv", "ok", f"OpenCV {found[0]}")


def camera_device(here: Machine) -> Iterator[Finding]:
    """A camera that is there and that nobody else holds."""
    if here.model:
        if here.config.get("camera_auto_detect") == "0":
            yield Finding(
                "camera", "wrong", "camera_auto_detect is off", f"camera_auto_detect=1 in {CONFIG}, {RESTART}"
            )
        found = sensors(here)
        if found:
            yield from by_libcamera(here, found)
        elif not list(here.path("/dev/v4l/by-id").glob("*index0")):
            yield Finding("camera", "wrong", "no camera answers", "check the ribbon: contacts, side, both ends")
    usb = sorted(path.name for path in here.path("/dev/v4l/by-id").glob("*index0"))
    if usb:
        yield Finding("camera", "ok", f"camera by USB: {', '.join(usb)}")
    elif not here.model:
        yield Finding("camera", "note", "no USB camera: a simulated one is used, or throws are typed")
    for holder in holders(r"/dev/(video|media)\d+", here.root):
        ours = holder.startswith("dreimagier-")
        cure = f"sudo systemctl stop {holder.split('.')[0]}" if ours else "end it, if it is none of our programs"
        yield Finding("camera", "note", f"the camera is held by {holder}", cure)


LISTED = "from picamera2 import Picamera2; print(*(each['Model'] for each in Picamera2.global_camera_info()))"


def by_libcamera(here: Machine, found: list[str]) -> Iterator[Finding]:
    """Whether libcamera offers the sensors that the kernel has: without its tuning or its rights it offers none."""
    answer = here.runner(["/usr/bin/python3", "-c", LISTED])
    models = (answer or "").split("\n")[-1].split()
    unseen = [name for name in found if not any(model.startswith(name) for model in models)]
    if answer is None or not unseen:
        yield Finding("camera", "ok", f"camera on the ribbon: {', '.join(found)}")
    else:
        cure = "sudo apt install --reinstall libcamera-ipa python3-libcamera, and the groups video and render"
        yield Finding("camera", "wrong", f"the kernel has {', '.join(unseen)}, libcamera offers no such camera", cure)


def sensors(here: Machine) -> list[str]:
    """Sensors on the ribbon that the kernel has spoken to; the media nodes of codec and ISP are there without any."""
    names = [here.text(f"/{path.relative_to(here.root)}") for path in here.path(SUBDEVICES).glob("v4l-subdev*/name")]
    return sorted(name.split()[0] for name in names if re.match(r"(imx|ov|arducam)\w* \d+-[0-9a-f]{4}$", name))


def lamps(here: Machine) -> Iterator[Finding]:
    """The bus of the lamps, its buffer, and the core clock that it is made from."""
    if not here.model:
        return
    if here.exists("/dev/spidev0.0"):
        yield Finding("lamps", "ok", "SPI is on")
    else:
        yield Finding("lamps", "wrong", "SPI is off: no lamps", f"dtparam=spi=on in {CONFIG}, {RESTART}")
    wanted = {
        "3": {"core_freq": "250"},
        "Zero 2 W": {"core_freq": "250"},
        "4": {"core_freq": "500", "core_freq_min": "500"},
    }
    for name, value in wanted.get(here.model, {}).items():
        if here.config.get(name) != value:
            yield Finding(
                "lamps",
                "wrong",
                f"{name} is {here.config.get(name, 'not set')}: the bus follows the core clock, lamps turn white",
                f"{name}={value} in {CONFIG}, {RESTART}",
            )
    yield from clock(here)


def clock(here: Machine) -> Iterator[Finding]:
    """The bus clock that really comes out: an even part of the core clock (Pi 5: of 200 MHz)."""
    answer = here.runner(["vcgencmd", "measure_clock", "core"])
    measured = re.search(r"=(\d+)", answer or "")
    core = 200_000_000 if here.model == "5" else int(measured[1]) if measured else 0
    if not core:
        return
    hertz = bus_hertz(core)
    ones, zeros = 4e9 / hertz, 2e9 / hertz
    good = 550 <= ones <= 850 and 200 <= zeros <= 450
    yield Finding(
        "lamps",
        "ok" if good else "wrong",
        f"the bus runs at {hertz / 1e6:.2f} MHz: a one lasts {ones:.0f} ns, a zero {zeros:.0f} ns",
        "" if good else f"set core_freq as above in {CONFIG}, {RESTART}",
    )


def bus_hertz(core_hz: int, wanted_hz: int = 6_400_000) -> float:
    """What the SPI driver makes of a core clock: the next even divider."""
    divider = -(-core_hz // wanted_hz)
    return core_hz / (divider + divider % 2)


def pins(here: Machine) -> Iterator[Finding]:
    """Libraries and devices of the buttons."""
    if not here.model:
        return
    found = here.packages("lgpio")
    if found is None or found[0].startswith("0.0."):
        yield Finding(
            "buttons",
            "wrong",
            "lgpio is missing" if found is None else f"lgpio {found[0]} is an empty placeholder",
            "pip uninstall -y lgpio; sudo apt install python3-lgpio",
        )
    zero = here.packages("gpiozero")
    if zero is None or _numbers(zero[0]) < (2, 0, 1):
        yield Finding("buttons", "wrong", "gpiozero 2.0.1 or newer is missing", "pip install 'gpiozero>=2.0.1'")
    gpiod = here.packages("gpiod")
    if gpiod is None or not (2, 2, 2) <= _numbers(gpiod[0]) < (3,):
        yield Finding("buttons", "wrong", "gpiod 2.2.2 or newer 2.x is missing", "pip install 'gpiod>=2.2.2,<3'")
    if not list(here.path("/dev").glob("gpiochip*")):
        yield Finding("buttons", "wrong", "no GPIO chip", "check the system: /dev/gpiochip0 is missing")
    if here.config.get("dtparam=i2c_arm") == "on":
        yield Finding(
            "buttons",
            "note",
            "I2C is on: it uses GPIO 3, where the shutdown button is",
            f"dtparam=i2c_arm=off in {CONFIG}, or another pin: --pin off=26",
        )
    if not os.access(Path.cwd(), os.W_OK):
        yield Finding("buttons", "note", "lgpio wants to write into the working directory", "start from another folder")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


def groups(here: Machine) -> Iterator[Finding]:
    """The user's groups."""
    if not here.model:
        return
    mine = set((here.runner(["id", "-nG"]) or "").split())
    missing = [name for name in ("gpio", "spi", "video", "render") if name not in mine]
    if missing and "root" not in mine:
        yield Finding(
            "groups",
            "wrong",
            f"you are not in the groups {', '.join(missing)}",
            f"sudo usermod -aG {','.join(missing)} $USER, then log in anew",
        )
    else:
        yield Finding("groups", "ok", "groups gpio, spi, video, render")


def supply(here: Machine) -> Iterator[Finding]:
    """Under-voltage, now or since the start."""
    answer = here.runner(["vcgencmd", "get_throttled"]) if here.model else None
    found = re.search(r"0x([0-9a-fA-F]+)", answer or "")
    if not found:
        return
    bits = int(found[1], 16)
    cure = "a stronger supply and a shorter cable for the Pi; the lamps never from its pins"
    if bits & 1:
        yield Finding("supply", "wrong", "the Pi has too little voltage now", cure)
    elif bits & 1 << 16:
        yield Finding("supply", "note", "the Pi had too little voltage since it started", cure)
    else:
        yield Finding("supply", "ok", "voltage is well")

"""A Pi that is all described by files, packages and answers of commands."""

from __future__ import annotations

from pathlib import Path

from companion.commands.checks import CHECKS
from companion.commands.findings import Finding
from companion.commands.machine import Machine

APT, PIP = "/usr/lib/python3/dist-packages", "/opt/dreimagier/.venv/lib/python3.11/site-packages"
MODELS = {
    "3": "Raspberry Pi 3 Model B Plus Rev 1.3",
    "4": "Raspberry Pi 4 Model B Rev 1.4",
    "5": "Raspberry Pi 5 Model B Rev 1.0",
    "Zero 2 W": "Raspberry Pi Zero 2 W Rev 1.0",
}
CONFIGS = {
    "3": "core_freq=250",
    "4": "[pi3]\ncore_freq=250\n[pi4]\ncore_freq=500\ncore_freq_min=500\n[all]",
    "5": "",
    "Zero 2 W": "[pi02]\ncore_freq=250\n[all]",
}
CORE = {"3": "250000000", "4": "500000000", "5": "910000000", "Zero 2 W": "250000000"}


class Workshop:
    """A Pi with everything in order; a test breaks one thing."""

    def __init__(self, root: Path, model: str = "4", release: str = "bookworm") -> None:
        self.root, self.release, self.processor, self.python = root, release, "aarch64", (3, 11)
        self.packages = {
            "picamera2": ("0.3.31", APT),
            "simplejpeg": ("1.8.1", APT),
            "numpy": ("1.26.4", PIP),
            "opencv-python-headless": ("4.11.0.86", PIP),
            "lgpio": ("0.2.2.0", PIP),
            "gpiozero": ("2.0.1", PIP),
            "gpiod": ("2.2.2", PIP),
        }
        self.modules = {"libcamera"}
        self.answers = {
            "id -nG": "pi gpio spi video render",
            "vcgencmd get_throttled": "throttled=0x0",
            "vcgencmd measure_clock core": f"frequency(1)={CORE[model]}",
        }
        self.write("/proc/device-tree/model", MODELS[model] + "\0")
        self.write("/etc/os-release", f'PRETTY_NAME="x"\nVERSION_CODENAME={release}\n')
        self.write("/proc/meminfo", "MemTotal:        3885396 kB\n")
        self.write("/boot/firmware/config.txt", f"dtparam=spi=on\n{CONFIGS[model]}\ncamera_auto_detect=1\n")
        self.write("/venv/pyvenv.cfg", "home = /usr/bin\ninclude-system-site-packages = true\n")
        self.write("/sys/class/video4linux/v4l-subdev0/name", "imx708 10-001a\n")
        self.write("/sys/class/video4linux/v4l-subdev1/name", "dw9807 10-000c\n")
        for device in ("spidev0.0", "gpiochip0", "media0", "video0"):
            self.write(f"/dev/{device}", "")

    def write(self, name: str, text: str) -> None:
        path = self.root / name.lstrip("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def config(self, line: str) -> None:
        """One line more in config.txt."""
        path = self.root / "boot/firmware/config.txt"
        path.write_text(f"{path.read_text()}{line}\n")

    def units(self, *names: str) -> None:
        for name in names:
            self.write(f"/etc/systemd/system/dreimagier-{name}.service", "")

    def dangling(self, name: str) -> None:
        path = self.root / name.lstrip("/")
        path.parent.mkdir(parents=True)
        path.symlink_to("/usr/bin/python3.9")

    def remove(self, name: str) -> None:
        (self.root / name.lstrip("/")).unlink()

    def machine(self) -> Machine:
        return Machine(
            self.root,
            lambda command: self.answers.get(" ".join(command)),
            self.packages.get,
            self.modules.__contains__,
            {},
            self.python,
            self.processor,
            self.root / "venv",
        )

    def findings(self) -> list[Finding]:
        here = self.machine()
        return [finding for check in CHECKS for finding in check(here)]

    def bad(self) -> list[Finding]:
        return [finding for finding in self.findings() if finding.state != "ok"]

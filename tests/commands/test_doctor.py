"""Each trap is found on a machine that has it, with its cure, and not on one that has not."""

from __future__ import annotations

import base64
import io
import json
import random
import socket
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.commands import bundle, overlays
from companion.commands import doctor as doctor_module
from companion.commands.checks import CHECKS
from companion.commands.doctor import examine, line, own
from companion.commands.findings import LISTED, Finding, bus_hertz
from companion.commands.folders import filesystem
from companion.commands.machine import Machine, package, run
from firmware.controls.pins import Pins

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
        "constraints/bookworm.txt",
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


def test_the_pins_are_the_firmwares() -> None:
    assert msgspec.structs.asdict(Pins()) == overlays.OURS


SECRET = "Zk3vQ0p9_aB7xL2mN8rT5yU1wE4sD6fG"


class TestBundle:
    def packed(self, folder: Path) -> dict[str, str]:
        shop = Workshop(folder)
        shop.write("/etc/dreimagier/host.env", f"DREIMAGIER_TOKEN={SECRET}\nDREIMAGIER_PORT=8181\n")
        shop.write("/etc/dreimagier/settings.toml", 'port = 8181\nwands = "/home/anna/wands.json"\n')
        shop.write("/var/lib/dreimagier/tokens/vision.token", "an-unlikely-token")
        journal = "journalctl --quiet --no-pager --output=short-iso --lines=300 --unit dreimagier-host.service"
        said = (
            f"dreimagier: http://192.168.1.20:8080/join?code=KLQX9 {SECRET} b8:27:eb:01:02:03 (code=exited, status=2)"
        )
        shop.answers[journal] = said
        with zipfile.ZipFile(io.BytesIO(bundle.packed(shop.machine(), ["  ok    python: Python 3.11"]))) as archive:
            return {name: archive.read(name).decode() for name in archive.namelist()}

    def test_it_has_what_a_report_needs(self, tmp_path: Path) -> None:
        texts = self.packed(tmp_path)
        assert "Python 3.11" in texts["report/doctor.txt"]
        assert "msgspec " in texts["report/versions.txt"]
        assert "port = 8181" in texts["report/etc-dreimagier-settings.toml.txt"]
        assert "core_freq=500" in texts["report/boot-firmware-config.txt.txt"]
        assert "code=exited, status=2" in texts["report/journal-host.txt"]

    @pytest.mark.parametrize("secret", [SECRET, "KLQX9", "anna", "b8:27:eb", "an-unlikely-token"])
    def test_it_has_no_secret(self, secret: str, tmp_path: Path) -> None:
        assert not [name for name, text in self.packed(tmp_path).items() if secret in text]

    def test_real_tokens_are_hidden(self) -> None:
        """As `secrets.token_urlsafe(32)` makes them; no piece of twelve letters is left."""
        for seed in range(200):
            token = base64.urlsafe_b64encode(random.Random(seed).randbytes(32)).rstrip(b"=").decode()
            shown = bundle.hidden(f"x {token} y")
            assert not [token[k : k + 12] for k in range(len(token) - 12) if token[k : k + 12] in shown]

    def test_the_command_writes_it(self, tmp_path: Path) -> None:
        path = tmp_path / "report.zip"
        done = CliRunner().invoke(main, ["doctor", "--bundle", str(path)])
        assert done.exit_code == 0 and "Look through it" in done.output
        assert zipfile.is_zipfile(path)
        again = CliRunner().invoke(main, ["doctor", "--bundle", str(tmp_path / "no/report.zip")])
        assert again.exit_code == 1 and again.output.startswith("Error: ") and "cannot be written" in again.output


def test_the_bus_clock_that_comes_out_is_judged(tmp_path: Path) -> None:
    shop = Workshop(tmp_path)
    shop.answers["vcgencmd measure_clock core"] = "frequency(1)=200000000"  # an idle Pi 4: 6.25 MHz, still good
    assert shop.bad() == []
    shop.answers["vcgencmd measure_clock core"] = "frequency(1)=13000000"
    assert [finding.text for finding in shop.bad()] == ["the bus runs at 3.25 MHz: a one lasts 1231 ns, a zero 615 ns"]


@pytest.mark.parametrize(
    ("core", "bus"), [(250e6, 6.25e6), (500e6, 6.25e6), (400e6, 400e6 / 64), (200e6, 6.25e6), (6.4e6, 3.2e6)]
)
def test_dividers_are_even(core: float, bus: float) -> None:
    assert bus_hertz(int(core)) == pytest.approx(bus)


def test_who_holds_the_camera_is_named(tmp_path: Path) -> None:
    shop = Workshop(tmp_path)
    shop.write("/proc/812/comm", "motion\n")
    (tmp_path / "proc/812/fd").mkdir()
    (tmp_path / "proc/812/fd/7").symlink_to("/dev/video0")
    (tmp_path / "proc/812/fd/8").symlink_to("/dev/null")
    assert [finding.text for finding in shop.bad()] == ["the camera is held by motion (pid 812)"]


def test_our_own_service_is_named_and_how_to_stop_it(tmp_path: Path) -> None:
    shop = Workshop(tmp_path)
    shop.write("/proc/90/cgroup", "0::/system.slice/dreimagier-vision.service\n")
    (tmp_path / "proc/90/fd").mkdir()
    (tmp_path / "proc/90/fd/7").symlink_to("/dev/media0")
    (found,) = shop.bad()
    assert "held by dreimagier-vision.service (pid 90)" in found.text
    assert found.cure == "sudo systemctl stop dreimagier-vision"


MOUNTS = r"""overlay / overlay rw 0 0
tmpfs /dev/shm tmpfs rw 0 0
/dev/sda1 /home ext4 rw 0 0
/dev/sdb1 /media/my\040disk vfat rw 0 0
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [("/dev/shm/x", "tmpfs"), ("/var/lib/dreimagier", "overlay"), ("/home/anna", "ext4"), ("/media/my disk/x", "vfat")],
)
def test_what_a_folder_lies_on(folder: str, kind: str) -> None:
    assert filesystem(Path(folder), MOUNTS) == kind


@pytest.mark.parametrize("kind", ["tmpfs", "overlay", "ext4"])
def test_a_game_in_memory_is_told_of(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_module, "filesystem", lambda place, mounts: kind)
    hits = [finding for finding in own(str(tmp_path)) if "a power cut forgets it all" in finding.text]
    assert [finding.state for finding in hits] == (["wrong"] if kind != "ext4" else [])
    assert all(finding.cure for finding in hits)


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


class TestOwn:
    @pytest.fixture
    def folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        for name in ("DREIMAGIER_SETTINGS", "DREIMAGIER_DATA", "DREIMAGIER_PORT"):
            monkeypatch.delenv(name, raising=False)
        return tmp_path

    def test_bad_settings(self, folder: Path) -> None:
        (folder / "settings.toml").write_text("prot = 1\n")
        (finding,) = own(str(folder))
        assert finding.state == "wrong" and "prot" in finding.text

    def test_a_pane_that_is_gone(self, folder: Path) -> None:
        (folder / "settings.toml").write_text(f'pane = "{folder}/pane.json"\nport = 0\n')
        found = [finding for finding in own(str(folder)) if finding.state == "wrong"]
        assert [finding.cure for finding in found] == ["dreimagier vision calibrate, or take it out of the settings"]

    def test_a_port_that_is_taken(self, folder: Path) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            (folder / "settings.toml").write_text(f'bind = "127.0.0.1"\nport = {taken.getsockname()[1]}\n')
            assert any("cannot be opened" in finding.text for finding in own(str(folder)))


def test_the_command_tells_and_as_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DREIMAGIER_PORT", "0")
    done = CliRunner().invoke(main, ["doctor", "--data", str(tmp_path)])
    told = CliRunner().invoke(main, ["doctor", "--data", str(tmp_path), "--json"])
    findings = json.loads(told.output)
    assert done.exit_code == told.exit_code == int(any(each["state"] == "wrong" for each in findings))
    assert {each["check"] for each in findings} >= {"python", "system", "opencv", "data", "port"}
    assert len(done.output.splitlines()) == len(findings) + sum(bool(each["cure"]) for each in findings)


def test_a_wrong_thing_ends_with_1(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("port = -1\n")
    done = CliRunner().invoke(main, ["doctor", "--data", str(tmp_path)])
    assert done.exit_code == 1
    assert " WRONG  settings: port must be from 1 to 65535" in done.output


def test_real_answers_of_this_machine() -> None:
    assert run(["sh", "-c", "echo yes"]) == "yes"
    assert run(["no-such-command"]) is None and run(["false"]) is None
    assert package("msgspec") and package("no-such-package") is None
    assert examine(Machine())
    assert line(Finding("x", "wrong", "y", "z")) == " WRONG  x: y\n        cure: z"


class TestJournal:
    """What a service said last, beside what doctor sees itself."""

    UNIT = "dreimagier-vision.service"

    def services(self, folder: Path, journal: str | None, state: str = "active") -> list[Finding]:
        shop = Workshop(folder)
        shop.write(f"/etc/systemd/system/{self.UNIT}", "")
        shop.answers |= {
            f"systemctl show --property=ActiveState --value {self.UNIT}": state,
            f"systemctl show --property=InvocationID --value {self.UNIT}": "abc",
        }
        asked = "journalctl --quiet --no-pager --output=json --lines=1 --priority=notice _SYSTEMD_INVOCATION_ID=abc"
        if journal is not None:
            shop.answers[asked] = journal
        return shop.bad()

    def test_a_service_that_runs_with_a_fault_is_a_note_with_its_own_words(self, tmp_path: Path) -> None:
        line = '{"PRIORITY":"3","MESSAGE":"vision: no throws are read: the camera is unplugged","_PID":"7"}'
        found = self.services(tmp_path, line)
        assert [(each.state, each.text) for each in found] == [
            ("note", f"{self.UNIT} says: vision: no throws are read: the camera is unplugged")
        ]
        assert found[0].cure == f"journalctl -u {self.UNIT} -n 20"

    def test_a_service_that_has_failed_says_why(self, tmp_path: Path) -> None:
        found = self.services(tmp_path, '{"PRIORITY":"4","MESSAGE":"vision: the host is away"}', "failed")
        assert [(each.state, each.text) for each in found] == [
            ("wrong", f"{self.UNIT} has failed: vision: the host is away")
        ]

    @pytest.mark.parametrize(
        "journal",
        [
            None,
            "",
            "rubbish",
            '{"PRIORITY":"3"}',
            '{"PRIORITY":"3","MESSAGE":[255,1]}',
            '{"PRIORITY":"5","MESSAGE":"vision: the camera works again"}',
        ],
    )
    def test_a_fault_that_is_over_or_no_journal_is_silence(self, journal: str | None, tmp_path: Path) -> None:
        assert self.services(tmp_path, journal) == []

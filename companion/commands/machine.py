"""This machine as ``dreimagier doctor`` sees it: a file tree, a few commands, installed packages.

Everything that is looked at goes through here, so that a test can give another machine.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib import metadata, util
from pathlib import Path

from companion.link import machine

Runner = Callable[[list[str]], str | None]


def run(command: list[str]) -> str | None:
    """What a command prints, None when it is missing or fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def package(name: str) -> tuple[str, str] | None:
    """Version and folder of an installed distribution."""
    try:
        found = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return None
    return found.version, str(found.locate_file(""))


def importable(name: str) -> bool:
    """Whether a module could be imported; it is not."""
    try:
        return util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


class Machine:
    """``root`` stands before every absolute path; the rest are ways to ask."""

    def __init__(
        self,
        root: Path = Path("/"),
        runner: Runner = run,
        packages: Callable[[str], tuple[str, str] | None] = package,
        modules: Callable[[str], bool] = importable,
        environment: Mapping[str, str] | None = None,
        python: tuple[int, int] = sys.version_info[:2],
        processor: str = platform.machine(),
        prefix: Path = Path(sys.prefix),
    ) -> None:
        self.root, self.runner, self.packages, self.modules = root, runner, packages, modules
        self.environment = os.environ if environment is None else environment
        self.python, self.processor, self.prefix = python, processor, prefix

    def path(self, name: str) -> Path:
        """A path of this machine."""
        return self.root / name.lstrip("/")

    def text(self, name: str) -> str:
        """A file's text without NULs, empty when there is none."""
        try:
            return self.path(name).read_text(encoding="utf-8", errors="replace").replace("\0", "").strip()
        except OSError:
            return ""

    def exists(self, name: str) -> bool:
        """Whether there is such a file or device."""
        return self.path(name).exists()

    def runs(self, name: str) -> bool:
        """Whether a program's file is there, its links followed within this machine."""
        path = self.path(name)
        for _ in range(8):
            if not path.is_symlink():
                break
            target = path.readlink()
            path = self.path(str(target)) if target.is_absolute() else path.parent / target
        return path.exists()

    @property
    def model(self) -> str:
        """``3``, ``4``, ``5``, ``Zero 2 W`` or another Pi's name; empty elsewhere."""
        found = re.match(
            r"Raspberry Pi (?:Compute Module )?(Zero 2 W|\d|Zero|.*)", machine.model(self.path(str(machine.MODEL)))
        )
        return found[1].strip() if found else ""

    @property
    def release(self) -> str:
        """The system's code name, as ``bookworm``."""
        found = re.search(r'^VERSION_CODENAME="?(\w+)', self.text("/etc/os-release"), re.MULTILINE)
        return found[1] if found else ""

    @property
    def config(self) -> dict[str, str]:
        """Active settings of config.txt, the last of each; dtparam and dtoverlay by their whole word."""
        return dict(_settings(self._active))

    @property
    def overlays(self) -> list[tuple[str, dict[str, str]]]:
        """Active overlays of config.txt with their parameters; ``gpio=17=op`` is one of the name ``gpio``."""
        found = []
        for name, value in self._active:
            first, *words = value.split(",")
            if name == "dtoverlay":
                found.append((first, dict(_pair(word) for word in words)))
            elif name == "gpio":
                found += [("gpio", {"pin": number}) for number in _numbers(value.partition("=")[0])]
        return found

    @property
    def _active(self) -> list[tuple[str, str]]:
        return _holding(self.text("/boot/firmware/config.txt") or self.text("/boot/config.txt"), self.model)


def _pair(word: str) -> tuple[str, str]:
    name, _, value = word.partition("=")
    return name, value or "on"


def _numbers(text: str) -> list[str]:
    """The numbers of ``17``, ``4,17`` or ``4-6``."""
    found = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        if first.isdecimal() and (last or first).isdecimal():
            found += [str(number) for number in range(int(first), int(last or first) + 1)]
    return found


def _holding(text: str, model: str) -> list[tuple[str, str]]:
    """Lines that hold for this model: a section in brackets ends at the next one, ``[all]`` holds for all."""
    holds, found = True, []
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            holds = line in ("[all]", f"[pi{model}]", "[pi02]" if model == "Zero 2 W" else "[all]")
        elif holds and "=" in line and not line.startswith("#"):
            name, value = (part.strip() for part in line.split("=", 1))
            found.append((name, value))
    return found


def _settings(active: list[tuple[str, str]]) -> list[tuple[str, str]]:
    found = []
    for name, value in active:
        if name in ("dtparam", "dtoverlay"):
            found += [(f"{name}={part.split('=')[0]}", part.partition("=")[2] or "on") for part in value.split(",")]
        else:
            found.append((name, value))
    return found

"""What machine this is."""

from __future__ import annotations

from pathlib import Path

MODEL = Path("/proc/device-tree/model")
"""Where a Pi's firmware names its model, with a NUL behind."""


def model(file: Path = MODEL) -> str:
    """The board's name, as ``Raspberry Pi 4 Model B Rev 1.5``; empty where no firmware names one."""
    try:
        return file.read_bytes().decode("utf-8", "replace").replace("\0", "").strip()
    except OSError:
        return ""


def on_a_pi(file: Path = MODEL) -> bool:
    """Whether this machine says that it is a Raspberry Pi."""
    return "Raspberry Pi" in model(file)

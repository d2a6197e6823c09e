"""What a folder lies on: a disk that stays, or memory."""

from __future__ import annotations

from pathlib import Path

FORGETS = {
    "tmpfs": "another folder",
    "ramfs": "another folder",
    "overlay": "raspi-config: Performance, Overlay File System, off",
}
"""Kinds of file systems that forget, and what to do."""


def filesystem(place: Path, mounts: str) -> str:
    """The kind of file system that a folder lies on, by the lines of /proc/mounts; empty when none says."""
    found = [line.split() for line in mounts.splitlines()]
    over = [(len(point), kind) for _, point, kind, *_ in found if place.is_relative_to(point.replace("\\040", " "))]
    return max(over, key=lambda each: each[0], default=(0, ""))[1]

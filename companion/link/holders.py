"""Which programs have a device open."""

from __future__ import annotations

import re
from pathlib import Path


def holders(device: str, root: Path = Path("/")) -> list[str]:
    """Programs that hold a device (a regular expression of its path), as ``motion (pid 812)``.

    Only those that this user may look into; root sees all.
    """
    found: dict[int, str] = {}
    for link in root.glob("proc/[0-9]*/fd/*"):
        try:
            target = str(link.readlink())
        except OSError:
            continue
        if re.fullmatch(device, target):
            process = link.parent.parent
            found[int(process.name)] = _name(process)
    return [f"{found[pid]} (pid {pid})" for pid in sorted(found)]


def _name(process: Path) -> str:
    """Our own services by the unit's name, others by the program's."""
    try:
        unit = re.search(r"/(dreimagier-\w+\.service)", (process / "cgroup").read_text(encoding="utf-8"))
        if unit:
            return unit[1]
    except OSError:
        pass
    try:
        return (process / "comm").read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return "a program"

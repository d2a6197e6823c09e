"""The names under which a home network knows this machine.

A name that somebody else could point here (DNS rebinding) is none of them: the first part must be this machine's own
name, and what follows must be an ending that no public domain has, or that the network itself has told this machine.
"""

from __future__ import annotations

import re
import socket
from functools import lru_cache
from pathlib import Path

HOME = frozenset(
    {
        *("local", "localdomain", "lan", "home", "home.arpa", "internal", "intranet", "private", "corp", "mynetwork"),
        *("fritz.box", "speedport.ip", "easy.box", "o2.box", "station", "homenet.telecomitalia.it", "livebox.home"),
    }
)
"""Endings that routers give, besides those that this one told."""
RESOLVER = Path("/etc/resolv.conf")
NAME = "dreimagier"
"""The installation tells the network this name as well (dreimagier.local); no public name server knows the ending."""
TOLD = re.compile(r"^\s*(?:search|domain)\s+(.+)$", re.MULTILINE)


def of_this_machine(name: str) -> bool:
    """Whether a name (small letters, no dot at its end) is one of this machine's."""
    own, _, rest = socket.gethostname().lower().partition(".")
    first, _, ending = name.partition(".")
    if not ending:
        return first == own
    if ending == "local":
        return re.fullmatch(rf"({re.escape(own)}|{NAME})(-[0-9]{{1,3}})?", first) is not None
    return first == own and ending in {rest, *HOME, *told()}


@lru_cache(maxsize=1)
def told() -> frozenset[str]:
    """The endings that this machine's network has told it."""
    try:
        found = TOLD.findall(RESOLVER.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return frozenset()
    return frozenset(ending.lower().strip(".") for line in found for ending in line.split() if ending.strip("."))

"""What the host was taught of this camera: its files are fetched when they change, wherever the host is.

They lie in a folder that goes with the program: the host keeps them, and without the host no throw counts.
"""

from __future__ import annotations

import hashlib
import tempfile
import time
from pathlib import Path

from companion.link.errors import LinkError
from companion.link.host import Host
from companion.protocol import TAUGHT
from companion.protocol import Taught as Learnt

LONGEST = 4 * 1024 * 1024
PAUSE_S = 1.0
POSTED_S = 10.0
"""So long after the eye was taught, what the host has may be older."""


class Taught:
    """The fetched files; ``sums`` are those that lie there."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._folder = tempfile.TemporaryDirectory(prefix="dreimagier-eye-")
        self.sums: dict[str, str] = {}
        self._again_at = 0.0

    def follow(self, wanted: dict[str, str]) -> bool:
        """Get what the host has now; whether anything changed.  What cannot be fetched now is tried next time."""
        before = dict(self.sums)
        if before == wanted or time.monotonic() < self._again_at:
            return False
        self._again_at = time.monotonic() + PAUSE_S
        for name in TAUGHT:
            if name not in wanted:
                self.sums.pop(name, None)
            elif self.sums.get(name) != wanted[name] and self._fetched(name, wanted[name]):
                self.sums[name] = wanted[name]
        return self.sums != before

    def adopt(self, learnt: Learnt) -> None:
        """What the eye itself was taught just now, on its way to the host."""
        data = learnt.content.encode()
        self._path(learnt.name).write_bytes(data)
        self.sums[learnt.name] = hashlib.sha256(data).hexdigest()
        self._again_at = time.monotonic() + POSTED_S

    def arguments(self, pane: str, wands: str) -> list[str]:
        """Options for the child that looks: what the owner named, and beside it what the host was taught."""
        found = {name: str(self._path(name)) if name in self.sums else "" for name in TAUGHT}
        return ["--pane", pane, "--wands", wands, "--taught-pane", found[TAUGHT[0]], "--taught-wands", found[TAUGHT[1]]]

    def _fetched(self, name: str, wanted: str) -> bool:
        try:
            answer = self._host.get(f"/api/device/taught/{name}", LONGEST)
        except LinkError:
            return False
        if answer.status != 200 or hashlib.sha256(answer.body).hexdigest() != wanted:
            return False
        self._path(name).write_bytes(answer.body)
        return True

    def _path(self, name: str) -> Path:
        return Path(self._folder.name) / name

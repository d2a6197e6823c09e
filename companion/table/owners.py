"""Whose devices may set this table up: those whose people have shown that they are at the table.

A short code is shown where only people at the table are: on a page at the machine itself, in the terminal that started
it, on the phones of owners.  Who types it holds a secret of his own from then on, over restarts, until he gives it up
or another owner withdraws it.  Each code serves once; ``owners.json`` keeps hashes alone.
"""

from __future__ import annotations

import contextlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from companion.table import files
from companion.table.errors import StorageFailed
from companion.table.salvage import LETTERS
from companion.table.seats import hashed

LENGTH = 6
AT_MOST = 8
"""Owners' devices; the oldest gives way to the newest."""


class Owner(msgspec.Struct, frozen=True):
    """A device that may set the table up: its public name, the hash of its secret, and since when."""

    id: str
    hash: str
    since: int


def code_file(folder: Path) -> Path:
    """Where the code stands for commands on this machine."""
    return folder / "tokens" / "owner.code"


class Owners:
    """The owners of a data folder.  Thread-safe.  A list that cannot be read is set aside: then nobody is one."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self._folder = folder
        self._clock = clock
        self._lock = threading.Lock()
        self._path = folder / "tokens" / "owners.json"
        self._owners = self._read()
        self.code = self._new_code()

    def all(self) -> tuple[Owner, ...]:
        """The owners' devices, the oldest first."""
        return self._owners

    def find(self, token: str) -> Owner | None:
        """Whose secret this is; compares with all of them in constant time."""
        found, ours = None, hashed(token)
        for owner in self._owners:
            if hmac.compare_digest(owner.hash, ours):
                found = owner
        return found

    def good(self, code: str) -> bool:
        """Whether this is the code that is shown; constant time."""
        typed = "".join(code.split()).upper()
        return hmac.compare_digest(self.code.encode(), typed.encode("utf-8", "replace"))

    def prove(self, code: str) -> str | None:
        """The secret of a new owner for the right code, None for a wrong one.  Raises StorageFailed."""
        with self._lock:
            if not self.good(code):
                return None
            token = secrets.token_urlsafe(32)
            self._add(hashed(token))
            return token

    def grant(self, secret: str) -> None:
        """Whose secret has this hash is an owner, by a press at the table itself.  Raises StorageFailed."""
        with self._lock:
            self._add(secret)

    def _add(self, secret: str) -> None:
        new = Owner(secrets.token_hex(4), secret, int(self._clock()))
        self._write((*self._owners, new)[-AT_MOST:])
        self.code = self._new_code()

    def withdraw(self, owner: str) -> bool:
        """An owner is none any more; the code that he may know is none either.  Raises StorageFailed."""
        with self._lock:
            left = tuple(each for each in self._owners if each.id != owner)
            if left == self._owners:
                return False
            self._write(left)
            self.code = self._new_code()
            return True

    def _new_code(self) -> str:
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        with contextlib.suppress(StorageFailed):  # a page at the machine shows it all the same
            files.write(code_file(self._folder), code.encode() + b"\n")
        return code

    def _read(self) -> tuple[Owner, ...]:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=tuple[Owner, ...])
        except FileNotFoundError:
            return ()
        except (OSError, msgspec.MsgspecError):
            with contextlib.suppress(OSError):
                files.set_aside(self._path)
            return ()

    def _write(self, owners: tuple[Owner, ...]) -> None:
        files.write(self._path, msgspec.json.encode(owners))
        self._owners = owners

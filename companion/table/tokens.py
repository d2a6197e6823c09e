"""Secrets of devices and of the host: one file each in ``<data>/tokens``, readable by its owner alone."""

from __future__ import annotations

import hmac
import re
import secrets
from pathlib import Path
from typing import Literal

from companion.table import files
from companion.table.errors import StorageFailed
from companion.table.seats import hashed

Kind = Literal["vision", "firmware", "host"]
KINDS: tuple[Kind, ...] = ("vision", "firmware", "host")
_SHAPE = re.compile(r"[A-Za-z0-9_-]{43,}")


def path(folder: Path, kind: Kind) -> Path:
    """Where the token of a kind is kept."""
    return folder / "tokens" / f"{kind}.token"


class Tokens:
    """Hashes of the tokens of this data folder; missing ones are made.  Raises StorageFailed."""

    def __init__(self, folder: Path) -> None:
        self._hashes: dict[Kind, str] = {kind: hashed(_made(path(folder, kind))) for kind in KINDS}

    def kind(self, token: str) -> Kind | None:
        """Whose token this is; compares with all of them in constant time."""
        found: Kind | None = None
        ours = hashed(token)
        for kind, known in self._hashes.items():
            if hmac.compare_digest(known, ours):
                found = kind
        return found


def _made(file: Path) -> str:
    """The token in a file; a new one where there is none, or none that is long enough."""
    try:
        token = file.read_text(encoding="utf-8-sig").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        token = ""
    except OSError as error:
        raise StorageFailed(f"the token {file} cannot be read: {error.strerror}") from error
    if _SHAPE.fullmatch(token):
        return token
    token = secrets.token_urlsafe(32)
    files.write(file, token.encode() + b"\n")
    return token

"""What a command says on a terminal: in what the terminal can show, and never the end of the table.

A terminal may be closed, a pipe may want five bytes, an output may know no letter but the old ones.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from pathlib import Path
from typing import TextIO

BLOCKS = "█▀▄ "


def say(text: str) -> None:
    """A line for whoever runs the command, where anybody still listens."""
    put(f"dreimagier: {text}\n", sys.stderr)


def put(text: str, output: TextIO) -> None:
    """Write what the output can show of it; one that is gone is left alone from then on."""
    coding = getattr(output, "encoding", None) or "utf-8"
    try:
        output.write(text.encode(coding, "replace").decode(coding, "replace"))
        output.flush()
    except (OSError, ValueError):
        _leave(output)


def _leave(output: TextIO) -> None:
    """Point a broken output at nothing, so that neither a later line nor the end of the program fails on it."""
    with contextlib.suppress(OSError, ValueError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, output.fileno())
        os.close(nothing)


def greet(address: str, link: str, output: TextIO, owner: str = "") -> None:
    """Where the table is, the way to join as text and as QR code, and the way to set it up with the owner's letters."""
    own = f"Einrichten / set up: {address}/setup/steps  {owner}\n" if owner else ""
    put(f"\nDie drei Magier: {address}\nMitspielen / join: {link}\n{own}\n{code(link, output.encoding)}", output)


def owner(folder: Path) -> str:
    """The letters of the owner that stand in a data folder now; empty where there are none."""
    from companion.table import owners

    try:
        return owners.code_file(folder).read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def wifi(ssid: str, password: str, coding: str) -> str:
    """The QR code that joins a phone to a network."""
    from segno import helpers

    return code(helpers.make_wifi_data(ssid, password, "WPA"), coding)


def code(link: str, coding: str) -> str:
    """The QR code: in half blocks where the output has them, else in colours of a terminal, two blanks a square."""
    import segno

    drawn = io.StringIO()
    segno.make(link, error="m").terminal(out=drawn, compact=_shows(BLOCKS, coding))
    return drawn.getvalue()


def _shows(text: str, coding: str) -> bool:
    try:
        text.encode(coding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True

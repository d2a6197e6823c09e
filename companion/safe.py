"""Safe mode: a table that could not start three times comes up with manual entry only, and says why.

``DREIMAGIER_SAFE`` names a file with the reason; ``dreimagier-safe.service`` writes it.
"""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "DREIMAGIER_SAFE"
LONGEST = 2000
UNKNOWN = "no reason was left"


def reason() -> str | None:
    """Why this host runs in safe mode, None where it does not; without a readable file still a sentence."""
    named = os.environ.get(VARIABLE)
    if not named:
        return None
    try:
        with Path(named).open("rb") as file:
            text = file.read(4 * LONGEST).decode("utf-8", "replace")
    except OSError as error:
        return f"{UNKNOWN} ({error.strerror}: {named})"
    return _plain(text)[:LONGEST].strip() or UNKNOWN


def _plain(text: str) -> str:
    """The text without control characters; line ends stay."""
    return "".join(c if c.isprintable() or c == "\n" else " " for c in text)

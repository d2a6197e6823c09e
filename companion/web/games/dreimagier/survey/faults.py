"""What is wrong with a typed board file, fault by fault, in the reader's language; the file's own words stay."""

from __future__ import annotations

from companion.games import Invalid
from companion.web.pages import cures
from companion.web.pages.words import Speaker

KNOWN = ("survey.fault.",)
MOST = 40
"""So many faults are shown; who mends those sees the others."""


def spoken(invalid: Invalid, t: Speaker) -> list[str]:
    """One line a fault: the key, and what is wrong there."""
    return [f"{fault.where}: {cures.found(t, fault.text, KNOWN) or fault.text}" for fault in invalid.faults[:MOST]]

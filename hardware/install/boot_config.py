"""Our lines in a Pi's config.txt, between two marks: put there, renewed and taken out, the rest as it was."""

from __future__ import annotations

import re

FILE = "/boot/firmware/config.txt"
BEGIN, END = "# >>> dreimagier: made by install.sh", "# <<< dreimagier"
LINES = {
    "table": ("eye", "lamps"),
    "eye": ("eye",),
    "lamps": ("lamps",),
}
WANTED = {
    "eye": ("[all]", "camera_auto_detect=1"),
    "lamps": (
        *("[all]", "dtparam=spi=on", "[pi3]", "core_freq=250", "[pi02]", "core_freq=250"),
        *("[pi4]", "core_freq=500", "core_freq_min=500", "[all]"),
    ),
}
BLOCK = re.compile(rf"\n?{re.escape(BEGIN)}( \(after no line end\))?\n.*?{re.escape(END)}\n", re.DOTALL)


def with_block(text: str, role: str) -> str:
    """The file with the block of a role at its end."""
    plain = without_block(text)
    lines = [line for part in LINES[role] for line in WANTED[part]]
    ended = not plain or plain.endswith("\n")
    begin = f"\n{BEGIN}" if ended else f"\n\n{BEGIN} (after no line end)"
    return "\n".join([f"{plain}{begin}", *lines, END, ""])


def without_block(text: str) -> str:
    """The file as it was before."""
    found = BLOCK.search(text)
    if not found:
        return text
    before, after = text[: found.start()], text[found.end() :]
    if found[1] and before.endswith("\n"):
        before = before[:-1]
    return before + after

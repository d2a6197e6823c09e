"""The parts list: what to buy, by section, with what each part is for."""

from __future__ import annotations

import msgspec


class Part(msgspec.Struct, frozen=True):
    """One line of the list; ``number`` pieces."""

    section: str
    number: str
    name: str
    purpose: str
    optional: bool = False


PARTS: tuple[Part, ...] = (
    Part("Computer", "1", "Raspberry Pi 4 or 5, 2 GB or more", "runs table, eye and lamps"),
    Part("Computer", "1", "its own supply: Pi 4 5 V 3 A, Pi 5 5 V 5 A, USB-C", "never shared with the lamps"),
    Part("Computer", "1", "microSD card, 16 GB or more, endurance type", "64-bit Raspberry Pi OS"),
    Part("Computer", "1", "Raspberry Pi Zero 2 W", "instead of the above as eye or lamps of a table elsewhere", True),
    Part("Eye", "1", "Camera Module 3 (or 2, or HQ with a 6 mm lens)", "looks at the wands from below"),
    Part("Eye", "1", "camera ribbon: 15 to 22 pins for Pi 5 and Zero, 15 pins for Pi 4; 300 to 500 mm", "to the Pi"),
    Part("Eye", "1", "USB camera with 1280 x 960 or more", "instead of the Pi camera", True),
    Part("Eye", "1", "clear acrylic 300 x 300 x 4 mm, film against scratches", "the pane the wands fall on"),
    Part("Eye", "1", "rim 30 mm high or more, box of the depth that 'hardware optics' gives, vents", "holds the pane"),
    Part("Eye", "2", "white light bar 250 mm with diffuser, free of flicker (direct current)", "beside the opening"),
    Part("Eye", "1", "hood, open in front, white and matt inside", "keeps the ceiling lamp out, shows black wands"),
    Part(
        "Eye",
        "1",
        "first-surface mirror at 45 degrees",
        "a flatter box ('hardware optics'); the camera then with flip=yes",
        True,
    ),
    Part("Lamps", "1", "WS2812B strip or string, one lamp for each node (at most 165)", "under or on the board"),
    Part(
        "Lamps",
        "1",
        "supply 5 V for the lamps with a fuse ('hardware power')",
        "never from the Pi's pins",
    ),
    Part("Lamps", "1", "74AHCT125 (or 74AHCT1G125), at 5 V", "lifts 3.3 V data to 5 V"),
    Part("Lamps", "1", "resistor 330 ohm", "in the data wire, at the strip"),
    Part("Lamps", "1", "electrolytic capacitor 1000 uF, 6.3 V or more", "across the lamps' supply, at the strip"),
    Part("Lamps", "1", "capacitor 100 nF", "across the 74AHCT125's supply"),
    Part("Lamps", "-", "translucent sheet with the owner's own photo, or clear overlay, or frame", "see 'mount' below"),
    Part("Seats", "3", "lit push button 16 mm, contact open when at rest, 3.3 V light", "confirm; held: undo or join"),
    Part("Seats", "4", "resistor 330 ohm", "in series with the lights of buttons and status"),
    Part("Seats", "1", "piezo sounder, passive, no coil", "short tunes"),
    Part("Seats", "1", "resistor 1 kilohm", "in series with the sounder"),
    Part("Seats", "1", "LED 3 mm", "status"),
    Part("Seats", "1", "push button", "held for 3 s: off; pressed: on again (Pi 3 and 4)"),
    Part("Tools", "-", "nothing that bores the original board", "nobody has to drill a collector's board"),
)

MOUNTS: dict[str, str] = {
    "replica": "a replica top (your own photo on translucent sheet) over a lamp panel in hinged pieces",
    "overlay": "a clear overlay with edge-lit marks on the original board",
    "frame": "a frame around the board that lights rows and columns of the nine places",
    "drilled": "lamps through the board: last of all, and never a collector's",
    "none": "no lamps: the phones show everything",
}
"""How lamps come to the board, in the order recommended; the board file's ``mount``."""


def text() -> str:
    """The list as plain text."""
    lines: list[str] = []
    for section in dict.fromkeys(part.section for part in PARTS):
        lines += ["", section]
        lines += [_line(part) for part in PARTS if part.section == section]
    mounts = [f"  {name:<9} {words}" for name, words in MOUNTS.items()]
    return "\n".join([*lines, "", "Mounts, the first is recommended", *mounts]).lstrip("\n")


def _line(part: Part) -> str:
    name = f"{part.name} (optional)" if part.optional else part.name
    return f"  {part.number:>2}  {name}\n      {part.purpose}"

"""The parts list: what to buy, by section, with what each part is for."""

from __future__ import annotations

import msgspec


class Part(msgspec.Struct, frozen=True):
    """One line of the list; ``number`` pieces; ``euro`` is the order of magnitude of what they cost together.

    Prices are rounded to 1, 2, 5, 10, 20, 50 ..: they tell what is dear, not what a shop asks.
    """

    section: str
    number: str
    name: str
    purpose: str
    euro: float
    optional: bool = False


PARTS: tuple[Part, ...] = (
    Part("Computer", "1", "Raspberry Pi 4 or 5, 2 GB or more", "runs table, eye and lamps", 50),
    Part("Computer", "1", "its own supply: Pi 4 5 V 3 A, Pi 5 5 V 5 A, USB-C", "never shared with the lamps", 10),
    Part("Computer", "1", "microSD card, 16 GB or more, endurance type", "64-bit Raspberry Pi OS", 10),
    Part(
        "Computer", "1", "Raspberry Pi Zero 2 W", "instead of the above as eye or lamps of a table elsewhere", 20, True
    ),
    Part("Eye", "1", "Camera Module 3 (or 2, or HQ with a 6 mm lens)", "looks at the wands from below", 50),
    Part("Eye", "1", "camera ribbon: 15 to 22 pins for Pi 5 and Zero, 15 pins for Pi 4; 300 to 500 mm", "to the Pi", 5),
    Part("Eye", "4", "screw M2 x 8 with nut and spacer 3 mm", "hold the camera (holes 21 x 12.5 mm) on its mount", 1),
    Part("Eye", "1", "USB camera with 1280 x 960 or more", "instead of the Pi camera", 50, True),
    Part("Eye", "1", "clear acrylic 300 x 300 x 4 mm, film against scratches", "the pane the wands fall on", 20),
    Part("Eye", "5", "plywood, birch, 12 mm: floor and walls as 'hardware box' says", "the box; matt grey", 50),
    Part("Eye", "1", "plywood 4 mm, as thick as the pane, as 'hardware box' says", "round the pane", 5),
    Part("Eye", "1", "strip of wood 20 x 20 mm, 1.3 m, bevelled", "the ledge that carries the pane", 5),
    Part("Eye", "4", "slat of plywood 12 x 30 mm, as 'hardware box' says", "the rim: keeps wands on the pane", 5),
    Part("Eye", "24", "wood screw 3.5 x 35 mm", "floor to walls, walls to walls", 5),
    Part("Eye", "12", "wood screw 3.5 x 13 mm (or strong double-sided tape)", "camera foot and bar brackets", 2),
    Part("Eye", "2", "bolt M4 x 16 with washers and wing nut", "the camera's carrier slides on its foot", 1),
    Part("Eye", "1", "filament PETG or PLA, 250 g, or a printing service", "foot, carrier, brackets, mounts", 5),
    Part(
        "Eye", "2", "white light bar 250 mm with diffuser, free of flicker (direct current)", "beside the opening", 20
    ),
    Part("Eye", "1", "foam board 5 mm for the hood, middle grey and matt", "keeps lamps out, shows black wands", 10),
    Part(
        "Eye",
        "1",
        "first-surface mirror at 45 degrees",
        "a flatter box ('hardware optics'); the camera then with flip=yes",
        50,
        True,
    ),
    Part("Lamps", "1", "WS2812B strip or string, one lamp for each node (at most 165)", "under or on the board", 20),
    Part("Lamps", "1", "supply 5 V for the lamps, as strong as 'hardware power' says", "never from the Pi's pins", 20),
    Part(
        "Lamps", "1", "slow fuse with holder for a wire, as 'hardware power' says", "in the plus wire, at the supply", 5
    ),
    Part("Lamps", "3 m", "stranded copper wire, silicone, as thick as 'hardware power' says", "supply to strip", 5),
    Part("Lamps", "2", "JST-SM plug and socket, 3 poles (3 A)", "board and box come apart", 2),
    Part("Lamps", "1", "plug for the lamps' supply that takes its current (5.5 x 2.1 mm: 5 A)", "supply to box", 2),
    Part("Lamps", "1", "74AHCT125 (or 74AHCT1G125), at 5 V", "lifts 3.3 V data to 5 V", 1),
    Part("Lamps", "1", "resistor 330 ohm", "in the data wire, at the strip", 1),
    Part("Lamps", "1", "electrolytic capacitor 1000 uF, 6.3 V or more", "across the lamps' supply, at the strip", 1),
    Part("Lamps", "1", "capacitor 100 nF", "across the 74AHCT125's supply", 1),
    Part(
        "Lamps",
        "1",
        "translucent sheet with the owner's own photo, or clear overlay, or frame",
        "see 'mount' below",
        20,
    ),
    Part(
        "Seats", "3", "lit push button 16 mm, contact open when at rest, 3.3 V light", "confirm; held: undo or join", 10
    ),
    Part("Seats", "4", "resistor 330 ohm", "in series with the lights of buttons and status", 1),
    Part("Seats", "1", "piezo sounder, passive, no coil", "short tunes", 2),
    Part("Seats", "1", "resistor 1 kilohm", "in series with the sounder", 1),
    Part("Seats", "1", "LED 3 mm", "status", 1),
    Part("Seats", "1", "push button", "held for 3 s: off; pressed: on again (Pi 3 and 4)", 2),
    Part("Seats", "20", "jumper wire with sockets 2.54 mm", "buttons, lights and sounder to the header", 5),
    Part("Tools", "-", "nothing that bores the original board", "nobody has to drill a collector's board", 0),
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
    return "\n".join([*lines, "", _sum(), "", "Mounts, the first is recommended", *mounts]).lstrip("\n")


def _sum() -> str:
    needed = sum(part.euro for part in PARTS if not part.optional)
    return f"Orders of magnitude, without what is optional: some {needed:.0f} euro."


def _line(part: Part) -> str:
    name = f"{part.name} (optional)" if part.optional else part.name
    price = f"  [some {part.euro:g} euro]" if part.euro else ""
    return f"{part.number:>4}  {name}\n      {part.purpose}{price}"

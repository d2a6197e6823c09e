"""Lamps: what nodes of the board glow as, and which lamps shine under them."""

from __future__ import annotations

from typing import Literal

import msgspec

Role = Literal[
    "target-magician", "target-apprentice", "chosen", "own", "contested", "banished", "winner", "unsure", "possible",
    "target", "announced", "movable", "goal",
]  # fmt: skip
ROLES: tuple[Role, ...] = (
    "target-magician",
    "target-apprentice",
    "chosen",
    "own",
    "contested",
    "banished",
    "winner",
    "unsure",
    "possible",
    "target",
    "announced",
    "movable",
    "goal",
)
"""What a node of the board may glow as; firmware and pages draw the same roles.

``possible`` stands beside a target: legal, but no suggestion; drawn dimmer.  ``target`` is where the chosen or
announced piece comes to, whatever it is; ``announced`` where the piece stands whose move everybody may still speak to;
``movable`` where a piece stands that may be chosen; ``goal`` where all want to get.
"""


class Glow(msgspec.Struct, frozen=True):
    """From the host: let one lamp of the strip glow alone, to see where it is (None: none)."""

    request: str
    lamp: int | None = None


class LampMap(msgspec.Struct, frozen=True):
    """From the host: which lamps of the strip shine under which node.

    ``part``: only remembered, to be gone on with at lamp ``at``; ``spare`` are lamps that shine under none.
    """

    request: str
    lamps: dict[str, list[int]]
    part: bool = False
    at: int = 0
    spare: list[int] = []

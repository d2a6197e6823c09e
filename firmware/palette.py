"""How each role looks: a colour for colour-blind eyes, a motion and a brightness.

The colours are Okabe and Ito's, brightened for lamps.  Colour is never the only carrier: two roles that a colour-blind
eye could confuse differ in their motion or by a third in brightness (a test simulates three kinds of colour blindness).
"""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.protocol import Role

Colour = tuple[int, int, int]
Motion = Literal["steady", "breathe", "step", "sink", "rise", "blink"]


class Look(msgspec.Struct, frozen=True):
    """Colour (0-255 a channel), motion, and brightness from 0 to 1 at the motion's brightest."""

    colour: Colour
    motion: Motion
    level: float


LOOKS: dict[Role, Look] = {
    "winner": Look((255, 214, 90), "rise", 1.0),
    "chosen": Look((255, 255, 255), "steady", 1.0),
    "announced": Look((240, 228, 66), "step", 0.55),
    "contested": Look((255, 96, 0), "blink", 0.9),
    "banished": Look((204, 90, 190), "sink", 0.7),
    "unsure": Look((200, 200, 200), "blink", 0.4),
    "possible": Look((255, 176, 0), "steady", 0.45),
    "target-magician": Look((255, 176, 0), "breathe", 0.85),
    "target-apprentice": Look((60, 150, 255), "step", 0.85),
    "target": Look((86, 180, 233), "breathe", 0.85),
    "movable": Look((86, 180, 233), "steady", 0.65),
    "goal": Look((0, 200, 140), "rise", 0.6),
    "own": Look((200, 160, 110), "steady", 0.25),
}
"""Strongest first: where a node has several roles, the first of these is drawn.

``possible`` stands beside ``target-magician`` on a place that is legal but not suggested, so it comes before it.
"""

ORDER: tuple[Role, ...] = tuple(LOOKS)


def strongest(roles: list[Role]) -> Role | None:
    """The role to draw on a node, None without any.  Roles of a newer host that are not known here are passed over."""
    return next((role for role in ORDER if role in roles), None)

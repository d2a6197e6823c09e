"""Light the lamps one by one, to find broken ones and wrong orders of colours."""

from __future__ import annotations

import time
from collections.abc import Callable

from firmware.palette import Colour
from firmware.power import corrected, within
from firmware.scenes import BLACK, Frame
from firmware.strips import Strip

ONE: Colour = (160, 160, 160)
ALL: tuple[Colour, ...] = ((200, 0, 0), (0, 200, 0), (0, 0, 200))


def frames(leds: int) -> list[Frame]:
    """Each lamp alone in white, then all in red, green and blue."""
    alone = [tuple(ONE if n == lamp else BLACK for n in range(leds)) for lamp in range(leds)]
    return alone + [(colour,) * leds for colour in ALL]


def walk(
    strip: Strip, leds: int, budget_ma: float, seconds: float, sleep: Callable[[float], None] = time.sleep
) -> None:
    """Show all frames of the test, ``seconds`` each and dark between two colours.  Raises StripError."""
    for frame in frames(leds):
        strip.show(corrected(within(frame, budget_ma).frame))
        sleep(max(seconds, 1 / 6))  # with the dark half as long again: under three changes a second
        strip.show((BLACK,) * leds)
        sleep(1 / 6)

"""From what the host says to the light of every lamp: pure functions of the state and the time.

A frame is one colour a lamp, 0-255 a channel, as light is *meant*; current limit and gamma come after (``power``).
No motion here goes to and fro faster than once in two seconds, and ``Fader`` takes up a new state at most four times
a second with a fade between: so nothing flashes more than three times a second, whatever the host sends.
"""

from __future__ import annotations

import math

from companion.protocol import DeviceState, Role
from firmware.palette import LOOKS, Colour, Motion, strongest

Frame = tuple[Colour, ...]

PERIOD_S = 2.0
FADE_S = 0.25
WAKE_S = 1.0
STEP_PHASES = 4
BLACK: Colour = (0, 0, 0)


def black(leds: int) -> Frame:
    """All lamps off."""
    return (BLACK,) * leds


def scene(state: DeviceState | None, at_s: float, leds: int) -> Frame:
    """The frame of ``state`` at ``at_s`` seconds of a steady clock; black without a host or before a throw."""
    frame = [BLACK] * leds
    if state is None or state.dark:
        return tuple(frame)
    for node, roles in state.lamps.items():
        role = strongest(roles)
        for number in state.lamp_numbers.get(node, ()) if role else ():
            if 0 <= number < leds:
                frame[number] = _lamp(role, at_s, number)
    return tuple(frame)


def missing(state: DeviceState, leds: int) -> list[int]:
    """Lamp numbers that the board file names and the strip has not, in order."""
    return sorted({n for numbers in state.lamp_numbers.values() for n in numbers if not 0 <= n < leds})


def _lamp(role: Role | None, at_s: float, number: int) -> Colour:
    if role is None:
        return BLACK
    look = LOOKS[role]
    return scaled(look.colour, look.level * motion(look.motion, at_s, number))


def motion(kind: Motion, at_s: float, number: int) -> float:
    """Brightness from 0 to 1 of a motion; ``number`` is the lamp's, for motions that run along the strip."""
    phase = at_s / PERIOD_S % 1.0
    if kind == "breathe":
        return 0.65 - 0.35 * math.cos(math.tau * phase)
    if kind == "step":
        return 0.6 - 0.4 * math.cos(math.tau * (phase - number % STEP_PHASES / STEP_PHASES))
    if kind == "blink":
        return 0.2 + 0.8 * _plateau(phase)
    if kind == "sink":
        return 1.0 - 0.9 * _ramp(phase)
    if kind == "rise":
        return 0.3 + 0.7 * _ramp(phase)
    return 1.0


def _plateau(phase: float) -> float:
    """On and off for half a period each, with soft edges."""
    return min(1.0, max(0.0, 0.5 + 3.0 * math.sin(math.tau * phase)))


def _ramp(phase: float) -> float:
    """Slowly up for four fifths of a period, quickly back."""
    return phase / 0.8 if phase < 0.8 else (1.0 - phase) / 0.2


def scaled(colour: Colour, factor: float) -> Colour:
    """``colour`` times a factor from 0 to 1, rounded."""
    red, green, blue = colour
    return round(red * factor), round(green * factor), round(blue * factor)


def mixed(start: Frame, end: Frame, share: float) -> Frame:
    """``start`` at share 0, ``end`` at share 1; both have the same number of lamps."""
    if share >= 1.0:
        return end
    return tuple(_between(a, b, share) for a, b in zip(start, end, strict=True))


def _between(a: Colour, b: Colour, share: float) -> Colour:
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


class Fader:
    """Fades from the frame that is seen to the scene of the newest state.

    Begins black and wakes up slowly.  A state that comes during a fade waits until the fade is over.
    """

    def __init__(self, leds: int) -> None:
        self._leds = leds
        self._state: DeviceState | None = None
        self._next: DeviceState | None = None
        self._from = black(leds)
        self._since_s: float | None = None
        self._fade_s = WAKE_S

    def want(self, state: DeviceState | None) -> None:
        """The state to show from now on; None: no host, so black."""
        self._next = state

    def frame(self, at_s: float) -> Frame:
        """The frame at ``at_s``, which never goes back.  The first one is black."""
        if self._since_s is None:
            self._since_s, self._state = at_s, self._next
        if at_s - self._since_s >= self._fade_s and _lights(self._next) != _lights(self._state):
            self._from = self._seen(at_s)
            self._state, self._since_s, self._fade_s = self._next, at_s, FADE_S
        return self._seen(at_s)

    def _seen(self, at_s: float) -> Frame:
        assert self._since_s is not None
        share = min(1.0, (at_s - self._since_s) / self._fade_s)
        return mixed(self._from, scene(self._state, at_s, self._leds), share * share * (3.0 - 2.0 * share))


def _lights(state: DeviceState | None) -> object:
    """What of a state the lamps show: other changes start no fade."""
    return None if state is None or state.dark else (state.lamps, state.lamp_numbers)

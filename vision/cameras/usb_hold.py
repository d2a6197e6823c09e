"""Holding a webcam still: automatics off, with what they had found.

Switched to manual most webcams go back to a *stored* value, and some tell that one all the time.  So the picture is the
judge: brightness and colour before, and the knob turned until they are the same again.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cameras.sharpness import sharpness
from vision.picture import Picture

FRESH, MEASURED = 5, 3
"""Frames until a change shows, and frames that are measured."""
TURNS = 8
ALIKE = 0.04
"""So little, as a share, that brightness or colour may differ from before."""
BLURRED = 0.8
PLACES, FINE = range(0, 251, 25), (-15, -10, -5, 5, 10, 15)
"""Where a webcam's lens may stand; nearly all count to 250 or 255."""
UNIT_US = 100
"""V4L2 counts exposure in units of 0.1 ms."""


@dataclass(frozen=True, slots=True)
class Knob:
    """An automatic: its switch (and the switch's positions), the values that it moves, the first of which is turned."""

    title: str
    switch: int
    on: int
    off: int
    values: tuple[int, ...]


EXPOSURE = Knob("exposure", cv2.CAP_PROP_AUTO_EXPOSURE, 3, 1, (cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_GAIN))
COLOUR = Knob("white balance", cv2.CAP_PROP_AUTO_WB, 1, 0, (cv2.CAP_PROP_WB_TEMPERATURE,))
FOCUS = Knob("focus", cv2.CAP_PROP_AUTOFOCUS, 1, 0, (cv2.CAP_PROP_FOCUS,))
Look = Callable[[], Picture]
Measure = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Held:
    """``refused``: what goes on moving or came out otherwise; ``focus``: where the lens stands, None without one."""

    refused: tuple[str, ...]
    focus: float | None


def release(capture: cv2.VideoCapture, focus: float | None) -> None:
    """Automatics on, which an earlier run switched off; a lens whose place is known goes there and stays."""
    for knob in (EXPOSURE, COLOUR):
        capture.set(knob.switch, knob.on)
    if focus is None:
        capture.set(FOCUS.switch, FOCUS.on)
    else:
        capture.set(FOCUS.switch, FOCUS.off)
        capture.set(FOCUS.values[0], focus)


def hold(capture: cv2.VideoCapture, look: Look, mains_hz: int) -> Held:
    """Switch the automatics off and keep what they had found."""
    bright, warm, sharp = averaged(look, brightness), averaged(look, warmth), averaged(look, sharpness)
    refused = [knob.title for knob in (EXPOSURE, COLOUR, FOCUS) if not _held(capture, knob)]
    for knob, measure, before in ((EXPOSURE, brightness, bright), (COLOUR, warmth, warm)):
        again = functools.partial(averaged, look, measure)
        if knob.title not in refused and not matched(capture, knob.values[0], again, before):
            refused.append(knob.title)
    if has(capture, FOCUS) and FOCUS.title not in refused:
        focus_again(capture, functools.partial(averaged, look, sharpness), sharp)
    _to_half_waves(capture, mains_hz)
    place = capture.get(FOCUS.values[0])
    return Held(tuple(refused), float(place) if has(capture, FOCUS) and place >= 0 else None)


def has(capture: cv2.VideoCapture, knob: Knob) -> bool:
    """Whether the camera has this automatic at all."""
    return float(capture.get(knob.switch)) >= 0


def _held(capture: cv2.VideoCapture, knob: Knob) -> bool:
    """Switch one automatic off and write its values as they were told; False when it reads back otherwise."""
    if not has(capture, knob):
        return True
    told = {value: float(capture.get(value)) for value in knob.values}
    capture.set(knob.switch, knob.off)
    kept = {value: amount for value, amount in told.items() if amount >= 0}
    for value, amount in kept.items():
        capture.set(value, amount)
    back = [abs(float(capture.get(value)) - amount) <= max(1.0, 0.02 * amount) for value, amount in kept.items()]
    return int(capture.get(knob.switch)) == knob.off and all(back)


def matched(capture: cv2.VideoCapture, value: int, measure: Measure, target: float) -> bool:
    """Turn a knob until ``measure`` (a logarithm) is as before; True when it is, or when there is no such knob."""
    at, seen = float(capture.get(value)), measure()
    if at <= 0 or abs(seen - target) <= ALIKE:
        return at <= 0 or abs(seen - target) <= ALIKE
    following = at * math.exp(max(-1.0, min(1.0, target - seen)))
    for _ in range(TURNS):
        capture.set(value, round(following))
        turned, now = float(capture.get(value)), measure()
        if abs(now - target) <= ALIKE:
            return True
        if turned <= 0 or turned == at or now == seen:
            return False
        slope = (now - seen) / math.log(turned / at)
        at, seen = turned, now
        following = at * math.exp(max(-1.0, min(1.0, (target - now) / slope)))
    return False


def focus_again(capture: cv2.VideoCapture, measure: Measure, before: float) -> None:
    """Look for the lens' place where the one that was told is not sharp: coarsely, then around the best."""
    if measure() >= BLURRED * before:
        return
    best, centre = (-1.0, 0.0), float(PLACES[len(PLACES) // 2])
    for places in (PLACES, FINE):
        for place in places:
            at = place if places is PLACES else centre + place
            capture.set(FOCUS.values[0], at)
            best = max(best, (measure(), float(capture.get(FOCUS.values[0]))))
        centre = best[1]
    capture.set(FOCUS.values[0], best[1])


def _to_half_waves(capture: cv2.VideoCapture, mains_hz: int) -> None:
    """An exposure that is nearly a whole number of the mains' half-waves becomes one: lamps do not flicker then."""
    at, half = float(capture.get(EXPOSURE.values[0])), 1e6 / (2 * mains_hz) / UNIT_US
    whole = round(at / half) * half
    if at > 0 and whole > 0 and int(capture.get(EXPOSURE.switch)) == EXPOSURE.off and abs(whole / at - 1) <= ALIKE:
        capture.set(EXPOSURE.values[0], round(whole))


def averaged(look: Look, of: Callable[[Picture], float]) -> float:
    """A measure of the next pictures, after those that a change has not reached yet."""
    for _ in range(FRESH):
        look()
    return float(np.median([of(look()) for _ in range(MEASURED)]))


def brightness(picture: Picture) -> float:
    """Logarithm of the mean."""
    return math.log(float(picture[::8, ::8].mean()) + 1)


def warmth(picture: Picture) -> float:
    """Logarithm of red over blue."""
    blue, _, red = picture[::8, ::8].reshape(-1, 3).mean(axis=0)
    return math.log((float(red) + 1) / (float(blue) + 1))

"""Exposure, gains and lens of a Pi camera as they are held: what is sent, and whether a frame was taken with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

FRAME_US = 66_667
"""Fifteen frames a second: what a Pi 4 reads at this size with time to spare."""
MAINS_HZ = (50, 60)
HELD = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
AGREE = 0.02
MANUAL, AUTO, START = 0, 1, 0
"""libcamera's AfMode Manual and Auto, AfTrigger Start."""
FOCUSED, NOT_FOCUSED = 2, 3
"""libcamera's AfState of a cycle that is over."""


def half_wave_us(mains_hz: int) -> float:
    """Lamps on the mains flicker twice a wave: an exposure is a multiple of that."""
    return 1e6 / (2 * mains_hz)


def held_controls(found: Mapping[str, Any], advertised: Mapping[str, Any], mains_hz: int = 50) -> dict[str, Any]:
    """Controls that hold what the metadata say, the exposure brought to whole periods of the mains' flicker.

    Setting exposure and gain turns the automatics off by itself; AeEnable beside them would undo that.
    """
    held = {name: found[name] for name in HELD if name in found and name in advertised}
    if "ExposureTime" in held and "AnalogueGain" in held:
        exposure, gain = steady(int(held["ExposureTime"]), float(held["AnalogueGain"]), mains_hz)
        held |= {"ExposureTime": exposure, "AnalogueGain": gain}
    if "LensPosition" in held and "AfMode" in advertised:
        held["AfMode"] = MANUAL
    return held


def steady(exposure_us: int, gain: float, mains_hz: int = 50) -> tuple[int, float]:
    """The nearest exposure of whole half-waves that a frame has room for, and the gain that keeps the brightness.

    Light too strong for one half-wave at the lowest gain keeps its short exposure: daylight does not flicker.
    """
    half = half_wave_us(mains_hz)
    periods = min(max(1, round(exposure_us / half)), int((FRAME_US - 1000) / half))
    while periods > 1 and gain * exposure_us < periods * half:
        periods -= 1
    wanted = round(periods * half)
    changed = gain * exposure_us / wanted
    return (wanted, changed) if changed >= 1.0 else (exposure_us, gain)


def agrees(metadata: Mapping[str, Any], held: Mapping[str, Any], gain_step: float = 0.0) -> bool:
    """Whether a frame was taken with the held values, to 2 %; the gain to the sensor's own step where that is more."""
    slack = {"AnalogueGain": gain_step}
    return all(_close(metadata[n], held[n], slack.get(n, 0.0)) for n in HELD if n in held and n in metadata)


def _close(seen: Any, wanted: Any, slack: float) -> bool:
    seen, wanted = np.atleast_1d(np.asarray(seen, float)), np.atleast_1d(np.asarray(wanted, float))
    return bool(np.all(np.abs(seen - wanted) <= np.maximum(AGREE * np.abs(wanted), slack) + 1e-9))

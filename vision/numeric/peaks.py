"""Where a sampled curve is highest between its samples."""

from __future__ import annotations


def vertex(before: float, top: float, after: float) -> float:
    """Top of the parabola through three neighbouring samples, as steps from the middle one; 0 where it has no top."""
    bend = before - 2 * top + after
    return 0.0 if bend >= 0 else 0.5 * (before - after) / bend

"""The wooden ledge between lamps and pane: lamps beside the opening and close under it leave a dark rim inside."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.cameras.simulated.optics import Array, Pane


@dataclass(frozen=True)
class Ledge:
    """What keeps lamps from the rim: half the opening and the depth of the ledge's lower edge below the pane's top,
    in mm; ``lamp_mm`` is how wide a lamp is across the frame: wider lamps throw softer borders.
    """

    half_mm: float
    low_mm: float
    lamp_mm: float = 9.0

    @classmethod
    def under(cls, pane: Pane, lamp_mm: float) -> Ledge:
        """The ledge of a pane."""
        return cls(pane.visible_half_mm, pane.thickness_mm + pane.ledge_mm, lamp_mm)

    def free(self, places: Array, lamp: Array) -> Array:
        """Share of a lamp (3,) that points (n, 3) over the pane see past the ledge, 0 to 1, (n,) float32."""
        depth = -float(lamp[2])
        if depth <= self.low_mm:
            return np.ones(len(places), np.float32)
        rise = (places[:, 2] + self.low_mm) / (places[:, 2] + depth)
        x, y = (np.abs(places[:, k] + (float(lamp[k]) - places[:, k]) * rise) for k in range(2))
        crossing = np.maximum(x, y)
        soft = np.maximum(self.lamp_mm * rise, 0.5)
        return np.asarray(np.clip(0.5 + (self.half_mm - crossing) / soft, 0, 1), np.float32)

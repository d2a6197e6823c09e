"""What is wrong with one wand: beyond the border of the pane, or covered."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.protocol import Kind
from vision.evidence.facts import Facts

OUTSIDE_MM = 0.5
MISSING = 0.29
"""A mark of which more does not show is covered: of 974 throws that are none one was told by that alone, with 0.31; of
3,300 that are, marks of wands that lay free lacked up to 0.27 where a lamp is mirrored or a shadow was taught with the
mark (every throw of one face of 138 tables' did)."""
BARE_MM = 6.0
STRANGE_MM2 = 25.0
"""A spot of another hue from 5 x 5 mm on is a thing: the smallest coin has 200 mm2, and none of 854 wands had 9."""


def fault_of(facts: Facts, clear: NDArray[np.bool_]) -> Kind | None:
    """What keeps a wand from lying whole on the pane: its border, or a thing that covers it."""
    if facts.outside > OUTSIDE_MM:
        return "partly-off"
    endless = facts.endless and not glare_at_end(clear)
    covered = facts.missing > MISSING or facts.bare > BARE_MM or facts.strange >= STRANGE_MM2
    return "obstructed" if endless or covered else None


def glare_at_end(clear: NDArray[np.bool_]) -> bool:
    """Whether a reflection hides an end."""
    wide = max(1, clear.shape[1] // 12)
    return bool(min(clear[:, :wide].mean(), clear[:, -wide:].mean()) < 0.8)

"""The 40-pin header of every Pi since the B+: GPIO numbers and where they are."""

from __future__ import annotations

GPIO_PINS: dict[int, int] = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22,
    11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
"""GPIO (BCM) number -> pin of the header."""

GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)


def ground_near(pin: int, taken: frozenset[int] = frozenset()) -> int:
    """The nearest ground pin to a pin of the header that is not taken."""
    return min((ground for ground in GROUNDS if ground not in taken), key=lambda ground: (abs(ground - pin), ground))

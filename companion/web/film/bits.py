"""Bits in a row, as codings of pictures and sounds write them."""

from __future__ import annotations


class Bits:
    """Grows bit by bit; ``bytes`` fills the last byte with zeros."""

    def __init__(self) -> None:
        self._bits: list[int] = []

    def number(self, value: int, width: int) -> Bits:
        """A number in so many bits, the greatest first."""
        self._bits += [value >> place & 1 for place in reversed(range(width))]
        return self

    def golomb(self, *values: int) -> Bits:
        """Numbers from 0 in the code of Exponential Golomb."""
        for value in values:
            width = (value + 1).bit_length()
            self.number(0, width - 1).number(value + 1, width)
        return self

    def end(self) -> Bits:
        """A one, as H.264 ends what it writes."""
        return self.number(1, 1)

    def bytes(self) -> bytes:
        """All of them."""
        padded = self._bits + [0] * (-len(self._bits) % 8)
        return bytes(int("".join(map(str, padded[at : at + 8])), 2) for at in range(0, len(padded), 8))

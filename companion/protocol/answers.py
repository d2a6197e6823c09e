"""Answers that fit every request."""

from __future__ import annotations

import msgspec


class Ok(msgspec.Struct, frozen=True):
    """It was done, or there was nothing to do; the present sequence number."""

    seq: int


class Failure(msgspec.Struct, frozen=True):
    """What is wrong with a request, in one clear line; ``said`` is it for players, in their language."""

    error: str
    said: str | None = None


def encode(message: msgspec.Struct) -> bytes:
    """JSON with sorted keys."""
    return msgspec.json.encode(message, order="sorted")

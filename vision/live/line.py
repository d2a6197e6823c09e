"""What the two processes of the eye say to each other: one JSON message a line, over the child's stdin and stdout."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.protocol import EyeOrder, EyeReport, Reading, Status, Taught


class Wanted(msgspec.Struct, frozen=True, tag="wanted"):
    """To the child: the throw that the table awaits, and how often the simulated camera was asked to toss."""

    seq: int
    question: str | None
    wands: list[str]
    kept: list[str]
    toss: int
    watched: bool = False
    orders: list[EyeOrder] = []


class Beat(msgspec.Struct, frozen=True, tag="beat"):
    """From the child, several times a second: it sees.  ``lies``: the wands lie as in the throw that it told last."""

    state: Literal["ok", "degraded"]
    backend: str
    simulated: bool
    pane: Status | None
    detail: str = ""
    lies: bool = False


class Seen(msgspec.Struct, frozen=True, tag="seen"):
    """From the child: a throw has settled.  ``jpeg`` is the masked deciding frame."""

    seq: int
    question: str | None
    reading: Reading
    jpeg: bytes
    simulated: bool


class Shown(msgspec.Struct, frozen=True, tag="shown"):
    """From the child, about five times a second while somebody watches.  ``whole``: not masked, the pane is unknown."""

    jpeg: bytes
    whole: bool
    report: EyeReport


class Learnt(msgspec.Struct, frozen=True, tag="learnt"):
    """From the child: a set-up step is done; it has gone on with this already."""

    taught: Taught


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """From the child, before it ends: why."""

    detail: str


FromChild = Beat | Seen | Shown | Learnt | Failed
"""Whatever the child may say."""


def encoded(message: msgspec.Struct) -> bytes:
    """One line."""
    return msgspec.json.encode(message) + b"\n"

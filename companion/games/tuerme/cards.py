"""M5: the types of movement cards, read from their names: ``w3``, ``t3``, ``e3``, ``t5w1``, ``e-die``, ``t-die2``."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

NAME = re.compile(r"(?P<kind>[wte])(?:(?P<value>[1-9])|-die(?P<rolls>[23]?))|t(?P<tower>[1-9])w(?P<wizard>[1-9])")
VALUES = range(1, 10)
"""A digit."""
HIGHEST = 6
"""M7: the die."""


class Card(msgspec.Struct, frozen=True):
    """A type: the value for a wizard and for a tower (0: moves none), and how often the die may be rolled for them."""

    name: str
    wizard: int
    tower: int
    rolls: int = 0


def every() -> Iterator[str]:
    """Each type that can be named, once: ``t3w3`` would be ``e3``."""
    yield from (f"{kind}{value}" for kind in "wte" for value in VALUES)
    yield from (f"t{tower}w{wizard}" for tower in VALUES for wizard in VALUES if tower != wizard)
    yield from (f"{kind}-die{rolls}" for kind in "wte" for rolls in ("", 2, 3))


def card_named(name: str) -> Card | None:
    """The type of this name; None where none can be called so."""
    found = NAME.fullmatch(name)
    if found is None:
        return None
    if found["tower"]:
        return Card(name, int(found["wizard"]), int(found["tower"]))
    kind, value = found["kind"], int(found["value"] or 1)
    rolls = 0 if found["value"] else int(found["rolls"] or 1)
    return Card(name, value if kind != "t" else 0, value if kind != "w" else 0, rolls)

"""Who sits where when a game begins: each stays, all are moved together, or as they have put themselves in order."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from companion.games import Json
from companion.table import asks
from companion.table.course import Course
from companion.table.errors import Unreadable

Sits = dict[str, str]
"""A seat of the game that begins to the seat of the game before whose holder sits down there."""


def checked(course: Course, header: Json, sits: Sits) -> Sits:
    """An order that people have chosen.  Raises Unreadable for seats that there are not, or one person on two."""
    held, there = asks.taken(course), list(header["seats"])
    if set(sits) - set(there) or set(sits.values()) - set(held) or len(set(sits.values())) < len(sits):
        raise Unreadable("sits: seats of the new game, each with another seat that somebody holds")
    return sits


def usual(course: Course, header: Json) -> Sits | UnsetType:
    """Everybody stays; in a game of other seats they sit down one after the other, as far as there are seats."""
    if header.get("game") == course.header.get("game"):
        return UNSET
    return dict(zip(header["seats"], asks.taken(course), strict=False))

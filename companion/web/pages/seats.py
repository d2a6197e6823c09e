"""How a seat looks: its colours and its mark, as the game's face says."""

from __future__ import annotations

from companion.web.pages.host import host


def css(seat: str) -> str:
    """The class of a seat's colours."""
    return host().face.css(seat, _number(seat))


def symbol(seat: str) -> str:
    """The drawing of a seat's mark."""
    return host().face.mark(seat, _number(seat))


def _number(seat: str) -> int:
    order = host().order()
    return order.index(seat) + 1 if seat in order else 0

"""How a seat looks: its colours and its mark, as the game's face says."""

from __future__ import annotations

from functools import lru_cache

from companion.web.pages.face import Face
from companion.web.pages.host import host

ORDER = "order"
"""What a page calls the seats of another game than the one on the table, for as long as it is drawn (``flask.g``)."""


def css(seat: str) -> str:
    """The class of a seat's colours."""
    here = host()
    return _look(here.face, here.order(), seat)[0]


def symbol(seat: str) -> str:
    """The drawing of a seat's mark."""
    here = host()
    return _look(here.face, here.order(), seat)[1]


def seatmarks() -> str:
    """The drawings of all marks, in the order of the seats: what a remembered drawing with marks depends on."""
    here = host()
    return _marks(here.face, here.order())


@lru_cache(maxsize=16)
def _marks(face: Face, order: tuple[str, ...]) -> str:
    return " ".join(_look(face, order, seat)[1] for seat in order)


@lru_cache(maxsize=64)
def _look(face: Face, order: tuple[str, ...], seat: str) -> tuple[str, str]:
    """Both, remembered: one page asks some hundred times."""
    number = order.index(seat) + 1 if seat in order else 0
    return face.css(seat, number), face.mark(seat, number)

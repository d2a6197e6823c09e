"""Who sits where: names, marks, and everybody's orientation plan."""

from __future__ import annotations

from typing import Any

from companion.web.pages.words import Translate

Json = dict[str, Any]

CARDS: dict[str, str] = {
    "house": "I", "castle": "III", "forest": "IX", "mill": "X", "tower": "XVI", "moon": "XVIII", "sun": "XIX",
}  # fmt: skip
"""The seven cards by the place that they lie on, with their numeral, in the order of the numerals."""


class People:
    """Names as a reader of one browser sees them."""

    def __init__(self, state: Json, mine: tuple[str, ...], t: Translate) -> None:
        self._seats: Json = state.get("seats") or {}
        self._t = t
        self.mine = mine
        self.spoken = (getattr(t, "language", ""), {seat: each.get("name") for seat, each in self._seats.items()})
        """Language and names: all that a sentence about somebody depends on besides the facts."""

    def name(self, seat: str | None) -> str:
        """The player's name, or the colour where nobody gave one."""
        given = (self._seats.get(seat) or {}).get("name") if seat else None
        return given or self.colour(seat)

    def colour(self, seat: str | None) -> str:
        """The colour in the page's language."""
        return self._t(f"seat.{seat}") if seat else ""

    def taken(self, seat: str) -> bool:
        """True where a player holds the seat."""
        return bool((self._seats.get(seat) or {}).get("taken"))

    def here(self, seat: str) -> bool:
        """True where the player's phone is connected."""
        return bool((self._seats.get(seat) or {}).get("here", True))


def plans(view: Json, seat: str | None) -> list[Json]:
    """Everybody's plan, mine first: ``seat``, ``count`` and seven ``slots`` with ``card``, ``numeral``, ``have``."""
    order = sorted(view["seats"], key=lambda other: other != seat)
    return [_plan(other, view["cards"].get(other, [])) for other in order]


def _plan(seat: str, cards: list[str]) -> Json:
    slots = [{"card": card, "numeral": numeral, "have": card in cards} for card, numeral in CARDS.items()]
    return {"seat": seat, "count": len(cards), "slots": slots}

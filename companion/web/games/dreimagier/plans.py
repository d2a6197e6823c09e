"""Everybody's orientation plan."""

from __future__ import annotations

from companion.games import Json

CARDS: dict[str, str] = {
    "house": "I", "castle": "III", "forest": "IX", "mill": "X", "tower": "XVI", "moon": "XVIII", "sun": "XIX",
}  # fmt: skip
"""The seven cards by the place that they lie on, with their numeral, in the order of the numerals."""


def plans(view: Json, seat: str | None) -> list[Json]:
    """Everybody's plan, mine first: ``seat``, ``count`` and seven ``slots`` with ``card``, ``numeral``, ``have``."""
    order = sorted(view["seats"], key=lambda other: other != seat)
    return [_plan(other, view["cards"].get(other, [])) for other in order]


def _plan(seat: str, cards: list[str]) -> Json:
    slots = [{"card": card, "numeral": numeral, "have": card in cards} for card, numeral in CARDS.items()]
    return {"seat": seat, "count": len(cards), "slots": slots}

"""The grid of all types of cards: those seen last and those of which most are left come first."""

from __future__ import annotations

from companion.games import Json
from companion.games.tuerme.box import Box
from companion.games.tuerme.cards import Card
from companion.web.games.tuerme import names
from companion.web.pages.seen import Seen

LAST, LIKELY = 2, 4
"""So many that were played last, and so many of which most are left, stand before all others."""


def grid(seen: Seen, box: Box) -> list[Json]:
    """Every type with what it moves, how many are left, and the action."""
    view = seen.view
    left = {
        card.name: copies - view["seen"].get(card.name, 0) for card, copies in zip(box.cards, box.copies, strict=True)
    }
    first = order(left, last_played(seen))
    cards = {card.name: card for card in box.cards}
    return [_cell(cards[name], left[name], name in first[: LAST + LIKELY], seen) for name in first]


def order(left: dict[str, int], last: list[str]) -> list[str]:
    """The last ones, the likely ones, and then the rest as it is printed in the table of cards."""
    recent = [name for name in last if name in left][:LAST]
    likely = sorted((name for name in left if name not in recent), key=lambda name: -left[name])[:LIKELY]
    return [*recent, *likely, *(name for name in left if name not in (*recent, *likely))]


def last_played(seen: Seen) -> list[str]:
    """Types as they were played, the newest first, each once."""
    found = [
        event["card"]
        for told in reversed(seen.state["history"])
        if told["kind"] == "action" and not told["void"]
        for event in told["events"]
        if event["type"] == "card-played"
    ]
    return list(dict.fromkeys(found))


def face_of(card: Card) -> Json:
    """What is drawn of a card: values for wizard and tower, 0 for none, and rolls of the die."""
    return {"name": card.name, "wizard": card.wizard, "tower": card.tower, "rolls": card.rolls}


def _cell(card: Card, left: int, first: bool, seen: Seen) -> Json:
    return {
        **face_of(card),
        "first": first,
        "left": max(left, 0),
        "label": names.card(card.name, seen.t),
        "action": {"type": "card", "card": card.name},
    }

"""What can happen: the types of events and what each carries besides ``type`` and ``rule`` (the id behind it).

Events are JSON objects, made where the rule is applied.  ``seat`` is whose figure, card, throw or right it is; nodes,
colours, cards, faces are named as everywhere.  Effects (sounds, animations, history) are functions of them.
"""

from __future__ import annotations

from companion.games import Json

EVENTS: dict[str, tuple[str, ...]] = {
    "thrown": ("seat", "kind", "flew"),  # kind start, pip, duel: "tops" and "sum"; kind spell: "counts" of each face
    "spoilt": ("seat", "kind", "flew"),  # S2: the same wands fly again
    "tied": ("seats", "sum"),  # S1: these throw again for the start
    "starter": ("seat", "sum"),  # S1
    "turn": ("seat",),  # a turn begins
    "jumped": ("seat", "figure", "from", "to"),  # T4
    "walked": ("seat", "figure", "from", "to"),  # T10
    "stayed": ("seat", "figure", "at"),  # T1, K5, Z4 by choice; K1, T11 for want of a walk
    "transported": ("seat", "figure", "from", "to"),  # Z4, K2
    "banished": ("seat", "figure", "from", "to"),  # T2, E1, E4, D7, Z5, K3: to the labyrinth
    "stone-gained": ("seat",),  # Z3
    "stone-lost": ("seat",),  # with the rule that banished
    "card-taken": ("seat", "card", "from"),  # C1, D7; from "place" or a colour
    "duel-opened": ("seat", "by", "challenged", "place"),  # D1; it is fought after both figures have moved
    "duel-led": ("seat", "sum", "throws"),  # D2: the leader's result
    "duel-kept": ("seat", "fly", "kept"),  # D2: these fly again, those lie with their values
    "duel-tied": ("seat", "sum", "throws", "leader"),  # D4: again, the other side leads
    "duel-won": ("seat", "by", "loser", "place"),  # D4
    "doublet": ("seat",),  # T3
    "right-gained": ("seat", "kind"),  # T3, B1; kind doublet or bonus
    "accepted": ("seat", "kind"),  # the offered throw will be made; kind doublet, bonus or spell
    "right-declined": ("seat", "kind"),  # the same, declined
    "throws-lost": ("seat", "kinds"),  # T2, or B2 by setting
    "spell": ("seat", "symbol"),  # Z3-Z5: this symbol is carried out
    "won": ("seat",),  # W1
    "ranked": ("ranking",),  # W2: a list of seat, rank, cards
}

EXTRAS: dict[str, tuple[str, ...]] = {"thrown": ("tops", "sum", "counts")}
"""Keys that an event may carry or not."""


def is_documented(event: Json) -> bool:
    """Whether an event is of a known type and carries exactly what is written here."""
    keys = set(event) - {"type", "rule"} - set(EXTRAS.get(event["type"], ()))
    return event["type"] in EVENTS and "rule" in event and keys == set(EVENTS[event["type"]])

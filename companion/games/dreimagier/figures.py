"""Figures that land: evictions (E1-E4), meetings (C1-C5), cards, stones.

Every function changes the fresh copy of a position that ``play.step`` made, and appends events.
"""

from __future__ import annotations

from companion.games import Json
from companion.games.dreimagier.board import LABYRINTH, LIFE, PLACES
from companion.games.dreimagier.position import ALL_CARDS, BONUS, NOBODY, Position, new_duel, put
from companion.games.dreimagier.wands import COLOURS


def is_magic_place(node: int) -> bool:
    """C4: the seven places with cards; life and the labyrinth have none."""
    return node < 9 and node != LIFE and node != LABYRINTH


def banish_magician(position: Position, seat: int, rule: str, events: list[Json]) -> None:
    """A magician goes to the labyrinth."""
    origin = position.magicians[seat]
    position.magicians = put(position.magicians, seat, LABYRINTH)
    position.banished += ((seat, "magician"),)
    events.append(_banished(position, seat, "magician", origin, rule))


def banish_apprentice(position: Position, seat: int, rule: str, events: list[Json]) -> None:
    """An apprentice is sent to the labyrinth, which always takes his stone (check 4)."""
    origin = position.apprentices[seat]
    position.apprentices = put(position.apprentices, seat, LABYRINTH)
    position.banished += ((seat, "apprentice"),)
    events.append(_banished(position, seat, "apprentice", origin, rule))
    if position.stones[seat]:
        position.stones = put(position.stones, seat, False)
        events.append({"type": "stone-lost", "seat": COLOURS[seat], "rule": rule})


def _banished(position: Position, seat: int, figure: str, origin: int, rule: str) -> Json:
    return {
        "type": "banished",
        "seat": COLOURS[seat],
        "figure": figure,
        "from": position.setup.names[origin],
        "to": "labyrinth",
        "rule": rule,
    }


def land_magician(position: Position, seat: int, place: int, events: list[Json]) -> None:
    """A magician has jumped to a place: E1 first, then D1 or C1; nothing on life and labyrinth (E2, D1, C4).

    It happens at once, whatever the other figure does later in the move (C3); passing does nothing (C2).
    """
    if place in (LIFE, LABYRINTH):
        return
    foreign = NOBODY
    for other in (0, 1, 2):
        if other == seat:
            continue
        if position.magicians[other] == place:
            foreign = other
        elif position.apprentices[other] == place:  # E1; E3 shields him beside his own magician
            banish_apprentice(position, other, "E1", events)
    if foreign != NOBODY:
        position.duel = new_duel(place, seat, foreign)
        events.append(
            {
                "type": "duel-opened",
                "seat": COLOURS[seat],
                "by": COLOURS[seat],
                "challenged": COLOURS[foreign],
                "place": PLACES[place],
                "rule": "D1",
            }
        )
    elif position.apprentices[seat] == place:
        meet(position, seat, place, events)


def land_apprentice(position: Position, seat: int, node: int, events: list[Json]) -> None:
    """An apprentice has ended a walk or magic on a node: E4 or C1; D8 while his magician's duel is pending."""
    if not is_magic_place(node):
        return
    own_magician = position.magicians[seat] == node
    foreign = any(position.magicians[other] == node for other in (0, 1, 2) if other != seat)
    if own_magician and not foreign:
        meet(position, seat, node, events)
    elif foreign and not own_magician:
        banish_apprentice(position, seat, "E4", events)


def meet(position: Position, seat: int, place: int, events: list[Json]) -> None:
    """C1: the card of the place, from there or (C6) from a rival of his choice; C5: never a second one."""
    if position.cards[seat] >> place & 1:
        return
    if position.supply[place]:
        gain_from_place(position, seat, place, "C1", events)
    else:
        position.take = place


def gain_from_place(position: Position, seat: int, place: int, rule: str, events: list[Json]) -> None:
    """One of the copies on the place goes into a hand."""
    supply = position.supply
    position.supply = (*supply[:place], supply[place] - 1, *supply[place + 1 :])
    _gain(position, seat, place, "place", rule, events)


def gain_from_rival(position: Position, seat: int, rival: int, place: int, rule: str, events: list[Json]) -> None:
    """C6: a card changes hands."""
    position.cards = put(position.cards, rival, position.cards[rival] & ~(1 << place))
    _gain(position, seat, place, COLOURS[rival], rule, events)


def _gain(position: Position, seat: int, place: int, source: str, rule: str, events: list[Json]) -> None:
    """B1 and W1: the sixth card may give a right, the seventh wins at once."""
    cards = position.cards[seat] | 1 << place
    position.cards = put(position.cards, seat, cards)
    events.append({"type": "card-taken", "seat": COLOURS[seat], "card": PLACES[place], "from": source, "rule": rule})
    if cards == ALL_CARDS:
        position.winner = seat
    elif cards.bit_count() == 6:
        _bonus(position, seat, events)


def _bonus(position: Position, seat: int, events: list[Json]) -> None:
    """B1: a right to one bonus throw, unless the settings of B1, B2, B3 take it; a lost one does not count for B3."""
    rules = position.setup.rules
    if not rules.bonus or (position.bonus_won[seat] and not rules.bonus_each_time):
        return
    if seat != position.mover and not rules.bonus_out_of_turn:
        events.append({"type": "throws-lost", "seat": COLOURS[seat], "kinds": [BONUS], "rule": "B2"})
        return
    position.bonus_won = put(position.bonus_won, seat, True)
    position.earned += ((seat, BONUS),)
    events.append({"type": "right-gained", "seat": COLOURS[seat], "kind": BONUS, "rule": "B1"})

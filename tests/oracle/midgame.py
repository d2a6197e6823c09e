"""Positions in which much may happen at once: many cards out, figures anywhere, somebody about to throw."""

from __future__ import annotations

import random
from typing import Any

from tests.oracle import start
from tests.oracle.board import MAGIC, PLACES, jump_ends, walk_ends

Json = dict[str, Any]


def draw_position(chance: random.Random, table: Json) -> Json:
    """Figures, cards, supply, who has thrown and had a bonus, whose turn it is; the invariants of the rules hold."""
    cards = draw_cards(chance)
    begun = [c for c in start.COLOURS if chance.random() < 0.6]
    return {
        "figures": draw_figures(chance, table),
        "cards": cards,
        "supply": supply_beside(cards),
        "begun": begun,
        "bonus_had": [c for c in begun if chance.random() < 0.3],
        "turn": chance.choice(start.COLOURS),
    }


def draw_brink(chance: random.Random, table: Json) -> Json:
    """Two on the brink of six cards: the mover beside a meeting and a duel that the other may win."""
    drawn = draw_position(chance, table)
    mover, rival, third = chance.sample(start.COLOURS, 3)
    steps = chance.choice((1, 2))
    here, there = chance.choice([(a, b) for a in MAGIC for b in jump_ends(a, steps) if b in MAGIC and a != b])
    lacks = {mover: {here, chance.choice(MAGIC)}, rival: {there, chance.choice(MAGIC)}}
    drawn["cards"] = {c: [place for place in MAGIC if place not in lacks.get(c, MAGIC)] for c in start.COLOURS}
    left = [place for place in MAGIC if place in lacks[mover] | lacks[rival]]
    drawn["cards"][third] = [place for place in left if chance.random() < 0.7]
    drawn["supply"] = supply_beside(drawn["cards"])
    away = chance.choice([place for place in ("life", "labyrinth", *MAGIC) if place not in (here, there)])
    spots = {mover: here, rival: there, third: away}
    drawn["figures"] = {c: {"magician": spots[c], "apprentice": "life", "stone": False} for c in start.COLOURS}
    near = [node for node in walk_ends(table["next"], here, chance.randrange(1, 7)) if node not in (here, there, away)]
    drawn["figures"][mover]["apprentice"] = chance.choice(sorted(near) or ["life"])
    return {**drawn, "turn": mover}


def supply_beside(cards: Json) -> Json:
    return {place: 2 - sum(place in hand for hand in cards.values()) for place in MAGIC}


def draw_cards(chance: random.Random) -> Json:
    """Mostly cleared places, each card with two distinct players at most, nobody with all seven."""
    while True:
        cards: Json = {c: [] for c in start.COLOURS}
        for place in MAGIC:
            for colour in chance.sample(start.COLOURS, chance.choice((1, 2, 2, 2, 2, 2))):
                cards[colour].append(place)
        if max(len(hand) for hand in cards.values()) < 7:
            return cards


def draw_figures(chance: random.Random, table: Json) -> Json:
    """No two magicians on a magic place, no apprentice beside a foreign magician there."""
    magicians: Json = {}
    for colour in start.COLOURS:
        free = [p for p in PLACES if p not in MAGIC or p not in magicians.values()]
        magicians[colour] = chance.choice(free)
    figures: Json = {}
    for colour, place in magicians.items():
        foreign = {p for c, p in magicians.items() if c != colour and p in MAGIC}
        free = [node for node in table["nodes"] if node not in foreign]
        node = place if chance.random() < 0.3 else chance.choice(free)
        figures[colour] = {"magician": place, "apprentice": node, "stone": chance.random() < 0.3}
    return figures


def set_state(state: Json, drawn: Json) -> None:
    """The plain state with this position; the turn's player is about to throw."""
    state.update({name: drawn[name] for name in ("figures", "cards", "supply", "begun", "bonus_had", "turn")})
    state["agenda"] = [start.throw_step("pip", drawn["turn"]), {"step": "next"}]


def set_position(encoded: Json, drawn: Json) -> Json:
    """The engine's position as JSON with this position, from any one that waits for a pip throw."""
    changed = {name: drawn[name] for name in ("figures", "cards", "supply", "turn")}
    renamed = {"mover": drawn["turn"], "first_thrown": drawn["begun"], "bonus_won": drawn["bonus_had"]}
    return {**encoded, **changed, **renamed}

"""What the fields of the path are called among people: counted from a place, "the second field from the forest".

A board file's codes stand in no sentence.  A field belongs to one way; a way runs between two places, or from another
way where the path forks.  The name is JSON, so that it can stand among a reason's values and be said in any language:
``node`` is the ``nth`` field ``from`` an end ``to`` the other, each end a list of one place, of the two places of a
way, or of none (the way ends there); ``way`` tells ways of the same ends apart, counted from 1.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from companion.games import Json
from companion.games.catalogue import Catalogue
from companion.games.dreimagier.board import Board, load_board

WORDS = Catalogue("companion.games.dreimagier")
SPELT = 12
"""Ordinals up to here are words."""

Chain = tuple[str, ...]


@lru_cache(maxsize=32)
def field_names(toml: str) -> dict[str, Json]:
    """Every field of a board file by its code."""
    board = load_board(toml)
    names: dict[str, Json] = {}
    used: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for chain in _ordered(_chains(board), board):
        fields = tuple(node for node in chain if node not in board.places and node not in names)
        if not fields:
            continue
        start, end = _end(chain[0], fields, board, names), _end(chain[-1], fields, board, names)
        if start == end:
            end = []
        ends = tuple(sorted((tuple(start), tuple(end))))
        used[ends] += 1
        names |= {node: _name(fields, number, start, end, used[ends]) for number, node in enumerate(fields, 1)}
    return names


def _name(fields: Chain, number: int, start: list[str], end: list[str], way: int) -> Json:
    """Counted from the nearer end; from the first where both are as near, or where there is but one."""
    node, back = fields[number - 1], len(fields) + 1 - number
    if (back < number and end) or not start:
        start, end, number = end, start, back
    return {"node": node, "nth": number, "from": start, "to": end, "way": way}


def _chains(board: Board) -> list[Chain]:
    """The trails, cut at places, and joined where a way was written in pieces."""
    chains: list[Chain] = []
    for trail in board.trails:
        start = 0
        for at in range(1, len(trail)):
            if trail[at] in board.places or at == len(trail) - 1:
                chains.append(trail[start : at + 1])
                start = at
    inside = {node for chain in chains for node in chain[1:-1]}
    for node in (node for node in board.nodes if node not in board.places and node not in inside):
        ends = [chain for chain in chains if node in (chain[0], chain[-1]) and chain[0] != chain[-1]]
        if len(ends) > 1:
            chains[chains.index(ends[0])] = _joined(ends[0], ends[1], node)
            chains.remove(ends[1])
    return chains


def _joined(one: Chain, other: Chain, node: str) -> Chain:
    first = one if one[-1] == node else one[::-1]
    second = other if other[0] == node else other[::-1]
    return (*first, *second[1:])


def _ordered(chains: list[Chain], board: Board) -> list[Chain]:
    """Ways between places first: they name those that leave them."""
    return sorted(chains, key=lambda chain: sum(end not in board.places for end in (chain[0], chain[-1])))


def _end(node: str, fields: Chain, board: Board, names: dict[str, Json]) -> list[str]:
    """A place; the two places of the way that is met there; nothing where the way ends."""
    if node in board.places:
        return [node]
    if node in fields or node not in names:
        return []
    met = names[node]
    known = sorted({place for end in (met["from"], met["to"]) for place in end}, key=board.places.index)
    return known[:2]


def named(board: Board, node: str) -> str | Json:
    """A node as it may stand among a reason's values: a place by its code word, a field by its name."""
    return field_names(board.toml).get(node, node)


def say(name: Json, language: str, case: str = "nodes") -> str:
    """A field's name in a language, with its article; in the case ``onto`` it is where a figure goes."""
    order = f"nth.{name['nth']}" if name["nth"] <= SPELT else "nth.more"
    nth = WORDS.say(language, order, n=name["nth"])
    start, end = (_said(side, name[side], language) for side in ("from", "to"))
    message = f"{case}.counted" if end else f"{case}.counted-out"
    text = WORDS.say(language, message, **{"nth": nth, "from": start, "to": end})
    return text if name["way"] == 1 else WORDS.say(language, "nodes.twin", field=text, way=name["way"])


def _said(side: str, end: list[str], language: str) -> str:
    if len(end) < 2:
        return WORDS.say(language, f"{side}.{end[0]}") if end else ""
    one, two = (WORDS.say(language, f"short.{place}") for place in end)
    return WORDS.say(language, f"{side}.way", one=one, two=two)

"""Spell throws (Z1-Z5) and offers of further throws (T3, B1, B2)."""

from __future__ import annotations

from companion.games import Json
from companion.games.dreimagier.board import LABYRINTH, MAGIC_PLACES
from companion.games.dreimagier.figures import banish_apprentice, banish_magician, land_apprentice
from companion.games.dreimagier.flow import SPELL_OFFER, next_right, proceed
from companion.games.dreimagier.moves import spell_done
from companion.games.dreimagier.position import MAGIC as MAGIC_PHASE
from companion.games.dreimagier.position import PIP, SPELL, SYMBOL, Position, Throw, put
from companion.games.dreimagier.setup import Action
from companion.games.dreimagier.wands import COLOURS, FACES, MAGIC, POWER, ruling_symbols, symbol_counts

OFFER_ACTIONS: tuple[Action, ...] = (("accept", None), ("decline", None))


def accept(position: Position, _: None, events: list[Json]) -> None:
    """The offered throw will be made: a spell throw by the mover, or a pip throw by the right's owner."""
    assert position.offer is not None
    seat, kind = position.offer
    position.offer = None
    events.append({"type": "accepted", "seat": COLOURS[seat], "kind": kind, "rule": _rule_of(kind)})
    if kind == SPELL_OFFER:
        spell_done(position)
        position.phase = SPELL
        return
    position.rights = position.rights[1:]
    position.mover = seat
    position.phase = PIP


def decline(position: Position, _: None, events: list[Json]) -> None:
    """Z1, T3, B1: each of these throws may be declined."""
    assert position.offer is not None
    seat, kind = position.offer
    position.offer = None
    events.append({"type": "right-declined", "seat": COLOURS[seat], "kind": kind, "rule": _rule_of(kind)})
    if kind == SPELL_OFFER:
        spell_done(position)
        proceed(position, events)
        return
    position.rights = position.rights[1:]
    next_right(position, events)


def _rule_of(kind: str) -> str:
    return {SPELL_OFFER: "Z1", "doublet": "T3", "bonus": "B1"}[kind]


def choices(position: Position) -> tuple[int, ...]:
    """Z2: the symbols that the last spell throw lets rule."""
    assert position.throw is not None
    return ruling_symbols(symbol_counts(position.throw.hidden), bool(position.setup.rules.fate_rules_330))


def spell_throw(position: Position, throw: Throw, events: list[Json]) -> None:
    """Z2: the most frequent symbol rules; equal counts are a choice."""
    ruling = choices(position)
    if len(ruling) == 1:
        _rule(position, throw.seat, ruling[0], events)
    else:
        position.phase = SYMBOL


def symbol_actions(position: Position) -> tuple[Action, ...]:
    """Z2: one of the equally frequent symbols."""
    return tuple(("symbol", face) for face in choices(position))


def symbol(position: Position, face: int, events: list[Json]) -> None:
    """The player has picked a symbol."""
    _rule(position, position.mover, face, events)


def _rule(position: Position, seat: int, face: int, events: list[Json]) -> None:
    """Z3 power, Z4 magic, Z5 fate."""
    rule = ("Z3", "Z4", "Z5")[face]
    events.append({"type": "spell", "seat": COLOURS[seat], "symbol": FACES[face], "rule": rule})
    if face == MAGIC:
        position.phase = MAGIC_PHASE
        return
    if face == POWER:
        _gain_stone(position, seat, events)
    else:
        _fate(position, seat, events)
    proceed(position, events)


def _gain_stone(position: Position, seat: int, events: list[Json]) -> None:
    """Z3: a second stone has no effect."""
    if not position.stones[seat]:
        position.stones = put(position.stones, seat, True)
        events.append({"type": "stone-gained", "seat": COLOURS[seat], "rule": "Z3"})


def _fate(position: Position, seat: int, events: list[Json]) -> None:
    """Z5, K3: the apprentice to the labyrinth, by setting his magician too; not where K4 spares him."""
    assert position.throw is not None
    rules, equal = position.setup.rules, symbol_counts(position.throw.hidden).count(3) == 2
    if rules.fate == "both" and not (equal and rules.fate_rules_330 == "apprentice"):
        banish_magician(position, seat, "K3", events)
    banish_apprentice(position, seat, "Z5", events)


def magic_targets(position: Position) -> tuple[int, ...]:
    """Z4, K2: the seven magic places or any node, and (own node) staying, by node number."""
    rules, own = position.setup.rules, position.apprentices[position.mover]
    nodes = range(len(position.setup.names)) if rules.magic_target == "any-node" else MAGIC_PLACES
    found = {node for node in nodes if node != own}
    return tuple(sorted(found | {own} if rules.magic_may_stay else found))


def magic_actions(position: Position) -> tuple[Action, ...]:
    """Z4: the targets of magic as actions."""
    return tuple([("magic", node) for node in magic_targets(position)])


def magic(position: Position, node: int, events: list[Json]) -> None:
    """Z4: the apprentice is transported, with evictions and meetings; K2: no new spell, no stone lost."""
    seat, names = position.mover, position.setup.names
    own = position.apprentices[seat]
    if node == own:
        events.append({"type": "stayed", "seat": COLOURS[seat], "figure": "apprentice", "at": names[own], "rule": "Z4"})
    else:
        events.append(
            {
                "type": "transported",
                "seat": COLOURS[seat],
                "figure": "apprentice",
                "from": names[own],
                "to": names[node],
                "rule": "K2" if node == LABYRINTH else "Z4",
            }
        )
        position.apprentices = put(position.apprentices, seat, node)
        land_apprentice(position, seat, node, events)
    proceed(position, events)

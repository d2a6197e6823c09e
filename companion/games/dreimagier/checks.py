"""Checks that must hold in every position and of every step (the list at the end of the rules).

``check`` is used by ``decode``, by the simulator and by the tests; ``check_events`` by the last two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.games import Fault, Json
from companion.games.dreimagier.board import MAGIC_PLACES, PLACES
from companion.games.dreimagier.duel import most_throws
from companion.games.dreimagier.figures import is_magic_place
from companion.games.dreimagier.flow import SPELL_OFFER
from companion.games.dreimagier.play import THROW_KINDS, legal_actions
from companion.games.dreimagier.position import (
    ALL_CARDS,
    DUEL,
    DUEL_THROW,
    MAGIC,
    MOVE,
    NOBODY,
    OFFER,
    OPEN,
    OVER,
    PIP,
    SPELL,
    START,
    SYMBOL,
    TAKE,
    Duel,
    Position,
)
from companion.games.dreimagier.spell import choices
from companion.games.dreimagier.wands import COLOURS, UNKNOWN

SEATS = (0, 1, 2)
MOVE_PHASES = (MOVE, TAKE, DUEL_THROW, DUEL, SPELL, SYMBOL, MAGIC)


def check(position: Position) -> list[Fault]:
    """Every breach found; an empty list for a sound position."""
    faults = _card_faults(position) + _magician_faults(position) + _apprentice_faults(position)
    faults += _phase_faults(position) + _duel_faults(position)
    return faults or PHASE_CHECKS[position.phase](position) or _end_faults(position)


def _card_faults(position: Position) -> list[Fault]:
    """Check 1."""
    return [
        Fault(f"supply.{PLACES[place]}", "copies on the place and holders must be two (check 1)")
        for place in MAGIC_PLACES
        if sum(cards >> place & 1 for cards in position.cards) + position.supply[place] != 2
    ]


def _magician_faults(position: Position) -> list[Fault]:
    """Check 2."""
    faults = []
    for place in MAGIC_PLACES:
        there = [seat for seat in SEATS if position.magicians[seat] == place]
        if len(there) > 1 and not _is_duel(position.duel, place, there):
            faults.append(Fault("figures", f"more than one magician at {PLACES[place]} and no duel (check 2)"))
    return faults


def _is_duel(duel: Duel | None, place: int, there: list[int]) -> bool:
    return duel is not None and duel.place == place and sorted((duel.challenger, duel.challenged)) == there


def _apprentice_faults(position: Position) -> list[Fault]:
    """Check 3."""
    faults = []
    for seat in SEATS:
        place = position.apprentices[seat]
        if not is_magic_place(place) or position.magicians[seat] == place:
            continue
        if place in position.magicians:
            where = f"figures.{COLOURS[seat]}.apprentice"
            faults.append(Fault(where, "stands beside a foreign magician without his own (check 3)"))
    return faults


def _phase_faults(position: Position) -> list[Fault]:
    """What the phase needs must be there, and nothing else."""
    phase, faults = position.phase, []
    spell_offer = phase == OFFER and position.offer is not None and position.offer[1] == SPELL_OFFER
    needed = {
        "start": (position.start is not None, phase == START),
        "turn": (position.turn != NOBODY, phase != START),
        "mover": (position.mover != NOBODY, phase != START),
        "offer": (position.offer is not None, phase == OFFER),
        "take": (position.take != NOBODY, phase == TAKE),
        "move": (position.move is not None, phase in MOVE_PHASES or spell_offer),
        "winner": (position.winner != NOBODY, phase == OVER),
    }
    for key, (there, wanted) in needed.items():
        if there != wanted:
            faults.append(Fault(key, f"{'must' if wanted else 'cannot'} be given in phase {phase}"))
    if position.earned and position.move is None:
        faults.append(Fault("earned", "cannot be given outside a move"))
    if position.move is not None and position.mover != NOBODY and not position.first_thrown[position.mover]:
        faults.append(Fault("first_thrown", "must name who is moving"))
    return faults


def _duel_faults(position: Position) -> list[Fault]:
    """D1-D3: two magicians on a magic place, a result that can be."""
    duel = position.duel
    if duel is None:
        wanted = position.phase in (DUEL, DUEL_THROW)
        return [Fault("duel", f"must be given in phase {position.phase}")] if wanted else []
    faults = []
    if position.phase not in (MOVE, DUEL_THROW, DUEL):
        faults.append(Fault("duel", f"cannot be given in phase {position.phase}"))
    sides = (duel.challenger, duel.challenged)
    if duel.challenger != position.mover or duel.challenged == duel.challenger:
        faults.append(Fault("duel.challenger", "must be the mover, against another"))
    if not is_magic_place(duel.place) or any(position.magicians[seat] != duel.place for seat in sides):
        faults.append(Fault("duel.place", "must be the magic place where both magicians stand (D1)"))
    if duel.leader not in sides or duel.side not in sides or (duel.lead is None) != (duel.side == duel.leader):
        faults.append(Fault("duel.side", "must be the leader first and then the other side (D2, D3)"))
    return faults + _result_faults(position, duel)


def _result_faults(position: Position, duel: Duel) -> list[Fault]:
    """D2, D3: throws and values of both sides."""
    faults, thrown = [], duel.throws > 0
    if duel.lead is not None and (UNKNOWN in duel.lead_tops or sum(duel.lead_tops) != duel.lead[0]):
        faults.append(Fault("duel.lead", "must be the sum of three values"))
    if any((top != UNKNOWN) != thrown for top in duel.tops):
        faults.append(Fault("duel.tops", "must be there exactly after a throw"))
    if not duel.fly or (not thrown and len(duel.fly) < 3):
        faults.append(Fault("duel.fly", "must be all wands for a first throw, and at least one after it"))
    if duel.throws >= most_throws(duel) or (position.phase == DUEL and not thrown):
        faults.append(Fault("duel.throws", "does not fit the throws allowed (D2, D3)"))
    if position.phase not in (DUEL, DUEL_THROW) and (thrown or duel.lead is not None or duel.round > 1):
        faults.append(Fault("duel", "cannot have begun before both figures have moved"))
    if duel.lead is not None and thrown and sum(duel.tops) >= duel.lead[0]:
        faults.append(Fault("duel.tops", "would have decided the duel (D6)"))
    return faults


def _sound(_: Position) -> list[Fault]:
    return []


def _start_faults(position: Position) -> list[Fault]:
    """S1: each seat at most once, in seat order."""
    start, order = position.start, position.setup.order
    if start is None or not start.waiting:
        return [Fault("start.waiting", "must name who still throws")]
    ranks = [order.index(seat) for seat in (*(seat for seat, _ in start.sums), *start.waiting)]
    return [] if ranks == sorted(set(ranks)) else [Fault("start", "must name each seat once, in seat order (S1)")]


def _move_faults(position: Position) -> list[Fault]:
    """T1: the throw and the move must fit; an open figure has somewhere to go."""
    move, throw, setup, seat = position.move, position.throw, position.setup, position.mover
    if move is None or throw is None or throw.kind != "pip" or throw.seat != seat or UNKNOWN in throw.tops:
        return [Fault("throw", "must be the mover's pip throw in phase move")]
    if sum(throw.tops) != move.total or throw.tops[seat] != move.steps:
        return [Fault("move", "does not fit the throw")]
    faults = []
    if move.magician == OPEN and not setup.jumps[move.steps][position.magicians[seat]]:
        faults.append(Fault("move.magician", "cannot be open without a jump"))
    if move.apprentice == OPEN and not setup.walks[position.stones[seat]][move.total][position.apprentices[seat]]:
        faults.append(Fault("move.apprentice", "cannot be open without a walk"))
    if OPEN not in (move.magician, move.apprentice):
        faults.append(Fault("move", "must have an open figure in phase move"))
    return faults


def _offer_faults(position: Position) -> list[Fault]:
    """Z1, B2: a spell throw to the mover, or the first right to its owner."""
    offer, move = position.offer, position.move
    if offer is not None and offer[1] == SPELL_OFFER:
        if move is None or not move.spell or offer[0] != position.mover:
            return [Fault("offer", "must be the mover's, who stands on a symbol field (Z1)")]
        return []
    if not position.rights or position.rights[0] != offer:
        return [Fault("offer", "must be the first of the rights (B2)")]
    return []


def _take_faults(position: Position) -> list[Fault]:
    """C1, C6, C7: on a cleared place, without the card, from one of exactly two rivals."""
    place, seat = position.take, position.mover
    if not is_magic_place(place) or position.supply[place] or position.cards[seat] >> place & 1:
        return [Fault("take", "must be a cleared place whose card the mover lacks (C6)")]
    if position.magicians[seat] != place or position.apprentices[seat] != place:
        return [Fault("take", "must be where the mover's figures have met (C1)")]
    return []  # C7: who lacks the card of a cleared place finds it with both rivals


def _symbol_faults(position: Position) -> list[Fault]:
    """Z2: a spell throw whose three hidden faces are known."""
    throw = position.throw
    if throw is None or throw.kind != "spell" or throw.seat != position.mover or UNKNOWN in throw.hidden:
        return [Fault("throw", f"must be the mover's spell throw in phase {position.phase}")]
    if position.phase == SYMBOL and len(choices(position)) < 2:
        return [Fault("throw", "must show several symbols equally often (Z2)")]
    return []


def _end_faults(position: Position) -> list[Fault]:
    """Check 6."""
    faults = []
    for seat in SEATS:
        if (position.cards[seat] == ALL_CARDS) != (position.winner == seat):
            faults.append(Fault(f"cards.{COLOURS[seat]}", "seven cards if and only if the game is won (check 6)"))
    if position.phase != OVER and position.phase not in THROW_KINDS and not legal_actions(position):
        faults.append(Fault("phase", "nobody can act and no throw is awaited (check 6)"))
    return faults


PHASE_CHECKS: dict[str, Callable[[Position], list[Fault]]] = {
    START: _start_faults,
    PIP: _sound,
    OFFER: _offer_faults,
    MOVE: _move_faults,
    TAKE: _take_faults,
    DUEL_THROW: _sound,
    DUEL: _sound,
    SPELL: _sound,
    SYMBOL: _symbol_faults,
    MAGIC: _symbol_faults,
    OVER: _sound,
}
"""One function per phase; each may rely on ``_phase_faults`` and ``_duel_faults``."""


def check_events(before: Position, after: Position, events: Iterable[Json]) -> list[Fault]:
    """Check 4: whoever sends an apprentice takes his stone; and the events tell all about stones and cards."""
    faults = []
    stones, hands = list(before.stones), [cards.bit_count() for cards in before.cards]
    for event in events:
        seat = COLOURS.index(event["seat"]) if "seat" in event else NOBODY
        if event["type"] == "stone-gained":
            stones[seat] = True
        elif event["type"] == "stone-lost":
            stones[seat] = False
        elif event["type"] == "card-taken":
            hands[seat] += 1
            if event["from"] != "place":
                hands[COLOURS.index(event["from"])] -= 1
    for seat, figure in after.banished:
        if figure == "apprentice" and after.stones[seat]:
            faults.append(Fault(f"figures.{COLOURS[seat]}.stone", "was kept on the way to the labyrinth (check 4)"))
    if tuple(stones) != after.stones:
        faults.append(Fault("events", "do not tell what happened to the stones (check 4)"))
    if hands != [cards.bit_count() for cards in after.cards]:
        faults.append(Fault("events", "do not tell what happened to the cards"))
    return faults

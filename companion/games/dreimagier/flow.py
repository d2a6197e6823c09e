"""What comes next: the order of a move, of rights (B2), of turns, and the end (W1, W2).

``proceed`` looks at the position alone and sets its phase; every action ends in it.
"""

from __future__ import annotations

from companion.games import Json
from companion.games.dreimagier.board import MAGIC_PLACES, PLACES
from companion.games.dreimagier.position import (
    BONUS,
    DUEL_THROW,
    MOVE,
    NOBODY,
    OFFER,
    OPEN,
    OVER,
    PIP,
    TAKE,
    Position,
    Right,
    card_count,
)
from companion.games.dreimagier.wands import COLOURS

SPELL_OFFER = "spell"


def proceed(position: Position, events: list[Json]) -> None:
    """The next step of the move: a card to take, a figure to move, the duel, the spell throw, or its end."""
    move = position.move
    if position.winner != NOBODY:
        finish(position, events)
    elif position.take != NOBODY:
        position.phase = TAKE
    elif move is not None and (move.magician == OPEN or move.apprentice == OPEN):
        position.phase = MOVE
    elif position.duel is not None:
        position.phase = DUEL_THROW
    elif move is not None and move.spell:
        position.phase = OFFER
        position.offer = (position.mover, SPELL_OFFER)
    else:
        end_move(position, events)


def end_move(position: Position, events: list[Json]) -> None:
    """B2: the rights won in this move go before the older ones."""
    if position.earned:
        position.rights = ordered_rights(position)
        position.earned = ()
    position.move = None
    next_right(position, events)


def ordered_rights(position: Position) -> tuple[Right, ...]:
    """B2: bonus of the challenged, bonus of the mover, doublet of the mover, then the older rights."""
    mover = position.mover
    fresh = sorted(position.earned, key=lambda right: (right[1] != BONUS, right[0] == mover))
    return (*fresh, *position.rights)


def next_right(position: Position, events: list[Json]) -> None:
    """The first right is offered to its owner; without one the turn goes on."""
    if position.rights:
        position.phase = OFFER
        position.offer = position.rights[0]
    else:
        begin_turn(position, position.setup.after[position.turn], events)


def begin_turn(position: Position, seat: int, events: list[Json]) -> None:
    """S1: play goes clockwise; a turn begins with the regular pip throw."""
    position.turn = position.mover = seat
    position.offer = None
    position.phase = PIP
    events.append({"type": "turn", "seat": COLOURS[seat], "rule": "S1"})


def finish(position: Position, events: list[Json]) -> None:
    """W1: nothing more is done or owed."""
    position.phase = OVER
    position.move = position.duel = position.offer = None
    position.rights = position.earned = ()
    position.take = NOBODY
    events.append({"type": "won", "seat": COLOURS[position.winner], "rule": "W1"})
    events.append({"type": "ranked", "ranking": ranking(position), "rule": "W2"})


def ranking(position: Position) -> list[Json]:
    """W2: by number of cards, ties shared (1, 2, 2), in playing order within a rank."""
    counts = {seat: card_count(position.cards[seat]) for seat in position.setup.order}
    ranked = sorted(position.setup.order, key=lambda seat: -counts[seat])
    return [
        {
            "seat": COLOURS[seat],
            "rank": 1 + sum(counts[other] > counts[seat] for other in ranked),
            "cards": [PLACES[place] for place in MAGIC_PLACES if position.cards[seat] >> place & 1],
        }
        for seat in ranked
    ]

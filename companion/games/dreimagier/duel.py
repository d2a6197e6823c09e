"""Duels (D1-D10): two magicians on one magic place throw for its card."""

from __future__ import annotations

from itertools import combinations

from msgspec.structs import replace

from companion.games import Json
from companion.games.dreimagier.board import PLACES
from companion.games.dreimagier.figures import banish_apprentice, banish_magician, gain_from_place, gain_from_rival
from companion.games.dreimagier.flow import proceed
from companion.games.dreimagier.position import DUEL, DUEL_THROW, Duel, Position, Throw
from companion.games.dreimagier.setup import Action
from companion.games.dreimagier.wands import COLOURS, UNKNOWN

MOST_THROWS = 3
ALL_WANDS = (0, 1, 2)
NO_TOPS = (UNKNOWN, UNKNOWN, UNKNOWN)
FLIGHTS = tuple(sorted(flight for size in (1, 2, 3) for flight in combinations(ALL_WANDS, size)))
"""The wands that may be thrown again, in the fixed order of the actions."""
ALL_AGAIN: tuple[Action, ...] = tuple(("again", flight) for flight in FLIGHTS)
STOP: tuple[Action, ...] = (("stop", None),)


def most_throws(duel: Duel) -> int:
    """D2: three for the leader; D3: the other side has at most as many as he used."""
    return MOST_THROWS if duel.lead is None else duel.lead[1]


def other_side(duel: Duel) -> int:
    """The opponent of the side that throws."""
    return duel.challenged if duel.side == duel.challenger else duel.challenger


def duel_actions(position: Position) -> tuple[Action, ...]:
    """D2: throw any wands again, keep the others, or stop; D5 by setting: a wand kept once lies still."""
    duel = position.duel
    assert duel is not None
    if position.setup.rules.kept_wand_may_fly_again or len(duel.fly) == 3:
        return ALL_AGAIN + STOP
    flown = set(duel.fly)
    return tuple(action for action in ALL_AGAIN if flown.issuperset(action[1])) + STOP


def duel_throw(position: Position, throw: Throw, events: list[Json]) -> None:
    """D2, D3: one throw of the side that is on; D6: it may decide."""
    assert position.duel is not None
    duel = position.duel = replace(position.duel, tops=throw.tops, throws=position.duel.throws + 1)
    if duel.lead is None:
        if duel.throws == MOST_THROWS:
            _announce(position, duel, events)
        else:
            position.phase = DUEL
        return
    total, lead = sum(duel.tops), duel.lead
    if total > lead[0] or (total == lead[0] and duel.throws < lead[1]):
        win(position, duel, duel.side, events)
    elif duel.throws < lead[1]:
        position.phase = DUEL
    elif total == lead[0]:
        _tie(position, duel, events)
    else:
        win(position, duel, duel.leader, events)


def again(position: Position, fly: tuple[int, ...], events: list[Json]) -> None:
    """D2: these wands fly again, the others stand with their values."""
    assert position.duel is not None
    duel = position.duel = replace(position.duel, fly=fly)
    kept = {COLOURS[wand]: duel.tops[wand] for wand in ALL_WANDS if wand not in fly}
    events.append(
        {
            "type": "duel-kept",
            "seat": COLOURS[duel.side],
            "fly": [COLOURS[wand] for wand in fly],
            "kept": kept,
            "rule": "D2",
        }
    )
    position.phase = DUEL_THROW


def stop(position: Position, _: None, events: list[Json]) -> None:
    """D2: the leader announces his result; D6: the other side gives in, for he has less."""
    duel = position.duel
    assert duel is not None
    if duel.lead is None:
        _announce(position, duel, events)
    else:
        win(position, duel, duel.leader, events)


def _announce(position: Position, duel: Duel, events: list[Json]) -> None:
    """D2: the result, say 4 on 2; the other side goes on with all three wands."""
    lead = (sum(duel.tops), duel.throws)
    events.append({"type": "duel-led", "seat": COLOURS[duel.side], "sum": lead[0], "throws": lead[1], "rule": "D2"})
    position.duel = replace(
        duel, side=other_side(duel), lead=lead, lead_tops=duel.tops, throws=0, tops=NO_TOPS, fly=ALL_WANDS
    )
    position.phase = DUEL_THROW


def _tie(position: Position, duel: Duel, events: list[Json]) -> None:
    """D4: both equal: again, the other side leads with up to three throws."""
    assert duel.lead is not None
    events.append(
        {
            "type": "duel-tied",
            "seat": COLOURS[duel.side],
            "sum": duel.lead[0],
            "throws": duel.lead[1],
            "leader": COLOURS[duel.side],
            "rule": "D4",
        }
    )
    position.duel = replace(
        duel,
        leader=duel.side,
        round=duel.round + 1,
        lead=None,
        lead_tops=NO_TOPS,
        throws=0,
        tops=NO_TOPS,
        fly=ALL_WANDS,
    )
    position.phase = DUEL_THROW


def win(position: Position, duel: Duel, winner: int, events: list[Json]) -> None:
    """The duel ends.  D7: first the figures, then the card; D8: the card of the duel is the only one.

    The move goes on afterwards, whoever has won (D9).
    """
    loser = duel.challenged if winner == duel.challenger else duel.challenger
    events.append(
        {
            "type": "duel-won",
            "seat": COLOURS[winner],
            "by": COLOURS[winner],
            "loser": COLOURS[loser],
            "place": PLACES[duel.place],
            "rule": "D4",
        }
    )
    position.duel = None
    banish_magician(position, loser, "D7", events)
    if position.apprentices[loser] == duel.place:
        banish_apprentice(position, loser, "D7", events)
    if not position.cards[winner] >> duel.place & 1:
        if position.supply[duel.place]:
            gain_from_place(position, winner, duel.place, "D7", events)
        else:
            gain_from_rival(position, winner, loser, duel.place, "D7", events)
    proceed(position, events)

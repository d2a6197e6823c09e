"""A move: the pip throw (T1-T3, T9, K1), jumps (T4-T8), walks (T10-T12), staying, taking a card from a rival."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.games import Json
from companion.games.dreimagier.board import LABYRINTH, LIFE
from companion.games.dreimagier.figures import (
    banish_apprentice,
    banish_magician,
    gain_from_rival,
    land_apprentice,
    land_magician,
)
from companion.games.dreimagier.flow import begin_turn, end_move, proceed
from companion.games.dreimagier.position import (
    DONE,
    DOUBLET,
    NOBODY,
    NONE,
    OPEN,
    Move,
    Position,
    StartThrows,
    Throw,
    put,
)
from companion.games.dreimagier.setup import Action
from companion.games.dreimagier.wands import COLOURS, is_doublet

STAY_MAGICIAN: tuple[Action, ...] = (("stay", "magician"),)
STAY_APPRENTICE: tuple[Action, ...] = (("stay", "apprentice"),)


def start_throw(position: Position, throw: Throw, events: list[Json]) -> None:
    """S1: in seat order; the highest sum starts, tied leaders throw again in seat order."""
    start = position.start
    assert start is not None
    sums = (*start.sums, (throw.seat, sum(throw.tops)))
    if len(start.waiting) > 1:
        position.start = StartThrows(start.waiting[1:], sums)
        return
    best = max(total for _, total in sums)
    leaders = tuple(seat for seat, total in sums if total == best)
    if len(leaders) > 1:
        position.start = StartThrows(leaders, ())
        events.append({"type": "tied", "seats": [COLOURS[seat] for seat in leaders], "sum": best, "rule": "S1"})
        return
    position.start = None
    events.append({"type": "starter", "seat": COLOURS[leaders[0]], "sum": best, "rule": "S1"})
    begin_turn(position, leaders[0], events)


def pip_throw(position: Position, throw: Throw, events: list[Json]) -> None:
    """T1-T3: opens the move that the throw allows."""
    seat = throw.seat
    first = not position.first_thrown[seat]
    position.first_thrown = put(position.first_thrown, seat, True)
    total = sum(throw.tops)
    if total == 0:
        _all_zero(position, seat, events)
        return
    if is_doublet(throw.tops):
        position.earned += ((seat, DOUBLET),)
        events.append({"type": "doublet", "seat": COLOURS[seat], "rule": "T3"})
        events.append({"type": "right-gained", "seat": COLOURS[seat], "kind": DOUBLET, "rule": "T3"})
    position.move = _open_move(position, throw, first)
    if position.move.apprentice == NONE:
        _note_no_walk(position, throw, events)
    proceed(position, events)


def _all_zero(position: Position, seat: int, events: list[Json]) -> None:
    """T2: both figures to the labyrinth, the thrower's further throws are lost; others keep theirs."""
    banish_magician(position, seat, "T2", events)
    banish_apprentice(position, seat, "T2", events)
    lost = [kind for owner, kind in position.rights if owner == seat]
    if lost:
        position.rights = tuple(right for right in position.rights if right[0] != seat)
        events.append({"type": "throws-lost", "seat": COLOURS[seat], "kinds": lost, "rule": "T2"})
    end_move(position, events)


def _open_move(position: Position, throw: Throw, first: bool) -> Move:
    """What each figure may do with this throw; K1 holds a figure that stands in the labyrinth now."""
    setup, seat, total = position.setup, throw.seat, sum(throw.tops)
    magician, apprentice, steps = position.magicians[seat], position.apprentices[seat], throw.tops[seat]
    held = not leaves_labyrinth(setup.rules.labyrinth_exit, throw.tops)
    forced = must_jump(position, seat, first)
    can_jump = bool(setup.jumps[steps][magician]) and not (held and magician == LABYRINTH)
    walks = setup.walks[position.stones[seat]][total][apprentice]
    can_walk = bool(walks) and not (held and apprentice == LABYRINTH)
    return Move(
        total=total,
        steps=steps,
        magician=OPEN if can_jump else NONE,
        apprentice=OPEN if can_walk else NONE,
        forced=forced and can_jump,
        spell=False,
    )


def leaves_labyrinth(setting: str, tops: Sequence[int]) -> bool:
    """K1: whether figures in the labyrinth may move with this throw."""
    if setting == "free":
        return True
    return is_doublet(tops) and tops[0] >= (1 if setting == "222-or-111" else 2)


def must_jump(position: Position, seat: int, first: bool) -> bool:
    """T9 on life, T8 in the labyrinth, each as the settings say; a wand with 0 forces nobody."""
    rules, place = position.setup.rules, position.magicians[seat]
    if place == LIFE:
        return rules.life_limit and (rules.life_limit_first_throw or not first)
    return place == LABYRINTH and rules.must_leave_labyrinth


def _note_no_walk(position: Position, throw: Throw, events: list[Json]) -> None:
    """K1: he is held in the labyrinth; T11 with ``short_walk = stay``: no walk is open to him."""
    seat, rules = throw.seat, position.setup.rules
    node = position.apprentices[seat]
    held = node == LABYRINTH and not leaves_labyrinth(rules.labyrinth_exit, throw.tops)
    name = position.setup.names[node]
    rule = "K1" if held else "T11"
    events.append({"type": "stayed", "seat": COLOURS[seat], "figure": "apprentice", "at": name, "rule": rule})


def move_actions(position: Position) -> tuple[Action, ...]:
    """T1: jumps, staying, walks, and (K5) the apprentice's staying, in this order, targets by node number."""
    move, setup, seat = position.move, position.setup, position.mover
    assert move is not None
    actions: tuple[Action, ...] = ()
    if move.magician == OPEN:
        if move.forced:
            actions = setup.forced_jump_actions[move.steps][position.magicians[seat]]
        else:
            actions = setup.jump_actions[move.steps][position.magicians[seat]] + STAY_MAGICIAN
    if move.apprentice == OPEN:
        actions += setup.walk_actions[position.stones[seat]][move.total][position.apprentices[seat]]
        if not setup.rules.apprentice_must_walk:
            actions += STAY_APPRENTICE
    return actions


def jump(position: Position, place: int, events: list[Json]) -> None:
    """T4: the own magician jumps; what he finds there happens at once."""
    seat, names = position.mover, position.setup.names
    events.append(
        {
            "type": "jumped",
            "seat": COLOURS[seat],
            "figure": "magician",
            "from": names[position.magicians[seat]],
            "to": names[place],
            "rule": "T4",
        }
    )
    position.magicians = put(position.magicians, seat, place)
    _magician_done(position)
    land_magician(position, seat, place, events)
    proceed(position, events)


def walk(position: Position, node: int, events: list[Json]) -> None:
    """T10: the own apprentice ends a walk; Z1: on a symbol field a spell throw will be offered."""
    seat, names = position.mover, position.setup.names
    events.append(
        {
            "type": "walked",
            "seat": COLOURS[seat],
            "figure": "apprentice",
            "from": names[position.apprentices[seat]],
            "to": names[node],
            "rule": "T10",
        }
    )
    position.apprentices = put(position.apprentices, seat, node)
    _apprentice_done(position, node in position.setup.symbols)
    land_apprentice(position, seat, node, events)
    proceed(position, events)


def stay(position: Position, figure: str, events: list[Json]) -> None:
    """T1: the magician need not jump; K5: the apprentice may stay.  Staying is no arrival (C4)."""
    seat = position.mover
    own, rule = {"magician": (position.magicians, "T1"), "apprentice": (position.apprentices, "K5")}[figure]
    events.append(
        {
            "type": "stayed",
            "seat": COLOURS[seat],
            "figure": figure,
            "at": position.setup.names[own[seat]],
            "rule": rule,
        }
    )
    if figure == "magician":
        _magician_done(position)
    else:
        _apprentice_done(position, False)
    proceed(position, events)


def _magician_done(position: Position) -> None:
    move = position.move
    assert move is not None
    position.move = Move(move.total, move.steps, DONE, move.apprentice, move.forced, move.spell)


def _apprentice_done(position: Position, spell: bool) -> None:
    move = position.move
    assert move is not None
    position.move = Move(move.total, move.steps, move.magician, DONE, move.forced, spell)


def spell_done(position: Position) -> None:
    """The spell throw of this move has been declined or begun."""
    if position.move is not None:
        position.move = msgspec.structs.replace(position.move, spell=False)


def take_actions(position: Position) -> tuple[Action, ...]:
    """C7: on a cleared place a taker without the card finds it with both rivals."""
    return tuple(("take", seat) for seat in range(3) if seat != position.mover)


def take(position: Position, rival: int, events: list[Json]) -> None:
    """C1: the card of a cleared place from a rival of his choice."""
    place = position.take
    position.take = NOBODY
    gain_from_rival(position, position.mover, rival, place, "C1", events)
    proceed(position, events)

"""What leaves the host of a position: of the wizards only the visible ones, the same for every role (V1)."""

from __future__ import annotations

from companion.games import Json, Question
from companion.games.tuerme import claims, correction, goal
from companion.games.tuerme.actions import to_json
from companion.games.tuerme.lamps import lamp_roles
from companion.games.tuerme.play import asked_seat, legal_actions, may_actions
from companion.games.tuerme.position import (
    LIFTED,
    NOWHERE,
    OVER,
    PUSH,
    ROLL,
    WALK,
    Action,
    Position,
    imprisoned,
    place_of,
)
from companion.games.tuerme.settings import NAME
from companion.games.tuerme.spells import under_lifted
from companion.games.tuerme.towers import name, told
from companion.games.tuerme.turns import STEP_ON, riding


def asked(position: Position) -> tuple[Question, ...]:
    """One seat at a time, by the phase; nobody when the game is over."""
    seat = asked_seat(position)
    return () if seat == NOWHERE else (Question(position.setup.seats[seat], position.phase),)


def besides(position: Position) -> dict[str, tuple[str, ...]]:
    """A lifted tower that shows others than believed may be corrected by any seat."""
    if correction.spot(position) is None or position.phase == OVER:
        return {}
    return dict.fromkeys(position.setup.seats, ("correct",))


def view_of(position: Position, role: str | None) -> Json:
    """The whole open table, and what the role may do."""
    seats = position.setup.seats
    question = [{"seat": each.seat, "kind": each.kind} for each in asked(position)]
    mine = asked_seat(position)
    legal = legal_actions(position) if role is not None and mine != NOWHERE and seats[mine] == role else ()
    may = may_actions(position) if role in seats else ()
    me = seats.index(role) if role in seats else NOWHERE
    return {
        "game": NAME,
        "asked": question,
        "legal": [to_json(position.setup, action) for action in legal],
        "goals": [goal_of(position, action) for action in legal],
        "may": [to_json(position.setup, action) for action in may if action[1] == me],
        "besides": list(besides(position).get(role or "", ())),
        "lamps": {space: list(roles) for space, roles in lamp_roles(position).items()},
        **open_table(position),
    }


def goal_of(position: Position, action: Action) -> int | None:
    """V6: where the piece of a legal action would end, to be shown when it is chosen; None where none moves."""
    spaces = len(position.towers)
    if action[0] == "walk":
        return int(action[2] + position.steps[0]) % spaces + 1
    if action[0] == "tower":
        steps = STEP_ON if position.phase == PUSH else position.steps[1]
        return (place_of(position, action[1]) + steps) % spaces + 1
    return None


def open_table(position: Position) -> Json:
    """V1: what everybody sees who stands at the table."""
    setup = position.setup
    return {
        "mode": "master" if setup.master else "basic",
        "teams": setup.teams,
        "seats": list(setup.seats),
        "start": setup.seats[setup.start],
        "active": setup.seats[position.active],
        "round": position.round,
        "last_round": position.last_round,
        "phase": position.phase,
        "spaces": [_space(position, space) for space in range(len(position.towers))],
        "keep": position.keep + 1,
        "players": {seat: _player(position, at) for at, seat in enumerate(setup.seats)},
        "spells": [{"spell": spell, "price": setup.prices[spell]} for spell in setup.spells],
        "used": [[seat for at, seat in enumerate(setup.seats) if used >> at & 1] for used in position.used],
        "last_cast": None if position.last is None else [setup.seats[position.last[0]], position.last[1]],
        "turn": _turn(position),
        "announced": _announced(position),
        "claim": None if position.claim is None else [setup.seats[seat] for seat in position.claim.queue],
        "claim_from": None if position.claim is None else position.claim.back,
        "lifted": _lifted(position),
        "bared": _bared(position),
        "pile": position.pile,
        "seen": {card.name: n for card, n in zip(setup.box.cards, position.discards, strict=True) if n},
        "unseen_discards": position.unknown,
        "moves": [dict(move) for move in position.moves],
        "ranking": [[setup.seats[seat] for seat in rank] for rank in ranking(position)],
    }


def ranking(position: Position) -> list[tuple[int, ...]]:
    """E3, E4, once the game is over."""
    return goal.ranks(position) if position.phase == OVER else []


def _space(position: Position, space: int) -> Json:
    box, towers = position.setup.box, position.towers[space]
    return {
        "space": space + 1,
        "shield": box.shields[space],
        "towers": [{"tower": name(tower), "shield": box.tower_shields[tower]} for tower in towers],
        "visible": told(position, position.tiers[space][-1]),
        "keep": space == position.keep,
    }


def _player(position: Position, seat: int) -> Json:
    setup = position.setup
    return {
        "wizards": setup.wizards,
        "bottles": setup.bottles,
        "home": position.home[seat],
        "imprisoned": imprisoned(position)[seat],
        "empty": position.empty[seat],
        "full": position.full[seat],
        "spent": position.spent[seat],
        "filled": setup.bottles - position.empty[seat],
        "right": position.phase not in (OVER, ROLL, LIFTED) and claims.has_right(position, seat),
    }


def _turn(position: Position) -> Json:
    cards, played = position.setup.box.cards, position.played
    rolls = cards[played[-1]].rolls if played else 0
    return {
        "played": [cards[number].name for number in played],
        "away": position.away,
        "wizard": position.steps[0],
        "tower": position.steps[1],
        "rolls": position.rolls,
        "rolls_left": rolls - position.rolls if position.rolls else 0,
        "entered": position.entered,
        "exchanged": position.exchanged,
    }


def _announced(position: Position) -> Json | None:
    """Z7: the piece and its goal."""
    said = position.announced
    if said is None:
        return None
    names = position.setup.seats
    space = said.space if said.kind == WALK else place_of(position, said.piece)
    return {
        "kind": said.kind,
        "piece": names[said.piece] if said.kind == WALK else name(said.piece),
        "space": space + 1,
        "target": (space + said.steps) % len(position.towers) + 1,
        "value": said.steps,
        "riders": [names[rider] for rider in riding(position, said)] if said.kind == WALK else [],
    }


def _lifted(position: Position) -> Json | None:
    """V3: while the tower is in the air, all see who is under it."""
    held = position.lifted
    if held is None:
        return None
    under = told(position, under_lifted(position))
    space = place_of(position, held.tower) + 1
    return {"seat": position.setup.seats[held.seat], "tower": name(held.tower), "space": space, "under": under}


def _bared(position: Position) -> Json | None:
    """Where a tower was lifted last, and who was seen under it: what may be corrected."""
    at = correction.spot(position) if position.phase != OVER else None
    if at is None:
        return None
    space, tier = at
    return {"space": space + 1, "there": told(position, position.tiers[space][tier])}

"""Games that play themselves, with every check after every action; nothing is drawn by chance here but by ``draw``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from companion.games import Draw, Events, Fault, Json
from companion.games.tuerme import encoding, notation, twins
from companion.games.tuerme.actions import to_json
from companion.games.tuerme.box import COLOURS, SPELLS
from companion.games.tuerme.checks import check, check_step
from companion.games.tuerme.game import GAME
from companion.games.tuerme.play import legal_actions, step
from companion.games.tuerme.players import PATIENCE, next_action
from companion.games.tuerme.position import OVER, Action, Position
from companion.games.tuerme.settings import CHOICES, make_header

TWINS_EVERY, LINE_EVERY = 7, 50


class Broken(Exception):
    """A check does not hold; the message names the breach and the position."""


class Tally(msgspec.Struct):
    """What has been played."""

    games: int = 0
    finished: int = 0
    actions: int = 0
    decisions: int = 0
    turns: int = 0
    spells: int = 0
    wins: dict[str, int] = {}


def any_header(draw: Draw, **fixed: Any) -> Json:
    """A header by chance: two to six seats, every setting, spells and prices; ``fixed`` settings stay."""
    seats = _seats(2 + draw(5), draw)
    given: Json = {name: values[draw(len(values))] for name, values in CHOICES.items()} | fixed
    if len(seats) not in (4, 6):
        given["teams"] = "no"
    laid = [spell for spell in SPELLS if draw(3) and (spell != "piggyback" or given["mode"] == "master")]
    if given["mode"] == "master" and draw(PATIENCE) == 0:  # what is rare beside others is met alone
        laid = ["piggyback", SPELLS[draw(len(SPELLS) - 2)]]
    given.setdefault("spells", laid)
    if draw(3) == 0:
        given["spell_costs"] = {spell: 1 + draw(2) for spell in SPELLS if draw(2)}
    return make_header({"seats": seats, "start": seats[draw(len(seats))], "settings": given})


def _seats(number: int, draw: Draw) -> list[str]:
    """M4: colours with wizards enough, in any order."""
    left = list(COLOURS[: {2: 2, 3: 4, 4: 4}.get(number, 6)])
    return [left.pop(draw(len(left))) for _ in range(number)]


def play(header: Json, draw: Draw, tally: Tally, most: int = 2500) -> list[Json]:
    """One game with all checks; gives its actions.  Raises Broken."""
    first = position = GAME.start(header)
    actions: list[Json] = []
    while position.phase != OVER and len(actions) < most:
        action = next_action(position, draw)
        tally.decisions += len(legal_actions(position)) > 1
        after, events = step(position, action)
        _expect(position, action, after, events)
        if len(actions) % TWINS_EVERY == 0:
            _twins(after, draw)
        if len(actions) % LINE_EVERY == 0:
            _line(after)
        tally.turns += any(event["type"] == "turn" for event in events)
        tally.spells += action[0] == "cast"
        actions.append(to_json(position.setup, action))
        position = after
    _fold(first, actions, position)
    tally.games += 1
    tally.actions += len(actions)
    _ended(position, tally)
    return actions


def _ended(position: Position, tally: Tally) -> None:
    ranking = GAME.ranking(position)
    tally.finished += bool(ranking)
    for seat in ranking[0] if ranking else ():
        tally.wins[seat] = tally.wins.get(seat, 0) + 1


def _expect(before: Position, action: Action, after: Position, events: Events) -> None:
    """Checks 1 to 9, 12 and 13."""
    faults = check(after) + check_step(before, after, events)
    if faults:
        _break(before, action, faults)


def _break(before: Position, action: Action, faults: Sequence[Fault]) -> None:
    text = "; ".join(f"{fault.where} {fault.text}" for fault in faults)
    line = notation.to_line(before, with_prisoners=True)
    raise Broken(f"{text}\n  before: {line}\n  action: {json.dumps(to_json(before.setup, action))}")


def _fold(first: Position, actions: Sequence[Json], last: Position) -> None:
    """Check 10: folding the actions through the border gives the same position, byte for byte."""
    position = first
    for action in json.loads(json.dumps(actions)):
        position, _ = GAME.apply(position, action)
    if _text(encoding.encode(position)) != _text(encoding.encode(last)):
        raise Broken(f"the fold of the actions differs (check 10)\n  {notation.to_line(last, with_prisoners=True)}")


def _text(data: Any) -> str:
    return json.dumps(data, sort_keys=True)


def open_to_all(position: Position) -> Json:
    """All that leaves the host of a position, for every role."""
    return {
        "views": {str(role): GAME.view(position, role) for role in (None, *position.setup.seats)},
        "legal": GAME.legal(position),
        "may": GAME.may(position),
        "besides": dict(GAME.besides(position)),
        "asked": [[question.seat, question.kind] for question in GAME.asked(position)],
        "lamps": GAME.lamps(position),
        "pieces": GAME.pieces(position),
        "notation": "" if position.phase == OVER else notation.to_line(position),
    }


def _twins(position: Position, draw: Draw) -> None:
    """Check 11."""
    other = twins.dealt_anew(position, draw)
    if _text(open_to_all(other)) != _text(open_to_all(position)):
        raise Broken(f"a twin is told apart (check 11)\n  {notation.to_line(position, with_prisoners=True)}")


def _line(position: Position) -> None:
    """The notation is complete, but for the moves of the turn."""
    line = notation.to_line(position, with_prisoners=True)
    if notation.from_line(line) != msgspec.structs.replace(position, moves=()):
        raise Broken(f"the notation does not hold: {line}")

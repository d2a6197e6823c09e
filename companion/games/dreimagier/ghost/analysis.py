"""After the game: what was luck, what was play, and the moments that decided.

Skill is told by what decisions lost against the best one, in odds to win; duels by those won against those that their
chances promised.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.games import Json
from companion.games.dreimagier.actions import parse, to_json
from companion.games.dreimagier.ghost import duels
from companion.games.dreimagier.ghost.expectation import Expectation
from companion.games.dreimagier.ghost.luck import before_throw, luck
from companion.games.dreimagier.ghost.value import Odds, fitted
from companion.games.dreimagier.play import legal_actions, step
from companion.games.dreimagier.position import DUEL_THROW, PIP, THROW_PHASES, Position, asked_seat, first_position
from companion.games.dreimagier.setup import Action, setup_from
from companion.games.dreimagier.wands import COLOURS

MOMENTS = 3
DIGITS = 4


class Moment(msgspec.Struct, frozen=True):
    """One step of the game (counted from 1), seen by the seat that acted; ``best`` where another action was better."""

    step: int
    seat: str
    kind: str
    action: Json
    luck: dict[str, float] | None = None
    lost: float | None = None
    best: Json | None = None


class Player(msgspec.Struct):
    """Sums for one seat."""

    luck: float = 0.0
    lost: float = 0.0
    decisions: int = 0
    best_decisions: int = 0
    duels: int = 0
    duels_won: int = 0
    duels_expected: float = 0.0
    moments: list[int] = []


class Analysis(msgspec.Struct):
    """The whole game: odds before each regular throw, every throw and decision, and the sums."""

    odds: list[Json] = []
    steps: list[Moment] = []
    players: dict[str, Player] = {}


def analyse(header: Json, actions: Sequence[Json]) -> Analysis:
    """The analysis of the actions of a game, as they were recorded."""
    position = first_position(setup_from(header))
    found, mind = Analysis(players={colour: Player() for colour in COLOURS}), Expectation(fitted())
    for number, data in enumerate(actions, 1):
        action = parse(position.setup, data)
        if position.phase == PIP:
            found.odds.append({"step": number, "odds": _by_seat(before_throw(mind.fresh(), position))})
        after, _ = step(position, action)
        if action[0] != "spoilt":
            _look(found, mind.fresh(), number, position, action, after)
        position = after
    found.odds.append({"step": len(actions) + 1, "odds": _by_seat(mind.fresh().odds(position))})
    _choose_moments(found)
    return found


def course(header: Json, actions: Sequence[Json]) -> list[Odds]:
    """The odds before each throw of pips and now, by the value alone: quick enough while the game goes on."""
    position, found = first_position(setup_from(header)), list[Odds]()
    for data in actions:
        if position.phase == PIP:
            found.append(fitted().odds(position))
        position = step(position, parse(position.setup, data))[0]
    found.append(Expectation(fitted()).odds(position))
    return found


def _look(found: Analysis, mind: Expectation, number: int, position: Position, action: Action, after: Position) -> None:
    if position.phase in THROW_PHASES:
        _thrown(found, mind, number, position, action, after)
    elif len(legal_actions(position)) > 1:
        _decided(found, mind, number, position, action)


def _thrown(found: Analysis, mind: Expectation, number: int, before: Position, action: Action, after: Position) -> None:
    given = _by_seat(luck(mind, before, after))
    seat, data = COLOURS[asked_seat(before)], to_json(before.setup, action)
    found.steps.append(Moment(number, seat, "throw", data, luck=given))
    for colour, each in given.items():
        found.players[colour].luck += each
    if before.phase == DUEL_THROW:
        _count_duel(found, before, after)


def _count_duel(found: Analysis, before: Position, after: Position) -> None:
    """A duel is expected by its chances at its first throw, and counts when it is over."""
    duel = before.duel
    assert duel is not None
    sides = (duel.challenger, duel.challenged)
    if duel.round == 1 and duel.lead is None and duel.throws == 0:
        for side in sides:
            found.players[COLOURS[side]].duels += 1
            found.players[COLOURS[side]].duels_expected += duels.chance_of(before, side)
    if after.duel is None:
        loser = next((seat for seat, figure in after.banished if figure == "magician"), None)
        found.players[COLOURS[sides[0] if loser == sides[1] else sides[1]]].duels_won += 1


def _decided(found: Analysis, mind: Expectation, number: int, position: Position, action: Action) -> None:
    seat, legal = asked_seat(position), legal_actions(position)
    odds = [each[seat] for each in mind.after(position, legal)]
    best, taken = max(range(len(odds)), key=odds.__getitem__), legal.index(action)
    lost = round(odds[best] - odds[taken], DIGITS)
    better = to_json(position.setup, legal[best]) if lost else None
    data = to_json(position.setup, action)
    found.steps.append(Moment(number, COLOURS[seat], "decision", data, lost=lost, best=better))
    player = found.players[COLOURS[seat]]
    player.lost += lost
    player.decisions += 1
    player.best_decisions += not lost
    if position.duel is not None and position.phase == "duel" and action[0] == "stop":
        _given_in(found, position)


def _given_in(found: Analysis, position: Position) -> None:
    """Who stops with less has lost his duel without another throw."""
    duel = position.duel
    if duel is not None and duel.lead is not None:
        found.players[COLOURS[duel.leader]].duels_won += 1


def _choose_moments(found: Analysis) -> None:
    """The steps that changed a seat's odds most, by its own luck or by what its decision lost."""
    for seat, player in found.players.items():
        player.luck, player.lost = round(player.luck, DIGITS), round(player.lost, DIGITS)
        player.duels_expected = round(player.duels_expected, DIGITS)
        by_weight = sorted(found.steps, key=lambda moment: -_weight(moment, seat))
        player.moments = sorted(moment.step for moment in by_weight[:MOMENTS] if _weight(moment, seat) > 0)


def _weight(moment: Moment, seat: str) -> float:
    if moment.luck is not None:
        return abs(moment.luck[seat])
    return moment.lost or 0.0 if moment.seat == seat else 0.0


def _by_seat(odds: Odds) -> dict[str, float]:
    return {colour: round(odds[number], DIGITS) for number, colour in enumerate(COLOURS)}

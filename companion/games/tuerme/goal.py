"""The goal, the last round and the ranks (E1-E6, G5, G6)."""

from __future__ import annotations

from companion.games import Json
from companion.games.tuerme.position import OVER, Position
from companion.games.tuerme.teams import done, sides


def look(position: Position, events: list[Json]) -> None:
    """E1, E2, G6: after a bottle was filled or wizards came in; E5: all are in and nobody is done."""
    setup = position.setup
    if position.last_round:
        return
    reached = [side for side in sides(setup) if done(position, side)]
    if reached:
        position.last_round = True
        rule = "G6" if setup.teams and not setup.round_ends else "E2"
        events.append({"type": "goal", "seats": [setup.seats[seat] for side in reached for seat in side], "rule": rule})
        if rule == "G6":
            end(position, rule, events)
    elif sum(position.home) == setup.wizards * len(position.home):
        end(position, "E5", events)


def end(position: Position, rule: str, events: list[Json]) -> None:
    """The game is over; nothing is open any more."""
    position.phase, position.announced, position.claim, position.lifted = OVER, None, None, None
    position.steps, position.rolls = (0, 0), 0
    ranked = [[position.setup.seats[seat] for seat in rank] for rank in ranks(position)]
    events.append({"type": "over", "ranking": ranked, "rule": rule})


def score(position: Position, side: tuple[int, ...]) -> tuple[int, int]:
    """E3, E4: wizards in plus bottles filled, then full bottles; whoever is done has all of the first."""
    bottles = position.setup.bottles
    filled = sum(position.home[seat] + bottles - position.empty[seat] for seat in side)
    return filled, sum(position.full[seat] for seat in side)


def ranks(position: Position) -> list[tuple[int, ...]]:
    """E3, E4: seats of equal rank together, best first."""
    scores = {side: score(position, side) for side in sides(position.setup)}
    return [
        tuple(seat for side, said in scores.items() if said == each for seat in side)
        for each in sorted(set(scores.values()), reverse=True)
    ]

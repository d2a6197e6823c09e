"""What devices are told: a function of the course alone (and the count of asked simulated throws)."""

from __future__ import annotations

from typing import Any

from companion.games import Game, Json
from companion.protocol import ROLES, VERSION, DeviceState, Role, ThrowRequest
from companion.table import ghosts, state
from companion.table.course import Course


def device_state(game: Game[Any], course: Course, table: str, toss: int) -> DeviceState:
    """All that vision and firmware need, whole."""
    wanted = game.throw_wanted(course.position)
    return DeviceState(
        version=VERSION,
        table=table,
        seq=course.seq,
        throw=throw_request(game, course),
        lamps=lamps(game, course),
        dark=wanted is not None,
        lamp_numbers=lamp_numbers(game, course.header),
        seats=list(course.seats),
        asked=list(course.questions),
        toss=toss,
        sounds=state.sounds(game, course, None),
        positions=positions(game, course.header),
    )


def throw_request(game: Game[Any], course: Course) -> ThrowRequest | None:
    """The awaited throw with the name of its question."""
    wanted = game.throw_wanted(course.position)
    if wanted is None:
        return None
    question = course.questions[wanted.seat]
    return ThrowRequest(question, wanted.seat, wanted.kind, list(wanted.wands), dict(wanted.kept))


def lamps(game: Game[Any], course: Course) -> dict[str, list[Role]]:
    """Node to roles; what a ghost wishes is lit with the way there, until the next throw."""
    roles: dict[str, list[Role]] = {}
    for node, names in game.lamps(course.position).items():
        roles[node] = [name for name in names if name]  # type: ignore[misc]
    for trail in ghosts.wished(game, course):
        for node in trail[:-1]:
            roles.setdefault(node, []).append("possible")
        roles.setdefault(trail[-1], []).append("chosen")
    return {node: [role for role in ROLES if role in names] for node, names in roles.items()}


def lamp_numbers(game: Game[Any], header: Json) -> dict[str, list[int]]:
    """Node to the strip's lamps, as the board of this header says."""
    return {node: list(each) for node, each in game.lamp_numbers(header).items()}


def positions(game: Game[Any], header: Json) -> dict[str, tuple[float, float]]:
    """Millimetres of each node on the board of this header."""
    return {node: (float(x), float(y)) for node, (x, y) in game.positions(header).items()}

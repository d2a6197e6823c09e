"""V6: which spaces glow, and as what; dark while a roll is awaited.

``own`` and ``possible`` stand where a wizard or a tower may move, ``contested`` where one is barred by six who stand
there or by the keep; an announced piece is ``chosen`` and its goal a target; ``winner`` is the keep.
"""

from __future__ import annotations

from companion.games.tuerme.play import legal_actions
from companion.games.tuerme.position import MOVE, OVER, PUSH, ROLL, WALK, Position, count, place_of
from companion.games.tuerme.teams import own

ROLES = ("target-magician", "target-apprentice", "chosen", "own", "possible", "contested", "winner")
"""The roles of this game, in the order in which a space lists them."""


def lamp_roles(position: Position) -> dict[str, tuple[str, ...]]:
    """Space to roles."""
    if position.phase == ROLL:
        return {}
    roles: dict[int, set[str]] = {position.keep: {"winner"}}
    if position.phase in (MOVE, PUSH):
        _movable(position, roles)
        _barred(position, roles)
    elif position.phase != OVER:
        _announced(position, roles)
    if position.lifted is not None:
        roles.setdefault(place_of(position, position.lifted.tower), set()).add("chosen")
    return {str(space + 1): tuple(role for role in ROLES if role in roles[space]) for space in sorted(roles)}


def _movable(position: Position, roles: dict[int, set[str]]) -> None:
    for action in legal_actions(position):
        if action[0] == "walk":
            roles.setdefault(action[2], set()).add("own")
        elif action[0] == "tower":
            roles.setdefault(place_of(position, action[1]), set()).add("possible")


def _barred(position: Position, roles: dict[int, set[str]]) -> None:
    """Pieces that the card means and that may not move."""
    seat, for_tower = own(position, position.active), position.steps[1] or (position.phase == PUSH)
    for space, towers in enumerate(position.towers):
        there = roles.get(space, set())
        wizard = position.steps[0] and count(position.tiers[space][-1], seat) and "own" not in there
        if wizard or (for_tower and towers and "possible" not in there):
            roles.setdefault(space, set()).add("contested")


def _announced(position: Position, roles: dict[int, set[str]]) -> None:
    said = position.announced
    if said is None:
        return
    space = said.space if said.kind == WALK else place_of(position, said.piece)
    target = (space + said.steps) % len(position.towers)
    roles.setdefault(space, set()).add("chosen")
    role = "target-magician" if said.kind == WALK else "target-apprentice"
    roles.setdefault(target, set()).add(role)

"""V6: which spaces glow, and as what; dark while a roll is awaited.

``movable`` stands where a wizard or a tower may move, with ``own`` where it is a wizard; ``contested`` where one is
barred by six who stand there or by the keep; an announced piece is ``announced`` and where it would end the ``target``;
a lifted tower is ``chosen``; ``goal`` is the keep.
"""

from __future__ import annotations

from companion.games.tuerme.play import legal_actions
from companion.games.tuerme.position import MOVE, OVER, PUSH, ROLL, WALK, Position, count, place_of
from companion.games.tuerme.teams import own

ROLES = ("chosen", "own", "contested", "target", "announced", "movable", "goal")
"""The roles of this game, in the order in which a space lists them."""


def lamp_roles(position: Position) -> dict[str, tuple[str, ...]]:
    """Space to roles."""
    if position.phase == ROLL:
        return {}
    roles: dict[int, set[str]] = {position.keep: {"goal"}}
    if position.phase in (MOVE, PUSH):
        _pieces(position, roles)
    elif position.phase != OVER:
        _announced(position, roles)
    if position.lifted is not None:
        roles.setdefault(place_of(position, position.lifted.tower), set()).add("chosen")
    return {str(space + 1): tuple(role for role in ROLES if role in roles[space]) for space in sorted(roles)}


def _pieces(position: Position, roles: dict[int, set[str]]) -> None:
    """Pieces that may move, and those that the card means and that may not."""
    legal = legal_actions(position)
    walks = {action[2] for action in legal if action[0] == "walk"}
    moved = {place_of(position, action[1]) for action in legal if action[0] == "tower"}
    for space in walks:
        roles.setdefault(space, set()).update(("own", "movable"))
    for space in moved:
        roles.setdefault(space, set()).add("movable")
    seat, for_tower = own(position, position.active), position.steps[1] or (position.phase == PUSH)
    for space, towers in enumerate(position.towers):
        wizard = position.steps[0] and count(position.tiers[space][-1], seat) and space not in walks
        if wizard or (for_tower and towers and space not in moved):
            roles.setdefault(space, set()).add("contested")


def _announced(position: Position, roles: dict[int, set[str]]) -> None:
    said = position.announced
    if said is None:
        return
    space = said.space if said.kind == WALK else place_of(position, said.piece)
    roles.setdefault(space, set()).add("announced")
    roles.setdefault((space + said.steps) % len(position.towers), set()).add("target")

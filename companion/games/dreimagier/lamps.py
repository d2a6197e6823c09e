"""Which nodes glow, and as what: a function of the position alone.

In every position that awaits a decision the targets are exactly the legal nodes: ``target-magician`` for jumps,
``target-apprentice`` for walks and magic.  While a throw is awaited nothing is a target.  T6: the labyrinth is a legal
end of a jump but no suggestion: there ``possible`` stands beside ``target-magician``, to be drawn dimmer.
"""

from __future__ import annotations

from companion.games.dreimagier.board import LABYRINTH
from companion.games.dreimagier.play import legal_actions
from companion.games.dreimagier.position import NOBODY, OVER, THROW_PHASES, Position, asked_seat

ROLES = ("target-magician", "target-apprentice", "possible", "own", "contested", "banished", "winner")
"""The roles of this game, in the order in which a node lists them."""

TARGETS = {"jump": "target-magician", "walk": "target-apprentice", "magic": "target-apprentice"}


def lamp_roles(position: Position) -> dict[str, tuple[str, ...]]:
    """Node name to roles, in the order of ``ROLES``."""
    roles: dict[int, set[str]] = {}
    for kind, node in legal_actions(position):
        if kind in TARGETS:
            roles.setdefault(node, set()).add(TARGETS[kind])
            if kind == "jump" and node == LABYRINTH:
                roles[node].add("possible")
    _add_figures(position, roles)
    names = position.setup.names
    return {names[node]: tuple(role for role in ROLES if role in roles[node]) for node in sorted(roles)}


def _add_figures(position: Position, roles: dict[int, set[str]]) -> None:
    seat = asked_seat(position)
    if seat != NOBODY and position.phase not in THROW_PHASES:
        for node in (position.magicians[seat], position.apprentices[seat]):
            roles.setdefault(node, set()).add("own")
    if position.duel is not None:
        roles.setdefault(position.duel.place, set()).add("contested")
    for colour, figure in position.banished:
        figures = {"magician": position.magicians, "apprentice": position.apprentices}[figure]
        roles.setdefault(figures[colour], set()).add("banished")
    if position.phase == OVER:
        for node in (position.magicians[position.winner], position.apprentices[position.winner]):
            roles.setdefault(node, set()).add("winner")

"""What stands between a figure and the node that a player tried: the concrete obstacle to a jump, a walk, magic."""

from __future__ import annotations

from companion.games import Json
from companion.games.dreimagier.board import GRID, LABYRINTH, LIFE, PLACES
from companion.games.dreimagier.fieldnames import named
from companion.games.dreimagier.figures import is_magic_place
from companion.games.dreimagier.moves import leaves_labyrinth
from companion.games.dreimagier.position import DONE, NONE, Move, Position
from companion.games.dreimagier.setup import PLACE_NEIGHBOURS, Setup

Obstacle = tuple[str, str, Json]
"""Rule id, message id, values."""

WAYS_OUT = {"222": "2-2-2", "222-or-111": "2-2-2 / 1-1-1"}


def _named(setup: Setup, node: int) -> str | Json:
    """A node as people call it: a field is counted from a place."""
    return named(setup.board, setup.names[node])


def jump_obstacle(position: Position, move: Move, node: int) -> Obstacle:
    """T1, T4-T9, M2, K1: why the own magician cannot jump there."""
    if node >= len(PLACES):
        return "T4", "jump-to-field", {"node": _named(position.setup, node)}
    if move.magician == DONE:
        return "T1", "magician-done", {}
    origin, steps = position.magicians[position.mover], move.steps
    if move.magician == NONE:
        return magician_idle(position, move)
    if node == origin:
        return _own_place(move, node)
    if node in _plain_ends(origin, steps):
        return "T6", "labyrinth-no-target", {}
    return _distance_obstacle(origin, node, steps)


def magician_idle(position: Position, move: Move) -> Obstacle:
    """T1, K1: why the magician has nothing to decide."""
    if move.steps == 0:
        return "T1", "wand-zero", {}
    return "K1", "held-magician", {"way": _way_out(position.setup)}


def _way_out(setup: Setup) -> str:
    return WAYS_OUT.get(setup.rules.labyrinth_exit, "")


def _own_place(move: Move, place: int) -> Obstacle:
    if move.forced:
        return must_leave(move, place)
    if move.steps == 2:
        return "T5", "jump-return", {"place": PLACES[place]}
    return "T1", "jump-own", {"steps": move.steps}


def must_leave(move: Move, place: int) -> Obstacle:
    """T9 on life, T8 in the labyrinth."""
    if place == LIFE:
        return "T9", "life-must-leave", {"steps": move.steps}
    return "T8", "labyrinth-must-leave", {"steps": move.steps}


def _plain_ends(origin: int, steps: int) -> set[int]:
    ends = {origin}
    for _ in range(steps):
        ends = {after for place in ends for after in PLACE_NEIGHBOURS[place]}
    return ends


def _distance_obstacle(origin: int, place: int, steps: int) -> Obstacle:
    """The wand does not fit the distance; M2 and T4 say how far it is."""
    distance = _distance(PLACE_NEIGHBOURS, origin, place)
    values: Json = {"steps": steps, "place": PLACES[place]}
    if distance == 1:
        return "T1", "too-near", values
    rows, columns = _offset(origin, place)
    if rows + columns == 1:  # beside the labyrinth, where there is no way
        side = "labyrinth-out" if origin == LABYRINTH else "labyrinth-side"
        return "M2", side, {"place": PLACES[place], "distance": distance}
    if rows == columns == 1:
        return "M2", "diagonal", values
    if distance == 2:
        between = next(over for over in PLACE_NEIGHBOURS[origin] if place in PLACE_NEIGHBOURS[over])
        return "T4", "between", {**values, "between": PLACES[between]}
    return "T1", "too-far", {**values, "distance": distance}


def _offset(one: int, other: int) -> tuple[int, int]:
    (row, column), (to_row, to_column) = GRID[PLACES[one]], GRID[PLACES[other]]
    return abs(row - to_row), abs(column - to_column)


def _distance(neighbours: tuple[tuple[int, ...], ...], start: int, end: int) -> int:
    reached, steps = {start}, 0
    while end not in reached:
        reached |= {after for node in reached for after in neighbours[node]}
        steps += 1
    return steps


def walk_obstacle(position: Position, move: Move, node: int) -> Obstacle:
    """T1, T10, T11, K1: why no walk of the own apprentice ends there."""
    setup, seat = position.setup, position.mover
    if move.apprentice == DONE:
        return "T1", "apprentice-done", {}
    if move.apprentice == NONE:
        return apprentice_idle(position, move)
    origin = position.apprentices[seat]
    if node == origin:
        return own_field(position, move)
    stone = position.stones[seat]
    lengths = (move.total, 2 * move.total) if stone else (move.total,)
    if not setup.exact_walks[move.total][origin]:
        return "T11", "walk-longest", {"sum": move.total, "longest": setup.longest[origin]}
    distance = _distance(setup.path, origin, node)
    values: Json = {"node": _named(setup, node), "fields": distance, "sum": move.total}
    return _length_obstacle(setup, origin, node, lengths, values)


def own_field(position: Position, move: Move) -> Obstacle:
    """T1, K5: the apprentice stands there already, and may stay only where the rules say so."""
    if position.setup.rules.apprentice_must_walk:
        return "T1", "must-walk", {"pips": move.total}
    return "K5", "walk-own", {}


def _length_obstacle(setup: Setup, origin: int, node: int, lengths: tuple[int, ...], values: Json) -> Obstacle:
    distance, ending = values["fields"], ""
    turning = [length for length in lengths if node in _turning_ends(setup, origin, length)]
    if turning:
        return "T10", "walk-reverses", {**values, "sum": turning[0]}
    if len(lengths) == 2:
        values, ending = {**values, "double": lengths[1]}, "-stone"
    far = distance > lengths[-1] or (len(lengths) == 2 and lengths[0] < distance)
    return "T1", ("walk-too-far" if far else "walk-too-near") + ending, values


def _turning_ends(setup: Setup, origin: int, length: int) -> set[int]:
    """Ends of walks of a length if turning back were allowed."""
    ends = {origin}
    for _ in range(length):
        ends = {after for node in ends for after in setup.path[node]}
    return ends


def apprentice_idle(position: Position, move: Move) -> Obstacle:
    """K1, T11: why the apprentice has nothing to decide."""
    setup, throw = position.setup, position.throw
    assert throw is not None
    inside = position.apprentices[position.mover] == LABYRINTH
    if inside and not leaves_labyrinth(setup.rules.labyrinth_exit, throw.tops):
        return "K1", "held-apprentice", {"way": _way_out(setup)}
    return "T11", "no-walk", {"sum": move.total}


def magic_obstacle(position: Position, node: int) -> Obstacle:
    """Z4: why magic does not lead there."""
    if node == position.apprentices[position.mover]:
        return "Z4", "magic-must-go", {}
    rule = "Z4" if node >= len(PLACES) or is_magic_place(node) else "C4"
    return rule, "magic-field", {"node": _named(position.setup, node)}

"""T1-T11: every jump and walk that cannot be is refused with what really stands in its way, measured here anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from companion.games import Json
from companion.games.dreimagier import GAME
from companion.games.dreimagier.board import GRID, PLACES, WAYS, load_board
from companion.games.dreimagier.position import Position
from tests.games.situations import after, can, situation

WAYS_FROM = {place: [other for way in WAYS if place in way for other in way if other != place] for place in PLACES}


def distances(neighbours: Mapping[str, Sequence[str]], start: str) -> dict[str, int]:
    """Steps from a node to every other."""
    found, edge = {start: 0}, [start]
    for node in edge:
        fresh = [other for other in neighbours[node] if other not in found]
        found |= dict.fromkeys(fresh, found[node] + 1)
        edge += fresh
    return found


def said(position: Position, kind: str, node: str) -> tuple[str, str, Json]:
    reason = GAME.why_not(position, {"type": kind, "to": node})
    assert reason is not None
    values = {key: value["node"] if isinstance(value, dict) else value for key, value in reason.values.items()}
    return reason.rule, reason.message, values


def jump_refusal(origin: str, place: str, steps: int) -> tuple[str, str, Json]:
    """What stands in the way of a jump by the magicians' ways alone."""
    far = distances(WAYS_FROM, origin)[place]
    rows, columns = (abs(one - other) for one, other in zip(GRID[origin], GRID[place], strict=True))
    values: Json = {"steps": steps, "place": place}
    if far == 1:
        return "T1", "too-near", values
    if (rows, columns) in ((0, 1), (1, 0)):
        return "M2", "labyrinth-out" if origin == "labyrinth" else "labyrinth-side", {"place": place, "distance": far}
    if (rows, columns) == (1, 1) and far == 2:
        return "M2", "diagonal", values
    if far == 2:
        (between,) = [over for over in WAYS_FROM[origin] if place in WAYS_FROM[over]]
        return "T4", "between", {**values, "between": between}
    return "T1", "too-far", {**values, "distance": far}


@pytest.mark.parametrize("steps", [1, 2])
@pytest.mark.parametrize("origin", [place for place in PLACES if place != "life"])
def test_t4_a_jump_of_another_length_names_how_far_it_is(origin: str, steps: int) -> None:
    position = after(situation(red=(origin, "life")), f"throw {steps}10")
    for place in PLACES:
        if place == origin:
            own = ("T5", "jump-return", {"place": place}) if steps == 2 else ("T1", "jump-own", {"steps": 1})
            assert said(position, "jump", place) == own
        elif distances(WAYS_FROM, origin)[place] == steps:
            assert can(position, f"jump {place}")
        else:
            assert said(position, "jump", place) == jump_refusal(origin, place, steps)


def test_t4_a_magician_jumps_to_places_not_to_fields() -> None:
    position = after(situation(red=("sun", "life"), board="tiny"), "throw 100")
    for node in "abcdefghijk":
        assert said(position, "jump", node) == ("T4", "jump-to-field", {"node": node})


@pytest.mark.parametrize("steps", [1, 2])
def test_t8_t9_who_must_jump_is_told_so(steps: int) -> None:
    on_life = after(situation(red=("life", "sun")), f"throw {steps}00")
    assert said(on_life, "jump", "life") == ("T9", "life-must-leave", {"steps": steps})
    stuck = after(situation(red=("labyrinth", "sun"), settings={"must_leave_labyrinth": True}), f"throw {steps}00")
    assert said(stuck, "jump", "labyrinth") == ("T8", "labyrinth-must-leave", {"steps": steps})


def with_turning(neighbours: Mapping[str, Sequence[str]], start: str, length: int) -> set[str]:
    """Where a walk would end if it might turn back."""
    ends = {start}
    for _ in range(length):
        ends = {other for node in ends for other in neighbours[node]}
    return ends


def walk_refusal(neighbours: Mapping[str, Sequence[str]], origin: str, node: str, total: int, stone: bool) -> Any:
    """What stands in the way of a walk by the path alone."""
    far, lengths = distances(neighbours, origin)[node], (total, 2 * total) if stone else (total,)
    values: Json = {"node": node, "fields": far, "sum": total}
    turning = [length for length in lengths if node in with_turning(neighbours, origin, length)]
    if turning:
        return "T10", "walk-reverses", {**values, "sum": turning[0]}
    between = stone and total < far < 2 * total
    kind = "walk-too-far" if far > lengths[-1] or between else "walk-too-near"
    return "T1", kind + ("-stone" if stone else ""), {**values, "double": 2 * total} if stone else values


@pytest.mark.parametrize("stone", [False, True])
@pytest.mark.parametrize("throw", ["010", "011", "012", "022"])
@pytest.mark.parametrize(("board", "origin"), [("tiny", "sun"), ("tiny", "k"), ("forks", "d1"), ("forks", "moon")])
def test_t10_a_walk_of_another_length_names_how_far_it_is(board: str, origin: str, throw: str, stone: bool) -> None:
    neighbours = load_board(board).neighbours
    stones = ("red",) if stone else ()
    position = after(situation(red=("tower", origin), stones=stones, board=board), f"throw {throw}")
    assert position.move is not None
    total, refused = position.move.total, 0
    for node in neighbours:
        if node == origin or can(position, f"walk {node}"):
            continue
        refused += 1
        assert said(position, "walk", node) == walk_refusal(neighbours, origin, node, total, stone)
    assert refused
    if not can(position, f"walk {origin}"):
        assert said(position, "walk", origin) == ("T1", "must-walk", {"pips": total})


def test_what_has_been_done_or_cannot_be_is_told_so() -> None:
    jumped = after(situation(red=("castle", "sun")), "throw 110", "jump forest")
    assert said(jumped, "jump", "castle") == ("T1", "magician-done", {})
    walked = after(situation(red=("castle", "sun")), "throw 110", "walk e2")
    assert said(walked, "walk", "sun") == ("T1", "apprentice-done", {})
    assert said(after(situation(red=("castle", "sun")), "throw 011"), "jump", "forest") == ("T1", "wand-zero", {})
    held = {"labyrinth_exit": "222-or-111"}
    inside = after(situation(red=("labyrinth", "sun"), settings=held), "throw 112")
    assert said(inside, "jump", "life") == ("K1", "held-magician", {"way": "2-2-2 / 1-1-1"})
    inside = after(situation(red=("sun", "labyrinth"), settings=held), "throw 112")
    assert said(inside, "walk", "sun") == ("K1", "held-apprentice", {"way": "2-2-2 / 1-1-1"})
    stay = after(situation(red=("moon", "a"), board="star", settings={"short_walk": "stay"}), "throw 221")
    assert said(stay, "walk", "s") == ("T11", "no-walk", {"sum": 5})


def test_t11_the_longest_walk_is_named() -> None:
    position = after(situation(red=("moon", "a"), board="star"), "throw 221")
    assert said(position, "walk", "forest") == ("T11", "walk-longest", {"sum": 5, "longest": 4})


def test_z4_c4_where_magic_does_not_lead() -> None:
    position = after(situation(red=("moon", "a1"), settings={"magic_may_stay": False}), "throw 010", "walk a2")
    position = after(position, "accept", "spell ppf")
    assert said(position, "magic", "life") == ("C4", "magic-field", {"node": "life"})
    assert said(position, "magic", "labyrinth") == ("C4", "magic-field", {"node": "labyrinth"})
    assert said(position, "magic", "a1") == ("Z4", "magic-field", {"node": "a1"})
    assert said(position, "magic", "a2") == ("Z4", "magic-must-go", {})

"""The way of a walk: as long as the throw says, never straight back, between the ends that were played."""

from __future__ import annotations

from itertools import pairwise

from companion.games import Json
from companion.games.dreimagier.play import step
from companion.games.dreimagier.routes import route, trails
from tests.games.ghost.evenings import evening, first


def test_every_walk_of_a_game_has_its_way() -> None:
    for board in ("default", "forks", "tiny"):
        start = first(board=board)
        path, numbers = start.setup.path, start.setup.numbers
        thrown: list[Json] = []
        walks = 0
        for position, action in evening(start, "ways", most=300):
            events = step(position, action)[1]
            thrown = list(events) if action[0] == "throw" else thrown
            walked = [event for event in events if event["type"] == "walked"]
            if not walked:
                continue
            walks += 1
            (way,) = trails(start.setup.header, [*thrown, *walked])
            nodes = [numbers[name] for name in way]
            assert (way[0], way[-1]) == (walked[0]["from"], walked[0]["to"])
            assert all(after in path[node] for node, after in pairwise(nodes))
            assert all(one != other for one, _, other in zip(nodes, nodes[1:], nodes[2:], strict=False))
            total = next(event["sum"] for event in thrown if event["type"] == "thrown")
            assert len(way) - 1 in (total, 2 * total) or len(way) - 1 < total
        assert walks > 10


def test_no_way_of_a_wrong_length() -> None:
    path = ((1,), (0, 2), (1,))
    assert route(path, 0, 2, 2) == (0, 1, 2)
    assert route(path, 0, 2, 1) == () and route(path, 0, 0, 2) == ()


def test_a_jump_goes_from_place_to_place() -> None:
    event = {"type": "jumped", "from": "life", "to": "mill"}
    assert list(trails(first().setup.header, [event])) == [("life", "mill")]

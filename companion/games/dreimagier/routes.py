"""The way of a walk that is known by its ends: to draw and to light where nobody's finger has led the figure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games import Json
from companion.games.dreimagier.setup import Setup, setup_from

Path = tuple[tuple[int, ...], ...]


def route(path: Path, start: int, end: int, length: int) -> tuple[int, ...]:
    """The nodes of a walk of exactly this length, both ends with it; nothing where none is (T10)."""
    ways: dict[tuple[int, int], tuple[int, ...]] = {(-1, start): (start,)}
    for _ in range(length):
        longer: dict[tuple[int, int], tuple[int, ...]] = {}
        for (came, node), way in ways.items():
            for after in path[node]:
                if after != came:
                    longer.setdefault((node, after), (*way, after))
        ways = longer
    return next((way for (_, node), way in ways.items() if node == end), ())


def trails(header: Json, events: Sequence[Json]) -> Iterator[tuple[str, ...]]:
    """The nodes that figures passed in these events of one move; its throw is the first of them."""
    setup = setup_from(header)
    total = next((event["sum"] for event in events if event["type"] == "thrown" and "sum" in event), 0)
    for event in events:
        if event["type"] == "walked":
            yield from _walked(setup, event["from"], event["to"], total)
        elif event["type"] in ("jumped", "transported"):
            yield event["from"], event["to"]


def _walked(setup: Setup, start: str, end: str, total: int) -> Iterator[tuple[str, ...]]:
    """By the sum, with the stone by twice as much (Z3), or as far as it goes (T11)."""
    ends = setup.numbers[start], setup.numbers[end]
    for length in (total, 2 * total, *range(total - 1, 0, -1)):
        found = route(setup.path, *ends, length)
        if found:
            yield tuple(setup.names[node] for node in found)
            return

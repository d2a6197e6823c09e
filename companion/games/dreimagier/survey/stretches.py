"""The path cut into stretches: from a place or fork to the next, which is how people count it."""

from __future__ import annotations

from companion.games.dreimagier.board import PLACES
from companion.games.dreimagier.survey.draft import Sketch, beside

Stretch = tuple[str, ...]


def stretches(found: Sketch) -> list[Stretch]:
    """Every stretch once, as the chain of its nodes; those from places first, in the order of the places."""
    near = {node: beside(found.steps, node) for node in found.nodes}
    ends = [node for node in (*PLACES, *found.fields) if node in near and (node in PLACES or len(near[node]) != 2)]
    walked: set[frozenset[str]] = set()
    cut: list[Stretch] = []
    for end in ends:
        for first in near[end]:
            if frozenset((end, first)) not in walked:
                cut.append(_followed(end, first, near, walked))
    return cut + _rings(near, walked)


def _followed(start: str, first: str, near: dict[str, list[str]], walked: set[frozenset[str]]) -> Stretch:
    """From an end through the fields that go on in one way only."""
    chain = [start, first]
    walked.add(frozenset((start, first)))
    while chain[-1] not in PLACES and len(near[chain[-1]]) == 2:
        after = next((node for node in near[chain[-1]] if frozenset((chain[-1], node)) not in walked), None)
        if after is None:
            break
        walked.add(frozenset((chain[-1], after)))
        chain.append(after)
    return tuple(chain)


def _rings(near: dict[str, list[str]], walked: set[frozenset[str]]) -> list[Stretch]:
    """Rings of fields that touch nothing else."""
    found = []
    for node, others in near.items():
        if others and frozenset((node, others[0])) not in walked:
            found.append(_followed(node, others[0], near, walked))
    return found


def fields_of(stretch: Stretch) -> int:
    """How many fields lie between the ends of a stretch."""
    return len(stretch) - 2


def reached(found: Sketch, start: str = "life") -> set[str]:
    """Every node that can be walked to."""
    seen, edge = {start}, [start]
    while edge:
        fresh = [node for node in beside(found.steps, edge.pop()) if node not in seen]
        seen.update(fresh)
        edge.extend(fresh)
    return seen

"""The ring of columns: what stands on top is changed in one place."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.tuerme.position import Position


def put(position: Position, space: int, crowd: int) -> None:
    """This crowd stands visibly at a space now."""
    tiers = position.tiers
    position.tiers = (*tiers[:space], (*tiers[space][:-1], crowd), *tiers[space + 1 :])


Column = tuple[tuple[int, ...], tuple[int, ...]]
"""The towers of a space and the crowds between them."""


def put_columns(position: Position, columns: Mapping[int, Column]) -> None:
    """These columns stand on these spaces now."""
    towers, tiers = list(position.towers), list(position.tiers)
    for space, column in columns.items():
        towers[space], tiers[space] = column
    position.towers, position.tiers = tuple(towers), tuple(tiers)

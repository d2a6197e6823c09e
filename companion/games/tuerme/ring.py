"""The ring of columns: what stands on top is changed in one place."""

from __future__ import annotations

from companion.games.tuerme.position import Position


def put(position: Position, space: int, crowd: int) -> None:
    """This crowd stands visibly at a space now."""
    tiers = position.tiers
    position.tiers = (*tiers[:space], (*tiers[space][:-1], crowd), *tiers[space + 1 :])


def put_column(position: Position, space: int, towers: tuple[int, ...], tiers: tuple[int, ...]) -> None:
    """These towers and crowds make up a space now."""
    position.towers = (*position.towers[:space], towers, *position.towers[space + 1 :])
    position.tiers = (*position.tiers[:space], tiers, *position.tiers[space + 1 :])

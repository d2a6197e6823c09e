"""What a ghost does on its seat: a function of its level, its seed, what it sees, and the number of actions before."""

from __future__ import annotations

import random
from typing import Any

from companion.games import Draw, Game, Json
from companion.table.bodies import Ghost


def drawer(seed: str, number: int) -> Draw:
    """The ghost's chance before the action of this number (counted from 0)."""
    rng = random.Random(f"{seed}.{number}")
    return lambda below: int(rng.random() * below)


def choice(game: Game[Any], header: Json, position: Any, seat: str, ghost: Ghost, number: int) -> Json:
    """What a ghost does as the action of this number."""
    return game.choose(header, game.view(position, seat), ghost.level, drawer(ghost.seed, number))

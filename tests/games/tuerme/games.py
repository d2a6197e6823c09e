"""Seeded games that play themselves, for tests that look at many positions."""

from __future__ import annotations

import random
from collections.abc import Iterator

from companion.games import Events, Json
from companion.games.tuerme import GAME
from companion.games.tuerme.actions import to_json
from companion.games.tuerme.play import step
from companion.games.tuerme.players import next_action
from companion.games.tuerme.position import OVER, Position
from companion.games.tuerme.simulation import any_header

Step = tuple[Position, Json, Position, Events]


def played(seed: str, most: int = 400, **settings: object) -> Iterator[Step]:
    """Before, action, after and events of each step of one game."""
    rng = random.Random(seed)
    position = GAME.start(any_header(rng.randrange, **settings))
    while position.phase != OVER and most > 0:
        action = next_action(position, rng.randrange)
        after, events = step(position, action)
        yield position, to_json(position.setup, action), after, events
        position, most = after, most - 1

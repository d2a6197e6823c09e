"""Everything that a hand might try: every node, figure and button, and throws good and bad."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from tests.oracle import players, questions, rules, start

Json = dict[str, Any]


def allowed(table: Json, state: Json, action: Json) -> bool:
    waiting: bool = questions.now(state)["step"] == "throw"
    if action["type"] == "spoilt":
        return waiting
    if action["type"] == "throw":
        return waiting and rules.readable(table, state, action)
    return action in questions.legal(table, state)


def all_of_them(chance: random.Random, table: Json, state: Json) -> Iterator[Json]:
    """Decisions of every kind on every node, seat and symbol, then throws."""
    for node in table["nodes"]:
        for kind in ("jump", "walk", "magic"):
            yield {"type": kind, "to": node}
    for kind in ("accept", "decline", "stop", "spoilt"):
        yield {"type": kind}
    for figure in ("magician", "apprentice"):
        yield {"type": "stay", "figure": figure}
    for colour in start.COLOURS:
        yield {"type": "take", "from": colour}
    for face in start.FACES:
        yield {"type": "symbol", "symbol": face}
    for size in (1, 2, 3):
        for some in combinations(start.COLOURS, size):
            yield {"type": "again", "fly": list(some)}
            yield from throws(chance, table, list(some))


def throws(chance: random.Random, table: Json, wands: list[str]) -> Iterator[Json]:
    """Throws of these wands as a source may report them: complete, by half, and with a contradiction."""
    for kind in ("pip", "spell"):
        yield {"type": "throw", "wands": players.draw_wands(chance, table, {"kind": kind, "wands": wands})}
    full = {c: {"top": chance.randrange(3), "hidden": chance.choice(start.FACES)} for c in wands}
    yield {"type": "throw", "wands": full}
    for kind in ("top", "hidden"):
        yield {"type": "throw", "wands": {c: {kind: full[c][kind]} for c in wands}}

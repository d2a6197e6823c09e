"""Hypothesis strategies: nonsense that looks like ours, and sound things with something broken."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from companion.games import Json
from companion.games.dreimagier import GAME
from companion.games.dreimagier.position import Position
from tests.games.conformance import next_action

WORDS = [
    "red",
    "black",
    "white",
    "forest",
    "life",
    "labyrinth",
    "sun",
    "a1",
    "e1",
    "zz",
    "power",
    "magic",
    "fate",
    "magician",
    "apprentice",
    "throw",
    "spoilt",
    "jump",
    "walk",
    "stay",
    "take",
    "again",
    "stop",
    "accept",
    "decline",
    "symbol",
    "top",
    "hidden",
    "to",
    "from",
    "fly",
    "figure",
    "wands",
    "type",
    "bonus",
    "doublet",
    "spell",
    "open",
    "done",
    "none",
]

plain = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 9),
    st.integers(),
    st.floats(),
    st.sampled_from(WORDS),
    st.text(max_size=4),
)
nonsense = st.recursive(
    plain,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(WORDS), inner)),
    max_leaves=9,
)
"""Any JSON-like value out of our own words."""

KINDS = ["throw", "spoilt", "jump", "walk", "stay", "take", "again", "stop", "accept", "decline", "symbol", "magic"]
KEYS = ["to", "from", "fly", "figure", "wands", "symbol"]
actions = st.one_of(
    nonsense,
    st.builds(
        lambda kind, rest: {"type": kind, **rest},
        st.sampled_from(KINDS),
        st.dictionaries(st.sampled_from(KEYS), nonsense, max_size=2),
    ),
)
"""Actions, most of them wrong."""


def _played(seed: int, length: int, options: Json) -> Position:
    rng, position = random.Random(seed), GAME.start(GAME.header(options))
    for _ in range(length):
        if not GAME.asked(position):
            break
        position, _ = GAME.apply(position, next_action(GAME, position, rng))
    return position


OPTIONS: list[Json] = [
    {"board": "forks"},
    {"board": "tiny", "ruleset": "kurzregel", "seats": ["white", "black", "red"]},
    {"board": "forks", "ruleset": "noris-2010", "settings": {"magic_target": "any-node"}},
]
positions = st.builds(_played, st.integers(0, 40), st.integers(0, 160), st.sampled_from(OPTIONS))
"""Reachable positions."""


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        if key != "toml":
            found += _paths(inner, (*path, key))
    return found


@st.composite
def broken_positions(draw: st.DrawFn) -> Any:
    """The JSON of a reachable position with one to three values replaced, or keys taken away."""
    data = GAME.encode(draw(positions))
    copied = _copy(data)
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(_paths(copied)))
        parent = copied
        for key in path[:-1]:
            parent = parent[key]
        if draw(st.integers(0, 4)) == 0:
            del parent[path[-1]]
        else:
            parent[path[-1]] = draw(nonsense)
    return copied


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(inner) for key, inner in value.items()}
    return [_copy(inner) for inner in value] if isinstance(value, (list, tuple)) else value

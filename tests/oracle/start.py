"""What a game is made of: rule sets with their settings, the table that never changes, the first state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.oracle.board import MAGIC, read_board

Json = dict[str, Any]

COLOURS = ("red", "black", "white")
FACES = ("power", "magic", "fate")
DEFAULTS: Json = {
    "two_jump_may_return": False,
    "labyrinth_is_target": True,
    "must_leave_labyrinth": False,
    "labyrinth_exit": "free",
    "life_limit": True,
    "life_limit_first_throw": True,
    "short_walk": "farthest",
    "apprentice_must_walk": True,
    "kept_wand_may_fly_again": True,
    "magic_target": "magic-places",
    "magic_may_stay": True,
    "fate": "apprentice",
    "fate_rules_330": False,
    "bonus": True,
    "bonus_out_of_turn": True,
    "bonus_each_time": True,
}
OTHERS: Json = {
    "two_jump_may_return": [True],
    "labyrinth_is_target": [False],
    "must_leave_labyrinth": [True],
    "labyrinth_exit": ["222", "222-or-111"],
    "life_limit": [False],
    "life_limit_first_throw": [False],
    "short_walk": ["stay"],
    "apprentice_must_walk": [False],
    "kept_wand_may_fly_again": [False],
    "magic_target": ["any-node"],
    "magic_may_stay": [False],
    "fate": ["both"],
    "fate_rules_330": [True, "apprentice"],
    "bonus": [False],
    "bonus_out_of_turn": [False],
    "bonus_each_time": [False],
}
"""Per setting the values beside its default."""
RULESETS: Json = {
    "noris-1985": {},
    "kurzregel": {
        "labyrinth_exit": "222",
        "life_limit": False,
        "magic_target": "any-node",
        "fate": "both",
        "bonus": False,
    },
    "noris-2010": {"apprentice_must_walk": False},
}


def table_of(ruleset: str, settings: Json, board: str, seats: Iterable[str], wands: Json | None) -> Json:
    """What never changes during a game; ``board`` is the text of the board file."""
    chosen = {**DEFAULTS, **RULESETS[ruleset], **settings}
    return {"set": chosen, "seats": list(seats), "wands": wands, **read_board(board)}


def first_state(table: Json) -> Json:
    """All figures on life, each player's start throw pending (S1)."""
    seats = table["seats"]
    state: Json = {
        "figures": {c: {"magician": "life", "apprentice": "life", "stone": False} for c in seats},
        "cards": {c: [] for c in seats},
        "supply": dict.fromkeys(MAGIC, 2),
        "turn": None,
        "begun": [],
        "bonus_had": [],
        "move": None,
        "duel": None,
        "last": None,
        "winner": None,
        "agenda": [*[throw_step("start", c) for c in seats], {"step": "starter", "sums": {}}],
    }
    return state


def throw_step(kind: str, seat: str, wands: Iterable[str] = COLOURS, kept: Json | None = None) -> Json:
    return {"step": "throw", "kind": kind, "seat": seat, "wands": list(wands), "kept": kept or {}}

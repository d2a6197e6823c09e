"""The set-up of one game: its checked header, and what the rules look up in it, computed once.

The header is JSON and complete: rule set, every setting, the board file's text with its hash, seats in playing order
(clockwise) and the wand table.  ``Setup`` turns it into tables over numbers: nodes as in ``Board.nodes`` (a place
has the same number everywhere), colours as in ``wands.COLOURS``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from companion.games import Fault, Invalid, Json
from companion.games.dreimagier.board import LABYRINTH, LIFE, PLACES, WAYS, Board, load_board, text_hash, walk_ends
from companion.games.dreimagier.rulesets import Rules, all_settings, rules_from, setting_faults
from companion.games.dreimagier.wands import COLOURS, Table, Three, table_faults, table_from

NAME = "dreimagier"
VERSION = 1
MOST_STEPS = 12

Action = tuple[str, Any]
"""Inside the rules an action is its type and its one argument in numbers; JSON stands at the border (``actions``)."""

JumpTable = tuple[tuple[tuple[int, ...], ...], ...]
"""Targets by steps and place."""


class Setup(msgspec.Struct, frozen=True, eq=False):
    """What stays the same during a game; equal under equal headers.

    ``jumps`` and ``forced_jumps`` (T9) give a magician's targets by steps and place; ``walks`` an apprentice's ends by
    sum and node, ``[0]`` without and ``[1]`` with the stone.  ``exact_walks`` are the ends of exactly so many steps and
    ``longest`` the length of each node's longest walk, at most 12 (T11).  ``after`` is the next seat clockwise.
    """

    header_json: bytes
    board: Board
    rules: Rules
    order: Three
    after: Three
    table: Table | None
    names: tuple[str, ...]
    numbers: dict[str, int]
    symbols: frozenset[int]
    path: tuple[tuple[int, ...], ...]
    exact_walks: JumpTable
    longest: tuple[int, ...]
    jumps: JumpTable
    forced_jumps: JumpTable
    walks: tuple[JumpTable, JumpTable]
    jump_actions: tuple[tuple[tuple[Action, ...], ...], ...]
    forced_jump_actions: tuple[tuple[tuple[Action, ...], ...], ...]
    walk_actions: tuple[tuple[tuple[tuple[Action, ...], ...], ...], ...]

    @property
    def header(self) -> Json:
        """The header; a fresh copy each time, so that nobody changes the game's."""
        found: Json = msgspec.json.decode(self.header_json)
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setup) and self.header_json == other.header_json

    def __hash__(self) -> int:
        return hash(self.header_json)


def make_header(options: Any) -> Json:
    """A complete header from options ``ruleset``, ``settings``, ``board``, ``seats``, ``wands``, all of them optional.

    ``board`` is a name or ``{"toml": text}``; a whole header is taken as well.  Raises Invalid with all faults.
    """
    faults: list[Fault] = []
    if not isinstance(options, dict):
        raise Invalid("the header", [Fault("header", "must be a table")])
    known = {"game", "version", "ruleset", "settings", "board", "seats", "wands"}
    faults += [Fault(str(key), "is no part of a header") for key in options if key not in known]
    if options.get("game", NAME) != NAME:
        faults.append(Fault("game", f'must be "{NAME}"'))
    if options.get("version", VERSION) != VERSION or isinstance(options.get("version"), bool):
        faults.append(Fault("version", f"must be {VERSION}"))
    ruleset, settings = options.get("ruleset", "noris-1985"), options.get("settings", {})
    faults += setting_faults(ruleset, settings)
    seats = options.get("seats", list(COLOURS))
    faults += _seat_faults(seats) + table_faults(options.get("wands"))
    board, found = _board(options.get("board", "default"))
    if board is None or faults:
        raise Invalid("the header" if faults else "this board file", faults + found)
    return {
        "game": NAME,
        "version": VERSION,
        "ruleset": ruleset,
        "settings": all_settings(ruleset, settings),
        "board": {"name": board.name, "hash": board.hash, "toml": board.toml},
        "seats": list(seats),
        "wands": None if (wands := options.get("wands")) is None else {name: dict(wands[name]) for name in COLOURS},
    }


def _seat_faults(seats: Any) -> list[Fault]:
    whole = isinstance(seats, (list, tuple)) and all(isinstance(seat, str) for seat in seats)
    if whole and sorted(seats) == sorted(COLOURS):
        return []
    return [Fault("seats", "must be red, black and white in playing order, each once")]


def _board(given: Any) -> tuple[Board | None, list[Fault]]:
    """The board that a header names or holds."""
    if isinstance(given, str):
        return _loaded(given)
    if not isinstance(given, dict) or not isinstance(given.get("toml"), str):
        return None, [Fault("board", 'must be a name or hold the board file as "toml"')]
    toml, extra = (
        given["toml"],
        [Fault(f"board.{key}", "is unknown") for key in given if key not in ("name", "hash", "toml")],
    )
    if given.get("hash", text_hash(toml)) != text_hash(toml):
        extra.append(Fault("board.hash", "does not belong to this board file"))
    board, faults = _loaded(toml + "\n" if "\n" not in toml and "=" not in toml else toml)
    if board is not None and given.get("name", board.name) != board.name:
        extra.append(Fault("board.name", f"is {board.name!r} in the board file"))
    return (None if extra else board), faults + extra


def _loaded(text: str) -> tuple[Board | None, list[Fault]]:
    try:
        return load_board(text), []
    except Invalid as invalid:
        return None, list(invalid.faults)


def setup_from(header: Any) -> Setup:
    """The set-up under a header; equal headers share one.  Raises Invalid."""
    whole = make_header(header)
    return _compiled(msgspec.json.encode(whole, order="sorted"))


@lru_cache(maxsize=64)
def _compiled(header_json: bytes) -> Setup:
    header: Json = msgspec.json.decode(header_json)
    board = load_board(header["board"]["toml"])
    rules = rules_from(header["settings"])
    numbers = {name: number for number, name in enumerate(board.nodes)}
    red, black, white = (COLOURS.index(seat) for seat in header["seats"])
    jumps, forced = _jumps(rules, False), _jumps(rules, True)
    path = tuple(tuple(numbers[other] for other in board.neighbours[name]) for name in board.nodes)
    ends = [walk_ends(path, node, MOST_STEPS) for node in range(len(path))]
    walks = _walks(rules, ends)
    return Setup(
        header_json=header_json,
        board=board,
        rules=rules,
        order=(red, black, white),
        after=_after((red, black, white)),
        table=table_from(header["wands"]),
        names=board.nodes,
        numbers=numbers,
        symbols=frozenset(numbers[name] for name in board.symbols),
        path=path,
        exact_walks=tuple(zip(*ends, strict=True)),
        longest=tuple(max(length for length, there in enumerate(found) if there) for found in ends),
        jumps=jumps,
        forced_jumps=forced,
        walks=walks,
        jump_actions=_as_actions("jump", jumps),
        forced_jump_actions=_as_actions("jump", forced),
        walk_actions=tuple(_as_actions("walk", table) for table in walks),
    )


def _after(order: Three) -> Three:
    red, black, white = (order[(order.index(colour) + 1) % 3] for colour in range(3))
    return red, black, white


def _as_actions(kind: str, table: JumpTable) -> tuple[tuple[tuple[Action, ...], ...], ...]:
    return tuple(tuple(tuple((kind, end) for end in ends) for ends in row) for row in table)


PLACE_NEIGHBOURS = tuple(
    tuple(sorted(PLACES.index(other) for way in WAYS for other in way if name in way and other != name))
    for name in PLACES
)
"""M2 in numbers; the ways out of the labyrinth (T7) follow from it."""


def _jumps(rules: Rules, forced: bool) -> JumpTable:
    none = ((),) * len(PLACES)
    one = tuple(_allowed(rules, forced, place, PLACE_NEIGHBOURS[place]) for place in range(9))
    two = tuple(
        _allowed(rules, forced, place, tuple(end for over in PLACE_NEIGHBOURS[place] for end in PLACE_NEIGHBOURS[over]))
        for place in range(9)
    )
    return none, one, two


def _allowed(rules: Rules, forced: bool, start: int, ends: tuple[int, ...]) -> tuple[int, ...]:
    """T4 ends of a jump, less what T5, T6 and T9 forbid, sorted."""
    found = set(ends)
    if not rules.two_jump_may_return or (forced and start == LIFE):
        found.discard(start)
    if not rules.labyrinth_is_target:
        found.discard(LABYRINTH)
    return tuple(sorted(found))


def _walks(rules: Rules, ends: list[tuple[tuple[int, ...], ...]]) -> tuple[JumpTable, JumpTable]:
    single = tuple(tuple(_ends(rules, found, total, False) for found in ends) for total in range(7))
    double = tuple(tuple(_ends(rules, found, total, True) for found in ends) for total in range(7))
    return single, double


def _ends(rules: Rules, found: tuple[tuple[int, ...], ...], total: int, stone: bool) -> tuple[int, ...]:
    """T1, Z3: ends of the sum, with the stone also of the double sum; T11: else those of the longest walk."""
    ends = set(found[total]) | (set(found[2 * total]) if stone else set())
    if ends or rules.short_walk == "stay":
        return tuple(sorted(ends))
    longest = max(length for length in range(total) if found[length])
    return found[longest] if longest else ()

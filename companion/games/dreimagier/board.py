"""The board as data (M1-M3): nine places, the magicians' ways, the apprentices' path.

``load_board`` takes the name of a shipped board (``default``, ``forks``, ``tiny``) or the TOML text of a board file.
The original's path is in no text, so no field, fork or symbol seat stands in code: ``surveyed`` says whether a board
file was measured on a real board.  The format of a board file is described in ``boardfile``.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib import resources
from itertools import pairwise

import msgspec

from companion.games import Fault, Invalid

PLACES = ("forest", "house", "tower", "castle", "life", "labyrinth", "sun", "mill", "moon")
"""M1: row by row from the north-west; a place's index is its number in positions and its bit in a hand of cards."""

LIFE = PLACES.index("life")
LABYRINTH = PLACES.index("labyrinth")
MAGIC_PLACES = tuple(number for number in range(9) if number not in (LIFE, LABYRINTH))

GRID = {name: (number // 3 + 1, number % 3 + 1) for number, name in enumerate(PLACES)}
"""M1: row and column, row 1 in the north."""

WAYS = (
    ("forest", "house"),
    ("house", "tower"),
    ("forest", "castle"),
    ("house", "life"),
    ("castle", "life"),
    ("life", "labyrinth"),
    ("castle", "sun"),
    ("life", "mill"),
    ("sun", "mill"),
    ("mill", "moon"),
)
"""M2: orthogonal neighbours, but the labyrinth is joined to life alone."""

SYMBOL_COUNT = 8
SHIPPED = ("default", "forks", "tiny")


class Board(msgspec.Struct, frozen=True):
    """One checked board.  ``nodes`` are the nine places, then the fields in order of the trails.

    ``neighbours`` is the apprentices' path; ``positions_mm`` are x east and y south of the north-west corner;
    ``lamps`` are numbers on the strip; ``hash`` is the SHA-256 of the TOML text.
    """

    name: str
    surveyed: bool
    nodes: tuple[str, ...]
    places: tuple[str, ...]
    trails: tuple[tuple[str, ...], ...]
    symbols: tuple[str, ...]
    neighbours: dict[str, tuple[str, ...]]
    positions_mm: dict[str, tuple[float, float]]
    lamps: dict[str, tuple[int, ...]]
    size_mm: tuple[float, float]
    mount: str
    toml: str
    hash: str

    @property
    def ways(self) -> tuple[tuple[str, str], ...]:
        """The magicians' ways (M2)."""
        return WAYS


def load_board(name_or_toml: str) -> Board:
    """A shipped board by its name, or the board of a TOML text (anything with a line break or ``=``).

    Raises Invalid with all faults.
    """
    if "\n" in name_or_toml or "=" in name_or_toml:
        return _parsed(name_or_toml)
    if name_or_toml not in SHIPPED:
        raise Invalid("the board", [Fault("board", f"no board {name_or_toml!r}; shipped are {', '.join(SHIPPED)}")])
    return _parsed(shipped_text(name_or_toml))


def shipped_text(name: str) -> str:
    """The TOML text of a shipped board."""
    return resources.files(__package__).joinpath("boards", f"{name}.toml").read_text(encoding="utf-8")


def text_hash(toml: str) -> str:
    """SHA-256 of a board file's text, in hex."""
    return hashlib.sha256(toml.encode("utf-8", "surrogatepass")).hexdigest()


@lru_cache(maxsize=32)
def _parsed(toml: str) -> Board:
    from companion.games.dreimagier import boardfile

    return boardfile.parse(toml)


def neighbours_of(trails: tuple[tuple[str, ...], ...]) -> dict[str, tuple[str, ...]]:
    """The undirected graph of the path; a trail is a chain of nodes."""
    found: dict[str, list[str]] = {}
    for trail in trails:
        for one, other in pairwise(trail):
            found.setdefault(one, []).append(other)
            found.setdefault(other, []).append(one)
    return {node: tuple(others) for node, others in found.items()}


def walk_ends(neighbours: tuple[tuple[int, ...], ...], start: int, longest: int) -> tuple[tuple[int, ...], ...]:
    """T10: sorted end nodes of the walks from ``start`` of exactly 0, 1, ... ``longest`` steps.

    A walk never turns back at once to the node that it came from, not on a place either; loops are allowed and other
    figures do not block.  Where no walk of a length exists the entry is empty.
    """
    ends: list[tuple[int, ...]] = [(start,)]
    heads = {(-1, start)}
    for _ in range(longest):
        heads = {(node, after) for came, node in heads for after in neighbours[node] if after != came}
        ends.append(tuple(sorted({node for _, node in heads})))
    return tuple(ends)

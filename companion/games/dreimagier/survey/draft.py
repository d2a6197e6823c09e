"""A survey under way: the taps are kept, what they make of the board is their fold, and undo takes the last one away.

Spots are thousandths of the board's width and height from its north-west corner, so that the size may be mended later.
A field keeps its name for ever, since lamps are taught by it.
"""

from __future__ import annotations

import math
from functools import reduce
from typing import Literal

import msgspec

from companion.games import GameError
from companion.games.dreimagier.board import GRID, PLACES
from companion.games.dreimagier.boardfile import MOST_EDGES, MOST_NODES

Spot = tuple[int, int]
Step = tuple[str, str]

WHOLE = 1000
"""The board's width and height."""
CLOSE = 8
"""Two nodes nearer than this are one."""
SIDES_MM = (100, 2000)
MOST_TAPS = 3000
CORNERS = 4
OFF_PICTURE = 200
"""A corner may lie a little outside of the photo."""

Do = Literal[
    "corners", "size", "place", "usual", "pick", "drop", "field", "join", "cut", "move", "remove", "symbol"
]  # fmt: skip


class NoTap(GameError, ValueError):
    """A tap that cannot be; ``message`` is the id of its sentence."""

    def __init__(self, message: str) -> None:
        self.message = message
        super().__init__(f"this tap cannot be: {message}")


class Tap(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One tap: what it does, to which node, where; ``corners`` are spots of the photo, clockwise from north-west."""

    do: Do
    node: str = ""
    to: str = ""
    at: Spot | None = None
    corners: tuple[Spot, ...] = ()
    size: Spot | None = None


class Sketch(msgspec.Struct, frozen=True):
    """What the taps made: nodes with their spots, the steps between them, and the node that the finger is on."""

    size_mm: Spot = (480, 480)
    corners: tuple[Spot, ...] = ()
    places: dict[str, Spot] = {}
    fields: dict[str, Spot] = {}
    steps: tuple[Step, ...] = ()
    symbols: tuple[str, ...] = ()
    hand: str = ""
    named: int = 0

    @property
    def nodes(self) -> dict[str, Spot]:
        """Places and fields."""
        return {**self.places, **self.fields}


class Draft(msgspec.Struct, frozen=True):
    """A survey that is kept: its board's name and the taps."""

    name: str
    taps: tuple[Tap, ...] = ()


def tapped(draft: Draft, tap: Tap) -> Draft:
    """The draft after one more tap.  Raises NoTap."""
    if len(draft.taps) >= MOST_TAPS:
        raise NoTap("many")
    after(sketch(draft), tap)
    return msgspec.structs.replace(draft, taps=(*draft.taps, tap))


def undone(draft: Draft) -> Draft:
    """The draft before its last tap."""
    return msgspec.structs.replace(draft, taps=draft.taps[:-1])


def sketch(draft: Draft) -> Sketch:
    """What the taps made.  Raises NoTap for taps that cannot follow each other."""
    return reduce(after, draft.taps, Sketch())


def after(found: Sketch, tap: Tap) -> Sketch:
    """The fold of one tap.  Raises NoTap."""
    return TAPS[tap.do](found, tap)


def beside(steps: tuple[Step, ...], node: str) -> list[str]:
    """The neighbours of a node."""
    return [two if one == node else one for one, two in steps if node in (one, two)]


def usual_spot(place: str) -> Spot:
    """Where a place lies on the grid of the rules."""
    row, column = GRID[place]
    return round(WHOLE * (2 * column - 1) / 6), round(WHOLE * (2 * row - 1) / 6)


# what each tap does


def _corners(found: Sketch, tap: Tap) -> Sketch:
    if len(tap.corners) not in (0, CORNERS) or not _convex(tap.corners):
        raise NoTap("corners")
    return _with(found, corners=tap.corners)


def _convex(corners: tuple[Spot, ...]) -> bool:
    """Clockwise, without a dent, near the picture."""
    if any(not -OFF_PICTURE <= part <= WHOLE + OFF_PICTURE for corner in corners for part in corner):
        return False
    round_about = zip(corners, corners[1:] + corners[:1], corners[2:] + corners[:2], strict=True)
    return all((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > WHOLE for a, b, c in round_about)


def _size(found: Sketch, tap: Tap) -> Sketch:
    if tap.size is None or not all(SIDES_MM[0] <= side <= SIDES_MM[1] for side in tap.size):
        raise NoTap("size")
    return _with(found, size_mm=tap.size)


def _place(found: Sketch, tap: Tap) -> Sketch:
    if tap.node not in PLACES:
        raise NoTap("node")
    at = _free(found, tap.at, tap.node)
    return _with(found, places={**found.places, tap.node: at})


def _usual(found: Sketch, _: Tap) -> Sketch:
    """Places that were not tapped lie as the rules say."""
    missing = {place: usual_spot(place) for place in PLACES if place not in found.places}
    for place, spot in missing.items():
        _free(found, spot, place)
    return _with(found, places={**found.places, **missing})


def _pick(found: Sketch, tap: Tap) -> Sketch:
    return _with(found, hand=_known(found, tap.node))


def _drop(found: Sketch, _: Tap) -> Sketch:
    return _with(found, hand="")


def _field(found: Sketch, tap: Tap) -> Sketch:
    """A new field, joined to where the finger was."""
    if len(found.fields) + len(PLACES) >= MOST_NODES:
        raise NoTap("many")
    name, at = f"f{found.named + 1}", _free(found, tap.at)
    grown = _with(found, fields={**found.fields, name: at}, named=found.named + 1)
    return _joined(grown, found.hand, name) if found.hand else _with(grown, hand=name)


def _join(found: Sketch, tap: Tap) -> Sketch:
    if not found.hand:
        raise NoTap("hand")
    return _joined(found, found.hand, _known(found, tap.node))


def _joined(found: Sketch, one: str, two: str) -> Sketch:
    if one == two:
        raise NoTap("itself")
    if two in beside(found.steps, one):
        raise NoTap("twice")
    if len(found.steps) >= MOST_EDGES:
        raise NoTap("many")
    return _with(found, steps=(*found.steps, (one, two)), hand=two)


def _cut(found: Sketch, tap: Tap) -> Sketch:
    pair = {tap.node, tap.to}
    kept = tuple(step for step in found.steps if set(step) != pair)
    if len(kept) == len(found.steps):
        raise NoTap("step")
    return _with(found, steps=kept)


def _move(found: Sketch, tap: Tap) -> Sketch:
    node = _known(found, tap.node)
    at = _free(found, tap.at, node)
    if node in found.places:
        return _with(found, places={**found.places, node: at})
    return _with(found, fields={**found.fields, node: at})


def _remove(found: Sketch, tap: Tap) -> Sketch:
    """A field with all its steps; a place only loses them."""
    node = _known(found, tap.node)
    return _with(
        found,
        fields={name: spot for name, spot in found.fields.items() if name != node},
        steps=tuple(step for step in found.steps if node not in step),
        symbols=tuple(name for name in found.symbols if name != node),
        hand="" if found.hand == node else found.hand,
    )


def _symbol(found: Sketch, tap: Tap) -> Sketch:
    if tap.node not in found.fields:
        raise NoTap("symbol")
    others = tuple(name for name in found.symbols if name != tap.node)
    return _with(found, symbols=others if tap.node in found.symbols else (*others, tap.node))


TAPS = {
    "corners": _corners, "size": _size, "place": _place, "usual": _usual, "pick": _pick, "drop": _drop,
    "field": _field, "join": _join, "cut": _cut, "move": _move, "remove": _remove, "symbol": _symbol,
}  # fmt: skip


def _known(found: Sketch, node: str) -> str:
    if node not in found.places and node not in found.fields:
        raise NoTap("node")
    return node


def _free(found: Sketch, at: Spot | None, node: str = "") -> Spot:
    """A spot on the board where no other node lies."""
    if at is None or not all(0 <= part <= WHOLE for part in at):
        raise NoTap("off")
    if any(math.dist(at, spot) < CLOSE for other, spot in found.nodes.items() if other != node):
        raise NoTap("close")
    return at


def _with(found: Sketch, **changed: object) -> Sketch:
    return msgspec.structs.replace(found, **changed)

"""Board files (M3): reading and checking; all faults are listed, not only the first.

A board file is TOML::

    name = "my board"
    surveyed = true                 # measured on a real board; the shipped guess says false
    size_mm = [480, 480]            # width, height
    mount = "overlay"               # how the lamps sit: "none" or a free word
    ways = [["forest", "house"], ...]            # exactly the ten of M2
    trails = [["forest", "a1", "a2", "house"], ...]   # chains of nodes; no place: a field; forks: shared nodes
    symbols = ["a2", ...]           # 8 fields, or as many as ``symbol_count`` says
    [places]                        # row and column on the grid, exactly those of M1
    forest = [1, 1]
    [positions]                     # millimetres, x east, y south of the north-west corner; every node
    forest = [80, 80]
    [lamps]                         # numbers on the strip; a node may have none
    forest = [0]
"""

from __future__ import annotations

import tomllib
from itertools import pairwise
from typing import Any

from companion.games import Fault, Invalid
from companion.games.dreimagier.board import GRID, PLACES, SYMBOL_COUNT, WAYS, Board, neighbours_of, text_hash
from companion.games.dreimagier.placenames import hint, meant

KEYS = {"name", "surveyed", "size_mm", "mount", "ways", "trails", "symbol_count", "symbols"}
TABLES = {"places", "positions", "lamps"}
MOST_NODES = 150
MOST_EDGES = 300
MOST_TEXT = 200_000


def parse(toml: str) -> Board:
    """The board of a file's text.  Raises Invalid with all faults, each naming its key."""
    if len(toml) > MOST_TEXT:
        raise Invalid("the board file", [Fault("board", f"longer than {MOST_TEXT} characters")])
    if any("\ud800" <= letter <= "\udfff" for letter in toml):
        raise Invalid("the board file", [Fault("board", "holds half a character that no text can hold")])
    try:
        data = tomllib.loads(toml)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise Invalid("the board file", [Fault("board", f"no TOML: {error}")]) from None
    faults = faults_of(data)
    if faults:
        raise Invalid("the board file", faults)
    return _build(data, toml)


def faults_of(data: dict[str, Any]) -> list[Fault]:
    """Every fault of a board file's content."""
    faults = _key_faults(data) + _plain_faults(data) + _place_faults(data) + _way_faults(data)
    trails, found = _trails(data)
    faults += found
    nodes = _nodes(trails)
    faults += _edge_faults(trails) + _reach_faults(trails, nodes)
    faults += _name_faults(trails, nodes)
    return faults + _symbol_faults(data, nodes) + _position_faults(data, nodes) + _lamp_faults(data, nodes)


def advice(board: Board) -> list[Fault]:
    """What a sound file may still have forgotten: fields where the path ends, places joined without a field."""
    told = [
        Fault("trails", f"{node} is a dead end; if the path goes on there, add the next field to its trail")
        for node in board.nodes
        if node not in PLACES and len(board.neighbours[node]) == 1
    ]
    bare = [(one, two) for trail in board.trails for one, two in pairwise(trail) if {one, two} <= set(PLACES)]
    return told + [Fault("trails", f"{one} and {two} are joined without a field between") for one, two in bare]


def _key_faults(data: dict[str, Any]) -> list[Fault]:
    known = KEYS | TABLES
    return [
        Fault(key, f"unknown key{hint(key, known)}; known are {', '.join(sorted(known))}")
        for key in data
        if key not in known
    ]


def _plain_faults(data: dict[str, Any]) -> list[Fault]:
    faults = []
    if not isinstance(data.get("name"), str) or not data["name"].strip() or "\n" in data["name"]:
        faults.append(Fault("name", "must be a line of text"))
    if not isinstance(data.get("surveyed"), bool):
        faults.append(Fault("surveyed", "must be true or false"))
    if not isinstance(data.get("mount", "none"), str):
        faults.append(Fault("mount", 'must be text, like "none"'))
    if not _is_pair(data.get("size_mm")) or min(data["size_mm"]) <= 0:
        faults.append(Fault("size_mm", "must be width and height in millimetres"))
    return faults


def _place_faults(data: dict[str, Any]) -> list[Fault]:
    places = data.get("places")
    if not isinstance(places, dict):
        return [Fault("places", "the table of the nine places is missing")]
    faults = [
        Fault(f"places.{name}", f"is none of the nine places (M1){hint(name)}") for name in places if name not in GRID
    ]
    for name, seat in GRID.items():
        if name not in places:
            faults.append(Fault(f"places.{name}", "is missing (M1)"))
        elif places[name] != list(seat):
            faults.append(Fault(f"places.{name}", f"must be at row and column {list(seat)} (M1)"))
    return faults


def _way_faults(data: dict[str, Any]) -> list[Fault]:
    ways = data.get("ways")
    if not isinstance(ways, list):
        return [Fault("ways", "the list of the magicians' ways is missing (M2)")]
    known = {frozenset(way) for way in WAYS}
    faults, seen = [], set()
    for number, way in enumerate(ways):
        pair = frozenset(way) if _is_chain(way) and len(way) == 2 else frozenset()
        if pair not in known:
            cure = "".join(hint(name) for name in way if name not in GRID) if _is_chain(way) else ""
            faults.append(Fault(f"ways[{number}]", f"{way!r} is no way of the magicians (M2){cure}"))
        elif pair in seen:
            faults.append(Fault(f"ways[{number}]", f"{way!r} is there twice"))
        seen.add(pair)
    missing = [way for way in WAYS if frozenset(way) not in seen]
    return faults + [Fault("ways", f"{one}-{other} is missing (M2)") for one, other in missing]


def _trails(data: dict[str, Any]) -> tuple[list[list[str]], list[Fault]]:
    """The usable trails, and the faults of the others."""
    trails = data.get("trails")
    if not isinstance(trails, list) or not trails:
        return [], [Fault("trails", "the list of trails is missing")]
    good, faults = [], []
    for number, trail in enumerate(trails):
        fault = _trail_fault(trail)
        if fault:
            faults.append(Fault(f"trails[{number}]", fault))
        else:
            good.append(trail)
    if len(_nodes(good)) > MOST_NODES or sum(len(trail) - 1 for trail in good) > MOST_EDGES:
        return [], [*faults, Fault("trails", f"more than {MOST_NODES} nodes or {MOST_EDGES} steps between them")]
    return good, faults


def _trail_fault(trail: Any) -> str | None:
    if not _is_chain(trail):
        return "must be a list of node names (letters, digits, - and _)"
    if len(trail) < 2:
        return "has one node; a trail joins at least two"
    if any(one == other for one, other in pairwise(trail)):
        return "has equal neighbours"
    return None


def _edge_faults(trails: list[list[str]]) -> list[Fault]:
    faults, seen = [], set()
    for number, trail in enumerate(trails):
        for one, other in pairwise(trail):
            if frozenset((one, other)) in seen:
                faults.append(Fault(f"trails[{number}]", f"{one}-{other} are joined twice"))
            seen.add(frozenset((one, other)))
    return faults


def _name_faults(trails: list[list[str]], nodes: list[str]) -> list[Fault]:
    """Fields that are called like a place, or nearly like one that no trail touches: a place was meant."""
    untouched = [place for place in PLACES if place not in nodes]
    faults = []
    for node in (node for node in nodes if node not in PLACES):
        place = meant(node, untouched)
        if place:
            number = next(number for number, trail in enumerate(trails) if node in trail)
            cure = f"write {place} for the place, or give the field another name"
            faults.append(Fault(f"trails[{number}]", f"{node!r} is no place; {cure}"))
    return faults


def _reach_faults(trails: list[list[str]], nodes: list[str]) -> list[Fault]:
    neighbours = neighbours_of(tuple(map(tuple, trails)))
    reached, edge = {"life"}, ["life"]
    while edge:
        fresh = [node for node in neighbours.get(edge.pop(), ()) if node not in reached]
        reached.update(fresh)
        edge.extend(fresh)
    lost = [node for node in dict.fromkeys((*PLACES, *nodes)) if node not in reached]
    return [Fault("trails", f"{node} cannot be reached from life") for node in lost]


def _symbol_faults(data: dict[str, Any], nodes: list[str]) -> list[Fault]:
    symbols, count = data.get("symbols"), data.get("symbol_count", SYMBOL_COUNT)
    if not isinstance(count, int) or isinstance(count, bool) or count < 0:
        return [Fault("symbol_count", "must be a number, 0 or more")]
    if not isinstance(symbols, list) or not all(isinstance(name, str) for name in symbols):
        return [Fault("symbols", "the list of the symbol fields is missing")]
    faults = [_symbol_fault(number, name, symbols, nodes) for number, name in enumerate(symbols)]
    if len(set(symbols)) != count:
        faults.append(Fault("symbols", f"{len(set(symbols))} distinct symbol fields, there must be {count}"))
    return [fault for fault in faults if fault is not None]


def _symbol_fault(number: int, name: str, symbols: list[str], nodes: list[str]) -> Fault | None:
    where = f"symbols[{number}]"
    if name in PLACES:
        return Fault(where, f"{name} is a place; symbols lie on fields")
    if name not in nodes:
        return Fault(where, f"{name!r} is no field of the trails{hint(name, nodes)}")
    return Fault(where, f"{name} is there twice") if name in symbols[:number] else None


def _position_faults(data: dict[str, Any], nodes: list[str]) -> list[Fault]:
    positions = data.get("positions")
    if not isinstance(positions, dict):
        return [Fault("positions", "the table of positions is missing")]
    known = dict.fromkeys((*PLACES, *nodes))
    faults = [
        Fault(f"positions.{name}", f"is no node of the trails{hint(name, known)}")
        for name in positions
        if name not in known
    ]
    size = data["size_mm"] if _is_pair(data.get("size_mm")) and min(data["size_mm"]) > 0 else None
    for name in known:
        if name not in positions:
            faults.append(Fault(f"positions.{name}", "is missing"))
        elif not _is_pair(positions[name]):
            faults.append(Fault(f"positions.{name}", "must be x and y in millimetres"))
        elif size and not all(0 <= at <= side for at, side in zip(positions[name], size, strict=True)):
            cure = "measure x to the east and y to the south of the north-west corner, or mend size_mm"
            faults.append(Fault(f"positions.{name}", f"{positions[name]} is off the board of {size} mm; {cure}"))
    return faults


def _lamp_faults(data: dict[str, Any], nodes: list[str]) -> list[Fault]:
    lamps = data.get("lamps", {})
    if not isinstance(lamps, dict):
        return [Fault("lamps", "must be a table of node = [numbers]")]
    faults: list[Fault] = []
    owner: dict[int, str] = {}
    for name, numbers in lamps.items():
        where = f"lamps.{name}"
        if name not in nodes and name not in PLACES:
            faults.append(Fault(where, f"is no node of the trails{hint(name, (*PLACES, *nodes))}"))
        if not isinstance(numbers, list) or not all(type(number) is int and number >= 0 for number in numbers):
            faults.append(Fault(where, "must be a list of lamp numbers, 0 or more"))
            continue
        taken = [number for number in numbers if owner.setdefault(number, name) != name]
        faults += [Fault(where, f"lamp {number} belongs to {owner[number]} already") for number in taken]
    return faults


def _is_chain(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) and _is_name(name) for name in value)


def _is_name(name: str) -> bool:
    return 0 < len(name) <= 40 and name.isascii() and all(letter.isalnum() or letter in "-_" for letter in name)


def _is_pair(value: Any) -> bool:
    if not isinstance(value, list) or len(value) != 2:
        return False
    return all(type(number) in (int, float) and abs(number) < 100_000 for number in value)


def _nodes(trails: list[list[str]]) -> list[str]:
    return list(dict.fromkeys(node for trail in trails for node in trail))


def _build(data: dict[str, Any], toml: str) -> Board:
    trails = tuple(tuple(trail) for trail in data["trails"])
    fields = [node for node in _nodes(data["trails"]) if node not in PLACES]
    width, height = data["size_mm"]
    return Board(
        name=data["name"],
        surveyed=data["surveyed"],
        nodes=(*PLACES, *fields),
        places=PLACES,
        trails=trails,
        symbols=tuple(data["symbols"]),
        neighbours=neighbours_of(trails),
        positions_mm={node: (at[0], at[1]) for node, at in data["positions"].items()},
        lamps={node: tuple(numbers) for node, numbers in data.get("lamps", {}).items()},
        size_mm=(width, height),
        mount=data.get("mount", "none"),
        toml=toml,
        hash=text_hash(toml),
    )

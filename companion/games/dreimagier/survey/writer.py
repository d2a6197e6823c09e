"""The board file of a survey; what a draft lacks is filled in by a guess, and the file then says so."""

from __future__ import annotations

import msgspec

from companion.games import wiring
from companion.games.dreimagier.board import GRID, PLACES, SYMBOL_COUNT, WAYS
from companion.games.dreimagier.survey.draft import CLOSE, WHOLE, Sketch, Spot, usual_spot
from companion.games.dreimagier.survey.findings import whole
from companion.games.dreimagier.survey.stretches import reached, stretches

GUESSED = 3
"""Fields of a way that nobody has traced yet."""


def board_file(name: str, found: Sketch) -> str:
    """The TOML text of a survey as it is; a draft is filled up first."""
    surveyed, drawn = whole(found), filled(found)
    spots = {node: _mm(spot, drawn.size_mm) for node, spot in drawn.nodes.items()}
    lines = [
        "# Surveyed on one's own board." if surveyed else "# A survey that is not complete: the rest is a guess.",
        f"name = {_quoted(name)}",
        f"surveyed = {str(surveyed).lower()}",
        f"size_mm = [{drawn.size_mm[0]}, {drawn.size_mm[1]}]",
        'mount = "none"',
        f"ways = [{', '.join(_list(way) for way in WAYS)}]",
        "trails = [",
        *(f"    {_list(stretch)}," for stretch in stretches(drawn)),
        "]",
        *([] if len(drawn.symbols) == SYMBOL_COUNT else [f"symbol_count = {len(drawn.symbols)}"]),
        f"symbols = {_list(drawn.symbols)}",
        "[places]",
        *(f"{place} = [{row}, {column}]" for place, (row, column) in GRID.items()),
        "[positions]",
        *(f"{node} = [{x}, {y}]" for node, (x, y) in spots.items()),
        "# lamps in the order of the shortest wire; the set-up page teaches another one",
        "[lamps]",
        *(f"{node} = [{number}]" for number, node in enumerate(wiring.order(spots))),
    ]
    return "\n".join(lines) + "\n"


def filled(found: Sketch) -> Sketch:
    """A sketch that can be played: no place is missing, every node can be reached, nothing lies about."""
    found = _placed(found)
    for one, two in WAYS * len(PLACES):
        near = reached(found)
        if (one in near) != (two in near):
            found = _guessed(found, one, two)
    near = reached(found)
    return msgspec.structs.replace(
        found,
        fields={field: spot for field, spot in found.fields.items() if field in near},
        steps=tuple(step for step in found.steps if step[0] in near),
        symbols=tuple(field for field in found.symbols if field in near),
    )


def _placed(found: Sketch) -> Sketch:
    places = {place: found.places.get(place) or _free(found, usual_spot(place)) for place in PLACES}
    return msgspec.structs.replace(found, places=places)


def _guessed(found: Sketch, one: str, two: str) -> Sketch:
    """Two places joined by a straight way of a few fields."""
    (x, y), (far, deep) = found.places[one], found.places[two]
    chain, fields = [one], dict(found.fields)
    for number in range(1, GUESSED + 1):
        part = number / (GUESSED + 1)
        spot = (round(x + part * (far - x)), round(y + part * (deep - y)))
        name = f"g-{one}-{two}-{number}"
        fields[name] = _free(msgspec.structs.replace(found, fields=fields), spot)
        chain.append(name)
    steps = (*found.steps, *zip(chain, (*chain[1:], two), strict=True))
    return msgspec.structs.replace(found, fields=fields, steps=steps)


def _free(found: Sketch, spot: Spot) -> Spot:
    """This spot, or one beside it where something lies already."""
    taken = set(found.nodes.values())
    while spot in taken:
        spot = ((spot[0] + CLOSE) % WHOLE, spot[1])
    return spot


def _mm(spot: Spot, size: Spot) -> tuple[float, float]:
    return round(spot[0] * size[0] / WHOLE, 1), round(spot[1] * size[1] / WHOLE, 1)


def _list(names: tuple[str, ...]) -> str:
    return f"[{', '.join(map(_quoted, names))}]"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

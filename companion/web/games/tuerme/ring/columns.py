"""One column from the side: towers, who stands on the roof, the keep; in units of the drawing, the ground at 0."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games import Json
from companion.games.tuerme.box import COLOURS

ROOM = 60.0
"""From the ground to the top of the room."""
TIER = 20.0
"""The height of a tower where there is room."""
ABREAST, APART = 4, 16.0
"""So many wizards stand beside one another; more stand in two rows."""
PERSON, BEHIND = 22.0, 13.0
"""The height of a wizard, and how far those of the back row rise."""
KEEP = 34.0
INSIDE = 38.0
"""How wide the room in a tower is."""
GLASS, THIN = 68.0, 4.0
"""Room for towers of glass, which nobody taps; and to what height those are pressed that show nothing."""
CREST = 13.5
"""The shield of the topmost tower; lower ones have it as high as they are."""


def column(space: Json, said: Json | None, glass: Json | None = None) -> Json:
    """What stands on a space, and as a ghost what is announced to come there (Z7); ``glass`` (V4) who sits inside."""
    comes = said if said and said["target"] == space["space"] else None
    goes = said if said and said["space"] == space["space"] else None
    people = [{"seat": seat, "ghost": False, "goes": False} for seat in _seats(space["visible"])]
    _leaving(people, goes)
    if comes and comes["kind"] == "walk" and not space["keep"]:
        people += [{"seat": seat, "ghost": True, "goes": False} for seat in (comes["piece"], *comes["riders"])]
    towers = [{**tower, "ghost": False, "goes": False} for tower in space["towers"]]
    if goes and goes["kind"] == "tower":
        lowest = [tower["tower"] for tower in towers].index(goes["piece"])
        towers = [{**tower, "goes": height >= lowest} for height, tower in enumerate(towers)]
    if comes and comes["kind"] == "tower":
        towers.append({"tower": comes["piece"], "shield": False, "ghost": True, "goes": False})
    crowds = [_seats(crowd) for crowd in glass["wizards"][: len(towers)]] if glass else None
    return _laid(towers, people, space["keep"], crowds)


def inside(seats: list[str], tall: float, shield: float, within: float = INSIDE) -> list[Json]:
    """Signs of prisoners side by side, as large as their tower is high, and beside its shield."""
    room = within - shield
    wide = min(tall, room / max(len(seats), 1))
    return [
        {
            "seat": seat,
            "mark": 1 + COLOURS.index(seat),
            "x": round(shield / 2 + (number - len(seats) / 2) * wide, 1),
            "y": round((tall - wide) / 2, 1),
            "wide": round(wide, 1),
        }
        for number, seat in enumerate(seats)
    ]


def _seats(visible: Json) -> list[str]:
    return [seat for seat, count in visible.items() for _ in range(count)]


def _leaving(people: list[Json], goes: Json | None) -> None:
    """The announced wizard and his riders: of those alike the first."""
    if goes is None or goes["kind"] != "walk":
        return
    for seat in (goes["piece"], *goes["riders"]):
        next((each for each in people if each["seat"] == seat and not each["goes"]), {})["goes"] = True


def _laid(towers: list[Json], people: list[Json], keep: bool, crowds: list[list[str]] | None) -> Json:
    top = KEEP if keep else 0.0 if not people else PERSON if len(people) <= ABREAST else PERSON + BEHIND
    storeys = _dark(len(towers), ROOM - top) if crowds is None else _glass(towers, crowds, GLASS - top)
    for at, (tower, tall) in enumerate(zip(towers, storeys, strict=True)):
        topmost = at == len(towers) - 1
        crest = max(tall * 0.9, CREST if topmost else 0.0) if tower["shield"] else 0.0
        crest = crest if crowds is None else min(crest, tall)
        tower.update(height=at + 1, top=topmost, inside=inside(crowds[at], tall, crest) if crowds else [])
        tower.update(tall=round(tall, 1), crest=round(crest, 1), y=round(-sum(storeys[: at + 1]), 1))
    roof = sum(storeys)
    return {
        "towers": towers,
        "roof": round(-roof, 1),
        "high": sum(not tower["ghost"] for tower in towers),
        "people": _standing(people, -roof),
        "keep": keep,
    }


def _dark(count: int, room: float) -> list[float]:
    """V1: towers whose inside is dark are all as high as one another."""
    return [min(TIER, room / count)] * count if count else []


def _glass(towers: Sequence[Json], crowds: Sequence[Sequence[str]], room: float) -> list[float]:
    """V4: towers that show neither prisoners nor the topmost shield give way first."""
    shows = [bool(crowd) for crowd in crowds]
    if towers and towers[-1]["shield"]:
        shows[-1] = True
    held, bare = sum(shows), len(shows) - sum(shows)
    thin = max(THIN, min(TIER, (room - TIER * held) / bare)) if bare else 0.0
    full = min(TIER, (room - thin * bare) / held) if held else 0.0
    return [full if each else thin for each in shows]


def _standing(people: list[Json], floor: float) -> list[Json]:
    """Those of the back row first, so that those in front cover their feet."""
    front = len(people) if len(people) <= ABREAST else (len(people) + 1) // 2
    rows = ((people[front:], floor - BEHIND), (people[:front], floor))
    return [
        {**each, "x": round((number - (len(row) - 1) / 2) * APART, 1), "y": round(y, 1)}
        for row, y in rows
        for number, each in enumerate(row)
    ]

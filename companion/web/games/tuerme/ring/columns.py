"""One column from the side: towers, who stands on the roof, the keep; in units of the drawing, the ground at 0."""

from __future__ import annotations

from companion.games import Json

ROOM = 60.0
"""From the ground to the top of the room."""
TIER = 20.0
"""The height of a tower where there is room."""
ABREAST, APART = 4, 16.0
"""So many wizards stand beside one another; more stand in two rows."""
PERSON, BEHIND = 22.0, 13.0
"""The height of a wizard, and how far those of the back row rise."""
KEEP = 34.0
SLIM, INSIDE = 0.8, 38.0
"""How slim a wizard is, and how much room there is in a tower."""


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
    found = _laid(towers, people, space["keep"])
    for tower, crowd in zip(found["towers"], glass["wizards"] if glass else (), strict=False):
        tower["inside"] = _inside(_seats(crowd), found["tall"])
    return found


def _inside(seats: list[str], tall: float) -> list[Json]:
    """Prisoners side by side, as large as the tower that is over them lets them be."""
    wide = min(tall * SLIM, INSIDE / max(len(seats), 1))
    return [
        {
            "seat": seat,
            "x": round((number - len(seats) / 2) * wide, 1),
            "y": round(tall - wide / SLIM, 1),
            "wide": round(wide, 1),
            "tall": round(wide / SLIM, 1),
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


def _laid(towers: list[Json], people: list[Json], keep: bool) -> Json:
    top = KEEP if keep else 0.0 if not people else PERSON if len(people) <= ABREAST else PERSON + BEHIND
    tall = min(TIER, (ROOM - top) / len(towers)) if towers else 0.0
    roof = tall * len(towers)
    for height, tower in enumerate(towers, 1):
        tower.update(height=height, y=round(-tall * height, 1), top=height == len(towers))
    return {
        "towers": towers,
        "tall": round(tall, 1),
        "roof": round(-roof, 1),
        "high": sum(not tower["ghost"] for tower in towers),
        "people": _standing(people, -roof),
        "keep": keep,
    }


def _standing(people: list[Json], floor: float) -> list[Json]:
    """Those of the back row first, so that those in front cover their feet."""
    front = len(people) if len(people) <= ABREAST else (len(people) + 1) // 2
    rows = ((people[front:], floor - BEHIND), (people[:front], floor))
    return [
        {**each, "x": round((number - (len(row) - 1) / 2) * APART, 1), "y": round(y, 1)}
        for row, y in rows
        for number, each in enumerate(row)
    ]

"""The picture that decides: cut to the pieces, each outlined, with the edge that must be on top and what was read."""

from __future__ import annotations

import math

from companion.games import Json

Point = tuple[float, float]

MARGIN = 0.16
ASPECT = 4 / 3
SIZE = (1280, 960)
EDGE_SHOWN = 0.3
"""How much of the top edge is drawn from either end."""
LABEL_HALF, LABEL_DIGIT = (4.6, 4.0), 1.6
"""Half the size of a label, and how much each character adds to the half width, in hundredths of the cut's width."""


def picture(evidence: Json | None, pieces: tuple[str, ...]) -> Json | None:
    """None where there is no picture to show; else ``picture``, the cut as ``box``, the outlined ``wands``."""
    if not evidence or not evidence.get("here"):
        return None
    width, height = evidence.get("size") or SIZE
    found = [_piece(colour, told) for colour in pieces if (told := evidence["wands"].get(colour))]
    marked = [each for each in found if each]
    box = _cut([point for each in marked for point in each["corners"]], width, height)
    for each in marked:
        each["label"] = _beside(each, [other for other in marked if other is not each], box)
    return {"picture": evidence["picture"], "width": width, "height": height, "box": box, "wands": marked}


def _piece(colour: str, told: Json) -> Json | None:
    """Outline and top edge of one piece; the edge lies over the middle of the face that the camera sees."""
    corners: list[Point] = [(float(x), float(y)) for x, y in told.get("corners_px") or []]
    if len(corners) != 4:
        return None
    one, other = _ends(corners)
    return {
        "colour": colour,
        "corners": corners,
        "points": " ".join(f"{x:.0f},{y:.0f}" for x, y in corners),
        "edge": [round(value) for value in (*one, *other)],
        "edge_ends": _edge_ends(one, other),
        "sure": bool(told.get("sure")),
        "says": _says(told),
        "nudged": told.get("movement") == "nudged",
    }


def _beside(wand: Json, others: list[Json], box: list[int]) -> list[int]:
    """Where the value is written: beside the wand, because the notches in its middle are what is judged; on the side
    that is in the picture and farther from the other wands."""
    unit = box[2] / 100
    one, other = wand["edge"][:2], wand["edge"][2:]
    x, y = _middle(one, other)
    long = math.dist(one, other) or 1.0
    nx, ny = (one[1] - other[1]) / long, (other[0] - one[0]) / long
    thick = math.dist(*sorted(wand["corners"], key=lambda point: math.dist(point, one))[:2])
    half = LABEL_HALF[0] + LABEL_DIGIT * len(wand["says"]), LABEL_HALF[1]
    away = thick / 2 + (abs(nx) * half[0] + abs(ny) * half[1] + 1) * unit
    spots = [(x + sign * nx * away, y + sign * ny * away) for sign in (1, -1)]
    middles = [_middle(each["edge"][:2], each["edge"][2:]) for each in others]

    def room(spot: Point) -> tuple[bool, float]:
        inside = box[0] + half[0] * unit <= spot[0] <= box[0] + box[2] - half[0] * unit
        inside = inside and box[1] + half[1] * unit <= spot[1] <= box[1] + box[3] - half[1] * unit
        return inside, min((math.dist(spot, middle) for middle in middles), default=0.0)

    return [round(value) for value in max(spots, key=room)]


def _says(told: Json) -> str:
    """The value, or the two that it may be."""
    if told.get("sure") or not told.get("options"):
        return "?" if told.get("top") is None else str(told["top"])
    return "/".join(str(top) for top in told["options"])


def _ends(corners: list[Point]) -> tuple[Point, Point]:
    """The middles of the two short sides."""
    sides = [(corners[n], corners[(n + 1) % 4]) for n in range(4)]
    short = 0 if math.dist(*sides[0]) + math.dist(*sides[2]) <= math.dist(*sides[1]) + math.dist(*sides[3]) else 1
    return _middle(*sides[short]), _middle(*sides[short + 2])


def _middle(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _edge_ends(one: Point, other: Point) -> str:
    """The top edge as a path that leaves its middle free, where the notches are."""
    near, far = (_between(one, other, share) for share in (EDGE_SHOWN, 1 - EDGE_SHOWN))
    ways = ((one, near), (far, other))
    return "".join(f"M{a[0]:.0f} {a[1]:.0f}L{b[0]:.0f} {b[1]:.0f}" for a, b in ways)


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def _cut(points: list[Point], width: float, height: float) -> list[int]:
    """Left, top, width and height around the wands, of the aspect that the pages leave room for."""
    if not points:
        return [0, 0, round(width), round(height)]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    wide = max((right - left) * (1 + 2 * MARGIN), (bottom - top) * (1 + 2 * MARGIN) * ASPECT, width / 3)
    wide = min(wide, width, height * ASPECT)
    tall = wide / ASPECT
    x = min(max((left + right - wide) / 2, 0), width - wide)
    y = min(max((top + bottom - tall) / 2, 0), height - tall)
    return [round(x), round(y), round(wide), round(tall)]

"""The picture that decides: cut to the wands, each outlined, with the edge that must be on top and what was read."""

from __future__ import annotations

import math
from typing import Any

from companion.web.pages.dreimagier.wands import COLOURS

Json = dict[str, Any]
Point = tuple[float, float]

MARGIN = 0.16
ASPECT = 4 / 3
SIZE = (1280, 960)


def frame(evidence: Json | None) -> Json | None:
    """None where there is no picture to show; else ``picture``, the cut as ``box`` and the outlined ``wands``."""
    if not evidence or not evidence.get("here"):
        return None
    width, height = evidence.get("size") or SIZE
    found = [_wand(colour, told) for colour in COLOURS if (told := evidence["wands"].get(colour))]
    marked = [each for each in found if each]
    box = _cut([point for each in marked for point in each["corners"]], width, height)
    return {"picture": evidence["picture"], "width": width, "height": height, "box": box, "wands": marked}


def _wand(colour: str, told: Json) -> Json | None:
    """Outline and top edge of one wand; the edge lies over the middle of the face that the camera sees."""
    corners: list[Point] = [(float(x), float(y)) for x, y in told.get("corners_px") or []]
    if len(corners) != 4:
        return None
    one, other = _ends(corners)
    return {
        "colour": colour,
        "corners": corners,
        "points": " ".join(f"{x:.0f},{y:.0f}" for x, y in corners),
        "edge": [round(value) for value in (*one, *other)],
        "label": [round(value) for value in _middle(one, other)],
        "sure": bool(told.get("sure")),
        "says": _says(told),
        "nudged": told.get("movement") == "nudged",
    }


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

"""After the game: the ranking, the course of the card counts, duels won."""

from __future__ import annotations

from companion.games import Json
from companion.web.pages.seen import Seen

WIDTH, HEIGHT = 300, 150


def summary(seen: Seen) -> Json | None:
    """None while the game goes on; else ``ranking`` and the ``chart``'s lines."""
    state, view = seen.state, seen.view
    if not view.get("ranking"):
        return None
    course = counts(state.get("history") or [], view["seats"])
    duels = duels_won(state.get("history") or [], view["seats"])
    ranking = [
        {
            "rank": row["rank"],
            "seat": row["seat"],
            "cards": len(row["cards"]),
            "duels": duels[row["seat"]],
            "you": (row["seat"],) == seen.seats,
        }
        for row in view["ranking"]
    ]
    return {"ranking": ranking, "chart": chart(course), "ends": _ends(course)}


def counts(history: list[Json], seats: list[str]) -> dict[str, list[int]]:
    """Cards of each seat after every entry that changed a hand, from the start (0)."""
    hands = dict.fromkeys(seats, 0)
    course = {seat: [0] for seat in seats}
    for event in _events(history):
        if event["type"] != "card-taken":
            continue
        hands[event["seat"]] += 1
        if event.get("from") in hands:
            hands[event["from"]] -= 1
        for seat in seats:
            course[seat].append(hands[seat])
    return course


def duels_won(history: list[Json], seats: list[str]) -> dict[str, int]:
    """Duels won by each seat."""
    won = dict.fromkeys(seats, 0)
    for event in _events(history):
        if event["type"] == "duel-won":
            won[event["seat"]] += 1
    return won


def _events(history: list[Json]) -> list[Json]:
    return [event for told in history if not told.get("void") for event in told.get("events") or []]


def chart(course: dict[str, list[int]]) -> Json:
    """The counts as stepped lines on a grid of 300 by 150 with room for the figures 0 and 7."""
    longest = max(len(line) for line in course.values())
    step = WIDTH / max(longest - 1, 1)
    lines = [{"seat": seat, "path": _steps(line, step), "last": line[-1]} for seat, line in course.items()]
    return {"lines": lines, "width": WIDTH, "height": HEIGHT}


def _steps(line: list[int], step: float) -> str:
    """Lines of equal counts would hide each other; their pattern and the numbers beside tell them apart."""
    path = f"M0 {_y(line[0]):g}"
    for number, count in enumerate(line[1:], 1):
        path += f"H{number * step:.1f}V{_y(count):g}"
    return path


def _y(count: int) -> float:
    return HEIGHT - count * HEIGHT / 7


def _ends(course: dict[str, list[int]]) -> list[Json]:
    """Mark and last count beside the chart; equal ones are moved apart so that none hides another."""
    ends: list[Json] = []
    for seat, line in sorted(course.items(), key=lambda item: item[1][-1]):
        height = _y(line[-1])
        if ends and ends[-1]["y"] - height < 17:
            height = ends[-1]["y"] - 17
        ends.append({"seat": seat, "last": line[-1], "y": height})
    return ends

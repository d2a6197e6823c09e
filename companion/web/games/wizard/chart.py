"""The course of the totals as lines, and the places of its labels."""

from __future__ import annotations

from companion.games import Json

WIDTH, HEIGHT = 300, 150
APART = 15
"""So far apart are two labels at the end of the lines."""


def chart(view: Json) -> Json:
    """Lines of the totals in a box of ``WIDTH`` by ``HEIGHT``; a dot a round, full where the bid was exact."""
    done = view["done"]
    if not done:
        return {}
    totals: dict[str, list[int]] = {seat: [0, *(each["totals"][seat] for each in done)] for seat in view["seats"]}
    least: int = min(min(line) for line in totals.values())
    span: int = max(max(max(line) for line in totals.values()) - least, 10)

    def y(value: int) -> int:
        return HEIGHT - HEIGHT * (value - least) // span

    ends = apart({seat: y(line[-1]) for seat, line in totals.items()})
    return {
        "zero": y(0),
        "rounds": len(done),
        "lines": [
            {
                "seat": seat,
                "dashes": number,
                "path": "M" + "L".join(f"{WIDTH * at // len(done)} {y(value)}" for at, value in enumerate(line)),
                "dots": [
                    {
                        "x": WIDTH * at // len(done),
                        "y": y(line[at]),
                        "exact": each["bids"][seat] == each["tricks"][seat],
                    }
                    for at, each in enumerate(done, 1)
                ],
                "last": line[-1],
                "y": ends[seat],
            }
            for number, (seat, line) in enumerate(totals.items(), 1)
        ],
    }


def exact(each: Json, seat: str) -> bool:
    """Whether a seat's bid of a round was hit."""
    return bool(each["bids"][seat] == each["tricks"][seat])


def apart(wanted: dict[str, int]) -> dict[str, int]:
    """Labels near their lines, none over another: from the lowest line up, then pushed back into the box."""
    found: dict[str, int] = {}
    free = HEIGHT + APART
    for seat in sorted(wanted, key=lambda seat: -wanted[seat]):
        free = found[seat] = min(wanted[seat], free - APART)
    free = -APART
    for seat in sorted(found, key=lambda seat: found[seat]):
        free = found[seat] = max(found[seat], free + APART)
    return found

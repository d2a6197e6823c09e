"""The block as a drawing of our own: parchment, ink and gold, in one SVG file without anything from outside."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup, escape

from companion.games import Json
from companion.web.games.wizard.chart import HEIGHT, WIDTH, chart
from companion.web.pages.seen import Seen

INK, GOLD, PAPER, MADDER = "#2a2018", "#86621a", "#f7efdc", "#8f2119"
DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 2", "12 4")
SERIF = "Palatino, 'Book Antiqua', Georgia, serif"
COLUMN, ROW, LEFT, TOP = 118, 26, 46, 92
LONGEST = 14


def drawn(told: Seen) -> str:
    """The whole picture: names, a row a round, the course of the totals."""
    view = told.view
    wide = max(LEFT + COLUMN * len(view["seats"]) + 60, WIDTH + 190)
    table = TOP + ROW * (len(view["done"]) + 1)
    high = table + (HEIGHT + 70 if view["done"] else 20)
    parts = [
        f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>',
        f'<rect x="6" y="6" width="{wide - 12}" height="{high - 12}" fill="none" stroke="{GOLD}" stroke-width="2"/>',
        f'<rect x="11" y="11" width="{wide - 22}" height="{high - 22}" fill="none" stroke="{GOLD}"/>',
        _text(wide / 2, 44, told.t("block.title"), size=24, anchor="middle"),
        *_head(told),
        *(part for number, each in enumerate(view["done"]) for part in _row(told, number, each)),
        f'<g transform="translate(40 {table + 24})">{lines(told, chart(view))}</g>',
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">'
    return head + "".join(parts) + "</svg>\n"


def _text(x: float, y: float, said: Any, size: int = 15, anchor: str = "start", fill: str = INK) -> str:
    font = f'font-family="{SERIF}" font-size="{size}" text-anchor="{anchor}" fill="{fill}"'
    return f'<text x="{x:g}" y="{y:g}" {font}>{escape(said)}</text>'


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"


def _head(told: Seen) -> list[str]:
    return [
        _text(LEFT + COLUMN * at + COLUMN / 2, TOP - 12, _short(told.who.name(seat)), anchor="middle", fill=GOLD)
        for at, seat in enumerate(told.view["seats"])
    ]


def _row(told: Seen, number: int, each: Json) -> list[str]:
    """As on paper: the total, and the bid beside it; an exact one is underlined."""
    y, seats = TOP + ROW * (number + 1) - 8, told.view["seats"]
    found = [f'<path d="M22 {y - 18}H{LEFT + COLUMN * len(seats) + 40}" stroke="{GOLD}" stroke-width=".5"/>']
    found.append(_text(24, y, each["number"], fill=GOLD))
    for at, seat in enumerate(seats):
        middle = LEFT + COLUMN * at + COLUMN / 2
        exact = each["bids"][seat] == each["tricks"][seat]
        found.append(_text(middle + 8, y, each["totals"][seat], size=17, anchor="end"))
        found.append(_text(middle + 16, y, each["bids"][seat], size=12, fill=INK if exact else MADDER))
        if exact:
            found.append(f'<path d="M{middle - 22:g} {y + 4}h31" stroke="{INK}"/>')
    return found


def lines(told: Seen, found: Json) -> Markup:
    """The course of the totals, each line with its own dashes and its name at the end."""
    if not found:
        return Markup("")
    parts = [f'<path d="M0 {found["zero"]}H{WIDTH}" stroke="{GOLD}" stroke-width=".7"/>']
    for each in found["lines"]:
        dashes = f' stroke-dasharray="{DASHES[each["dashes"] - 1]}"' if DASHES[each["dashes"] - 1] else ""
        parts.append(f'<path d="{each["path"]}" fill="none" stroke="{INK}" stroke-width="1.8"{dashes}/>')
        parts += [
            f'<circle cx="{dot["x"]}" cy="{dot["y"]}" r="3" stroke="{INK}" fill="{INK if dot["exact"] else PAPER}"/>'
            for dot in each["dots"]
        ]
        said = f"{_short(told.who.name(each['seat']))} {each['last']}"
        parts.append(_text(WIDTH + 8, each["y"] + 5, said, size=13))
    return Markup("".join(parts))

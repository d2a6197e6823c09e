"""The board's lamps drawn in a terminal, for a laptop without a strip.

A lamp is a sign of its role in the colour that the strip would show; dark lamps are dots.  Where the host sends
positions the nodes lie as on the board, else they stand in rows.
"""

from __future__ import annotations

import os
import sys
from typing import ClassVar, TextIO

from companion.protocol import DeviceState, Role
from firmware.palette import Colour, strongest
from firmware.power import GAMMA
from firmware.scenes import Frame
from firmware.strips.base import Strip, Wire
from firmware.strips.virtual import VirtualPixels

SIGNS: dict[Role, str] = {
    "target-magician": "▲",
    "target-apprentice": "●",
    "chosen": "◆",
    "own": "■",
    "contested": "✕",
    "banished": "▼",
    "winner": "★",
    "unsure": "?",
    "possible": "△",
    "target": "◇",
    "announced": "▷",
    "movable": "○",
    "goal": "⌂",
}
DARK = "·"
COLUMNS, ROWS = 72, 22
PER_ROW = 5
HOME, CLEAR, REST, RESET = "\x1b[H", "\x1b[2J", "\x1b[J", "\x1b[0m"
HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"


class TerminalStrip(Strip):
    """Draws into a terminal; simulated, and says so in its first line."""

    name: ClassVar[str] = "terminal"
    simulated: ClassVar[bool] = True

    def __init__(self, leds: int, wire: Wire, argument: str = "", stream: TextIO | None = None) -> None:
        self.stream = stream or sys.stdout
        self.pixels = VirtualPixels(leds, wire.order, ring=2)
        self.state: DeviceState | None = None
        self._drawn = ""
        self.stream.write(CLEAR + HIDE)
        self.pixels.show()

    def describe(self, state: DeviceState) -> None:
        """Take names, roles and positions from a state."""
        self.state = state

    def show(self, frame: Frame) -> None:
        """Send one frame and draw it when something changed.  Raises StripError when the terminal is gone."""
        super().show(frame)
        text = self._text()
        if text != self._drawn:
            self._drawn = text
            self.stream.write(HOME + text + REST)
            self.stream.flush()

    def close(self) -> None:
        """Dark, and the cursor back."""
        super().close()
        self.stream.write(SHOW + "\n")
        self.stream.flush()

    def _text(self) -> str:
        state = self.state
        if state is None:
            return "Simulated lamps. No table yet.\n"
        throw = f"{state.throw.seat} throws ({state.throw.kind}); lamps dark" if state.throw else ""
        head = f"Simulated lamps, table {state.table}, entry {state.seq}. {throw}".rstrip() + "\n\n"
        return head + (_board(state, self._marks(state)) if state.positions else _rows(self._marks(state)))

    def _marks(self, state: DeviceState) -> dict[str, str]:
        lights = self.pixels.lights()
        return {
            node: _mark(state.lamps.get(node, []), lights, numbers)
            for node, numbers in state.lamp_numbers.items()
            if numbers
        }


def _mark(roles: list[Role], lights: Frame, numbers: list[int]) -> str:
    lit = [lights[n] for n in numbers if 0 <= n < len(lights) and any(lights[n])]
    role = strongest(roles)
    if not lit or role is None:
        return DARK
    return f"{paint(lit[0])}{SIGNS[role]}{RESET}"


def paint(colour: Colour) -> str:
    """The escape sequence of a lamp's bytes: gamma taken back, since a screen has its own."""
    red, green, blue = (round((value / 255) ** (1 / GAMMA) * 255) for value in colour)
    if os.environ.get("COLORTERM") in ("truecolor", "24bit"):
        return f"\x1b[38;2;{red};{green};{blue}m"
    return f"\x1b[38;5;{16 + 36 * round(red / 51) + 6 * round(green / 51) + round(blue / 51)}m"


def _rows(marks: dict[str, str]) -> str:
    cells = [f"{mark} {node[:12]:<12}" for node, mark in marks.items()]
    return "\n".join("".join(cells[i : i + PER_ROW]) for i in range(0, len(cells), PER_ROW)) + "\n"


def _board(state: DeviceState, marks: dict[str, str]) -> str:
    """The nodes with a lamp at their places, each with the first letters of its name."""
    places = {node: state.positions[node] for node in marks if node in state.positions}
    if not places:
        return _rows(marks)
    xs, ys = zip(*places.values(), strict=True)
    wide, high = max(max(xs) - min(xs), 1.0), max(max(ys) - min(ys), 1.0)
    rows: list[dict[int, str]] = [{} for _ in range(ROWS)]
    for node, (x, y) in places.items():
        column = round((x - min(xs)) / wide * (COLUMNS - 10))
        rows[round((y - min(ys)) / high * (ROWS - 1))][column] = node
    return "\n".join(_line(row, marks) for row in rows) + "\n"


def _line(row: dict[int, str], marks: dict[str, str]) -> str:
    text, at = "", 0
    for column, node in sorted(row.items()):
        name = node[: max(1, min(8, next((c for c in sorted(row) if c > column), COLUMNS) - column - 2))]
        text += " " * max(0, column - at) + marks[node] + name
        at = max(column, at) + 1 + len(name)
    return text

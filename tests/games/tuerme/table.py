"""A table to try the rules on: columns in words, actions in words, and what became of them.

Columns are written from the ground up as in the notation: ``b/1yy`` is a blue wizard under t1, two yellow ones on it.
Towers that are not named stand on one another on ``rest``, with the wizards that are not named under them.
"""

from __future__ import annotations

from typing import Any

from companion.games import Events, Json
from companion.games.tuerme import GAME
from companion.games.tuerme.box import COLOURS, load_box
from companion.games.tuerme.notation import from_line, to_line
from companion.games.tuerme.position import Position

SHORT = {colour[0]: colour for colour in COLOURS}
BOX = load_box("default")
TOWERS = [3, 5, 7, 9, 1, 2, 4, 6, 8]
"""Shield towers first, so that none lies on top of the rest."""


class Table:
    """A position and what may be done with it."""

    def __init__(self, position: Position, events: Events = ()) -> None:
        self.position = position
        self.events = events

    def do(self, *texts: str) -> Table:
        """These actions, one after another; the events of all."""
        table, events = self, list[Json]()
        for text in texts:
            after, happened = GAME.apply(table.position, action(text))
            events += happened
            table = Table(after)
        return Table(table.position, tuple(events))

    def can(self, text: str) -> bool:
        """Whether an action is allowed."""
        return GAME.why_not(self.position, action(text)) is None

    def why(self, text: str) -> str:
        """Rule and message of a refusal."""
        reason = GAME.why_not(self.position, action(text))
        return "" if reason is None else f"{reason.rule} {reason.message}"

    def legal(self, kind: str) -> list[Json]:
        """Legal actions of a type, spells and claims too."""
        return [each for each in (*GAME.legal(self.position), *GAME.may(self.position)) if each["type"] == kind]

    def casts(self, spell: str, seat: str = "") -> list[Json]:
        """Casts of a spell."""
        return [
            each
            for each in self.legal("cast")
            if each["spell"] == spell and seat in ("", each["seat"][0], each["seat"])
        ]

    def at(self, space: int) -> str:
        """A column in words, prisoners too."""
        return to_line(self.position, with_prisoners=True).split()[4].split(",")[space - 1]

    @property
    def view(self) -> Json:
        """What a spectator sees."""
        return GAME.view(self.position, None)

    @property
    def keep(self) -> int:
        """The keep's space."""
        return self.position.keep + 1

    @property
    def phase(self) -> str:
        """The phase."""
        return self.position.phase

    @property
    def asked(self) -> str:
        """Letters of those who are asked."""
        return "".join(question.seat[0] for question in GAME.asked(self.position))

    def of(self, seat: str, what: str) -> int:
        """``home``, ``empty``, ``full``, ``spent`` of a seat."""
        return int(self.view["players"][SHORT[seat]][what])

    def happened(self, kind: str) -> list[Json]:
        """Events of a type."""
        return [event for event in self.events if event["type"] == kind]

    def lamps(self) -> dict[str, tuple[str, ...]]:
        """Lamps."""
        return GAME.lamps(self.position)


def table(
    columns: dict[int, str] | None = None,
    *,
    seats: str = "by",
    keep: int = 1,
    rest: int = 12,
    home: str = "",
    full: dict[str, int] | None = None,
    empty: dict[str, int] | None = None,
    active: str = "",
    start: str = "",
    round: int = 1,
    flags: str = "",
    pile: int | None = None,
    discards: str = "-",
    **settings: Any,
) -> Table:
    """A position before the first card of a turn; ``home`` names each wizard in the keep.

    Bottles are full as said, else empty; ``empty`` says otherwise, and then the missing ones are spent.
    """
    wizards, bottles = BOX.players[len(seats)]
    words = [columns.get(space, "-") if columns else "-" for space in range(1, 17)]
    left = {seat: wizards - "".join(words).count(seat) - home.count(seat) for seat in seats}
    if words[rest - 1] == "-":
        words[rest - 1] = _rest(words, "".join(seat * count for seat, count in left.items()))
    said = full or {}
    players = []
    for seat in seats:
        filled = said.get(seat, 0)
        still = (empty or {}).get(seat, bottles - filled)
        players.append(f"{home.count(seat)}.{still}.{filled}.{bottles - still - filled}")
    header = f"default/{seats}/{start or seats[0]}/{_settings(settings)}"
    counted = sum(int(each.split(":")[1]) for each in discards.split("+")) if discards != "-" else 0
    cards = BOX.pile - 3 * len(seats) - counted if pile is None else pile
    unknown = BOX.pile - 3 * len(seats) - counted - cards
    line = (
        f"tu1 {header} card {active or seats[0]}{round}-{flags} {','.join(words)} {keep} {','.join(players)}"
        f" {cards}/{unknown}/{discards} -/0.0/0 -/- - - - - -"
    )
    return Table(from_line(line))


def _settings(settings: dict[str, Any]) -> str:
    return ";".join(f"{name}={value}" for name, value in settings.items()) or "-"


def _rest(words: list[str], left: str) -> str:
    """The stack of what was not named, six wizards on each floor."""
    named = {int(part.rstrip("byrgov")) for word in words for part in word.split("/")[1:]}
    towers = [tower for tower in TOWERS if tower not in named]
    floors = [left[at : at + 6] for at in range(0, 6 * max(len(towers), 1), 6)]
    text = floors[0] if towers else left
    for at, tower in enumerate(towers):
        text += f"/{tower}{floors[at + 1] if at + 1 < len(towers) else ''}"
    return text or "-"


def action(text: str) -> Json:
    """An action in words: ``walk b 16``, ``cast y wizard_back b 2 x2 other``."""
    kind, *words = text.split()
    if kind == "cast":
        return _cast(*words)
    given: Json = {"type": kind}
    keys = {
        "card": ("card",),
        "roll": ("value",),
        "walk": ("colour", "space"),
        "tower": ("tower",),
        "free": ("seat", "colour"),
        "correct": ("seat", "there"),
    }
    for key, word in zip(keys.get(kind, ("seat",)), words, strict=False):
        given[key] = _read(key, word)
    return given


def _read(key: str, word: str) -> Any:
    if key in ("seat", "colour"):
        return SHORT[word]
    if key == "there":
        return {SHORT[letter]: word.count(letter) for letter in word if letter in SHORT}
    return int(word) if key in ("value", "space") else word


def _cast(seat: str, spell: str, *words: str) -> Json:
    given: Json = {"type": "cast", "seat": SHORT[seat], "spell": spell}
    rest = list(words)
    for word in words:
        if word.startswith("x") and word[1:].isdigit():
            given["times"] = int(word[1:])
            rest.remove(word)
        elif word == "other":
            given["other"] = True
            rest.remove(word)
    if spell in ("wizard_forward", "wizard_back"):
        return given | {"colour": SHORT[rest[0]], "space": int(rest[1])}
    if spell == "swap":
        return given | {"spaces": [int(rest[0]), int(rest[1])]}
    key = {"keep": "way", "piggyback": "colour"}.get(spell, "tower")
    return given | {key: SHORT[rest[0]] if key == "colour" else rest[0]}

"""The box: ring, towers, wizards, bottles, cards and prices as an owner's file states them (``boards/default.toml``).

All faults of a file are listed, each naming its key.
"""

from __future__ import annotations

import hashlib
import math
import tomllib
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

import msgspec

from companion.games import Fault, Invalid
from companion.games.tuerme.cards import Card, card_named

COLOURS = ("blue", "yellow", "red", "green", "orange", "violet")
SPELLS = ("wizard_forward", "tower_forward", "swap", "wizard_back", "tower_back", "keep", "piggyback", "free")
MOST_TEXT, MOST_SPACES, MOST_TOWERS, MOST_OF_A_COLOUR, MOST_PRICE = 100_000, 40, 15, 9, 6
SIX = 6
"""W3: wizards on one piece of ground or one roof."""


class Box(msgspec.Struct, frozen=True):
    """Spaces and towers by number from 0, cards and their copies in one order."""

    name: str
    checked: bool
    spaces: int
    shields: tuple[bool, ...]
    keep: int
    radius_mm: float
    tower_spaces: tuple[int, ...]
    tower_shields: tuple[bool, ...]
    rooms: tuple[int, ...]
    wizards: dict[str, int]
    players: dict[int, tuple[int, int]]
    cards: tuple[Card, ...]
    copies: tuple[int, ...]
    pile: int
    hand: int
    prices: dict[str, int]
    lamps: dict[str, tuple[int, ...]]
    toml: str
    hash: str

    def advice(self) -> tuple[Fault, ...]:
        """M1, M5, X1: what nobody has compared with a real box."""
        text = "known from one source only: compare them with your own box, then say checked = true"
        return () if self.checked else tuple(Fault(key, text) for key in ("ring.shields", "cards", "prices"))

    def positions(self) -> dict[str, tuple[float, float]]:
        """Millimetres of the lamps: a circle, space 1 in the north."""
        around = [2 * math.pi * space / self.spaces for space in range(self.spaces)]
        reach = self.radius_mm
        return {
            str(space + 1): (round(reach + reach * math.sin(turn), 1), round(reach - reach * math.cos(turn), 1))
            for space, turn in enumerate(around)
        }


def load_box(name_or_toml: str) -> Box:
    """The shipped box by its name, or that of a TOML text (anything with a line break or ``=``); raises Invalid."""
    if "\n" in name_or_toml or "=" in name_or_toml:
        return _parsed(name_or_toml)
    if name_or_toml != "default":
        raise Invalid("the box", [Fault("board", f"no box {name_or_toml[:40]!r}; shipped is default")])
    return _parsed(resources.files(__package__).joinpath("boards", "default.toml").read_text(encoding="utf-8"))


def text_hash(toml: str) -> str:
    """SHA-256 of a file's text, in hex."""
    return hashlib.sha256(toml.encode("utf-8", "surrogatepass")).hexdigest()


@lru_cache(maxsize=16)
def _parsed(toml: str) -> Box:
    if len(toml) > MOST_TEXT:
        raise Invalid("the box file", [Fault("board", f"longer than {MOST_TEXT} characters")])
    if any("\ud800" <= letter <= "\udfff" for letter in toml):
        raise Invalid("the box file", [Fault("board", "holds half a character that no text can hold")])
    try:
        data = tomllib.loads(toml)
    except (ValueError, RecursionError) as error:
        raise Invalid("the box file", [Fault("board", f"no TOML: {error}")]) from None
    faults = faults_of(data)
    if faults:
        raise Invalid("the box file", faults)
    return _build(data, toml)


def faults_of(data: dict[str, Any]) -> list[Fault]:
    """Every fault of a file's content; what needs a sound part waits for it."""
    faults = [Fault(str(key), "is unknown") for key in data if key not in ("name", "checked", *PARTS)]
    if not isinstance(data.get("name"), str) or not 0 < len(data["name"]) <= 40:
        faults.append(Fault("name", "must be a text of 1 to 40 letters"))
    if not isinstance(data.get("checked"), bool):
        faults.append(Fault("checked", "must be true or false"))
    for key, (keys, check) in PARTS.items():
        part = data.get(key)
        if not isinstance(part, dict):
            faults.append(Fault(key, "the table is missing"))
            continue
        found = [Fault(f"{key}.{name}", "is unknown") for name in part if keys and name not in keys]
        found += [Fault(f"{key}.{name}", "is missing") for name in keys if name not in part]
        faults += found or check(part)
    return faults or _together(data)


def _number(value: Any, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _numbers(value: Any, least: int, most: int) -> bool:
    return isinstance(value, list) and all(_number(each, least, most) for each in value)


def _ring(part: Mapping[str, Any]) -> list[Fault]:
    spaces, radius = part["spaces"], part["radius_mm"]
    if not _number(spaces, 8, MOST_SPACES):
        return [Fault("ring.spaces", f"must be 8 to {MOST_SPACES}")]
    faults = []
    if not _numbers(part["shields"], 1, spaces) or len(set(part["shields"])) < len(part["shields"]):
        faults.append(Fault("ring.shields", f"must be different spaces from 1 to {spaces}"))
    if not _number(part["keep"], 1, spaces):
        faults.append(Fault("ring.keep", f"must be a space from 1 to {spaces}"))
    if type(radius) not in (int, float) or not 1 <= radius <= 10_000:
        faults.append(Fault("ring.radius_mm", "must be millimetres"))
    return faults


def _towers(part: Mapping[str, Any]) -> list[Fault]:
    spaces = part["spaces"]
    if not _numbers(spaces, 1, MOST_SPACES) or not 1 <= len(spaces) <= MOST_TOWERS or len(set(spaces)) < len(spaces):
        return [Fault("towers.spaces", f"must be different spaces of 1 to {MOST_TOWERS} towers")]
    faults = []
    if not _numbers(part["shields"], 1, len(spaces)) or len(set(part["shields"])) < len(part["shields"]):
        faults.append(Fault("towers.shields", f"must be different towers from 1 to {len(spaces)}"))
    if not _numbers(part["rooms"], 0, SIX) or len(part["rooms"]) != len(spaces):
        faults.append(Fault("towers.rooms", f"must be {len(spaces)} numbers up to {SIX}"))
    return faults


def _wizards(part: Mapping[str, Any]) -> list[Fault]:
    return [
        Fault(f"wizards.{name}", f"must be 1 to {MOST_OF_A_COLOUR}")
        for name, count in part.items()
        if not _number(count, 1, MOST_OF_A_COLOUR)
    ]


def _bottles(part: Mapping[str, Any]) -> list[Fault]:
    return [] if _number(part["each"], 1, 20) else [Fault("bottles.each", "must be 1 to 20")]


def _players(part: Mapping[str, Any]) -> list[Fault]:
    return [
        Fault(f"players.{seats}", "must be wizards and bottles of each, like [4, 5]")
        for seats, counts in part.items()
        if not _numbers(counts, 1, 20) or len(counts) != 2
    ]


def _cards(part: Mapping[str, Any]) -> list[Fault]:
    faults = [
        Fault(f"cards.{name}", "is no card; cards are like w3, t3, e3, t5w1, e-die, t-die2")
        for name in part
        if card_named(name) is None
    ]
    faults += [Fault(f"cards.{name}", "must be 1 to 90") for name, count in part.items() if not _number(count, 1, 90)]
    return faults or ([] if part else [Fault("cards", "must name at least one")])


def _pile(part: Mapping[str, Any]) -> list[Fault]:
    faults = [] if _number(part["cards"], 1, 500) else [Fault("pile.cards", "must be 1 to 500")]
    return faults if _number(part["hand"], 2, 9) else [*faults, Fault("pile.hand", "must be 2 to 9")]


def _prices(part: Mapping[str, Any]) -> list[Fault]:
    return [
        Fault(f"prices.{spell}", f"must be 1 to {MOST_PRICE}")
        for spell, price in part.items()
        if not _number(price, 1, MOST_PRICE)
    ]


def _lamps(part: Mapping[str, Any]) -> list[Fault]:
    faults, owner = [], dict[int, str]()
    for space, numbers in part.items():
        if not space.isdecimal() or not _numbers(numbers, 0, 9999):
            faults.append(Fault(f"lamps.{space}", "must be a space with a list of lamp numbers"))
            continue
        taken = [number for number in numbers if owner.setdefault(number, space) != space]
        faults += [Fault(f"lamps.{space}", f"lamp {number} belongs to {owner[number]} already") for number in taken]
    return faults


PARTS: dict[str, tuple[tuple[str, ...], Callable[[Mapping[str, Any]], list[Fault]]]] = {
    "ring": (("spaces", "shields", "keep", "radius_mm"), _ring),
    "towers": (("spaces", "shields", "rooms"), _towers),
    "wizards": (COLOURS, _wizards),
    "bottles": (("each",), _bottles),
    "players": (tuple("23456"), _players),
    "cards": ((), _cards),
    "pile": (("cards", "hand"), _pile),
    "prices": (SPELLS, _prices),
    "lamps": ((), _lamps),
}
"""The tables of a file: the keys that each must have (none: free ones), and what is checked."""


def _together(data: dict[str, Any]) -> list[Fault]:
    """What several tables say together."""
    spaces, room = data["ring"]["spaces"], sum(data["towers"]["rooms"])
    faults = [Fault("towers.spaces", f"{at} is not on the ring") for at in data["towers"]["spaces"] if at > spaces]
    if data["ring"]["keep"] in data["towers"]["spaces"]:
        faults.append(Fault("ring.keep", "must be a space without a tower (S1)"))
    for seats, (wizards, bottles) in data["players"].items():
        where = f"players.{seats}"
        if sum(count >= wizards for count in data["wizards"].values()) < int(seats):
            faults.append(Fault(where, f"needs {seats} colours with {wizards} wizards (M4)"))
        if bottles > data["bottles"]["each"]:
            faults.append(Fault(where, f"needs {bottles} bottles of a colour (M6)"))
        if int(seats) * wizards > room:
            faults.append(Fault(where, f"needs room for {int(seats) * wizards} wizards on the towers (S3)"))
    said, cards = sum(data["cards"].values()), data["pile"]["cards"]
    if said != cards:
        faults.append(Fault("cards", f"are {said}, not {cards} as in pile.cards (M5)"))
    if 13 * data["pile"]["hand"] > 2 * cards:
        faults.append(Fault("pile.cards", "must leave more cards than six seats hold"))
    far = [name for name in data["cards"] if (card := card_named(name)) and max(card.wizard, card.tower) >= spaces]
    faults += [Fault(f"cards.{name}", "goes round the whole ring") for name in far]
    return faults + [
        Fault(f"lamps.{at}", "is no space of the ring") for at in data["lamps"] if not 1 <= int(at) <= spaces
    ]


def _flags(numbers: list[int], count: int) -> tuple[bool, ...]:
    return tuple(number + 1 in numbers for number in range(count))


def _build(data: dict[str, Any], toml: str) -> Box:
    ring, towers = data["ring"], data["towers"]
    return Box(
        name=data["name"],
        checked=data["checked"],
        spaces=ring["spaces"],
        shields=_flags(ring["shields"], ring["spaces"]),
        keep=ring["keep"] - 1,
        radius_mm=float(ring["radius_mm"]),
        tower_spaces=tuple(space - 1 for space in towers["spaces"]),
        tower_shields=_flags(towers["shields"], len(towers["spaces"])),
        rooms=tuple(towers["rooms"]),
        wizards={colour: data["wizards"][colour] for colour in COLOURS},
        players={int(seats): (counts[0], counts[1]) for seats, counts in data["players"].items()},
        cards=tuple(card for name in data["cards"] if (card := card_named(name))),
        copies=tuple(data["cards"].values()),
        pile=data["pile"]["cards"],
        hand=data["pile"]["hand"],
        prices={spell: data["prices"][spell] for spell in SPELLS},
        lamps={space: tuple(numbers) for space, numbers in data["lamps"].items()},
        toml=toml,
        hash=text_hash(toml),
    )

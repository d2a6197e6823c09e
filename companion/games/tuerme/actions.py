"""Actions at the border: JSON to numbers and back.

``S`` is a seat's colour, ``P`` a space from 1, ``T`` a tower like t4.


{"type": "card", "card": "w3"}                the active player plays a type (T1)
{"type": "hand"}, {"type": "stay"}            the whole hand away; no tower is pushed then (T5)
{"type": "roll", "value": 1-6}                what the die shows;  {"type": "again"}  rolls once more (C4)
{"type": "walk", "colour": S, "space": P}     a wizard from there by the card (W1)
{"type": "tower", "tower": T}                 a tower with all above it, by the card or the push
{"type": "waste"}, {"type": "go"}, {"type": "over"}      T3, Z7, T2
{"type": "claim" | "yield" | "after" | "lower" | "exchange" | "give", "seat": S}     Z9, Z10, X8, G2, G7
{"type": "free", "seat": S, "colour": S}      who is freed from under the tower in the air (X8)
{"type": "correct", "seat": S, "there": {S: n}}          who really stands where a tower was lifted
{"type": "cast", "seat": S, "spell": ...}     with, by the spell:
    wizard_forward, wizard_back               "colour": S, "space": P ["times": n] ["other": true]
    tower_forward, tower_back                 "tower": T ["times": n]
    swap                                      "spaces": [P, P]
    keep                                      "way": "forward" | "back" ["times": n]
    piggyback                                 "colour": S
    free                                      "tower": T
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games import Fault, Invalid, Json
from companion.games.tuerme.box import SIX, SPELLS
from companion.games.tuerme.position import Action, one
from companion.games.tuerme.settings import Setup
from companion.games.tuerme.towers import name

WAYS = {"forward": 1, "back": -1}
KEYS: dict[str, tuple[str, ...]] = {
    "card": ("card",),
    "hand": (),
    "stay": (),
    "roll": ("value",),
    "again": (),
    "walk": ("colour", "space"),
    "tower": ("tower",),
    "waste": (),
    "go": (),
    "over": (),
    "claim": ("seat",),
    "yield": ("seat",),
    "after": ("seat",),
    "lower": ("seat",),
    "exchange": ("seat",),
    "give": ("seat",),
    "free": ("seat", "colour"),
    "correct": ("seat", "there"),
    "cast": ("seat", "spell"),
}
"""What each type carries besides ``type``."""
CAST_KEYS: dict[str, tuple[str, ...]] = {
    "wizard_forward": ("colour", "space", "times", "other"),
    "wizard_back": ("colour", "space", "times", "other"),
    "tower_forward": ("tower", "times"),
    "tower_back": ("tower", "times"),
    "swap": ("spaces",),
    "keep": ("way", "times"),
    "piggyback": ("colour",),
    "free": ("tower",),
}
USUAL = {"times": 1, "other": False}
"""What a cast may leave out."""


def parse(setup: Setup, data: Any) -> Action:
    """The action in numbers.  Raises Invalid when it is no action at all, naming every fault."""
    if not isinstance(data, Mapping):
        raise Invalid("the action", [Fault("action", "must be a table with a type")])
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in KEYS:
        raise Invalid("the action", [Fault("type", f"must be one of {', '.join(KEYS)}")])
    keys, what = KEYS[kind], tuple[str, ...]()
    if kind == "cast":
        spell = data.get("spell")
        if not isinstance(spell, str) or spell not in SPELLS:
            raise Invalid("the action", [Fault("spell", f"must be one of {', '.join(SPELLS)}")])
        what = CAST_KEYS[spell]
    values = _values(setup, data, kind, (*keys, *what))
    if kind == "cast":
        return (kind, values["seat"], data["spell"], tuple(_flat([values[key] for key in what])))
    return (kind, *(values[key] for key in keys)) if keys else (kind, None)


def _flat(values: list[Any]) -> list[Any]:
    return [each for value in values for each in (value if isinstance(value, tuple) else (value,))]


def _values(setup: Setup, data: Mapping[str, Any], kind: str, keys: tuple[str, ...]) -> dict[str, Any]:
    faults = [Fault(str(key), f"is no part of {kind}") for key in data if key not in ("type", *keys)]
    values: dict[str, Any] = {}
    for key in keys:
        if key not in data and (kind != "cast" or key not in USUAL):
            faults.append(Fault(key, "is missing"))
            continue
        read, says = READERS[key]
        values[key] = read(setup, data.get(key, USUAL.get(key)))
        if values[key] is None:
            faults.append(Fault(key, says))
    if faults:
        raise Invalid("the action", faults)
    return values


def _number(value: Any, least: int, most: int) -> int | None:
    return int(value) if type(value) is int and least <= value <= most else None


def _seat(setup: Setup, value: Any) -> int | None:
    return setup.seats.index(value) if isinstance(value, str) and value in setup.seats else None


def _space(setup: Setup, value: Any) -> int | None:
    found = _number(value, 1, setup.box.spaces)
    return None if found is None else found - 1


def _spaces(setup: Setup, value: Any) -> tuple[int, int] | None:
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        return None
    one_space, other = _space(setup, value[0]), _space(setup, value[1])
    if one_space is None or other is None or one_space == other:
        return None
    return min(one_space, other), max(one_space, other)


def _tower(setup: Setup, value: Any) -> int | None:
    names = [name(tower) for tower in range(len(setup.box.rooms))]
    return names.index(value) if isinstance(value, str) and value in names else None


def _card(setup: Setup, value: Any) -> int | None:
    names = [card.name for card in setup.box.cards]
    return names.index(value) if isinstance(value, str) and value in names else None


def _there(setup: Setup, value: Any) -> int | None:
    if not isinstance(value, Mapping) or any(_seat(setup, seat) is None for seat in value):
        return None
    if any(_number(many, 0, SIX) is None for many in value.values()) or sum(value.values()) > SIX:
        return None
    return int(sum(one(setup.seats.index(seat)) * many for seat, many in value.items()))


def _way(_: Setup, value: Any) -> int | None:
    found: int | None = WAYS.get(value) if isinstance(value, str) else None
    return found


READERS: dict[str, tuple[Callable[[Setup, Any], Any], str]] = {
    "seat": (_seat, "must be one of the seats"),
    "colour": (_seat, "must be one of the seats"),
    "space": (_space, "must be a space of the ring, counted from 1"),
    "spaces": (_spaces, "must be two different spaces of the ring"),
    "tower": (_tower, "must be a tower like t4"),
    "card": (_card, "must be a type of card"),
    "value": (lambda _, value: _number(value, 1, 6), "must be 1 to 6"),
    "times": (lambda _, value: _number(value, 1, 99), "must be a number from 1"),
    "way": (_way, "must be forward or back"),
    "other": (lambda _, value: value if isinstance(value, bool) else None, "must be true or false"),
    "spell": (lambda _, value: value, ""),
    "there": (_there, "must be a table of colours with numbers, six at the most"),
}


def to_json(setup: Setup, action: Action) -> Json:
    """The action as it is sent and kept."""
    kind = action[0]
    found: Json = {"type": kind}
    if kind == "cast":
        _, seat, spell, what = action
        return found | {"seat": setup.seats[seat], "spell": spell} | _what(setup, spell, what)
    for key, value in zip(KEYS[kind], action[1:], strict=False):
        found[key] = _word(setup, key, value)
    return found


def _what(setup: Setup, spell: str, what: tuple[Any, ...]) -> Json:
    if spell == "swap":
        return {"spaces": [space + 1 for space in what]}
    found = {key: _word(setup, key, value) for key, value in zip(CAST_KEYS[spell], what, strict=True)}
    return {key: value for key, value in found.items() if key != "other" or value}


def _word(setup: Setup, key: str, value: Any) -> Any:
    if key in ("seat", "colour"):
        return setup.seats[value]
    if key == "there":
        return {seat: value >> 4 * at & 15 for at, seat in enumerate(setup.seats) if value >> 4 * at & 15}
    words: dict[str, Callable[[Any], Any]] = {
        "space": lambda number: number + 1,
        "tower": name,
        "card": lambda number: setup.box.cards[number].name,
        "way": lambda number: "forward" if number > 0 else "back",
    }
    return words[key](value) if key in words else value

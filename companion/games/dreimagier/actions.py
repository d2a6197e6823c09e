"""Actions at the border: JSON to numbers and back.

{"type": "throw", "wands": {colour: {"top": 0-2} | {"hidden": face} | both}}   exactly the wands wanted
{"type": "spoilt"}                              the awaited throw is repeated (S2)
{"type": "jump", "to": place}                   own magician
{"type": "walk", "to": node}                    own apprentice
{"type": "stay", "figure": "magician" | "apprentice"}
{"type": "take", "from": colour}                the card of a cleared place
{"type": "again", "fly": [colours]}             duel: these fly again, in the order red, black, white
{"type": "stop"}                                duel: content with the result
{"type": "accept"}, {"type": "decline"}         an offered spell, bonus or doublet throw
{"type": "symbol", "symbol": face}              one of the equally frequent symbols
{"type": "magic", "to": node}                   the own node means stay
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games import Fault, Invalid, Json
from companion.games.dreimagier.play import Wands
from companion.games.dreimagier.setup import Action, Setup
from companion.games.dreimagier.wands import COLOURS, FACES, UNKNOWN, Three

FIGURES = ("magician", "apprentice")
KEYS = {
    "throw": "wands",
    "spoilt": None,
    "jump": "to",
    "walk": "to",
    "stay": "figure",
    "take": "from",
    "again": "fly",
    "stop": None,
    "accept": None,
    "decline": None,
    "symbol": "symbol",
    "magic": "to",
}
"""The one key of each type of action besides ``type``."""


def parse(setup: Setup, data: Any) -> Action:
    """The action in numbers.  Raises Invalid when it is no action at all, naming every fault."""
    if not isinstance(data, Mapping):
        raise Invalid("the action", [Fault("action", "must be a table with a type")])
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in KEYS:
        raise Invalid("the action", [Fault("type", f"must be one of {', '.join(KEYS)}")])
    key = KEYS[kind]
    faults = [Fault(str(name), f"is no part of {kind}") for name in data if name not in ("type", key)]
    if key is None:
        value: Any = None
    elif key not in data:
        faults.append(Fault(key, "is missing"))
    else:
        value, found = READERS[key](setup, data[key])
        faults += found
    if faults:
        raise Invalid("the action", faults)
    return kind, value


def _named(names: tuple[str, ...], where: str, value: Any) -> tuple[int, list[Fault]]:
    if isinstance(value, str) and value in names:
        return names.index(value), []
    return UNKNOWN, [Fault(where, f"must be one of {', '.join(names)}")]


def _node(setup: Setup, value: Any) -> tuple[int, list[Fault]]:
    if isinstance(value, str) and value in setup.numbers:
        return setup.numbers[value], []
    return UNKNOWN, [Fault("to", "is no node of this board")]


def _figure(_: Setup, value: Any) -> tuple[str, list[Fault]]:
    number, faults = _named(FIGURES, "figure", value)
    return FIGURES[number], faults


def _colour(_: Setup, value: Any) -> tuple[int, list[Fault]]:
    return _named(COLOURS, "from", value)


def _face(_: Setup, value: Any) -> tuple[int, list[Fault]]:
    return _named(FACES, "symbol", value)


def _flight(_: Setup, value: Any) -> tuple[tuple[int, ...], list[Fault]]:
    if isinstance(value, (list, tuple)) and all(isinstance(name, str) and name in COLOURS for name in value):
        fly = tuple(COLOURS.index(name) for name in value)
        if list(fly) == sorted(set(fly)):
            return fly, []
    return (), [Fault("fly", "must be a list of colours in the order red, black, white, each at most once")]


def _wands(_: Setup, value: Any) -> tuple[Wands, list[Fault]]:
    """The wands of a throw; a wand that is not named has neither value nor face."""
    if not isinstance(value, Mapping) or not value:
        return ((UNKNOWN,) * 3, (UNKNOWN,) * 3), [Fault("wands", "must be a table of colours")]
    faults = [Fault(f"wands.{name}", "is no colour of a wand") for name in value if name not in COLOURS]
    tops, hidden = [UNKNOWN] * 3, [UNKNOWN] * 3
    for number, colour in enumerate(COLOURS):
        if colour in value:
            tops[number], hidden[number], found = _wand(f"wands.{colour}", value[colour])
            faults += found
    return (_three(tops), _three(hidden)), faults


def _three(values: list[int]) -> Three:
    red, black, white = values
    return red, black, white


def _wand(where: str, value: Any) -> tuple[int, int, list[Fault]]:
    if not isinstance(value, Mapping) or not value or set(value) - {"top", "hidden"}:
        return UNKNOWN, UNKNOWN, [Fault(where, "must give top, hidden or both")]
    top, hidden, faults = UNKNOWN, UNKNOWN, []
    if "top" in value:
        if type(value["top"]) is int and 0 <= value["top"] <= 2:
            top = value["top"]
        else:
            faults.append(Fault(f"{where}.top", "must be 0, 1 or 2"))
    if "hidden" in value:
        hidden, found = _named(FACES, f"{where}.hidden", value["hidden"])
        faults += found
    return top, hidden, faults


READERS: dict[str, Callable[[Setup, Any], tuple[Any, list[Fault]]]] = {
    "wands": _wands,
    "to": _node,
    "figure": _figure,
    "from": _colour,
    "fly": _flight,
    "symbol": _face,
}


def to_json(setup: Setup, action: Action) -> Json:
    """The action as JSON."""
    kind, value = action
    key = KEYS[kind]
    if key is None:
        return {"type": kind}
    return {"type": kind, key: WRITERS[key](setup, value)}


def _wands_json(_: Setup, wands: Wands) -> Json:
    tops, hidden = wands
    seen: Json = {}
    for number, colour in enumerate(COLOURS):
        wand: Json = {} if tops[number] == UNKNOWN else {"top": tops[number]}
        if hidden[number] != UNKNOWN:
            wand["hidden"] = FACES[hidden[number]]
        if wand:
            seen[colour] = wand
    return seen


WRITERS: dict[str, Callable[[Setup, Any], Any]] = {
    "wands": _wands_json,
    "to": lambda setup, value: setup.names[value],
    "figure": lambda _, value: value,
    "from": lambda _, value: COLOURS[value],
    "fly": lambda _, value: [COLOURS[wand] for wand in value],
    "symbol": lambda _, value: FACES[value],
}

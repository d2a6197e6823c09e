"""Actions at the border: shape only, whether they are allowed is said by ``reasons``.

{"type": "turn", "seat": s, "card": colour | "wizard" | "jester" | "unknown"}     T1, T5
{"type": "trump", "seat": s, "colour": colour | "none"}                           T3
{"type": "bid", "seat": s, "bid": n}                                              B1; B5: once more until locked
{"type": "trick", "seat": s, "winner": s2 [, "cards": [..]]}                      N1, J5: cards from the leader on
{"type": "tricks", "seat": s, "tricks": {s: n, ..}}                               N1: all seats at once
{"type": "round", "seat": s, "turned": .., "trump": .., "bids": {..}, "tricks": {..}}   N1: a whole round
{"type": "mend", "seat": s, "round": r, ["turned"], ["trump"], ["bids"], ["tricks"], ["dealer"]}   R1-R3
{"type": "misdeal", "seat": s}                                                    D4
{"type": "stop", "seat": s}                                                       E3
{"type": "ruling", "seat": s, "choice": "taken-back" | "stands"}                  J6
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.games import Fault, Invalid, Json
from companion.games.wizard.cards import COLOURS, DECK, JESTER, NONE, WIZARD

UNKNOWN = "unknown"
TURNED = (*COLOURS, WIZARD, JESTER)
TURN_CARDS = (*TURNED, UNKNOWN)
CHOSEN = (*COLOURS, NONE)
CHOICES = ("taken-back", "stands")
KEYS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "turn": (("card",), ()),
    "trump": (("colour",), ()),
    "bid": (("bid",), ()),
    "trick": (("winner",), ("cards",)),
    "tricks": (("tricks",), ()),
    "round": (("bids", "tricks"), ("turned", "trump")),
    "mend": (("round",), ("turned", "trump", "bids", "tricks", "dealer")),
    "misdeal": ((), ()),
    "stop": ((), ()),
    "ruling": (("choice",), ()),
}
"""Keys that each type must and may have, besides ``type`` and ``seat``."""


def require_shape(seats: Sequence[str], action: Any) -> None:
    """Raises Invalid for what is no action at all, with every fault."""
    found = faults(seats, action)
    if found:
        raise Invalid("the action", found)


def faults(seats: Sequence[str], action: Any) -> list[Fault]:
    """All faults of the shape of an action."""
    if not isinstance(action, Mapping):
        return [Fault("action", "must be a table with a type")]
    kind = action.get("type")
    if not isinstance(kind, str) or kind not in KEYS:
        return [Fault("type", f"must be one of {', '.join(KEYS)}")]
    must, can = KEYS[kind]
    found = [Fault(str(key), f"is no part of {kind}") for key in action if key not in ("type", "seat", *must, *can)]
    found += [Fault(key, "is missing") for key in ("seat", *must) if key not in action]
    return found + [
        Fault(key, SAYS[key]) for key in ("seat", *must, *can) if key in action and not FITS[key](seats, action[key])
    ]


def _number(_: Sequence[str], value: Any) -> bool:
    return type(value) is int and 0 <= value < 100


def _seat(seats: Sequence[str], value: Any) -> bool:
    return isinstance(value, str) and value in seats


def _numbers(seats: Sequence[str], value: Any) -> bool:
    return isinstance(value, Mapping) and all(_seat(seats, seat) and _number(seats, n) for seat, n in value.items())


def _cards(_: Sequence[str], value: Any) -> bool:
    return isinstance(value, (list, tuple)) and all(isinstance(card, str) and card in DECK for card in value)


def _one_of(words: tuple[str, ...]) -> Callable[[Sequence[str], Any], bool]:
    return lambda _, value: isinstance(value, str) and value in words


FITS: dict[str, Callable[[Sequence[str], Any], bool]] = {
    "seat": _seat,
    "winner": _seat,
    "dealer": _seat,
    "card": _one_of(TURN_CARDS),
    "turned": _one_of(TURN_CARDS),
    "colour": _one_of(CHOSEN),
    "trump": _one_of(CHOSEN),
    "choice": _one_of(CHOICES),
    "bid": _number,
    "round": _number,
    "bids": _numbers,
    "tricks": _numbers,
    "cards": _cards,
}
SAYS = {
    **dict.fromkeys(("seat", "winner", "dealer"), "must be one of the seats"),
    **dict.fromkeys(("card", "turned"), f"must be one of {', '.join(TURN_CARDS)}"),
    **dict.fromkeys(("colour", "trump"), f"must be one of {', '.join(CHOSEN)}"),
    "choice": f"must be one of {', '.join(CHOICES)}",
    **dict.fromkeys(("bid", "round"), "must be a number"),
    **dict.fromkeys(("bids", "tricks"), "must be a table of seats with numbers"),
    "cards": "must be a list of cards like B7, W, J",
}


def turned(word: str) -> str | None:
    """What a turned card is noted as (T5: nothing, where it is unknown)."""
    return None if word == UNKNOWN else word


def listed(seats: Sequence[str], given: Mapping[str, int], before: Sequence[int]) -> tuple[int, ...]:
    """Numbers of all seats: those that are given, else as before."""
    return tuple(given.get(seat, old) for seat, old in zip(seats, before, strict=True))


def named(seats: Sequence[str], numbers: Sequence[int | None]) -> Json:
    """Numbers as an event tells them: by seat."""
    return dict(zip(seats, numbers, strict=True))

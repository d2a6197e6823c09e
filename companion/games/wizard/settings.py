"""The settings of a game and its header (S1-S3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games import Fault, Invalid, Json

NAME = "wizard"
SEATS = ("owl", "fox", "stag", "hare", "toad", "cat")
"""Names of the seats, clockwise; a table of three has the first three unless it says otherwise."""
ROUNDS = {3: 20, 4: 15, 5: 12, 6: 10}
ONE_COLOUR_ROUNDS, ONE_COLOUR_MORE, ONE_COLOUR_SEATS = 12, 3, 4

SETTINGS: dict[str, tuple[str, ...]] = {
    "game": ("standard", "one-colour"),
    "bids": ("open", "hidden", "secret"),
    "sum": ("free", "not-equal"),
    "clairvoyance": ("no", "yes"),
    "dealer_may_choose_none": ("no", "yes"),
    "tie": ("shared", "bids"),
}
"""Every setting with its values, default first."""

RULE_OF = {
    "game": "O1",
    "bids": "V2",
    "sum": "V1",
    "clairvoyance": "V4",
    "dealer_may_choose_none": "T3",
    "tie": "E2",
}
KEYS = ("game", "version", "seats", "first_dealer", "settings", "players")


def make_header(options: Json) -> Json:
    """The complete header of a game; raises Invalid with all faults."""
    if not isinstance(options, Mapping):
        raise Invalid("the header", [Fault("header", "must be a table")])
    faults = [Fault(str(key), "is no part of a header of this game") for key in options if key not in KEYS]
    faults += [Fault("game", f"must be {NAME!r}")] if options.get("game", NAME) != NAME else []
    faults += [Fault("version", "must be 1")] if options.get("version", 1) != 1 else []
    seats, settings = options.get("seats", list(SEATS[:3])), options.get("settings", {})
    faults += _seat_faults(seats) + setting_faults(settings)
    if not faults:
        settings = all_settings(settings)
        faults += clashes(settings, len(seats))
        dealer = options.get("first_dealer", seats[0])
        if dealer not in seats:
            faults.append(Fault("first_dealer", "must be one of the seats (S2)"))
    if faults:
        raise Invalid("the header", faults)
    return {"game": NAME, "version": 1, "seats": list(seats), "first_dealer": dealer, "settings": settings}


def _seat_faults(seats: Any) -> list[Fault]:
    """S1, S4: three to six, each once."""
    if not isinstance(seats, list) or not all(seat in SEATS for seat in seats if isinstance(seat, str)):
        return [Fault("seats", f"must be a list of {', '.join(SEATS)}")]
    if not 3 <= len(seats) <= 6 or not all(isinstance(seat, str) for seat in seats) or len(set(seats)) < len(seats):
        return [Fault("seats", "must be three to six different ones (S1)")]
    return []


def setting_faults(settings: Any) -> list[Fault]:
    """Names and values that there are not."""
    if not isinstance(settings, Mapping):
        return [Fault("settings", "must be a table")]
    return [
        Fault(f"settings.{name}", f"must be one of {', '.join(SETTINGS[name])}" if name in SETTINGS else "is unknown")
        for name, value in settings.items()
        if value not in SETTINGS.get(name, ())
    ]


def all_settings(settings: Mapping[str, str]) -> dict[str, str]:
    """Every setting, in the order of the table."""
    return {name: settings.get(name, values[0]) for name, values in SETTINGS.items()}


def clashes(settings: Mapping[str, str], seats: int) -> list[Fault]:
    """Combinations that cannot be: V1 with unseen bids, O1 with five seats or clairvoyance (O7)."""
    faults = []
    if settings["sum"] == "not-equal" and settings["bids"] != "open":
        faults.append(Fault("settings.sum", "not-equal needs open bids (V1)"))
    if settings["game"] == "one-colour":
        if seats > ONE_COLOUR_SEATS:
            faults.append(Fault("settings.game", "one-colour is for three or four seats (O1)"))
        if settings["clairvoyance"] == "yes":
            faults.append(Fault("settings.clairvoyance", "one-colour has no round of one card (O7)"))
    return faults


def rounds(header: Json) -> int:
    """S3, O3: how many rounds are played."""
    one_colour = header["settings"]["game"] == "one-colour"
    return ONE_COLOUR_ROUNDS if one_colour else ROUNDS[len(header["seats"])]


def tricks(header: Json, number: int) -> int:
    """D1, O3: the tricks of round ``number``."""
    return number + (ONE_COLOUR_MORE if header["settings"]["game"] == "one-colour" else 0)

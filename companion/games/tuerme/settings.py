"""The settings of a game, its header, and what follows from both for one game (the table at the end of the rules)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from companion.games import Fault, Invalid, Json
from companion.games.tuerme.box import COLOURS, SPELLS, Box, load_box, text_hash

NAME = "tuerme"
KEYS = ("game", "version", "board", "seats", "start", "settings")
BASIC = ("wizard_forward", "tower_forward")

CHOICES: dict[str, tuple[str, ...]] = {
    "mode": ("basic", "master"),
    "teams": ("no", "yes"),
    "spell_wizards": ("own", "any"),
    "spells_per_action": ("one", "one-each"),
    "spell_again": ("no", "yes"),
    "second_card_may_be_wasted": ("yes", "no"),
    "swap_with_keep": ("no", "travels"),
    "backwards_into_keep": ("yes", "no"),
    "foreign_entry_moves_keep": ("yes", "no"),
    "team_end": ("at-once", "round"),
}
"""Settings with their values, default first; in the master variant spell_wizards (Z3) is ``any`` by itself."""
BY_MODE: dict[str, Json] = {
    "basic": {"spells": list(BASIC), "spell_wizards": "own"},
    "master": {"spells": list(SPELLS), "spell_wizards": "any"},
}
"""What is usual in the one variant and not in the other (S5, Z3)."""
ORDER = ("mode", "teams", "spells", "spell_costs", *list(CHOICES)[2:])

RULE_OF = {
    "mode": "Z6",
    "teams": "G1",
    "spells": "S5",
    "spell_costs": "Z1",
    "spell_wizards": "Z3",
    "spells_per_action": "Z6",
    "spell_again": "Z8",
    "second_card_may_be_wasted": "T4",
    "swap_with_keep": "X3",
    "backwards_into_keep": "X4",
    "foreign_entry_moves_keep": "K8",
    "team_end": "G6",
}


class Setup(msgspec.Struct, frozen=True, eq=False):
    """What is fixed for one game; seats by number in playing order, colours of wizards are those of their seats."""

    header_json: bytes
    box: Box
    seats: tuple[str, ...]
    start: int
    wizards: int
    bottles: int
    master: bool
    teams: bool
    spells: tuple[str, ...]
    prices: dict[str, int]
    own_only: bool
    each: bool
    again: bool
    may_waste: bool
    keep_travels: bool
    backwards: bool
    foreign: bool
    round_ends: bool
    walks: tuple[tuple[tuple[str, int, int], ...], ...]
    tower_moves: tuple[tuple[str, int], ...]
    card_plays: tuple[tuple[str, Any], ...]
    hand_away: tuple[tuple[str, Any], ...]

    def header(self) -> Json:
        """The header, a fresh copy."""
        found: Json = msgspec.json.decode(self.header_json)
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setup) and self.header_json == other.header_json

    def __hash__(self) -> int:
        return hash(self.header_json)


def make_header(options: Any) -> Json:
    """The complete header of a game; raises Invalid with all faults."""
    if not isinstance(options, Mapping):
        raise Invalid("the header", [Fault("header", "must be a table")])
    faults = [Fault(str(key), "is no part of a header of this game") for key in options if key not in KEYS]
    faults += [Fault("game", f"must be {NAME!r}")] if options.get("game", NAME) != NAME else []
    faults += [Fault("version", "must be 1")] if options.get("version", 1) != 1 else []
    box, found = _box(options.get("board", "default"))
    faults += found
    seats, settings = options.get("seats", list(COLOURS[:2])), options.get("settings", {})
    seat_faults = _seat_faults(seats, box)
    faults += seat_faults + setting_faults(settings)
    start = options.get("start", seats[0] if not seat_faults else None)
    if not seat_faults and start not in seats:
        faults.append(Fault("start", "must be one of the seats (S4)"))
    if not faults and settings.get("teams") == "yes" and len(seats) not in (4, 6):
        faults.append(Fault("settings.teams", "needs four or six seats (G1)"))
    if faults or box is None:
        raise Invalid("the header", faults)
    return {
        "game": NAME,
        "version": 1,
        "board": {"name": box.name, "hash": box.hash, "toml": box.toml},
        "seats": list(seats),
        "start": start,
        "settings": all_settings(settings, box),
    }


def _box(given: Any) -> tuple[Box | None, list[Fault]]:
    """The box that a header names or holds."""
    if isinstance(given, Mapping) and isinstance(given.get("toml"), str):
        toml = given["toml"]
        extra = [Fault(f"board.{key}", "is unknown") for key in given if key not in ("name", "hash", "toml")]
        if given.get("hash", text_hash(toml)) != text_hash(toml):
            extra.append(Fault("board.hash", "does not belong to this box file"))
        box, faults = _loaded(toml if "=" in toml else toml + "\n")
        if box is not None and given.get("name", box.name) != box.name:
            extra.append(Fault("board.name", f"is {box.name!r} in the box file"))
        return (None if extra else box), faults + extra
    if isinstance(given, str):
        return _loaded(given)
    return None, [Fault("board", 'must be a name or hold the box file as "toml"')]


def _loaded(text: str) -> tuple[Box | None, list[Fault]]:
    try:
        return load_box(text), []
    except Invalid as invalid:
        return None, list(invalid.faults)


def _seat_faults(seats: Any, box: Box | None) -> list[Fault]:
    """S2, M4: two to six colours, each once, with wizards enough."""
    if not isinstance(seats, list) or not all(isinstance(seat, str) and seat in COLOURS for seat in seats):
        return [Fault("seats", f"must be a list of {', '.join(COLOURS)}")]
    if not 2 <= len(seats) <= 6 or len(set(seats)) < len(seats):
        return [Fault("seats", "must be two to six different ones (S2)")]
    if box is None:
        return []
    wizards = box.players[len(seats)][0]
    return [
        Fault("seats", f"{len(seats)} seats need {wizards} wizards each, {seat} has {box.wizards[seat]} (M4)")
        for seat in seats
        if box.wizards[seat] < wizards
    ]


def setting_faults(settings: Any) -> list[Fault]:
    """Names and values that there are not, and piggyback without announcements (S5)."""
    if not isinstance(settings, Mapping):
        return [Fault("settings", "must be a table")]
    faults = [Fault(f"settings.{name}", "is unknown") for name in settings if name not in ORDER]
    faults += [
        Fault(f"settings.{name}", f"must be one of {', '.join(values)}")
        for name, values in CHOICES.items()
        if settings.get(name, values[0]) not in values
    ]
    return faults + _spell_faults(settings) + _cost_faults(settings.get("spell_costs", {}))


def _spell_faults(settings: Mapping[str, Any]) -> list[Fault]:
    spells = settings.get("spells", list(BASIC))
    if not isinstance(spells, (list, tuple)) or not all(isinstance(spell, str) and spell in SPELLS for spell in spells):
        return [Fault("settings.spells", f"must be a list of {', '.join(SPELLS)}")]
    if len(set(spells)) < len(spells):
        return [Fault("settings.spells", "must name each spell once")]
    if "piggyback" in spells and settings.get("mode", "basic") != "master":
        return [Fault("settings.spells", "piggyback needs the master variant (S5)")]
    return []


def _cost_faults(costs: Any) -> list[Fault]:
    if not isinstance(costs, Mapping):
        return [Fault("settings.spell_costs", "must be a table of spells")]
    faults = [Fault(f"settings.spell_costs.{name}", "is no spell") for name in costs if name not in SPELLS]
    return faults + [
        Fault(f"settings.spell_costs.{name}", "must be 1 to 6")
        for name, price in costs.items()
        if name in SPELLS and (type(price) is not int or not 1 <= price <= 6)
    ]


def all_settings(settings: Mapping[str, Any], box: Box) -> Json:
    """Every setting, in the order of the table; the prices are those of the box where they are not named."""
    usual: Json = {name: values[0] for name, values in CHOICES.items()}
    whole = {**usual, **BY_MODE[settings.get("mode", "basic")], **settings}
    whole["spells"] = [spell for spell in SPELLS if spell in whole["spells"]]
    whole["spell_costs"] = {**box.prices, **settings.get("spell_costs", {})}
    return {name: whole[name] for name in ORDER}


def barred(options: Mapping[str, Any]) -> list[tuple[str, Any, str, str]]:
    """Settings with values that do not go with these options: each with the rule and a message id."""
    seats, chosen = options.get("seats", COLOURS[:2]), options.get("settings", {})
    found = [] if len(seats) in (4, 6) else [("teams", "yes", "G1", "teams-seats")]
    if chosen.get("mode", "basic") == "basic":
        found.append(("spells", "piggyback", "S5", "ride-master"))
    return found


def setup_from(header: Any) -> Setup:
    """The set-up under a header; equal headers share one.  Raises Invalid."""
    return _compiled(msgspec.json.encode(make_header(header), order="sorted"))


@lru_cache(maxsize=64)
def _compiled(header_json: bytes) -> Setup:
    header: Json = msgspec.json.decode(header_json)
    box, said, seats = load_box(header["board"]["toml"]), header["settings"], tuple(header["seats"])
    wizards, bottles = box.players[len(seats)]
    return Setup(
        header_json=header_json,
        box=box,
        seats=seats,
        start=seats.index(header["start"]),
        wizards=wizards,
        bottles=bottles,
        master=said["mode"] == "master",
        teams=said["teams"] == "yes",
        spells=tuple(said["spells"]),
        prices=said["spell_costs"],
        own_only=said["spell_wizards"] == "own",
        each=said["spells_per_action"] == "one-each",
        again=said["spell_again"] == "yes",
        may_waste=said["second_card_may_be_wasted"] == "yes",
        keep_travels=said["swap_with_keep"] == "travels",
        backwards=said["backwards_into_keep"] == "yes",
        foreign=said["foreign_entry_moves_keep"] == "yes",
        round_ends=said["team_end"] == "round",
        walks=tuple(tuple(("walk", seat, at) for at in range(box.spaces)) for seat in range(len(seats))),
        tower_moves=tuple(("tower", tower) for tower in range(len(box.rooms))),
        card_plays=_plays(box),
        hand_away=(*_plays(box), ("hand", None)),
    )


def _plays(box: Box) -> tuple[tuple[str, Any], ...]:
    return tuple(("card", number) for number in range(len(box.cards)))


def changes(before: Json, after: Json) -> Json:
    """What differs between two headers, fit to be shown: seats, start, the box by its name, each setting by its own."""
    found: Json = {name: [before[name], after[name]] for name in ("seats", "start") if before[name] != after[name]}
    if before["board"] != after["board"]:
        found["board"] = [before["board"]["name"], after["board"]["name"]]
    was, now = before["settings"], after["settings"]
    return found | {f"settings.{name}": [was[name], now[name]] for name in now if was[name] != now[name]}


def again(header: Json, options: Json) -> Json:
    """The same table; single settings may be chosen anew, and what only fits old seats, mode or box is forgotten."""
    chosen = options.get("settings", {})
    kept = dict(header["settings"])
    if chosen.get("mode", kept["mode"]) != kept["mode"]:
        kept = {name: value for name, value in kept.items() if name not in BY_MODE["basic"]}
    now = {**kept, **chosen}
    if "board" in options and now.get("spell_costs") == kept["spell_costs"]:
        del now["spell_costs"]
    whole = {**header, **options, "settings": now}
    seats: Sequence[str] = whole["seats"]
    if whole["start"] not in seats and "start" not in options:
        whole["start"] = seats[0]
    if len(seats) not in (4, 6) and "teams" not in chosen:
        whole["settings"]["teams"] = "no"
    return whole

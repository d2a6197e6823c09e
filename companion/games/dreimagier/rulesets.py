"""Rule sets and their single settings (K1-K5 and the choices that rules.md marks).

``noris-1985`` is all defaults.  Any setting may be mixed into any rule set; the header records all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.games import Fault, Json

Value = bool | str


class Rules(msgspec.Struct, frozen=True):
    """All settings of one game; the defaults are the rules of 1985.  The rule of each is named beside it."""

    two_jump_may_return: bool = False  # T5
    labyrinth_is_target: bool = True  # T6
    must_leave_labyrinth: bool = False  # T8
    labyrinth_exit: str = "free"  # K1
    life_limit: bool = True  # T9
    life_limit_first_throw: bool = True  # T9
    short_walk: str = "farthest"  # T11
    apprentice_must_walk: bool = True  # K5
    kept_wand_may_fly_again: bool = True  # D5
    magic_target: str = "magic-places"  # K2
    magic_may_stay: bool = True  # Z4
    fate: str = "apprentice"  # K3
    fate_rules_330: Value = False  # K4
    bonus: bool = True  # B1
    bonus_out_of_turn: bool = True  # B2
    bonus_each_time: bool = True  # B3


SETTINGS: dict[str, tuple[Value, ...]] = {
    name: (getattr(Rules(), name), not getattr(Rules(), name))
    for name in Rules.__struct_fields__
    if isinstance(getattr(Rules(), name), bool)
} | {
    "labyrinth_exit": ("free", "222", "222-or-111"),
    "short_walk": ("farthest", "stay"),
    "magic_target": ("magic-places", "any-node"),
    "fate": ("apprentice", "both"),
    "fate_rules_330": (False, True, "apprentice"),
}
"""Every setting with its values, default first."""

RULE_OF: dict[str, str] = {
    "two_jump_may_return": "T5",
    "labyrinth_is_target": "T6",
    "must_leave_labyrinth": "T8",
    "labyrinth_exit": "K1",
    "life_limit": "T9",
    "life_limit_first_throw": "T9",
    "short_walk": "T11",
    "apprentice_must_walk": "K5",
    "kept_wand_may_fly_again": "D5",
    "magic_target": "K2",
    "magic_may_stay": "Z4",
    "fate": "K3",
    "fate_rules_330": "K4",
    "bonus": "B1",
    "bonus_out_of_turn": "B2",
    "bonus_each_time": "B3",
}

RULESETS: dict[str, dict[str, Value]] = {
    "noris-1985": {},
    "kurzregel": {
        "labyrinth_exit": "222",
        "life_limit": False,
        "magic_target": "any-node",
        "fate": "both",
        "bonus": False,
    },
    "noris-2010": {"apprentice_must_walk": False},
}


def setting_faults(ruleset: Any, settings: Any) -> list[Fault]:
    """All faults of a rule set's name and of the settings mixed in."""
    faults = []
    if not isinstance(ruleset, str) or ruleset not in RULESETS:
        faults.append(Fault("ruleset", f"must be one of {', '.join(RULESETS)}"))
    if not isinstance(settings, Mapping):
        return [*faults, Fault("settings", "must be a table")]
    for name, value in settings.items():
        if name not in SETTINGS:
            faults.append(Fault(f"settings.{name}", "is no setting of the rules"))
        elif not any(value is allowed or (isinstance(allowed, str) and value == allowed) for allowed in SETTINGS[name]):
            faults.append(Fault(f"settings.{name}", f"must be one of {_named(SETTINGS[name])}"))
    return faults


def _named(values: tuple[Value, ...]) -> str:
    return ", ".join(str(value).lower() if isinstance(value, bool) else f'"{value}"' for value in values)


def all_settings(ruleset: str, settings: Mapping[str, Value]) -> dict[str, Value]:
    """Every setting of a game, in the order of the table."""
    mixed = RULESETS[ruleset] | dict(settings)
    return {name: mixed.get(name, getattr(Rules(), name)) for name in Rules.__struct_fields__}


def rules_from(settings: Mapping[str, Any]) -> Rules:
    """The settings as one value."""
    return Rules(**settings)


def changes(before: Json, after: Json) -> Json:
    """What differs between two headers, fit to be shown: name to ``[before, after]``, settings each by its own name."""
    found: Json = {name: [before[name], after[name]] for name in ("ruleset", "seats") if before[name] != after[name]}
    if before["board"] != after["board"]:
        found["board"] = [before["board"]["name"], after["board"]["name"]]
    if before["wands"] != after["wands"]:
        found["wands"] = [before["wands"] is not None, after["wands"] is not None]
    return found | {
        f"settings.{name}": [before["settings"][name], after["settings"][name]] for name in _mixed(before, after)
    }


def _mixed(before: Json, after: Json) -> list[str]:
    """Settings that differ by themselves, not just because another rule set brings them."""
    sets = before["ruleset"], after["ruleset"]
    brought = [all_settings(each, {}) for each in sets]
    same = [(brought[0][name], brought[1][name]) for name in SETTINGS]
    both = [(before["settings"][name], after["settings"][name]) for name in SETTINGS]
    return [
        name for name, held, usual in zip(SETTINGS, both, same, strict=True) if held[0] != held[1] and held != usual
    ]

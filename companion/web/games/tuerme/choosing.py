"""What can be chosen for a new game, each value with its rule in one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games import Json
from companion.games.tuerme.box import SPELLS, load_box
from companion.games.tuerme.settings import BY_MODE, CHOICES, ORDER, RULE_OF
from companion.web.pages.words import Speaker

SHIPPED = "default"
PRICES = range(1, 7)


def offered(header: Json, t: Speaker, boards: Sequence[Json] = ()) -> Json:
    """``settings`` and ``boards`` in words, with what holds in the present game, and what is not as usual."""
    chosen = header["settings"]
    return {
        "settings": [_setting(name, header, t) for name in ORDER],
        "boards": _boards(header, boards, t),
        "wands": "",
        "order": True,
        "changed": [
            {"rule": RULE_OF[name], "text": f"{t(f'set.{name}')}: {worded(name, chosen[name], t)}"}
            for name in ORDER
            if chosen[name] != _usual(name, header)
        ],
    }


def _usual(name: str, header: Json) -> Any:
    mode = header["settings"]["mode"]
    if name == "spell_costs":
        return load_box(header["board"]["toml"]).prices
    return BY_MODE[mode][name] if name in BY_MODE[mode] else CHOICES[name][0]


def _setting(name: str, header: Json, t: Speaker) -> Json:
    chosen = header["settings"]
    said = {"name": name, "label": t(f"set.{name}"), "rule": RULE_OF[name]}
    if name in CHOICES:
        return {**said, "values": [_value(name, each, chosen, t) for each in CHOICES[name]]}
    said |= {"says": t(f"set.{name}.says"), "usual": _usual(name, header)}
    if name == "spells":
        return {**said, "kind": "several", "values": _spells(chosen[name], t)}
    return {**said, "kind": "numbers", "least": PRICES[0], "most": PRICES[-1], "values": _prices(chosen[name], t)}


def _value(name: str, value: str, chosen: Json, t: Speaker) -> Json:
    return {
        "value": value,
        "label": t(f"set.{name}.{value}"),
        "says": t(f"set.{name}.{value}.says"),
        "now": chosen[name] == value,
        "brings": BY_MODE[value] if name == "mode" else {},
    }


def _spells(laid: Sequence[str], t: Speaker) -> list[Json]:
    """S5: each spell by itself, with what it does."""
    return [
        {"value": each, "label": t(f"spell.{each}"), "says": t(f"spell.{each}.says"), "now": each in laid}
        for each in SPELLS
    ]


def _prices(costs: Mapping[str, int], t: Speaker) -> list[Json]:
    return [{"value": each, "label": t(f"spell.{each}"), "now": costs[each]} for each in SPELLS]


def _names(spells: Sequence[str], t: Speaker) -> str:
    if len(spells) == len(SPELLS):
        return t("set.spells.all")
    return ", ".join(t(f"spell.{spell}") for spell in spells) or t("set.spells.none")


def worded(name: str, value: Any, t: Speaker) -> str:
    """A value of a setting in words."""
    if name == "spells":
        return _names(value, t)
    if name == "spell_costs":
        return ", ".join(f"{t(f'spell.{spell}')} {price}" for spell, price in value.items())
    return t(f"set.{name}.{value}")


def _boards(header: Json, known: Sequence[Json], t: Speaker) -> list[Json]:
    """The shipped box, then every other one that is known here."""
    shipped = load_box(SHIPPED)
    now = next((box["hash"] for box in known if box["now"]), header["board"]["hash"])
    own = {"label": t("box.shipped"), "says": "", "value": SHIPPED, "now": now == shipped.hash}
    return [own, *(box for box in known if box["hash"] != shipped.hash)]


def change(name: str, old: Any, new: Any, t: Speaker) -> str | None:
    """One thing that a new game would change; None for what every game has."""
    kind, _, setting = name.partition(".")
    if kind == "settings":
        values = {"new": worded(setting, new, t), "old": worded(setting, old, t)}
        return t("change.to", what=t(f"set.{setting}"), **values)
    if kind == "board":
        old, new = (t("box.shipped") if each == SHIPPED else each for each in (old, new))
        return t("change.to", what=t("box.title"), new=new, old=old)
    return None

"""What can be chosen for a new game, each value with its rule in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games import Json
from companion.games.tuerme.box import SPELLS, load_box
from companion.games.tuerme.settings import BASIC, CHOICES, ORDER, RULE_OF
from companion.web.pages.words import Speaker

SHIPPED = "default"
CHOSEN = tuple(name for name in ORDER if name in CHOICES or name == "spells")
"""Prices are the box's; the rest is chosen here."""


def offered(header: Json, t: Speaker, boards: Sequence[Json] = ()) -> Json:
    """``settings`` and ``boards`` in words, with what holds in the present game, and what is not as usual."""
    chosen = header["settings"]
    return {
        "settings": [_setting(name, chosen, t) for name in CHOSEN],
        "boards": _boards(header, boards, t),
        "wands": "",
        "order": True,
        "changed": [
            {"rule": RULE_OF[name], "text": f"{t(f'set.{name}')}: {worded(name, chosen[name], t)}"}
            for name in CHOSEN
            if chosen[name] != _usual(name, chosen)
        ],
    }


def _usual(name: str, chosen: Json) -> Any:
    if name == "spells":
        return list(BASIC if chosen["mode"] == "basic" else SPELLS)
    if name == "spell_wizards":
        return "own" if chosen["mode"] == "basic" else "any"
    return CHOICES[name][0]


def _setting(name: str, chosen: Json, t: Speaker) -> Json:
    values = _spells(chosen, t) if name == "spells" else [_value(name, each, chosen, t) for each in CHOICES[name]]
    return {"name": name, "label": t(f"set.{name}"), "rule": RULE_OF[name], "values": values}


def _value(name: str, value: str, chosen: Json, t: Speaker) -> Json:
    return {
        "value": value,
        "label": t(f"set.{name}.{value}"),
        "says": t(f"set.{name}.{value}.says"),
        "now": chosen[name] == value,
    }


def _spells(chosen: Json, t: Speaker) -> list[Json]:
    """S5: as usual in the basic game, all of them, and what lies out now; the page lets each be chosen by itself."""
    lists = [list(BASIC), list(SPELLS)]
    lists += [chosen["spells"]] if chosen["spells"] not in lists else []
    return [
        {"value": each, "label": _names(each, t), "says": t("set.spells.says"), "now": each == chosen["spells"]}
        for each in lists
    ]


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

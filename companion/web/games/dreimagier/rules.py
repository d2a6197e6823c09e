"""The rule sets and their single settings as the set-up page offers them."""

from __future__ import annotations

from typing import Any

from companion.games import Json
from companion.games.dreimagier.rulesets import RULE_OF, RULESETS, SETTINGS, all_settings
from companion.web.pages.words import Speaker


def offered(header: Json, t: Speaker) -> Json:
    """``rulesets`` and ``settings`` in words, with what holds in the present game."""
    return {
        "rulesets": [
            {"name": name, "label": t(f"ruleset.{name}"), "now": name == header["ruleset"]} for name in RULESETS
        ],
        "settings": [_setting(name, header, t) for name in SETTINGS],
        "changed": [
            t(f"rule.{name}") + ": " + worded(header["settings"][name], name, t)
            for name, usual in all_settings(header["ruleset"], {}).items()
            if header["settings"].get(name, usual) != usual
        ],
    }


def _setting(name: str, header: Json, t: Speaker) -> Json:
    usual, holds = all_settings(header["ruleset"], {})[name], header["settings"].get(name)
    values = [
        {"value": value, "label": worded(value, name, t), "now": value == holds != usual} for value in SETTINGS[name]
    ]
    return {"name": name, "label": t(f"rule.{name}"), "rule": RULE_OF[name], "values": values}


def worded(value: Any, name: str, t: Speaker) -> str:
    """A value of a setting in words."""
    if isinstance(value, bool):
        return t("yes" if value else "no")
    return t(f"rule.{name}.{value}")

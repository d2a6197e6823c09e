"""What can be chosen for a new game, each value with its rule in one sentence."""

from __future__ import annotations

from companion.games import Json
from companion.games.wizard.settings import RULE_OF, SETTINGS
from companion.web.pages.words import Speaker


def offered(header: Json, t: Speaker) -> Json:
    """The settings in words, with what holds in the present game, and those that are not as usual."""
    chosen = header["settings"]
    return {
        "settings": [_setting(name, chosen[name], t) for name in SETTINGS],
        "changed": [
            {"rule": RULE_OF[name], "text": f"{t(f'set.{name}')}: {t(f'set.{name}.{chosen[name]}')}"}
            for name, values in SETTINGS.items()
            if chosen[name] != values[0]
        ],
    }


def _setting(name: str, now: str, t: Speaker) -> Json:
    values = [
        {"value": each, "label": t(f"set.{name}.{each}"), "says": t(f"set.{name}.{each}.says"), "now": each == now}
        for each in SETTINGS[name]
    ]
    return {"name": name, "label": t(f"set.{name}"), "rule": RULE_OF[name], "values": values}

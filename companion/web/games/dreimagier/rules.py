"""What can be chosen for a game, in words: rule sets, settings, boards; what holds now, and what would change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games import Json
from companion.games.dreimagier.board import load_board
from companion.games.dreimagier.rulesets import RULE_OF, RULESETS, SETTINGS, all_settings
from companion.web.pages.face import rounded
from companion.web.pages.words import Speaker

TURNS = {"noris-1985": 85, "kurzregel": 180, "noris-2010": 90}
"""Turns of a game between players who look one step ahead (``dreimagier simulate``), to expect its length by."""

SHIPPED = "default"


def offered(header: Json, t: Speaker, boards: Sequence[Json] = ()) -> Json:
    """``rulesets``, ``settings`` and ``boards`` in words, with what holds in the present game."""
    return {
        "rulesets": [_ruleset(name, header, t) for name in RULESETS],
        "settings": [_setting(name, header, t) for name in SETTINGS],
        "boards": _boards(header, boards, t),
        "wands": t("new.wands.known" if header["wands"] else "new.wands.unknown"),
        "order": True,
        "changed": [
            {"rule": RULE_OF[name], "text": t(f"rule.{name}") + ": " + worded(header["settings"][name], name, t)}
            for name, usual in all_settings(header["ruleset"], {}).items()
            if header["settings"].get(name, usual) != usual
        ],
    }


def _ruleset(name: str, header: Json, t: Speaker) -> Json:
    turns = TURNS[name]
    return {
        "name": name,
        "label": t(f"ruleset.{name}"),
        "says": t(f"ruleset.{name}.says"),
        "length": t("new.length", turns=turns, least=rounded(turns * 0.7), most=rounded(turns * 1.4)),
        "settings": all_settings(name, {}),
        "now": name == header["ruleset"],
    }


def _setting(name: str, header: Json, t: Speaker) -> Json:
    holds = header["settings"][name]
    values = [
        {
            "value": each,
            "label": worded(each, name, t),
            "says": t(f"rule.{name}.says.{_key(each)}"),
            "now": each == holds,
        }
        for each in SETTINGS[name]
    ]
    return {"name": name, "label": t(f"rule.{name}"), "rule": RULE_OF[name], "values": values}


def worded(value: Any, name: str, t: Speaker) -> str:
    """A value of a setting in words."""
    if isinstance(value, bool):
        return t("yes" if value else "no")
    return t(f"rule.{name}.{value}")


def _boards(header: Json, known: Sequence[Json], t: Speaker) -> list[Json]:
    """The shipped board, then every other one that is known here."""
    shipped = load_board(SHIPPED)
    now = next((board["hash"] for board in known if board["now"]), header["board"]["hash"])
    own = {"label": t(f"board.name.{SHIPPED}"), "says": "", "value": SHIPPED, "now": now == shipped.hash}
    others = [{**board, "label": t(f"board.name.{board['label']}", default=board["label"])} for board in known]
    return [own, *(board for board in others if board["hash"] != shipped.hash)]


def _key(holds: Any) -> str:
    return str(holds).lower() if isinstance(holds, bool) else holds


def change(name: str, old: Any, new: Any, t: Speaker) -> str | None:
    """One thing that a new game would change; None for what every game has."""
    kind, _, setting = name.partition(".")
    if kind == "settings":
        return t("change.to", what=t(f"rule.{setting}"), new=worded(new, setting, t), old=worded(old, setting, t))
    if kind == "ruleset":
        return t("change.to", what=t("setup.ruleset"), new=t(f"ruleset.{new}"), old=t(f"ruleset.{old}"))
    if kind == "board":
        old, new = (t(f"board.name.{each}", default=each) for each in (old, new))
        return t("change.to", what=t("setup.board"), new=new, old=old)
    return t("change.wands") if kind == "wands" else None

"""The table's own sentences for players, in every language; a game may say one of them in its own words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.games import Game, Reason
from companion.games.catalogue import Catalogue
from companion.protocol import Refusal

WORDS = Catalogue("companion.table")


def reason(message: str, rule: str = "", **values: Any) -> Reason:
    """One of the table's own reasons; its rule is the game's affair (``Game.rule_of``)."""
    return Reason(rule, message, values, WORDS.say("de", message, **values))


PEOPLE = ("seat", "winner")
"""Values of reasons that are seats: where somebody sits there, he is called by his name."""


def sentence(game: Game[Any], why: Reason, language: str, names: Mapping[str, str] | None = None) -> str:
    """A reason in a language: in the game's words where it has some, else in the table's; ``names`` by seat."""
    why = _called(why, names or {})
    said = game.sentence(why, language)
    if said is None and why.message in WORDS:
        return WORDS.say(language, why.message, **why.values)
    return why.text if said is None else said


def _called(why: Reason, names: Mapping[str, str]) -> Reason:
    known = {key: names[why.values[key]] for key in PEOPLE if names.get(why.values.get(key, ""))}
    return msgspec.structs.replace(why, values={**why.values, **known}) if known else why


def refusal(game: Game[Any], why: Reason, language: str, names: Mapping[str, str] | None = None) -> Refusal:
    """A reason as it is sent: rule id, one sentence, the nodes in it."""
    said = sentence(game, why, language, names)
    return Refusal(why.rule or game.rule_of(why.message), said, game.spoken_of(why))

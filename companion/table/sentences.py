"""The table's own sentences for players, in every language; a game may say one of them in its own words."""

from __future__ import annotations

from typing import Any

from companion.games import Game, Reason
from companion.games.catalogue import Catalogue
from companion.protocol import Refusal

WORDS = Catalogue("companion.table")


def reason(message: str, rule: str = "", **values: Any) -> Reason:
    """One of the table's own reasons; its rule is the game's affair (``Game.rule_of``)."""
    return Reason(rule, message, values, WORDS.say("de", message, **values))


def sentence(game: Game[Any], why: Reason, language: str) -> str:
    """A reason in a language: in the game's words where it has some, else in the table's."""
    said = game.sentence(why, language)
    if said is None and why.message in WORDS:
        return WORDS.say(language, why.message, **why.values)
    return why.text if said is None else said


def refusal(game: Game[Any], why: Reason, language: str) -> Refusal:
    """A reason as it is sent: rule id, one sentence, the nodes in it."""
    return Refusal(why.rule or game.rule_of(why.message), sentence(game, why, language), game.spoken_of(why))

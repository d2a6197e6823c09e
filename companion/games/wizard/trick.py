"""Who wins a trick, and which cards may be played in it; of trump only the colour is needed."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.games.wizard.cards import COLOURS, JESTER, NONE, WIZARD, kind, value


class Winner(msgspec.Struct, frozen=True):
    """The place of the deciding card in the order of play, and the rule by which it wins."""

    at: int
    rule: str


def asked_colour(cards: Sequence[str]) -> str | None:
    """L3, L6-L9: the colour that must be followed by the next card; None where nothing is asked.

    The first card that is no jester asks; a wizard there asks nothing for the rest of the trick.
    """
    asking = next((kind(card) for card in cards if kind(card) != JESTER), None)
    return asking if asking in COLOURS else None


def winner(cards: Sequence[str], trump: str, one_colour: bool = False) -> Winner:
    """W1-W4 or O6: who wins, or who leads so far.  ``trump`` is a colour or ``none``."""
    if one_colour:
        return Winner(_highest(cards, range(len(cards))), "O6")
    wizards = [at for at, card in enumerate(cards) if kind(card) == WIZARD]
    if wizards:
        return Winner(wizards[0], "W1")
    trumps = [at for at, card in enumerate(cards) if kind(card) == trump]
    if trumps:
        return Winner(_highest(cards, trumps), "W2")
    asked = asked_colour(cards)
    if asked is None:
        return Winner(0, "W4")
    return Winner(_highest(cards, [at for at, card in enumerate(cards) if kind(card) == asked]), "W3")


def _highest(cards: Sequence[str], places: Sequence[int]) -> int:
    """Of equals the first."""
    return max(places, key=lambda at: (value(cards[at]), -at))


def sure_winner(cards: Sequence[str], trump: str | None, one_colour: bool = False) -> Winner | None:
    """T5: the winner where every trump gives the same one (its rule is that of the first); else None."""
    if trump is not None:
        return winner(cards, trump, one_colour)
    found = [winner(cards, each, one_colour) for each in (NONE, *COLOURS)]
    return found[0] if len({each.at for each in found}) == 1 else None


def may_play(before: Sequence[str], hand: Sequence[str], one_colour: bool = False) -> tuple[str, ...]:
    """L2-L9, O5: the cards of a hand that may be played after these, each once, in the order of the hand."""
    asked = None if one_colour else asked_colour(before)
    held = tuple(dict.fromkeys(hand))
    if asked is None or not any(kind(card) == asked for card in held):
        return held
    return tuple(card for card in held if kind(card) in (asked, WIZARD, JESTER))


def follows(before: Sequence[str], card: str, one_colour: bool = False) -> bool:
    """Whether a card is right whatever else is held: L5, or of the asked colour, or nothing is asked."""
    asked = None if one_colour else asked_colour(before)
    return asked is None or kind(card) in (asked, WIZARD, JESTER)

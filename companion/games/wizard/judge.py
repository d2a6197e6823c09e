"""J1-J4: what the judge says of tapped cards; pure, nothing is recorded."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.games.wizard.block import Block, Tapped, trump
from companion.games.wizard.cards import COLOURS, JESTER, WIZARD, kind, value
from companion.games.wizard.trick import Winner, asked_colour, follows, may_play, sure_winner

COPIES = {WIZARD: 4, JESTER: 4, **dict.fromkeys(COLOURS, 13)}


class Revoke(msgspec.Struct, frozen=True):
    """J4: a seat did not follow in the trick ``denied`` and played that colour in the trick ``shown`` (from 0)."""

    seat: int
    colour: str
    denied: int
    shown: int


class Allowed(msgspec.Struct, frozen=True):
    """J2: ``yes``, ``no`` or ``without`` (only without a card of ``colour``); with a hand the cards that were right."""

    answer: str
    colour: str | None
    cards: tuple[str, ...] = ()


def verdict(cards: Sequence[str], trump_colour: str | None, one_colour: bool = False) -> Winner | None:
    """J1: who wins, or leads so far; None where the trump is asked for (T5)."""
    return sure_winner(cards, trump_colour, one_colour)


def allowed(before: Sequence[str], card: str, hand: Sequence[str] | None = None, one_colour: bool = False) -> Allowed:
    """J2: from the cards before alone, or with the hand (the card in it or beside it)."""
    asked = None if one_colour else asked_colour(before)
    if hand is None:
        return Allowed("yes" if follows(before, card, one_colour) else "without", asked)
    whole = tuple(hand) if card in hand else (card, *hand)
    right = may_play(before, whole, one_colour)
    return Allowed("yes" if card in right else "no", asked, right)


def impossible(
    cards: Sequence[str], seats: int, turned: str | None, earlier: Sequence[Tapped] = (), one_colour: bool = False
) -> tuple[str, str] | None:
    """J3: message id and the card that cannot be; None where all can."""
    if len(cards) > seats:
        return "too-many-cards", cards[seats]
    seen = [card for each in earlier for card in each.cards]
    if one_colour:
        return _impossible_values(cards, earlier, seats)
    for at, card in enumerate(cards):
        if kind(card) in COLOURS and card in (*seen, *cards[:at]):
            return "card-twice", card
        count = sum(kind(each) == kind(card) for each in (*seen, *cards[: at + 1]))
        if count > COPIES[kind(card)] - (turned == kind(card)):
            return "too-many-of-kind", card
    return None


def _impossible_values(cards: Sequence[str], earlier: Sequence[Tapped], seats: int) -> tuple[str, str] | None:
    """O8 within one trick: two seats never have a card of the same colour (who plays what is seen with the leader)."""
    for at, card in enumerate(cards):
        if kind(card) in COLOURS and any(kind(card) == kind(other) for other in cards[:at]):
            return "colour-twice", card
    return None


def impossible_of_seat(trick: Tapped, seats: int, earlier: Sequence[Tapped]) -> tuple[str, str] | None:
    """O8: a seat plays one colour only, and each value once a round."""
    for step, card in enumerate(trick.cards):
        seat = (trick.leader + step) % seats
        played = [each.cards[(seat - each.leader) % seats] for each in earlier]
        if any(value(other) == value(card) for other in played):
            return "card-twice", card
        if kind(card) in COLOURS and any(kind(other) in COLOURS and kind(other) != kind(card) for other in played):
            return "other-colour", card
    return None


def revokes(tapped: Sequence[Tapped], seats: int) -> tuple[Revoke, ...]:
    """J4: colours that were denied and later played, each with both tricks."""
    found = []
    for number, trick in enumerate(tapped):
        for step in range(1, len(trick.cards)):
            asked = asked_colour(trick.cards[:step])
            if asked is None or follows(trick.cards[:step], trick.cards[step]):
                continue
            seat = (trick.leader + step) % seats
            later = (at for at in range(number + 1, len(tapped)) if kind(_of(tapped[at], seat, seats)) == asked)
            found += [Revoke(seat, asked, number, at) for at in later]
    return tuple(found)


def _of(trick: Tapped, seat: int, seats: int) -> str:
    return trick.cards[(seat - trick.leader) % seats]


def doubtful(block: Block, tapped: Sequence[Tapped], turned: str | None, chosen: str | None) -> tuple[int, ...]:
    """R6: tapped tricks that the judge would now give to somebody else, from 0."""
    found = []
    for number, trick in enumerate(tapped):
        won = sure_winner(trick.cards, trump(turned, chosen), block.one_colour)
        if won is not None and (trick.leader + won.at) % len(block.seats) != trick.winner:
            found.append(number)
    return tuple(found)

"""A second program, written from the rules page alone and as plainly as can be; it shares no line with the first."""

from __future__ import annotations


def take(cards: list[str], trump: str | None) -> int:
    """W1-W4: the place of the card that takes the trick; trump is R, B, G, Y or None."""
    if "W" in cards:
        return cards.index("W")
    rest = [card for card in cards if card != "J"]
    if not rest:
        return 0
    trumps = [card for card in rest if card[0] == trump]
    lead = rest[0][0]
    best = sorted(trumps or [card for card in rest if card[0] == lead], key=lambda card: int(card[1:]))[-1]
    return cards.index(best)


def take_one_colour(cards: list[str]) -> int:
    """O6."""
    worth = [0 if card == "J" else 14 if card == "W" else int(card[1:]) for card in cards]
    return worth.index(max(worth))


def right(cards: list[str], hand: list[str]) -> set[str]:
    """L2-L9: what may be played from a hand."""
    before = list(cards)
    while before and before[0] == "J":
        before.pop(0)
    if not before or before[0] == "W":
        return set(hand)
    lead = before[0][0]
    same = [card for card in hand if card not in "WJ" and card[0] == lead]
    return set(same) | {card for card in hand if card in "WJ"} if same else set(hand)


def sequences(seats: int, tricks: int) -> list[tuple[int, ...]]:
    """V1: every sequence of bids that is allowed."""
    found: list[tuple[int, ...]] = [()]
    for _ in range(seats):
        found = [(*each, bid) for each in found for bid in range(tricks + 1)]
    return [each for each in found if sum(each) != tricks]


def sheet(rounds: list[tuple[list[int], list[int]]]) -> list[list[int]]:
    """C1-C3: running totals of bids and tricks by seat."""
    rows: list[list[int]] = []
    for bids, tricks in rounds:
        row = []
        for seat, bid in enumerate(bids):
            before = rows[-1][seat] if rows else 0
            missed = abs(bid - tricks[seat])
            row.append(before + (-10 * missed if missed else 20 + 10 * tricks[seat]))
        rows.append(row)
    return rows

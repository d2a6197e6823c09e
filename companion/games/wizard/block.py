"""The block of truth as a value: finished rounds, the round in play, and what is computed from them.

Seats are numbers in playing order.  ``turned`` is what the turned card was (a colour, ``wizard``, ``jester``; ``none``
where no card is turned; None: not noted, T5), ``chosen`` the colour that the dealer chose for a wizard.
"""

from __future__ import annotations

import msgspec

from companion.games import Json
from companion.games.wizard import settings
from companion.games.wizard.cards import COLOURS, JESTER, NONE, WIZARD


class Tapped(msgspec.Struct, frozen=True):
    """A trick whose cards were tapped: in order from the leader, and who took it."""

    leader: int
    cards: tuple[str, ...]
    winner: int


class Round(msgspec.Struct, frozen=True):
    """A finished round."""

    dealer: int
    turned: str | None
    chosen: str | None
    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    tapped: tuple[Tapped, ...] = ()


class Playing(msgspec.Struct, frozen=True):
    """The round in play.  ``deal`` counts its deals (D4); ``leader`` is None where nobody knows (R2)."""

    dealer: int
    leader: int | None
    bids: tuple[int | None, ...]
    tricks: tuple[int, ...]
    deal: int = 1
    noted: bool = False
    turned: str | None = None
    chosen: str | None = None
    tapped: tuple[Tapped, ...] = ()


class Block(msgspec.Struct, frozen=True):
    """The position.  ``playing`` is None when the game is over, early where rounds are missing (E3)."""

    header: Json
    done: tuple[Round, ...] = ()
    playing: Playing | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        """Names of the seats."""
        return tuple(self.header["seats"])

    @property
    def number(self) -> int:
        """The round in play, from 1; when it is over, the last one."""
        return len(self.done) + (self.playing is not None)

    @property
    def one_colour(self) -> bool:
        """O1: the variant without trump."""
        return bool(self.setting("game") == "one-colour")

    @property
    def rounds(self) -> int:
        """S3, O3."""
        return settings.rounds(self.header)

    def setting(self, name: str) -> str:
        """The value of a setting."""
        return str(self.header["settings"][name])

    def tricks(self, number: int) -> int:
        """D1, O3: tricks of a round."""
        return settings.tricks(self.header, number)

    def turns_card(self, number: int) -> bool:
        """T1, T4, O2: whether a card is turned in this round."""
        return not self.one_colour and number < self.rounds


def first(header: Json) -> Block:
    """S2: nothing is noted, the first dealer deals."""
    return opened(Block(header), header["seats"].index(header["first_dealer"]))


def opened(block: Block, dealer: int, deal: int = 1) -> Block:
    """The round after the finished ones begins; L1: the dealer's left neighbour leads."""
    count, turns = len(block.seats), block.turns_card(len(block.done) + 1)
    playing = Playing(
        dealer=dealer,
        leader=(dealer + 1) % count,
        bids=(None,) * count,
        tricks=(0,) * count,
        deal=deal,
        noted=not turns,
        turned=None if turns else NONE,
    )
    return msgspec.structs.replace(block, playing=playing)


def trump(turned: str | None, chosen: str | None) -> str | None:
    """T1-T5: the trump colour, ``none``, or None where nobody noted it."""
    if turned in (JESTER, NONE):
        return NONE
    return chosen if turned == WIZARD else turned


def order(block: Block, dealer: int) -> tuple[int, ...]:
    """B2: the order of bidding, the dealer last."""
    count = len(block.seats)
    return tuple((dealer + 1 + step) % count for step in range(count))


def phase(block: Block) -> str:
    """What is asked: ``turn``, ``trump``, ``bid``, ``trick``, ``over``."""
    playing = block.playing
    if playing is None:
        return "over"
    if not playing.noted:
        return "turn"
    if playing.turned == WIZARD and playing.chosen is None and not any(bid is not None for bid in playing.bids):
        return "trump"
    return "bid" if None in playing.bids else "trick"


def bidders(block: Block) -> tuple[int, ...]:
    """B2, V2, V3: who is asked for a bid: one in order, or all at once."""
    playing = block.playing
    if playing is None or phase(block) != "bid":
        return ()
    missing = tuple(seat for seat in order(block, playing.dealer) if playing.bids[seat] is None)
    return missing[:1] if block.setting("bids") == "open" else missing


def barred(block: Block) -> int | None:
    """V1: the number that the last bidder may not say, where he is asked and there is one."""
    playing = block.playing
    if playing is None or block.setting("sum") != "not-equal" or playing.bids.count(None) != 1:
        return None
    left = block.tricks(block.number) - sum(bid for bid in playing.bids if bid is not None)
    return left if left >= 0 else None


def shown(block: Block) -> bool:
    """B6, V2, V3: whether the bids of the round in play are seen by all."""
    playing, mode = block.playing, block.setting("bids")
    if playing is None or mode == "open":
        return True
    return mode == "hidden" and None not in playing.bids


def secret(block: Block) -> bool:
    """V2, V3, D4: whether anybody's bid of the round is unseen, those of a deal before included."""
    playing = block.playing
    if playing is None or shown(block):
        return False
    return playing.deal > 1 or any(bid is not None for bid in playing.bids)


def points(bid: int, won: int) -> int:
    """C1, C2."""
    return 20 + 10 * won if bid == won else -10 * abs(bid - won)


def scores(each: Round) -> tuple[int, ...]:
    """Points of a round."""
    return tuple(points(bid, won) for bid, won in zip(each.bids, each.tricks, strict=True))


def totals(block: Block) -> tuple[tuple[int, ...], ...]:
    """C3: the running totals after each finished round."""
    found, running = [], (0,) * len(block.seats)
    for each in block.done:
        running = tuple(map(sum, zip(running, scores(each), strict=True)))
        found.append(running)
    return tuple(found)


def ranks(block: Block) -> tuple[tuple[int, ...], ...]:
    """E2: seats of one rank together, best first."""
    last = (totals(block) or ((0,) * len(block.seats),))[-1]
    bids = [sum(each.bids[seat] for each in block.done) for seat in range(len(last))]
    by_bids = block.setting("tie") == "bids"
    keys = [(last[seat], bids[seat] if by_bids else 0) for seat in range(len(last))]
    return tuple(
        tuple(seat for seat, key in enumerate(keys) if key == rank) for rank in sorted(set(keys), reverse=True)
    )


def places(block: Block) -> tuple[int, ...]:
    """E2: the place of each seat; equal ones share it (1, 1, 3)."""
    found, place = [0] * len(block.seats), 1
    for rank in ranks(block):
        for seat in rank:
            found[seat] = place
        place += len(rank)
    return tuple(found)


def breaks_sum(block: Block, number: int) -> bool:
    """R6: a finished round whose bids V1 forbids."""
    return block.setting("sum") == "not-equal" and sum(block.done[number - 1].bids) == block.tricks(number)


TRUMPS = (*COLOURS, NONE)

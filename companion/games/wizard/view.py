"""What a role sees; nothing in it depends on a bid that the role may not see."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.games import Events, Json, Question
from companion.games.wizard import block as blocks
from companion.games.wizard import judge
from companion.games.wizard.actions import CHOSEN, TURN_CARDS, named
from companion.games.wizard.block import Block, Playing, Round, phase, shown
from companion.games.wizard.cards import COLOURS, NONE

UNSEEN = ("bid-given", "bid-again")


def asked(block: Block) -> tuple[Question, ...]:
    """Who must act: all seats may note (P1), a bid is a seat's own, a chosen trump the dealer's.

    A kind names its round, deal and trick: a second tap on the same trick answers a question that is gone.
    """
    playing, now = block.playing, phase(block)
    if playing is None:
        return ()
    kind = f"{now}-{block.number}-{playing.deal}"
    if now == "trick":
        kind = f"{kind}-{sum(playing.tricks) + 1}"
    asks = {"trump": (playing.dealer,), "bid": blocks.bidders(block)}.get(now, range(len(block.seats)))
    return tuple(Question(block.seats[seat], kind) for seat in asks)


def legal(block: Block) -> tuple[Json, ...]:
    """Every single step that answers what is asked, in a fixed order."""
    return tuple(action for question in asked(block) for action in _answers(block, question.seat))


def _answers(block: Block, seat: str) -> list[Json]:
    now = phase(block)
    if now == "turn":
        return [{"type": "turn", "seat": seat, "card": card} for card in TURN_CARDS]
    if now == "trump":
        colours = CHOSEN if block.setting("dealer_may_choose_none") == "yes" else COLOURS
        return [{"type": "trump", "seat": seat, "colour": colour} for colour in colours]
    if now == "bid":
        barred = blocks.barred(block)
        bids = [bid for bid in range(block.tricks(block.number) + 1) if bid != barred]
        return [{"type": "bid", "seat": seat, "bid": bid} for bid in bids]
    return [{"type": "trick", "seat": seat, "winner": winner} for winner in block.seats]


def may(block: Block, only: str | None = None) -> tuple[Json, ...]:
    """What seats may do besides (``only`` one of them), as far as it can be listed: B5, D4, E3, J6."""
    playing = block.playing
    if playing is None:
        return ()
    found: list[Json] = []
    for at, seat in enumerate(block.seats):
        if only not in (None, seat):
            continue
        found += _bids_again(block, playing, at)
        if playing.bids.count(None) < len(block.seats) or (playing.noted and block.turns_card(block.number)):
            found.append({"type": "misdeal", "seat": seat})
        if block.done:
            found.append({"type": "stop", "seat": seat})
        if phase(block) == "trick":
            found += [{"type": "ruling", "seat": seat, "choice": choice} for choice in ("taken-back", "stands")]
    return tuple(found)


def _bids_again(block: Block, playing: Playing, seat: int) -> list[Json]:
    if block.setting("bids") == "open" or playing.bids[seat] is None or None not in playing.bids:
        return []
    bids = (bid for bid in range(block.tricks(block.number) + 1) if bid != playing.bids[seat])
    return [{"type": "bid", "seat": block.seats[seat], "bid": bid} for bid in bids]


def besides(block: Block) -> dict[str, tuple[str, ...]]:
    """N1, R1, J5: lists and mended entries of any seat."""
    kinds: tuple[str, ...] = ("mend",) if block.playing or block.done else ()
    if block.playing is not None:
        if all(bid is None for bid in block.playing.bids):
            kinds = (*kinds, "round")
        if phase(block) == "trick":
            kinds = (*kinds, "trick", "tricks")
    return dict.fromkeys(block.seats, kinds) if kinds else {}


def hides(block: Block) -> bool:
    """Whether a bid is asked for, or known to its owner, that others may not see."""
    return blocks.secret(block) or (phase(block) == "bid" and not shown(block))


def tell(action: Json, events: Events, role: str | None) -> tuple[Json | None, Events]:
    """Hidden and secret bids are told to their owner alone; what shows them is an event of its own."""
    hidden = bool(events) and events[0]["type"] in UNSEEN
    return (None if hidden and action.get("seat") != role else action), events


def view(block: Block, role: str | None, review: bool = False) -> Json:
    """All that a role may see; ``review``: after the end, when nothing is secret any more."""
    now = phase(block)
    return {
        "game": "wizard",
        "asked": [{"seat": question.seat, "kind": question.kind} for question in asked(block)],
        "legal": [action for question in asked(block) if question.seat == role for action in _answers(block, role)],
        "may": list(may(block, role)) if role is not None else [],
        "phase": now,
        "seats": list(block.seats),
        "settings": dict(block.header["settings"]),
        "rounds": block.rounds,
        "number": block.number,
        "early": block.playing is None and len(block.done) < block.rounds,
        **_finished(block.done, block.seats, tuple(block.header["settings"].items())),
        "playing": None if block.playing is None else _playing(block, block.playing, role, review),
    }


@lru_cache(maxsize=4)
def _finished(done: tuple[Round, ...], seats: tuple[str, ...], settings: tuple[tuple[str, str], ...]) -> Json:
    """What all see of the finished rounds: the same for every role, so it is made once; nobody changes it."""
    block = Block({"seats": seats, "settings": dict(settings)}, done)
    running = blocks.totals(block)
    return {
        "done": [_round(block, each, number, running) for number, each in enumerate(done, 1)],
        "totals": named(seats, running[-1] if running else (0,) * len(seats)),
        "places": named(seats, blocks.places(block)),
    }


def _round(block: Block, each: Round, number: int, running: tuple[tuple[int, ...], ...]) -> Json:
    return {
        "number": number,
        "count": block.tricks(number),
        "dealer": block.seats[each.dealer],
        "turned": each.turned,
        "trump": blocks.trump(each.turned, each.chosen),
        "bids": named(block.seats, each.bids),
        "tricks": named(block.seats, each.tricks),
        "points": named(block.seats, blocks.scores(each)),
        "totals": named(block.seats, running[number - 1]),
        "breaks_sum": blocks.breaks_sum(block, number),
        **_tapped(block, each),
    }


def _tapped(block: Block, each: Round | Playing) -> Json:
    return {
        "tapped": [
            {"leader": block.seats[trick.leader], "cards": list(trick.cards), "winner": block.seats[trick.winner]}
            for trick in each.tapped
        ],
        "doubtful": list(judge.doubtful(block, each.tapped, each.turned, each.chosen)),
        "revokes": [
            {"seat": block.seats[found.seat], "colour": found.colour, "denied": found.denied, "shown": found.shown}
            for found in (() if block.one_colour else judge.revokes(each.tapped, len(block.seats)))
        ],
    }


def _playing(block: Block, playing: Playing, role: str | None, review: bool) -> Json:
    """The round in play: B6, and what is still secret left out."""
    open_bids, mine = review or shown(block), block.seats.index(role) if role in block.seats else None
    count = block.tricks(block.number)
    bids: dict[str, Any] = {
        seat: bid
        for at, (seat, bid) in enumerate(zip(block.seats, playing.bids, strict=True))
        if bid is not None and (open_bids or at == mine)
    }
    given = [bid for bid in playing.bids if bid is not None]
    last = blocks.bidders(block)[:1] if block.setting("bids") == "open" else ()
    return {
        "number": block.number,
        "count": count,
        "deal": playing.deal,
        "dealer": block.seats[playing.dealer],
        "leader": None if playing.leader is None else block.seats[playing.leader],
        "noted": playing.noted,
        "turned": playing.turned,
        "trump": blocks.trump(playing.turned, playing.chosen),
        "turns": block.turns_card(block.number),
        "bids": bids,
        "bid_given": [seat for seat, bid in zip(block.seats, playing.bids, strict=True) if bid is not None],
        "shown": open_bids,
        "wanted": sum(given) if open_bids and len(given) == len(block.seats) else None,
        "locked": None not in playing.bids,
        "barred": blocks.barred(block) if mine is not None and mine in last else None,
        "tricks": named(block.seats, playing.tricks),
        "clairvoyance": block.setting("clairvoyance") == "yes" and block.number == 1,
        "no_trump": blocks.trump(playing.turned, playing.chosen) == NONE,
        **_tapped(block, playing),
    }

"""Why an action is not allowed: message id, rule and values; None exactly for what ``noting`` takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from companion.games import Barred, Json, Reason
from companion.games.wizard import block as blocks
from companion.games.wizard import judge
from companion.games.wizard.actions import UNKNOWN, faults, listed, turned
from companion.games.wizard.block import Block, Playing, Tapped, phase, shown, trump
from companion.games.wizard.cards import NONE, WIZARD
from companion.games.wizard.sentences import sentence
from companion.games.wizard.settings import ONE_COLOUR_SEATS, all_settings
from companion.games.wizard.trick import sure_winner


def reason(rule: str, message: str, **values: Any) -> Reason:
    """A reason with its German sentence."""
    return Reason(rule, message, values, sentence(message, values))


def why_not(block: Block, action: Json, seat: str | None = None) -> Reason | None:
    """The first reason against an action, by that seat where one is named."""
    found = faults(block.seats, action)
    if found:
        return reason("P1", "unreadable", what="; ".join(f"{fault.where} {fault.text}" for fault in found))
    if seat is not None and seat != action["seat"]:
        return reason("P1", "own-only")
    return CHECKS[action["type"]](block, action)


def _phase(block: Block, wanted: str, rule: str) -> Reason | None:
    now = phase(block)
    if now == wanted:
        return None
    return reason("E1", "over") if now == "over" else reason(rule, f"first-{now}" if _early(now, wanted) else "not-now")


def _early(now: str, wanted: str) -> bool:
    steps = ("turn", "trump", "bid", "trick")
    return steps.index(now) < steps.index(wanted)


def _turn(block: Block, action: Json) -> Reason | None:
    """T1, T4, O2."""
    if block.playing is not None and not block.turns_card(block.number):
        return reason("O2" if block.one_colour else "T4", "no-card-turned")
    return _phase(block, "turn", "T1")


def _trump(block: Block, action: Json) -> Reason | None:
    """T3, P1: the dealer's own choice."""
    why = _phase(block, "trump", "T3")
    if why or block.playing is None:
        return why
    if block.seats[block.playing.dealer] != action["seat"]:
        return reason("T3", "dealer-chooses")
    return _choice(block, action["colour"])


def _choice(block: Block, colour: str) -> Reason | None:
    if colour == NONE and block.setting("dealer_may_choose_none") == "no":
        return reason("T3", "choose-colour")
    return None


def _bid(block: Block, action: Json) -> Reason | None:
    """B1-B5, V1."""
    playing, seat = block.playing, block.seats.index(action["seat"])
    if playing is None:
        return reason("E1", "over")
    if playing.bids[seat] is not None:
        return _bid_again(block, playing, action["bid"], playing.bids[seat])
    why = _phase(block, "bid", "B3")
    if why:
        return why
    if seat not in blocks.bidders(block):
        return reason("B2", "bid-later")
    return _bid_range(block, action["bid"]) or _bid_barred(block, action["bid"])


def _bid_again(block: Block, playing: Playing, bid: int, before: int | None) -> Reason | None:
    """B4, B5."""
    if block.setting("bids") == "open":
        return reason("B4", "bid-stands")
    if None not in playing.bids:
        return reason("B5", "bids-locked")
    if bid == before:
        return reason("B5", "bid-same")
    return _bid_range(block, bid)


def _bid_range(block: Block, bid: int) -> Reason | None:
    most = block.tricks(block.number)
    return None if bid <= most else reason("B1", "bid-range", most=most)


def _bid_barred(block: Block, bid: int) -> Reason | None:
    if bid != blocks.barred(block):
        return None
    return reason("V1", "bid-barred", bid=bid, count=block.tricks(block.number))


def _trick(block: Block, action: Json) -> Reason | None:
    """N1; with cards J3, J5, L1."""
    why = _phase(block, "trick", "B3")
    return why or (_trick_cards(block, action) if "cards" in action else None)


def _trick_cards(block: Block, action: Json) -> Reason | None:
    playing, cards, count = block.playing, tuple(action["cards"]), len(block.seats)
    if playing is None or playing.leader is None:
        return reason("R2", "leader-unknown")
    if len(cards) != count:
        return reason("J5", "cards-number", count=count)
    why = impossible(block, playing, cards)
    if why:
        return why
    won = sure_winner(cards, trump(playing.turned, playing.chosen), block.one_colour)
    if won is None:
        return reason("T5", "trump-wanted")
    if block.seats[(playing.leader + won.at) % count] != action["winner"]:
        return reason(won.rule, "other-wins", card=cards[won.at])
    return None


def impossible(block: Block, playing: Playing, cards: Sequence[str], leader: int | None = None) -> Reason | None:
    """J3, O8: why these cards cannot lie on the table now."""
    count, lead = len(block.seats), playing.leader if leader is None else leader
    found = judge.impossible(cards, count, playing.turned, playing.tapped, block.one_colour)
    if not found and block.one_colour and lead is not None:
        found = judge.impossible_of_seat(Tapped(lead, tuple(cards), lead), count, playing.tapped)
    return reason("O8" if block.one_colour else "J3", found[0], card=found[1]) if found else None


def _tricks(block: Block, action: Json) -> Reason | None:
    """N1, C4."""
    why = _phase(block, "trick", "B3")
    return why or _sum(block, block.number, _all(block, action["tricks"]))


def _all(block: Block, given: Mapping[str, int]) -> tuple[int, ...]:
    return listed(block.seats, given, (0,) * len(block.seats))


def _sum(block: Block, number: int, tricks: tuple[int, ...]) -> Reason | None:
    """C4: the tricks add up."""
    wanted, said = block.tricks(number), sum(tricks)
    if said == wanted:
        return None
    return reason("C4", "tricks-missing" if said < wanted else "tricks-over", count=abs(wanted - said), tricks=wanted)


def _round(block: Block, action: Json) -> Reason | None:
    """N1: a whole round, as long as nobody has bid in it."""
    playing = block.playing
    if playing is None:
        return reason("E1", "over")
    if any(bid is not None for bid in playing.bids):
        return reason("N1", "round-begun")
    missing = [seat for seat in block.seats if seat not in action["bids"]]
    if missing:
        return reason("B3", "bids-missing")
    card = action.get("turned", UNKNOWN if block.turns_card(block.number) else NONE)
    return (
        (_turned(block, block.number, card) if "turned" in action else None)
        or _chosen(block, turned(card), action.get("trump"))
        or _bids_range(block, block.number, action["bids"])
        or _sum(block, block.number, _all(block, action["tricks"]))
    )


def _turned(block: Block, number: int, card: str) -> Reason | None:
    if block.turns_card(number):
        return None
    return reason("O2" if block.one_colour else "T4", "no-card-turned")


def _chosen(block: Block, card: str | None, chosen: str | None) -> Reason | None:
    """T3: a colour is chosen exactly where a wizard was turned."""
    if card == WIZARD:
        return reason("T3", "choose-colour") if chosen is None else _choice(block, chosen)
    return None if chosen is None else reason("T3", "no-wizard-turned")


def _bids_range(block: Block, number: int, bids: Mapping[str, int]) -> Reason | None:
    most = block.tricks(number)
    return reason("B1", "bid-range", most=most) if any(bid > most for bid in bids.values()) else None


def _mend(block: Block, action: Json) -> Reason | None:
    """R1-R3, R5."""
    number = action["round"]
    if not 1 <= number <= block.number:
        return reason("R1", "no-such-round", count=block.number)
    if not set(action) - {"type", "seat", "round"}:
        return reason("R1", "nothing-named")
    why = _mend_card(block, action) or _bids_range(block, number, action.get("bids", {}))
    return why or (_mend_past if number <= len(block.done) else _mend_playing)(block, action)


def _mend_card(block: Block, action: Json) -> Reason | None:
    """T1-T4 for what is named."""
    number = action["round"]
    was = block.done[number - 1] if number <= len(block.done) else block.playing
    if was is None or not {"turned", "trump"} & set(action):
        return None
    if "turned" in action and (why := _turned(block, number, action["turned"])):
        return why
    card = turned(action["turned"]) if "turned" in action else was.turned
    chosen = action.get("trump", was.chosen if card == WIZARD else None)
    waits = number > len(block.done) and was.bids.count(None) == len(was.bids)
    return None if waits and card == WIZARD and chosen is None else _chosen(block, card, chosen)


def _mend_past(block: Block, action: Json) -> Reason | None:
    was = block.done[action["round"] - 1]
    if "tricks" not in action:
        return None
    return _sum(block, action["round"], listed(block.seats, action["tricks"], was.tricks))


def _mend_playing(block: Block, action: Json) -> Reason | None:
    """R2: visible bids and the tricks so far."""
    playing = block.playing
    if playing is None:
        return reason("E1", "over")
    if {"turned", "trump"} & set(action) and not playing.noted:
        return reason("T1", "first-turn")
    return _mend_bids(block, playing, action) or _mend_tricks(block, playing, action)


def _mend_bids(block: Block, playing: Playing, action: Json) -> Reason | None:
    given = action.get("bids", {})
    if given and not shown(block):
        return reason("R5", "bids-unseen")
    if any(playing.bids[block.seats.index(seat)] is None for seat in given):
        return reason("B3", "bid-not-given")
    last = block.seats[last_bidder(block, playing, action)]
    if last in given and None not in playing.bids and not sum(playing.tricks):
        bids = listed(block.seats, given, [bid or 0 for bid in playing.bids])
        if block.setting("sum") == "not-equal" and sum(bids) == block.tricks(block.number):
            return reason("V1", "bid-barred", bid=given[last], count=block.tricks(block.number))
    return None


def last_bidder(block: Block, playing: Playing, action: Json) -> int:
    """B2: the dealer, as he is after the mending."""
    return block.seats.index(action["dealer"]) if "dealer" in action else playing.dealer


def _mend_tricks(block: Block, playing: Playing, action: Json) -> Reason | None:
    if "tricks" not in action:
        return None
    if phase(block) != "trick":
        return reason("B3", f"first-{phase(block)}")
    most = block.tricks(block.number)
    over = sum(listed(block.seats, action["tricks"], playing.tricks)) - most
    return reason("C4", "tricks-over", count=over, tricks=most) if over > 0 else None


def _misdeal(block: Block, _: Json) -> Reason | None:
    """D4."""
    playing = block.playing
    if playing is None:
        return reason("E1", "over")
    fresh = blocks.opened(msgspec.structs.replace(block, playing=None), playing.dealer, playing.deal).playing
    return reason("D4", "nothing-dealt") if playing == fresh else None


def _stop(block: Block, _: Json) -> Reason | None:
    """E3."""
    if block.playing is None:
        return reason("E1", "over")
    return None if block.done else reason("E3", "no-round-finished")


def _ruling(block: Block, _: Json) -> Reason | None:
    """J6."""
    return None if phase(block) == "trick" else _phase(block, "trick", "J6")


def barred(options: Json) -> tuple[Barred, ...]:
    """V1, O1, O7: which values of settings do not go with these seats and settings."""
    chosen = all_settings(options.get("settings") or {})
    found: list[Barred] = []
    if chosen["bids"] != "open":
        found.append(Barred("sum", "not-equal", reason("V1", "clash-open")))
    if chosen["sum"] == "not-equal":
        found += [Barred("bids", value, reason("V1", "clash-open")) for value in ("hidden", "secret")]
    if chosen["game"] == "one-colour":
        found.append(Barred("clairvoyance", "yes", reason("O7", "clash-card")))
    if chosen["clairvoyance"] == "yes":
        found.append(Barred("game", "one-colour", reason("O7", "clash-card")))
    elif len(options.get("seats") or ()) > ONE_COLOUR_SEATS:
        found.append(Barred("game", "one-colour", reason("O1", "clash-seats")))
    return tuple(found)


CHECKS: dict[str, Callable[[Block, Json], Reason | None]] = {
    "turn": _turn,
    "trump": _trump,
    "bid": _bid,
    "trick": _trick,
    "tricks": _tricks,
    "round": _round,
    "mend": _mend,
    "misdeal": _misdeal,
    "stop": _stop,
    "ruling": _ruling,
}

"""What an allowed action does to the block; it trusts that ``reasons`` has nothing against it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.games import Events, Json
from companion.games.wizard import block as blocks
from companion.games.wizard.actions import listed, named, turned
from companion.games.wizard.block import Block, Playing, Round, Tapped
from companion.games.wizard.cards import NONE, WIZARD
from companion.games.wizard.reasons import last_bidder

Step = tuple[Block, Events]


def step(block: Block, action: Json) -> Step:
    """The next position and what happened."""
    return STEPS[action["type"]](block, action)


def _playing(block: Block) -> Playing:
    assert block.playing is not None
    return block.playing


def _with(block: Block, playing: Playing) -> Block:
    return replace(block, playing=playing)


def _turn(block: Block, action: Json) -> Step:
    """T1, T5."""
    after = replace(_playing(block), noted=True, turned=turned(action["card"]))
    return _with(block, after), ({"type": "turned", "card": action["card"], "rule": "T1"},)


def _trump(block: Block, action: Json) -> Step:
    """T3."""
    after = replace(_playing(block), chosen=action["colour"])
    return _with(block, after), ({"type": "chose", "seat": action["seat"], "colour": action["colour"], "rule": "T3"},)


def _bid(block: Block, action: Json) -> Step:
    """B1-B5, V2, V3: what is hidden is told when it is shown."""
    playing, seat = _playing(block), block.seats.index(action["seat"])
    bids = tuple(action["bid"] if at == seat else bid for at, bid in enumerate(playing.bids))
    after = _with(block, replace(playing, bids=bids))
    if block.setting("bids") == "open":
        return after, ({"type": "bid", "seat": action["seat"], "bid": action["bid"], "rule": "B1"},)
    again = playing.bids[seat] is not None
    events: list[Json] = [{"type": "bid-again" if again else "bid-given", "seat": action["seat"], "rule": "B5"}]
    if None not in bids:
        events.append({"type": "locked", "rule": "B5"})
        events += [_read_out(block, bids)] if blocks.shown(after) else []
    return after, tuple(events)


def _read_out(block: Block, bids: tuple[int | None, ...]) -> Json:
    return {"type": "bids", "bids": named(block.seats, bids), "rule": "B6"}


def _trick(block: Block, action: Json) -> Step:
    """N1, W5, J5."""
    playing, winner = _playing(block), block.seats.index(action["winner"])
    tricks = tuple(won + (at == winner) for at, won in enumerate(playing.tricks))
    tapped = playing.tapped
    if "cards" in action:
        tapped = (*tapped, Tapped(playing.leader or 0, tuple(action["cards"]), winner))
    after = replace(playing, tricks=tricks, leader=winner, tapped=tapped)
    event = {"type": "won", "seat": action["winner"], "number": sum(tricks), "rule": "W5"}
    return _closed(_with(block, after), event)


def _tricks(block: Block, action: Json) -> Step:
    """N1, C4."""
    tricks = listed(block.seats, action["tricks"], (0,) * len(block.seats))
    event = {"type": "counted", "tricks": named(block.seats, tricks), "rule": "C4"}
    return _closed(_with(block, replace(_playing(block), tricks=tricks)), event)


def _round(block: Block, action: Json) -> Step:
    """N1: a round from paper."""
    playing, zeros = _playing(block), (0,) * len(block.seats)
    card = turned(action["turned"]) if "turned" in action else (None if block.turns_card(block.number) else NONE)
    whole = replace(
        playing,
        noted=True,
        turned=card,
        chosen=action.get("trump"),
        bids=listed(block.seats, action["bids"], zeros),
        tricks=listed(block.seats, action["tricks"], zeros),
    )
    return _closed(_with(block, whole), {"type": "noted", "number": block.number, "rule": "N1"}, told=True)


def _closed(block: Block, event: Json, told: bool = False) -> Step:
    """C4, D3, E1: the round is over as soon as all its tricks are noted; it is scored at once."""
    playing, number = _playing(block), block.number
    if sum(playing.tricks) < block.tricks(number):
        return block, (event,)
    bids = tuple(bid or 0 for bid in playing.bids)
    done = Round(playing.dealer, playing.turned, playing.chosen, bids, playing.tricks, playing.tapped)
    after = replace(block, done=(*block.done, done), playing=None)
    if number < block.rounds:
        after = blocks.opened(after, (playing.dealer + 1) % len(block.seats))
    events = [event]
    if told or block.setting("bids") == "secret":
        events.append(_read_out(block, bids))
    scored = {
        "type": "scored",
        "number": number,
        "points": named(block.seats, blocks.scores(done)),
        "totals": named(block.seats, blocks.totals(after)[-1]),
        "rule": "C3",
    }
    return after, (*events, scored, *_over(after))


def _over(block: Block) -> Events:
    if block.playing is not None:
        return ()
    winners = [block.seats[seat] for seat in blocks.ranks(block)[0]]
    early = len(block.done) < block.rounds
    return ({"type": "over", "winners": winners, "early": early, "rule": "E3" if early else "E2"},)


def _mend(block: Block, action: Json) -> Step:
    """R1-R3: only what is named changes; old and new are told."""
    past = action["round"] <= len(block.done)
    after = (_mend_past if past else _mend_playing)(block, action)
    after = _deal_from(after, action["round"], block.seats.index(action["dealer"])) if "dealer" in action else after
    was, now = _named_values(block, action), _named_values(after, action)
    event = {"type": "mended", "seat": action["seat"], "number": action["round"], "old": was, "new": now, "rule": "R1"}
    if past or (after.playing is not None and sum(after.playing.tricks) < after.tricks(action["round"])):
        return after, (event,)
    return _closed(after, event)


def _named_values(block: Block, action: Json) -> Json:
    """What is named, as the block has it."""
    number = action["round"]
    each = block.done[number - 1] if number <= len(block.done) else _playing(block)
    have: Json = {
        "bids": named(block.seats, each.bids),
        "tricks": named(block.seats, each.tricks),
        "turned": each.turned or "unknown",
        "trump": blocks.trump(each.turned, each.chosen) or "unknown",
        "dealer": block.seats[each.dealer],
    }
    found: Json = {}
    for key in have:
        if key in action:
            part = have[key]
            found[key] = {seat: part[seat] for seat in action[key]} if key in ("bids", "tricks") else part
    return found


def _card(was_turned: str | None, was_chosen: str | None, action: Json) -> tuple[str | None, str | None]:
    card = turned(action["turned"]) if "turned" in action else was_turned
    return card, action.get("trump", was_chosen) if card == WIZARD else None


def _mend_past(block: Block, action: Json) -> Block:
    """R1, R6: tapped tricks stay as they were."""
    at = action["round"] - 1
    was = block.done[at]
    card, chosen = _card(was.turned, was.chosen, action)
    now = replace(
        was,
        turned=card,
        chosen=chosen,
        bids=listed(block.seats, action.get("bids", {}), was.bids),
        tricks=listed(block.seats, action.get("tricks", {}), was.tricks),
    )
    return replace(block, done=(*block.done[:at], now, *block.done[at + 1 :]))


def _mend_playing(block: Block, action: Json) -> Block:
    """R2: a sum that becomes forbidden voids the last bid; after mended tricks nobody knows who leads."""
    was, given = _playing(block), action.get("bids", {})
    card, chosen = _card(was.turned, was.chosen, action)
    bids = tuple(given.get(seat, bid) for seat, bid in zip(block.seats, was.bids, strict=True))
    forbidden = block.setting("sum") == "not-equal" and None not in bids and not sum(was.tricks)
    if given and forbidden and sum(bid or 0 for bid in bids) == block.tricks(block.number):
        last = last_bidder(block, was, action)
        bids = tuple(None if seat == last else bid for seat, bid in enumerate(bids))
    tricks = listed(block.seats, action.get("tricks", {}), was.tricks)
    now = replace(was, turned=card, chosen=chosen, bids=bids, tricks=tricks)
    if "tricks" in action:
        now = replace(now, leader=None if sum(tricks) else (was.dealer + 1) % len(block.seats))
    return _with(block, now)


def _deal_from(block: Block, number: int, dealer: int) -> Block:
    """R3: from this round on the deal goes left from here."""
    count = len(block.seats)
    done = tuple(
        replace(each, dealer=(dealer + at + 1 - number) % count) if at + 1 >= number else each
        for at, each in enumerate(block.done)
    )
    after = replace(block, done=done)
    if block.playing is None:
        return after
    deals = (dealer + block.number - number) % count
    leader = block.playing.leader if sum(block.playing.tricks) else (deals + 1) % count
    return _with(after, replace(block.playing, dealer=deals, leader=leader))


def _misdeal(block: Block, action: Json) -> Step:
    """D4: the same dealer deals again."""
    playing = _playing(block)
    after = blocks.opened(replace(block, playing=None), playing.dealer, playing.deal + 1)
    return after, ({"type": "misdealt", "seat": action["seat"], "number": block.number, "rule": "D4"},)


def _stop(block: Block, action: Json) -> Step:
    """E3: the open round is dropped."""
    after = replace(block, playing=None)
    return after, ({"type": "stopped", "seat": action["seat"], "rule": "E3"}, *_over(after))


def _ruling(block: Block, action: Json) -> Step:
    """J6: the table's choice, noted."""
    return block, ({"type": "ruled", "seat": action["seat"], "choice": action["choice"], "rule": "J6"},)


STEPS: dict[str, Callable[[Block, Json], Step]] = {
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

"""Walks through the block by chance, with all that is told on the way; ``python -m tests.games.wizard.walks`` writes
them anew (what changed is to be looked at first)."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from companion.games import Json
from companion.games.wizard import GAME
from companion.games.wizard.actions import CHOICES, CHOSEN, TURN_CARDS
from companion.games.wizard.block import Block
from companion.games.wizard.cards import DECK
from companion.games.wizard.simulation import any_header

FILE = Path(__file__).parent / "records" / "walks.txt"
SEEDS, STEPS, PROBES = range(20), 90, 12


def probe(block: Block, rng: random.Random) -> Json:
    """Something that may be allowed or not, even unreadable."""
    seats, number = block.seats, block.number
    seat = rng.choice(seats)

    def some() -> Json:
        return {each: rng.randrange(number + 5) for each in rng.sample(seats, rng.randint(1, len(seats)))}

    def tricks() -> Json:
        left, found = block.tricks(min(number, block.rounds)), {}
        for each in seats:
            found[each] = rng.randint(0, left)
            left -= found[each]
        return {**found, seats[-1]: found[seats[-1]] + left + rng.choice((0, 0, 0, 1, -1))}

    def whole() -> Json:
        more = {"turned": rng.choice(TURN_CARDS)} if rng.random() < 0.7 else {}
        return {**more, **({"trump": rng.choice(CHOSEN)} if rng.random() < 0.4 else {})}

    makes: list[Json] = [
        {"type": "turn", "card": rng.choice(TURN_CARDS)},
        {"type": "trump", "colour": rng.choice(CHOSEN)},
        {"type": "bid", "bid": rng.randrange(number + 3)},
        {"type": "trick", "winner": rng.choice(seats)},
        {
            "type": "trick",
            "winner": rng.choice(seats),
            "cards": rng.sample(DECK, len(seats) + rng.choice((0, 0, 0, 1))),
        },
        {"type": "tricks", "tricks": tricks()},
        {"type": "round", "bids": some(), "tricks": tricks(), **whole()},
        {"type": "round", "bids": dict.fromkeys(seats, 0), "tricks": tricks(), **whole()},
        {"type": "mend", "round": rng.randrange(number + 2), **whole()},
        {"type": "mend", "round": rng.randrange(number + 2), "bids": some()},
        {"type": "mend", "round": rng.randrange(number + 2), "tricks": tricks(), "dealer": rng.choice(seats)},
        {"type": "mend", "round": number, "tricks": dict.fromkeys(seats, 0)},
        {"type": rng.choice(("misdeal", "stop"))},
        {"type": "ruling", "choice": rng.choice(CHOICES)},
        {"type": rng.choice(("turn", "nonsense")), "card": rng.choice((7, "pink")), "bid": -1},
    ]
    return {"seat": seat, **rng.choice(makes)}


def step(block: Block, rng: random.Random) -> Json:
    """What is done next: mostly what is asked, often something else that is allowed."""
    probes = [probe(block, rng) for _ in range(3)]
    allowed = [each for each in probes if each["type"] != "stop" and GAME.why_not(block, each) is None]
    if allowed and rng.random() < 0.35:
        return allowed[0]
    return rng.choice(GAME.may(block) if rng.random() < 0.05 and GAME.may(block) else GAME.legal(block))


def told(block: Block, rng: random.Random) -> Json:
    """All that is said of a position, and of some actions in it."""
    probes = [probe(block, rng) for _ in range(PROBES)]
    return {
        "view": [GAME.view(block, role) for role in (None, rng.choice(block.seats))],
        "legal": GAME.legal(block),
        "may": GAME.may(block),
        "besides": GAME.besides(block),
        "ranking": GAME.ranking(block),
        "tally": msgspec.to_builtins(GAME.tally(block, ())),
        "why": [msgspec.to_builtins(GAME.why_not(block, each, rng.choice((None, *block.seats)))) for each in probes],
        "block": GAME.encode(block),
    }


def walk(seed: int) -> Iterator[Any]:
    """One walk."""
    rng = random.Random(f"walk-{seed}")
    header = any_header(rng.randrange)
    block = GAME.start(header)
    yield header
    for _ in range(STEPS):
        if block.playing is None:
            return
        yield told(block, rng)
        action = step(block, rng)
        block, events = GAME.apply(block, action)
        yield action, events, GAME.barrier(action, events), [GAME.tell(action, events, each) for each in (None, "owl")]
        if GAME.decode(json.loads(json.dumps(GAME.encode(block)))) != block:
            yield "it cannot be read again"


def digest(seed: int) -> str:
    """A short name of all that."""
    found = hashlib.sha256()
    for each in walk(seed):
        found.update(json.dumps(each, sort_keys=True).encode())
    return found.hexdigest()[:16]


def main() -> None:
    """Write them."""
    FILE.write_text("".join(f"{seed} {digest(seed)}\n" for seed in SEEDS))


if __name__ == "__main__":
    main()

"""A whole game thought out beforehand: throws and decisions that lead one hero to seven cards, everything on the way.

Throws are free inputs, so the planner looks at every throw and every way to use it, and takes what is best: the rivals
first each get one and the same card, so that the hero must rob one of them; somebody duels (with a second throw), casts
a spell (a choice of symbols, then magic), and is banished.  Ties are broken by a seeded generator.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from companion.games import Json
from companion.games.dreimagier import GAME
from companion.games.dreimagier.board import load_board
from companion.table.table import forced_step

HERO = "red"
SHARED = "house"
WANTED = {"duel-opened", "duel-kept", "duel-won", "symbol", "transported", "banished", "robbed"}
STARTS = {"red": 0, "black": 2, "white": 1}
FACES = ("power", "magic", "fate")
TIE = {colour: {"hidden": "fate"} for colour in ("red", "black", "white")}
"""A spell throw that shows power and magic three times each."""


BOARD = load_board("default")
WAYS = {place: tuple(b if a == place else a for a, b in BOARD.ways if place in (a, b)) for place in BOARD.places}


class Step(NamedTuple):
    """One thing that a player does: the seat, the action, and the position that it is done in."""

    seat: str
    action: Json
    position: Any


class Planned(NamedTuple):
    """A game: its steps, and what happened in it."""

    steps: list[Step]
    features: set[str]
    winner: str | None
    last: Any


def settle(position: Any) -> tuple[Any, tuple[Json, ...]]:
    """Play the steps that the table plays by itself."""
    events: tuple[Json, ...] = ()
    while (forced := forced_step(GAME, position)) is not None:
        position, more = GAME.apply(position, forced.body["action"])
        events += more
    return position, events


def done(position: Any, action: Json) -> tuple[Any, tuple[Json, ...]]:
    """An action and the forced steps after it."""
    position, events = GAME.apply(position, action)
    position, more = settle(position)
    return position, events + more


def features(action: Json, events: tuple[Json, ...]) -> set[str]:
    """What of ``WANTED`` an action brought."""
    found = {event["type"] for event in events} & WANTED
    if action["type"] == "take":
        found.add("robbed")
    if action["type"] == "symbol":
        found.add("symbol")
    return found


def plan(seed: int, steps_at_most: int = 220) -> Planned:
    """Play one game to its end or to the limit."""
    chance = random.Random(seed)
    position, _ = settle(GAME.start(GAME.header({})))
    steps: list[Step] = []
    seen: set[str] = set()
    while len(steps) < steps_at_most and GAME.asked(position):
        for action in _next(position, seen, chance):
            seat = GAME.asked(position)[0].seat
            steps.append(Step(seat, action, position))
            position, events = done(position, action)
            seen |= features(action, events)
    return Planned(steps, seen, GAME.view(position, None)["winner"], position)


END = 6
"""So many steps before the end nothing is left out."""


def telling(planned: Planned) -> frozenset[int]:
    """The numbers of steps that show something: the first of each kind for each seat, and the end."""
    found: dict[tuple[object, ...], int] = {}
    for number, step in enumerate(planned.steps):
        wanted = GAME.view(step.position, step.seat)["throw_wanted"] or {}
        found.setdefault((step.seat, step.action["type"], wanted.get("kind"), len(wanted.get("wands", ()))), number)
    last = len(planned.steps)
    return frozenset({*found.values(), *range(last - END, last)})


def search(seeds: range) -> Planned:
    """The shortest game of these seeds that the hero wins and that has everything."""
    games = [planned for seed in seeds if (planned := plan(seed)).winner == HERO and planned.features >= WANTED]
    return min(games, key=lambda planned: len(planned.steps))


def throws(colours: tuple[str, ...], kind: str) -> Iterator[Json]:
    """Every throw of these wands."""
    values: list[Json] = [{"hidden": face} for face in FACES] if kind == "spell" else [{"top": n} for n in (0, 1, 2)]
    for shown in product(values, repeat=len(colours)):
        yield {"type": "throw", "wands": dict(zip(colours, shown, strict=True))}


def _next(position: Any, seen: set[str], chance: random.Random) -> list[Json]:
    """The next actions: a throw with the decisions that follow it, or one decision."""
    wanted = GAME.throw_wanted(position)
    if wanted is None:
        return [_decision(position, seen, chance)]
    if wanted.kind == "start":
        return [{"type": "throw", "wands": {colour: {"top": STARTS[wanted.seat]} for colour in wanted.wands}}]
    if wanted.kind == "spell" and "symbol" not in seen:
        return [{"type": "throw", "wands": TIE}]
    best = max(_lines(position, wanted), key=lambda line: _worth(position, line, seen) + chance.random())
    return best.actions


class _Line(NamedTuple):
    actions: list[Json]
    after: Any
    events: tuple[Json, ...]
    found: set[str]


def _lines(position: Any, wanted: Any) -> Iterator[_Line]:
    for throw in throws(wanted.wands, wanted.kind):
        after, events = done(position, throw)
        yield from _follow(_Line([throw], after, events, features(throw, events)), 3)


def _follow(line: _Line, depth: int) -> Iterator[_Line]:
    """The line, and each way to go on with the decisions of its move."""
    asked = GAME.asked(line.after)
    if depth == 0 or not asked or asked[0].kind not in ("move", "take", "magic"):
        yield line
        return
    for action in GAME.legal(line.after):
        after, events = done(line.after, action)
        found = line.found | features(action, events)
        yield from _follow(_Line([*line.actions, action], after, line.events + events, found), depth - 1)


def _worth(before: Any, line: _Line, seen: set[str]) -> float:
    old, new = GAME.view(before, None)["cards"], GAME.view(line.after, None)["cards"]
    rivals = [seat for seat in new if seat != HERO]
    supplied = all(SHARED in old[seat] for seat in rivals)
    worth = 10.0 * (len(new[HERO]) - len(old[HERO])) + 12.0 * len((line.found & WANTED) - seen)
    worth += 14.0 * sum((SHARED in new[seat]) - (SHARED in old[seat]) for seat in rivals) * (not supplied)
    worth -= 4.0 * sum(len(new[seat]) - len(old[seat]) for seat in rivals)
    if SHARED in new[HERO] and SHARED not in old[HERO] and not supplied:
        worth -= 60.0
    worth -= 6.0 * sum(e["type"] == "banished" and e["seat"] == HERO for e in line.events)
    worth -= 2.0 * sum(e["type"] in ("doublet", "duel-opened") for e in line.events) * ("duel-opened" in seen)
    return (
        worth
        - 0.4 * len(line.actions)
        - 2.0 * _way_to_go(GAME.view(line.after, None), GAME.view(before, None)["thrower"])
    )


def _way_to_go(view: Json, seat: str) -> float:
    """How far a seat's figures are from the nearest card that it should have, in moves, about."""
    goals = [place for place in BOARD.places if place not in ("life", "labyrinth")] if seat == HERO else [SHARED]
    missing = [place for place in goals if place not in view["cards"][seat]]
    figures = view["figures"][seat]
    jumps, walks = _distances(WAYS, figures["magician"]), _distances(BOARD.neighbours, figures["apprentice"])
    return min((jumps[place] + abs(walks[place] - 4) / 3 for place in missing), default=0.0)


@cache
def _spread(start: str, which: str) -> dict[str, int]:
    graph = WAYS if which == "ways" else BOARD.neighbours
    found, edge = {start: 0}, [start]
    for node in edge:
        for other in graph[node]:
            if other not in found:
                found[other] = found[node] + 1
                edge.append(other)
    return found


def _distances(graph: dict[str, tuple[str, ...]], start: str) -> dict[str, int]:
    return _spread(start, "ways" if graph is WAYS else "path")


def _decision(position: Any, seen: set[str], chance: random.Random) -> Json:
    """A decision outside a move: second throws only once, offers taken while they bring something new."""
    legal = GAME.legal(position)
    kind = GAME.asked(position)[0].kind
    if kind == "duel":
        again = [action for action in legal if action["type"] == "again" and len(action["fly"]) == 2]
        stop = [action for action in legal if action["type"] == "stop"]
        return again[0] if again and "duel-kept" not in seen else (stop or list(legal))[0]
    if kind == "offer":
        spell = GAME.view(position, None)["offer"]["kind"] == "spell"
        take = ("transported" not in seen) if spell else GAME.asked(position)[0].seat == HERO
        return {"type": "accept" if take else "decline"}
    if kind == "symbol":
        choice = {"type": "symbol", "symbol": "magic"}
        return choice if choice in legal else legal[0]
    return chance.choice(legal)

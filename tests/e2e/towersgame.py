"""A game of the towers thought out beforehand: players who look for what is rare, and a seed that finds all of it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from companion.games import Events, Json
from companion.games.tuerme.actions import parse, to_json
from companion.games.tuerme.box import SIX
from companion.games.tuerme.claims import queue
from companion.games.tuerme.game import GAME
from companion.games.tuerme.keep import has_shield, is_free
from companion.games.tuerme.play import legal_actions, may_actions, step
from companion.games.tuerme.players import next_action
from companion.games.tuerme.position import (
    CLAIM,
    MOVE,
    OVER,
    ROLL,
    Action,
    Position,
    count,
    has_room,
    size,
)
from companion.games.tuerme.spells import under_lifted

LOOKS = 40
"""So many actions are looked at before one is taken."""
LONGEST = 900

Draw = Callable[[int], int]


class Planned:
    """A game: its actions, the position before each (and the last one), what happened, and where what is rare did."""

    def __init__(
        self,
        seats: tuple[str, ...],
        seed: int,
        wanted: frozenset[str] = frozenset(),
        begins: tuple[Json, ...] = (),
        most: int = LONGEST,
        **settings: Any,
    ) -> None:
        """``begins`` are the first actions, then the seed decides; ``most`` are enough."""
        self.header = GAME.header({"seats": list(seats), "start": seats[0], "settings": settings})
        self.positions: list[Position] = [GAME.start(self.header)]
        self.actions: list[Json] = []
        self.events: list[Events] = []
        self.found: dict[str, int] = {}
        draw = random.Random(seed).randrange
        for action in begins:
            assert GAME.why_not(self.last, action) is None, GAME.why_not(self.last, action)
            self._take(parse(self.last.setup, action))
        while self.last.phase != OVER and len(self.actions) < most:
            self._take(_chosen(self.last, wanted - set(self.found), draw))

    @property
    def last(self) -> Position:
        """The position that it has come to."""
        return self.positions[-1]

    def actor(self, number: int) -> str:
        """Who does it."""
        return GAME.actor(self.positions[number], self.actions[number])

    def _take(self, action: Action) -> None:
        before = self.last
        after, events = step(before, action)
        for feature in features(before, action, after, events):
            self.found.setdefault(feature, len(self.actions))
        self.actions.append(to_json(before.setup, action))
        self.events.append(events)
        self.positions.append(after)


def _chosen(position: Position, missing: frozenset[str], draw: Draw) -> Action:
    """What shows something that is missing, or leads there; else what a player would do."""
    usual = next_action(position, draw)
    if not missing:
        return usual
    every = [("roll", value) for value in range(1, 7)] if position.phase == ROLL else []
    every += [*legal_actions(position), *may_actions(position)]
    looked = [usual, *(every[draw(len(every))] for _ in range(min(LOOKS, len(every))))]
    worths = [_worth(position, action, missing) for action in looked]
    return looked[worths.index(max(worths))]


def _worth(position: Position, action: Action, missing: frozenset[str]) -> int:
    after, events = step(position, action)
    return 100 * len(missing & features(position, action, after, events)) + _leads(position, action, after, missing)


def _leads(before: Position, action: Action, after: Position, missing: frozenset[str]) -> int:
    """How far a step leads to what is missing, one thing at a time; a card as far as the best walk with it."""
    if action[0] == "card" and after.phase == MOVE:
        walks = [each for each in legal_actions(after) if each[0] == "walk"]
        return max((_leads(after, walk, step(after, walk)[0], missing) - 1 for walk in walks), default=0)
    if "seven" in missing:
        return 4 * (_fullest(after) - _fullest(before)) + 20 * (action[0] == "card" and _fullest(after) == SIX)
    if "keep-stays" in missing:
        return 3 * (_taken(after) - _taken(before))
    if "freed" in missing and after.lifted is not None:
        return 60 * bool(count(under_lifted(after), after.lifted.seat))
    return 0


def _fullest(position: Position) -> int:
    return max(size(tiers[-1]) for tiers in position.tiers)


def _taken(position: Position) -> int:
    """Shields where the keep could go, negative: fewer are nearer."""
    shields = [space for space in range(len(position.tiers)) if has_shield(position, space) and space != position.keep]
    return -sum(is_free(position, space) for space in shields)


RIDE: tuple[Json, ...] = (
    {"type": "hand"},
    {"type": "stay"},
    {"type": "over"},
    {"type": "card", "card": "t1"},
    {"type": "tower", "tower": "t1"},
    {"type": "card", "card": "t1"},
    {"type": "tower", "tower": "t2"},
    {"type": "go"},
    {"type": "over"},
    {"type": "card", "card": "t5"},
    {"type": "tower", "tower": "t1"},
    {"type": "go"},
    {"type": "card", "card": "t5"},
    {"type": "tower", "tower": "t1"},
    {"type": "go"},
    {"type": "over"},
    {"type": "card", "card": "w3"},
    {"type": "walk", "colour": "blue", "space": 14},
    {"type": "claim", "seat": "yellow"},
    {"type": "cast", "seat": "yellow", "spell": "piggyback", "colour": "yellow"},
    {"type": "go"},
    {"type": "over"},
)
"""Three people: the second catches twice and rides into the keep with the first (X7)."""


def features(before: Position, action: Action, after: Position, events: Events) -> set[str]:
    """What is rare in a step."""
    kinds = [event["type"] for event in events]
    found = {kind for kind in ("freed", "freed-nobody", "swapped", "keep-stays", "exchanged") if kind in kinds}
    if action[0] == "claim" and len(queue(before, action[1])) > 1:
        found.add("claim")
    if action[0] == "yield" and after.phase == CLAIM:
        found.add("round")
    if any(event["type"] == "prevented" and event["rule"] == "Z10" for event in events):
        found.add("prevented")
    if kinds.count("entered") > 1:
        found.add("together")
    if action[0] == "give":
        found.add("given")
    if action[0] == "walk" and action[1] != before.active:
        found.add("partner")
    return found | _barred(action, after) | _ended(after)


def _barred(action: Action, after: Position) -> set[str]:
    """A wizard that would be the seventh after a roll, a tower that would land on the keep."""
    if after.phase != MOVE:
        return set()
    found, spaces = set[str](), len(after.tiers)
    if after.steps[0] and action[0] == "roll":
        for space, tiers in enumerate(after.tiers):
            if count(tiers[-1], after.active) and not has_room(after, (space + after.steps[0]) % spaces):
                found.add("seven")
    if after.steps[1] and after.towers[(after.keep - after.steps[1]) % spaces]:
        found.add("barred")
    return found


def _ended(after: Position) -> set[str]:
    if after.phase != OVER:
        return set()
    done = [
        seat for seat in range(len(after.home)) if not after.empty[seat] and after.home[seat] == after.setup.wizards
    ]
    return {"over"} | ({"tie"} if len(done) > 1 and not after.setup.teams else set())

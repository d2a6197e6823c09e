"""A game of the towers thought out beforehand: a scripted opening, then one rare thing after another, each by a seed.

``python -m tests.e2e.towersgame`` looks for the seeds anew, which is needed once rules or players change.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from companion.games import Events, Json
from companion.games.tuerme.actions import parse, to_json
from companion.games.tuerme.box import COLOURS, SIX
from companion.games.tuerme.game import GAME
from companion.games.tuerme.keep import has_shield, is_free
from companion.games.tuerme.lamps import lamp_roles
from companion.games.tuerme.play import legal_actions, may_actions, step
from companion.games.tuerme.players import next_action
from companion.games.tuerme.position import CLAIM, MOVE, OVER, ROLL, Action, Position, count, size

THREE, FOUR = COLOURS[:3], COLOURS[:4]
LOOKS = 40
"""So many actions are looked at before one is taken."""
LONGEST = 300
TRIES = 400
"""Seeds that are tried for each rare thing."""

Draw = Callable[[int], int]
Course = tuple[tuple[str, int], ...]
"""What is looked for, one after another, and the seed that finds it."""


class Made(NamedTuple):
    """A step: the action, what happened, and what comes of it."""

    action: Action
    events: Events
    after: Position


class Planned:
    """A game: its actions, the position before each (and the last one), what happened, and where what is rare did."""

    def __init__(self, seats: tuple[str, ...], begins: tuple[Json, ...] = (), **settings: Any) -> None:
        """``begins`` are the first actions."""
        self.header = GAME.header({"seats": list(seats), "start": seats[0], "settings": settings})
        self.positions: list[Position] = [GAME.start(self.header)]
        self.actions: list[Json] = []
        self.events: list[Events] = []
        self.found: dict[str, int] = {}
        for said in begins:
            assert GAME.why_not(self.last, said) is None, GAME.why_not(self.last, said)
            action = parse(self.last.setup, said)
            after, events = step(self.last, action)
            self._take([Made(action, events, after)])

    @property
    def last(self) -> Position:
        """The position that it has come to."""
        return self.positions[-1]

    def actor(self, number: int) -> str:
        """Who does it."""
        return GAME.actor(self.positions[number], self.actions[number])

    def goes(self, seed: int, most: int) -> Planned:
        """So many actions of players by chance."""
        self._take(list(_going(self.last, seed, "", most)))
        return self

    def shows(self, course: Course) -> Planned:
        """On until each of these was seen."""
        for wanted, seed in course:
            made = list(_going(self.last, seed, wanted, LONGEST))
            self._take(made)
            assert wanted in self.found, f"seed {seed} no longer shows {wanted}: look for the seeds anew"
        return self

    def search(self, wanted: Sequence[str]) -> Course:
        """Seeds that show all of these, one after another, each with the fewest actions."""
        course: Course = ()
        for feature in wanted:
            if feature in self.found:
                continue
            seed = _nearest(self.last, feature)
            course += ((feature, seed),)
            self.shows(course[-1:])
        return course

    def _take(self, steps: Sequence[Made]) -> None:
        for made in steps:
            for feature in features(self.last, *made):
                self.found.setdefault(feature, len(self.actions))
            self.actions.append(to_json(self.last.setup, made.action))
            self.events.append(made.events)
            self.positions.append(made.after)


def _going(position: Position, seed: int, wanted: str, most: int) -> Iterator[Made]:
    """Steps until one shows what is wanted."""
    draw = random.Random(seed).randrange
    for _ in range(most):
        if position.phase == OVER:
            return
        action = _chosen(position, wanted, draw) if wanted in LEADS else next_action(position, draw)
        after, events = step(position, action)
        yield Made(action, events, after)
        if wanted in features(position, action, events, after):
            return
        position = after


def _nearest(position: Position, wanted: str) -> int:
    """The seed that shows it soonest."""
    best, most = -1, LONGEST
    for seed in range(TRIES):
        before, number = position, 0
        for number, made in enumerate(_going(position, seed, wanted, most), 1):
            if wanted in features(before, *made):
                best, most = seed, number - 1
            before = made.after
    return best


def _chosen(position: Position, wanted: str, draw: Draw) -> Action:
    """What shows what is wanted, or leads there; else what a player would do."""
    usual = next_action(position, draw)
    every = [("roll", value) for value in range(1, 7)] if position.phase == ROLL else []
    every += [*legal_actions(position), *may_actions(position)]
    looked = [usual, *(every[draw(len(every))] for _ in range(min(LOOKS, len(every))))]
    worths = [_worth(position, action, wanted) for action in looked]
    return looked[worths.index(max(worths))]


def _worth(position: Position, action: Action, wanted: str) -> int:
    after, events = step(position, action)
    return 100 * (wanted in features(position, action, events, after)) + _leads(position, action, after, wanted)


def _leads(before: Position, action: Action, after: Position, wanted: str) -> int:
    """How far a step leads to what is wanted; a card as far as the best walk with it."""
    if action[0] == "card" and after.phase == MOVE:
        walks = [each for each in legal_actions(after) if each[0] == "walk"]
        return max((_leads(after, walk, step(after, walk)[0], wanted) - 1 for walk in walks), default=0)
    return LEADS[wanted](before, action, after)


def _to_seven(before: Position, action: Action, after: Position) -> int:
    return 4 * (_fullest(after) - _fullest(before)) + 20 * (action[0] == "card" and _fullest(after) == SIX)


def _to_no_shield(before: Position, action: Action, after: Position) -> int:
    return 3 * (_taken(after) - _taken(before))


def _to_claim(before: Position, action: Action, after: Position) -> int:
    return 5 * (_payers(after) - _payers(before))


def _to_round(before: Position, action: Action, after: Position) -> int:
    return int(action[0] == "yield")


def _payers(position: Position) -> int:
    return sum(full > 0 for full in position.full)


LEADS: dict[str, Callable[[Position, Action, Position], int]] = {
    "seven": _to_seven,
    "keep-stays": _to_no_shield,
    "claim": _to_claim,
    "round": _to_round,
}
"""What players without this aim hardly ever come to."""


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


def features(before: Position, action: Action, events: Events, after: Position) -> set[str]:
    """What is rare in a step."""
    kinds = [event["type"] for event in events]
    found = {kind for kind in ("freed", "freed-nobody", "swapped", "keep-stays", "exchanged") if kind in kinds}
    if action[0] == "claim" and after.claim and len(after.claim.queue) == len(after.full):
        found.add("claim")
    if action[0] == "yield" and after.phase == CLAIM and action[1] != before.active:
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
    """Dark for one cause alone: a wizard would be the seventh after a roll, a tower would land on the keep."""
    if after.phase != MOVE:
        return set()
    found = set[str]()
    for space in dark(after):
        wizard = after.steps[0] and count(after.tiers[space][-1], after.active)
        tower = after.steps[1] and after.towers[space]
        if wizard and not tower and action[0] == "roll":
            found.add("seven")
        if tower and not wizard:
            found.add("barred")
    return found


def dark(position: Position) -> list[int]:
    """Spaces, from 0, where the card could move something if nothing stood in the way."""
    roles = {int(space) - 1: each for space, each in lamp_roles(position).items()}
    return [space for space, each in roles.items() if "contested" in each and "movable" not in each]


def _ended(after: Position) -> set[str]:
    if after.phase != OVER:
        return set()
    done = [
        seat for seat in range(len(after.home)) if not after.empty[seat] and after.home[seat] == after.setup.wizards
    ]
    return {"over"} | ({"tie"} if len(done) > 1 and not after.setup.teams else set())


EVERYTHING = (
    "together", "seven", "claim", "round", "barred", "swapped", "prevented",
    "freed-nobody", "freed", "keep-stays", "tie",
)  # fmt: skip
"""What one master game shows, in the order in which it is looked for."""
MASTER: Course = (
    ("seven", 206), ("claim", 275), ("round", 1), ("swapped", 2), ("prevented", 5),
    ("freed-nobody", 31), ("freed", 3), ("keep-stays", 363), ("tie", 361),
)  # fmt: skip
TEAM: Course = (("exchanged", 2), ("given", 19), ("partner", 29))


def opened() -> Planned:
    """The opening of the master game."""
    return Planned(THREE, RIDE, mode="master")


def seated() -> Planned:
    """Four people in two teams, and nothing played yet."""
    return Planned(FOUR, teams="yes")


if __name__ == "__main__":
    for game, wanted in ((opened(), EVERYTHING), (seated(), ("exchanged", "given", "partner"))):
        print(game.search(wanted), len(game.actions), "actions", GAME.ranking(game.last))

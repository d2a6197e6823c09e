"""Players for tests: they sit down, act, throw, vote; every request has an id of its own."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count
from typing import Any

from companion.games import Game, Json
from companion.protocol import Command, Reading, ThrowReport, WandReading
from companion.table import asks, play, proposals, seats, undo
from companion.table.table import Done, Table

FACES = ("power", "magic", "fate")


class Hands:
    """Hands at a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.tokens: dict[str, str] = {}
        self._ids = count(1)

    def seated(self) -> Hands:
        """Everybody takes a seat."""
        for seat in self.table.course.seats:
            self.tokens[seat] = seats.join(self.table, self.table.code, seat, seat.title()).token
        return self

    def request(self) -> str:
        """A new request id."""
        return f"r{next(self._ids)}"

    def command(self, seat: str, action: Json, **changes: Any) -> Command:
        """A command on the present state."""
        course = self.table.course
        fields = {"seq": course.seq, "question": course.questions.get(seat, ""), "request": self.request()}
        return Command(**{**fields, "seat": seat, "action": action, **changes})

    def act(self, seat: str, action: Json) -> Done:
        """A seat acts."""
        return play.act(self.table, self.command(seat, action))

    def lay(self, **cards: int) -> None:
        """Seats lay cards (toy game)."""
        for seat, card in cards.items():
            self.act(seat, {"type": "lay", "seat": seat, "card": card})

    def undo(self, seat: str, everything: bool = False) -> Done:
        """A seat wants its decision back."""
        return undo.undo(self.table, seat, self.table.course.seq, self.request(), everything)

    def vote(self, seat: str, choice: str, *live: str) -> Done:
        """A voice in the open ask, at the door first; ``live`` are the seats whose phones are there."""
        open_ = self.table.course.asks
        assert open_, "nothing is asked"
        return asks.vote(self.table, seat, open_[0].id, choice, self.request(), lambda _: frozenset(live))

    def judge(self, seat: str, choice: str) -> Done:
        """An answer to the open proposal."""
        proposal = self.table.course.proposal
        assert proposal is not None, "nothing is proposed"
        return proposals.judge(self.table, seat, self.table.course.seq, self.request(), proposal.id, choice)

    def report(self, wands: dict[str, WandReading], status: Any = "ok", **changes: Any) -> tuple[str, Done]:
        """The camera saw wands at rest."""
        wanted = self.table.game.throw_wanted(self.table.course.position)
        question = self.table.course.questions[wanted.seat] if wanted else None
        kind = changes.pop("kind", None)
        fields = {"seq": self.table.course.seq, "question": question, "request": self.request()}
        message = ThrowReport(**{**fields, "reading": Reading(status, kind, wands), **changes})
        return proposals.report(self.table, message)


def wand(top: int, sure: bool = True, options: tuple[int, ...] = (), movement: Any = "thrown") -> WandReading:
    """One wand as the camera reads it."""
    return WandReading(top, None, sure, list(options), [], movement)


def random_throw(game: Game[Any], position: Any, rng: random.Random) -> Json:
    """A throw that fits what is wanted."""
    wanted = game.throw_wanted(position)
    assert wanted is not None
    wands: dict[str, Json] = {}
    for name in wanted.wands:
        wands[name] = {"hidden": rng.choice(FACES)} if wanted.needs == "hidden" else {"top": rng.randrange(3)}
    return game.throw_action(position, wands)


def next_action(game: Game[Any], position: Any, rng: random.Random) -> Json | None:
    """What a random player does here; None when the game is over."""
    if game.throw_wanted(position) is not None:
        return random_throw(game, position, rng)
    legal = game.legal(position)
    return rng.choice(legal) if legal else None


def play_on(hands: Hands, rng: random.Random, actions: int, done: Callable[[], None] = lambda: None) -> int:
    """Random players take up to so many actions; returns how many."""
    table = hands.table
    for number in range(actions):
        action = next_action(table.game, table.course.position, rng)
        if action is None:
            return number
        hands.act(table.game.actor(table.course.position, action), action)
        done()
    return actions

"""What a table asks of any game.

A game is a pure package: no input or output, no clock, no randomness.  The table, the pages and the
programs know a game by this contract alone; nothing outside ``companion.games`` names one.

Chance is an input: a throw is an action like any other, made by a camera, a finger or a seeded simulator.
Where a position waits for a throw, ``throw_wanted`` describes it and ``legal`` is empty; where it waits for a
decision, ``legal`` lists every one in a fixed order and ``throw_wanted`` is None.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from companion.games.tally import Step, Tally

Json = dict[str, Any]
"""A JSON object, keys sorted when it is written; integers, strings, booleans, lists and objects only."""

Draw = Callable[[int], int]
"""Chance, handed in: a number from 0 to below its argument."""


class GameError(Exception):
    """Root of all errors of the games."""


def _flat(text: str) -> str:
    """One line a fault, whatever it quotes."""
    return " ".join(text.splitlines())


class Fault(msgspec.Struct, frozen=True):
    """One fault of a board, header, position or action: ``where`` names the key, ``text`` what to do."""

    where: str
    text: str


class Invalid(GameError, ValueError):
    """Unreadable or impossible input; lists every fault, not only the first."""

    def __init__(self, what: str, faults: Sequence[Fault]) -> None:
        self.what = what
        self.faults = tuple(faults)
        lines = "".join(f"\n  {_flat(fault.where)}: {_flat(fault.text)}" for fault in self.faults)
        super().__init__(f"{what} cannot be used:{lines}")


class Reason(msgspec.Struct, frozen=True):
    """Why an action is not allowed: the rule's id, and a sentence as message id with its values.

    ``message`` is a key of the translations, ``values`` what fills its placeholders; ``text`` is the German sentence.
    """

    rule: str
    message: str
    values: Json
    text: str


class Refused(GameError, ValueError):
    """An action that the rules do not allow here; carries the reason and the unchanged position."""

    def __init__(self, reason: Reason, position: Any) -> None:
        self.reason = reason
        self.position = position
        super().__init__(f"{reason.rule}: {reason.text}")


class Question(msgspec.Struct, frozen=True):
    """One seat is asked one thing; ``kind`` names it (``throw``, ``move``, ...)."""

    seat: str
    kind: str


class Barred(msgspec.Struct, frozen=True):
    """A value of a setting that does not go with the others that are chosen, and the reason."""

    setting: str
    value: Any
    reason: Reason


class ThrowWanted(msgspec.Struct, frozen=True):
    """The throw that the position waits for.

    ``kind`` is the game's name for the use of the throw, ``wands`` the pieces that must fly, ``kept`` those that lie
    still with the value they show, ``needs`` is ``top``, ``hidden`` or ``either``: what a source must tell of each.
    """

    seat: str
    kind: str
    wands: tuple[str, ...]
    kept: Mapping[str, int]
    needs: str


Position = TypeVar("Position")

Events = tuple[Json, ...]
"""What happened, in order; each has a ``type``."""


class Game(ABC, Generic[Position]):
    """A game as the table sees it; every function is pure and its arguments are never changed.

    What a descendant must say comes first; below stands what it may say, with what holds by itself: no secrets told,
    no throws, no board, no lamps, no devices, nothing to do for a seat that is not asked.
    """

    name: str
    """Name of the package of the rules and of that of the face."""
    open_information: bool = False
    """Nothing is secret: every role is told all, and the record may be read at any time."""
    contested: frozenset[str] = frozenset()
    """Kinds of questions that people quarrel over: pictures of their throws are kept."""
    devices: frozenset[str] = frozenset()
    """The device programs that it needs (``vision``, ``firmware``); no other is started, shown or missed."""

    chairs: tuple[str, ...] = ()
    """The seats that a table may fill, in that order; nothing: they are as the header has them."""
    fewest: int = 2
    """With fewer seats it cannot be played; as many as there are ``chairs`` can."""

    thrown: tuple[str, ...] = ()
    """The pieces that a camera reads; each is taught to the eye by its name."""

    # what every game says

    @abstractmethod
    def header(self, options: Json) -> Json:
        """The complete, checked header of a game with these options (missing ones get their default).

        Raises Invalid with all faults.  The header is JSON, holds all that a replay needs, and names the game
        (``game``) and its seats in playing order (``seats``).
        """

    @abstractmethod
    def start(self, header: Json) -> Position:
        """The first position under a header made by ``header``."""

    @abstractmethod
    def asked(self, position: Position) -> tuple[Question, ...]:
        """Which seats must act, on what, one question a seat; empty exactly when the game is over."""

    @abstractmethod
    def legal(self, position: Position) -> tuple[Json, ...]:
        """Every decision that answers what is asked, as JSON action, in a fixed order.

        Empty while a throw is awaited or all is over.
        """

    @abstractmethod
    def apply(self, position: Position, action: Json) -> tuple[Position, tuple[Json, ...]]:
        """The next position and what happened.  Raises Refused (nothing changed) or Invalid (unreadable)."""

    @abstractmethod
    def view(self, position: Position, role: str | None) -> Json:
        """All that a seat (or None: a spectator) may see; the only thing that is ever sent of a position.

        It names the game (``game``) and who is asked what (``asked``); a seat finds there what it can do (``legal``).
        """

    @abstractmethod
    def encode(self, position: Position) -> Json:
        """The position as JSON, complete."""

    @abstractmethod
    def decode(self, data: Json) -> Position:
        """The position from JSON; raises Invalid with all faults."""

    # what a game may say: seats and decisions

    def seats(self, header: Json) -> tuple[str, ...]:
        """Names of the seats, two to six, in playing order."""
        return tuple(header["seats"])

    def again(self, header: Json, options: Json) -> Json:
        """Options of the next game at the same table: all that was chosen before, but what ``options`` choose anew."""
        return {**header, **options}

    def barred(self, options: Json) -> tuple[Barred, ...]:
        """Values of settings that a game with these other options cannot have: shown, but not to be chosen."""
        return ()

    def advice(self, header: Json) -> tuple[Fault, ...]:
        """What a sound header may still have forgotten: told, never refused."""
        return ()

    def changes(self, before: Json, after: Json) -> Json:
        """What differs between the headers of two games at one table: name to ``[before, after]``, fit to be shown."""
        names = sorted({*before, *after})
        return {name: [before.get(name), after.get(name)] for name in names if before.get(name) != after.get(name)}

    rehearses: ClassVar[bool] = False
    """Whether it can play itself, so that its length can be told."""

    def rehearse(self, header: Json, draw: Draw) -> int:
        """Turns of one game under this header that plays itself."""
        raise NotImplementedError

    levels: tuple[str, ...] = ()
    """How well it can play a seat by itself, weakest first; none: it cannot."""

    @property
    def weights(self) -> str:
        """A short fingerprint of what was learned for that player; nothing where it goes by the rules alone."""
        return ""

    def choose(self, header: Json, view: Json, level: str, draw: Draw) -> Json:
        """The decision of a player of this level who sees this view of his seat; one of its legal actions."""
        raise NotImplementedError

    def odds(self, position: Position) -> Mapping[str, float]:
        """The chance of each seat to win, from what everybody may know; nothing where nobody can say."""
        return {}

    def may(self, position: Position) -> tuple[Json, ...]:
        """What seats may do beside what is asked, in a fixed order: also a seat that is not asked, also after the end.

        It is never forced, and it is no part of ``legal``.
        """
        return ()

    def besides(self, position: Position) -> Mapping[str, tuple[str, ...]]:
        """Seat to the types of actions of which it may do more than ``may`` could list; ``why_not`` judges each."""
        return {}

    def actor(self, position: Position, action: Json) -> str:
        """The seat whose action this is: the one that it names, else the first that is asked."""
        named = action.get("seat")
        return str(named) if named is not None else self.asked(position)[0].seat

    def why_not(self, position: Position, action: Json, seat: str | None = None) -> Reason | None:
        """The reason why this cannot be done here (by that seat), None exactly for what ``apply`` takes."""
        takes = action in (*self.legal(position), *self.may(position))
        if takes and seat in (None, self.actor(position, action)):
            return None
        return Reason(self.rule_of("table.not-now"), "table.not-now", {}, "Das geht hier nicht.")

    def wants_consent(self, action: Json) -> bool:
        """Whether this stands only when all others at the table agree; everybody sees it while they are asked."""
        return False

    def require(self, position: Position, action: Json) -> None:
        """Raises Refused for what ``why_not`` has a reason against."""
        reason = self.why_not(position, action)
        if reason is not None:
            raise Refused(reason, position)

    def by_hand(self, position: Position, action: Json) -> bool:
        """The only legal action is still to be taken by a hand, not by the table."""
        return False

    def confirmed(self, position: Position, seat: str) -> Json | None:
        """What a press of the seat's button does: its only legal action; None where a choice is left."""
        mine = [action for action in self.legal(position) if self.actor(position, action) == seat]
        return mine[0] if len(mine) == 1 else None

    def rule_of(self, message: str) -> str:
        """The game's rule id for a reason of the table's own, by its message id."""
        return ""

    def sentence(self, reason: Reason, language: str) -> str | None:
        """The sentence of a reason in a language, also of one of the table's that the game says in its own words.

        None: the table has a sentence, or the German one is all there is.
        """
        return None

    def spoken_of(self, reason: Reason) -> tuple[str, ...]:
        """The nodes of a board that a reason speaks of, to be pointed at."""
        return ()

    # secrets and undo

    def hides(self, position: Position) -> bool:
        """Whether a seat is now asked for, or shown, what others may not see.

        Where several share a device it is then covered between them, else everybody may look.
        """
        return not self.open_information

    def sealed(self, position: Position) -> Reason | None:
        """Why the record of a running game may be read by nobody now, not by the owner either; says when it may.

        None: it may be read.  By itself a game with secrets is sealed until its end.
        """
        if self.open_information or not self.asked(position):
            return None
        text = "Die Aufzeichnung ist versiegelt, bis das Spiel aus ist."
        return Reason(self.rule_of("table.sealed"), "table.sealed", {}, text)

    def tell(self, action: Json, events: Events, role: str | None) -> tuple[Json | None, Events]:
        """What a role may be told of a line of history; sounds follow from it."""
        return (action, events) if self.open_information else (None, ())

    def passing(self, events: Events, role: str | None) -> Events:
        """What the pages that are open show a role while it happens, once: it is kept nowhere and never told again.

        No view, history, sound or record need have it.
        """
        return ()

    def barrier(self, action: Json, events: Events) -> bool:
        """Undo never goes behind this: by itself behind what was seen rather than decided."""
        return self.is_chance(action)

    def concerned(self, action: Json, events: Events, seats: tuple[str, ...]) -> frozenset[str]:
        """Seats that must agree when this is taken back, besides those that acted or are asked.

        By itself those that what happened names, as far as everybody may know it: who is asked for his consent is
        seen by all.
        """
        told = self.tell(action, events, None)[1]
        named = {value for event in told for value in event.values() if isinstance(value, str)}
        return frozenset(named.intersection(seats))

    # after the game

    def review(self, position: Position) -> Json:
        """What the replay of a game that is over shows of a position: by itself what a spectator saw then.

        A game with secrets may open them here; it is asked for games of the archive alone.
        """
        return self.view(position, None)

    def recount(self, action: Json, events: Events) -> tuple[Json | None, Events]:
        """What the replay of a game that is over tells of a line of history: by itself what a spectator was told."""
        return self.tell(action, events, None)

    def hindsight(self, positions: Sequence[Position]) -> tuple[Events, ...]:
        """What only a whole course tells, as events for each of its positions: by itself nothing.

        It is asked for games of the archive alone, over or broken off by another, so it may open what was secret; the
        page after a game tells the events of the last position, a replay those of every step.
        """
        return ((),) * len(positions)

    def ranking(self, position: Position) -> tuple[tuple[str, ...], ...]:
        """Who has won, and who came next: seats of one rank together, best first; nothing where nobody can say."""
        return ()

    def tally(self, position: Position, steps: Sequence[Step]) -> Tally:
        """What is counted of a game that came to this position by these steps, for the statistics of many evenings."""
        return Tally()

    # throws

    def throw_wanted(self, position: Position) -> ThrowWanted | None:
        """The throw that is awaited, if any."""
        return None

    def throw_action(self, position: Position, wands: Mapping[str, Json]) -> Json:
        """The throw action for what a source saw: per wand ``{"top": n}`` and/or ``{"hidden": face}``."""
        raise Invalid("the throw", [Fault("throw", "is no part of this game")])

    def spoilt(self, position: Position) -> Json | None:
        """The action that repeats the awaited throw, where the game knows such a thing."""
        return None

    def is_chance(self, action: Json) -> bool:
        """True for what was seen rather than decided."""
        return False

    # board and lamps

    def lamps(self, position: Position) -> dict[str, tuple[str, ...]]:
        """Node to roles, as in ``companion.protocol.ROLES``; no target while a throw is awaited."""
        return {}

    def trails(self, header: Json, events: Events) -> tuple[tuple[str, ...], ...]:
        """The nodes that pieces passed by these events of one move, its throw among them, both ends with it."""
        return ()

    def lamp_numbers(self, header: Json) -> dict[str, tuple[int, ...]]:
        """The strip's lamps of each node."""
        return {}

    def positions(self, header: Json) -> dict[str, tuple[float, float]]:
        """Millimetres of each node on the board, x east and y south."""
        return {}

    def pieces(self, position: Position) -> tuple[Json, ...]:
        """The pieces on a board, each with its ``node``, to check after a restart."""
        return ()

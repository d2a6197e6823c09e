"""What the entries of the journal say, by kind.  Files have just these keys; unknown ones are passed over.

``note`` alone is free: ``type`` and what belongs to it, something to remember that changes nothing.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from companion.games import Json
from companion.table.entries import Draft, Entry


class Body(msgspec.Struct, frozen=True):
    """Root of the bodies; ``kind`` is that of the entry."""

    kind: ClassVar[str]


class Begun(Body, frozen=True):
    """A game begins, all before is past; ``how``: new, import or evening (seats free); ``at`` as in ``Acted``.

    ``sits`` tells, where seats change hands, who sits down: a seat of this game to one of the game before.
    """

    kind: ClassVar[str] = "game"
    header: Json
    how: str | None = None
    at: int | UnsetType = UNSET
    sits: dict[str, str] | UnsetType = UNSET


class Ghost(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who plays a seat that nobody holds: how well, and from which seed its choices are drawn.

    Of a choice that was made also by which ``weights`` (``Game.weights``; empty: nobody wrote it down).
    """

    level: str
    seed: str
    weights: str = ""


class Acted(Body, frozen=True):
    """An action that the game took.

    Sources are ``camera``, ``hand``, ``simulated``, ``import``, ``table`` (a forced step that the table played by
    itself) and ``ghost`` (a choice of the ``ghost`` that is named); ``corrected`` marks a throw that was put right.
    ``at`` is the clock (seconds since 1970), to tell people when and how long they played; nothing else follows from
    it, since clocks jump.
    """

    kind: ClassVar[str] = "action"
    action: Json
    seat: str
    source: str
    picture: str | None = None
    corrected: bool | UnsetType = UNSET
    at: int | UnsetType = UNSET
    ghost: Ghost | UnsetType = UNSET


class Undone(Body, frozen=True):
    """Every action after entry ``to`` is void; ``consent`` are the seats that agreed."""

    kind: ClassVar[str] = "undo"
    to: int
    by: str | None
    consent: list[str] = []


class Corrected(Body, frozen=True):
    """How a dispute or correction (``type``) of a throw (``entry``) ended: ``rewind``, ``stands`` or ``again``."""

    kind: ClassVar[str] = "correction"
    type: str
    entry: int
    action: Json | None
    verdict: str
    by: str | None
    voices: dict[str, str]
    picture: str | None = None


class Sat(Body, frozen=True):
    """A seat is held by another secret, or free (None); ``how``: join, replace, leave, free, evening or ghost.

    A free seat may be played by a ``ghost``.
    """

    kind: ClassVar[str] = "seat"
    seat: str
    name: str
    hash: str | None
    how: str
    ghost: Ghost | UnsetType = UNSET


class Proposed(Body, frozen=True):
    """A throw that the players must judge; see ``companion.table.proposals``.  ``reading`` is how the pane was bad."""

    kind: ClassVar[str] = "proposal"
    seat: str
    reason: str
    reading: str | None = msgspec.field(name="kind")
    choices: list[Json]
    wands: Json
    picture: str | None
    source: str
    refusal: Json | None


class Judged(Body, frozen=True):
    """The answer to the proposal of an entry."""

    kind: ClassVar[str] = "judged"
    proposal: int
    choice: str
    by: str


class Asked(Body, frozen=True):
    """Something that other seats must agree to; see ``companion.table.asks``."""

    kind: ClassVar[str] = "ask"
    type: str
    by: str | None
    data: Json
    voters: list[str]
    need: int
    choices: list[str]


class Brought(Body, frozen=True):
    """A photo that a seat brought to a dispute."""

    kind: ClassVar[str] = "evidence"
    ask: int
    picture: str
    by: str


class Voted(Body, frozen=True):
    """A voice in an ask."""

    kind: ClassVar[str] = "vote"
    ask: int
    seat: str
    choice: str


class Closed(Body, frozen=True):
    """An ask is over: refused (``no``, ``never``), out of time (``time``), ``withdrawn``, or granted at the door.

    Odds are ``shown`` to the seats from here on, or ``hidden`` again (see ``companion.table.outlook``).

    Of a ``never`` it is told ``at`` what time (as in ``Acted``), and which ``seat`` was asked for if not all.
    """

    kind: ClassVar[str] = "closed"
    ask: int
    verdict: str
    type: str | UnsetType = UNSET
    by: str | UnsetType | None = UNSET
    voices: dict[str, str] | UnsetType = UNSET
    seat: str | UnsetType = UNSET
    at: int | UnsetType = UNSET


Known = TypeVar("Known", bound=Body)


def draft(body: Body) -> Draft:
    """A body as an entry that is not yet written."""
    said: dict[str, Any] = msgspec.to_builtins(body)
    return Draft(body.kind, said)


def read(entry: Entry | Draft, type_: type[Known]) -> Known:
    """What an entry of this type says.  Raises msgspec.ValidationError."""
    return msgspec.convert(entry.body, type_)

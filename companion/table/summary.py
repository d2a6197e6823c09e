"""What is told of a game as a whole: when, who, who won, how long, and what is counted of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

import msgspec

from companion.games import Game
from companion.games.tally import Step, Tally
from companion.table.course import Course

LONGEST_PAUSE_S = 600


class Summary(msgspec.Struct, frozen=True):
    """``names`` are those of the seats where somebody sat, ``began`` (seconds since 1970) is None where no clock told.

    ``played_s`` leaves out what is longer than ten minutes between two actions; ``over`` tells a finished game from one
    that another took the place of; ``ranking`` are the seats of each rank, best first.
    """

    names: dict[str, str]
    began: int | None
    played_s: int
    steps: int
    over: bool
    ranking: tuple[tuple[str, ...], ...] = ()
    tally: Tally = Tally()


def summary(game: Game[Any], course: Course) -> Summary:
    """The summary of a game as far as it has come."""
    steps = [Step(played.seat, played.action, played.events, played.source) for played in course.line]
    over = not course.questions
    return Summary(
        names=course.sat,
        began=course.began_at,
        played_s=_played(course),
        steps=len(course.line),
        over=over,
        ranking=game.ranking(course.position) if over else (),
        tally=game.tally(course.position, steps),
    )


def _played(course: Course) -> int:
    times = [course.began_at, *(played.at for played in course.line)]
    return sum(_pauses(at for at in times if at is not None))


def _pauses(times: Iterable[int]) -> Iterator[int]:
    for one, other in pairwise(times):
        yield min(max(other - one, 0), LONGEST_PAUSE_S)

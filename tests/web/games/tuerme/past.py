"""An evening with the towers that is past: a golden game played to its end at a table of its own, or nearly."""

from __future__ import annotations

import json
from pathlib import Path

from companion.games import Json
from companion.games.tuerme.game import GAME
from companion.table import play, seats
from companion.table.table import Table
from tests.table.hands import Hands
from tests.web.games.tuerme.evening import NAMES

RECORDS = Path(__file__).parents[3] / "games" / "tuerme" / "records"


def golden(name: str) -> tuple[Json, list[Json]]:
    """Header and actions of a golden game."""
    header, *actions = [json.loads(line) for line in (RECORDS / f"{name}.jsonl").read_text().splitlines()]
    return header, actions


def evening(folder: Path, name: str = "master", short: int = 0) -> Table:
    """A table at which a golden game was played, ``short`` actions less than whole; what goes by itself goes so."""
    header, actions = golden(name)
    table = Table(folder, GAME, {key: header[key] for key in ("seats", "start", "settings")})
    hands = Hands(table)
    for seat in header["seats"]:
        hands.tokens[seat] = seats.join(table, table.code, seat, NAMES[seat]).token
    for number, action in enumerate(actions[: len(actions) - short]):
        course = table.course
        if len(course.line) > number:
            continue
        seat = GAME.actor(course.position, action)
        besides = action in GAME.may(course.position)
        question = course.offers[seat] if besides else course.questions[seat]
        play.act(table, hands.command(seat, action, question=question))
    assert [each.action for each in table.course.line] == actions[: len(table.course.line)]
    return table

"""The rules and the second opinion agree after every action of seeded games, and a difference would be noticed."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from companion.games import Json
from companion.games.tuerme import GAME
from companion.games.tuerme.actions import to_json
from companion.games.tuerme.play import step
from companion.games.tuerme.players import next_action
from companion.games.tuerme.position import OVER, ROLL, Position
from companion.games.tuerme.simulation import any_header
from companion.games.tuerme.towers import name
from tests.games.tuerme import naive
from tests.games.tuerme.naive import Opinion

SAMPLE, EVERY = 24, 6
PROOF, PARTS, PROOF_EVERY = 3000, 20, 12
MOST = 1500


class Different(Exception):
    """The two do not agree."""


def facts(position: Position) -> dict[str, Any]:
    """What the second opinion tells too."""
    seats = position.setup.seats
    asked = GAME.asked(position)
    ranking = GAME.ranking(position)
    return {
        "asked": asked[0].seat if asked else "",
        "columns": [column(position, space) for space in range(len(position.towers))],
        "keep": position.keep + 1,
        "home": dict(zip(seats, position.home, strict=True)),
        "empty": dict(zip(seats, position.empty, strict=True)),
        "full": dict(zip(seats, position.full, strict=True)),
        "spent": dict(zip(seats, position.spent, strict=True)),
        "pile": position.pile,
        "last_round": position.last_round,
        "rolling": position.phase == ROLL,
        "ranking": sorted(sorted(rank) for rank in ranking),
        "first": sorted(ranking[0]) if ranking else [],
    }


def column(position: Position, space: int) -> list[str]:
    floors = [crowd(position, tier) for tier in position.tiers[space]]
    above = zip(position.towers[space], floors[1:], strict=True)
    return [*floors[0], *(item for tower, floor in above for item in (name(tower), *floor))]


def crowd(position: Position, tier: int) -> list[str]:
    return sorted(seat for at, seat in enumerate(position.setup.seats) for _ in range(tier >> 4 * at & 15))


def all_allowed(position: Position) -> set[str]:
    return {json.dumps(each, sort_keys=True) for each in (*GAME.legal(position), *GAME.may(position))}


def compare(seed: str, every: int) -> int:
    """One game in lockstep; gives its actions.  Raises Different."""
    rng = random.Random(seed)
    header = any_header(rng.randrange)
    position, other, played = GAME.start(header), Opinion(header), list[Json]()
    while position.phase != OVER and len(played) < MOST:
        if len(played) % every == 0:
            agree(seed, played, "allowed", all_allowed(position), other.may_be_done())
        action = next_action(position, rng.randrange)
        written = to_json(position.setup, action)
        played.append(written)
        position, _ = step(position, action)
        try:
            other.do(written)
        except naive.No:
            raise Different(f"{seed}: {written} is refused after {len(played)} actions") from None
        agree(seed, played, "facts", facts(position), other.facts())
    return len(played)


def agree(seed: str, played: list[Json], what: str, ours: Any, theirs: Any) -> None:
    if ours != theirs:
        if what == "allowed":
            ours, theirs = sorted(ours - theirs), sorted(theirs - ours)
        else:
            keys = [key for key in ours if ours[key] != theirs[key]]
            ours, theirs = {key: ours[key] for key in keys}, {key: theirs[key] for key in keys}
        raise Different(f"{seed}, {what} after {len(played)} actions {played[-3:]}:\n  {ours}\n  {theirs}")


@pytest.mark.parametrize("seed", range(SAMPLE))
def test_they_agree_on_a_sample(seed: int) -> None:
    assert compare(f"sample-{seed}", EVERY) > 30


@pytest.mark.prove
@pytest.mark.parametrize("part", range(PARTS))
def test_they_agree_on_many_games(part: int) -> None:
    for number in range(part, PROOF, PARTS):
        compare(f"proof-{number}", PROOF_EVERY)


def reached_too_soon(self: Opinion, seat: str) -> bool:
    return not self.empty[seat] and self.home(seat) >= self.wizards - 1


WRONG: dict[str, Any] = {
    "SHIELD_TOWERS": {"t1", "t3", "t5", "t7"},
    "SHIELD_SPACES": {1, 5, 9},
}


@pytest.mark.parametrize("wrong", [*WRONG, "reached", "which_action", "pick"])
def test_a_difference_is_noticed(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if wrong in WRONG:
        monkeypatch.setattr(naive, wrong, WRONG[wrong])
    elif wrong == "reached":
        monkeypatch.setattr(Opinion, "reached", reached_too_soon)
    elif wrong == "which_action":
        monkeypatch.setattr(Opinion, "which_action", lambda self, seat: 0)
    else:
        monkeypatch.setattr(Opinion, "mine", lambda self, seat: seat)
    with pytest.raises(Different):
        for seed in range(60):
            compare(f"sample-{seed}", EVERY)

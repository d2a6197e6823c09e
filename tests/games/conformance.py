"""What a table may rely on, for every game: random games through the whole protocol."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from companion.games import Game, GameError, Json, ThrowWanted

FACES = ("power", "magic", "fate")


def seen_wands(rng: random.Random, wanted: ThrowWanted) -> dict[str, Json]:
    """What a simulated source sees of the wands that fly."""
    if wanted.needs == "hidden":
        return {wand: {"hidden": rng.choice(FACES)} for wand in wanted.wands}
    least = 1 if wanted.kind == "toy" else 0
    return {wand: {"top": least + rng.randrange(3)} for wand in wanted.wands}


def next_action(game: Game[Any], position: Any, rng: random.Random) -> Json:
    """A random legal decision, or a random throw where one is awaited."""
    wanted = game.throw_wanted(position)
    if wanted is None:
        return rng.choice(game.legal(position))
    if rng.random() < 0.05:
        return {"type": "spoilt"}
    return game.throw_action(position, seen_wands(rng, wanted))


def state(game: Game[Any], position: Any) -> str:
    """The position as bytes that must agree: sorted keys, no floats."""
    text = json.dumps(game.encode(position), sort_keys=True, allow_nan=False)
    assert not _has_float(json.loads(text))
    return text


def _has_float(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_has_float, value.values()))
    return any(map(_has_float, value)) if isinstance(value, list) else isinstance(value, float)


def check_position(game: Game[Any], position: Any, seats: tuple[str, ...]) -> None:
    """What holds in every position."""
    asked, legal, wanted = game.asked(position), game.legal(position), game.throw_wanted(position)
    before = state(game, position)
    assert {question.seat for question in asked} <= set(seats)
    assert not (legal and wanted), "decisions and a throw at the same time"
    assert bool(asked) == bool(legal or wanted), "asked without an answer, or answers without a question"
    assert len({json.dumps(action, sort_keys=True) for action in legal}) == len(legal)
    assert legal == game.legal(position), "the order is fixed"
    for action in legal:
        actor = game.actor(position, action)
        assert actor in {question.seat for question in asked}
        assert game.why_not(position, action) is None
        assert game.why_not(position, action, actor) is None
        assert not game.is_chance(action)
        for other in set(seats) - {actor}:
            reason = game.why_not(position, action, other)
            assert reason is not None and reason.rule and reason.text
    _check_offers(game, position)
    if wanted is not None:
        assert not any(role.startswith("target") for roles in game.lamps(position).values() for role in roles)
    _check_views(game, position, seats)
    _check_refusals(game, position)
    assert state(game, game.decode(json.loads(before))) == before
    assert state(game, position) == before, "asking changed the position"


def _check_offers(game: Game[Any], position: Any) -> None:
    """What seats may do besides is taken of them alone, at any time, and is no part of what they must."""
    for action in game.may(position):
        actor = game.actor(position, action)
        assert action not in game.legal(position)
        assert game.why_not(position, action, actor) is None
        assert not game.is_chance(action)
        game.apply(position, action)


def _check_views(game: Game[Any], position: Any, seats: tuple[str, ...]) -> None:
    for role in (*seats, None):
        view = game.view(position, role)
        assert view["asked"] == [{"seat": question.seat, "kind": question.kind} for question in game.asked(position)]
        json.dumps(view, allow_nan=False)


def _check_refusals(game: Game[Any], position: Any) -> None:
    """Nonsense is refused with an error of ours and changes nothing."""
    for nonsense in ({}, {"type": "nonsense"}, {"type": 7}, {"type": "throw"}, {"type": "throw", "wands": {"x": {}}}):
        with pytest.raises(GameError):
            game.apply(position, nonsense)
        assert game.why_not(position, nonsense) is not None


def run(game: Game[Any], options: Json, seed: int, most: int = 400, deep_every: int = 1) -> Any:
    """One random game; every ``deep_every``-th position is checked whole, and the actions are folded again."""
    rng = random.Random(seed)
    header = game.header(options)
    assert json.loads(json.dumps(header)) == header
    assert game.header(header) == header, "a header is a fixed point"
    seats = game.seats(header)
    position, actions = game.start(header), []
    for number in range(most):
        if number % deep_every == 0:
            check_position(game, position, seats)
        if not game.asked(position):
            break
        actions.append(next_action(game, position, rng))
        position, events = game.apply(position, actions[-1])
        assert all(isinstance(event["type"], str) for event in events)
        json.dumps(events, allow_nan=False)
    check_position(game, position, seats)
    folded = game.start(header)
    for action in json.loads(json.dumps(actions)):
        folded, _ = game.apply(folded, action)
    assert state(game, folded) == state(game, position), "the fold of the actions is the position"
    return position

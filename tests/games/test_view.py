"""What is shown: lamps are the legal places, the view is whole and the same for all, events are those documented."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from companion.games import Invalid, Json
from companion.games.dreimagier import GAME
from companion.games.dreimagier.actions import to_json
from companion.games.dreimagier.checks import check, check_events
from companion.games.dreimagier.events import EVENTS, is_documented
from companion.games.dreimagier.lamps import ROLES
from companion.games.dreimagier.players import greedy_player
from companion.games.dreimagier.position import PHASES, THROW_PHASES, Position
from companion.protocol import ROLES as ALL_ROLES
from tests.games.conformance import next_action
from tests.games.situations import action, after, run, situation, types, view

TARGETS = {"jump": "target-magician", "walk": "target-apprentice", "magic": "target-apprentice"}


def games() -> list[tuple[Position, tuple[Json, ...], Position]]:
    """Steps of some games that reach every phase: before, events, after."""
    steps = []
    for seed, options in enumerate(
        ({"board": "forks"}, {"board": "tiny", "ruleset": "kurzregel"}, {"board": "default"})
    ):
        rng, position = random.Random(seed), GAME.start(GAME.header(options))
        for _ in range(1500):
            if not GAME.asked(position):
                break
            chosen = next_action(GAME, position, rng)
            if GAME.throw_wanted(position) is None and rng.random() < 0.8:
                chosen = to_json(position.setup, greedy_player(position, rng.choice))
            following, events = GAME.apply(position, chosen)
            steps.append((position, events, following))
            position = following
    return steps


STEPS = games()


def test_the_games_reach_every_phase_and_show_every_event() -> None:
    assert {position.phase for _, _, position in STEPS} | {STEPS[0][0].phase} == set(PHASES)
    seen = {event["type"] for _, events, _ in STEPS for event in events}
    rare = {"tied", "throws-lost"}
    assert set(EVENTS) - seen <= rare


def test_events_are_those_documented_and_tell_all() -> None:
    for before, events, following in STEPS:
        assert all(is_documented(event) for event in events), events
        assert check_events(before, following, events) == []
        assert check(following) == []


@pytest.mark.parametrize(
    "event",
    [
        {"type": "turn", "rule": "S1"},
        {"type": "tea", "rule": "S1"},
        {"type": "turn"},
        {"type": "turn", "seat": "red"},
        {"type": "turn", "seat": "red", "rule": "S1", "x": 1},
    ],
)
def test_an_event_must_carry_exactly_what_is_written(event: Json) -> None:
    assert not is_documented(event)


def test_lit_is_legal_and_nothing_is_a_target_while_a_throw_is_awaited() -> None:
    for _, _, position in STEPS:
        expected: dict[str, set[str]] = {}
        for found in GAME.legal(position):
            if found["type"] in TARGETS:
                expected.setdefault(found["to"], set()).add(TARGETS[found["type"]])
        lit = {
            node: {role for role in roles if role.startswith("target")} for node, roles in GAME.lamps(position).items()
        }
        assert {node: roles for node, roles in lit.items() if roles} == expected
        dim = {node for node, roles in GAME.lamps(position).items() if "possible" in roles}
        assert dim == {"labyrinth"} & {found["to"] for found in GAME.legal(position) if found["type"] == "jump"}


def test_roles_are_those_of_the_protocol_in_a_fixed_order() -> None:
    assert set(ROLES) <= set(ALL_ROLES)
    for _, _, position in STEPS:
        for roles in GAME.lamps(position).values():
            assert list(roles) == [role for role in ROLES if role in roles]


def test_the_banished_glow_until_the_next_action() -> None:
    position = after(situation(red=("castle", "life"), black=("sun", "forest")), "throw 100", "jump forest")
    assert view(position)["lamps"]["labyrinth"] == ["banished"]
    assert "banished" not in view(after(position, "walk g2"))["lamps"].get("labyrinth", [])


def test_the_contested_place_glows_while_the_wands_fly() -> None:
    position = after(situation(red=("castle", "life"), black=("forest", "sun")), "throw 100", "jump forest", "walk g2")
    assert view(position)["lamps"] == {"forest": ["contested"]}


def test_everybody_sees_the_same() -> None:
    for _, _, position in STEPS[::25]:
        views = [json.dumps(GAME.view(position, role)) for role in ("red", "black", "white", None, "host")]
        assert len(set(views)) == 1


def test_only_a_finished_game_is_ranked_and_every_part_is_shown_in_its_phase() -> None:
    for _, _, position in STEPS:
        seen = view(position)
        assert (seen["ranking"] is not None) == (seen["winner"] is not None) == (seen["phase"] == "over")
        assert (seen["start"] is not None) == (seen["phase"] == "start")
        assert (seen["offer"] is not None) == (seen["phase"] == "offer")
        assert (seen["symbols"] is not None) == (seen["phase"] == "symbol")
        assert (seen["take"] is not None) == (seen["phase"] == "take")
        assert (seen["throw_wanted"] is not None) == (seen["phase"] in THROW_PHASES)


def test_the_start_shows_who_has_thrown_and_who_has_not() -> None:
    position = after(GAME.start(GAME.header({"seats": ["white", "red", "black"]})), "throw 012")
    assert view(position)["start"] == {"sums": {"white": 3}, "waiting": ["red", "black"]}


KEYS = (
    "asked board cards duel figures game lamps legal move offer phase ranking rights seats supply symbols throw "
    "throw_wanted thrower turn winner"
)


def test_the_view_has_what_the_pages_need() -> None:
    for _, _, position in STEPS[::25]:
        assert set(KEYS.split()) <= set(view(position))


def test_what_is_handed_out_may_be_changed_without_harm() -> None:
    position = situation(board="tiny")
    before = json.dumps(GAME.encode(position), sort_keys=True)
    for data in (GAME.encode(position), GAME.view(position, None), GAME.header({})):
        _spoil(data)
    assert json.dumps(GAME.encode(position), sort_keys=True) == before
    assert situation(board="tiny") == position


def _spoil(value: Any) -> None:
    if isinstance(value, dict):
        for inner in value.values():
            _spoil(inner)
        value.clear()
    elif isinstance(value, list):
        value.clear()


def test_throw_action_leaves_out_what_is_kept_or_unseen() -> None:
    position = after(situation(red=("castle", "life"), black=("forest", "sun")), "throw 100", "jump forest", "walk g2")
    position = after(position, "throw 200", "again white")
    seen = {colour: {"top": 1, "hidden": None, "sure": True} for colour in ("red", "black", "white")}
    assert GAME.throw_action(position, seen) == {"type": "throw", "wands": {"white": {"top": 1}}}
    assert "duel-kept" not in types(run(position, "throw 1")[1])
    assert action(position, "throw 1") == GAME.throw_action(position, seen)


def test_positions_of_different_games_differ() -> None:
    plain = GAME.start(GAME.header({}))
    assert plain == GAME.start(GAME.header({"board": "default"}))
    for options in ({"ruleset": "kurzregel"}, {"settings": {"bonus": False}}, {"board": "forks"}, {"board": "tiny"}):
        other = GAME.start(GAME.header(options))
        assert other != plain and other.setup != plain.setup
    assert plain.setup != plain.setup.header_json and len({plain.setup, GAME.start(GAME.header({})).setup}) == 1


def test_the_six_pieces_and_the_stones_under_them() -> None:
    position = situation(red=("castle", "a1"), black=("sun", "e1"), stones=("black",))
    assert GAME.pieces(position) == (
        {"seat": "red", "figure": "magician", "node": "castle", "stone": False},
        {"seat": "red", "figure": "apprentice", "node": "a1", "stone": False},
        {"seat": "black", "figure": "magician", "node": "sun", "stone": False},
        {"seat": "black", "figure": "apprentice", "node": "e1", "stone": True},
        {"seat": "white", "figure": "magician", "node": "life", "stone": False},
        {"seat": "white", "figure": "apprentice", "node": "life", "stone": False},
    )


def test_half_characters_are_refused() -> None:
    with pytest.raises(Invalid, match="half a character"):
        GAME.header({"board": {"toml": "# \ud800\n"}})


def test_a_board_has_a_bounded_size() -> None:
    trails = ", ".join(f'["life", "x{n}"]' for n in range(400))
    with pytest.raises(Invalid, match="more than"):
        GAME.header({"board": {"toml": f"trails = [{trails}]\n"}})

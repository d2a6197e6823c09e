"""V1-V6 and U1: who is imprisoned where is told by nothing; and each channel that would tell it turns the test red."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games import Events, Json, Reason
from companion.games.tuerme import GAME, events, game, glass, lamps, notation, play, reasons, simulation, twins, view
from companion.games.tuerme.actions import parse, to_json
from companion.games.tuerme.position import LIFTED, OVER, Position, count
from companion.games.tuerme.spells import under_lifted
from companion.table.state import state
from companion.table.table import Table as RealTable
from tests.games.tuerme.games import played
from tests.games.tuerme.table import action, table

GAMES, EVERY = 8, 9


def text(data: Any) -> str:
    return json.dumps(data, sort_keys=True)


def tries(position: Position) -> list[Json]:
    """Actions that are asked why not: every tower lifted and moved, every wizard, every spell of every seat."""
    seats, spaces = position.setup.seats, range(1, len(position.towers) + 1)
    towers = [f"t{tower + 1}" for tower in range(len(position.setup.box.rooms))]
    found: list[Json] = [{"type": "tower", "tower": tower} for tower in towers]
    found += [{"type": kind} for kind in ("waste", "go", "over", "again", "hand", "stay")]
    found += [{"type": "walk", "colour": seat, "space": space} for seat in seats for space in spaces]
    for seat in seats:
        found += [{"type": kind, "seat": seat} for kind in ("claim", "yield", "after", "lower", "give", "exchange")]
        found += [{"type": "free", "seat": seat, "colour": colour} for colour in seats]
        found += [{"type": "cast", "seat": seat, "spell": "free", "tower": tower} for tower in towers]
        found += [{"type": "cast", "seat": seat, "spell": "tower_back", "tower": tower, "times": 1} for tower in towers]
        found += [{"type": "correct", "seat": seat, "there": {colour: 1}} for colour in seats]
    return found


def told_reasons(position: Position) -> str:
    said = [GAME.why_not(position, each) for each in tries(position)]
    return text([None if reason is None else msgspec.to_builtins(reason) for reason in said])


def told_history(position: Position) -> str:
    """The line of each decision that does not turn on what is under a tower in the air."""
    lines = []
    for each in (*play.legal_actions(position), *play.may_actions(position)):
        if each[0] not in ("free", "lower"):
            _, happened = play.step(position, each)
            lines.append([GAME.tell(to_json(position.setup, each), happened, role) for role in (None, "blue")])
    return text(lines)


def exported(position: Position) -> str:
    """A record is sealed while the game runs."""
    return text(GAME.encode(position)) if GAME.sealed(position) is None else "sealed"


CHANNELS: dict[str, Callable[[Position], str]] = {
    "views": lambda position: text([GAME.view(position, role) for role in (None, *position.setup.seats)]),
    "legal": lambda position: text([GAME.legal(position), GAME.may(position), dict(GAME.besides(position))]),
    "reasons": told_reasons,
    "lamps": lambda position: text([GAME.lamps(position), GAME.pieces(position)]),
    "history": told_history,
    "export": exported,
    "notation": lambda position: notation.to_line(position),
}


def told_apart(channel: str, games: int = GAMES) -> int:
    """In how many of the positions of seeded games twins differ in a channel."""
    rng, found = random.Random(channel), 0
    for number in range(games):
        steps = played(f"twins-{number}", most=150)
        for at, (_, _, position, _) in enumerate(steps):
            if at % EVERY == 0 and position.phase != OVER:
                other = twins.dealt_anew(position, rng.randrange)
                found += CHANNELS[channel](position) != CHANNELS[channel](other)
    return found


@pytest.mark.parametrize("channel", list(CHANNELS))
def test_v2_twins_are_the_same_to_everybody(channel: str) -> None:
    assert told_apart(channel) == 0


def test_the_twins_do_differ() -> None:
    rng = random.Random(0)
    steps = list(played("twins-0", most=150))
    pairs = [(after, twins.dealt_anew(after, rng.randrange)) for _, _, after, _ in steps]
    assert sum(one != other for one, other in pairs) > len(steps) // 2
    assert any(
        after.phase == LIFTED for seed in range(6) for _, _, after, _ in played(f"twins-{seed}", spells=["free"])
    )


def leak_views(patch: pytest.MonkeyPatch) -> None:
    honest = view._space
    patch.setattr(view, "_space", lambda position, at: {**honest(position, at), "in": list(position.tiers[at][:-1])})


def leak_legal(patch: pytest.MonkeyPatch) -> None:
    """Only towers with somebody under them may be lifted."""
    honest = play.may_actions

    def listed(position: Position) -> tuple[Any, ...]:
        return tuple(
            each for each in honest(position) if each[0] != "cast" or each[2] != "free" or under(position, each)
        )

    def under(position: Position, each: Any) -> int:
        space = next(at for at, towers in enumerate(position.towers) if each[3][0] in towers)
        return position.tiers[space][position.towers[space].index(each[3][0])]

    patch.setattr(game, "may_actions", listed)
    patch.setattr(view, "may_actions", listed)


def leak_reasons(patch: pytest.MonkeyPatch) -> None:
    honest = reasons.why_not

    def said(position: Position, each: Any, seat: str | None = None) -> Reason | None:
        reason = honest(position, each, seat)
        return reason and msgspec.structs.replace(reason, values={**reason.values, "in": position.tiers[11][:-1]})

    patch.setattr(reasons, "why_not", said)


def leak_lamps(patch: pytest.MonkeyPatch) -> None:
    honest = lamps.lamp_roles

    def lit(position: Position) -> dict[str, tuple[str, ...]]:
        prisoners = {str(at + 1): ("movable",) for at, tiers in enumerate(position.tiers) if any(tiers[:-1])}
        return {**honest(position), **prisoners}

    patch.setattr(game, "lamp_roles", lit)


def leak_history(patch: pytest.MonkeyPatch) -> None:
    def told(each: Json, happened: Events) -> tuple[Json, Events]:
        return each, happened

    patch.setattr(events, "told", told)


def leak_export(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game.Tuerme, "open_information", True)


def leak_notation(patch: pytest.MonkeyPatch) -> None:
    honest = notation.to_line
    patch.setattr(notation, "to_line", lambda position, with_prisoners=True: honest(position, with_prisoners=True))


LEAKS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "views": leak_views,
    "legal": leak_legal,
    "reasons": leak_reasons,
    "lamps": leak_lamps,
    "history": leak_history,
    "export": leak_export,
    "notation": leak_notation,
}


@pytest.mark.parametrize("channel", list(CHANNELS))
def test_a_leak_in_a_channel_is_found(channel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS[channel](monkeypatch)
    assert told_apart(channel, games=4) > 0
    assert set(LEAKS) == set(CHANNELS)


def test_v1_only_the_visible_ones_are_shown_and_how_many_sit_in_all() -> None:
    shown = table({3: "bb/1y/2b", 5: "y"}, home="b")
    for role in (None, "blue", "yellow"):
        seen = GAME.view(shown.position, role)
        assert seen["spaces"][2]["visible"] == {"blue": 1} and "by" not in text(seen["spaces"])
        assert seen["players"]["blue"]["imprisoned"] == 3 and seen["players"]["yellow"]["imprisoned"] == 4
    views = [GAME.view(shown.position, role) for role in (None, "blue", "yellow")]
    private = ("legal", "goals", "may", "besides")
    assert len({text({key: value for key, value in each.items() if key not in private}) for each in views}) == 1


def test_v3_lifting_a_tower_shows_once_who_was_under_it() -> None:
    moved = table({3: "b/1", 5: "y"}).do("card t2", "tower t1")
    assert GAME.passing(moved.events, None) == (
        {"type": "lifted", "tower": "t1", "under": {"blue": 1}, "rule": "V3"},
        {"type": "imprisoned", "by": "blue", "who": {"yellow": 1}, "rule": "I1"},
    )
    lifted = table({3: "b/1", 5: "y"}, full={"b": 4}, spells="free").do("cast b free t1")
    assert lifted.view["lifted"] == {"seat": "blue", "tower": "t1", "space": 3, "under": {"blue": 1}}
    assert lifted.do("free b b").view["lifted"] is None
    assert all("under" not in text(GAME.tell(action("tower t1"), moved.events, role)) for role in (None, "blue"))


def test_v4_after_the_game_the_replay_shows_all_and_the_seats_pages_do_not() -> None:
    steps = list(played("glass", most=3000))
    assert steps[-1][2].phase == OVER
    header, actions = steps[0][0].setup.header(), [each[1] for each in steps]
    found = glass.positions(header, actions)
    assert found[-1] == steps[-1][2]
    hidden = sum(any(tiers[:-1]) for tiers in found[-1].tiers)
    assert hidden == 0 or "columns" not in GAME.view(found[-1], None)
    assert [column["wizards"] for column in glass.shown(found[0])["columns"]][1][1] != {}
    assert GAME.review(found[0]) == glass.shown(found[0])
    assert GAME.recount(actions[0], steps[0][3]) == (actions[0], steps[0][3])
    longest = glass.stays(found)
    assert longest[0].turns >= longest[-1].turns > 0
    with pytest.raises(ValueError, match="V4"):
        glass.positions(header, actions[:-1])


def test_v4_who_sat_for_how_many_turns() -> None:
    begun = table({3: "/1", 5: "b"}, seats="by")
    rounds = ["card t2", "tower t1", "card w1", "waste", "over", "hand", "stay", "over", "hand", "stay", "over"]
    found = [begun.position]
    for each in rounds:
        found.append(play.step(found[-1], parse(found[-1].setup, action(each)))[0])
    assert next((stay.seat, stay.floor, stay.turns) for stay in glass.stays(found)) == ("blue", "ground 5", 3)


def test_v5_history_and_notation_go_no_deeper_while_the_game_runs() -> None:
    begun = table({3: "bb/1y", 5: "y"})
    moved = begun.do("card t2", "tower t1")
    line, happened = GAME.tell(action("tower t1"), moved.events, None)
    assert line == {"type": "tower", "tower": "t1"}
    assert "from" not in text(happened) and [each["type"] for each in happened] == [
        "card-played", "tower-moved", "bottle-filled",
    ]  # fmt: skip
    assert GAME.tell(action("walk b 3"), (), None)[0] == {"type": "walk", "colour": "blue"}
    assert [each["from"] for each in moved.view["moves"]] == [3]
    ended = moved.do("card w1", "walk b 3", "over")
    assert ended.view["moves"] == []
    assert notation.to_line(begun.position).split()[4].split(",")[2] == "?/1y"
    sealed = GAME.sealed(begun.position)
    assert sealed is not None and sealed.rule == "V5" and not GAME.open_information


def test_v6_lamps_show_what_may_move_and_are_dark_while_a_die_is_awaited() -> None:
    begun = table({3: "b", 5: "/1y", 9: "b", 11: "bbyyyy"}, home="b")
    shown = begun.do("card e2").lamps()
    assert shown["3"] == ("own", "movable") and "movable" in shown["5"] and shown["9"] == ("contested",)
    assert shown["1"] == ("goal",)
    assert begun.do("card e-die").lamps() == {}
    said = table({3: "b"}, mode="master", full={"y": 2}).do("card w2", "walk b 3").lamps()
    assert "announced" in said["3"] and "target" in said["5"]
    barred = table({14: "/1", 5: "/2"}).do("card t3").lamps()
    assert barred["14"] == ("contested",) and "movable" in barred["5"]
    pushed = table({15: "/1", 16: "/2"}).do("hand").lamps()
    assert pushed["16"] == ("contested",) and pushed["15"] == ("movable",)


def test_v6_a_chosen_piece_shows_where_it_ends() -> None:
    shown = GAME.view(table({15: "b", 5: "/1y"}).do("card t4w2").position, "blue")
    ends = {text(each): end for each, end in zip(shown["legal"], shown["goals"], strict=True)}
    assert ends[text(action("walk b 15"))] == 1 and ends[text(action("tower t1"))] == 9
    pushed = GAME.view(table({16: "/1", 5: "/2"}, keep=8).do("hand").position, "blue")
    assert pushed["goals"][0] == 1 and pushed["goals"][-1] is None


def test_v6_what_is_lit_is_what_is_legal() -> None:
    for number in range(3):
        for _, _, after, _ in played(f"lamps-{number}", most=120):
            lit = {int(at) for at, roles in GAME.lamps(after).items() if "movable" in roles}
            assert lit == {at + 1 for at in movable(after)}


def movable(position: Position) -> set[int]:
    towers = {tower: at for at, there in enumerate(position.towers) for tower in there}
    legal = play.legal_actions(position)
    return {each[2] if each[0] == "walk" else towers[each[1]] for each in legal if each[0] in ("walk", "tower")}


def test_u1_undo_stops_at_a_lifted_tower_and_at_a_seen_roll() -> None:
    begun = table({3: "b/1", 5: "/2", 7: "b"}, full={"b": 4}, spells="free+swap")
    for words, stops in {
        "card e-die": False, "hand": False, "cast b free t1": True, "cast b swap 3 5": True,
    }.items():  # fmt: skip
        assert GAME.barrier(action(words), begun.do(words).events) is stops, words
    assert GAME.barrier(action("roll 3"), begun.do("card e-die", "roll 3").events)
    last = table({3: "/1"}, home="bbbbb", empty={"b": 0}, flags="l", active="y").do("hand", "stay", "over")
    assert last.position.phase == OVER and GAME.barrier(action("over"), last.events), "V4: then all towers are open"
    assert not GAME.barrier(action("over"), begun.do("hand", "stay", "over").events)
    assert GAME.is_chance(action("roll 3")) and not GAME.is_chance(action("over"))


def test_what_a_table_sends_is_the_same_for_twins(tmp_path: Path) -> None:
    real = RealTable(tmp_path, GAME, {"seats": ["blue", "yellow", "red"]})
    rng = random.Random(1)
    course = msgspec.structs.replace(real.course, position=table({3: "bby/1", 5: "yr/2b"}, seats="byr").position)
    other = msgspec.structs.replace(course, position=twins.dealt_anew(course.position, rng.randrange))
    assert course.position != other.position
    for role in (None, "blue", "yellow"):
        assert text(state(GAME, course, role, "de")) == text(state(GAME, other, role, "de"))
    real.close()


def test_the_simulator_deals_twins_in_every_channel_too() -> None:
    position = table({3: "bby/1"}).position
    assert set(simulation.open_to_all(position)) == {
        "views", "legal", "may", "besides", "asked", "lamps", "pieces", "notation",
    }  # fmt: skip


def test_a_tower_in_the_air_stays_as_it_is_in_a_twin() -> None:
    lifted = table({3: "bby/1", 5: "y/2"}, full={"b": 2}, spells="free").do("cast b free t1").position
    for seed in range(20):
        other = twins.dealt_anew(lifted, random.Random(seed).randrange)
        assert under_lifted(other) == under_lifted(lifted)
        assert sum(count(each, 0) for tiers in other.tiers for each in tiers) == 5

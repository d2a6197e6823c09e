"""Ghosts at the table: by consent, people throw for them, they give seats back, the record does their choices again."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games import Game
from companion.games.dreimagier import GAME
from companion.table import asks, ghosts, lamps, record, seats
from companion.table.bodies import Ghost
from companion.table.course import Course
from companion.table.errors import Denied, Unreadable
from companion.table.players import choice
from companion.table.table import Table
from tests.games.toy import TOY
from tests.table.hands import Hands, random_throw
from tests.table.pocket import POCKET

SEATS = {"toy": ["north", "east", "south"], "dreimagier": ["red", "black", "white"]}


@pytest.fixture(params=[TOY, GAME], ids=["toy", "dreimagier"])
def hands(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Hands]:
    """Two people of a game for three; the last seat is free."""
    game: Game[Any] = request.param
    table = Table(tmp_path / "data", game, {"seats": SEATS[game.name]})
    found = Hands(table)
    for seat in SEATS[game.name][:2]:
        found.tokens[seat] = seats.join(table, table.code, seat, seat.title()).token
    yield found
    table.close()


def order(hands: Hands) -> list[str]:
    return list(hands.table.course.seats)


def give(
    hands: Hands, seat: str, by: str | None = None, level: str | None = None, live: asks.Live = asks.nobody
) -> None:
    ghosts.hand_over(hands.table, by, seat, level or hands.table.game.levels[-1], hands.request(), live)


def ghost_of(hands: Hands, seat: str) -> Ghost | None:
    return hands.table.course.seats[seat].ghost


def play_on(hands: Hands, rng: random.Random, most: int = 3000) -> int:
    """People throw, for ghosts too, and decide by chance; ghosts decide when they are due.  Their choices."""
    table, made = hands.table, 0
    for _ in range(most):
        course, game = table.course, table.game
        if not course.questions:
            break
        if game.throw_wanted(course.position) is not None:
            action = (
                random_throw(game, course.position, rng)
                if game is GAME
                else game.throw_action(course.position, {"die": {"top": 1 + rng.randrange(3)}})
            )
            hands.act(game.actor(course.position, action), action)
        elif ghosts.deciding(game, course) is not None:
            ghosts.act(table)
            made += 1
        else:
            action = rng.choice(game.legal(course.position))
            hands.act(game.actor(course.position, action), action)
    return made


def test_a_free_seat_is_handed_over_with_the_voices_of_those_who_are_here(hands: Hands) -> None:
    one, two, three = order(hands)
    give(hands, three, by=one, live=asks.everybody)
    assert ghost_of(hands, three) is None and hands.table.course.ask is not None
    assert hands.table.course.ask.voters == (two,)
    hands.vote(two, "yes")
    found = ghost_of(hands, three)
    assert found is not None and found.level == hands.table.game.levels[-1] and len(found.seed) == 16
    assert hands.table.course.ask is None


def test_a_refusal_leaves_the_seat(hands: Hands) -> None:
    one, two, three = order(hands)
    give(hands, three, by=one, live=asks.everybody)
    hands.vote(two, "no")
    assert ghost_of(hands, three) is None and hands.table.course.ask is None


def test_a_held_seat_is_asked_itself_and_somebody_stays(hands: Hands) -> None:
    one, two, three = order(hands)
    give(hands, two, by=one, live=asks.everybody)
    assert hands.table.course.ask is not None and hands.table.course.ask.voters == (two,)
    hands.vote(two, "yes")
    assert hands.table.course.seats[two].hash is None and ghost_of(hands, two) is not None
    with pytest.raises(Denied):
        give(hands, one, by=one)
    give(hands, three)
    assert [seat for seat in order(hands) if ghost_of(hands, seat)] == [two, three]


def test_unknown_seats_and_levels_are_refused(hands: Hands) -> None:
    for seat, level in (("nobody", hands.table.game.levels[0]), (order(hands)[2], "godlike")):
        with pytest.raises(Unreadable):
            give(hands, seat, level=level)


def test_a_game_without_players_of_its_own_offers_none(tmp_path: Path) -> None:
    table = Table(tmp_path / "pocket", POCKET)
    with pytest.raises(Unreadable):
        ghosts.hand_over(table, None, "north", "strong", "r")
    assert POCKET.levels == () and POCKET.odds(table.course.position) == {}
    table.close()


def test_a_game_to_the_end_and_the_record_does_the_choices_again(hands: Hands) -> None:
    three = order(hands)[2]
    give(hands, three)
    assert play_on(hands, random.Random(4)) > 0
    table = hands.table
    assert not table.course.questions
    text = "".join(record.lines(table.game, table.course))
    doubts: list[str] = []
    record.replay(table.game, text, doubts)
    assert doubts == []
    told = [json.loads(line)["note"] for line in text.splitlines()[1:]]
    mine = [note["ghost"] for note in told if note["source"] == "ghost"]
    found = ghost_of(hands, three)
    assert found is not None and mine
    weights = {"weights": table.game.weights} if table.game is GAME else {}
    assert all(each == {"level": found.level, "seed": found.seed, **weights} for each in mine)
    assert len(GAME.weights) == 12 and TOY.weights == ""


def with_weights(hands: Hands, weights: str | None) -> str:
    """The record of a game as if its ghost had gone by these weights, its choices others than today's."""
    text, number = [json.loads(line) for line in record.lines(hands.table.game, hands.table.course)], 0
    del text[0]["note"]
    for line in text[1:]:
        if "ghost" in line["note"]:
            number += 1
            line["note"]["ghost"]["seed"] = f"another {number}"
            line["note"]["ghost"] |= {"weights": weights}
            if weights is None:
                del line["note"]["ghost"]["weights"]
    assert number > 2
    return "".join(json.dumps(line) + "\n" for line in text)


@pytest.mark.parametrize("hands", [GAME], indirect=True)
def test_choices_by_other_weights_are_told_once_and_not_doubted(hands: Hands) -> None:
    three = order(hands)[2]
    give(hands, three, level=hands.table.game.levels[0])
    play_on(hands, random.Random(4))
    game, position = hands.table.game, hands.table.course.position
    for weights, told in (("0123456789ab", True), (None, False), (game.weights, False)):
        doubts: list[str] = []
        after, _ = record.replay(game, with_weights(hands, weights), doubts)
        assert after == position
        assert (len(doubts) == 1 and "0123456789ab" in doubts[0] and (game.weights or "none") in doubts[0]) == told
        assert told or (doubts and all(each.startswith("line ") for each in doubts)), "choices are made again"


@pytest.mark.parametrize("hands", [GAME], indirect=True)
def test_a_record_that_names_other_weights_keeps_them_where_it_is_taken_in(hands: Hands) -> None:
    """It is not this table's ghost that made them."""
    three = order(hands)[2]
    give(hands, three)
    play_on(hands, random.Random(4))
    recorded = record.Recorded(hands.table.game, with_weights(hands, "0123456789ab"))
    made = [each.ghost for each in recorded.actions() if isinstance(each.ghost, Ghost)]
    assert made and {each.weights for each in made} == {"0123456789ab"}


def test_a_choice_that_the_ghost_would_not_make_is_told(hands: Hands) -> None:
    three = order(hands)[2]
    give(hands, three)
    play_on(hands, random.Random(4))
    game, course = hands.table.game, hands.table.course
    number, line = next((n, each) for n, each in enumerate(course.line) if each.source == "ghost")
    others = [action for action in game.legal(line.before) if game.actor(line.before, action) == three]
    other = next(action for action in others if action != line.action)
    header, *lines = "".join(record.lines(game, course)).splitlines()
    plain = json.loads(header)
    del plain["note"]
    changed = json.loads(lines[number]) | other
    doubts: list[str] = []
    record.replay(game, "\n".join([json.dumps(plain), *lines[:number], json.dumps(changed)]), doubts)
    assert len(doubts) == 1 and doubts[0].startswith(f"line {number + 2}:")


def test_the_next_person_takes_the_seat_back_in_mid_game(hands: Hands) -> None:
    three = order(hands)[2]
    give(hands, three)
    play_on(hands, random.Random(5), 30)
    joined = seats.join(hands.table, hands.table.code, three, "Third")
    assert not joined.waiting and ghost_of(hands, three) is None
    assert ghosts.deciding(hands.table.game, hands.table.course) is None


def test_a_ghost_that_is_sent_away_leaves_a_free_seat(hands: Hands) -> None:
    one, _, three = order(hands)
    give(hands, three)
    seats.free(hands.table, one, three, hands.request())
    assert hands.table.course.seats[three].ghost is None


def test_a_ghost_has_no_voice_and_waits_while_something_is_asked(hands: Hands) -> None:
    one, two, three = order(hands)
    give(hands, three)
    assert three not in asks.taken(hands.table.course)
    give(hands, two, by=one, live=asks.everybody)
    assert ghosts.deciding(hands.table.game, hands.table.course) is None


def test_a_ghost_outlives_a_restart_and_a_new_game(hands: Hands) -> None:
    one, _, three = order(hands)
    give(hands, three)
    found, table = ghost_of(hands, three), hands.table
    folder, game = table.folder, table.game
    from companion.table import games

    games.new(table, None, table.course.seq, "again", {})
    assert ghost_of(hands, three) == found
    table.close()
    again = Table(folder, game)
    assert again.course.seats[three].ghost == found
    again.close()
    assert one in again.course.seats


def test_choices_follow_from_the_seed_and_the_view_alone(hands: Hands) -> None:
    three = order(hands)[2]
    give(hands, three)
    found = ghost_of(hands, three)
    play_on(hands, random.Random(6))
    table = hands.table
    assert found is not None
    for number, line in enumerate(table.course.line):
        if line.source == "ghost":
            header = table.course.header
            assert choice(table.game, header, line.before, three, found, number) == line.action


def test_pace_lets_people_follow(hands: Hands) -> None:
    table, now = hands.table, [0.0]
    give(hands, order(hands)[2])
    pace = ghosts.Pace(table, 4.0, lambda: now[0])
    while ghosts.deciding(table.game, table.course) is None:
        play_on(hands, random.Random(len(table.course.line)), 1)
    before = table.course.seq
    pace.tick()
    now[0] = 3.9
    pace.tick()
    assert table.course.seq == before
    now[0] = 4.0
    pace.tick()
    assert table.course.line[-1].source in ("ghost", "table") and table.course.seq > before


def test_ghosts_without_consent_of_phones_that_are_away(hands: Hands) -> None:
    """Who is not here is not waited for."""
    one, two, three = order(hands)

    def only_me(_: Course) -> frozenset[str]:
        return frozenset({one})

    give(hands, three, by=one, live=only_me)
    assert ghost_of(hands, three) is not None and two in asks.taken(hands.table.course)


def test_the_lamps_show_what_a_ghost_wishes_and_the_way_there(tmp_path: Path) -> None:
    """Until the next throw; what a person has moved himself is not lit."""
    table = Table(tmp_path / "data", GAME, {"seats": SEATS["dreimagier"], "board": "tiny"})
    hands = Hands(table)
    hands.tokens["red"] = seats.join(table, table.code, "red", "Red").token
    for seat in ("black", "white"):
        give(hands, seat)
    rng, lit = random.Random(5), 0
    while table.course.questions and lit < 5:
        play_on(hands, rng, 1)
        last = table.course.line[-1]
        ways = ghosts.wished(GAME, table.course)
        shown = lamps.lamps(GAME, table.course)
        if last.ghost and last.action["type"] in ("walk", "jump"):
            assert ways[-1][-1] == last.action["to"] and "chosen" in shown[last.action["to"]]
            assert all("possible" in shown[node] or "chosen" in shown[node] for node in ways[-1])
            lit += 1
        elif GAME.is_chance(last.action):
            assert ways == ()
    assert lit == 5
    table.close()

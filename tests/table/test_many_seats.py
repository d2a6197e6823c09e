"""Games of two to six seats: several asked at once, what a seat may do besides, secrets in sounds and consent."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from companion.games import Events, Game, Json, Reason
from companion.protocol import Command
from companion.table import lamps, play
from companion.table.errors import Denied, Stale
from companion.table.state import state
from companion.table.table import Table, forced_step
from tests.games.toy import NAMES, TOY, Toy, ToyGame
from tests.table.hands import Hands

THROW = {"type": "throw", "wands": {"die": {"top": 2}}}


def pick(seat: str, number: int = 2) -> Json:
    return {"type": "pick", "seat": seat, "number": number}


def wave(seat: str) -> Json:
    return {"type": "wave", "seat": seat}


@pytest.fixture
def round_of_six(tmp_path: Path) -> Iterator[Hands]:
    """Six players at a table of the toy game."""
    table = Table(tmp_path / "six", TOY, {"seats": list(NAMES)})
    yield Hands(table).seated()
    table.close()


def offer(hands: Hands, seat: str, action: Json) -> None:
    """A seat does what it may."""
    question = hands.table.course.offers.get(seat, "")
    play.act(hands.table, hands.command(seat, action, question=question))


def tapped_at_once(table: Table) -> list[str]:
    """Every seat picks in the same moment; what fell."""
    hands, fell = Hands(table), list[str]()
    start = threading.Barrier(len(NAMES))

    def tap(command: Command) -> None:
        start.wait()
        try:
            play.act(table, command)
        except Stale as error:
            fell.append(str(error))

    threads = [threading.Thread(target=tap, args=(hands.command(seat, pick(seat)),)) for seat in NAMES]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return fell


def test_six_taps_in_the_same_moment_all_stand_fifty_times(tmp_path: Path) -> None:
    for number in range(50):
        table = Table(tmp_path / str(number), TOY, {"seats": list(NAMES)})
        assert tapped_at_once(table) == [] and set(table.course.position.picks) == set(NAMES), number
        table.close()


@pytest.mark.parametrize("count", [2, 3, 6])
def test_two_to_six_seats_are_asked_at_once(tmp_path: Path, count: int) -> None:
    table = Table(tmp_path, TOY, {"seats": list(NAMES[:count])})
    try:
        assert table.course.questions == {seat: f"pick.{seat}.1" for seat in NAMES[:count]}
        assert lamps.device_state(TOY, table.course, "t", 0).asked == list(NAMES[:count])
    finally:
        table.close()


def test_a_seat_that_is_not_asked_may_act_where_the_game_says_so(round_of_six: Hands) -> None:
    hands, table = round_of_six, round_of_six.table
    hands.act("north", pick("north"))
    assert "north" not in table.course.questions
    offer(hands, "north", wave("north"))
    assert table.course.position.waved == ("north",) and "north" not in table.course.offers
    with pytest.raises(Stale):
        offer(hands, "north", wave("north"))
    assert set(table.course.questions) == set(NAMES[1:]), "a wave answers no question"


def test_it_may_also_after_the_end(round_of_six: Hands) -> None:
    hands, table = round_of_six, round_of_six.table
    for seat in NAMES:
        hands.act(seat, pick(seat))
    hands.act("north", THROW)
    assert state(TOY, table.course, "up", "de")["over"] and table.course.offers
    offer(hands, "up", wave("up"))
    assert table.course.position.waved == ("up",)
    with pytest.raises(Denied):
        offer(hands, "down", wave("north"))


def test_may_is_no_answer_to_what_a_seat_must(round_of_six: Hands) -> None:
    hands, course = round_of_six, round_of_six.table.course
    with pytest.raises(Stale):
        hands.act("north", wave("north"))
    with pytest.raises(Stale):
        play.act(hands.table, hands.command("north", pick("north"), question=course.offers["north"]))


def test_an_offer_keeps_its_name_while_others_act_and_is_told_to_its_seat_alone(round_of_six: Hands) -> None:
    hands, table = round_of_six, round_of_six.table
    held = dict(table.course.offers)
    hands.act("north", pick("north"))
    offer(hands, "east", wave("east"))
    assert {seat: table.course.offers[seat] for seat in NAMES[2:]} == {seat: held[seat] for seat in NAMES[2:]}
    assert state(TOY, table.course, "south", "de")["may"] == held["south"]
    assert state(TOY, table.course, None, "de")["may"] is state(TOY, table.course, "east", "de")["may"] is None


def test_forced_steps_never_take_what_a_seat_may_do() -> None:
    position = TOY.start(TOY.header({"seats": ["north", "east"]}))
    assert [action["seat"] for action in TOY.may(position)] == ["north", "east"]
    assert forced_step(TOY, position) is None


class OneChoice(ToyGame):
    """Everybody can only pick 3."""

    def legal(self, position: Toy) -> tuple[Json, ...]:
        return tuple(action for action in super().legal(position) if action["number"] == 3)


def test_a_forced_step_is_forced_also_where_a_seat_may_do_more() -> None:
    game = OneChoice()
    step = forced_step(game, game.start(game.header({})))
    assert step is not None and step.body["action"] == pick("north", 3)


def test_what_a_role_hears_is_what_it_is_told(tmp_path: Path) -> None:
    table = Table(tmp_path, Whisper())
    try:
        Hands(table).act("north", pick("north"))
        heard = {role: state(table.game, table.course, role, "de")["sounds"] for role in ("north", "east", None)}
        assert heard == {"north": ["picked", "high"], "east": ["picked"], None: ["picked"]}
        assert lamps.device_state(table.game, table.course, "t", 0).sounds == ["picked"]
    finally:
        table.close()


class Whisper(ToyGame):
    """What sort of pick it was is a secret, and so is whom it is aimed at."""

    def apply(self, position: Toy, action: Json) -> tuple[Toy, Events]:
        after, events = super().apply(position, action)
        return after, (*events, {"type": "high", "against": "west"}) if action["type"] == "pick" else events


def test_who_is_asked_for_consent_tells_no_secret(tmp_path: Path) -> None:
    table = Table(tmp_path, Whisper(), {"seats": ["north", "east", "west"]})
    hands = Hands(table).seated()
    try:
        for seat in ("west", "east"):
            hands.act(seat, pick(seat))
        hands.undo("east")
        assert table.course.ask is not None and table.course.ask.voters == ("north",), "west is in a secret alone"
    finally:
        table.close()


class Shown(ToyGame):
    """A wave is seen: nothing before it can be taken back."""

    def barrier(self, action: Json, events: Events) -> bool:
        return action["type"] == "wave" or super().barrier(action, events)


@pytest.mark.parametrize(("game", "stands"), [(TOY, 1), (Shown(), 2)])
def test_how_far_undo_goes_is_the_games_affair(tmp_path: Path, game: Game[Toy], stands: int) -> None:
    table = Table(tmp_path, game)
    hands = Hands(table)
    try:
        hands.act("north", pick("north"))
        offer(hands, "east", wave("east"))
        assert state(game, table.course, None, "de")["undo"] == (stands == 1)
        if stands == 1:
            hands.undo("east")
        else:
            with pytest.raises(Denied):
                hands.undo("east")
        assert len(table.course.line) == stands
    finally:
        table.close()


class Cheering(ToyGame):
    """Who has waved may cheer as often as it likes, with more hurrahs than a list could hold."""

    def besides(self, position: Toy) -> Mapping[str, tuple[str, ...]]:
        return dict.fromkeys(position.waved, ("cheer",))

    def why_not(self, position: Toy, action: Json, seat: str | None = None) -> Reason | None:
        cheers = action.get("type") in self.besides(position).get(str(action.get("seat")), ())
        if cheers and type(action.get("times")) is int and seat in (None, action["seat"]):
            return None
        return super().why_not(position, action, seat)

    def _cheer(self, position: Toy, action: Json) -> tuple[Toy, Events]:
        return position, ({"type": "cheered", "seat": action["seat"], "times": action["times"]},)


def cheer(seat: str, times: object) -> Json:
    """Hurrahs."""
    return {"type": "cheer", "seat": seat, "times": times}


def said(hands: Hands, action: Json, question: str) -> None:
    """The seat named in the action answers the question of this name."""
    play.act(hands.table, hands.command(action["seat"], action, question=question))


@pytest.fixture
def cheering(tmp_path: Path) -> Iterator[Hands]:
    table = Table(tmp_path, Cheering(), {"seats": list(NAMES)})
    yield Hands(table).seated()
    table.close()


def test_what_cannot_be_listed_is_taken_of_the_seats_that_may(cheering: Hands) -> None:
    table = cheering.table
    with pytest.raises(Denied):
        said(cheering, cheer("up", 1000), table.course.questions["up"])
    offer(cheering, "up", wave("up"))
    offer(cheering, "up", cheer("up", 1000))
    assert table.course.told[-1].events == ({"type": "cheered", "seat": "up", "times": 1000},)
    with pytest.raises(Denied):
        offer(cheering, "up", cheer("up", "many"))
    with pytest.raises(Denied):
        offer(cheering, "up", cheer("down", 1))


def test_what_cannot_be_listed_names_a_question_that_stands(cheering: Hands) -> None:
    table = cheering.table
    offer(cheering, "up", wave("up"))
    held = table.course.offers["up"]
    said(cheering, cheer("up", 2), table.course.questions["up"])
    for old in (held, "", "pick.up.1"):
        with pytest.raises(Stale):
            said(cheering, cheer("up", 3), old)

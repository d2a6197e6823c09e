"""B1-B3, W1, W2, P1, P2: further throws, the end, who is asked."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.dreimagier import GAME
from companion.games.dreimagier.position import Position
from tests.games.situations import COLOURS, after, rule, run, situation, types, view

FIVE = ["house", "tower", "castle", "sun", "mill"]
SIX = [*FIVE, "moon"]


def sixth(**more: object) -> Position:
    """Red takes his sixth card, the forest's, by walking to his magician."""
    given = {"red": ("forest", "a2"), "cards": {"red": FIVE}, **more}
    return after(situation(**given), "throw 011", "walk forest")  # type: ignore[arg-type]


def lost_duel(settings: dict[str, Any] | None = None, bonus_won: tuple[str, ...] = ()) -> Position:
    """Black wins his sixth card in a duel in red's move, in which red threw a doublet."""
    position = situation(
        red=("castle", "life"),
        black=("forest", "sun"),
        cards={"black": FIVE},
        settings=settings,
        bonus_won=bonus_won,
    )
    return after(position, "throw 111", "jump forest", "walk a1", "throw 000", "stop", "throw 111")


def test_b1_the_sixth_card_gives_a_bonus_throw() -> None:
    position = sixth()
    assert view(position)["offer"] == {"seat": "red", "kind": "bonus"}
    assert view(after(position, "accept"))["throw_wanted"]["kind"] == "pip"
    assert view(after(position, "decline"))["turn"] == "black"


def test_b1_it_has_all_the_rules_of_a_pip_throw() -> None:
    position, events = run(sixth(), "accept", "throw 000")
    assert types(events).count("banished") == 2
    assert view(position)["turn"] == "black"
    doublet = after(sixth(), "accept", "throw 111", "stay magician", "walk house")
    assert view(doublet)["offer"] == {"seat": "red", "kind": "doublet"}


def test_b1_the_right_stays_though_the_card_is_lost_in_the_same_move() -> None:
    held = {"red": FIVE, "black": ["forest", "house"], "white": ["forest"]}
    position = situation(red=("forest", "a2"), black=("house", "sun"), cards=held)
    position = after(position, "throw 101", "walk forest", "take white", "jump house")
    position = after(position, "throw 000", "stop", "throw 111")
    assert view(position)["cards"]["red"] == ["forest", *FIVE], "black has the house himself: red loses nothing"
    held["black"], held["white"] = ["forest"], ["forest", "house"]
    position = situation(red=("forest", "a2"), black=("house", "sun"), cards=held)
    position = after(position, "throw 101", "walk forest", "take white", "jump house")
    position = after(position, "throw 000", "stop", "throw 111")
    assert view(position)["cards"]["red"] == ["forest", *FIVE[1:]]
    assert view(position)["offer"] == {"seat": "red", "kind": "bonus"}


def test_b1_off_by_setting() -> None:
    assert view(sixth(settings={"bonus": False}))["offer"] is None


def test_b1_only_from_five_to_six() -> None:
    position = situation(red=("forest", "a2"), cards={"red": FIVE[:4]})
    assert view(after(position, "throw 011", "walk forest"))["offer"] is None


def test_b2_the_challenged_goes_before_the_movers_doublet() -> None:
    position = lost_duel()
    assert view(position)["rights"] == [{"seat": "black", "kind": "bonus"}, {"seat": "red", "kind": "doublet"}]
    assert view(position)["asked"] == [{"seat": "black", "kind": "offer"}]


def test_b2_bonus_of_the_mover_before_his_doublet() -> None:
    position = situation(red=("forest", "house"), cards={"red": FIVE})
    position = after(position, "throw 111", "stay magician", "walk forest")
    assert [right["kind"] for right in view(position)["rights"]] == ["bonus", "doublet"]


@pytest.mark.parametrize(("mover", "throw"), [("red", "throw 101"), ("black", "throw 011"), ("white", "throw 101")])
@pytest.mark.parametrize("after_him", [1, 2])
def test_b2_two_sixth_cards_in_a_move_the_challenged_goes_first(mover: str, throw: str, after_him: int) -> None:
    challenged = COLOURS[(COLOURS.index(mover) + after_him) % 3]
    places: dict[str, Any] = {mover: ("forest", "a2"), challenged: ("house", "sun")}
    cards = {mover: FIVE, challenged: ["tower", "castle", "sun", "mill", "moon"]}
    position = situation(turn=mover, cards=cards, **places)
    position = after(position, throw, "walk forest", "jump house", "throw 000", "stop", "throw 111")
    rights = [{"seat": challenged, "kind": "bonus"}, {"seat": mover, "kind": "bonus"}]
    assert view(position)["rights"] == rights


def test_b2_a_throw_by_right_is_followed_by_its_own_rights_before_older_ones() -> None:
    position = after(lost_duel(), "accept")
    assert (view(position)["turn"], view(position)["thrower"]) == ("red", "black")
    position = after(position, "throw 111", "stay magician", "walk mill")
    assert view(position)["rights"] == [{"seat": "black", "kind": "doublet"}, {"seat": "red", "kind": "doublet"}]


def test_b2_then_the_turn_goes_on() -> None:
    position = after(lost_duel(), "decline")
    assert view(position)["offer"] == {"seat": "red", "kind": "doublet"}
    assert view(after(position, "decline"))["turn"] == "black", "after red's turn"


def test_b2_out_of_turn_lost_by_setting() -> None:
    position = lost_duel({"bonus_out_of_turn": False})
    assert view(position)["rights"] == [{"seat": "red", "kind": "doublet"}]
    assert view(sixth(settings={"bonus_out_of_turn": False}))["offer"] == {"seat": "red", "kind": "bonus"}


def test_b3_each_time_not_once_a_game() -> None:
    assert view(lost_duel(bonus_won=("black",)))["offer"] == {"seat": "black", "kind": "bonus"}


def test_b3_once_a_game_by_setting_counted_from_winning_the_right() -> None:
    once = {"bonus_each_time": False}
    first = lost_duel(once)
    assert view(first)["offer"] == {"seat": "black", "kind": "bonus"}
    assert GAME.encode(first)["bonus_won"] == ["black"], "won already before it is thrown"
    assert view(lost_duel(once, bonus_won=("black",)))["offer"] == {"seat": "red", "kind": "doublet"}


def test_b3_a_right_that_is_lost_is_not_counted() -> None:
    lost = lost_duel({"bonus_each_time": False, "bonus_out_of_turn": False})
    assert GAME.encode(lost)["bonus_won"] == []
    assert GAME.encode(sixth(settings={"bonus_each_time": False, "bonus_out_of_turn": False}))["bonus_won"] == ["red"]


def test_w1_seven_cards_win_at_once_in_mid_move() -> None:
    position = situation(red=("castle", "forest"), cards={"red": SIX}, rights=(("red", "doublet"),))
    position, events = run(position, "throw 111", "jump forest")
    assert types(events)[-3:] == ["card-taken", "won", "ranked"]
    assert view(position)["winner"] == "red"
    assert view(position)["asked"] == view(position)["legal"] == view(position)["rights"] == []
    assert rule(position, "walk a1") == "W1"
    assert view(position)["lamps"] == {"forest": ["winner"]}
    assert GAME.actor(position, {"type": "walk", "to": "a1"}) == "red", "nobody is asked: the first seat stands in"
    assert GAME.actor(situation(turn="white"), {"type": "spoilt"}) == "white"


def test_w1_out_of_turn_too() -> None:
    position = situation(red=("castle", "life"), black=("forest", "sun"), cards={"black": SIX})
    position = after(position, "throw 111", "jump forest", "walk a1", "throw 000", "stop", "throw 111")
    assert view(position)["winner"] == "black"


def test_w2_the_others_rank_by_cards_and_share_ties() -> None:
    cards = {"red": SIX, "black": ["house"], "white": ["sun"]}
    position = after(situation(red=("castle", "forest"), cards=cards), "throw 100", "jump forest")
    assert [(row["seat"], row["rank"]) for row in view(position)["ranking"]] == [("red", 1), ("black", 2), ("white", 2)]
    cards["white"] = ["sun", "mill"]
    position = after(situation(red=("castle", "forest"), cards=cards), "throw 100", "jump forest")
    assert [(row["seat"], row["rank"]) for row in view(position)["ranking"]] == [("red", 1), ("white", 2), ("black", 3)]


def test_p1_another_player_or_another_question_is_asked() -> None:
    position = situation()
    reason = GAME.why_not(position, {"type": "spoilt"}, "black")
    assert reason is not None
    assert (reason.rule, reason.values) == ("P1", {"seat": "red", "question": "throw"})
    assert rule(position, "jump castle") == "P1"
    moving = after(position, "throw 100")
    assert rule(moving, "accept") == "P1"
    assert rule(moving, "throw 100") == "P1"


def test_p2_the_rules_tell_what_was_seen_from_what_was_decided() -> None:
    assert GAME.is_chance({"type": "throw", "wands": {}}) and GAME.is_chance({"type": "spoilt"})
    assert not GAME.is_chance({"type": "jump", "to": "castle"})
    assert rule(situation(), "stop") == "P1"
    reason = GAME.why_not(situation(), {"type": "undo"})
    assert reason is not None and reason.rule == "P1", "undo belongs to the table"

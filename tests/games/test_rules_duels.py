"""D1-D10: duels, from the jump to the card."""

from __future__ import annotations

import pytest

from companion.games.dreimagier import GAME
from companion.games.dreimagier.position import Position
from tests.games.situations import after, can, place_of, rule, run, situation, types, view

OPEN = ("throw 100", "jump forest", "walk g2")
"""Red challenges black in the forest; then the duel throw is awaited."""


def duel(**more: object) -> Position:
    """Red's magician has jumped to black's in the forest, both have moved."""
    return after(situation(**{"red": ("castle", "life"), "black": ("forest", "sun"), **more}), *OPEN)  # type: ignore[arg-type]


def test_d1_a_magician_who_lands_beside_another_must_duel() -> None:
    position, events = run(situation(red=("castle", "life"), black=("forest", "sun")), "throw 100", "jump forest")
    assert events[-1]["type"] == "duel-opened"
    assert view(position)["duel"]["challenger"] == "red" and view(position)["duel"]["challenged"] == "black"
    assert view(position)["lamps"]["forest"] == ["own", "contested"]
    assert rule(position, "stop") == "D1", "never before the second figure's move"
    assert view(after(position, "walk g2"))["throw_wanted"]["kind"] == "duel"


@pytest.mark.parametrize(("start", "place"), [("castle", "life"), ("life", "labyrinth")])
def test_d1_never_on_life_or_labyrinth(start: str, place: str) -> None:
    position = after(situation(red=(start, "sun"), black=(place, "sun")), "throw 100", f"jump {place}")
    assert view(position)["duel"] is None


def test_d2_the_challenger_leads_with_all_three_wands() -> None:
    wanted = view(duel())["throw_wanted"]
    assert wanted == {"seat": "red", "kind": "duel", "wands": ["red", "black", "white"], "kept": {}, "needs": "top"}


def test_d2_he_keeps_some_and_throws_the_others_again() -> None:
    position = after(duel(), "throw 200", "again black,white")
    assert view(position)["throw_wanted"]["wands"] == ["black", "white"]
    assert view(position)["throw_wanted"]["kept"] == {"red": 2}
    position = after(position, "throw 21")
    assert view(position)["duel"]["results"]["red"] == {
        "sum": 5,
        "throws": 2,
        "wands": {"red": 2, "black": 2, "white": 1},
        "done": False,
    }


def test_d2_a_kept_wand_stands_and_must_not_be_reported() -> None:
    position = after(duel(), "throw 200", "again black,white")
    whole = {"type": "throw", "wands": {colour: {"top": 1} for colour in ("red", "black", "white")}}
    reason = GAME.why_not(position, whole)
    assert reason is not None and (reason.rule, reason.values) == ("D2", {"wand": "red"})


def test_d2_all_may_fly_again_but_not_none() -> None:
    position = after(duel(), "throw 200")
    assert can(position, "again red,black,white")
    assert rule(position, "again") == "D2"
    assert len(view(position)["legal"]) == 8


def test_d2_three_throws_at_most() -> None:
    position, events = run(duel(), "throw 000", "again red", "throw 1", "again black", "throw 1")
    assert [event["sum"] for event in events if event["type"] == "duel-led"] == [2]
    assert view(position)["duel"]["turn"] == "black"
    assert view(position)["duel"]["results"]["red"]["done"] is True


def test_d2_a_result_is_a_sum_on_throws() -> None:
    _, events = run(duel(), "throw 110", "again white", "throw 2", "stop")
    led = events[-1]
    assert (led["type"], led["sum"], led["throws"]) == ("duel-led", 4, 2)


def test_d3_the_challenged_has_at_most_as_many_throws() -> None:
    position = after(duel(), "throw 220", "stop")
    assert view(position)["duel"]["throws_left"] == 1
    _, events = run(position, "throw 210")
    assert "duel-won" in types(events)


def test_d4_the_higher_sum_wins() -> None:
    _, events = run(duel(), "throw 221", "stop", "throw 222")
    assert [event["seat"] for event in events if event["type"] == "duel-won"] == ["black"]
    _, events = run(duel(), "throw 221", "stop", "throw 220")
    assert [event["seat"] for event in events if event["type"] == "duel-won"] == ["red"]


def test_d4_equal_sums_fewer_throws_win() -> None:
    position = after(duel(), "throw 110", "again white", "throw 2", "stop")
    _, events = run(position, "throw 211")
    assert [event["seat"] for event in events if event["type"] == "duel-won"] == ["black"]


def test_d4_both_equal_the_other_side_leads_with_three_throws() -> None:
    position, events = run(duel(), "throw 220", "stop", "throw 211")
    assert events[-1]["type"] == "duel-tied" and events[-1]["leader"] == "black"
    now = view(position)["duel"]
    assert (now["leader"], now["turn"], now["throws_left"], now["round"]) == ("black", "black", 3, 2)
    again = after(position, "throw 100", "stop", "throw 010")
    assert view(again)["duel"]["leader"] == "red", "sides change at every tie"
    assert view(again)["duel"]["round"] == 3


def test_d4_in_a_repeated_duel_the_challenger_has_as_many_as_the_new_leader() -> None:
    position = after(duel(), "throw 220", "stop", "throw 211", "throw 000", "again red", "throw 1", "stop")
    assert view(position)["duel"]["turn"] == "red"
    assert view(position)["duel"]["throws_left"] == 2


def test_d5_a_wand_kept_once_may_fly_again() -> None:
    position = after(duel(), "throw 100", "again black,white", "throw 11")
    assert can(position, "again red")


def test_d5_not_by_setting() -> None:
    settings = {"kept_wand_may_fly_again": False}
    position = after(duel(settings=settings), "throw 100", "again black,white", "throw 11")
    assert rule(position, "again red") == "D5"
    assert rule(position, "again red,black") == "D5"
    assert [found.get("fly") for found in view(position)["legal"]] == [["black"], ["black", "white"], ["white"], None]


def test_d6_decided_when_the_challenged_has_more() -> None:
    lead = after(duel(), "throw 110", "again white", "throw 0", "stop")
    _, events = run(lead, "throw 111")
    assert "duel-won" in types(events), "3 on 1 beats 2 on 2 at once"


def test_d6_decided_when_he_stops() -> None:
    lead = after(duel(), "throw 110", "again white", "throw 0", "stop")
    position, events = run(lead, "throw 100", "stop")
    assert [event["seat"] for event in events if event["type"] == "duel-won"] == ["red"]
    assert place_of(position, "black", "magician") == "labyrinth"


def test_d6_until_then_both_may_go_on_senselessly() -> None:
    best = after(duel(), "throw 222")
    assert can(best, "again red,black,white")
    worse = after(best, "again red,black,white", "throw 110", "stop", "throw 100")
    assert can(worse, "stop"), "the other side may give in with a throw left"
    assert can(worse, "again red"), "or throw the only good wand again"


def test_d7_first_the_figures_then_the_card() -> None:
    position = duel(black=("forest", "forest"), stones=("black",))
    position, events = run(position, "throw 222", "stop", "throw 000")
    order = types(events)
    assert order[-6:] == ["duel-won", "banished", "banished", "stone-lost", "card-taken", "turn"]
    assert place_of(position, "black", "magician") == place_of(position, "black", "apprentice") == "labyrinth"
    assert view(position)["cards"]["red"] == ["forest"]


def test_d7_the_card_of_a_cleared_place_comes_from_the_loser() -> None:
    position = duel(cards={"black": ["forest"], "white": ["forest"]})
    position, events = run(position, "throw 222", "stop", "throw 000")
    assert [event["from"] for event in events if event["type"] == "card-taken"] == ["black"]
    assert view(position)["cards"] == {"red": ["forest"], "black": [], "white": ["forest"]}


def test_d7_a_winner_who_has_the_card_gets_none() -> None:
    position, events = run(duel(cards={"red": ["forest"]}), "throw 222", "stop", "throw 000")
    assert "card-taken" not in types(events)
    assert view(position)["cards"]["black"] == []


def test_d7_the_challenged_wins_the_card_out_of_turn() -> None:
    position, events = run(duel(), "throw 000", "stop", "throw 111")
    assert [event["seat"] for event in events if event["type"] == "card-taken"] == ["black"]
    assert place_of(position, "red", "magician") == "labyrinth"


def test_d7_the_losers_apprentice_stays_where_he_stood_elsewhere() -> None:
    position = after(duel(), "throw 222", "stop", "throw 000")
    assert place_of(position, "black", "apprentice") == "sun"


def pending() -> Position:
    """Red's apprentice has walked to the contested forest after his magician."""
    return after(situation(red=("castle", "a2"), black=("forest", "sun")), "throw 101", "jump forest", "walk forest")


def test_d8_while_a_duel_is_pending_nobody_meets_there() -> None:
    position = pending()
    assert view(position)["cards"]["red"] == []
    assert place_of(position, "red", "apprentice") == "forest"


def test_d8_lost_both_go() -> None:
    position = after(pending(), "throw 000", "stop", "throw 111")
    assert place_of(position, "red", "magician") == place_of(position, "red", "apprentice") == "labyrinth"


def test_d8_won_the_card_of_the_duel_is_the_only_one() -> None:
    position, events = run(pending(), "throw 222", "stop", "throw 000")
    assert types(events).count("card-taken") == 1
    assert place_of(position, "red", "apprentice") == "forest"


def test_d9_a_lost_duel_does_not_end_a_series() -> None:
    position = after(situation(red=("castle", "life"), black=("forest", "sun")), "throw 111", "jump forest", "walk a1")
    position = after(position, "throw 000", "stop", "throw 111")
    assert view(position)["offer"] == {"seat": "red", "kind": "doublet"}


def test_d10_doublets_mean_nothing_in_a_duel() -> None:
    position, events = run(duel(), "throw 000", "stop", "throw 222")
    assert view(position)["offer"] is None
    assert "doublet" not in types(events)
    assert view(position)["turn"] == "black"

"""Worked examples of the rulebooks: DE is the German original of 1985, KURZ a family's short rules.

Each test names source and section; the situations are told in our own words.
"""

from __future__ import annotations

import pytest

from companion.games.dreimagier.position import Position
from tests.games.situations import after, can, ends, place_of, run, situation, types, view


def lead(sum_on_throws: tuple[int, int]) -> list[str]:
    """A script for a result, say 4 on 2: throws of nothing, then all of it."""
    total, throws = sum_on_throws
    values = {2: "200", 3: "210", 4: "220", 5: "221", 6: "222"}[total]
    script = ["throw 000", "again red,black,white"] * (throws - 1)
    return [*script, f"throw {values}"]


def opened() -> Position:
    """A challenges B in the forest: A is red, B is black."""
    return after(situation(red=("castle", "life"), black=("forest", "sun")), "throw 100", "jump forest", "walk g2")


def winner(events: list[dict[str, str]]) -> str | None:
    return next((event["seat"] for event in events if event["type"] == "duel-won"), None)


def test_de_der_augenwurf_three_pips_and_red_shows_one() -> None:
    position = after(situation(red=("sun", "forest")), "throw 120")
    move = view(position)["move"]
    assert (move["sum"], move["magician_steps"]) == (3, 1)
    assert can(position, "stay magician") and not can(position, "stay apprentice")


def test_de_das_sammeln_both_go_from_sun_to_mill() -> None:
    """Sum four, red shows one: the magician jumps to the mill, four fields lead the apprentice there."""
    position = situation(red=("sun", "sun"), board="default")
    position = after(position, "throw 121", "jump mill")
    assert "mill" in ends(position, "walk")
    position, events = run(position, "walk mill")
    assert types(events) == ["walked", "card-taken", "turn"]
    assert place_of(position, "red", "magician") == place_of(position, "red", "apprentice") == "mill"
    assert view(position)["cards"]["red"] == ["mill"]


def test_de_beispiele_four_on_two_against_four_on_one() -> None:
    _, events = run(opened(), *lead((4, 2)), "stop", "throw 220")
    assert winner(events) == "black"


def test_de_beispiele_five_on_three_against_four_on_three() -> None:
    _, events = run(opened(), *lead((5, 3)), *lead((4, 3)))
    assert winner(events) == "red"


def test_de_beispiele_a_tie_and_then_b_leads() -> None:
    position, events = run(opened(), *lead((4, 2)), "stop", *lead((4, 2)))
    assert events[-1]["type"] == "duel-tied"
    assert view(position)["duel"]["leader"] == "black"
    _, events = run(position, *lead((3, 1)), "stop", *lead((2, 1)))
    assert winner(events) == "black"


def test_de_beispiel_a_the_last_hermit_in_the_forest() -> None:
    """One card is left; red wins it with four on two, the place is cleared and black goes to the labyrinth."""
    position = situation(red=("castle", "life"), black=("forest", "sun"), cards={"white": ["forest"]})
    position = after(position, "throw 100", "jump forest", "walk g2", *lead((4, 2)), "stop", *lead((3, 2)))
    assert view(position)["cards"]["red"] == ["forest"]
    assert view(position)["supply"]["forest"] == 0
    assert place_of(position, "black", "magician") == "labyrinth"


def test_de_beispiel_b_the_moon_is_cleared_and_white_has_it() -> None:
    cards = {"white": ["moon"], "black": ["moon"]}
    position = situation(red=("mill", "life"), white=("moon", "sun"), cards=cards)
    position = after(position, "throw 100", "jump moon", "walk g2", *lead((6, 1)), "stop", "throw 000")
    assert view(position)["cards"] == {"red": ["moon"], "black": ["moon"], "white": []}
    assert place_of(position, "white", "magician") == "labyrinth"


@pytest.mark.parametrize(
    ("hidden", "choices"),
    [
        ("mff", ["power"]),
        ("ppm", ["fate"]),
        ("fff", ["power", "magic"]),
        ("pmf", ["power", "magic", "fate"]),
    ],
)
def test_de_zauberwurf_the_four_pictures(hidden: str, choices: list[str]) -> None:
    position = after(situation(red=("moon", "a1")), "throw 010", "walk a2", "accept")
    position, events = run(position, f"spell {hidden}")
    ruled = [event["symbol"] for event in events if event["type"] == "spell"]
    assert (ruled or view(position)["symbols"]["choices"]) == choices


def test_de_im_vorbeigehen_first_case_no_card() -> None:
    _, events = run(situation(red=("forest", "a1")), "throw 012", "walk c2")
    assert "card-taken" not in types(events)


def test_de_im_vorbeigehen_second_case_card_and_then_on() -> None:
    _, events = run(situation(red=("castle", "forest")), "throw 120", "jump forest", "walk g1")
    assert types(events) == ["thrown", "jumped", "card-taken", "walked", "turn"]


def test_de_serien_a_double_two_with_duel_spell_and_second_throw() -> None:
    """Pips, then the duel, then the spell throw, then the doublet's throw."""
    position = situation(red=("house", "castle"), black=("sun", "life"))
    position, events = run(position, "throw 222", "jump mill")
    assert "duel-opened" not in types(events)
    position = situation(red=("house", "m1"), black=("castle", "life"))
    position = after(position, "throw 222", "jump castle", "walk b1")
    kinds = [view(position)["throw_wanted"]["kind"]]
    position = after(position, "throw 222", "stop", "throw 000")
    kinds.append(view(position)["offer"]["kind"])
    position = after(position, "accept", "spell ffm")
    kinds.append(view(position)["offer"]["kind"])
    position = after(position, "accept")
    kinds.append(view(position)["throw_wanted"]["kind"])
    assert kinds == ["duel", "spell", "doublet", "pip"]
    assert view(position)["thrower"] == "red"


def kurz() -> Position:
    """KURZ, Magier-Duell: first 2, 0, 0; the 2 is kept; then 2 and 1."""
    return after(opened(), "throw 200", "again black,white", "throw 21", "stop")


def test_kurz_magier_duell_the_leader_has_five_on_two() -> None:
    assert view(kurz())["duel"]["results"]["red"]["sum"] == 5
    assert view(kurz())["duel"]["throws_left"] == 2


def test_kurz_magier_duell_five_at_once_or_six_on_two_wins() -> None:
    assert winner(run(kurz(), "throw 221")[1]) == "black"
    assert winner(run(kurz(), "throw 220", "again white", "throw 2")[1]) == "black"


def test_kurz_magier_duell_five_on_two_is_a_tie_and_the_other_leads() -> None:
    position, events = run(kurz(), "throw 220", "again white", "throw 1")
    assert events[-1]["type"] == "duel-tied" and view(position)["duel"]["leader"] == "black"


def test_kurz_aus_dem_labyrinth_entkommen() -> None:
    stuck = situation(red=("labyrinth", "labyrinth"), ruleset="kurzregel")
    assert view(after(stuck, "throw 220"))["turn"] == "black"
    assert ends(after(stuck, "throw 222"), "jump") == ["house", "castle", "mill"]
    option = situation(red=("labyrinth", "labyrinth"), ruleset="kurzregel", settings={"labyrinth_exit": "222-or-111"})
    assert ends(after(option, "throw 111"), "jump") == ["life"]


def test_kurz_zauberwurf_three_blanks_and_three_stars_are_fate_by_the_option() -> None:
    position = situation(red=("moon", "a1"), ruleset="kurzregel", settings={"fate_rules_330": True})
    position = after(position, "throw 010", "walk a2", "accept", "spell ppp")
    assert place_of(position, "red", "apprentice") == place_of(position, "red", "magician") == "labyrinth"

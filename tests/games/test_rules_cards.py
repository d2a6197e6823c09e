"""C1-C7, E1-E4: meetings, cards, evictions."""

from __future__ import annotations

import pytest

from tests.games.situations import after, ends, place_of, rule, run, situation, types, view

HELD = {"black": ["forest"], "white": ["forest"]}
"""The forest is cleared."""


def test_c1_the_walk_to_the_waiting_magician_brings_the_card() -> None:
    position, events = run(situation(red=("forest", "a2")), "throw 011", "walk forest")
    assert events[-2] == {"type": "card-taken", "seat": "red", "card": "forest", "from": "place", "rule": "C1"}
    assert view(position)["cards"]["red"] == ["forest"]
    assert view(position)["supply"]["forest"] == 1


def test_c1_the_jump_to_the_waiting_apprentice_brings_the_card() -> None:
    _, events = run(situation(red=("castle", "forest")), "throw 100", "jump forest")
    assert types(events) == ["thrown", "jumped", "card-taken"]


def test_c1_magic_brings_the_card() -> None:
    script = ("throw 010", "walk a2", "accept", "spell pff", "magic moon")
    position, events = run(situation(red=("moon", "a1")), *script)
    assert "card-taken" in types(events)
    assert view(position)["cards"]["red"] == ["moon"]


def test_c1_from_a_rival_of_his_choice_when_the_place_is_cleared() -> None:
    position = after(situation(red=("forest", "a2"), cards=HELD), "throw 011", "walk forest")
    assert view(position)["asked"] == [{"seat": "red", "kind": "take"}]
    taken, events = run(position, "take white")
    assert events[0]["from"] == "white"
    assert view(taken)["cards"] == {"red": ["forest"], "black": ["forest"], "white": []}
    assert rule(position, "take red") == "C1"


def test_c1_taking_is_no_choice() -> None:
    position = after(situation(red=("forest", "a2"), cards=HELD), "throw 011", "walk forest")
    assert [found["type"] for found in view(position)["legal"]] == ["take", "take"]


def test_c2_passing_gives_nothing() -> None:
    _, events = run(situation(red=("forest", "a1")), "throw 011", "walk c1")
    assert "card-taken" not in types(events)


def test_c3_they_meet_even_if_the_apprentice_walks_on() -> None:
    position = after(situation(red=("castle", "forest")), "throw 110", "jump forest", "walk m1")
    assert view(position)["cards"]["red"] == ["forest"]
    assert place_of(position, "red", "apprentice") == "m1"


def test_c3_they_meet_even_if_the_magician_jumps_on() -> None:
    position = after(situation(red=("forest", "a2")), "throw 101", "walk forest", "jump castle")
    assert view(position)["cards"]["red"] == ["forest"]
    assert place_of(position, "red", "magician") == "castle"


def test_c3_the_card_is_taken_from_a_rival_before_the_other_figure_moves() -> None:
    position = after(situation(red=("forest", "a2"), cards=HELD), "throw 101", "walk forest")
    assert rule(position, "jump castle") == "P1"
    position = after(position, "take black")
    assert ends(position, "jump") == ["house", "castle"]


def test_c4_without_arrival_no_meeting() -> None:
    position = situation(red=("forest", "forest"))
    _, events = run(position, "throw 110", "stay magician", "walk m1")
    assert "card-taken" not in types(events)


@pytest.mark.parametrize("place", ["life", "labyrinth"])
def test_c4_life_and_labyrinth_have_no_cards(place: str) -> None:
    start = {"life": ("house", "life"), "labyrinth": ("life", "labyrinth")}[place]
    _, events = run(situation(red=start), "throw 100", f"jump {place}")
    assert types(events) == ["thrown", "jumped"]


def test_c5_never_two_equal_cards() -> None:
    position = situation(red=("forest", "a2"), cards={"red": ["forest"]})
    position, events = run(position, "throw 011", "walk forest")
    assert "card-taken" not in types(events)
    assert view(position)["supply"]["forest"] == 1


def test_c6_rivals_are_robbed_only_when_the_place_is_cleared() -> None:
    position = situation(red=("forest", "a2"), cards={"black": ["forest"]})
    position, events = run(position, "throw 011", "walk forest")
    assert [event["from"] for event in events if event["type"] == "card-taken"] == ["place"]
    assert rule(situation(), "take black") == "P1"
    assert rule(after(situation(red=("sun", "forest")), "throw 100"), "take black") == "C1"


def test_c7_a_taker_without_the_card_finds_it_with_both_rivals() -> None:
    position = after(situation(red=("forest", "a2"), cards=HELD), "throw 011", "walk forest")
    assert view(position)["legal"] == [{"type": "take", "from": "black"}, {"type": "take", "from": "white"}]


def test_e1_a_magician_evicts_every_foreign_apprentice_and_their_stones() -> None:
    position = situation(red=("castle", "life"), black=("sun", "forest"), white=("mill", "forest"), stones=("black",))
    position, events = run(position, "throw 100", "jump forest")
    assert types(events) == ["thrown", "jumped", "banished", "stone-lost", "banished"]
    assert place_of(position, "black", "apprentice") == place_of(position, "white", "apprentice") == "labyrinth"
    assert view(position)["figures"]["black"]["stone"] is False


def test_e1_comes_before_anything_else() -> None:
    position = situation(red=("castle", "forest"), black=("sun", "forest"))
    _, events = run(position, "throw 100", "jump forest")
    assert types(events) == ["thrown", "jumped", "banished", "card-taken"]


@pytest.mark.parametrize(("start", "place"), [("house", "life"), ("life", "labyrinth")])
def test_e2_not_on_life_or_labyrinth(start: str, place: str) -> None:
    position = situation(red=(start, "sun"), black=("moon", place), stones=("black",))
    position, events = run(position, "throw 100", f"jump {place}")
    assert "banished" not in types(events)
    assert view(position)["figures"]["black"]["stone"] is True


def test_e3_his_own_magician_shields_the_apprentice() -> None:
    position = situation(red=("castle", "life"), black=("forest", "forest"))
    position, events = run(position, "throw 100", "jump forest")
    assert types(events) == ["thrown", "jumped", "duel-opened"]
    assert place_of(position, "black", "apprentice") == "forest"


def test_e3_a_third_apprentice_is_not_shielded_by_somebody_elses_magician() -> None:
    position = situation(red=("castle", "life"), black=("sun", "a2"), white=("forest", "g2"), turn="black")
    position, events = run(position, "throw 110", "stay magician", "walk forest")
    assert "banished" in types(events)


def test_e4_an_apprentice_who_walks_to_a_foreign_magician_is_banished() -> None:
    position = situation(red=("moon", "a2"), black=("forest", "sun"), stones=("red",))
    position, events = run(position, "throw 010", "walk forest")
    assert [event["rule"] for event in events if event["type"] in ("banished", "stone-lost")] == ["E4", "E4"]
    assert place_of(position, "red", "apprentice") == "labyrinth"


def test_e4_by_magic_too() -> None:
    position = situation(red=("moon", "a1"), black=("forest", "sun"))
    position, events = run(position, "throw 010", "walk a2", "accept", "spell pff", "magic forest")
    assert types(events)[-3:] == ["transported", "banished", "turn"]


def test_e4_he_is_already_gone_when_his_magician_jumps_after_him() -> None:
    position = situation(red=("castle", "a2"), black=("forest", "sun"))
    position = after(position, "throw 101", "walk forest", "jump forest")
    assert place_of(position, "red", "apprentice") == "labyrinth"
    assert view(position)["duel"]["place"] == "forest"


def test_e4_not_on_life_or_labyrinth() -> None:
    position = situation(red=("moon", "g2"), black=("life", "sun"))
    _, events = run(position, "throw 010", "walk life")
    assert "banished" not in types(events)

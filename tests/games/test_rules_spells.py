"""Z1-Z5: spell throws."""

from __future__ import annotations

import pytest

from companion.games.dreimagier.position import Position
from companion.games.dreimagier.wands import possible_counts
from tests.games.situations import MAGIC, after, can, ends, place_of, rule, run, situation, types, view

TO_SYMBOL = ("throw 010", "walk a2")
"""Red's apprentice goes from a1 to the symbol field a2; his wand shows 0."""


def offered(**more: object) -> Position:
    """A spell throw is offered to red on a2."""
    return after(situation(**{"red": ("moon", "a1"), **more}), *TO_SYMBOL)  # type: ignore[arg-type]


def test_z1_a_walk_that_ends_on_a_symbol_field_offers_a_spell_throw() -> None:
    assert view(offered())["offer"] == {"seat": "red", "kind": "spell"}
    assert view(after(situation(red=("moon", "a1")), "throw 010", "walk m1"))["offer"] is None


def test_z1_he_may_decline() -> None:
    position, events = run(offered(), "decline")
    assert types(events) == ["right-declined", "turn"]
    assert view(position)["turn"] == "black"


def test_z1_a_thrown_spell_must_be_carried_out() -> None:
    position = after(offered(), "accept")
    assert view(position)["throw_wanted"]["kind"] == "spell"
    assert rule(position, "decline") == "P1"
    assert place_of(after(position, "spell mmp"), "red", "apprentice") == "labyrinth"


def test_z1_it_comes_after_the_duel() -> None:
    position = situation(red=("castle", "a1"), black=("forest", "sun"))
    position = after(position, "throw 100", "walk a2", "jump forest")
    assert view(position)["throw_wanted"]["kind"] == "duel"
    assert view(after(position, "throw 222", "stop", "throw 000"))["offer"] == {"seat": "red", "kind": "spell"}


def test_z1_also_after_a_lost_duel() -> None:
    position = situation(red=("castle", "a1"), black=("forest", "sun"))
    position = after(position, "throw 100", "walk a2", "jump forest", "throw 000", "stop", "throw 222")
    assert view(position)["offer"] == {"seat": "red", "kind": "spell"}


def test_z2_the_most_frequent_symbol_rules() -> None:
    _, events = run(offered(), "accept", "spell ffm")
    assert events[1]["counts"] == {"power": 3, "magic": 2, "fate": 1}
    assert [event["symbol"] for event in events if event["type"] == "spell"] == ["power"]


def test_z2_equal_counts_are_a_choice_of_those() -> None:
    position = after(offered(), "accept", "spell fff")
    assert view(position)["symbols"] == {
        "counts": {"power": 3, "magic": 3, "fate": 0},
        "choices": ["power", "magic"],
    }
    assert rule(position, "symbol fate") == "Z2"
    assert can(position, "symbol power") and can(position, "symbol magic")
    assert view(after(offered(), "accept", "spell pmf"))["symbols"]["choices"] == ["power", "magic", "fate"]


@pytest.mark.parametrize("counts", [(4, 1, 1), (3, 2, 0), (4, 2, 0), (6, 0, 0), (2, 2, 1), (3, 3, 3)])
def test_z2_anything_else_is_a_misread(counts: tuple[int, int, int]) -> None:
    assert not possible_counts(counts)


def test_z3_power_puts_the_stone_under_the_apprentice() -> None:
    position, events = run(offered(), "accept", "spell ffm")
    assert "stone-gained" in types(events)
    assert view(position)["figures"]["red"]["stone"] is True


def test_z3_single_or_double_from_the_next_pip_throw_on() -> None:
    position = situation(red=("moon", "forest"), stones=("red",))
    assert ends(after(position, "throw 001"), "walk") == ["a1", "a2", "c1", "c2", "m1"]


def test_z3_a_second_stone_has_no_effect() -> None:
    position, events = run(offered(stones=("red",)), "accept", "spell ffm")
    assert "stone-gained" not in types(events)
    assert view(position)["figures"]["red"]["stone"] is True


def test_z4_magic_leads_to_any_magic_place_or_stays() -> None:
    position = after(offered(), "accept", "spell ppf")
    assert ends(position, "magic") == [*MAGIC, "a2"]
    assert rule(position, "magic life") == "C4"
    assert rule(position, "magic a1") == "Z4"
    assert view(position)["lamps"]["forest"] == ["target-apprentice"]


def test_z4_magic_may_stay_and_staying_is_no_arrival() -> None:
    position, events = run(offered(), "accept", "spell ppf", "magic a2")
    assert types(events)[-2:] == ["stayed", "turn"]
    assert place_of(position, "red", "apprentice") == "a2"


def test_z4_must_go_by_setting() -> None:
    position = after(offered(settings={"magic_may_stay": False}), "accept", "spell ppf")
    assert ends(position, "magic") == list(MAGIC)
    assert rule(position, "magic a2") == "Z4"


def test_z4_magic_gives_no_new_spell() -> None:
    position, events = run(offered(ruleset="kurzregel"), "accept", "spell ppf", "magic b1")
    assert types(events)[-2:] == ["transported", "turn"]
    assert view(position)["offer"] is None


def test_z5_fate_sends_the_apprentice_to_the_labyrinth() -> None:
    position, events = run(offered(stones=("red",)), "accept", "spell mmp")
    assert types(events)[-4:] == ["spell", "banished", "stone-lost", "turn"]
    assert place_of(position, "red", "apprentice") == "labyrinth"
    assert place_of(position, "red", "magician") == "moon"


def test_z5_fate_may_be_picked_where_it_is_as_frequent() -> None:
    position = after(offered(), "accept", "spell pmf", "symbol fate")
    assert place_of(position, "red", "apprentice") == "labyrinth"

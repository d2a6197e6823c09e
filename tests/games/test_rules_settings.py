"""K1-K5, and every setting on both sides."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import Invalid
from companion.games.dreimagier import GAME
from companion.games.dreimagier.rulesets import RULE_OF, RULESETS, SETTINGS, Rules
from tests.games.situations import MAGIC, after, can, ends, place_of, rule, run, situation, types, view

DEFAULTS = {
    "two_jump_may_return": False,
    "labyrinth_is_target": True,
    "must_leave_labyrinth": False,
    "labyrinth_exit": "free",
    "life_limit": True,
    "life_limit_first_throw": True,
    "short_walk": "farthest",
    "apprentice_must_walk": True,
    "kept_wand_may_fly_again": True,
    "magic_target": "magic-places",
    "magic_may_stay": True,
    "fate": "apprentice",
    "fate_rules_330": False,
    "bonus": True,
    "bonus_out_of_turn": True,
    "bonus_each_time": True,
}
KURZREGEL = {"labyrinth_exit": "222", "life_limit": False, "magic_target": "any-node", "fate": "both", "bonus": False}


@pytest.mark.parametrize(
    ("ruleset", "changed"),
    [("noris-1985", {}), ("kurzregel", KURZREGEL), ("noris-2010", {"apprentice_must_walk": False})],
)
def test_rule_sets_have_the_settings_of_the_table(ruleset: str, changed: dict[str, Any]) -> None:
    assert GAME.header({"ruleset": ruleset})["settings"] == {**DEFAULTS, **changed}


def test_every_setting_has_a_rule_and_its_default_first() -> None:
    assert list(SETTINGS) and set(SETTINGS) == set(RULE_OF) == set(DEFAULTS)
    assert {name: values[0] for name, values in SETTINGS.items()} == DEFAULTS
    assert {name: getattr(Rules(), name) for name in SETTINGS} == DEFAULTS


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in SETTINGS for value in SETTINGS[name]])
@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_every_value_mixes_into_every_rule_set(ruleset: str, name: str, value: Any) -> None:
    header = GAME.header({"ruleset": ruleset, "settings": {name: value}})
    assert header["settings"][name] == value
    assert view(after(GAME.start(header), "throw 200", "throw 000", "throw 000"))["turn"] == "red"


def test_faults_of_settings_are_all_named() -> None:
    with pytest.raises(Invalid) as caught:
        GAME.header({"ruleset": "chess", "settings": {"bonus": "yes", "fate": True, "speed": 1}, "seats": ["red"]})
    assert [fault.where for fault in caught.value.faults] == [
        "ruleset",
        "settings.bonus",
        "settings.fate",
        "settings.speed",
        "seats",
    ]
    texts = [fault.text for fault in caught.value.faults]
    assert texts[1:3] == ["must be one of true, false", 'must be one of "apprentice", "both"']


HELD = {"labyrinth_exit": "222"}
EITHER = {"labyrinth_exit": "222-or-111"}


def test_k1_a_figure_in_the_labyrinth_moves_only_with_222() -> None:
    position = after(situation(red=("labyrinth", "sun"), settings=HELD), "throw 100")
    assert rule(position, "jump life") == "K1"
    assert ends(position, "walk") == ["d1", "e1"], "a figure outside moves as usual"
    inside = after(situation(red=("sun", "labyrinth"), settings=HELD), "throw 100")
    assert rule(inside, "walk j2") == "K1"
    assert ends(inside, "jump") == ["castle", "mill"]


def test_k1_then_as_usual_with_that_throw() -> None:
    position = after(situation(red=("labyrinth", "labyrinth"), settings=HELD), "throw 222")
    assert ends(position, "jump") == ["house", "castle", "mill"]
    assert ends(position, "walk")


def test_k1_111_only_by_the_option() -> None:
    strict = after(situation(red=("labyrinth", "sun"), settings=HELD), "throw 111")
    assert rule(strict, "jump life") == "K1"
    assert can(after(situation(red=("labyrinth", "sun"), settings=EITHER), "throw 111"), "jump life")
    assert can(after(situation(red=("labyrinth", "sun")), "throw 100"), "jump life"), "free by default"


def test_k1_if_neither_can_act_the_move_ends() -> None:
    position = after(situation(red=("labyrinth", "labyrinth"), settings=HELD), "throw 120")
    assert view(position)["turn"] == "black"


def test_k1_a_doublet_still_gives_its_throw() -> None:
    position = after(situation(red=("labyrinth", "labyrinth"), settings=HELD), "throw 111")
    assert view(position)["offer"] == {"seat": "red", "kind": "doublet"}
    again = after(position, "accept", "throw 222")
    assert ends(again, "jump"), "every pip throw is a try"


def test_k1_freed_without_a_walk_he_stays_by_the_walk_rule() -> None:
    settings = {**HELD, "short_walk": "stay"}
    position, events = run(situation(red=("moon", "labyrinth"), board="star", settings=settings), "throw 222")
    assert [event["rule"] for event in events if event["type"] == "stayed"] == ["T11"]
    assert rule(position, "walk s") == rule(position, "stay apprentice") == "T11"


@pytest.mark.parametrize("node", ["house", "a", "h"])
def test_k1_holds_nobody_outside(node: str) -> None:
    settings = {**HELD, "short_walk": "stay"}
    position, events = run(situation(red=("moon", node), board="star", settings=settings), "throw 221")
    assert [event["rule"] for event in events if event["type"] == "stayed"] == ["T11"]
    assert rule(position, "walk s") == rule(position, "stay apprentice") == "T11"


def test_k1_walking_through_the_labyrinth_is_free() -> None:
    assert "tower" in ends(after(situation(red=("moon", "j2"), settings=HELD), "throw 012"), "walk")


def spell(**more: Any) -> Any:
    """Red may make a spell throw on a2."""
    return after(situation(red=("moon", "a1"), **more), "throw 010", "walk a2", "accept")


def test_k2_magic_leads_to_any_node() -> None:
    position = after(spell(settings={"magic_target": "any-node"}), "spell ppf")
    assert set(ends(position, "magic")) == set(position.setup.names)
    assert ends(after(spell(), "spell ppf"), "magic") == [*MAGIC, "a2"]


def test_k2_own_node_means_stay() -> None:
    position, events = run(spell(settings={"magic_target": "any-node"}), "spell ppf", "magic a2")
    assert "stayed" in types(events)
    strict = after(spell(settings={"magic_target": "any-node", "magic_may_stay": False}), "spell ppf")
    assert not can(strict, "magic a2")
    assert place_of(position, "red", "apprentice") == "a2"


def test_k2_the_labyrinth_by_magic_costs_no_stone() -> None:
    position = after(spell(settings={"magic_target": "any-node"}, stones=("red",)), "spell ppf", "magic labyrinth")
    assert view(position)["figures"]["red"] == {"magician": "moon", "apprentice": "labyrinth", "stone": True}


def test_k3_fate_takes_the_magician_too() -> None:
    both = after(spell(settings={"fate": "both"}), "spell mmp")
    assert place_of(both, "red", "magician") == place_of(both, "red", "apprentice") == "labyrinth"
    assert place_of(after(spell(), "spell mmp"), "red", "magician") == "moon"


@pytest.mark.parametrize(("hidden", "ruling"), [("ppp", ["fate"]), ("mmm", ["fate"]), ("fff", ["power", "magic"])])
def test_k4_330_with_fate_is_fate(hidden: str, ruling: list[str]) -> None:
    position, events = run(spell(settings={"fate_rules_330": True}), f"spell {hidden}")
    carried = [event["symbol"] for event in events if event["type"] == "spell"]
    assert (carried or view(position)["symbols"]["choices"]) == ruling
    plain = after(spell(), f"spell {hidden}")
    assert len(view(plain)["symbols"]["choices"]) == 2


def test_k4_may_spare_the_magician() -> None:
    """3-3-0 sends the apprentice alone; fate that rules by itself still takes both."""
    settings = {"fate_rules_330": "apprentice", "fate": "both"}
    for hidden, magician in (("ppp", "moon"), ("mmp", "labyrinth")):
        position = after(spell(settings=settings), f"spell {hidden}")
        assert place_of(position, "red", "apprentice") == "labyrinth"
        assert place_of(position, "red", "magician") == magician
    both = after(spell(settings={"fate_rules_330": True, "fate": "both"}), "spell ppp")
    assert place_of(both, "red", "magician") == "labyrinth"


def test_k4_not_for_222() -> None:
    position = after(spell(settings={"fate_rules_330": True}), "spell pmf")
    assert view(position)["symbols"]["choices"] == ["power", "magic", "fate"]


def test_k5_the_apprentice_may_stay() -> None:
    position = after(situation(red=("moon", "forest"), ruleset="noris-2010"), "throw 001")
    position, events = run(position, "stay apprentice")
    assert types(events) == ["stayed", "turn"]
    assert place_of(position, "red", "apprentice") == "forest"


def test_k5_all_or_nothing() -> None:
    position = after(situation(red=("moon", "forest"), ruleset="noris-2010"), "throw 012")
    assert rule(position, "walk a2") == "T1"


def test_k5_staying_is_no_arrival() -> None:
    position = situation(red=("moon", "a2"), ruleset="noris-2010")
    position, events = run(position, "throw 001", "stay apprentice")
    assert view(position)["offer"] is None, "no spell throw on the symbol field where he stayed"
    meeting = situation(red=("forest", "forest"), ruleset="noris-2010")
    _, events = run(meeting, "throw 100", "stay magician", "stay apprentice")
    assert "card-taken" not in types(events)


def test_k5_must_walk_by_default() -> None:
    assert rule(after(situation(red=("moon", "forest")), "throw 001"), "stay apprentice") == "T1"

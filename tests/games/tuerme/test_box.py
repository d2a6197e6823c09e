"""The box as a file that an owner corrects: every fault is named, and what is corrected is played."""

from __future__ import annotations

import random
from importlib import resources

import pytest

from companion.games import Invalid
from companion.games.tuerme import GAME, simulation
from companion.games.tuerme.box import load_box
from companion.games.tuerme.boxfile import box_file, contents
from companion.games.tuerme.cards import card_named, every
from tests.games.tuerme.table import table

SHIPPED = resources.files("companion.games.tuerme").joinpath("boards", "default.toml").read_text(encoding="utf-8")


def faults(*changes: tuple[str, str]) -> dict[str, str]:
    text = SHIPPED
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    with pytest.raises(Invalid) as caught:
        load_box(text)
    return {fault.where: fault.text for fault in caught.value.faults}


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('name = "default"', "name = 3", "name"),
        ("checked = false", "", "checked"),
        ("spaces = 16", "spaces = 3", "ring.spaces"),
        ("[1, 5, 9, 13]", "[1, 5, 5]", "ring.shields"),
        ("[1, 5, 9, 13]", "[17]", "ring.shields"),
        ("keep = 1  # where", "keep = 17  # where", "ring.keep"),
        ("keep = 1  # where", "keep = 2  # where", "ring.keep"),
        ("radius_mm = 180", 'radius_mm = "wide"', "ring.radius_mm"),
        ("[2, 3, 4, 5, 6, 7, 8, 9, 10]", "[2, 2, 4, 5, 6, 7, 8, 9, 10]", "towers.spaces"),
        ("[2, 3, 4, 5, 6, 7, 8, 9, 10]", "[2, 3, 4, 5, 6, 7, 8, 9, 20]", "towers.spaces"),
        ("[1, 3, 5, 7, 9]", "[10]", "towers.shields"),
        ("[3, 3, 3, 2, 2, 2, 1, 1, 1]", "[3, 3]", "towers.rooms"),
        ("[3, 3, 3, 2, 2, 2, 1, 1, 1]", "[3, 3, 3, 1, 1, 1, 1, 1, 1]", "players.4"),
        ("blue = 5", "blue = 0", "wizards.blue"),
        ("yellow = 5", "yellow = 4", "players.2"),
        ("violet = 3", "", "wizards.violet"),
        ("each = 6", "each = 5", "players.2"),
        ("3 = [4, 5]", "3 = 4", "players.3"),
        ("w1 = 4", "w1 = 5", "cards"),
        ("w1 = 4", "wx = 4", "cards.wx"),
        ("cards = 90", "cards = 0", "pile.cards"),
        ("hand = 3", "hand = 1", "pile.hand"),
        ("swap = 1", "swap = 7", "prices.swap"),
        ("1 = [0]", "1 = [1]", "lamps.2"),
        ("16 = [15]", "17 = [15]", "lamps.17"),
        ("[lamps]", "[lights]", "lights"),
    ],
)
def test_a_fault_is_named_by_its_key(old: str, new: str, where: str) -> None:
    assert where in faults((old, new))


def test_all_faults_are_named_not_only_the_first() -> None:
    found = faults(("spaces = 16", "spaces = 3"), ("blue = 5", "blue = 0"), ("swap = 1", "swap = 0"))
    assert set(found) == {"ring.spaces", "wizards.blue", "prices.swap"}
    assert set(faults(('name = "default"', "name = ="))) == {"board"}
    with pytest.raises(Invalid):
        load_box("other")


def test_a_corrected_box_is_played_and_stands_in_the_header() -> None:
    mine = SHIPPED.replace("shields = [1, 5, 9, 13]", "shields = [1, 4, 9, 13]").replace("swap = 1", "swap = 3")
    header = GAME.header({"board": {"toml": mine.replace('"default"', '"mine"')}})
    assert header["board"]["name"] == "mine" and header["settings"]["spell_costs"]["swap"] == 3
    shields = [each["space"] for each in GAME.view(GAME.start(header), None)["spaces"] if each["shield"]]
    assert shields == [1, 4, 9, 13]
    with pytest.raises(Invalid, match=r"board\.hash"):
        GAME.header({"board": {"toml": mine, "hash": "0"}})


def test_no_card_goes_round_the_whole_ring() -> None:
    found = faults(
        ("spaces = 16", "spaces = 9"),
        ("[1, 5, 9, 13]", "[1, 5]"),
        ("[2, 3, 4, 5, 6, 7, 8, 9, 10]", "[2, 3, 4, 5, 6, 7, 8, 9]"),
        ("[1, 3, 5, 7, 9]", "[1, 3, 5, 7]"),
        ("[3, 3, 3, 2, 2, 2, 1, 1, 1]", "[3, 3, 3, 3, 2, 2, 1, 1]"),
        ("w1 = 4", "w9 = 4"),
    )
    assert found["cards.w9"] == "goes round the whole ring" and "lamps.10" in found


def test_a_ring_of_another_size_is_played_too() -> None:
    wide = SHIPPED.replace("spaces = 16", "spaces = 18")
    begun = GAME.start(GAME.header({"board": {"toml": wide}}))
    assert len(GAME.view(begun, None)["spaces"]) == 18
    assert GAME.decode(GAME.encode(begun)) == begun


OTHERS = {"w6": 4, "w9": 4, "t9": 4, "e5": 4, "t3w3": 6, "t9w8": 6, "t1w9": 6, "t-die": 6, "w-die": 6, "e-die2": 6}
"""Types that the shipped box does not have."""


@pytest.mark.parametrize("mode", ["basic", "master"])
@pytest.mark.parametrize("spaces", [16, 10, 40])
def test_a_box_with_other_types_of_cards_is_played_with_every_check(mode: str, spaces: int) -> None:
    data = {**contents("default"), "name": "other", "cards": OTHERS, "pile": {"cards": 52, "hand": 4}}
    data["ring"] = {**data["ring"], "spaces": spaces, "shields": [1, 5]}
    header = GAME.header({"board": {"toml": box_file(data, data.pop("lamps"))}, "settings": {"mode": mode}})
    tally = simulation.Tally()
    for seed in range(2):
        actions = simulation.play(header, random.Random(seed).randrange, tally, 250)
        assert {each["card"] for each in actions if each["type"] == "card"} > {"t9", "t3w3", "e-die2"}
    assert tally.actions > 200


def test_every_type_of_card_can_be_named_once() -> None:
    names = list(every())
    cards = [card_named(name) for name in names]
    assert None not in cards and len(set(names)) == len(names) == 27 + 72 + 9
    assert {card.name for card in load_box("default").cards} < set(names)
    assert len({(card.wizard, card.tower, card.rolls) for card in cards if card}) == len(names)


def test_what_is_known_from_one_source_is_to_be_checked() -> None:
    assert {fault.where for fault in GAME.advice(GAME.header({}))} == {"ring.shields", "cards", "prices"}
    mine = SHIPPED.replace("checked = false", "checked = true")
    assert GAME.advice(GAME.header({"board": {"toml": mine}})) == ()


def test_a_game_rehearses_itself() -> None:
    header = GAME.header({"seats": ["blue", "yellow", "red"]})
    lengths = {GAME.rehearse(header, random.Random(seed).randrange) for seed in range(5)}
    assert all(15 < turns < 400 for turns in lengths) and len(lengths) > 1


def test_settings_and_again_and_changes() -> None:
    header = GAME.header({"seats": ["blue", "yellow", "red", "green"], "settings": {"teams": "yes", "mode": "master"}})
    assert GAME.header(GAME.again(header, {})) == header
    fewer = GAME.header(GAME.again(header, {"seats": ["yellow", "blue"]}))
    assert fewer["settings"]["teams"] == "no" and fewer["settings"]["mode"] == "master"
    other = GAME.header(GAME.again(header, {"seats": ["yellow", "red", "green"]}))
    assert other["start"] == "yellow"
    basic = GAME.header(GAME.again(header, {"settings": {"mode": "basic"}}))
    assert basic["settings"]["spells"] == ["wizard_forward", "tower_forward"]
    assert GAME.changes(header, fewer) == {
        "seats": [header["seats"], fewer["seats"]],
        "settings.teams": ["yes", "no"],
    }
    for bad in ({"mode": "wild"}, {"colour": 1}, {"spell_costs": {"swap": 9}}, {"spell_costs": {"fly": 1}}, 3):
        with pytest.raises(Invalid):
            GAME.header({"settings": bad})


def test_prices_follow_another_box_unless_they_are_chosen() -> None:
    header = GAME.header({})
    dear = SHIPPED.replace("swap = 1", "swap = 4")
    assert dear != SHIPPED
    same = GAME.header(GAME.again(header, {"board": {"toml": dear}, "settings": dict(header["settings"])}))
    assert same["settings"]["spell_costs"]["swap"] == 4
    costs = {**header["settings"]["spell_costs"], "swap": 2}
    chosen = GAME.header(GAME.again(header, {"board": {"toml": dear}, "settings": {"spell_costs": costs}}))
    assert chosen["settings"]["spell_costs"]["swap"] == 2
    kept = GAME.header(GAME.again(chosen, {}))
    assert kept["settings"]["spell_costs"]["swap"] == 2


def test_what_does_not_go_together_is_barred_with_its_reason() -> None:
    def barred(**options: object) -> list[tuple[str, object, str]]:
        return [(each.setting, each.value, each.reason.rule) for each in GAME.barred(options)]

    assert barred(seats=["blue", "yellow"]) == [("teams", "yes", "G1"), ("spells", "piggyback", "S5")]
    four = {"seats": ["blue", "yellow", "red", "green"], "settings": {"mode": "master", "spells": ["piggyback"]}}
    assert barred(**four) == [], "the basic variant may be chosen: piggyback gives way"
    for each in GAME.barred({}):
        changed = {each.setting: [each.value] if each.setting == "spells" else each.value}
        with pytest.raises(Invalid):
            GAME.header({"settings": changed})
    assert GAME.chairs == tuple(GAME.header({"seats": list(GAME.chairs)})["seats"]) and GAME.fewest == 2


def test_trails_name_every_space_that_was_passed() -> None:
    header = GAME.header({})
    walked = table({15: "b"}).do("card w4", "walk b 15")
    assert GAME.trails(header, walked.events) == (("15", "16", "1", "2", "3"),)
    back = table({2: "/1"}, keep=8, full={"b": 1}, spells="tower_back").do("cast b tower_back t1")
    assert GAME.trails(header, back.events) == (("2", "1", "16"),)
    inside = table({16: "b"}).do("card w1", "walk b 16")
    assert GAME.trails(header, inside.events) == (("16", "1"), ("1", "5"))

"""The checks that must hold: a sound position with one thing broken is refused, and the fault is named."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from companion.games import Invalid, Json
from companion.games.dreimagier import GAME
from companion.games.dreimagier.checks import check_events
from companion.games.dreimagier.notation import from_line, to_line
from companion.games.dreimagier.position import PHASES, Position
from tests.games.situations import COLOURS, MAGIC, after, situation

SIX = ["house", "tower", "castle", "sun", "mill", "moon"]
ONTO = ("throw 100", "jump forest", "walk g2")


def _duel(*script: str) -> Position:
    return after(situation(red=("castle", "life"), black=("forest", "sun")), *ONTO, *script)


def _spell(*script: str) -> Position:
    return after(situation(red=("moon", "a1")), "throw 010", "walk a2", *script)


SOUND: dict[str, Position] = {
    "start": after(GAME.start(GAME.header({"board": "forks", "seats": ["white", "red", "black"]})), "throw 200"),
    "pip": situation(red=("castle", "sun"), black=("forest", "forest")),
    "offer": after(situation(rights=(("white", "bonus"),)), "throw 000"),
    "spell-offer": _spell(),
    "move": after(situation(red=("castle", "sun")), "throw 111"),
    "forced": after(situation(red=("life", "sun")), "throw 200"),
    "walked": after(situation(red=("castle", "sun")), "throw 110", "walk e2"),
    "take": after(
        situation(red=("forest", "a1"), cards={"black": ["forest"], "white": ["forest"]}), "throw 010", "walk forest"
    ),
    "pending": after(situation(red=("castle", "life"), black=("forest", "sun")), "throw 100", "jump forest"),
    "duel-throw": _duel(),
    "second-throw": _duel("throw 200", "again black,white"),
    "answer": _duel("throw 211", "stop"),
    "duel": _duel("throw 211"),
    "answered": _duel("throw 211", "again red", "throw 2", "stop", "throw 100"),
    "last-answer": _duel("throw 211", "again red", "throw 2", "stop", "throw 100", "again white"),
    "tied": _duel("throw 211", "stop", "throw 220"),
    "spell": _spell("accept"),
    "symbol": _spell("accept", "spell fff"),
    "magic": _spell("accept", "spell ppf"),
    "over": after(situation(red=("castle", "forest"), cards={"red": SIX}), "throw 100", "jump forest"),
}
NEEDED: dict[str, Any] = {
    "start": {"waiting": ["red"], "sums": {}},
    "turn": "red",
    "mover": "red",
    "offer": {"seat": "red", "kind": "bonus"},
    "take": "forest",
    "move": {"sum": 1, "steps": 0, "magician": "none", "apprentice": "open", "forced": False, "spell": False},
    "winner": "red",
}


def broken(name: str, changes: Json) -> Json:
    """The JSON of a sound position with the values at some dotted keys replaced."""
    data = copy.deepcopy(GAME.encode(SOUND[name]))
    for path, value in changes.items():
        *way, last = path.split(".")
        inner = data
        for key in way:
            inner = inner[key]
        inner[last] = value
    return data


def faults(data: Json) -> list[tuple[str, str]]:
    with pytest.raises(Invalid) as caught:
        GAME.decode(data)
    return [(fault.where, fault.text) for fault in caught.value.faults]


def wheres(name: str, changes: Json) -> list[str]:
    return [where for where, _ in faults(broken(name, changes))]


def test_the_sound_ones_are_of_every_phase_and_accepted() -> None:
    assert {position.phase for position in SOUND.values()} == set(PHASES)
    for position in SOUND.values():
        assert GAME.decode(GAME.encode(position)) == position
        assert from_line(to_line(position)) == position


@pytest.mark.parametrize("key", list(NEEDED))
@pytest.mark.parametrize("name", list(SOUND))
def test_what_a_phase_needs_must_be_there_and_nothing_else(name: str, key: str) -> None:
    data = broken(name, {})
    there = data[key] is not None
    data[key] = None if there else NEEDED[key]
    text = f"{'must' if there else 'cannot'} be given in phase {data['phase']}"
    assert (key, text) in faults(data)


def test_rights_are_won_in_a_move_by_who_has_thrown() -> None:
    earned = [{"seat": "red", "kind": "doublet"}]
    assert GAME.encode(SOUND["move"])["earned"] == earned
    assert wheres("pip", {"earned": earned}) == ["earned"]
    assert wheres("move", {"first_thrown": ["black", "white"]}) == ["first_thrown"]
    assert GAME.decode(broken("move", {"first_thrown": ["red"]})).first_thrown == (True, False, False)


@pytest.mark.parametrize("place", MAGIC)
def test_c7_copies_and_holders_are_always_two(place: str) -> None:
    for supply, held in ((1, 0), (0, 0), (2, 1), (0, 1), (1, 2), (2, 2)):
        hands = {f"cards.{colour}": [place] for colour in COLOURS[:held]}
        assert wheres("pip", {f"supply.{place}": supply, **hands}) == [f"supply.{place}"]
    with_three = {f"cards.{colour}": [place] for colour in COLOURS}
    assert wheres("pip", {f"supply.{place}": 0, **with_three}) == [f"supply.{place}"]
    assert GAME.decode(broken("pip", {f"supply.{place}": 1, "cards.white": [place]}))


@pytest.mark.parametrize("place", MAGIC)
def test_d1_two_magicians_on_a_magic_place_are_in_a_duel(place: str) -> None:
    there = {f"figures.{colour}.magician": place for colour in COLOURS}
    alone = {"figures.red.apprentice": "life", "figures.black.apprentice": "life"}
    for seat in COLOURS:
        two = {key: value for key, value in there.items() if seat not in key}
        free = {f"figures.{seat}.magician": "life"}
        text = f"more than one magician at {place} and no duel (check 2)"
        assert faults(broken("pip", two | free | alone)) == [("figures", text)]
    assert wheres("pip", there | alone) == ["figures"]
    assert wheres("duel", {"figures.white.magician": "forest"}) == ["figures"]
    if place != "forest":
        both = {"figures.red.magician": place, "figures.black.magician": place, "figures.black.apprentice": "life"}
        assert wheres("duel", both) == ["figures", "duel.place"]


@pytest.mark.parametrize("place", ["life", "labyrinth"])
def test_d1_on_life_and_in_the_labyrinth_all_may_stand(place: str) -> None:
    crowd = {f"figures.{colour}.magician": place for colour in COLOURS}
    crowd |= {f"figures.{colour}.apprentice": place for colour in COLOURS}
    assert GAME.decode(broken("pip", crowd)).phase == "pip"


@pytest.mark.parametrize("seat", COLOURS)
@pytest.mark.parametrize("place", MAGIC)
def test_e3_an_apprentice_beside_a_foreign_magician_has_his_own_there(place: str, seat: str) -> None:
    other = COLOURS[COLOURS.index(seat) - 1]
    far = {f"figures.{colour}.{figure}": "life" for colour in COLOURS for figure in ("magician", "apprentice")}
    alone = far | {f"figures.{seat}.apprentice": place}
    assert GAME.decode(broken("pip", alone))
    assert wheres("pip", alone | {f"figures.{other}.magician": place}) == [f"figures.{seat}.apprentice"]
    assert GAME.decode(broken("pip", alone | {f"figures.{seat}.magician": place}))


DUEL_BREACHES: list[tuple[str, Json, list[str]]] = [
    ("pip", {"duel": GAME.encode(SOUND["duel"])["duel"]}, ["duel", "duel.place", "duel"]),
    ("take", {"duel": GAME.encode(SOUND["pending"])["duel"]}, ["duel", "duel.place"]),
    ("duel", {"duel": None}, ["figures", "duel"]),
    ("duel-throw", {"duel": None}, ["figures", "duel"]),
    ("duel", {"mover": "black", "first_thrown": [*COLOURS]}, ["duel.challenger"]),
    ("duel", {"mover": "white"}, ["duel.challenger"]),
    ("duel", {"duel.challenged": "red"}, ["figures", "duel.challenger"]),
    ("duel", {"duel.challenged": "white"}, ["figures", "duel.place"]),
    ("duel", {"duel.place": "house"}, ["figures", "duel.place"]),
    ("duel", {"duel.place": "life"}, ["figures", "duel.place"]),
    ("duel", {"figures.red.magician": "life"}, ["duel.place"]),
    ("duel", {"figures.black.magician": "life"}, ["duel.place"]),
    ("duel", {"duel.leader": "black"}, ["duel.side"]),
    ("duel", {"duel.leader": "white", "duel.side": "white"}, ["duel.side"]),
    ("duel", {"duel.side": "black"}, ["duel.side"]),
    ("answer", {"duel.side": "red"}, ["duel.side"]),
    ("answer", {"duel.side": "white"}, ["duel.side"]),
    ("answer", {"duel.leader": "white"}, ["duel.side"]),
    ("answer", {"duel.lead.sum": 3}, ["duel.lead"]),
    ("answer", {"duel.lead.sum": 5}, ["duel.lead"]),
    ("answer", {"duel.lead.tops.red": None}, ["duel.lead"]),
    ("answer", {"duel.lead.tops.red": None, "duel.lead.sum": 1}, ["duel.lead"]),
    ("answer", {"duel.tops.red": 1}, ["duel.tops"]),
    ("answered", {"duel.tops.white": None}, ["duel.tops"]),
    ("duel", {"duel.tops.black": None}, ["duel.tops"]),
    ("duel", {"duel.fly": []}, ["duel.fly"]),
    ("second-throw", {"duel.fly": []}, ["duel.fly"]),
    ("duel-throw", {"duel.fly": ["red", "black"]}, ["duel.fly"]),
    ("duel-throw", {"duel.fly": []}, ["duel.fly"]),
    ("second-throw", {"duel.throws": 3}, ["duel.throws"]),
    ("answered", {"duel.throws": 2}, ["duel.throws"]),
    ("answered", {"duel.throws": 3}, ["duel.throws"]),
    ("duel", {"duel.throws": 0, "duel.tops": dict.fromkeys(COLOURS)}, ["duel.throws"]),
    ("duel", {"duel.throws": 0}, ["duel.tops", "duel.throws"]),
    ("pending", {"duel.round": 2}, ["duel"]),
    ("pending", {"duel.throws": 1, "duel.tops": dict.fromkeys(COLOURS, 1)}, ["duel"]),
    ("pending", {"duel.side": "black", "duel.lead": GAME.encode(SOUND["answer"])["duel"]["lead"]}, ["duel"]),
    ("answered", {"duel.tops.red": 2, "duel.tops.black": 2, "duel.tops.white": 1}, ["duel.tops"]),
    ("answered", {"duel.tops.red": 2, "duel.tops.black": 2, "duel.tops.white": 0}, ["duel.tops"]),
    ("last-answer", {"duel.tops.red": 2, "duel.tops.black": 2, "duel.tops.white": 2}, ["duel.tops"]),
]


@pytest.mark.parametrize(("name", "changes", "found"), DUEL_BREACHES)
def test_d2_d3_d6_a_duel_that_cannot_be(name: str, changes: Json, found: list[str]) -> None:
    assert wheres(name, changes) == found


PHASE_BREACHES: list[tuple[str, Json, list[str]]] = [
    ("start", {"start.waiting": []}, ["start.waiting"]),
    ("start", {"start.waiting": ["black", "red"]}, ["start"]),
    ("start", {"start.waiting": ["red", "black"], "start.sums": {"red": 1, "white": 2}}, ["start"]),
    ("start", {"start.waiting": ["red"], "start.sums": {"black": 1}}, ["start"]),
    ("move", {"throw": None}, ["throw"]),
    ("move", {"throw.kind": "start"}, ["throw"]),
    ("move", {"throw.kind": "spell"}, ["throw"]),
    ("move", {"throw.seat": "black"}, ["throw"]),
    ("move", {"throw.tops.white": None}, ["throw"]),
    ("move", {"move.sum": 2}, ["move"]),
    ("move", {"move.sum": 4}, ["move"]),
    ("move", {"move.steps": 0}, ["move"]),
    ("move", {"move.steps": 2}, ["move"]),
    ("move", {"move.magician": "done", "move.apprentice": "none"}, ["move"]),
    ("move", {"move.magician": "none", "move.apprentice": "done"}, ["move"]),
    ("walked", {"throw.tops": {"red": 0, "black": 1, "white": 1}, "move.steps": 0}, ["move.magician"]),
    ("offer", {"rights": []}, ["offer"]),
    ("offer", {"offer.seat": "red"}, ["offer"]),
    ("offer", {"offer.kind": "doublet"}, ["offer"]),
    ("offer", {"rights": [{"seat": "red", "kind": "bonus"}, {"seat": "white", "kind": "bonus"}]}, ["offer"]),
    ("spell-offer", {"offer.seat": "white"}, ["offer"]),
    ("spell-offer", {"offer.seat": "black"}, ["offer"]),
    ("spell-offer", {"move.spell": False}, ["offer"]),
    ("take", {"take": "life"}, ["take"]),
    ("take", {"take": "house"}, ["take"]),
    ("take", {"cards.red": ["forest"], "cards.black": []}, ["take"]),
    ("take", {"figures.red.magician": "house"}, ["take"]),
    ("take", {"figures.red.apprentice": "a1"}, ["take"]),
    ("symbol", {"throw": None}, ["throw"]),
    ("magic", {"throw": None}, ["throw"]),
    ("symbol", {"throw.kind": "pip"}, ["throw"]),
    ("magic", {"throw.kind": "start"}, ["throw"]),
    ("symbol", {"throw.seat": "white"}, ["throw"]),
    ("symbol", {"throw.hidden.red": None}, ["throw"]),
    ("symbol", {"throw.hidden.red": "power"}, ["throw"]),
    ("over", {"cards.red": SIX, "supply.forest": 2}, ["cards.red"]),
    ("pip", {"cards.white": [*MAGIC], "supply": dict.fromkeys(MAGIC, 1)}, ["cards.white"]),
    ("over", {"winner": "black"}, ["cards.red", "cards.black"]),
]


@pytest.mark.parametrize(("name", "changes", "found"), PHASE_BREACHES)
def test_a_phase_that_cannot_be(name: str, changes: Json, found: list[str]) -> None:
    assert wheres(name, changes) == found


BOUNDS: list[tuple[str, str, int, int]] = [
    ("start", "start.sums.white", 0, 6),
    ("pip", "supply.moon", 0, 2),
    ("move", "throw.tops.red", 0, 2),
    ("move", "move.sum", 1, 6),
    ("move", "move.steps", 0, 2),
    ("answer", "duel.lead.sum", 0, 6),
    ("answer", "duel.lead.throws", 1, 3),
    ("answer", "duel.throws", 0, 3),
    ("duel", "duel.tops.white", 0, 2),
    ("duel", "duel.round", 1, 1_000_000),
]


@pytest.mark.parametrize(("name", "path", "least", "most"), BOUNDS)
def test_numbers_have_bounds(name: str, path: str, least: int, most: int) -> None:
    text = f"must be a whole number from {least} to {most}"
    for value in (least - 1, most + 1):
        assert (path, text) in faults(broken(name, {path: value}))


def test_numbers_may_reach_their_bounds() -> None:
    for name, changes in (
        ("start", {"start.sums.white": 6}),
        ("start", {"start.sums.white": 0}),
        ("duel", {"duel.round": 1_000_000}),
        ("answer", {"duel.lead.throws": 3}),
    ):
        position = GAME.decode(broken(name, changes))
        assert from_line(to_line(position)) == position


@pytest.mark.parametrize("place", MAGIC)
def test_c5_nobody_takes_a_card_that_he_has(place: str) -> None:
    there = {"figures.red.magician": place, "figures.red.apprentice": place, "take": place}
    held = {"supply.forest": 2, "cards.black": [], "cards.white": []} | {f"supply.{place}": 0}
    for owners, found in ((("black", "white"), []), (("red", "white"), ["take"]), (("red", "black"), ["take"])):
        data = broken("take", there | held | {f"cards.{owner}": [place] for owner in owners})
        assert ([where for where, _ in faults(data)] if found else GAME.decode(data).phase) == (found or "take")


def test_t11_an_apprentice_without_a_walk_has_nothing_open() -> None:
    stay = situation(red=("moon", "forest"), board="star", settings={"short_walk": "stay"})
    data = GAME.encode(after(stay, "throw 222"))
    assert data["move"]["apprentice"] == "none"
    data["move"]["apprentice"] = "open"
    assert [where for where, _ in faults(data)] == ["move.apprentice"]


def test_events_tell_all_about_stones_and_cards() -> None:
    gained = {"type": "stone-gained", "seat": "red"}
    lost = {"type": "stone-lost", "seat": "black"}
    supply = {"type": "card-taken", "seat": "red", "from": "place"}
    rival = {"type": "card-taken", "seat": "red", "from": "white"}
    stones, cards = "events do not tell what happened to the stones (check 4)", "cards"

    def found(before: Json, following: Json, *events: Json) -> list[str]:
        wrong = check_events(situation(**before), situation(**following), events)
        return [f"{fault.where} {fault.text}" if "stones" in fault.text else fault.text[-5:] for fault in wrong]

    assert found({}, {"stones": ("red",)}, gained) == []
    assert found({}, {"stones": ("red",)}) == [stones]
    assert found({}, {"stones": ("black",)}, gained) == [stones]
    assert found({"stones": ("black",)}, {}, lost) == []
    assert found({"stones": ("black",)}, {}) == [stones]
    one, white = {"cards": {"red": ["sun"]}}, {"cards": {"white": ["sun"]}}
    assert found({}, one, supply) == []
    assert found({}, one) == [cards]
    assert found({}, white, supply) == [cards]
    assert found(white, one, rival) == []
    assert found(white, one, supply) == [cards]
    assert found(white, {"cards": {"red": ["sun"], "white": ["sun"]}}, rival) == [cards]
    assert found({}, {}, {"type": "ranked"}) == []


def test_whoever_is_sent_loses_his_stone() -> None:
    sent = after(situation(red=("castle", "life"), black=("sun", "forest")), "throw 100", "jump forest")
    data = GAME.encode(sent)
    assert data["banished"] == [{"seat": "black", "figure": "apprentice"}]
    before = situation(red=("castle", "life"), black=("sun", "forest"), stones=("black",))
    data["figures"]["black"]["stone"] = True
    found = check_events(before, GAME.decode(data), [])
    assert [fault.where for fault in found] == ["figures.black.stone"]
    data["banished"] = [{"seat": "black", "figure": "magician"}]
    assert check_events(before, GAME.decode(data), []) == []

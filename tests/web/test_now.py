"""On the board now: one to three lines of what moved without a hand, as each reader is told, in every language."""

from __future__ import annotations

import re

import pytest

from companion.games import Json
from companion.games.catalogue import LANGUAGES
from companion.games.dreimagier import GAME
from companion.web import games
from companion.web.games.dreimagier import now
from companion.web.pages.people import People
from companion.web.pages.seen import Seen

FACE = games.find("dreimagier")
HEADER = GAME.header({})
VIEW = GAME.view(GAME.start(HEADER), None)
SEATS = {seat: {"name": name} for seat, name in (("red", "Anna"), ("black", "Bea"), ("white", "Cem"))}
WANDS: Json = {"type": "throw", "wands": {}}


def entry(*events: Json, action: Json | None = None, source: str = "hand", void: bool = False) -> Json:
    return {"kind": "action", "void": void, "source": source, "action": action or {"type": "jump"}, "events": events}


def thrown(*events: Json) -> Json:
    return entry({"type": "thrown", "seat": "red", "kind": "pip"}, *events, action=WANDS)


def event(kind: str, seat: str = "red", /, **values: object) -> Json:
    return {"type": kind, "seat": seat, **values}


def banished(seat: str, figure: str, origin: str = "mill") -> Json:
    return event("banished", seat, figure=figure, **{"from": origin, "to": "labyrinth"})


def told(*history: Json, seat: str | None = None, seats: tuple[str, ...] = (), language: str = "de") -> list[Json]:
    """The lines for a reader."""
    state = {"game": "dreimagier", "seats": SEATS, "history": history, "view": VIEW}
    t, held = FACE.speaker(language), seats or ((seat,) if seat else ())
    return now.lines(Seen(state, seat, held, People(state, held, t), t, HEADER))


def texts(*history: Json, seat: str | None = None, seats: tuple[str, ...] = ()) -> list[str]:
    return [line["text"] for line in told(*history, seat=seat, seats=seats)]


DUEL = (
    entry(event("thrown", "red", kind="duel", sum=3), action=WANDS),
    entry(event("duel-kept", "red"), action={"type": "again"}),
    entry(event("thrown", "red", kind="duel", sum=4), action=WANDS),
    entry(event("duel-led", "red", sum=4, throws=2), action={"type": "stop"}),
    entry(
        event("thrown", "black", kind="duel", sum=5),
        event("duel-won", "black", loser="red", place="forest"),
        banished("red", "magician", "forest"),
        banished("red", "apprentice", "forest"),
        event("stone-lost", "red"),
        event("card-taken", "black", card="forest", **{"from": "red"}),
        action=WANDS,
    ),
)
ROBBED = (thrown(), entry(event("card-taken", "red", card="mill", **{"from": "black"})))
CASES = {
    "a tie at the start": ((thrown({"type": "tied", "seats": ["red", "white"], "sum": 4}),), [
        "Gleichstand mit 4: Anna und Cem werfen noch einmal",
    ]),
    "who starts": ((thrown(event("starter", "white", sum=5)),), ["Cem beginnt mit 5"]),
    "nothing thrown": ((thrown(banished("red", "magician"), banished("red", "apprentice")),), [
        "Beide Figuren von Anna ins Labyrinth",
    ]),
    "fate": ((thrown(banished("white", "apprentice", "a2"), event("stone-lost", "white")),), [
        "Lehrling von Cem ins Labyrinth, Kraftstein weg",
    ]),
    "a power stone": ((thrown(event("stone-gained", "black")),), ["Kraftstein unter den Lehrling von Bea"]),
    "evictions": ((thrown(), entry(banished("black", "apprentice"), banished("white", "apprentice"))), [
        "Ins Labyrinth: Lehrling von Bea und Lehrling von Cem",
    ]),
    "a duel": (DUEL, [
        "Bea gewinnt das Duell gegen Anna: 5 auf 1 gegen 4 auf 2",
        "Beide Figuren von Anna ins Labyrinth, Kraftstein weg",
        "Bea nimmt Anna den Eremiten ab",
    ]),
    "a tied duel": ((thrown(event("duel-tied", "red", sum=4, throws=1, leader="red")),), [
        "Duell unentschieden, 4 auf 1: Anna legt neu vor",
    ]),
    "a robbery": (ROBBED, ["Anna nimmt Bea das Glücksrad ab"]),
    "a card from its place": ((thrown(), entry(event("card-taken", card="sun", **{"from": "place"}))), [
        "Anna erhält die Sonne",
    ]),
    "forced steps": (
        (
            thrown(),
            entry(event("stayed", figure="magician", at="life"), source="table"),
            entry(event("walked", figure="apprentice", to="i2", **{"from": "life"}), source="table"),
        ),
        ["Lehrling von Anna geht auf das zweite Feld vom Haus zum Leben", "Magier von Anna bleibt stehen"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_what_moved_without_a_hand_is_told(case: str) -> None:
    history, lines = CASES[case]
    assert texts(*history) == lines


def test_who_is_meant_reads_you() -> None:
    assert texts(*DUEL, seat="red") == [
        "Bea gewinnt das Duell gegen dich: 5 auf 1 gegen 4 auf 2",
        "Deine beiden Figuren ins Labyrinth, Kraftstein weg",
        "Bea nimmt dir den Eremiten ab",
    ]
    assert texts(*DUEL, seat="black")[0] == "Du gewinnst das Duell gegen Anna: 5 auf 1 gegen 4 auf 2"
    assert texts(*ROBBED, seat="black") == ["Anna nimmt dir das Glücksrad ab"]
    assert texts(*ROBBED, seat="red") == ["Du nimmst Bea das Glücksrad ab"]
    assert [line["mine"] for seat in ("red", "black", "white") for line in told(*ROBBED, seat=seat)] == [
        True, True, False,
    ]  # fmt: skip


def test_a_device_of_several_calls_nobody_you() -> None:
    assert texts(*ROBBED, seat="red", seats=("red", "black")) == ["Anna nimmt Bea das Glücksrad ab"]


def test_the_next_throw_ends_it() -> None:
    assert texts(*ROBBED, thrown()) == []
    assert texts() == [] == texts(entry(event("stone-gained")))


def test_what_is_taken_back_is_not_told() -> None:
    first, second = ROBBED
    assert texts(first, {**second, "void": True}) == []


def test_what_a_player_moves_himself_is_not_told() -> None:
    moved = entry(event("jumped", figure="magician", to="mill", **{"from": "life"}))
    assert texts(thrown(), moved) == []
    assert texts(thrown(), {**moved, "source": "table"}) == ["Magier von Anna springt zur Mühle"]


def test_who_is_in_the_labyrinth_already_is_not_sent_there() -> None:
    assert texts(thrown(banished("red", "magician", "labyrinth"))) == []


def test_a_result_without_its_throws_has_no_figures() -> None:
    assert texts(DUEL[-1])[0] == "Bea gewinnt das Duell gegen Anna"


def test_figures_cards_and_stones_are_drawn_and_can_be_pointed_at() -> None:
    result, sent, card = told(*DUEL)
    assert [each["kind"] for each in sent["drawn"]] == ["magician", "apprentice", "stone", "maze"]
    assert [each["kind"] for each in card["drawn"]] == ["card", "mark"]
    assert (result["nodes"], sent["nodes"], card["nodes"]) == (["forest"], ["labyrinth"], ["forest"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seat", [None, "red", "black", "white"])
def test_every_line_is_said_in_every_language(language: str, seat: str | None) -> None:
    for history, lines in CASES.values():
        found = told(*history, seat=seat, language=language)
        assert 1 <= len(found) == len(lines) <= now.MOST
        for line in found:
            assert not re.search(r"[{@]|\bnow\.|\b[a-n]\d\b", line["text"]), line["text"]


WALK = event("walked", "black", figure="apprentice", **{"from": "life", "to": "house"})


def test_a_ghosts_walk_is_told_with_its_length_and_drawn_along_its_way() -> None:
    header = GAME.header({"board": "tiny"})
    start = GAME.start(header)
    total = next(n for n in range(1, 7) if start.setup.numbers["house"] in start.setup.exact_walks[n][4])
    throw = entry(event("thrown", "black", kind="pip", sum=total), action=WANDS)
    jump = event("jumped", "black", figure="magician", **{"from": "life", "to": "house"})
    wishes = [entry(each, source="ghost") for each in (jump, WALK)]
    state = {"game": "dreimagier", "seats": SEATS, "view": VIEW, "history": (throw, *wishes)}
    t = FACE.speaker("de")
    seen = Seen(state, None, (), People(state, (), t), t, header)
    line = now.lines(seen)[-1]
    many = "1 Feld" if total == 1 else f"{total} Felder"
    assert line["text"] == f"Lehrling von Bea geht zum Haus des Magiers: {many}, hier entlang"
    jumped, walked = now.wished(seen)
    assert jumped == ("life", "house") and len(walked) == total + 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ghost_says_in_half_a_sentence_why_it_keeps_its_wands(language: str) -> None:
    kept = entry(event("duel-kept", "black", fly=["red", "white"]), source="ghost")
    stopped = entry(event("duel-led", "black", sum=5, throws=1), source="ghost")
    all_three = entry(event("duel-kept", "black", fly=["red", "black", "white"]), source="ghost")
    said = [told(thrown(), each, language=language)[0]["text"] for each in (kept, stopped, all_three)]
    assert len(set(said)) == 3 and all("Bea" in text and "," in text and "{" not in text for text in said)
    assert told(thrown(), entry(event("duel-kept", "black", fly=["red"]))) == []

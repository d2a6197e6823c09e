"""The survey of a board: taps fold, every one can be undone, and any draft becomes a board that can be played."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.dreimagier import GAME
from companion.games.dreimagier.board import PLACES, load_board
from companion.games.dreimagier.fieldnames import field_names, say
from companion.games.dreimagier.survey.draft import Draft, NoTap, Sketch, Tap, sketch, tapped, undone
from companion.games.dreimagier.survey.findings import findings, whole
from companion.games.dreimagier.survey.stretches import fields_of, stretches
from companion.games.dreimagier.survey.writer import board_file, filled


def drawn(*taps: Tap) -> Draft:
    """A draft after these taps."""
    draft = Draft("ours")
    for tap in taps:
        draft = tapped(draft, tap)
    return draft


def traced(*chain: str | tuple[int, int]) -> list[Tap]:
    """Taps along a path: known nodes by name, new fields by their spots."""
    taps = [Tap("pick", node=str(chain[0]))]
    return taps + [Tap("join", node=each) if isinstance(each, str) else Tap("field", at=each) for each in chain[1:]]


FOREST_HOUSE = traced("forest", (250, 150), (330, 120), (420, 150), "house")
USUAL = Tap("usual")


def complete() -> Draft:
    """A small board of which nothing is missing: a field between neighbours, one on each way but one without."""
    ways = [
        ("forest", (333, 160), "house", (660, 160), "tower", (830, 330), "labyrinth"),
        ("forest", (160, 333), "castle", (160, 660), "sun", (333, 830), "mill", (660, 830), "moon"),
        ("castle", (333, 500), "life", (500, 333), "house"),
    ]
    taps = [USUAL, *(tap for way in ways for tap in traced(*way))]
    draft = drawn(*taps)
    fields = sketch(draft).fields
    for field in list(fields)[:8]:
        draft = tapped(draft, Tap("symbol", node=field))
    return draft


def test_a_path_is_traced_field_by_field() -> None:
    found = sketch(drawn(USUAL, *FOREST_HOUSE))
    assert list(found.fields) == ["f1", "f2", "f3"] and found.hand == "house"
    assert stretches(found) == [("forest", "f1", "f2", "f3", "house")]
    assert fields_of(stretches(found)[0]) == 3


def test_forks_cut_the_path_and_loops_come_back() -> None:
    fork = traced("f2", (330, 250), (330, 333), "castle")
    loop = traced("f1", (250, 60), (330, 40), "f2")
    found = sketch(drawn(USUAL, *FOREST_HOUSE, *fork, *loop))
    assert stretches(found) == [
        ("forest", "f1"),
        ("house", "f3", "f2"),
        ("castle", "f5", "f4", "f2"),
        ("f1", "f2"),
        ("f1", "f6", "f7", "f2"),
    ]


def test_a_ring_that_touches_nothing_is_one_stretch_and_lost() -> None:
    ring = [
        Tap("field", at=(300, 300)),
        Tap("field", at=(400, 300)),
        Tap("field", at=(350, 400)),
        Tap("join", node="f1"),
    ]
    found = sketch(drawn(USUAL, *ring))
    assert [sorted(set(stretch)) for stretch in stretches(found)] == [["f1", "f2", "f3"]]
    lost = next(each for each in findings(found) if each.message == "lost.fields")
    assert lost.nodes == ("f1", "f2", "f3") and lost.fault


REFUSED: list[tuple[list[Tap], str]] = [
    ([Tap("join", node="house")], "hand"),
    ([*FOREST_HOUSE, Tap("pick", node="f1"), Tap("join", node="f2")], "twice"),
    ([Tap("pick", node="life"), Tap("join", node="life")], "itself"),
    ([Tap("field", at=(1001, 5))], "off"),
    ([Tap("field", at=(500, 503))], "close"),
    ([Tap("move", node="sun", at=(500, 500))], "close"),
    ([Tap("place", node="pub", at=(1, 1))], "node"),
    ([Tap("pick", node="f9")], "node"),
    ([Tap("cut", node="forest", to="house")], "step"),
    ([Tap("symbol", node="sun")], "symbol"),
    ([Tap("size", size=(10, 480))], "size"),
    ([Tap("size")], "size"),
    ([Tap("corners", corners=((0, 0), (1, 1)))], "corners"),
    ([Tap("corners", corners=((0, 0), (0, 900), (900, 900), (900, 0)))], "corners"),
    ([Tap("corners", corners=((0, 0), (900, 0), (300, 300), (0, 900)))], "corners"),
    ([Tap("corners", corners=((-300, 0), (900, 0), (900, 900), (0, 900)))], "corners"),
]


@pytest.mark.parametrize(("taps", "why"), REFUSED)
def test_a_tap_that_cannot_be_says_why_and_changes_nothing(taps: list[Tap], why: str) -> None:
    draft = drawn(USUAL, *taps[:-1])
    with pytest.raises(NoTap) as caught:
        tapped(draft, taps[-1])
    assert caught.value.message == why and len(draft.taps) == len(taps)


def test_fields_and_steps_go_without_a_trace_and_names_are_never_used_again() -> None:
    draft = drawn(USUAL, *FOREST_HOUSE, Tap("symbol", node="f2"), Tap("remove", node="f2"))
    found = sketch(draft)
    assert found.steps == (("forest", "f1"), ("f3", "house")) and found.symbols == ()
    assert list(sketch(tapped(draft, Tap("field", at=(10, 10)))).fields) == ["f1", "f3", "f4"]
    assert sketch(tapped(draft, Tap("cut", node="f1", to="forest"))).steps == (("f3", "house"),)
    assert sketch(tapped(draft, Tap("move", node="f1", at=(9, 9)))).fields["f1"] == (9, 9)
    assert sketch(tapped(draft, Tap("remove", node="forest"))).places["forest"], "a place only loses its steps"


def test_what_is_wrong_is_said_at_once() -> None:
    first = {each.message: each for each in findings(Sketch())}
    assert first["places"].count == 9 and first["symbols"].count == 0
    found = sketch(drawn(USUAL, *FOREST_HOUSE[:3]))
    told = {each.message: each for each in findings(found)}
    assert told["ends"].nodes == ("f2",) and not told["ends"].fault
    assert "life" not in told["lost.places"].nodes and told["lost.places"].count == 8
    assert told["lost.fields"].nodes == ("f1", "f2")


def test_places_that_were_mixed_up_are_found() -> None:
    found = sketch(drawn(Tap("place", node="forest", at=(900, 100)), Tap("place", node="house", at=(500, 100))))
    assert next(each for each in findings(found) if each.message == "mixed").nodes == ("forest", "house")


def test_places_joined_without_a_field_are_asked_about() -> None:
    found = sketch(drawn(USUAL, *traced("forest", "house")))
    assert next(each for each in findings(found) if each.message == "bare").nodes == ("forest", "house")


def test_a_complete_survey_is_a_surveyed_board() -> None:
    found = sketch(complete())
    assert findings(found) == [] and whole(found)
    board = load_board(board_file("Unser Brett", found))
    assert board.surveyed and board.name == "Unser Brett" and board.symbols == tuple(f"f{n}" for n in range(1, 9))
    assert board.neighbours["f1"] == ("forest", "house")
    assert board.positions_mm["forest"] == (80.2, 80.2) and board.size_mm == (480, 480)
    assert sorted(number for lamps in board.lamps.values() for number in lamps) == list(range(len(board.nodes)))


def test_positions_follow_the_size_that_is_given() -> None:
    draft = tapped(complete(), Tap("size", size=(300, 600)))
    assert load_board(board_file("x", sketch(draft))).positions_mm["life"] == (150, 300)


def test_a_draft_is_filled_up_by_a_guess_that_says_so() -> None:
    board = load_board(board_file('a "b" \\ c', sketch(drawn(USUAL, *FOREST_HOUSE))))
    assert not board.surveyed and board.name == 'a "b" \\ c'
    assert board.neighbours["f2"] == ("f1", "f3"), "what was traced is as it was traced"
    assert board.symbols == () and all(place in board.neighbours for place in PLACES)
    assert not filled(sketch(complete())).fields.keys() - sketch(complete()).fields.keys(), "nothing is guessed there"


SPOTS = st.tuples(st.integers(-20, 1020), st.integers(-20, 1020))
NAMES = st.sampled_from([*PLACES, *(f"f{number}" for number in range(1, 9))])
ANY: dict[str, Any] = {
    "place": st.builds(Tap, st.just("place"), node=st.sampled_from(PLACES), at=SPOTS),
    "field": st.builds(Tap, st.just("field"), at=SPOTS),
    "move": st.builds(Tap, st.just("move"), node=NAMES, at=SPOTS),
    "cut": st.builds(Tap, st.just("cut"), node=NAMES, to=NAMES),
    "usual": st.just(USUAL),
    "drop": st.just(Tap("drop")),
    **{do: st.builds(Tap, st.just(do), node=NAMES) for do in ("pick", "join", "remove", "symbol")},
}


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(*ANY.values()), max_size=60), st.text(max_size=20).filter(str.strip))
def test_any_taps_make_a_board_that_can_be_played_and_undo_walks_back(taps: list[Tap], name: str) -> None:
    draft, before = Draft(name), []
    for tap in taps:
        try:
            after = tapped(draft, tap)
        except NoTap:
            continue
        before.append(draft)
        draft = after
    assert msgspec.json.decode(msgspec.json.encode(draft), type=Draft) == draft
    found = sketch(draft)
    assert len({frozenset(step) for step in found.steps}) == len(found.steps), "never two steps between the same"
    board = load_board(board_file("any", found))
    assert board.surveyed == whole(found)
    assert all(say(field, "de") for field in field_names(board.toml).values())
    GAME.start(GAME.header({"board": {"toml": board.toml}}))
    for each in reversed(before):
        draft = undone(draft)
        assert draft == each

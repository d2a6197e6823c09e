"""Actions, positions and notations at the border: read, written, refused; and reasons for all that is refused."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import Invalid, Json, Refused
from companion.games.catalogue import LANGUAGES
from companion.games.tuerme import GAME, notation
from companion.games.tuerme.actions import CAST_KEYS, KEYS, parse, to_json
from companion.games.tuerme.play import legal_actions, may_actions
from companion.games.tuerme.position import OVER, Position
from companion.games.tuerme.sentences import WORDS
from tests.games.tuerme.games import played
from tests.games.tuerme.table import Table, action, table
from tests.games.tuerme.test_secret import tries


def some(games: int = 6, most: int = 200) -> list[Position]:
    return [after for seed in range(games) for _, _, after, _ in played(f"border-{seed}", most=most)]


def test_every_legal_action_is_read_as_it_is_written() -> None:
    seen = set()
    ride = table({3: "bb"}, mode="master", full={"b": 2}).do("card w2", "walk b 3")
    for position in [*some(), table({3: "/1"}).do("hand").position, ride.position]:
        for each in (*legal_actions(position), *may_actions(position)):
            written = json.loads(json.dumps(to_json(position.setup, each)))
            assert parse(position.setup, written) == each
            assert GAME.why_not(position, written) is None
            seen.add((written["type"], written.get("spell")))
    assert {kind for kind, _ in seen} >= set(KEYS) - {"roll", "correct"}
    assert {spell for kind, spell in seen if kind == "cast"} == set(CAST_KEYS)


def test_whatever_is_refused_has_a_reason_with_a_sentence_in_every_language() -> None:
    said = set()
    for position in some(games=6)[::7]:
        allowed = (*GAME.legal(position), *GAME.may(position))
        for each in tries(position):
            reason = GAME.why_not(position, each)
            if each["type"] != "correct":
                assert (reason is None) == (each in allowed), each
            if reason is not None:
                said.add(reason.message)
                assert reason.rule and "{" not in reason.text
                for language in LANGUAGES:
                    sentence = GAME.sentence(reason, language)
                    assert sentence and "{" not in sentence
                with pytest.raises(Refused):
                    GAME.apply(position, each)
    assert len(said) > 25 and "not-now" not in said


def test_every_language_has_every_sentence_with_the_same_places() -> None:
    for message, german in WORDS.sentences["de"].items():
        places = {part.split("}")[0] for part in str(german).split("{")[1:]}
        for language in LANGUAGES:
            text = str(WORDS.sentences[language][message])
            assert {part.split("}")[0] for part in text.split("{")[1:]} == places, (language, message)


@pytest.mark.parametrize(
    "given_",
    [
        None, [], {}, {"type": "fly"}, {"type": "card"}, {"type": "card", "card": "w9"},
        {"type": "walk", "colour": "blue"},
        {"type": "walk", "colour": "blue", "space": 0}, {"type": "walk", "colour": "pink", "space": 1},
        {"type": "tower", "tower": "t10"}, {"type": "roll", "value": True}, {"type": "go", "seat": "blue"},
        {"type": "cast", "seat": "blue"}, {"type": "cast", "seat": "blue", "spell": "fly"},
        {"type": "cast", "seat": "blue", "spell": "swap", "spaces": [3, 3]},
        {"type": "cast", "seat": "blue", "spell": "swap", "spaces": [3]},
        {"type": "cast", "seat": "blue", "spell": "keep", "way": 1},
        {"type": "cast", "seat": "blue", "spell": "tower_back", "tower": "t1", "times": 0},
        {"type": "cast", "seat": "blue", "spell": "wizard_back", "colour": "blue", "space": 3, "other": 1},
        {"type": "correct", "seat": "blue", "there": {"blue": 7}},
        {"type": "correct", "seat": "blue", "there": {"pink": 1}},
    ],
)  # fmt: skip
def test_what_is_no_action_is_invalid_and_has_a_reason(given_: Any) -> None:
    begun = table({3: "b"})
    with pytest.raises(Invalid):
        GAME.apply(begun.position, given_)
    reason = GAME.why_not(begun.position, given_)
    assert reason is not None and reason.message == "unreadable"


def test_every_fault_of_an_action_is_named() -> None:
    begun = table({3: "b"})
    with pytest.raises(Invalid) as caught:
        GAME.apply(begun.position, {"type": "walk", "colour": "pink", "space": 99, "speed": 3})
    assert {fault.where for fault in caught.value.faults} == {"colour", "space", "speed"}


def test_an_action_of_another_seat_is_refused() -> None:
    begun = table({3: "/1"}, full={"b": 1})
    assert GAME.why_not(begun.position, action("card w1"), "blue") is None
    reason = GAME.why_not(begun.position, action("card w1"), "yellow")
    assert reason is not None and reason.rule == "S4"
    assert GAME.actor(begun.position, action("card w1")) == "blue"
    assert GAME.actor(begun.position, action("claim y")) == "yellow"


def test_a_reason_points_at_its_space() -> None:
    begun = table({16: "b", 2: "/1bbyyyy"}, home="b").do("card w2")
    reason = GAME.why_not(begun.position, action("walk b 16"))
    assert reason is not None and GAME.spoken_of(reason) == ("2",)
    first = GAME.why_not(begun.position, action("over"))
    assert first is not None and GAME.spoken_of(first) == ()


def test_positions_are_read_as_they_are_written() -> None:
    for position in some()[::5]:
        written = json.loads(json.dumps(GAME.encode(position)))
        assert GAME.decode(written) == position
        line = notation.to_line(position, with_prisoners=True)
        assert notation.from_line(line) == msgspec.structs.replace(position, moves=())


def test_a_closed_notation_has_the_same_legal_actions() -> None:
    for position in some()[::9]:
        if position.phase == OVER:
            continue
        line = notation.to_line(position)
        again = notation.from_line(line)
        assert notation.to_line(again) == line
        if position.phase != "lifted":
            assert GAME.legal(again) == GAME.legal(position) and GAME.may(again) == GAME.may(position)
        assert notation.is_closed(line) or not any(any(tiers[:-1]) for tiers in position.tiers)


def test_prisoners_stand_in_the_notation_after_the_end() -> None:
    over = next(after for _, _, after, _ in played("glass", most=3000) if after.phase == OVER)
    assert "?" not in notation.to_line(over)


BROKEN: dict[str, Any] = {
    "phase": "dance", "active": "pink", "keep": 17, "pile": 1, "discards": {"w9": 1}, "played": ["w1", "w1", "w1"],
    "steps": [3, 0], "rolls": 1, "columns": [], "players": {}, "announced": {}, "claim": {"queue": [], "back": "card"},
    "lifted": {"seat": "blue", "tower": "t1", "back": "card"}, "last_round": True, "last": ["blue", "fly"],
    "used": [["pink"], []], "unknown": -1, "away": True, "entered": True, "header": {},
}  # fmt: skip


@pytest.mark.parametrize("key", list(BROKEN))
def test_a_position_that_cannot_be_is_invalid(key: str) -> None:
    data = GAME.encode(table({3: "b/1", 5: "y"}).position)
    if key == "entered":
        data["phase"] = "move"
    with pytest.raises(Invalid):
        GAME.decode({**data, key: BROKEN[key]})


@pytest.mark.parametrize(
    ("columns", "check"),
    [({0: ("t1", "t1")}, "check 1"), ({2: ("b" * 7,)}, "check 3"), ({0: ("b",)}, "check 4"), ({2: ("b",)}, "check 2")],
)
def test_the_checks_name_what_is_wrong(columns: dict[int, tuple[str, ...]], check: str) -> None:
    data: Json = GAME.encode(table({3: "b/1", 5: "y"}).position)
    for at, given_ in columns.items():
        if given_[0].startswith("t"):
            data["columns"][at] = {"towers": list(given_), "wizards": [{}, {}, {}]}
        else:
            data["columns"][at]["wizards"][-1] = {"blue": len(given_[0])}
    with pytest.raises(Invalid, match=check):
        GAME.decode(data)


@given(st.text(max_size=200))
@settings(max_examples=60, deadline=None)
def test_no_text_is_a_notation_by_chance(text: str) -> None:
    with pytest.raises(Invalid):
        notation.from_line(text)


def test_a_notation_with_a_word_changed_is_read_or_invalid() -> None:
    line, rng = notation.to_line(table({3: "b/1", 5: "y"}).position, with_prisoners=True), random.Random(1)
    for _ in range(300):
        words = line.split()
        at = rng.randrange(1, len(words))
        letters = list(words[at])
        letters[rng.randrange(len(letters))] = rng.choice("b0-?/.,x9>")
        words[at] = "".join(letters)
        try:
            notation.from_line(" ".join(words))
        except Invalid:
            continue


def test_nothing_but_a_wasted_card_and_the_end_of_a_turn_goes_by_itself() -> None:
    begun = table({3: "/1"})
    wasting = begun.do("card w1")
    assert not GAME.by_hand(wasting.position, action("waste"))
    assert GAME.by_hand(begun.do("hand").position, action("stay"))
    ended = Table(begun.do("hand", "stay").position)
    assert not GAME.by_hand(ended.position, action("over"))
    for seat, by_hand in (("b", False), ("y", True)):
        last = table({3: "/1"}, home="bbbbb", empty={"b": 0}, flags="l", active=seat).do("hand", "stay")
        assert GAME.by_hand(last.position, action("over")) is by_hand, "E2: the game is over with that"
    rich = table({3: "/1"}, full={"b": 1}).do("hand", "stay")
    assert GAME.by_hand(rich.position, action("over"))

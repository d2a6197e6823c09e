"""Every refusal names a rule and says one sentence; exactly the legal actions have no reason."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from companion.games import Json, Reason, Refused
from companion.games.dreimagier import GAME
from companion.games.dreimagier.position import Position
from companion.games.dreimagier.sentences import KINDS, WORDS, sentence
from tests.games.conformance import next_action, state
from tests.games.situations import action, after, situation

RULE_ID = re.compile(r"^[A-Z]\d{1,2}$")
SETTINGS: list[Json] = [
    {},
    {"magic_may_stay": False, "short_walk": "stay", "must_leave_labyrinth": True, "labyrinth_is_target": False},
    {"kept_wand_may_fly_again": False, "two_jump_may_return": True, "apprentice_must_walk": False},
    {"labyrinth_exit": "222", "magic_target": "any-node"},
]


def attempts(position: Position) -> Iterator[Json]:
    """Everything that a player might try: any place or field, any button, any throw."""
    nodes = position.setup.names
    for kind in ("jump", "walk", "magic"):
        yield from ({"type": kind, "to": node} for node in nodes)
    yield from ({"type": "stay", "figure": figure} for figure in ("magician", "apprentice"))
    yield from ({"type": "take", "from": colour} for colour in ("red", "black", "white"))
    yield from ({"type": kind} for kind in ("stop", "accept", "decline"))
    yield from ({"type": "symbol", "symbol": face} for face in ("power", "magic", "fate"))
    for mask in range(8):
        yield {"type": "again", "fly": [c for bit, c in enumerate(("red", "black", "white")) if mask >> bit & 1]}


@pytest.mark.parametrize("board", ["forks", "tiny", "star"])
@pytest.mark.parametrize("settings", SETTINGS)
def test_exactly_the_legal_actions_have_no_reason(settings: Json, board: str) -> None:
    rng = random.Random(board + str(settings))
    position = situation(board=board, settings=settings)
    seen = set()
    for _ in range(250):
        if not GAME.asked(position):
            break
        legal = GAME.legal(position)
        seen.add(position.phase)
        for attempt in attempts(position):
            reason = GAME.why_not(position, attempt)
            assert (reason is None) == (attempt in legal), attempt
            if reason is not None:
                assert RULE_ID.match(reason.rule)
                assert reason.text[0].isupper() and reason.text.endswith(".") and "{" not in reason.text
                assert sentence(reason.message, reason.values, "en") != reason.text
        position, _ = GAME.apply(position, next_action(GAME, position, rng))
    assert {"pip", "move"} <= seen


def test_every_kind_of_name_has_names() -> None:
    kinds = {key.partition(".")[0] for key in WORDS.sentences["de"] if "." in key}
    assert kinds >= set(KINDS.values())


def test_a_language_that_there_is_not_speaks_german() -> None:
    assert sentence("wand-zero", {}, "xx") == WORDS.sentences["de"]["wand-zero"]


def test_some_of_the_tables_sentences_are_said_with_the_names_of_the_game() -> None:
    why = Reason("", "table.real-camera", {}, "")
    assert GAME.sentence(why, "de") == "Hier liegen echte Stäbe: Werft sie von Hand."
    assert GAME.sentence(Reason("", "table.busy", {}, ""), "de") is None


def said(position: Position, words: str, language: str = "de") -> str:
    reason = GAME.why_not(position, action(position, words))
    assert reason is not None
    return GAME.sentence(reason, language)


CASES: list[tuple[str, str, str, Any]] = [
    (
        "between",
        "jump mill",
        "Dein Stab zeigt 1, die Mühle liegt zwei Sprünge weit; dazwischen liegt der Platz des Lebens.",
        lambda: after(situation(red=("house", "sun")), "throw 100"),
    ),
    (
        "diagonal",
        "jump castle",
        "Schräg springt kein Magier; das Schloss liegt zwei Sprünge weit, dein Stab zeigt 1.",
        lambda: after(situation(red=("house", "sun")), "throw 100"),
    ),
    (
        "too-near",
        "jump castle",
        "Dein Stab zeigt 2, das Schloss liegt nur einen Sprung weit.",
        lambda: after(situation(red=("sun", "sun")), "throw 200"),
    ),
    (
        "too-far",
        "jump tower",
        "Dein Stab zeigt 2, der Turm liegt vier Sprünge weit.",
        lambda: after(situation(red=("sun", "sun")), "throw 200"),
    ),
    (
        "labyrinth-side",
        "jump labyrinth",
        "Zum Labyrinth führt nur der Platz des Lebens; das Labyrinth liegt drei Sprünge weit.",
        lambda: after(situation(red=("tower", "sun")), "throw 100"),
    ),
    (
        "walk-too-far",
        "walk forest",
        "Der Wald liegt fünf Felder weit, dein Lehrling geht zwei Felder.",
        lambda: after(situation(red=("tower", "sun")), "throw 011"),
    ),
    (
        "walk-too-near",
        "walk e1",
        "Das erste Feld von der Sonne zur Mühle liegt ein Feld weit, dein Lehrling muss genau zwei Felder gehen.",
        lambda: after(situation(red=("tower", "sun")), "throw 011"),
    ),
    (
        "walk-reverses",
        "walk d1",
        "Das erste Feld vom Schloss zur Sonne liegt ein Feld weit; "
        "um drei Felder zu gehen, müsste er unterwegs umkehren.",
        lambda: after(situation(red=("tower", "sun")), "throw 012"),
    ),
    (
        "walk-too-far-stone",
        "walk forest",
        "Der Wald liegt fünf Felder weit, dein Lehrling geht ein Feld oder zwei Felder.",
        lambda: after(situation(red=("tower", "sun"), stones=("red",)), "throw 010"),
    ),
    (
        "walk-too-near-stone",
        "walk d1",
        "Das erste Feld vom Schloss zur Sonne liegt ein Feld weit, "
        "dein Lehrling geht genau zwei Felder oder vier Felder.",
        lambda: after(situation(red=("tower", "sun"), stones=("red",)), "throw 011"),
    ),
    (
        "walk-longest",
        "walk life",
        "So weit (sechs Felder) führt von hier kein Weg: Es gilt der längste (fünf Felder), und der endet dort nicht.",
        lambda: after(situation(red=("moon", "forest"), board="star"), "throw 222"),
    ),
    (
        "life-must-leave",
        "stay magician",
        "Auf dem Platz des Lebens darf dein Magier nicht bleiben: Dein Stab zeigt 1.",
        lambda: after(situation(), "throw 100"),
    ),
    (
        "held-magician",
        "jump life",
        "Dein Magier sitzt im Labyrinth: Hinaus führt nur 2-2-2.",
        lambda: after(situation(red=("labyrinth", "sun"), ruleset="kurzregel"), "throw 100"),
    ),
    (
        "symbol-rare",
        "symbol fate",
        "Kraft überwiegt: Schicksal ist gar nicht zu sehen.",
        lambda: after(situation(red=("moon", "a1")), "throw 010", "walk a2", "accept", "spell fff"),
    ),
    (
        "kept-stays",
        "again red",
        "Der rote Stab ist liegen geblieben und fliegt in diesem Duell nicht mehr.",
        lambda: after(
            situation(red=("castle", "life"), black=("forest", "sun"), settings={"kept_wand_may_fly_again": False}),
            "throw 100",
            "jump forest",
            "walk g2",
            "throw 200",
            "again black",
            "throw 1",
        ),
    ),
    ("throw-first", "jump castle", "Erst fallen die Stäbe: Rot macht den Augenwurf.", situation),
    (
        "duel-later",
        "stop",
        "Erst ziehen beide Figuren, dann kommt das Duell im Wald.",
        lambda: after(situation(red=("castle", "life"), black=("forest", "sun")), "throw 100", "jump forest"),
    ),
]


@pytest.mark.parametrize(("message", "words", "text", "make"), CASES, ids=[case[0] for case in CASES])
def test_the_sentence_names_the_obstacle(message: str, words: str, text: str, make: Any) -> None:
    position = make()
    reason = GAME.why_not(position, action(position, words))
    assert reason is not None and reason.message == message
    assert reason.text == text
    assert said(position, words, "en") != text


def test_out_of_turn_and_game_over() -> None:
    reason = GAME.why_not(situation(), {"type": "spoilt"}, "white")
    assert reason is not None and reason.text == "Rot ist dran: werfen."
    cards = {"red": ["house", "tower", "castle", "sun", "mill", "moon"]}
    over = after(situation(red=("castle", "forest"), cards=cards), "throw 100", "jump forest")
    reason = GAME.why_not(over, {"type": "spoilt"})
    assert reason is not None and reason.text == "Das Spiel ist zu Ende: Rot hat alle sieben Karten."


def test_a_refusal_carries_reason_and_position_and_changes_nothing() -> None:
    position = after(situation(red=("house", "sun")), "throw 100")
    before = state(GAME, position)
    with pytest.raises(Refused, match="T4: Dein Stab zeigt 1") as caught:
        GAME.apply(position, {"type": "jump", "to": "mill"})
    assert caught.value.position is position and state(GAME, position) == before
    assert caught.value.reason.values == {"steps": 1, "place": "mill", "between": "life"}
